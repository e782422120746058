// The office's queue and its search: all companies the caller sees, in one answer each.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { CompanySummary } from './companies.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Id, Text } from './kit/fields.ts'

export const QueueCompany = CompanySummary.extend({
  /** Pending lines with an open title of the same amount: someone must say whether it is the right one. */
  doubts_count: z.int(),
  /** Answers from clients that nobody has used or put aside yet, and questions still waiting for one. */
  answers_count: z.int(),
  questions_count: z.int(),
  /** 'yyyy-MM': the first month not closed; null before the first entry. */
  open_month: z.string().nullable(),
  /** The certificate's last day; null without one. */
  certificate_until: DayOut.nullable(),
})
export type QueueCompany = z.infer<typeof QueueCompany>

export const SEARCH_KINDS = ['COMPANY', ...TITLE_KINDS, 'CONTACT', 'INVOICE'] as const

export const SearchHit = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  kind: z.enum(SEARCH_KINDS),
  /** Its name: description, name, or number and party of a note. */
  title: z.string(),
  /** What distinguishes it: contact, document. */
  detail: z.string().nullable(),
  amount_cents: z.int().nullable(),
  day: DayOut.nullable(),
  status: z.string().nullable(),
  /** For an invoice: which list it is in. */
  invoice_kind: z.enum(['PRODUCT', 'CONSUMER', 'SERVICE']).nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const queue = resource('queue', {
  list: endpoint('GET /v1/organizations/queue', {
    summary: 'A fila do contador: o que espera em cada empresa que o usuário pode ver.',
    returns: z.array(QueueCompany),
    tenant: 'none',
    reads: ['companies', 'statement_entries', 'bills', 'receivables', 'date_ranges', 'certificates', 'questions'],
    own: true,
  }),
  search: endpoint('GET /v1/search', {
    summary:
      'Procura em todas as empresas que o usuário pode ver, primeiro na empresa indicada: contas por descrição, número ou valor, contatos, notas por número, chave de acesso ou nome, e empresas. Com o tipo, só registros dele.',
    query: z.object({ q: Text(120).min(1, 'Digite o que procurar'), company_id: Id.optional(), kind: z.enum(SEARCH_KINDS).optional() }),
    returns: z.array(SearchHit),
    tenant: 'none',
    reads: ['bills', 'receivables', 'contacts', 'invoices', 'companies'],
    own: true,
  }),
})
