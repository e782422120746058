// Payments out of the local bank: accepted at once, settled a little later, once per id however often they are sent.
import { sql } from 'kysely'
import { type Day, dayInSaoPaulo } from '#domain/days.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import { slipPaymentDay } from '#domain/payments/slip-hours.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Party, PaymentRefusal, PaymentRequest, PaymentState } from '../payments.ts'
import { type BankAccountRow, findBankAccount, post } from './accounts.ts'
import { isPayable, openChargeOf, receive, txidOfLocation } from './charges.ts'
import { at, atBank, type FaultMode, type Ground, localParty } from './ground.ts'
import { findKeyRow } from './keys.ts'
import { costOf, findSlipRow, setSlip } from './slips.ts'

const SETTLES_AFTER_MS = { PIX_KEY: 2000, PIX_ACCOUNT: 2000, PIX_QR: 2000, BOLETO: 20_000 } as const
const TWO_HOURS_MS = 7_200_000

interface PaymentRow extends PaymentState {
  account_id: string
  request: PaymentRequest
  settles_at: string
}

/** Who gets it and, when that is an account here, where it lands; or why it cannot be paid. */
interface Resolved {
  payee: Party | null
  refusal: PaymentRefusal | null
  land?: (db: Db, payer: Party) => Promise<void>
}

const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  first(db, sql<PaymentRow>`select * from local_bank_payments where id = ${id} for update`)

const stateOf = ({ id, status, refusal, transaction_code, settled_at, payee }: PaymentRow): PaymentState => ({
  id,
  status,
  refusal,
  transaction_code,
  settled_at,
  payee,
})

const refused = (refusal: PaymentRefusal): Resolved => ({ payee: null, refusal })

async function resolve(ground: Ground, db: Db, request: PaymentRequest): Promise<Resolved> {
  const { target } = request
  switch (target.kind) {
    case 'PIX_KEY':
      return resolveKey(ground, db, request, target.pix_key)
    case 'PIX_ACCOUNT':
      return {
        payee: {
          name: target.account.name,
          document_number: target.account.document_number,
          bank_name: `Banco ${target.account.routing_number}`,
        },
        refusal: null,
      }
    case 'PIX_QR':
      return resolveCode(ground, db, request, target.emv_code)
    case 'BOLETO':
      return resolveSlip(ground, db, request, target.barcode, slipPaymentDay(ground.clock.now()))
  }
}

async function resolveKey(ground: Ground, db: Db, request: PaymentRequest, key: string): Promise<Resolved> {
  const row = await findKeyRow(db, key)
  if (!row) return refused('key_not_found')
  const { account_id } = row
  if (account_id === null) return { payee: row.holder, refusal: null }
  const land = async (within: Db, payer: Party) => {
    await post(ground, within, {
      account_id,
      type: 'PIX_IN',
      amount_cents: request.amount_cents,
      description: `Pix recebido de ${payer.name}`,
      counterparty: payer,
      end_to_end_id: request.end_to_end_id,
    })
  }
  return { payee: row.holder, refusal: null, land }
}

async function resolveCode(ground: Ground, db: Db, request: PaymentRequest, emv: string): Promise<Resolved> {
  const code = parseBrCode(emv)
  if (!code || code.kind === 'RECURRENCE') return refused('code_unreadable')
  if (code.pix_key !== null) {
    if (code.amount_cents !== null && code.amount_cents !== request.amount_cents) return refused('amount_mismatch')
    return resolveKey(ground, db, request, readPixKey(code.pix_key)?.key ?? code.pix_key)
  }
  const charge = await openChargeOf(db, { txid: txidOfLocation(code.url ?? '') })
  if (!charge) return refused('key_not_found')
  if (!isPayable(charge, dayInSaoPaulo(ground.clock.now()))) return refused('already_paid')
  if (charge.request.amount_cents !== request.amount_cents) return refused('amount_mismatch')
  const owner = (await findBankAccount(db, charge.account_id)) as BankAccountRow
  return {
    payee: localParty(owner),
    refusal: null,
    land: (within, payer) => receive(ground, within, charge, { payer, end_to_end_id: request.end_to_end_id, with: 'PIX' }),
  }
}

/** A slip of collection is in no registry: what was typed counts. */
async function resolveSlip(ground: Ground, db: Db, request: PaymentRequest, barcode: string, day: Day): Promise<Resolved> {
  const slip = await findSlipRow(db, barcode)
  if (!slip) return { payee: null, refusal: null }
  if (slip.status === 'CANCELLED') return refused('slip_not_found')
  if (slip.status === 'PAID') return refused('already_paid')
  if (costOf(slip, day).total_cents !== request.amount_cents) return refused('amount_mismatch')
  const charge = await openChargeOf(db, { barcode })
  if (charge && !isPayable(charge, day)) return refused('already_paid')
  return {
    payee: slip.recipient,
    refusal: null,
    land: async (within, payer) => {
      if (charge) await receive(ground, within, charge, { payer, end_to_end_id: null, with: 'BOLETO' })
      await setSlip(within, barcode, 'PAID')
    },
  }
}

