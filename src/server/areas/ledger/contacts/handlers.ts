// Contacts: customers and suppliers, found by their own id and told apart by document and kind.
import type { Contact } from '#contract/contacts.ts'
import type { contract } from '#contract/index.ts'
import { PHONE_REFUSED, readPhone } from '#domain/contact-points.ts'
import type { Action } from '#domain/permissions.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { takeAtOnce } from '#server/sheets/sheet.ts'
import { normalised } from './normal-form.ts'
import { type ContactFields, deleteContact, findContact, insertContacts, listContacts, updateContact } from './rows.ts'
import { contactSheet } from './sheet.ts'

export const contactHandlers: Handlers<(typeof contract)['contacts']> = {
  async create(ctx, { body }) {
    const id = ctx.newId()
    const contact = normalised({
      kind: body.kind,
      type: body.type,
      document_number: body.document_number ?? null,
      name: body.name,
      nickname: body.nickname ?? null,
      email: body.email ?? null,
      phone_number: body.phone_number ?? null,
      address: body.address ?? null,
      state_tax_number: body.state_tax_number ?? null,
      is_international: body.is_international ?? false,
      country: body.country ?? null,
      pix_keys: body.pix_keys ?? [],
      bank_account: body.bank_account ?? null,
    })
    await insertContacts(ctx.db, ctx.companyId, [{ id, ...contact }])
    ctx.touch(id)
    ctx.label(`Contato ${contact.name} criado`)
    return mustFind(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await enter(ctx, params.id, 'u')
    if (body.version !== undefined && body.version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const { version: _, ...fields } = body
    const phone = fields.phone_number
    if (phone && phone !== before.phone_number && readPhone(phone) === undefined) throw invalid('phone_number', PHONE_REFUSED)
    const written = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ContactFields>
    const after = normalised({ ...before, ...written })
    if (!(await updateContact(ctx.db, ctx.companyId, params.id, before.version, after))) {
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    }
    ctx.touch(params.id)
    ctx.label(`Contato ${after.name} alterado`)
    return mustFind(ctx, params.id)
  },

  get: (ctx, { params }) => enter(ctx, params.id, 'v'),

  async delete(ctx, { params }) {
    const contact = await enter(ctx, params.id, 'd')
    await deleteContact(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Contato ${contact.name} excluído`)
    return { ok: true as const }
  },

  list: (ctx, { query }) => listContacts(ctx.db, ctx.companyId, query),
  import: (ctx, { file }) => takeAtOnce(ctx, contactSheet, file),
}

/** Finds the contact among the actor's companies and adopts its company. */
async function enter(ctx: Context, id: string, action: Action): Promise<Contact> {
  const contact = await findContact(ctx.db, ctx.companies, id)
  if (!contact) throw fail('resource.not_found')
  await ctx.enter(contact.company_id, 'contacts', action)
  return contact
}

async function mustFind(ctx: Context, id: string): Promise<Contact> {
  const contact = await findContact(ctx.db, [ctx.companyId], id)
  if (!contact) throw fail('resource.not_found')
  return contact
}
