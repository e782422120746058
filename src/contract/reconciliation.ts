// The workbench's own calls: pending lines with ranked suggestions, many conciliations at once, rules, and actions on a line.

import { z } from 'zod'
import { DIFFERENCE_KINDS, ENTRY_KINDS, TITLE_KINDS } from '#domain/enums.ts'
import { GHOST_ANSWERS, GHOST_REASONS } from '#domain/matching/ghosts.ts'
import { ConciliationAnswer, ConciliationGroup, ConciliationParts } from './entry.ts'
import { GROUP_REFUSALS } from './errors.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { BulkAnswer, Cents, Day, DayOut, Flag, Id, IdList, Ids, OptionalText, PositiveCents, Text } from './kit/fields.ts'
import { BankStatementEntry } from './statement-entries.ts'

export const Candidate = z.object({
  title_ids: z.array(Id),
  /** The lines that it settles together: the asked one and, where several pay one title, the others. */
  line_ids: z.array(Id),
  kind: z.enum(TITLE_KINDS),
  score: z.int(),
  level: z.enum(['ALTA', 'MEDIA', 'BAIXA']),
  /** pt-BR chips; those with `against` speak against the match. */
  reasons: z.array(z.object({ text: z.string(), against: z.boolean() })),
  amount_cents: z.int(),
  /** Absolute amount of the line minus the titles, in cents: 0 when they agree. */
  difference_cents: z.int(),
  /** What explains the difference to the cent; `sure` where no second reading is as good. Null where nothing does, or there is none. */
  explanation: z
    .object({
      parts: z.array(z.object({ kind: z.enum(DIFFERENCE_KINDS), amount_cents: PositiveCents })),
      sure: z.boolean(),
    })
    .nullable(),
  titles: z.array(
    z.object({
      id: Id,
      additional_information: z.string().nullable(),
      contact_name: z.string().nullable(),
      due_date: DayOut,
      amount_cents: z.int(),
      category_id: Id.nullable(),
    }),
  ),
})
export type Candidate = z.infer<typeof Candidate>

/** What to make of a line that no title fits, and where that comes from. */
export const Ghost = z.object({
  answer: z.enum(GHOST_ANSWERS),
  by: z.enum(GHOST_REASONS),
  category_id: Id.nullable(),
  contact_id: Id.nullable(),
  /** The other account of a transfer. */
  bank_account_id: Id.nullable(),
  rule: z.object({ id: Id, name: z.string() }).nullable(),
  /** How often lines like this were answered so, and when last. */
  times: z.int(),
  last_day: z.string().nullable(),
  /** Whether it goes with the lot: a rule, or the same answer again and again. */
  sure: z.boolean(),
  /** The line in parts, as lines like it were divided before; their sum is its amount. Null where it is one entry. */
  parts: z
    .array(z.object({ amount_cents: PositiveCents, category_id: Id.nullable(), contact_id: Id.nullable() }))
    .readonly()
    .nullable(),
})
export type Ghost = z.infer<typeof Ghost>

export const LineSuggestion = z.object({
  line_id: Id,
  /** Whether Enter may accept it without asking: Alta, 15 points ahead of the next, and no difference left unexplained. */
  certain: z.boolean(),
  candidates: z.array(Candidate),
  /** The line of another account that is probably the other half of this transfer. */
  transfer: z.object({ line_id: Id, bank_account_id: Id, description: z.string(), date: z.string(), certain: z.boolean() }).nullable(),
  ghost: Ghost.nullable(),
})
export type LineSuggestion = z.infer<typeof LineSuggestion>

const Group = ConciliationParts.extend({
  bill_ids: z.array(Id).max(1000).optional(),
  receivable_ids: z.array(Id).max(1000).optional(),
}).strict()

/** Lines and titles that go together beyond doubt, as `conciliate` takes them. */
const CertainGroup = z.object({
  bank_statement_entry_ids: z.array(Id),
  bill_ids: z.array(Id),
  receivable_ids: z.array(Id),
  differences: z.array(z.object({ kind: z.enum(DIFFERENCE_KINDS), amount_cents: PositiveCents })),
})
export type CertainGroup = z.infer<typeof CertainGroup>

const writes = ['bills', 'receivables', 'entries', 'transfers', 'statement_entries', 'suggestions', 'bank_accounts', 'batches'] as const

