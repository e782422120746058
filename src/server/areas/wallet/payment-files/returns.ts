// A bank's return of payments: each word of the bank taken once, by our number, and never from another company or agreement.
import type { PaymentAgreement } from '#contract/payment-files.ts'
import { codesText, meaningOfCodes, paymentReturnSentence } from '#domain/payment-files/occurrences.ts'
import { type PaymentReturn, type ReturnedPayment, readPaymentReturn, returnKey } from '#domain/payment-files/read.ts'
import { isLive, meaningInFile, type PaymentMeaning, paymentAfter } from '#domain/payment-files/states.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { counted } from '#domain/text.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { cleanName } from '#server/areas/platform/attachments/content.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { listPaymentAgreements, lockPaymentAgreement } from '../payment-agreements/rows.ts'
import { applyChanges, type Change } from './applying.ts'
import { insertReturns, knownKeys, paymentsByNumber, type StoredFilePayment } from './rows.ts'

export interface ReadPayments {
  told: string
  taken: number
  known: number
  open: number
  warnings: string[]
}

export async function takePaymentReturn(ctx: Context, file: { name: string; bytes: Uint8Array }): Promise<ReadPayments> {
  ctx.need('payments', 'x')
  const read = readFile(file.bytes)
  const agreement = await agreementOf(ctx, read)
  const numbers = read.payments.map(one => one.our_number)
  const byNumber = new Map((await paymentsByNumber(ctx.db, ctx.companyId, agreement.id, numbers)).map(one => [one.number, one]))
  const keyed = [...new Map(read.payments.map(one => [returnKey(one), one]))]
  const known = await knownKeys(
    ctx.db,
    ctx.companyId,
    agreement.id,
    keyed.map(([key]) => key),
  )
  const fresh = keyed.filter(([key]) => !known.has(key)).map(([key, one]) => ({ key, one, payment: byNumber.get(one.our_number) }))
  const counts: Partial<Record<PaymentMeaning, number>> = {}
  const changes = new Map<string, Change>()
  for (const { one, payment } of fresh) {
    if (!payment) continue
    const meaning = meaningInFile(meaningOfCodes(one.codes, read.bank), payment.is_test)
    counts[meaning] = (counts[meaning] ?? 0) + 1
    const change = changeOf(one, meaning, codesText(one.codes, read.bank), payment, changes.get(payment.id))
    if (change) changes.set(payment.id, { payment, change })
  }
  await applyChanges(ctx, agreement, [...changes.values()])
  await insertReturns(
    ctx.db,
    ctx.companyId,
    fresh.map(({ key, one, payment }) => ({
      id: ctx.newId(),
      agreement_id: agreement.id,
      file_payment_id: payment?.id ?? null,
      file_name: cleanName(file.name),
      key,
      number: one.our_number,
      codes: one.codes.join(' '),
      meaning: meaningOfCodes(one.codes, read.bank),
      paid_on: one.paid_on,
      paid_cents: one.paid_cents,
    })),
  )
  const told = paymentReturnSentence(counts)
  ctx.touch(agreement.id)
  ctx.label(`Retorno de pagamentos ${cleanName(file.name)}: ${told}`)
  const strangers = fresh.filter(({ payment }) => !payment)
  return {
    told: fresh.length > 0 && Object.keys(counts).length === 0 ? 'nenhum pagamento feito daqui' : told,
    taken: fresh.length,
    known: keyed.length - fresh.length,
    open: counts.UNKNOWN ?? 0,
    warnings: strangersTold(
      strangers.map(({ one }) => one),
      read.bank,
    ),
  }
}

/** What a word of the bank makes of the payment as this file left it so far. */
function changeOf(one: ReturnedPayment, meaning: PaymentMeaning, reason: string, payment: StoredFilePayment, before: Change | undefined) {
  const { status, paid_cents, paid_on } = before?.change ?? payment
  const after = status === meaning && isLive(status) ? status : paymentAfter(status, meaning)
  if (after === undefined) return undefined
  const isPaid = meaning === 'PAID' || meaning === 'UNKNOWN'
  return {
    id: payment.id,
    status: after,
    reason,
    paid_cents: isPaid && one.paid_cents > 0 ? one.paid_cents : paid_cents,
    paid_on: isPaid ? (one.paid_on ?? paid_on) : paid_on,
  }
}

function strangersTold(strangers: readonly ReturnedPayment[], bank: string): string[] {
  if (strangers.length === 0) return []
  const some = strangers.slice(0, 3).map(one => `${one.our_number || 'sem número'} (${codesText(one.codes, bank)})`)
  return [`${counted(strangers.length, ['pagamento não é daqui', 'pagamentos não são daqui'])}: ${some.join(', ')}.`]
}

function readFile(bytes: Uint8Array): PaymentReturn {
  try {
    return readPaymentReturn(bytes)
  } catch (error) {
    if (error instanceof StatementFileError) throw fail('import.file_rejected', { motivo: error.reason })
    throw error
  }
}

const bare = (text: string): string => text.replace(/^0+(?=\d)/, '')

/** The agreement whose account the file names, of this company alone; locked for its reading. */
async function agreementOf(ctx: Context, read: PaymentReturn): Promise<PaymentAgreement> {
  const company = await findCompany(ctx.db, ctx.companyId)
  if (company?.document_number !== read.company_document)
    throw fail('import.file_rejected', { motivo: `O retorno é da empresa ${read.company_document}, e não desta.` })
  const found = (await listPaymentAgreements(ctx.db, ctx.companyId)).find(
    one =>
      one.bank_code === read.bank &&
      bare(one.branch) === read.branch &&
      bare(one.account) === read.account &&
      one.account_digit === read.account_digit,
  )
  if (!found)
    throw fail('import.file_rejected', {
      motivo: `Não há convênio de pagamento da conta ${read.branch} / ${read.account}-${read.account_digit} do banco ${read.bank}.`,
    })
  return (await lockPaymentAgreement(ctx.db, ctx.companyId, found.id)) ?? found
}
