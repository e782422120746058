// The records a title names: its account, category and contact.

import { invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { type StoredEntry, unusableRefs } from './rows.ts'

export interface Refs {
  bank_account_id?: string | null | undefined
  category_id?: string | null | undefined
  contact_id?: string | null | undefined
}

/** What a record already points at may stay, archived or inactive since: a client sends back the record it read. */
export const newRefs = (row: StoredEntry, patch: Refs): Refs =>
  Object.fromEntries(REF_FIELDS.filter(field => patch[field] !== row[field]).map(field => [field, patch[field]]))

const REF_FIELDS = ['bank_account_id', 'category_id', 'contact_id'] as const
const REF_MESSAGES = {
  bank_account_id: 'Conta não encontrada',
  category_id: 'Categoria não encontrada',
  contact_id: 'Contato não encontrado',
} as const

/** Accounts, categories and contacts a write names must exist here and be in use. */
export async function checkRefs(ctx: Pick<Context, 'db' | 'companyId'>, rows: readonly Refs[]): Promise<void> {
  const idsOf = (field: keyof Refs) => [...new Set(rows.map(row => row[field]).filter(id => typeof id === 'string'))]
  const refs = { bank_account_id: idsOf('bank_account_id'), category_id: idsOf('category_id'), contact_id: idsOf('contact_id') }
  if (refs.bank_account_id.length + refs.category_id.length + refs.contact_id.length === 0) return
  const unusable = await unusableRefs(ctx.db, ctx.companyId, refs)
  for (const field of REF_FIELDS) {
    if (refs[field].some(id => unusable.has(id))) throw invalid(field, REF_MESSAGES[field])
  }
}
