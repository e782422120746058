// What a new service note repeats: the last one to its customer, else the company's last one, else the only service it has.
import type { RepeatedService } from '#contract/invoices.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import { withholdsTaxes } from '#domain/fiscal/taxes.ts'
import { findContact } from '#server/areas/ledger/contacts/rows.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { findService, listServices } from '../services/rows.ts'
import { toServiceInvoice } from './records.ts'
import { countServiceNotes, lastServiceNote, type StoredInvoice } from './rows.ts'

type Service = RepeatedService['service']

export async function repeatedService(ctx: Context, contactId: string | undefined): Promise<RepeatedService> {
  const contact = contactId === undefined ? undefined : await findContact(ctx.db, [ctx.companyId], contactId)
  if (contactId !== undefined && !contact) throw fail('resource.not_found')
  const notes_this_year =
    contactId === undefined ? 0 : await countServiceNotes(ctx.db, ctx.companyId, contactId, `${ctx.today.slice(0, 4)}-01-01`)
  const last = await lastServiceNote(ctx.db, ctx.companyId, contactId)
  if (!last) return { ...(await onlyService(ctx)), note: null, notes_this_year }
  const isTheirs = contactId !== undefined && last.contact_id === contactId
  const service = await serviceOf(ctx, last)
  return {
    origin: isTheirs ? 'CUSTOMER' : 'COMPANY',
    note: headOf(last),
    service: isTheirs || contact === undefined || withholdsTaxes(contact.document_number) ? service : withoutWithholding(service),
    notes_this_year,
  }
}

function headOf(row: StoredInvoice): RepeatedService['note'] {
  const { id, number, amount_cents } = toServiceInvoice(row)
  const day = dayInSaoPaulo(Date.parse(row.issued_at ?? row.sent_at ?? row.created_at))
  return { id, number, customer: row.party.name, day, amount_cents }
}

async function serviceOf(ctx: Context, row: StoredInvoice): Promise<NonNullable<Service>> {
  const { service_id, municipal_service, description, iss_rate, iss_withheld, withheld } = toServiceInvoice(row)
  // A service deleted since then is no longer named; what its note said of it stays.
  const known = service_id !== null && (await findService(ctx.db, ctx.companyId, service_id)) !== undefined
  return {
    service_id: known ? service_id : null,
    municipal_service_code: municipal_service.code,
    description,
    iss_rate,
    iss_withheld,
    withheld: [...withheld],
  }
}

const withoutWithholding = (service: NonNullable<Service>): Service => ({ ...service, iss_withheld: false, withheld: [] })

/** With several services nobody can tell which one is meant. */
async function onlyService(ctx: Context): Promise<Pick<RepeatedService, 'origin' | 'service'>> {
  const [service, ...others] = await listServices(ctx.db, ctx.companyId, undefined)
  if (!service || others.length > 0) return { origin: 'NONE', service: null }
  const { id, municipal_service_code, description, name, iss_rate, iss_withheld } = service
  return {
    origin: 'SERVICE',
    service: { service_id: id, municipal_service_code, description: description ?? name, iss_rate, iss_withheld, withheld: [] },
  }
}
