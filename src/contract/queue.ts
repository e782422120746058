// The office's queue and its search: every company one may see, in one answer each.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { CompanySummary } from './companies.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Id, Text } from './kit/fields.ts'

export const QueueCompany = CompanySummary.extend({
  /** Pending lines for which an open title of the same amount exists: somebody has to say whether it is the one. */
  doubts_count: z.number().int(),
  /** Answers of clients that nobody used or put aside yet, and questions that wait for theirs. */
  answers_count: z.number().int(),
  questions_count: z.number().int(),
  /** 'yyyy-MM': the first month that is not closed; null before the first entry. */
  open_month: z.string().nullable(),
  /** The last day of the certificate; null without one. */
  certificate_until: DayOut.nullable(),
})
export type QueueCompany = z.infer<typeof QueueCompany>

export const SEARCH_KINDS = ['COMPANY', ...TITLE_KINDS, 'CONTACT', 'INVOICE'] as const

export const SearchHit = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  kind: z.enum(SEARCH_KINDS),
  /** What it is called: description, name, or the number of a note with its party. */
  title: z.string(),
  /** What tells it from its like: contact, document. */
  detail: z.string().nullable(),
  amount_cents: z.number().int().nullable(),
  day: DayOut.nullable(),
  status: z.string().nullable(),
  /** Of an invoice: which list it is in. */
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
    summary: 'Procura em todas as empresas que o usuário pode ver: contas por descrição, número ou valor, contatos, notas e empresas.',
    query: z.object({ q: Text(120).min(1, 'Digite o que procurar') }),
    returns: z.array(SearchHit),
    tenant: 'none',
    reads: ['bills', 'receivables', 'contacts', 'invoices', 'companies'],
    own: true,
  }),
})