/** Accepts or refuses; the second time the same id only answers. */
export function pay(ground: Ground, request: PaymentRequest, fault: FaultMode | undefined): Promise<PaymentState> {
  return atBank(ground, async db => {
    const known = await findPayment(db, request.id)
    if (known) return stateOf(known)
    const { payee, refusal } = await resolve(ground, db, request)
    const settles = settlesAt(ground.clock.now(), request.target.kind) + (fault === 'delay_2h' ? TWO_HOURS_MS : 0)
    await sql`insert into local_bank_payments (id, account_id, request, status, refusal, payee, settles_at)
      values (${request.id}, ${request.account_id}, ${JSON.stringify(request)}::jsonb, ${refusal ? 'REJECTED' : 'ACCEPTED'}, ${refusal},
        ${payee ? JSON.stringify(payee) : null}::jsonb, ${at(settles)}) on conflict do nothing`.execute(db)
    const state = stateOf((await findPayment(db, request.id)) as PaymentRow)
    return said(state, fault)
  })
}

/** A bank that says one thing and did another, or answers with a word it has overtaken since. */
function said(state: PaymentState, fault: FaultMode | undefined): PaymentState {
  if (fault === 'contradiction') return { ...state, status: 'REJECTED', refusal: 'refused' }
  return fault === 'out_of_order' ? { ...state, status: 'ACCEPTED', settled_at: null, transaction_code: null } : state
}

/** Soon; a slip after hours on the morning of the day it is paid. */
function settlesAt(now: number, kind: PaymentRequest['target']['kind']): number {
  const day = slipPaymentDay(now)
  if (kind === 'BOLETO' && day > dayInSaoPaulo(now)) return Date.parse(`${day}T06:00:00-03:00`)
  return now + SETTLES_AFTER_MS[kind]
}

export function paymentState(ground: Ground, id: string, fault: FaultMode | undefined): Promise<PaymentState | undefined> {
  return atBank(ground, async db => {
    const row = await findPayment(db, id)
    return row && said(stateOf(await settleIfDue(ground, db, row)), fault)
  })
}

/** Settles what fell due of an account, in the order it was accepted. */
export function settleDuePayments(ground: Ground, accountId: string): Promise<void> {
  return atBank(ground, async db => {
    const due = await all(
      db,
      sql<PaymentRow>`
        select * from local_bank_payments
        where account_id = ${accountId} and status = 'ACCEPTED' and settles_at <= ${at(ground.clock.now())} order by settles_at, id
        for update`,
    )
    for (const row of due) await settleIfDue(ground, db, row)
  })
}

async function settleIfDue(ground: Ground, db: Db, row: PaymentRow): Promise<PaymentRow> {
  if (row.status !== 'ACCEPTED' || Date.parse(row.settles_at) > ground.clock.now()) return row
  const account = (await first(
    db,
    sql<BankAccountRow>`select * from local_bank_accounts where id = ${row.account_id} for update`,
  )) as BankAccountRow
  const { request } = row
  const resolved = await resolve(ground, db, request)
  const refusal = resolved.refusal ?? (account.balance_cents < request.amount_cents ? 'insufficient_funds' : null)
  if (refusal) {
    await sql`update local_bank_payments set status = 'REJECTED', refusal = ${refusal} where id = ${row.id}`.execute(db)
    return (await findPayment(db, row.id)) ?? row
  }
  const boleto = request.target.kind === 'BOLETO'
  const code = await post(ground, db, {
    account_id: row.account_id,
    type: boleto ? 'BOLETO_OUT' : 'PIX_OUT',
    amount_cents: -request.amount_cents,
    description: boleto
      ? `Pagamento de boleto${resolved.payee ? ` a ${resolved.payee.name}` : ''}`
      : `Pix enviado a ${resolved.payee?.name ?? ''}`,
    counterparty: resolved.payee,
    end_to_end_id: request.end_to_end_id,
    reference: row.id,
  })
  await resolved.land?.(db, localParty(account))
  await sql`
    update local_bank_payments set status = 'SETTLED', settled_at = ${at(ground.clock.now())}, transaction_code = ${code}
    where id = ${row.id}`.execute(db)
  return (await findPayment(db, row.id)) ?? row
}
