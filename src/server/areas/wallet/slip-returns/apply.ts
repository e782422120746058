// What an occurrence does: the slip moves on, what was asked of the bank is answered, and money on the account settles its receivable once.
import type { Agreement } from '#contract/collection.ts'
import type { OccurrenceMeaning } from '#domain/collection/occurrences.ts'
import type { SlipNumbers } from '#domain/collection/our-number.ts'
import { answeredBy, slipAfter } from '#domain/collection/slip-states.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import type { StatementRow } from '#domain/statements/statement-file.ts'
import { insertLines, insertStatement } from '#server/areas/banking/bank-statements/rows.ts'
import { lockAccounts } from '#server/areas/banking/imports/taking-rows.ts'
import { invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { identityKey } from '#server/parsers/statement-reader.ts'
import { barsOf, codesOf } from '../bank-slips/codes.ts'
import { changeSlips, lockSlips, type SlipChange } from '../bank-slips/rows.ts'
import { afterSlipsPaid } from '../charges/beside.ts'
import { link } from '../digital-account/settling.ts'
import { answerOrders, linesByTransaction, openOrders } from './rows.ts'

export interface Told {
  slip_id: string | null
  occurrence: string
  meaning: OccurrenceMeaning
  reason: string
  paid_cents: number
  /** Of a slip that had none: those that the bank gives it. */
  numbers?: SlipNumbers | undefined
  /** The credit on the account, where the occurrence brings one. */
  money: StatementRow | undefined
}

interface Line {
  id: string
  amount_cents: number
  date: string
  conciliation_id: string | null
}

/** Writes what each occurrence tells, in the order of the file; gives the statement line of each, where it has one. */
export async function applyOccurrences(ctx: Context, agreement: Agreement, told: readonly Told[]): Promise<(string | null)[]> {
  const lines = await bringLines(ctx, agreement, told)
  const ids = [...new Set(told.flatMap(({ slip_id }) => slip_id ?? []))]
  const slips = new Map((await lockSlips(ctx.db, ctx.companyId, ids)).map(slip => [slip.id, slip]))
  const orders = await openOrders(ctx.db, ctx.companyId, ids)
  const changes = new Map<string, SlipChange>()
  const answers: { id: string; done: boolean; reason: string | null }[] = []
  const paid: string[] = []
  const settled: { receivable_id: string; line: Line }[] = []
  for (const [at, each] of told.entries()) {
    const slip = each.slip_id === null ? undefined : slips.get(each.slip_id)
    if (!slip) continue
    const change = changes.get(slip.id) ?? { id: slip.id }
    const before = change.status ?? slip.status
    const after = slipAfter(before, each.meaning)
    const line = lines[at]
    if (after) change.status = after
    if (after === 'REFUSED') change.refusal = `ocorrência ${each.occurrence}${each.reason ? `, ${each.reason}` : ''}`
    if (after === 'REGISTERED') change.refusal = null
    if (each.numbers) Object.assign(change, codesOf(slip.bank_code, slip, each.numbers))
    if (after === 'PAID') {
      Object.assign(change, { paid_cents: each.paid_cents, paid_on: each.money?.day ?? ctx.today, line_id: line?.id ?? null })
      if (slip.receivable_id !== null) paid.push(slip.receivable_id)
      if (line && slip.receivable_id !== null) settled.push({ receivable_id: slip.receivable_id, line })
    }
    const answer = answeredBy(each.occurrence, each.meaning)
    const order =
      answer && orders.find(one => one.slip_id === slip.id && answer.kinds.includes(one.kind) && !answers.some(({ id }) => id === one.id))
    if (answer && order) {
      answers.push({
        id: order.id,
        done: answer.done,
        reason: answer.done ? null : `ocorrência ${each.occurrence}${each.reason ? `, ${each.reason}` : ''}`,
      })
      if (answer.done && order.rebate_cents !== null) change.rebate_cents = order.rebate_cents
      if (answer.done && order.due_date !== null) Object.assign(change, dueOn(slip, order.due_date))
    }
    if (Object.keys(change).length > 1) changes.set(slip.id, change)
  }
  await changeSlips(ctx.db, ctx.companyId, [...changes.values()])
  await answerOrders(ctx.db, ctx.companyId, answers)
  await afterSlipsPaid(ctx, paid)
  for (const { receivable_id, line } of settled) if (line.conciliation_id === null) await link(ctx, 'RECEIVABLE', receivable_id, line)
  ctx.touch(...changes.keys())
  return lines.map(line => line?.id ?? null)
}

/** The bars carry the day: another due date makes others. */
function dueOn(slip: { bank_code: string; amount_cents: number; barcode: string }, due_date: string): Partial<SlipChange> {
  return { due_date, ...barsOf(slip.bank_code, { amount_cents: slip.amount_cents, due_date }, slip.barcode.slice(19)) }
}

/** The credits as lines of the account's statement; one that a file brought before is the same line. */
async function bringLines(ctx: Context, agreement: Agreement, told: readonly Told[]): Promise<(Line | undefined)[]> {
  const rows = told.flatMap(({ money }) => money ?? [])
  if (rows.length === 0) return told.map(() => undefined)
  const { bank_account_id } = agreement
  // The same lock as an import: the two never add the same movement side by side.
  const status = (await lockAccounts(ctx.db, ctx.companyId, [bank_account_id])).get(bank_account_id)
  if (status !== 'ACTIVE') throw invalid('agreement_id', 'A conta deste convênio está arquivada: reative-a antes de ler o retorno')
  const stored = await linesByTransaction(
    ctx.db,
    ctx.companyId,
    bank_account_id,
    rows.flatMap(row => row.fitid ?? []),
  )
  const known = new Map<string, Line>(stored.map(line => [`${line.transaction_id}|${line.date}|${line.amount_cents}`, line]))
  const keyOf = (row: StatementRow): string => `${row.fitid ?? ''}|${row.day}|${row.amount_cents}`
  const fresh: (Line & { row: StatementRow })[] = []
  for (const row of rows) {
    if (known.has(keyOf(row))) continue
    const line = { id: ctx.newId(), amount_cents: row.amount_cents, date: row.day, conciliation_id: null, row }
    known.set(keyOf(row), line)
    fresh.push(line)
  }
  if (fresh.length > 0) {
    const days = fresh.map(line => line.date).sort()
    const statement_id = ctx.newId()
    await insertStatement(ctx.db, ctx.companyId, {
      id: statement_id,
      bank_account_id,
      source: 'CNAB',
      start_date: days[0] ?? ctx.today,
      end_date: days.at(-1) ?? ctx.today,
    })
    await insertLines(
      ctx.db,
      ctx.companyId,
      { bank_account_id, statement_id },
      fresh.map(({ id, row }) => ({
        id,
        date: row.day,
        description: row.memo,
        amount_cents: row.amount_cents,
        transaction_id: row.fitid ?? null,
        identity_key: identityKey(row),
        memo_pattern: memoPattern(row.memo),
      })),
    )
    ctx.touch(...fresh.map(line => line.id))
  }
  return told.map(({ money }) => (money ? known.get(keyOf(money)) : undefined))
}
