// The form of a Pix by account as data: in the one form of bank data, and kept in a contact where it differs.
import { z } from 'zod'
import type { Contact } from '#contract/contacts.ts'
import { isValidCnpj, isValidCpf, normalizeDocument } from '#domain/documents.ts'
import { PIX_ACCOUNT_TYPES, type PixAccountType } from '#domain/enums.ts'
import { bankDataOf, bankDataProblem } from '#domain/payments/bank-data.ts'
import { amount_cents, description, noAmount } from './pix-forms.tsx'

export const AccountForm = z
  .object({
    contact_id: z.string().nullable(),
    routing_number: z.string({ error: 'Escolha o banco' }).min(1, 'Escolha o banco'),
    branch_number: z.string().min(1, 'Informe a agência').max(10, 'Até 10 caracteres'),
    account_number: z.string().min(1, 'Informe a conta').max(20, 'Até 20 caracteres'),
    account_type: z.enum(PIX_ACCOUNT_TYPES, { error: 'Escolha o tipo da conta' }),
    document_number: z.string().refine(text => isValidCpf(text) || isValidCnpj(text), 'CPF ou CNPJ é inválido'),
    name: z.string().min(1, 'Informe o nome').max(140, 'Até 140 caracteres'),
    keep: z.boolean(),
    amount_cents,
    description,
  })
  .superRefine((form, ctx) => {
    const [field, message] = bankDataProblem(bankDataOf(form)) ?? []
    if (field) ctx.addIssue({ code: 'custom', path: [field], message })
  })
export type AccountInput = z.input<typeof AccountForm>

export const accountDefaults: AccountInput = {
  contact_id: null,
  routing_number: '',
  branch_number: '',
  account_number: '',
  account_type: 'CHECKING',
  document_number: '',
  name: '',
  keep: false,
  amount_cents: noAmount,
  description: '',
}

export interface TypedAccount {
  routing_number: string
  branch_number: string
  account_number: string
  account_type: PixAccountType
  document_number: string
  name: string
}

export function accountOf({
  routing_number,
  branch_number,
  account_number,
  account_type,
  document_number,
  name,
}: TypedAccount): TypedAccount {
  const account = { routing_number, branch_number, account_number, account_type, name: name.trim() }
  return { ...bankDataOf(account), document_number: normalizeDocument(document_number) }
}

/** Where the holder is somebody else than the contact. */
const holderOf = (contact: Pick<Contact, 'document_number'>, { document_number, name }: TypedAccount) =>
  contact.document_number === document_number ? null : { document_number, name }

export interface Keep {
  contact_id: string
  holder: { document_number: string; name: string } | null
}

export const keepsIn = (contact: Pick<Contact, 'id' | 'document_number'>, account: TypedAccount): Keep => ({
  contact_id: contact.id,
  holder: holderOf(contact, account),
})

/** The contact has no bank data, or others. */
export function hasOther(contact: Pick<Contact, 'document_number' | 'bank_account'>, account: TypedAccount): boolean {
  const held = contact.bank_account
  if (held === null) return true
  const holder = holderOf(contact, account)
  return (
    held.routing_number !== account.routing_number ||
    held.branch_number !== account.branch_number ||
    held.account_number !== account.account_number ||
    held.account_type !== account.account_type ||
    held.holder_document_number !== (holder?.document_number ?? null)
  )
}
