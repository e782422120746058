// Remessas as a list, what waits for the next one first; beside it what one asks of the bank and what the bank answered.
import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useTellMissing } from '#client/surfaces/missing.ts'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { SiblingTabs } from '#client/surfaces/sibling-tabs.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Remittance, remittances } from '#contract/collection.ts'
import { COLLECTION_BANKS } from '#domain/collection/agreement.ts'
import { MOVEMENT_LABELS, REMITTANCE_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { RemittanceBadge } from './looks.tsx'
import { AMOUNT_COLUMN, FileFacts, FileHead, nameColumn, nameOf } from './sent-file.tsx'

const NONE: readonly never[] = []

const answersOf = ({ status, answered_count, orders_count, refused_count }: Remittance): string =>
  status === 'DRAFT' || status === 'GENERATED'
    ? ''
    : `${answered_count} de ${orders_count}${refused_count > 0 ? `, ${counted(refused_count, ['recusado', 'recusados'])}` : ''}`

const columns: readonly RegisterColumn<Remittance>[] = [
  nameColumn(180),
  {
    id: 'agreement',
    title: 'Convênio',
    width: 200,
    sort: one => one.agreement_name,
    groupable: one => one.agreement_name,
    render: one => one.agreement_name,
  },
  {
    id: 'layout',
    title: 'Layout',
    width: 176,
    leaves: 1,
    sort: one => one.layout,
    render: one => `CNAB ${one.layout}${one.approved ? '' : ', em teste'}`,
  },
  {
    id: 'generated',
    title: 'Gerada em',
    width: 148,
    leaves: 3,
    sort: one => one.generated_at,
    render: one => <span className={text.tabular}>{one.generated_at ? formatMoment(one.generated_at) : ''}</span>,
  },
  { id: 'orders', title: 'Pedidos', width: 88, align: 'right', sort: one => one.orders_count, render: one => one.orders_count },
  { id: 'answers', title: 'Respondidos', width: 148, leaves: 2, sort: one => one.answered_count, render: one => answersOf(one) },
  AMOUNT_COLUMN,
  {
    id: 'status',
    title: 'Situação',
    width: 176,
    sort: one => REMITTANCE_STATUS_LABELS[one.status],
    groupable: true,
    render: one => <RemittanceBadge remittance={one} />,
  },
]

const textOf = (one: Remittance): string =>
  [nameOf(one), one.file_name, REMITTANCE_STATUS_LABELS[one.status], formatAmount(one.total_cents)].join(' ')

function RemittanceCard({ one }: { one: Remittance }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{nameOf(one)}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(one.total_cents)}</span>
      <span className={classNames(text.m, text.small)}>{counted(one.orders_count, ['pedido', 'pedidos'])}</span>
      <RemittanceBadge remittance={one} />
    </div>
  )
}

export function RemittancesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { remittances: filter = '' } = useScreenSearch()
  const openId = useRouteParam('remittanceId')
  const reading = useReading(remittances.list, { params: { c } })
  return (
    <ListingScreen
      label="Remessas ao banco"
      kind="remittance"
      noun={['remessa', 'remessas']}
      rows={reading.data ?? NONE}
      reading={reading}
      columns={columns}
      rowName={nameOf}
      textOf={textOf}
      card={one => <RemittanceCard one={one} />}
      isMuted={one => one.status === 'ANSWERED' || one.status === 'REFUSED'}
      filter={filter}
      onFilter={text => setSearch({ remittances: text })}
      placeholder="Filtrar por convênio, número, situação"
      toolbar="remittances.toolbar"
      openId={openId}
      addressOf={one => pathTo('bank_slips.remittance', { companyId: c, remittanceId: one.id })}
      head={<SiblingTabs at="bank_slips.remittances" />}
      primary={<Place at="remittances.page" />}
      empty={{
        title: 'Nenhuma remessa',
        text: 'Quando há boletos a registrar ou mudanças a pedir, eles esperam aqui pelo próximo arquivo.',
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function RemittanceDrawer() {
  const c = useCompanyId()
  const id = useRouteParam('remittanceId') ?? ''
  const reading = useReading(remittances.list, { params: { c } })
  const one = reading.data?.find(each => each.id === id)
  useTellMissing(reading.isSuccess && one === undefined)
  return (
    <ActsOnRecord kind="remittance" record={one}>
      <RecordDrawer
        id={id}
        list="bank_slips.remittances"
        label={one ? nameOf(one) : 'Remessa'}
        where="Remessa"
        footer={
          one ? (
            <>
              <CommandButton id="remittance.download" variant={one.status === 'GENERATED' ? undefined : 'primary'} short icon />
              {one.status === 'GENERATED' ? <CommandButton id="remittance.send" variant="primary" short icon /> : null}
              <span className={drawer.end}>
                <MoreActions at="remittance.row" />
              </span>
            </>
          ) : undefined
        }
      >
        {one ? <RemittanceBody one={one} /> : null}
      </RecordDrawer>
    </ActsOnRecord>
  )
}

const ANSWERS = { WAITING: 'à espera', DONE: 'feito', REFUSED: 'recusado' } as const

function RemittanceBody({ one }: { one: Remittance }) {
  const { data: orders = [] } = useReading(remittances.orders, { params: { c: one.company_id, id: one.id } })
  const bank = COLLECTION_BANKS[one.bank_code]?.name ?? one.bank_code
  return (
    <>
      <FileHead one={one} badge={<RemittanceBadge remittance={one} />} test={one.approved ? undefined : { bank }} />
      <FileFacts one={one} kind={`${bank}, CNAB ${one.layout}`} />
      <DrawerSection title={counted(orders.length, ['pedido', 'pedidos'])}>
        <dl className={facts.kv} data-part="facts">
          {orders.map(order => (
            <Detail key={order.id} name={MOVEMENT_LABELS[order.kind]}>
              {[
                order.payer_name,
                formatCents(order.amount_cents),
                `vence em ${formatDay(order.due_date)}`,
                one.status === 'DRAFT' ? '' : ANSWERS[order.status],
                order.reason ?? '',
              ]
                .filter(Boolean)
                .join(', ')}
            </Detail>
          ))}
        </dl>
      </DrawerSection>
    </>
  )
}
