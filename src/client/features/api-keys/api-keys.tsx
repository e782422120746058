// API keys: one's own, and those of the companies one may see them in. A key is shown once, when it is made.

import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import facts from '#client/kit/facts.module.css'
import textStyles from '#client/kit/look/text.module.css'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import { type ApiKey, apiKeys } from '#contract/api-keys.ts'
import { formatInstant } from '#domain/days.ts'
import { ACTION_LABELS, ACTIONS, RESOURCE_LABELS, RESOURCES } from '#domain/permissions.ts'

const NONE: readonly never[] = []

/** Where a key may be used: 'Todas as empresas, só leitura', 'Padaria Sol Nascente'. */
const whereOf = (key: ApiKey): string => key.company_name ?? 'Todas as suas empresas'

/** What it may do there. */
function scopeOf(key: ApiKey): string {
  if (key.company_id === null) return 'só leitura'
  if (key.rights === null) return 'o mesmo que quem criou'
  const letters = Object.values(key.rights).join('')
  return /[^v]/.test(letters) ? 'parte dos direitos de quem criou' : 'só leitura'
}

const usedOf = (key: ApiKey): string => (key.last_used_at === null ? 'nunca usada' : formatInstant(key.last_used_at))

const columns: readonly RegisterColumn<ApiKey>[] = [
  { id: 'name', title: 'Nome', least: 200, sort: key => key.name, render: key => <span className={textStyles.med}>{key.name}</span> },
  { id: 'prefix', title: 'Começa por', width: 148, leaves: 3, render: key => <code>{key.prefix}…</code> },
  { id: 'where', title: 'Vale em', least: 180, sort: whereOf, groupable: true, render: whereOf },
  { id: 'scope', title: 'Pode', width: 200, leaves: 4, render: scopeOf },
  {
    id: 'creator',
    title: 'Criada por',
    width: 160,
    leaves: 1,
    sort: key => key.created_by_name,
    groupable: true,
    render: key => key.created_by_name ?? '—',
  },
  { id: 'created', title: 'Criada em', width: 100, leaves: 2, sort: key => key.created_at, render: key => formatInstant(key.created_at) },
  {
    id: 'used',
    title: 'Último uso',
    width: 116,
    sort: key => key.last_used_at,
    render: key => (key.last_used_at === null ? <span className={textStyles.m}>nunca usada</span> : formatInstant(key.last_used_at)),
  },
]

const KeyCard = ({ apiKey }: { apiKey: ApiKey }) => (
  <div className={listingScreen.registerCard}>
    <span className={listingScreen.name}>{apiKey.name}</span>
    <Badge tone={scopeOf(apiKey) === 'só leitura' ? 'muted' : 'info'}>{scopeOf(apiKey)}</Badge>
    <span className={classNames(textStyles.m, textStyles.small)}>{whereOf(apiKey)}</span>
    <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>{usedOf(apiKey)}</span>
  </div>
)

export function ApiKeysScreen() {
  const setSearch = useSetSearch()
  const { api_keys: filter = '' } = useScreenSearch()
  const reading = useReading(apiKeys.list)
  const [openId, setOpenId] = useState<string>()
  const rows = reading.data ?? NONE
  const open = rows.find(key => key.id === openId)
  return (
    <ListingScreen
      label="Chaves de API"
      kind="api_key"
      noun={['chave', 'chaves']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={key => key.name}
      textOf={key => [key.name, key.prefix, whereOf(key), scopeOf(key), key.created_by_name].join(' ')}
      card={key => <KeyCard apiKey={key} />}
      filter={filter}
      onFilter={text => setSearch({ api_keys: text })}
      placeholder="Filtrar por nome, empresa ou quem criou"
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
  const rights = apiKey.rights
  const company = useWhereabouts(now => now.company)
  return (
    <ActsOn value={targetOn('api_key', [apiKey], { company, from: 'focus' })}>
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
          <p className={textStyles.m}>
            <code>{apiKey.prefix}…</code>
          </p>
        </section>
        <section>
          <dl className={facts.kv} data-part="facts">
            <Detail name="Vale em">{whereOf(apiKey)}</Detail>
            <Detail name="Pode">{scopeOf(apiKey)}</Detail>
            <Detail name="Criada por">{apiKey.created_by === self ? 'você' : apiKey.created_by_name}</Detail>
            <Detail name="Criada em">{formatInstant(apiKey.created_at)}</Detail>
            <Detail name="Último uso">{usedOf(apiKey)}</Detail>
          </dl>
        </section>
        {rights === null ? null : (
          <section>
            <h3>Direitos</h3>
            <dl className={facts.kv} data-part="facts">
              {RESOURCES.filter(resource => rights[resource]).map(resource => (
                <Detail key={resource} name={RESOURCE_LABELS[resource]}>
                  {ACTIONS.filter(action => rights[resource]?.includes(action))
                    .map(action => ACTION_LABELS[action])
                    .join(', ')}
                </Detail>
              ))}
            </dl>
          </section>
        )}
        <section>
          <p className={classNames(textStyles.m, textStyles.small)}>
            Envie a chave no cabeçalho <code>Authorization: Bearer</code>. As chamadas estão em{' '}
            <a href="/v1/docs" target="_blank" rel="noopener noreferrer">
              /v1/docs
            </a>
            .
          </p>
        </section>
      </RecordDrawer>
    </ActsOn>
  )
}
