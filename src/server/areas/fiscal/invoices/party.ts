// Who is on the other side of a note: a contact of the register or someone named in the call, with the city's code filled in.
import { getMunicipalities } from '@brazilian-utils/brazilian-utils'
import type { InvoiceParty } from '#contract/invoices.ts'
import type { Address } from '#contract/kit/fields.ts'
import { fold } from '#domain/text.ts'
import { findContact } from '#server/areas/ledger/contacts/rows.ts'
import { invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'

export interface PartyInput {
  contact_id?: string | null | undefined
  borrower?: (Partial<InvoiceParty> & { name: string }) | { name: string } | null | undefined
}

/** Undefined when the call names nobody. */
export async function partyOf(ctx: Context, input: PartyInput): Promise<InvoiceParty | undefined> {
  const borrower = input.borrower as Partial<InvoiceParty> | null | undefined
  const contactId = input.contact_id ?? borrower?.contact_id
  if (contactId) {
    const contact = await findContact(ctx.db, [ctx.companyId], contactId)
    if (!contact) throw invalid('contact_id', 'Contato não encontrado')
    const { name, document_number, email, phone_number, state_tax_number, address } = contact
    return { contact_id: contactId, name, document_number, email, phone_number, state_tax_number, address: withCity(address) }
  }
  if (!borrower?.name) return undefined
  return {
    contact_id: null,
    name: borrower.name,
    document_number: borrower.document_number ?? null,
    email: borrower.email || null,
    phone_number: borrower.phone_number ?? null,
    state_tax_number: borrower.state_tax_number ?? null,
    address: withCity(borrower.address ?? null),
  }
}

/** A city written by name in its state has one IBGE code. */
export function withCity(address: Address | null): Address | null {
  if (!address?.city || !address.state || address.city_code) return address
  const wanted = fold(address.city)
  const states = getMunicipalities(address.state as Parameters<typeof getMunicipalities>[0]) ?? []
  const city = states.find(each => fold(each.name) === wanted)
  return city ? { ...address, city_code: city.code } : address
}
