// API keys: one's own, and those of the companies one may see them in. A key is shown once, when it is made.

import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type ApiKey, apiKeys } from '#contract/api-keys.ts'
import { formatInstant } from '#domain/days.ts'
import { apiKey as described } from '#resources/api-key.ts'

const NONE: readonly never[] = []

const list = listed(described, {
  cells: {
    prefix: key => <code>{key.prefix}…</code>,
    last_used_at: key => (key.last_used_at === null ? <span className={text.m}>nunca usada</span> : formatInstant(key.last_used_at)),
  },
})

export function ApiKeysScreen() {
  const setSearch = useSetSearch()
  const { api_keys: filter = '' } = useScreenSearch()
  const reading = useReading(apiKeys.list)
  const [openId, setOpenId] = useState<string>()
  const rows = reading.data ?? NONE
  const open = rows.find(key => key.id === openId)
  return (
    <ListingScreen
      {...list}
      label="Chaves de API"
      kind="api_key"
      rows={rows}
      reading={reading}
      filter={filter}
      onFilter={api_keys => setSearch({ api_keys })}
      toolbar="api_keys.toolbar"
      openId={openId}
      onOpen={key => setOpenId(key.id)}
      primary={<Place at="api_keys.page" />}
      empty={{
        title: 'Nenhuma chave de API',
        text: 'Uma chave deixa outro sistema chamar a API em seu nome, dentro do que você pode.',
        actions: <Place at="api_keys.empty" />,
      }}
    >
      {open ? <KeyDrawer apiKey={open} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

function KeyDrawer({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const self = useSession(session => session.user?.id)
  const told = apiKey.created_by === self ? { ...apiKey, created_by_name: 'você' } : apiKey
  return (
    <ActsOnRecord kind="api_key" record={apiKey}>
      <RecordDrawer
        id={apiKey.id}
        list="api_keys"
        label={apiKey.name}
        where="Chave de API"
        onClose={onClose}
        footer={<Place at="api_key.drawer" />}
      >
        <section>
          <h2>{apiKey.name}</h2>
          <p className={text.m}>
            <code>{apiKey.prefix}…</code>
          </p>
        </section>
        <Sections of={described} record={told} />
        <section>
          <p className={classNames(text.m, text.small)}>
            Envie a chave no cabeçalho <code>Authorization: Bearer</code>. As chamadas estão em{' '}
            <a href="/v1/docs" target="_blank" rel="noopener noreferrer">
              /v1/docs
            </a>
            .
          </p>
        </section>
      </RecordDrawer>
    </ActsOnRecord>
  )
}
