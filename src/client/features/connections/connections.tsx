// Connections to banks by open finance: how each stands, what it asks of a person, and what can be done with it.

import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Connection, openFinance } from '#contract/open-finance.ts'
import { everydayName } from '#domain/banks.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { CONNECTION_STATUS_LABELS, EXECUTION_STATUS_LABELS, OPEN_FINANCE_PROVIDER_LABELS } from '#domain/labels.ts'
import styles from './connections.module.css'
import { ConnectionBadge, nextStep } from './looks.tsx'

const NONE: readonly never[] = []

const momentText = (instant: string | null): string => (instant === null ? '—' : formatMoment(instant))

/** The account that names it in its address; a connection that has brought none yet goes by its own id. */
const addressIdOf = (connection: Connection): string => connection.bank_account_ids[0] ?? connection.id

const Bank = ({ connection }: { connection: Connection }) => (
  <span className={styles.bankName}>
    <BankMark routing_number={connection.routing_number} name={everydayName(connection)} disabled={connection.revoked_at !== null} />
    <span className={text.cut}>{everydayName(connection)}</span>
  </span>
)

const columns: readonly RegisterColumn<Connection>[] = [
  { id: 'bank', title: 'Banco', least: 180, sort: everydayName, render: one => <Bank connection={one} /> },
  {
    id: 'status',
    title: 'Situação',
    width: 240,
    sort: one => CONNECTION_STATUS_LABELS[one.status],
    groupable: true,
    render: one => <ConnectionBadge connection={one} />,
  },
  { id: 'message', title: 'O que fazer', least: 220, leaves: 1, render: one => one.message },
  {
    id: 'sync',
    title: 'Última atualização',
    width: 152,
    leaves: 3,
    sort: one => one.last_sync_at,
    render: one => <span className={text.tabular}>{momentText(one.last_sync_at)}</span>,
  },
  {
    id: 'consent',
    title: 'Acesso até',
    width: 112,
    leaves: 2,
    sort: one => one.consent_expires_at,
    render: one => <span className={text.tabular}>{one.consent_expires_at ? formatDay(one.consent_expires_at) : '—'}</span>,
  },
]

function useConnections() {
  const c = useCompanyId()
  return { c, reading: useReading(openFinance.connections, { params: { c } }) }
}

export function ConnectionsScreen() {
  const { c, reading } = useConnections()
  const setSearch = useSetSearch()
  const { conexoes: filter = '' } = useScreenSearch()
  const bankAccountId = useRouteParam('bankAccountId')
  const rows = reading.data ?? NONE
  const open = rows.find(one => one.id === bankAccountId || one.bank_account_ids.includes(bankAccountId ?? ''))
  const addressOf = (one: Connection) => pathTo('connections.detail', { companyId: c, bankAccountId: addressIdOf(one) })
  return (
    <ListingScreen
      label="Conexões bancárias"
      kind="connection"
      noun={['conexão', 'conexões']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={everydayName}
      textOf={one =>
        [everydayName(one), one.institution_name, one.routing_number, CONNECTION_STATUS_LABELS[one.status], one.message].join(' ')
      }
      card={one => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>
            <Bank connection={one} />
          </span>
          <ConnectionBadge connection={one} />
          <span className={classNames(text.m, text.small)}>{one.message}</span>
        </div>
      )}
      isMuted={one => one.revoked_at !== null}
      filter={filter}
      onFilter={conexoes => setSearch({ conexoes })}
      placeholder="Filtrar por banco ou situação"
      toolbar="connections.toolbar"
      openId={open?.id}
      onOpen={one => houseOptions().ports.go(addressOf(one))}
      addressOf={addressOf}
      bar={
        rows.some(one => one.provider === 'local') ? (
          <Badge tone="muted" icon="monitor">
            Ambiente local
          </Badge>
        ) : null
      }
      primary={<Place at="connections.page" />}
      empty={{
        title: 'Nenhum banco conectado',
        text: 'Com open finance o extrato chega sozinho e você só concilia.',
        actions: <Place at="connections.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function ConnectionDrawer() {
  const { reading } = useConnections()
  const bankAccountId = useRouteParam('bankAccountId') ?? ''
  const connection = reading.data?.find(one => one.id === bankAccountId || one.bank_account_ids.includes(bankAccountId))
  return (
    <RegisterDrawer
      id={connection?.id ?? bankAccountId}
      record={connection}
      reading={reading}
      list="connections"
      kind="connection"
      noun="Conexão bancária"
      nameOf={(one: Connection) => everydayName(one)}
      missing="Esta conta não tem conexão com o banco"
      failed="Não foi possível abrir a conexão"
      footer={one => <ConnectionActions connection={one} />}
      detail={one => <ConnectionDetail connection={one} />}
    />
  )
}

function ConnectionActions({ connection }: { connection: Connection }) {
  const next = nextStep(connection)
  return (
    <>
      {next ? <CommandButton id={next} variant="primary" /> : null}
      {next === 'connection.renew' ? null : <CommandButton id="connection.renew" short />}
      {connection.revoked_at === null ? (
        <span className={drawer.end}>
          <CommandButton id="connection.disconnect" variant="ghost" short />
          <MoreActions at="connection.row" />
        </span>
      ) : null}
    </>
  )
}

function ConnectionDetail({ connection }: { connection: Connection }) {
  const { accountName } = useRegisters(connection.company_id)
  const kind =
    connection.revoked_at !== null || connection.status === 'LOGIN_ERROR'
      ? 'danger'
      : connection.status === 'UPDATED'
        ? 'ok'
        : connection.asks !== null || connection.status === 'OUTDATED'
          ? 'warning'
          : 'info'
  return (
    <>
      <section>
        <h2>
          <Bank connection={connection} />
        </h2>
        <p className={styles.bankStatus}>
          <ConnectionBadge connection={connection} />
        </p>
        <Note kind={kind}>{connection.message}</Note>
        {connection.asks_label ? <p>O banco pede: {connection.asks_label}</p> : null}
        {connection.asks === 'authorization' && connection.authorize_url ? (
          <p>
            <a href={connection.authorize_url} target="_blank" rel="noopener noreferrer">
              Autorizar no banco
            </a>
          </p>
        ) : null}
        {connection.review_import_id ? (
          <Note kind="warning">
            Há linhas que só você distingue das que já estavam aqui: confira em{' '}
            <a href={pathTo('statements.import', { companyId: connection.company_id, importId: connection.review_import_id })}>
              Conferir importação
            </a>
            .
          </Note>
        ) : null}
      </section>
      <DrawerSection title="Conexão">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Contas">{connection.bank_account_ids.map(accountName).filter(Boolean).join(', ') || 'nenhuma ainda'}</Detail>
          <Detail name="Última atualização">{momentText(connection.last_sync_at)}</Detail>
          <Detail name="Próxima">{connection.next_sync_at ? momentText(connection.next_sync_at) : null}</Detail>
          <Detail name="Resposta do banco">{EXECUTION_STATUS_LABELS[connection.execution_status]}</Detail>
          <Detail name="Acesso até">{connection.consent_expires_at ? formatDay(connection.consent_expires_at) : null}</Detail>
          <Detail name="Desconectado em">{connection.revoked_at ? momentText(connection.revoked_at) : null}</Detail>
          <Detail name="Quem lê o banco">{OPEN_FINANCE_PROVIDER_LABELS[connection.provider]}</Detail>
        </dl>
      </DrawerSection>
    </>
  )
}
