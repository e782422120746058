// Received notes asked for by their key, one at a time.
import { z } from 'zod'
import { readTypedKey } from '#domain/fiscal/typed-key.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Id } from './kit/fields.ts'

export const NOTE_LOOKUP_STATUSES = ['WAITING', 'FOUND', 'REFUSED'] as const

export const NoteLookup = z.object({
  id: Id,
  access_key: z.string(),
  status: z.enum(NOTE_LOOKUP_STATUSES),
  /** What came of it so far, in pt-BR; null before the first answer. */
  answer: z.string().nullable(),
  created_at: z.string(),
})
export type NoteLookup = z.infer<typeof NoteLookup>

/** As it is typed, pasted or scanned: spaces and dots are left out. */
export const TypedKey = z
  .string()
  .max(200)
  .transform((text, ctx) => {
    const read = readTypedKey(text)
    if ('refusal' in read) ctx.addIssue({ code: 'custom', message: read.refusal })
    return 'refusal' in read ? z.NEVER : read.key
  })

export const noteLookups = resource('noteLookups', {
  list: endpoint('GET /v1/companies/{c}/note_lookups', {
    summary: 'As notas pedidas à SEFAZ pela chave: as que esperam, e as do último dia.',
    returns: z.array(NoteLookup),
    needs: 'invoices:v',
    reads: ['invoices'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/note_lookups', {
    summary: 'Pede à SEFAZ uma NF-e pela sua chave de acesso; até 20 por hora, as outras esperam.',
    body: z.object({ access_key: TypedKey }).strict(),
    returns: NoteLookup,
    creates: true,
    irreversible: true,
    needs: 'invoices:c',
    writes: ['invoices', 'attachments', 'notifications'],
    fails: ['validation.failed', 'note_search.not_ready', 'certificate.required', 'conflict.already_exists'],
    own: true,
  }),
})
