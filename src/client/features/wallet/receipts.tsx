// Receipts: every payment the bank settled, each with its PDF.
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type Payment, paymentOrders } from '#contract/payments.ts'
import { dayInSaoPaulo, formatMoment } from '#domain/days.ts'
import { PAYMENT_KIND_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { EnvironmentBadge, payeeOf } from './looks.tsx'
import { WalletPage } from './wallet-page.tsx'

const columns: readonly RegisterColumn<Payment>[] = [
  {
    id: 'settled_at',
    title: 'Pago em',
    width: 148,
    sort: payment => payment.settled_at,
    render: payment => <span className={text.tabular}>{payment.settled_at ? formatMoment(payment.settled_at) : ''}</span>,
  },
  {
    id: 'payee',
    title: 'Quem recebeu',
    least: 200,
    sort: payeeOf,
    groupable: true,
    render: payment => <span className={text.med}>{payeeOf(payment)}</span>,
  },
  {
    id: 'document',
    title: 'Documento',
    width: 160,
    leaves: 2,
    render: payment => payment.payee?.document_number ?? <span className={text.m}>—</span>,
  },
  {
    id: 'kind',
    title: 'Meio',
    width: 136,
    leaves: 1,
    sort: payment => PAYMENT_KIND_LABELS[payment.kind],
    groupable: true,
    render: payment => PAYMENT_KIND_LABELS[payment.kind],
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 128,
    align: 'right',
    sort: payment => payment.amount_cents,
    sums: formatAmount,
    render: payment => <span className={text.med}>{formatAmount(payment.amount_cents)}</span>,
  },
]

export function ReceiptsScreen() {
  const c = useCompanyId()
  const period = usePeriod()
  const setSearch = useSetSearch()
  const { comprovantes: filter = '' } = useScreenSearch()
  const orders = useReading(paymentOrders.list, { params: { c }, query: {} })
  const rows = useMemo(() => {
    const inPeriod = ({ settled_at }: Payment) => {
      if (settled_at === null) return false
      const day = dayInSaoPaulo(Date.parse(settled_at))
      return period.start === undefined || (day >= period.start && day <= (period.end ?? day))
    }
    const settled = (orders.data ?? []).flatMap(order => order.payments).filter(payment => payment.status === 'SETTLED')
    return settled.filter(inPeriod).sort((a, b) => ((a.settled_at ?? '') < (b.settled_at ?? '') ? 1 : -1))
  }, [orders.data, period])
  return (
    <WalletPage>
      <ListingScreen
        label={`Comprovantes, ${period.label}`}
        kind="receipt"
        noun={['comprovante', 'comprovantes']}
        rows={rows}
        reading={orders}
        columns={columns}
        rowName={payment => `${payeeOf(payment)}, ${formatCents(payment.amount_cents)}`}
        textOf={payment =>
          [
            payeeOf(payment),
            payment.payee?.document_number,
            PAYMENT_KIND_LABELS[payment.kind],
            formatAmount(payment.amount_cents),
            payment.end_to_end_id,
          ].join(' ')
        }
        amountOf={payment => -payment.amount_cents}
        card={payment => (
          <div className={listingScreen.registerCard}>
            <span className={listingScreen.name}>{payeeOf(payment)}</span>
            <span className={classNames(text.med, text.tabular)}>{formatCents(payment.amount_cents)}</span>
            <span className={classNames(text.m, text.small)}>{payment.settled_at ? formatMoment(payment.settled_at) : ''}</span>
            <span className={classNames(text.m, text.small)}>{PAYMENT_KIND_LABELS[payment.kind]}</span>
          </div>
        )}
        filter={filter}
        onFilter={comprovantes => setSearch({ comprovantes })}
        placeholder="Filtrar por quem recebeu, valor ou código"
        toolbar="receipts.toolbar"
        sumsBelow={[{ label: 'Total', amount_cents: -rows.reduce((sum, payment) => sum + payment.amount_cents, 0) }]}
        bar={<EnvironmentBadge environment={orders.data?.[0]?.environment} />}
        empty={{
          title: period.start ? 'Nenhum comprovante neste período' : 'Nenhum comprovante',
          text: 'Cada Pix e boleto pago deixa aqui o seu comprovante em PDF.',
          actions: period.start ? <CommandButton id="period.all" size="form" /> : null,
        }}
      />
    </WalletPage>
  )
}