export const reconciliation = resource('reconciliation', {
  suggestions: endpoint('GET /v1/companies/{c}/suggestions', {
    summary: 'Sugestões, com motivos, para as linhas pendentes.',
    query: z.object({ bank_account_ids: IdList.optional() }),
    returns: z.array(LineSuggestion),
    needs: 'conciliation:v',
    reads: ['suggestions', 'statement_entries', 'bills', 'receivables', 'rules'],
    own: true,
  }),
  certain: endpoint('GET /v1/companies/{c}/suggestions/certain', {
    summary: 'O que o banco já confirma: grupos certos de linhas e títulos, prontos para conciliar.',
    returns: z.object({
      groups: z.array(CertainGroup),
      titles_count: z.int(),
      /** The accounts whose lines they are. */
      bank_account_ids: z.array(Id),
      /** Pending lines that they leave. */
      lines_left: z.int(),
    }),
    needs: 'conciliation:v',
    reads: ['suggestions', 'statement_entries', 'bills', 'receivables', 'rules'],
    own: true,
  }),
  candidates: endpoint('GET /v1/companies/{c}/suggestions/{id}', {
    summary: 'Candidatos de uma linha, também os que a busca traz.',
    query: z.object({ search: Text(120).optional() }),
    returns: LineSuggestion,
    needs: 'conciliation:v',
    reads: ['suggestions'],
    own: true,
  }),
  combinations: endpoint('POST /v1/companies/{c}/suggestions/combinations', {
    summary: 'Conjuntos de títulos cuja soma é o valor das linhas; desiste às claras no limite.',
    body: z.object({ bank_statement_entry_ids: z.array(Id).min(1).max(40), search: Text(120).optional() }).strict(),
    returns: z.object({
      sets: z.array(Candidate),
      /** Whether other sets may exist: `searched` of the `fitting` titles were combined with any other, all with those of their contact. */
      exhausted: z.boolean(),
      fitting: z.int(),
      searched: z.int(),
    }),
    needs: 'conciliation:v',
    own: true,
  }),
  forget: endpoint('POST /v1/companies/{c}/suggestions/forget', {
    summary: 'Diz que o que foi aprendido de linhas como esta não vale mais: conta só o que for respondido daqui em diante.',
    body: z
      .object({
        bank_statement_entry_id: Id,
        answer: z.enum(GHOST_ANSWERS),
        category_id: Id.nullish(),
        contact_id: Id.nullish(),
        bank_account_id: Id.nullish(),
      })
      .strict(),
    returns: z.object({ ok: z.literal(true) }),
    creates: true,
    needs: 'conciliation:u',
    writes: ['suggestions', 'batches'],
    own: true,
  }),
  differences: endpoint('POST /v1/companies/{c}/suggestions/differences', {
    summary: 'Explicações prováveis da diferença entre linhas e títulos.',
    body: z.object({ bank_statement_entry_ids: z.array(Id).min(1).max(40), title_ids: z.array(Id).min(1).max(40) }).strict(),
    returns: z.array(
      z.object({
        label: z.string(),
        parts: z.array(
          z.object({
            kind: z.enum(DIFFERENCE_KINDS),
            amount_cents: z.int(),
            label: z.string(),
          }),
        ),
      }),
    ),
    needs: 'conciliation:v',
    own: true,
  }),
  conciliate: endpoint('POST /v1/companies/{c}/conciliations', {
    summary: 'Concilia muitos grupos de uma vez, como um só lote; todos ou nenhum.',
    body: z.object({ groups: z.array(Group).min(1).max(5000) }).strict(),
    returns: z.object({ conciliations: z.array(ConciliationAnswer) }),
    creates: true,
    rate: 'bulk',
    needs: 'conciliation:c',
    writes,
    fails: ['bulk.rejected', ...GROUP_REFUSALS],
    own: true,
  }),
  unconciliate: endpoint('POST /v1/companies/{c}/conciliations/undo', {
    summary: 'Desfaz as conciliações das linhas dadas.',
    body: z.object({ bank_statement_entry_ids: Ids }).strict(),
    many: true,
    returns: BulkAnswer,
    needs: 'conciliation:d',
    writes,
    fails: ['conciliation.not_done', 'period.closed', 'bulk.rejected'],
    own: true,
  }),
  group: endpoint('GET /v1/companies/{c}/conciliations/{id}', {
    summary: 'Mostra uma conciliação.',
    returns: ConciliationGroup,
    needs: 'conciliation:v',
    reads: ['statement_entries', 'bills', 'receivables'],
    own: true,
  }),
  ignore: endpoint('PATCH /v1/companies/{c}/statement_entries/ignore', {
    summary: 'Ignora linhas, ou as traz de volta.',
    body: z.object({ ids: Ids, ignored: z.boolean().default(true) }).strict(),
    many: true,
    returns: BulkAnswer,
    needs: 'conciliation:u',
    writes,
    fails: ['conciliation.already_done', 'period.closed', 'bulk.rejected'],
    own: true,
  }),
  categorise: endpoint('PATCH /v1/companies/{c}/statement_entries', {
    summary: 'Marca linhas com categoria e contato, para quando virarem lançamento.',
    body: z.object({ ids: Ids, category_id: Id.nullish(), contact_id: Id.nullish() }).strict(),
    many: true,
    returns: BulkAnswer,
    needs: 'conciliation:u',
    writes,
    own: true,
    fails: ['period.closed', 'bulk.rejected'],
  }),
  split: endpoint('POST /v1/companies/{c}/statement_entries/{id}/split', {
    summary: 'Cria de uma linha vários lançamentos quitados cuja soma é o seu valor.',
    body: z
      .object({
        parts: z
          .array(
            z
              .object({
                amount_cents: PositiveCents,
                category_id: Id.nullish(),
                contact_id: Id.nullish(),
                additional_information: OptionalText(2000).optional(),
              })
              .strict(),
          )
          .min(2)
          .max(100),
      })
      .strict(),
    returns: ConciliationAnswer,
    creates: true,
    needs: 'conciliation:c',
    writes,
    fails: [...GROUP_REFUSALS],
    own: true,
  }),
  createEntries: endpoint('POST /v1/companies/{c}/statement_entries/entries', {
    summary: 'Cria de cada linha um lançamento quitado e os concilia.',
    body: z
      .object({
        items: z
          .array(
            z
              .object({
                id: Id,
                category_id: Id.nullish(),
                contact_id: Id.nullish(),
                additional_information: OptionalText(2000).optional(),
                competence_date: Day.nullish(),
              })
              .strict(),
          )
          .min(1)
          .max(5000),
      })
      .strict(),
    returns: z.object({ conciliations: z.array(ConciliationAnswer) }),
    creates: true,
    rate: 'bulk',
    needs: 'conciliation:c',
    writes,
    fails: ['bulk.rejected', ...GROUP_REFUSALS],
    own: true,
  }),
  line: endpoint('GET /v1/companies/{c}/statement_entries/{id}', {
    summary: 'Mostra uma linha do extrato.',
    returns: BankStatementEntry,
    needs: 'bank_accounts:v',
    reads: ['statement_entries'],
    own: true,
  }),
})

