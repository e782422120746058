// A file of payments as it is written: numbered by its agreement, kept with its digest, sent by a person.
import type { PaymentFile } from '#contract/payment-files.ts'
import { paymentFileText } from '#domain/payment-files/write.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { mustLockAgreement } from '../payment-agreements/handlers.ts'
import { bankFile, fitting, timeOfFile } from '../remittances/bank-file.ts'
import { markGenerated, nextSequence, type StoredFilePayment } from './rows.ts'

/** Writes the payments into the file; gives its number and its bank. */
export async function writeFile(ctx: Context, file: Pick<PaymentFile, 'id' | 'agreement_id'>, payments: readonly StoredFilePayment[]) {
  const agreement = await mustLockAgreement(ctx, file.agreement_id)
  const company = await findCompany(ctx.db, ctx.companyId)
  if (!company) throw fail('resource.not_found')
  const sequence = await nextSequence(ctx.db, ctx.companyId, agreement.id)
  const content = fitting('payment_ids', () =>
    paymentFileText({
      agreement,
      company,
      day: ctx.today,
      time: timeOfFile(ctx.now),
      sequence,
      isTest: !agreement.approved,
      payments: payments.map(({ number, ...one }) => ({ ...one, our_number: number })),
    }),
  )
  await markGenerated(ctx.db, ctx.companyId, {
    id: file.id,
    agreement_id: agreement.id,
    sequence,
    is_test: !agreement.approved,
    ...bankFile(ctx, { prefix: 'PG', sequence, approved: agreement.approved }, content),
    generated_by: ctx.actor.user_id,
  })
  return { sequence, bank_code: agreement.bank_code, content }
}
