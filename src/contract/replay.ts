// What was decided of lines in one company, repeated in another of the same office: told without ids, previewed and answered one company at a time.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { DECISION_ANSWERS } from '#domain/matching/replay.ts'
import { GROUP_REFUSALS } from './errors.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { BulkAnswer, Day, DayOut, Id, Ids, PositiveCents, Text } from './kit/fields.ts'

const named = {
  category: z.string().max(120).nullable(),
  contact: z
    .object({ name: z.string().max(200), document_number: z.string().max(20).nullable() })
    .strict()
    .nullable(),
}
export const Decision = z
  .object({
    by: z.enum(['rule', 'memory']),
    text: Text(200).min(1),
    kind: z.enum(TITLE_KINDS).nullable(),
    min_amount_cents: z.int().nullable(),
    max_amount_cents: z.int().nullable(),
    answer: z.enum(DECISION_ANSWERS),
    ...named,
    parts: z
      .array(z.object({ ...named, amount_cents: PositiveCents }).strict())
      .min(2)
      .max(100)
      .nullable(),
    times: z.int().min(0),
    last_day: Day.nullable(),
  })
  .strict()

/** What a line becomes there, by that company's own category and contact. */
export const ReplayedLine = z.object({
  id: Id,
  date: DayOut,
  description: z.string(),
  amount_cents: z.int(),
  answer: z.enum(['entry', 'ignore']),
  category_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  /** The entries it becomes, where lines like it were divided. */
  parts: z.array(z.object({ category_name: z.string().nullable(), contact_name: z.string().nullable(), amount_cents: z.int() })).nullable(),
  /** The contact that the decision names, where this company has none like it: the entry goes without. */
  missing_contact: z.string().nullable(),
  times: z.int(),
  by: z.enum(['rule', 'memory']),
})
export type ReplayedLine = z.infer<typeof ReplayedLine>

const decisions = z.array(Decision).min(1).max(2000)

export const LEFT_REASONS = ['title', 'transfer', 'otherwise', 'account', 'parts'] as const

export const replay = resource('replay', {
  decisions: endpoint('GET /v1/companies/{c}/replay/decisions', {
    summary: 'O que foi decidido das linhas desta empresa: regras e respostas, por nome e documento, sem ids.',
    returns: z.array(Decision),
    needs: 'conciliation:v',
    reads: ['suggestions', 'statement_entries', 'rules'],
    own: true,
  }),
  preview: endpoint('POST /v1/companies/{c}/replay/preview', {
    summary: 'Quais linhas pendentes seriam respondidas como em outra empresa, e o que não se pode repetir aqui.',
    body: z.object({ decisions }).strict(),
    returns: z.object({
      lines: z.array(ReplayedLine),
      /** Categories this company has not, and how many lines wait for each. */
      missing: z.array(z.object({ category: z.string(), lines_count: z.int() })),
      /** Lines that something else of this company explains better. */
      left: z.array(z.object({ reason: z.enum(LEFT_REASONS), lines_count: z.int() })),
    }),
    many: true,
    needs: 'conciliation:c',
    reads: ['suggestions', 'statement_entries', 'bills', 'receivables', 'rules'],
    own: true,
  }),
  answer: endpoint('POST /v1/companies/{c}/replay', {
    summary: 'Responde estas linhas pendentes como em outra empresa, em um só lote; as que ganharam resposta própria ficam.',
    body: z.object({ decisions, ids: Ids }).strict(),
    returns: BulkAnswer,
    many: true,
    rate: 'bulk',
    needs: 'conciliation:c',
    writes: ['bills', 'receivables', 'entries', 'statement_entries', 'suggestions', 'bank_accounts', 'batches'],
    fails: ['bulk.rejected', ...GROUP_REFUSALS],
    own: true,
  }),
})
