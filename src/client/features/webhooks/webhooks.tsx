// Webhooks: the addresses a company tells, and of each what was sent to it, try by try.
import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge, labelledLooks } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type Webhook, type WebhookDelivery, webhooks } from '#contract/webhooks.ts'
import { formatMoment } from '#domain/days.ts'
import { WEBHOOK_EVENT_LABELS, type WebhookEvent } from '#domain/webhooks.ts'
import { webhook as described } from '#resources/webhook.ts'
import styles from './webhooks.module.css'

const NONE: readonly never[] = []
const list = listed(described)

export function WebhooksScreen() {
  const setSearch = useSetSearch()
  const { webhooks: filter = '' } = useScreenSearch()
  const reading = useReading(webhooks.list, { params: { c: useCompanyId() } })
  const [openId, setOpenId] = useState<string>()
  const rows = reading.data ?? NONE
  const open = rows.find(row => row.id === openId)
  return (
    <ListingScreen
      {...list}
      label="Webhooks"
      kind="webhook"
      rows={rows}
      reading={reading}
      isMuted={row => !row.enabled}
      filter={filter}
      onFilter={typed => setSearch({ webhooks: typed })}
      toolbar="webhooks.toolbar"
      openId={openId}
      onOpen={row => setOpenId(row.id)}
      primary={<Place at="webhooks.page" />}
      empty={{
        title: 'Nenhum webhook',
        text: 'Um webhook avisa outro sistema do que acontece aqui: uma conta paga, uma nota emitida, uma linha que chegou do banco.',
        actions: <Place at="webhooks.empty" />,
      }}
    >
      {open ? <WebhookDrawer hook={open} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

function WebhookDrawer({ hook, onClose }: { hook: Webhook; onClose(): void }) {
  return (
    <ActsOnRecord kind="webhook" record={hook}>
      <RecordDrawer
        id={hook.id}
        list="webhooks"
        label={hook.url}
        where="Webhook"
        onClose={onClose}
        footer={
          <>
            <Place at="webhook.drawer" leads={false} />
            <span className={text.grow} />
            <MoreActions at="webhook.row" />
          </>
        }
      >
        <section>
          <h2>{new URL(hook.url).host}</h2>
          <p className={classNames(text.m, text.small)}>{hook.url}</p>
        </section>
        <Sections of={described} record={hook} />
        <Log hook={hook} />
      </RecordDrawer>
    </ActsOnRecord>
  )
}

const LOOKS = labelledLooks<WebhookDelivery['status']>({
  DELIVERED: { tone: 'ok', icon: 'circle-check', label: 'Entregue' },
  WAITING: { tone: 'info', icon: 'clock-3', label: 'A caminho' },
  FAILED: { tone: 'danger', icon: 'circle-x', label: 'Não entregue' },
})

function Log({ hook }: { hook: Webhook }) {
  const reading = useReading(webhooks.deliveries, { params: { c: hook.company_id, id: hook.id } })
  return (
    <DrawerSection title="Avisos">
      {reading.isError ? (
        <ErrorState title="Não foi possível ler os avisos" error={reading.error} onRetry={() => void reading.refetch()} />
      ) : reading.data === undefined ? (
        <Skeleton rows={3} />
      ) : reading.data.length === 0 ? (
        <p className={classNames(text.m, text.small)}>Nada foi enviado nos últimos 30 dias.</p>
      ) : (
        <ul className={styles.log} aria-label="Avisos enviados">
          {reading.data.map(delivery => (
            <li key={delivery.id}>
              <Delivery delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

const wordsOf = (event: string): string => WEBHOOK_EVENT_LABELS[event as WebhookEvent] ?? 'Aviso de teste'

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { event, status, created_at, next_at, tries, body } = delivery
  const look = LOOKS[status]
  // Two hundred of them are listed: what is folded is not drawn.
  const [isOpen, setOpen] = useState(false)
  return (
    <ActsOnRecord kind="webhook_delivery" record={delivery}>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={text.med}>{wordsOf(event)}</span>
          <Badge tone={look.tone} icon={look.icon}>
            {look.label}
          </Badge>
          <span className={classNames(text.m, text.small)}>
            {formatMoment(created_at)}
            {status === 'WAITING' && tries.length > 0 && next_at ? ` · tenta de novo em ${formatMoment(next_at)}` : ''}
          </span>
        </summary>
        {isOpen ? (
          <>
            <ul className={styles.tries} aria-label="Tentativas">
              {tries.map(each => (
                <li key={each.at}>
                  <span className={text.tabular}>{formatMoment(each.at)}</span>
                  <span className={text.tabular}>{each.answered ?? '—'}</span>
                  <span className={text.m}>{each.detail === '' ? 'sem texto' : each.detail}</span>
                </li>
              ))}
            </ul>
            <pre className={styles.body}>{body}</pre>
            <Place at="webhook_delivery.row" />
          </>
        ) : null}
      </details>
    </ActsOnRecord>
  )
}
