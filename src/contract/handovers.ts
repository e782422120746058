// Files for the accounting office's program: the layouts they are written in, what the next one would hold, and those delivered.
import { z } from 'zod'
import { DELIVERY_STATES } from '#domain/handover/changes.ts'
import { ACCOUNT_CODES, AMOUNT_FORMATS, CODE_SETS, DAY_FORMATS, LAYOUT_KINDS, LINE_ENDS, SEPARATORS } from '#domain/handover/layout.ts'
import { MAPPING_SUBJECTS } from '#domain/handover/mapping.ts'
import { PRESET_IDS } from '#domain/handover/presets.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, DayOut, Done, Id, OptionalText, patchOf, Text } from './kit/fields.ts'

const LINES = 4000

/** How a file is written. */
const HOW = {
  separator: z.enum(SEPARATORS),
  quoted: z.boolean(),
  code_set: z.enum(CODE_SETS),
  line_end: z.enum(LINE_ENDS),
  day_format: z.enum(DAY_FORMATS),
  amount_format: z.enum(AMOUNT_FORMATS),
  account_code: z.enum(ACCOUNT_CODES),
}

export const HandoverLayout = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  name: z.string(),
  kind: z.enum(LAYOUT_KINDS),
  header: z.string(),
  account: z.string(),
  entry: z.string(),
  trailer: z.string(),
  ...HOW,
  company_code: z.string().nullable(),
  user_name: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type HandoverLayout = z.infer<typeof HandoverLayout>

export const HandoverLayoutFields = z.object({
  name: Text(80).min(1, 'Informe o nome'),
  kind: z.enum(LAYOUT_KINDS),
  header: Text(LINES),
  account: Text(LINES),
  entry: Text(LINES).min(1, 'Escreva a linha de um lançamento'),
  trailer: Text(LINES),
  ...HOW,
  company_code: OptionalText(20).optional(),
  user_name: OptionalText(30).optional(),
})

const layoutWrites = ['handover_layouts', 'batches'] as const

export const handoverLayouts = resource('handoverLayouts', {
  list: endpoint('GET /v1/companies/{c}/handover_layouts', {
    summary: 'Lista os layouts de entrega que a empresa guardou.',
    returns: z.array(HandoverLayout),
    needs: 'reports:v',
    reads: ['handover_layouts'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/handover_layouts', {
    summary: 'Guarda um layout de entrega.',
    body: createOf(HandoverLayoutFields, HandoverLayout),
    returns: HandoverLayout,
    creates: true,
    needs: 'reports:x',
    writes: layoutWrites,
    fails: ['validation.failed', 'conflict.already_exists'],
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/handover_layouts/{id}', {
    summary: 'Altera um layout de entrega.',
    body: patchOf(HandoverLayoutFields, HandoverLayout),
    returns: HandoverLayout,
    needs: 'reports:x',
    writes: layoutWrites,
    fails: ['validation.failed', 'conflict.already_exists', 'conflict.stale_version'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/handover_layouts/{id}', {
    summary: 'Exclui um layout; os arquivos já entregues ficam.',
    returns: Done,
    needs: 'reports:x',
    writes: layoutWrites,
    own: true,
  }),
})

/** One that comes with the product, or one the company keeps. */
const LayoutRef = z.union([z.enum(PRESET_IDS), Id])

const Shortened = z.object({
  /** Of the entry in the file; 0 outside entries. */
  number: z.int(),
  /** The field of the layout: 'historico'. */
  field: z.string(),
  whole: z.string(),
  written: z.string(),
})

export const Handover = z.object({
  id: Id,
  company_id: Id,
  start_date: DayOut,
  end_date: DayOut,
  layout_name: z.string(),
  file_name: z.string(),
  /** Of the file's bytes. */
  sha256: z.string(),
  entries_count: z.int(),
  total_cents: z.int(),
  /** What changed after an earlier hand-over of these days. */
  complement: z.boolean(),
  /** The number of its first entry, which goes on over all hand-overs. */
  first_number: z.int(),
  /** Texts that did not fit, whole. */
  shortened: z.array(Shortened),
  made_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type Handover = z.infer<typeof Handover>

const Preview = z.object({
  layout_name: z.string(),
  about: z.string(),
  start_date: DayOut,
  end_date: DayOut,
  /** Entries of the days by what the office has of them. */
  states: z.record(z.enum(DELIVERY_STATES), z.int()),
  /** Of the file: a changed entry counts twice, taken back and made again. */
  entries_count: z.int(),
  total_cents: z.int(),
  complement: z.boolean(),
  /** What has no account in the office's chart, and how many entries wait for it. */
  unmapped: z.array(
    z.object({
      subject: z.enum(MAPPING_SUBJECTS).nullable(),
      subject_id: Id.nullable(),
      name: z.string(),
      count: z.int(),
      amount_cents: z.int(),
    }),
  ),
  left_out_count: z.int(),
  shortened: z.array(Shortened),
  shortened_count: z.int(),
  /** Why there can be no file, in pt-BR. */
  refusal: z.string().nullable(),
  /** The file's first lines. */
  lines: z.array(z.string()),
})
export type HandoverPreview = z.infer<typeof Preview>

const Asked = { start_date: Day, end_date: Day, layout: LayoutRef }

export const HANDOVER_READS = [
  'bank_accounts',
  'categories',
  'contacts',
  'bills',
  'receivables',
  'transfers',
  'chart_accounts',
  'account_mappings',
  'handover_layouts',
  'handovers',
] as const

export const handovers = resource('handovers', {
  list: endpoint('GET /v1/companies/{c}/handovers', {
    summary: 'Lista as entregas feitas ao escritório, a mais nova primeiro.',
    returns: z.array(Handover),
    needs: 'reports:v',
    reads: ['handovers'],
    own: true,
  }),
  preview: endpoint('GET /v1/companies/{c}/handovers/preview', {
    summary: 'O que o próximo arquivo teria: lançamentos, o que falta mapear, o que não cabe e as primeiras linhas.',
    query: z.object(Asked),
    returns: Preview,
    needs: 'reports:v',
    reads: HANDOVER_READS,
    fails: ['validation.failed'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/handovers', {
    summary: 'Faz o arquivo do período e marca os seus lançamentos como entregues; depois de uma entrega, só o que mudou.',
    body: z.object({ ...Asked, leave_out: z.boolean().optional() }).strict(),
    returns: Handover,
    creates: true,
    rate: 'export',
    needs: 'reports:x',
    writes: ['handovers', 'batches'],
    fails: ['validation.failed', 'handover.unmapped', 'handover.nothing_new', 'handover.refused'],
    own: true,
  }),
  download: endpoint('GET /v1/companies/{c}/handovers/{id}/download', {
    summary: 'O arquivo entregue, byte por byte como foi feito.',
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    fails: ['file.lost'],
    own: true,
  }),
  cancel: endpoint('DELETE /v1/companies/{c}/handovers/{id}', {
    summary: 'Cancela a última entrega: os seus lançamentos voltam a contar como não entregues.',
    returns: Done,
    needs: 'reports:x',
    writes: ['handovers', 'batches'],
    fails: ['conflict.not_editable'],
    own: true,
  }),
})
