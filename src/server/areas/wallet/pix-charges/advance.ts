// A charge at the company's own bank: registered and removed by its txid, settled by the Pix that paid it, given back by our own ids.
import { dayInSaoPaulo, diffDays } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { payerTotal } from '#domain/payments/charges.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import type { PixBank, PixChargeKind, PixChargeRequest, ReceivedPix } from '#server/adapters/pix-api/bank.ts'
import { PixRefused } from '#server/adapters/pix-api/client.ts'
import { changeEntries, lockEntries } from '#server/areas/ledger/entries/rows.ts'
import { isSettled } from '#server/areas/ledger/entries/sql.ts'
import { beforeSettlement } from '#server/areas/ledger/entries/writing.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { isClosedPeriod } from '#server/kernel/database-errors.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { writeOffSlips } from '../charges/beside.ts'
import { endRefund, markContested, markPaid, type StoredCharge, setRegistered, setRemoved } from '../charges/rows.ts'
import { tellCreator } from '../charges/telling.ts'
import { tellPaid } from '../digital-account/telling.ts'
import { findPixAgreementEver } from '../pix-agreements/rows.ts'
import { bankOf } from '../pix-agreements/vault.ts'

const TAGS = ['billings', 'receivables', 'bank_slips', 'entries', 'suggestions', 'batches'] as const
const LONGEST_WAIT = 900
const afterSilence = doubling(5, LONGEST_WAIT)
/** A refund takes its time at the bank: one minute, two, four … an hour. */
const whileRefunding = doubling(60, 3600)
/** The look at a refund under way that falls a day after the first. */
const A_DAY_OF_LOOKS = 29

/** Gives the seconds until the next look, while the bank has something left to say. */
export async function advancePixCharge(services: Services, charge: StoredCharge, step: MoneyStep): Promise<number | undefined> {
  const { company_id, pix_agreement_id } = charge
  const agreement = await inCompany(services, company_id, db => findPixAgreementEver(db, company_id, pix_agreement_id ?? ''))
  const kind = kindOf(charge)
  try {
    const bank = agreement && (await bankOf(services, company_id, agreement.id))
    if (!bank) return undefined
    const state = await bank.charge(kind, charge.txid)
    if (!state)
      return charge.status === 'PENDING' && charge.billing_id === null
        ? await register(services, charge, bank, agreement.pix_key)
        : undefined
    const [pix] = state.received
    if (pix && charge.paid_at === null) {
      await take(services, charge, pix, agreement.bank_account_id)
      return undefined
    }
    if (pix) return await follow(services, charge, bank, pix, step.attempt)
    if (charge.status === 'CANCELLED' && state.status === 'OPEN') return await takeBack(bank, kind, charge.txid)
    if (charge.status !== 'PENDING') return undefined
    if (state.status === 'REMOVED') await remove(services, charge, 'O banco retirou a cobrança.')
    else if (charge.billing_id === null)
      await inBatch(services, batchOf(charge, `Cobrança de ${formatCents(charge.transaction_amount)} registrada no banco`), db =>
        setRegistered(db, company_id, charge.id, charge.txid, state.emv_code),
      )
    return undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return afterSilence(step.attempt)
  }
}

/** A bank refuses to remove what is being paid at this moment: it is looked at again until it says what it became. */
async function takeBack(bank: PixBank, kind: PixChargeKind, txid: string): Promise<number | undefined> {
  try {
    await bank.removeCharge(kind, txid)
    return undefined
  } catch (error) {
    if (!(error instanceof PixRefused)) throw error
    return LONGEST_WAIT
  }
}

/** With a payer it has a due date; a code for whoever has it only ends. */
const kindOf = ({ payer }: StoredCharge): PixChargeKind => (payer ? 'cobv' : 'cob')

const batchOf = (charge: StoredCharge, label: string) => ({
  company_id: charge.company_id,
  user_id: charge.created_by ?? undefined,
  command: 'billings.create',
  label,
  tags: TAGS,
})

/** Looked at once more at once: what the bank now has is what counts, and it may have been cancelled here meanwhile. */
async function register(services: Services, charge: StoredCharge, bank: PixBank, pixKey: string): Promise<number | undefined> {
  try {
    await bank.putCharge(requestOf(charge, pixKey, services.clock.now()))
    return 0
  } catch (error) {
    if (!(error instanceof PixRefused)) throw error
    await remove(services, charge, error.message)
    return undefined
  }
}

function requestOf(charge: StoredCharge, pix_key: string, now: number): PixChargeRequest {
  const { txid, due_date, expiration_date, payer } = charge
  const terms = { txid, pix_key, amount_cents: payerTotal(charge), description: charge.additional_information }
  if (payer)
    return {
      ...terms,
      kind: 'cobv',
      due_date,
      days_after: diffDays(due_date, expiration_date),
      payer: { name: payer.name, document_number: payer.document_number ?? '' },
    }
  const end = Date.parse(`${expiration_date}T23:59:59-03:00`)
  return { ...terms, kind: 'cob', lasts_seconds: Math.max(1, Math.floor((end - now) / 1000)) }
}

async function remove(services: Services, charge: StoredCharge, reason: string): Promise<void> {
  const label = `Cobrança de ${formatCents(charge.transaction_amount)} recusada pelo banco`
  await inBatch(services, batchOf(charge, label), async db => {
    if (await setRemoved(db, charge.company_id, charge.id, reason)) await tellCreator(db, charge, label, reason)
  })
}

