// In what bills and receivables differ for their commands, and what is said of either.
import { bills } from '#contract/bills.ts'
import { receivables } from '#contract/receivables.ts'
import { counted } from '#domain/text.ts'
import type { Reason, Records } from './kit/command.ts'

export type Kind = 'bill' | 'receivable'
export type Title = Records[Kind]

export const TITLES = {
  bill: {
    rows: bills,
    area: 'bills',
    detail: 'bills.detail',
    param: 'billId',
    noun: 'conta a pagar',
    nouns: 'contas a pagar',
    words: ['criar', 'lançar', 'despesa'],
    party: 'fornecedor',
    scope: 'supplier',
    category: 'expense',
    side: 'DEBIT',
    settled: 'PAID',
    settle: 'Marcar como paga',
    settledWord: 'paga',
  },
  receivable: {
    // Typed by the rows of bills: receivables differ in the names of their ids and in their status.
    rows: receivables as unknown as typeof bills,
    area: 'receivables',
    detail: 'receivables.detail',
    param: 'receivableId',
    noun: 'conta a receber',
    nouns: 'contas a receber',
    words: ['criar', 'lançar', 'receita', 'nova venda', 'nova mensalidade', 'lançar recebimento'],
    party: 'cliente',
    scope: 'customer',
    category: 'income',
    side: 'CREDIT',
    settled: 'RECEIVED',
    settle: 'Marcar como recebida',
    settledWord: 'recebida',
  },
} as const

export const contas = (count: number): string => counted(count, ['conta', 'contas'])

export const CONCILIATED: Reason = ['já conciliada', 'já conciliadas']
/** Records that a bulk edit leaves out. */
export const locked = (title: Title): Reason | undefined => {
  if (title.editable) return undefined
  return title.conciliation_id !== null ? CONCILIATED : ['não pode ser alterada', 'não podem ser alteradas']
}
export const isSettled = ({ status }: Title): boolean => status === 'PAID' || status === 'RECEIVED'
/** An open occurrence: a change of it may reach the others. */
export const isInSeries = (title: Title): boolean => title.recurrence_id !== null && title.parent_id === null && !isSettled(title)
