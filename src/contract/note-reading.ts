// The reading of notes from the authorities: whether it is on, how far it came, and what was said last.
import { z } from 'zod'
import { NOTE_SOURCES } from '#domain/fiscal/note-sources.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Id } from './kit/fields.ts'

export const NoteReading = z.object({
  company_id: Id,
  source: z.enum(NOTE_SOURCES),
  enabled: z.boolean(),
  /** Whether every summary that comes is acknowledged without a person. */
  acknowledges: z.boolean(),
  /** Fifteen digits: the last number read of the authority's list. */
  last_nsu: z.string(),
  /** Null where nothing is planned. */
  next_at: z.string().nullable(),
  read_at: z.string().nullable(),
  /** The authority's last answer, in pt-BR. */
  answer: z.string().nullable(),
  /** Documents by what became of them. */
  taken_count: z.int(),
  kept_count: z.int(),
  refused_count: z.int(),
})
export type NoteReading = z.infer<typeof NoteReading>

/** Which list: without it, the one of goods. */
const ofSource = { source: z.enum(NOTE_SOURCES).optional() }

const writes = ['invoices', 'invoice_settings', 'attachments', 'batches'] as const

export const noteReading = resource('noteReading', {
  get: endpoint('GET /v1/companies/{c}/note_reading', {
    summary: 'Como está a busca das notas emitidas para a empresa: das NF-e, na SEFAZ, ou das NFS-e, no ambiente nacional.',
    query: z.object(ofSource),
    returns: NoteReading,
    needs: 'invoices:v',
    reads: ['invoices', 'invoice_settings'],
    own: true,
  }),
  update: endpoint('POST /v1/companies/{c}/note_reading', {
    summary:
      'Liga ou desliga a busca das notas, e com a de NF-e a ciência automática dos resumos; o contador (NSU) é o mesmo de outros sistemas do CNPJ e não volta.',
    body: z.object({ ...ofSource, enabled: z.boolean(), acknowledges: z.boolean().optional() }).strict(),
    returns: NoteReading,
    needs: 'invoice_settings:m',
    writes,
    fails: ['note_search.not_ready', 'certificate.required'],
    own: true,
  }),
  read: endpoint('POST /v1/companies/{c}/note_reading/read', {
    summary: 'Busca agora; antes da hora que a autoridade pede, é recusado: cada tentativa prolonga o bloqueio.',
    body: z.object(ofSource).strict(),
    returns: NoteReading,
    needs: 'invoices:c',
    writes,
    fails: ['note_search.not_ready', 'conflict.invalid_transition'],
    own: true,
  }),
})
