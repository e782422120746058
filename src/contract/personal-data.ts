// What the LGPD owes a person: a copy of what is kept about them, its erasure, and who read it.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, Id } from './kit/fields.ts'

/** What an erasure leaves where it was, and which law asks for it. */
export const KeptData = z.object({ what: z.string(), count: z.int(), why: z.string() })
export type KeptData = z.infer<typeof KeptData>

const Erasure = z.object({
  /** Lines of the history from which the person's data were taken. */
  history_lines: z.int(),
  kept: z.array(KeptData),
})

export const READ_PEOPLE = ['CONTACT', 'ASSOCIATE', 'DEPENDENT', 'USER'] as const

/** One person whose data somebody read, as far as the calls tell: in a list whoever stood in it may have been seen. */
const ReadPerson = z.object({
  kind: z.enum(READ_PEOPLE),
  id: Id,
  name: z.string().nullable(),
  document_number: z.string().nullable(),
  how: z.enum(['RECORD', 'LIST']),
  /** The hours of the first and of the last read. */
  first_at: z.string(),
  last_at: z.string(),
})

const copy = { returns: z.unknown(), file: true, rate: 'export', own: true } as const
const erasure = { returns: Erasure, irreversible: true, own: true, fails: ['auth.step_up_required', 'conflict.not_editable'] } as const

export const personalData = resource('personalData', {
  mine: endpoint('GET /v1/profile/personal_data', { summary: 'Baixa tudo o que guardamos do usuário da sessão (LGPD, art. 18).', ...copy }),
  ofContact: endpoint('GET /v1/companies/{c}/contacts/{id}/personal_data', {
    summary: 'Baixa tudo o que a empresa guarda da pessoa que é este contato.',
    needs: 'contacts:d',
    ...copy,
  }),
  ofAssociate: endpoint('GET /v1/companies/{c}/associates/{id}/personal_data', {
    summary: 'Baixa tudo o que a empresa guarda da pessoa que é este sócio, e dos seus dependentes.',
    needs: 'associates:d',
    ...copy,
  }),
  eraseContact: endpoint('POST /v1/companies/{c}/contacts/{id}/anonymize', {
    summary: 'Tira os dados da pessoa do contato e do histórico; o que a lei manda guardar fica, e é dito.',
    needs: 'contacts:d',
    writes: ['contacts', 'bills', 'receivables', 'entries', 'rules', 'batches'],
    ...erasure,
  }),
  eraseAssociate: endpoint('POST /v1/companies/{c}/associates/{id}/anonymize', {
    summary: 'Tira os dados do sócio e dos seus dependentes dos cadastros e do histórico.',
    needs: 'associates:d',
    writes: ['associates', 'dependents', 'batches'],
    ...erasure,
  }),
  reads: endpoint('GET /v1/companies/{c}/users/{userId}/personal_data_reads', {
    summary: 'De quem são os dados que um usuário leu, para avisar de um incidente (LGPD, art. 48).',
    query: z.object({ start_date: Day.optional(), end_date: Day.optional() }),
    returns: z.array(ReadPerson),
    needs: 'audit_log:v',
    own: true,
  }),
})
