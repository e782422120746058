// What the banks' returns said, as a list; first what a person must decide.
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { SiblingTabs } from '#client/surfaces/sibling-tabs.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type SlipOccurrence, slipReturns } from '#contract/collection.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { meaningText, OccurrenceBadge } from './looks.tsx'

const NONE: readonly never[] = []

const whose = (one: SlipOccurrence): string => one.payer_name ?? 'Boleto que não é daqui'

const columns: readonly RegisterColumn<SlipOccurrence>[] = [
  {
    id: 'payer',
    title: 'Boleto',
    least: 200,
    sort: whose,
    render: one => (
      <>
        <span className={text.med}>{whose(one)}</span>
        <span className={text.m}> · {one.number}</span>
      </>
    ),
  },
  {
    id: 'day',
    title: 'Dia',
    width: 108,
    sort: one => one.occurred_on,
    render: one => <span className={text.tabular}>{one.occurred_on ? formatDay(one.occurred_on) : ''}</span>,
  },
  {
    id: 'code',
    title: 'Código',
    width: 88,
    leaves: 1,
    sort: one => one.occurrence,
    render: one => <span className={text.m}>{one.occurrence}</span>,
  },
  {
    id: 'reason',
    title: 'Motivo',
    width: 240,
    leaves: 2,
    sort: one => one.reason || null,
    render: one => <span className={text.m}>{one.reason}</span>,
  },
  {
    id: 'paid',
    title: 'Pago (R$)',
    width: 124,
    align: 'right',
    sort: one => one.paid_cents,
    render: one => (one.paid_cents > 0 ? formatAmount(one.paid_cents) : ''),
  },
  {
    id: 'file',
    title: 'Arquivo',
    width: 168,
    leaves: 1,
    sort: one => one.file_name,
    groupable: one => one.file_name,
    render: one => one.file_name,
  },
  { id: 'meaning', title: 'O que é', width: 176, sort: meaningText, groupable: true, render: one => <OccurrenceBadge occurrence={one} /> },
]

function OccurrenceCard({ one }: { one: SlipOccurrence }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{whose(one)}</span>
      <span className={classNames(text.med, text.tabular)}>{one.paid_cents > 0 ? formatAmount(one.paid_cents) : ''}</span>
      <span className={classNames(text.m, text.small)}>
        {[one.occurred_on ? formatDay(one.occurred_on) : '', one.reason].filter(Boolean).join(', ')}
      </span>
      <OccurrenceBadge occurrence={one} />
    </div>
  )
}

export function SlipReturnsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { slip_returns: filter = '' } = useScreenSearch()
  const reading = useReading(slipReturns.list, { params: { c }, query: {} })
  return (
    <ListingScreen
      label="Retornos do banco"
      kind="slip_occurrence"
      noun={['ocorrência', 'ocorrências']}
      rows={reading.data ?? NONE}
      reading={reading}
      columns={columns}
      rowName={one => `${whose(one)}, ocorrência ${one.occurrence}`}
      textOf={one => [whose(one), one.number, one.document, one.occurrence, one.reason, one.file_name, meaningText(one)].join(' ')}
      card={one => <OccurrenceCard one={one} />}
      isMuted={one => !one.open}
      filter={filter}
      onFilter={slip_returns => setSearch({ slip_returns })}
      placeholder="Filtrar por cliente, número, ocorrência"
      toolbar="slip_returns.toolbar"
      head={<SiblingTabs at="bank_slips.returns" />}
      primary={<Place at="slip_returns.page" />}
      empty={{
        title: 'Nenhum retorno lido',
        text: 'O banco responde às remessas com um arquivo de retorno: leia-o aqui, e os boletos são registrados, recusados, baixados e liquidados.',
      }}
    />
  )
}
