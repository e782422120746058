// Transfers between the company's own accounts (SPEC.md, Transfers), kept as a linked bill and receivable.
import { z } from 'zod'
import { GROUP_REFUSALS } from './errors.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, DayOut, Id, IdList, OptionalText, PositiveCents } from './kit/fields.ts'

export const Transfer = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  date: DayOut,
  amount_cents: z.int(),
  additional_information: z.string().nullable(),
  from_bank_account_id: Id,
  to_bank_account_id: Id,
  bill_id: Id,
  receivable_id: Id,
  created_at: z.string(),
})
export type Transfer = z.infer<typeof Transfer>

export const TransferFields = z
  .object({
    date: Day,
    amount_cents: PositiveCents,
    additional_information: OptionalText(2000).optional(),
    from_bank_account_id: Id,
    to_bank_account_id: Id,
    /** Lines of the two statements that this transfer explains, at most one per account. */
    bank_statement_entry_ids: z.array(Id).max(2).optional(),
  })
  .strict()
  .refine(transfer => transfer.from_bank_account_id !== transfer.to_bank_account_id, {
    path: ['to_bank_account_id'],
    message: 'Escolha duas contas diferentes',
  })

const writes = ['transfers', 'bills', 'receivables', 'entries', 'statement_entries', 'suggestions', 'bank_accounts', 'batches'] as const

export const transfers = resource('transfers', {
  list: endpoint('GET /v1/companies/{c}/transfers', {
    summary: 'Lista as transferências de um período.',
    query: z.object({ start_date: Day.optional(), end_date: Day.optional(), bank_account_ids: IdList.optional() }),
    returns: z.array(Transfer),
    needs: 'transfers:v',
    reads: ['transfers'],
    own: true,
  }),
  equal: endpoint('GET /v1/companies/{c}/transfers/equal', {
    summary: 'Linhas opostas, de mesmo valor, em outras contas e a até 3 dias: transferências prováveis.',
    query: z.object({ bank_statement_entry_id: Id.optional() }),
    returns: z.array(
      z.object({
        from_entry_id: Id,
        to_entry_id: Id,
        from_bank_account_id: Id,
        to_bank_account_id: Id,
        amount_cents: z.int(),
        from_date: DayOut,
        to_date: DayOut,
        from_description: z.string(),
        to_description: z.string(),
      }),
    ),
    needs: 'transfers:v',
    reads: ['statement_entries', 'transfers'],
  }),
  create: endpoint('POST /v1/companies/{c}/transfers', {
    summary: 'Cria uma transferência.',
    body: TransferFields,
    returns: Transfer,
    creates: true,
    needs: 'transfers:c',
    writes,
    fails: ['validation.failed', 'bulk.rejected', ...GROUP_REFUSALS],
  }),
  createMany: endpoint('POST /v1/companies/{c}/transfers/batch', {
    summary: 'Cria várias transferências; todas ou nenhuma.',
    body: z.object({ transfers: z.array(TransferFields).min(1).max(1000) }).strict(),
    returns: z.array(Transfer),
    creates: true,
    rate: 'bulk',
    needs: 'transfers:c',
    writes,
    fails: ['validation.failed', 'bulk.rejected', ...GROUP_REFUSALS],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/transfers/{id}', {
    summary: 'Exclui uma transferência e os seus dois lançamentos.',
    returns: z.object({ ok: z.literal(true) }),
    needs: 'transfers:d',
    writes,
    own: true,
    fails: ['conflict.invalid_transition', 'period.closed'],
  }),
})
