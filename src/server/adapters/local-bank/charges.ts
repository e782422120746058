// Charges at the local bank: registered, paid by whoever reads the code or the slip, and by a local payer who pays on time.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Day, dayInSaoPaulo } from '#domain/days.ts'
import { endToEndId } from '#domain/payments/pix-ids.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { ChargeRequest, ChargeState, LocationCharge, Party } from '../payments.ts'
import { type BankAccountRow, findBankAccount, post } from './accounts.ts'
import { at, atBank, type Ground, LOCAL_LOCATIONS, localParty } from './ground.ts'
import { registerSlip, setSlip } from './slips.ts'

const PAYS_AFTER_MS = 60_000
/** A charge of so many reais and 99 cents is never paid by the local payer: somebody must, or it expires. */
const NEVER_PAID_CENTS = 99
const LOCAL_PAYER: Party = { name: 'Cliente do ambiente local', document_number: '52998224725', bank_name: 'Banco do Brasil S.A.' }

interface ChargeRow extends ChargeState {
  account_id: string
  txid: string
  barcode: string | null
  request: ChargeRequest
  pays_at: string | null
  refund_ids: string[]
}

const OPEN = sql`c.status = 'OPEN'`
const findCharge = (db: Db, where: ReturnType<typeof sql>): Promise<ChargeRow | undefined> =>
  first(db, sql<ChargeRow>`select * from local_bank_charges c where ${where} for update`)

const stateOf = (row: ChargeRow): ChargeState => ({
  id: row.id,
  status: row.status,
  paid_at: row.paid_at,
  paid_cents: row.paid_cents,
  refunded_cents: row.refunded_cents,
  end_to_end_id: row.end_to_end_id,
  paid_with: row.paid_with,
})

export function registerCharge(ground: Ground, request: ChargeRequest): Promise<ChargeState | undefined> {
  return atBank(ground, async db => {
    const pays = request.amount_cents % 100 === NEVER_PAID_CENTS ? null : at(ground.clock.now() + PAYS_AFTER_MS)
    await sql`insert into local_bank_charges (id, account_id, txid, barcode, request, status, pays_at)
      values (${request.id}, ${request.account_id}, ${request.txid}, ${request.barcode}, ${JSON.stringify(request)}::jsonb, 'OPEN',
        ${pays}) on conflict do nothing`.execute(db)
    const account = (await findBankAccount(db, request.account_id)) as BankAccountRow
    if (request.barcode !== null)
      await registerSlip(db, {
        barcode: request.barcode,
        amount_cents: request.amount_cents,
        due_date: request.due_date,
        fine_basis_points: 0,
        monthly_interest_basis_points: 0,
        recipient: localParty(account),
        payer: request.payer,
        reference_number: request.txid.slice(0, 20),
      })
    const row = await findCharge(db, sql`c.id = ${request.id}`)
    return row && stateOf(row)
  })
}

/** Its state now; the local payer's payment falls due as the clock goes. */
export function chargeState(ground: Ground, id: string): Promise<ChargeState | undefined> {
  return atBank(ground, async db => {
    const row = await findCharge(db, sql`c.id = ${id}`)
    return row && stateOf(await payIfDue(ground, db, row))
  })
}

/** Lets the local payer pay what fell due to this account. */
export function payDueCharges(ground: Ground, accountId: string): Promise<void> {
  return atBank(ground, async db => {
    const due = await all(
      db,
      sql<ChargeRow>`
        select * from local_bank_charges c where c.account_id = ${accountId} and ${OPEN} and c.pays_at <= ${at(ground.clock.now())}
        order by c.id for update`,
    )
    for (const row of due) await payIfDue(ground, db, row)
  })
}

async function payIfDue(ground: Ground, db: Db, row: ChargeRow): Promise<ChargeRow> {
  if (row.status !== 'OPEN' || row.pays_at === null || Date.parse(row.pays_at) > ground.clock.now()) return row
  if (dayInSaoPaulo(ground.clock.now()) > row.request.expiration_date) return row
  await receive(ground, db, row, {
    payer: LOCAL_PAYER,
    end_to_end_id: endToEndId('00000000', ground.clock.now(), randomBytes(11)),
    with: row.barcode === null ? 'PIX' : 'BOLETO',
  })
  return (await findCharge(db, sql`c.id = ${row.id}`)) ?? row
}

