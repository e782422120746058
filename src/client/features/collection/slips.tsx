// Boletos registered by file, as a list: who owes what, until when, and how far the bank has come with each.
import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { SlipBadge } from '#client/surfaces/collected-badges.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { SiblingTabs } from '#client/surfaces/sibling-tabs.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { agreements, type BankSlip, bankSlips } from '#contract/collection.ts'
import { BANK_SLIP_STATUS_LABELS, MOVEMENT_LABELS } from '#domain/collection/slip-states.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'

const NONE: readonly never[] = []

export const slipName = (slip: BankSlip): string => `${slip.payer.name}, ${formatCents(slip.amount_cents)}`
export const numberText = ({ number, digit }: Pick<BankSlip, 'number' | 'digit'>): string => (digit ? `${number}-${digit}` : number)

/** 'Registrar, na próxima remessa' */
export const askedText = ({ asked, to_send }: Pick<BankSlip, 'asked' | 'to_send'>): string =>
  asked.length === 0
    ? ''
    : `${asked.map(kind => MOVEMENT_LABELS[kind]).join(', ')}${to_send ? ', na próxima remessa' : ', à espera do banco'}`

const columns: readonly RegisterColumn<BankSlip>[] = [
  {
    id: 'payer',
    title: 'Cliente',
    least: 180,
    sort: slip => slip.payer.name,
    groupable: true,
    render: slip => <span className={text.med}>{slip.payer.name}</span>,
  },
  {
    id: 'number',
    title: 'Nosso número',
    width: 168,
    leaves: 3,
    sort: slip => slip.number,
    render: slip => <span className={text.tabular}>{numberText(slip)}</span>,
  },
  {
    id: 'agreement',
    title: 'Convênio',
    width: 168,
    leaves: 1,
    sort: slip => slip.agreement_name,
    groupable: slip => slip.agreement_name,
    render: slip => slip.agreement_name,
  },
  {
    id: 'asked',
    title: 'Pedido ao banco',
    width: 208,
    leaves: 2,
    sort: slip => askedText(slip) || null,
    render: slip => <span className={text.m}>{askedText(slip)}</span>,
  },
  {
    id: 'due',
    title: 'Vencimento',
    width: 108,
    sort: slip => slip.due_date,
    render: slip => <span className={text.tabular}>{formatDay(slip.due_date)}</span>,
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 124,
    align: 'right',
    sort: slip => slip.amount_cents,
    sums: formatAmount,
    render: slip => <span className={text.med}>{formatAmount(slip.amount_cents)}</span>,
  },
  {
    id: 'status',
    title: 'Situação',
    width: 176,
    sort: slip => BANK_SLIP_STATUS_LABELS[slip.status],
    groupable: true,
    render: slip => <SlipBadge slip={slip} />,
  },
]

const textOf = (slip: BankSlip): string =>
  [
    slip.payer.name,
    slip.payer.document_number,
    numberText(slip),
    slip.document,
    slip.agreement_name,
    formatAmount(slip.amount_cents),
    formatDay(slip.due_date),
    BANK_SLIP_STATUS_LABELS[slip.status],
    slip.refusal ?? '',
  ].join(' ')

function SlipCard({ slip }: { slip: BankSlip }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{slip.payer.name}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(slip.amount_cents)}</span>
      <span className={classNames(text.m, text.small)}>
        {slip.agreement_name}, vence em {formatDay(slip.due_date)}
      </span>
      <SlipBadge slip={slip} />
    </div>
  )
}

/** Without an agreement no slip can be made; with one, the bank may have sent something. */
function Beginnings() {
  const { data } = useReading(agreements.list, { params: { c: useCompanyId() } })
  if (data === undefined) return null
  return data.length === 0 ? <CommandButton id="agreement.create" variant="primary" size="form" /> : <Place at="bank_slips.empty" />
}

export function BankSlipsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { bank_slips: filter = '' } = useScreenSearch()
  const openId = useRouteParam('bankSlipId')
  const reading = useReading(bankSlips.list, { params: { c }, query: {} })
  return (
    <ListingScreen
      label="Boletos por remessa"
      kind="bank_slip"
      noun={['boleto', 'boletos']}
      rows={reading.data ?? NONE}
      reading={reading}
      columns={columns}
      rowName={slipName}
      textOf={textOf}
      card={slip => <SlipCard slip={slip} />}
      isMuted={slip => slip.status === 'PAID' || slip.status === 'WRITTEN_OFF'}
      amountOf={slip => slip.amount_cents}
      filter={filter}
      onFilter={bank_slips => setSearch({ bank_slips })}
      placeholder="Filtrar por cliente, nosso número, situação"
      toolbar="bank_slips.toolbar"
      openId={openId}
      addressOf={slip => pathTo('bank_slips.detail', { companyId: c, bankSlipId: slip.id })}
      head={<SiblingTabs at="bank_slips" />}
      primary={<Place at="bank_slips.page" />}
      empty={{
        title: 'Nenhum boleto por remessa',
        text: 'Cadastre o convênio da conta com o banco, marque contas a receber e faça os boletos: a remessa os registra no banco e o retorno dá baixa neles.',
        actions: <Beginnings />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
