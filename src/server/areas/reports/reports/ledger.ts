// The general ledger: one page per account, category or contact, on the screen and in a sheet.

import type { contract } from '#contract/index.ts'
import type { LedgerPage, Ledger as LedgerReport } from '#contract/ledger-report.ts'
import { addDays, type Day } from '#domain/days.ts'
import { groupBy, UNCATEGORIZED } from '#domain/income-statement.ts'
import { type LedgerSubject, ledgerPage } from '#domain/ledger.ts'
import type { Cell } from '#domain/sheets.ts'
import { compareText } from '#domain/text.ts'
import { accountLabel } from '#server/areas/banking/bank-accounts/handlers.ts'
import { balancesAt, listAccounts } from '#server/areas/banking/bank-accounts/rows.ts'
import { listContacts } from '#server/areas/ledger/contacts/rows.ts'
import { fail, tooManyRows } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { sheetReply } from '#server/sheets/reply.ts'
import { reportPeriod } from '../income-statement/period.ts'
import { type Interval, reportCategories } from '../income-statement/rows.ts'
import { ledgerRows, ledgerSums } from './rows.ts'

type LedgerHandlers = Handlers<(typeof contract)['ledgerReport']>
type LedgerQuery = Parameters<LedgerHandlers['get']>[1]['query']

const MAX_ROWS = 50_000
/** Before the first day anything can be dated. */
const BEGINNING = '1900-01-01'

export const ledgerReportHandlers: LedgerHandlers = {
  get: (ctx, { query }) => ledger(ctx, query),

  async download(ctx, { query }) {
    const { pages, ...report } = await ledger(ctx, query)
    const names = await namesOf(ctx)
    const rows = pages.flatMap(page => [
      sumRow(page.name, 'Saldo inicial', report.start_date, page.opening_cents),
      ...page.movements.map((movement): Cell[] => [
        { text: page.name },
        { day: movement.date },
        { text: movement.description },
        text(movement.document_number),
        text(names.account(movement.bank_account_id)),
        text(names.category(movement.category_id)),
        text(names.contact(movement.contact_id)),
        movement.amount_cents > 0 ? { cents: movement.amount_cents } : null,
        movement.amount_cents > 0 ? null : { cents: -movement.amount_cents },
        { cents: movement.balance_cents },
      ]),
      sumRow(page.name, 'Saldo final', report.end_date, page.closing_cents),
    ])
    return sheetReply(`Livro razão ${report.start_date} a ${report.end_date}`, query.format, HEADER, rows)
  },
}

const HEADER = ['Razão de', 'Data', 'Histórico', 'Documento', 'Conta', 'Categoria', 'Contato', 'Entrada', 'Saída', 'Saldo']
const text = (value: string | null): Cell => (value ? { text: value } : null)
const sumRow = (name: string, what: string, day: Day, cents: number): Cell[] => [
  { text: name },
  { day },
  { text: what },
  null,
  null,
  null,
  null,
  null,
  null,
  { cents },
]

async function ledger(ctx: Context, query: LedgerQuery): Promise<LedgerReport> {
  const interval = reportPeriod(query, ctx.today)
  const { by, subject_ids: ids } = query
  const subjects = await subjectsOf(ctx, by)
  if (ids?.some(id => !subjects.some(subject => subject.id === id))) throw fail('resource.not_found')
  const rows = await ledgerRows(ctx.db, ctx.companyId, by, interval, ids, MAX_ROWS + 1)
  if (rows.length > MAX_ROWS) throw tooManyRows()
  const opening = await openings(ctx, by, interval, ids)
  const movements = groupBy(rows, row => row.subject_id)
  const asked = ids?.length ? subjects.filter(subject => subject.id !== null && ids.includes(subject.id)) : subjects
  const pages = asked.flatMap(({ id, name }): LedgerPage[] => {
    const own = (movements.get(id) ?? []).map(({ subject_id: _, ...movement }) => movement)
    const page = ledgerPage(opening.get(id) ?? 0, own)
    const idle = own.length === 0 && page.opening_cents === 0 && !ids?.length
    return idle ? [] : [{ id, name, ...page }]
  })
  return { ...interval, by, pages }
}

interface Subject {
  id: string | null
  name: string
}

/** What the ledger has pages of, in their order; last the entries without one. */
async function subjectsOf({ db, companyId, today }: Context, by: LedgerSubject): Promise<Subject[]> {
  if (by === 'account') return (await listAccounts(db, companyId, today)).map(account => ({ id: account.id, name: accountLabel(account) }))
  if (by === 'category') return [...(await reportCategories(db, companyId)), { id: null, name: UNCATEGORIZED }]
  const contacts = await listContacts(db, companyId, {})
  return [...[...contacts].sort((a, b) => compareText(a.name, b.name)), { id: null, name: 'Sem contato' }]
}

/** An account opens with its balance, a contact with all that moved before, a category anew each year as results do. */
async function openings(
  { db, companyId }: Context,
  by: LedgerSubject,
  { start_date }: Interval,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string | null, number>> {
  const end_date = addDays(start_date, -1)
  if (by === 'account') {
    const balances = await balancesAt(db, companyId, end_date, ids)
    return new Map(balances.map(account => [account.bank_account_id, account.balance_cents]))
  }
  const yearStart = `${start_date.slice(0, 4)}-01-01`
  const since = { start_date: by === 'category' ? yearStart : BEGINNING, end_date }
  const sums = await ledgerSums(db, companyId, by, since, ids)
  return new Map(sums.map(sum => [sum.subject_id, sum.amount_cents]))
}

/** Names of what a movement points to. */
async function namesOf(ctx: Context) {
  const tables = await Promise.all((['account', 'category', 'contact'] as const).map(by => subjectsOf(ctx, by)))
  const [account, category, contact] = tables.map(subjects => {
    const names = new Map(subjects.map(subject => [subject.id, subject.name]))
    return (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  }) as [NameOf, NameOf, NameOf]
  return { account, category, contact }
}
type NameOf = (id: string | null) => string | null