/** The open charge behind a location, or behind a slip. */
export const openChargeOf = (db: Db, of: { txid: string } | { barcode: string }): Promise<ChargeRow | undefined> =>
  findCharge(db, 'txid' in of ? sql`c.txid = ${of.txid}` : sql`c.barcode = ${of.barcode}`)

export const txidOfLocation = (url: string): string => (url.startsWith(`${LOCAL_LOCATIONS}/`) ? url.slice(LOCAL_LOCATIONS.length + 1) : '')

/** Credits the account of a charge with what was paid, the bank's fee off as a movement of its own. */
export async function receive(
  ground: Ground,
  db: Db,
  row: ChargeRow,
  payment: { payer: Party; end_to_end_id: string | null; with: 'PIX' | 'BOLETO' },
): Promise<void> {
  const { amount_cents, fee_cents } = row.request
  await post(ground, db, {
    account_id: row.account_id,
    type: payment.with === 'PIX' ? 'PIX_IN' : 'BOLETO_IN',
    amount_cents,
    description: `${payment.with === 'PIX' ? 'Pix recebido' : 'Boleto recebido'} de ${payment.payer.name}`,
    counterparty: payment.payer,
    end_to_end_id: payment.end_to_end_id,
    reference: row.id,
  })
  if (fee_cents > 0)
    await post(ground, db, {
      account_id: row.account_id,
      type: 'FEE',
      amount_cents: -fee_cents,
      description: 'Tarifa de cobrança',
      reference: row.id,
    })
  if (row.barcode !== null) await setSlip(db, row.barcode, 'PAID')
  await sql`update local_bank_charges set status = 'PAID', paid_at = ${at(ground.clock.now())}, paid_cents = ${amount_cents},
    paid_with = ${payment.with}, end_to_end_id = ${payment.end_to_end_id} where id = ${row.id}`.execute(db)
}

export function cancelCharge(ground: Ground, id: string): Promise<ChargeState | undefined> {
  return atBank(ground, async db => {
    const row = await findCharge(db, sql`c.id = ${id}`)
    if (row?.status === 'OPEN') {
      await sql`update local_bank_charges set status = 'CANCELLED' where id = ${id}`.execute(db)
      if (row.barcode !== null) await setSlip(db, row.barcode, 'CANCELLED')
    }
    const after = await findCharge(db, sql`c.id = ${id}`)
    return after && stateOf(after)
  })
}

/** Gives money back while the account has it; the same refund asked twice is one. */
export function refundCharge(
  ground: Ground,
  request: { id: string; charge_id: string; amount_cents: number },
): Promise<ChargeState | undefined> {
  return atBank(ground, async db => {
    const row = await findCharge(db, sql`c.id = ${request.charge_id}`)
    if (!row) return undefined
    const asked = row.refund_ids.includes(request.id)
    const account = await findBankAccount(db, row.account_id)
    const covered = (account?.balance_cents ?? 0) >= request.amount_cents
    if (
      !asked &&
      covered &&
      (row.status === 'PAID' || row.status === 'REFUNDED') &&
      row.refunded_cents + request.amount_cents <= row.paid_cents
    ) {
      await post(ground, db, {
        account_id: row.account_id,
        type: 'REFUND_OUT',
        amount_cents: -request.amount_cents,
        description: 'Devolução de cobrança',
        end_to_end_id: row.end_to_end_id,
        reference: row.id,
      })
      await sql`
        update local_bank_charges
        set refunded_cents = refunded_cents + ${request.amount_cents}, refund_ids = refund_ids || ${request.id}::uuid,
        status = case when refunded_cents + ${request.amount_cents} = paid_cents then 'REFUNDED' else status end
        where id = ${row.id}`.execute(db)
    }
    const after = await findCharge(db, sql`c.id = ${request.charge_id}`)
    return after && stateOf(after)
  })
}

export async function location(ground: Ground, url: string): Promise<LocationCharge | undefined> {
  return atBank(ground, async db => {
    const row = await openChargeOf(db, { txid: txidOfLocation(url) })
    if (!row) return undefined
    const account = (await findBankAccount(db, row.account_id)) as BankAccountRow
    return {
      txid: row.txid,
      amount_cents: row.request.amount_cents,
      due_date: row.request.due_date,
      payable: isPayable(row, dayInSaoPaulo(ground.clock.now())),
      recipient: localParty(account),
      additional_information: row.request.additional_information,
    }
  })
}

export const isPayable = (row: ChargeRow, day: Day): boolean => row.status === 'OPEN' && day <= row.request.expiration_date