export const Rule = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  name: z.string(),
  contains: z.string(),
  bank_account_id: Id.nullable(),
  min_amount_cents: z.int().nullable(),
  max_amount_cents: z.int().nullable(),
  direction: z.enum(ENTRY_KINDS).nullable(),
  category_id: Id.nullable(),
  contact_id: Id.nullable(),
  /** 'Itaú 45871-3' */
  bank_account_name: z.string().nullable(),
  category_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  priority: z.int(),
  active: z.boolean(),
  created_at: z.string(),
})
export type Rule = z.infer<typeof Rule>

export const RuleFields = z.object({
  /** Without one it is called by the text it looks for. */
  name: Text(120).optional(),
  contains: Text(200).min(2, 'Ao menos 2 letras'),
  bank_account_id: Id.nullish(),
  min_amount_cents: Cents.nullish(),
  max_amount_cents: Cents.nullish(),
  direction: z.enum(ENTRY_KINDS).nullish(),
  category_id: Id.nullish(),
  contact_id: Id.nullish(),
  priority: z.int().optional(),
  active: z.boolean().optional(),
})

const ruleWrites = ['rules', 'suggestions', 'batches'] as const

export const rules = resource('rules', {
  list: endpoint('GET /v1/companies/{c}/rules', {
    summary: 'Regras de categorização.',
    returns: z.array(Rule),
    needs: 'conciliation:v',
    reads: ['rules', 'categories', 'contacts', 'bank_accounts'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/rules', {
    summary: 'Cria uma regra.',
    body: RuleFields.strict(),
    returns: Rule,
    creates: true,
    needs: 'conciliation:c',
    writes: ruleWrites,
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/rules/{id}', {
    summary: 'Altera uma regra.',
    body: RuleFields.partial().extend({ version: z.int().optional() }).strict(),
    returns: Rule,
    needs: 'conciliation:u',
    writes: ruleWrites,
    fails: ['conflict.stale_version'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/rules/{id}', {
    summary: 'Exclui uma regra.',
    returns: z.object({ ok: z.literal(true) }),
    needs: 'conciliation:d',
    writes: ruleWrites,
    own: true,
  }),
  dryRun: endpoint('POST /v1/companies/{c}/rules/dry_run', {
    summary: 'Com quantas linhas pendentes a regra casa, e quais.',
    body: RuleFields.strict(),
    returns: z.object({ count: z.int(), line_ids: z.array(Id) }),
    needs: 'conciliation:v',
    own: true,
  }),
  apply: endpoint('POST /v1/companies/{c}/rules/{id}/apply', {
    summary: 'Aplica a regra às linhas pendentes sem categoria.',
    query: z.object({ preview: Flag.optional() }),
    returns: BulkAnswer,
    previews: true,
    needs: 'conciliation:u',
    writes: ['statement_entries', 'suggestions', 'batches'],
    own: true,
  }),
})
