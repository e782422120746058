// A tax as its list and drawer tell it: which month, due when, how much with what lateness adds, where it stands.
import { Tax } from '#contract/taxes.ts'
import { formatDay, formatMonth, monthOf } from '#domain/days.ts'
import { TAX_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { TAX_KIND_LABELS } from '#domain/taxes/labels.ts'
import { choice, day, money, text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

const SLIP_WORDS = { PROCESSING: 'pedida…', DONE: 'emitida', REJECTED: 'recusada', FAILED: 'sem resposta' } as const

const monthOfTax = ({ competence_date }: Pick<Tax, 'competence_date'>): string => formatMonth(monthOf(competence_date))

/** 'DAS-MEI de outubro de 2026' */
export const taxName = (tax: Pick<Tax, 'kind' | 'competence_date'>): string => `${TAX_KIND_LABELS[tax.kind]} de ${monthOfTax(tax)}`

export const isSettled = ({ status }: Pick<Tax, 'status'>): boolean => status === 'PAID' || status === 'SCHEDULED'

/** What is said of it only once it is late. */
const whenLate =
  (cents: (tax: Tax) => number) =>
  (tax: Tax): string =>
    tax.fine_cents + tax.interest_cents > 0 ? formatCents(cents(tax)) : ''

/** '2.348,37 de multa e 260,67 de juros'; empty on time. */
export const lateWords = ({ fine_cents, interest_cents }: Pick<Tax, 'fine_cents' | 'interest_cents'>): string =>
  [fine_cents > 0 ? `${formatCents(fine_cents)} de multa` : '', interest_cents > 0 ? `${formatCents(interest_cents)} de juros` : '']
    .filter(Boolean)
    .join(' e ')

/** Why a tax and the bill that pays it say two amounts; empty where they say one. */
export function besideBill(tax: Pick<Tax, 'amount_cents' | 'fine_cents' | 'interest_cents' | 'total_cents'>, bill_cents: number): string {
  const late = lateWords(tax)
  return [
    bill_cents === tax.amount_cents ? '' : `O imposto é de ${formatCents(tax.amount_cents)}; a conta diz ${formatCents(bill_cents)}.`,
    late === '' ? '' : `A conta diz o valor sem o atraso. Pago hoje, o imposto sai por ${formatCents(tax.total_cents)}: mais ${late}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const list = defineList(Tax, {
  nouns: ['imposto', 'impostos'],
  placeholder: 'Filtrar por imposto, mês, valor, situação',
  fields: {
    kind: choice('Imposto', TAX_KIND_LABELS, { column: { least: 180 }, search: true }),
    competence_date: day<string>('Competência'),
    due_date: day<string>('Vencimento', { column: { width: 108 }, search: true }),
    total_cents: money('Valor', { column: { width: 132, total: true, strong: true }, search: true }),
    status: choice('Situação', TAX_STATUS_LABELS, {
      looks: {
        OPEN: { tone: 'muted', icon: 'circle-dashed' },
        SCHEDULED: { tone: 'info', icon: 'send' },
        PAID: { tone: 'quiet', icon: 'check-check' },
        OVERDUE: { tone: 'danger', icon: 'triangle-alert' },
      },
      column: { width: 128 },
      search: true,
    }),
    revenue_cents: money<number | null>('Receita do mês'),
    additional_information: text('Observação', { search: true }),
    revenue_code: text('Código da receita', { search: true }),
    assessment_date: day('Período de apuração'),
    reference_number: text('Número de referência'),
  },
  told: {
    month: told('Competência', monthOfTax, {
      sort: ({ competence_date }) => competence_date,
      column: { width: 160, leaves: 3, groups: true },
      search: true,
    }),
    /** The list and the cards say how near it is. */
    near: told<Tax>('Prazo', tax => formatDay(tax.due_date), {
      sort: tax => (isSettled(tax) ? null : tax.due_date),
      column: { width: 176, leaves: 2 },
    }),
    when: told<Tax>('Vencimento', tax => `${monthOfTax(tax)} · ${formatDay(tax.due_date)}`),
    /** Of what the amount holds today. */
    late: told<Tax>(
      'Multa e juros (R$)',
      ({ fine_cents, interest_cents }) => (fine_cents + interest_cents > 0 ? formatAmount(fine_cents + interest_cents) : ''),
      {
        sort: ({ fine_cents, interest_cents }) => fine_cents + interest_cents,
        column: { width: 140, leaves: 4, right: true },
      },
    ),
    slip: told<Tax>('Guia', ({ slip }) => (slip ? SLIP_WORDS[slip.status] : ''), { column: { width: 112, leaves: 1 } }),
  },
  columns: ['kind', 'month', 'due_date', 'near', 'slip', 'late', 'total_cents', 'status'],
  title: 'kind',
  aside: ({ additional_information }) => additional_information,
  amount: { of: 'total_cents' },
  muted: isSettled,
  drawer: {
    Dados: [
      'due_date',
      'month',
      ['Imposto', whenLate(tax => tax.amount_cents)],
      ['Multa hoje', whenLate(tax => tax.fine_cents)],
      ['Juros hoje', whenLate(tax => tax.interest_cents)],
      'revenue_cents',
      'revenue_code',
      'assessment_date',
      'reference_number',
      'additional_information',
    ],
  },
  card: [['when'], ['status']],
})

/** Alone it is called by its month too. */
export const tax = { ...list, nameOf: taxName }
