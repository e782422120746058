// How a contact is paid, for bills that bring no way of their own: its only Pix key, or its bank data where it has no key.
import { sql } from 'kysely'
import type { ContactBank } from '#contract/contacts.ts'
import type { BankTarget } from '#contract/payments.ts'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

export interface ContactWay {
  pix_key?: string
  bank_account?: BankTarget
}

interface Found {
  id: string
  key: string | null
  name: string
  document_number: string | null
  bank_account: ContactBank | null
}

/** Of several keys none is guessed, and bank data name a holder. */
export async function waysOfContacts(ctx: Context, rows: readonly { contact_id: string | null }[]): Promise<Map<string, ContactWay>> {
  const ids = [...new Set(rows.map(row => row.contact_id).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  const found = await all(
    ctx.db,
    sql<Found>`select id, pix_keys->0->>'key' as key, name, document_number, bank_account from contacts
      where company_id = ${ctx.companyId} and id = any (${ids}::uuid[]) and deleted_at is null
        and (jsonb_array_length(pix_keys) = 1 or (jsonb_array_length(pix_keys) = 0 and bank_account is not null))`,
  )
  return new Map(found.map(row => [row.id, wayOf(row)]))
}

function wayOf({ key, name, document_number, bank_account }: Found): ContactWay {
  if (key !== null) return { pix_key: key }
  const document = bank_account?.holder_document_number ?? document_number
  if (bank_account === null || document === null) return {}
  const { holder_document_number: _, holder_name, ...account } = bank_account
  return { bank_account: { ...account, document_number: document, name: holder_name ?? name } }
}
