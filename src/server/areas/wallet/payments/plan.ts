// What an order of these bills would pay, before it is made: one line for each bill, with what keeps it out.
import { sql } from 'kysely'
import type { PlannedPayment } from '#contract/payments.ts'
import { type StoredEntry, stored } from '#server/areas/ledger/entries/rows.ts'
import { fail } from '#server/base/fail.ts'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { paidBefore } from './guard.ts'
import { billTarget, NO_WAY_TO_PAY, whyNotPaid } from './orders.ts'
import { keysOfContacts } from './payees.ts'
import { readTarget, type Target } from './targets.ts'

type Bill = StoredEntry & { payee_name: string | null }

const findBills = (ctx: Context, ids: readonly string[]): Promise<Bill[]> =>
  all(
    ctx.db,
    sql<Bill>`select ${stored}, k.name as payee_name from unnest(${[...ids]}::uuid[]) with ordinality as asked(id, position)
      join entries e on e.company_id = ${ctx.companyId} and e.id = asked.id and e.kind = 'BILL' and e.deleted_at is null
      left join contacts k on k.company_id = e.company_id and k.id = e.contact_id order by asked.position`,
  )

export async function planPayments(ctx: Context, ids: readonly string[]): Promise<PlannedPayment[]> {
  ctx.need('bills', 'v')
  const bills = await findBills(ctx, ids)
  if (bills.length !== ids.length) throw fail('resource.not_found')
  const keys = await keysOfContacts(ctx, bills)
  const targets = new Map(bills.map(bill => [bill.id, targetOf(bill, keys, ctx.today)]))
  const known = await paidBefore(ctx, new Set([...targets.values()].flatMap(target => target?.payee_key ?? [])))
  return bills.map(bill => planned(bill, targets.get(bill.id), known))
}

/** Undefined of a bill that says no way to pay it, or one that cannot be read. */
function targetOf(bill: StoredEntry, keys: ReadonlyMap<string, string>, today: string): Target | undefined {
  const input = billTarget(bill, keys)
  try {
    return input && readTarget(input, today)
  } catch {
    return undefined
  }
}

function planned(bill: Bill, way: Target | undefined, known: ReadonlySet<string>): PlannedPayment {
  const { target } = way ?? {}
  return {
    bill_id: bill.id,
    amount_cents: bill.amount_cents,
    due_date: bill.due_date,
    description: bill.additional_information,
    payee_name: bill.payee_name,
    kind: target === undefined ? null : target.kind === 'BOLETO' ? 'BOLETO' : 'PIX_KEY',
    pix_key: target?.kind === 'PIX_KEY' ? target.pix_key : null,
    digitable_line: target?.digitable_line ?? null,
    approved: bill.status === 'APPROVED',
    known_payee: way !== undefined && known.has(way.payee_key),
    refusal: whyNotPaid(bill)?.reason ?? (way === undefined ? NO_WAY_TO_PAY : null),
  }
}
