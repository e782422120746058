// Lists as CSV or XLSX files, inert whatever their texts say.
import { z } from 'zod'
import { CONTACT_KINDS, DATE_TYPES } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, Id, IdList } from './kit/fields.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export const STATEMENT_FORMATS = ['ofx', ...EXPORT_FORMATS] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]
const Format = z.object({ format: z.enum(EXPORT_FORMATS).default('xlsx') })

const Period = Format.extend({
  start_date: Day.optional(),
  end_date: Day.optional(),
  date_type: z.enum(DATE_TYPES).default('date'),
  bank_account_ids: IdList.optional(),
  category_id: Id.optional(),
  contact_id: Id.optional(),
})

const file = { returns: z.unknown(), file: true, rate: 'export', needs: 'reports:x', own: true, fails: ['validation.failed'] } as const

export const exports = resource('exports', {
  bills: endpoint('GET /v1/companies/{c}/exports/bills', { summary: 'Baixa as contas a pagar em CSV ou XLSX.', query: Period, ...file }),
  receivables: endpoint('GET /v1/companies/{c}/exports/receivables', {
    summary: 'Baixa as contas a receber em CSV ou XLSX.',
    query: Period,
    ...file,
  }),
  entries: endpoint('GET /v1/companies/{c}/exports/entries', {
    summary: 'Baixa os lançamentos em CSV ou XLSX, as saídas com sinal negativo.',
    query: Period,
    ...file,
  }),
  contacts: endpoint('GET /v1/companies/{c}/exports/contacts', {
    summary: 'Baixa os contatos em CSV ou XLSX.',
    query: Format.extend({ kind: z.enum(CONTACT_KINDS).optional() }),
    ...file,
  }),
  statement: endpoint('GET /v1/companies/{c}/exports/statement', {
    summary: 'Baixa o extrato de uma conta bancária em OFX, CSV ou XLSX.',
    query: z.object({
      bank_account_id: Id,
      start_date: Day.optional(),
      end_date: Day.optional(),
      format: z.enum(STATEMENT_FORMATS).default('ofx'),
    }),
    ...file,
    needs: 'bank_accounts:v',
    fails: ['validation.failed', 'resource.not_found'],
  }),
})