/** The receivable first, in a batch of its own that a person may undo; then the charge, which stays paid. */
async function take(services: Services, charge: StoredCharge, pix: ReceivedPix, bankAccountId: string): Promise<void> {
  const isLate = charge.status === 'CANCELLED' || dayInSaoPaulo(Date.parse(pix.at)) > charge.expiration_date
  if (!isLate) await settle(services, charge, pix, bankAccountId)
  await inBatch(services, batchOf(charge, `Cobrança de ${formatCents(charge.transaction_amount)} paga por Pix`), async db => {
    const paid = await markPaid(db, charge.company_id, charge.id, { paid_at: pix.at, paid_with: 'PIX', end_to_end_id: pix.end_to_end_id })
    if (paid) await tellPaid(db, charge, paid)
    if (paid && !paid.needs_refund && charge.receivable_id !== null)
      await writeOffSlips(db, charge.company_id, charge.receivable_id, services.clock.now())
  })
}

/** As a person marks it as received; the statement line proves it later. A closed day leaves it to a person. */
async function settle(services: Services, charge: StoredCharge, pix: ReceivedPix, bankAccountId: string): Promise<void> {
  const { company_id, receivable_id } = charge
  if (receivable_id === null) return
  const batch = { ...batchOf(charge, `Recebida por Pix: ${formatCents(pix.amount_cents)}`), command: 'receivables.move' }
  try {
    await inBatch(services, batch, async db => {
      const [title] = await lockEntries(db, company_id, [receivable_id], 'RECEIVABLE')
      if (!title || title.deleted_at !== null || title.conciliation_id !== null || title.has_children || isSettled(title.status)) return
      if (pix.amount_cents < title.amount_cents) return
      const change = {
        id: title.id,
        status: 'RECEIVED' as const,
        date: dayInSaoPaulo(Date.parse(pix.at)),
        bank_account_id: bankAccountId,
        applied_at: new Date(services.clock.now()).toISOString(),
        status_before: title.status,
        before_settlement: beforeSettlement(title),
      }
      await changeEntries(db, company_id, SETTLING, [change])
    })
  } catch (error) {
    if (!isClosedPeriod(error)) throw error
  }
}

const SETTLING = ['status', 'date', 'bank_account_id', 'applied_at', 'status_before', 'before_settlement'] as const

/** What comes after the payment: a refund that the payer's bank took, and those asked for here. */
async function follow(
  services: Services,
  charge: StoredCharge,
  bank: PixBank,
  pix: ReceivedPix,
  looks: number,
): Promise<number | undefined> {
  if (charge.status === 'PAID' && pix.refunds.some(({ contested, status }) => contested && status === 'DONE'))
    await contest(services, charge)
  const asked = charge.refund_requested - charge.refunded_amount
  if (asked <= 0) return undefined
  const isOver = await giveBack(services, charge, bank, pix, asked)
  if (isOver !== 'waits') return isOver ? undefined : 0
  if (looks === A_DAY_OF_LOOKS) await tellSlow(services, charge, asked)
  return whileRefunding(looks)
}

async function tellSlow(services: Services, charge: StoredCharge, asked: number): Promise<void> {
  const label = `Devolução de ${formatCents(asked)} sem resposta do banco há um dia`
  await inBatch(services, batchOf(charge, label), db =>
    tellCreator(db, charge, label, 'O banco ainda não disse se devolveu. Pergunte a ele; o Razão segue perguntando de hora em hora.'),
  )
}

async function contest(services: Services, charge: StoredCharge): Promise<void> {
  const label = `Pix de ${formatCents(payerTotal(charge))} devolvido por contestação`
  await inBatch(services, batchOf(charge, label), async db => {
    if (await markContested(db, charge.company_id, charge.id))
      await tellCreator(db, charge, label, 'O banco de quem pagou tomou o dinheiro de volta. A conta a receber ficou como estava: confira.')
  })
}

/**
 * Each try has a number: a bank that ended one, either way, is asked for the next under another id. True when nothing is left to ask
 * for.
 */
async function giveBack(
  services: Services,
  charge: StoredCharge,
  bank: PixBank,
  { end_to_end_id }: ReceivedPix,
  asked: number,
): Promise<boolean | 'waits'> {
  const id = `${charge.id.replaceAll('-', '')}${String(charge.refund_attempts).padStart(2, '0')}`
  const state = (await bank.refund(end_to_end_id, id)) ?? (await send(bank, { end_to_end_id, id, amount_cents: asked }))
  if (state.status === 'PROCESSING') return 'waits'
  const done = state.status === 'DONE' ? state.amount_cents : 0
  const label = done > 0 ? `Devolução de ${formatCents(done)} feita` : `Devolução de ${formatCents(asked)} recusada pelo banco`
  await inBatch(services, batchOf(charge, label), async db => {
    const refunded = charge.refunded_amount + done
    const ended = { refunded, whole: refunded >= payerTotal(charge), reason: state.reason, attempt: charge.refund_attempts }
    if ((await endRefund(db, charge.company_id, charge.id, ended)) && done === 0)
      await tellCreator(db, charge, label, state.reason || 'O banco não disse por quê.')
  })
  return done === 0 || done >= asked
}

async function send(bank: PixBank, request: { end_to_end_id: string; id: string; amount_cents: number }) {
  try {
    return await bank.putRefund(request)
  } catch (error) {
    if (!(error instanceof PixRefused)) throw error
    return { status: 'REFUSED' as const, amount_cents: request.amount_cents, reason: error.message }
  }
}
