// In what bills and receivables differ on screen: names, rows, statuses, the contact's side.

import type { StatusOf } from '#client/kit/chip.tsx'
import type { View } from '#client/surfaces/ledger/views.ts'
import { TITLES } from '#commands/title-kinds.ts'
import type { bills } from '#contract/bills.ts'
import type { OwedGroup } from '#domain/due.ts'
import type { BillStatus, CategoryKind, ContactKind, ReceivableStatus } from '#domain/enums.ts'
import { BILL_FILTER_FIELDS, type FilterField, RECEIVABLE_FILTER_FIELDS } from '#domain/filter-fields.ts'

export interface TitleKind {
  area: 'bills' | 'receivables'
  record: 'bill' | 'receivable'
  param: 'billId' | 'receivableId'
  rows: typeof bills
  title: string
  one: string
  party: string
  contactKind: ContactKind
  categoryKinds: readonly CategoryKind[]
  filterFields: readonly FilterField[]
  settled: string
  settledWord: string
  /** 'Saída' or 'Entrada'. */
  direction: string
  /** What an amount adds to a balance. */
  sign: 1 | -1
  status(status: string): StatusOf
  views: readonly View[]
  /** The names of the groups of what is owed. */
  owed: Readonly<Record<OwedGroup, string>>
}

/** What is owed, in groups: the list that whoever is of no office, and everybody on a phone, begins with. */
export const OWED_DIGIT = 6
const OWED_VIEW: View = {
  digit: OWED_DIGIT,
  title: 'Em aberto',
  filter: '',
  arrangement: { sort: [{ field: 'due_date' }], group: 'owed' },
}

const OPEN_BILL = 'status:pendente,"aguardando aprovação",aprovado,reprovado,"enviado para pagamento"'

export const BILL_KIND: TitleKind = {
  area: 'bills',
  record: 'bill',
  param: 'billId',
  rows: TITLES.bill.rows,
  title: 'Contas a pagar',
  one: 'conta a pagar',
  party: 'Fornecedor',
  contactKind: 'SUPPLIER',
  categoryKinds: ['DEBIT', 'CHARGE'],
  filterFields: BILL_FILTER_FIELDS,
  settled: TITLES.bill.settled,
  settledWord: TITLES.bill.settledWord,
  direction: 'Saída',
  sign: -1,
  status: status => ({ of: 'bill', status: status as BillStatus }),
  views: [
    { digit: 0, title: 'Todas', filter: '' },
    { digit: 1, title: 'Vencidas', filter: 'venc:vencidas', counted: true },
    { digit: 2, title: 'Vencem em 7 dias', filter: `${OPEN_BILL} venc:hoje..+7d` },
    { digit: 3, title: 'Sem categoria', filter: 'sem:categoria' },
    { digit: 4, title: 'A conciliar', filter: 'conciliado:não', counted: true },
    { digit: 5, title: 'Pagas', filter: 'status:pago' },
    OWED_VIEW,
  ],
  owed: { OVERDUE: 'Vencidas', WEEK: 'Esta semana', LATER: 'Depois', SETTLED: 'Pagas' },
}

export const RECEIVABLE_KIND: TitleKind = {
  area: 'receivables',
  record: 'receivable',
  param: 'receivableId',
  rows: TITLES.receivable.rows,
  title: 'Contas a receber',
  one: 'conta a receber',
  party: 'Cliente',
  contactKind: 'CUSTOMER',
  categoryKinds: ['CREDIT'],
  filterFields: RECEIVABLE_FILTER_FIELDS,
  settled: TITLES.receivable.settled,
  settledWord: TITLES.receivable.settledWord,
  direction: 'Entrada',
  sign: 1,
  status: status => ({ of: 'receivable', status: status as ReceivableStatus }),
  views: [
    { digit: 0, title: 'Todas', filter: '' },
    { digit: 1, title: 'Vencidas', filter: 'status:vencido', counted: true },
    { digit: 2, title: 'Vencem em 7 dias', filter: 'status:pendente venc:hoje..+7d', counted: true },
    { digit: 3, title: 'Sem categoria', filter: 'sem:categoria' },
    { digit: 4, title: 'A conciliar', filter: 'conciliado:não', counted: true },
    { digit: 5, title: 'Recebidas', filter: 'status:recebido' },
    OWED_VIEW,
  ],
  owed: { OVERDUE: 'Vencidas', WEEK: 'Esta semana', LATER: 'Depois', SETTLED: 'Recebidas' },
}

/** The kind a route belongs to, by its parameter. */
export const kindOf = (params: { billId?: string | undefined; receivableId?: string | undefined }, path: string): TitleKind =>
  params.receivableId !== undefined || /\/receivables(\/|$)/.test(path) ? RECEIVABLE_KIND : BILL_KIND
