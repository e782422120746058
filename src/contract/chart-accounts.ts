// The accounting office's chart of accounts, and which of its accounts each category, bank account or contact of the company is.
import { z } from 'zod'
import { historyProblem, MAPPING_SUBJECTS } from '#domain/handover/mapping.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Done, Id, OptionalText, patchOf, Text } from './kit/fields.ts'
import { SheetImport } from './notifications.ts'

export const ChartAccount = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  /** Its classification, as the office writes it: '1.1.1.02.001'. */
  code: z.string(),
  /** The short number most programs import by. */
  reduced: z.string().nullable(),
  name: z.string(),
  /** Receives entries; a synthetic account only sums others. */
  analytic: z.boolean(),
  /** D or C, where the office told. */
  nature: z.enum(['D', 'C']).nullable(),
  /** The nature of the ECD, 01 to 09, where the office told. */
  ecd_nature: z.string().nullable(),
  /** Of the referential chart of the tax authority. */
  referential: z.string().nullable(),
  /** Since when the office's chart no longer has it; null while it does. */
  missing_since: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ChartAccount = z.infer<typeof ChartAccount>

export const ChartAccountFields = z.object({
  code: Text(30)
    .min(1, 'Informe a classificação')
    .regex(/^[\d.\-\w]+$/, 'Só dígitos, letras, pontos e traços'),
  reduced: OptionalText(20).optional(),
  name: Text(200).min(1, 'Informe o nome'),
  analytic: z.boolean(),
  nature: z.enum(['D', 'C']).nullish(),
  ecd_nature: OptionalText(2).optional(),
  referential: OptionalText(50).optional(),
})

const chartWrites = ['chart_accounts', 'batches'] as const
const chartFails = ['validation.failed', 'conflict.already_exists'] as const

export const chartAccounts = resource('chartAccounts', {
  list: endpoint('GET /v1/companies/{c}/chart_accounts', {
    summary: 'Lista o plano de contas do escritório, na ordem da classificação.',
    returns: z.array(ChartAccount),
    needs: 'categories:v',
    reads: ['chart_accounts'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/chart_accounts', {
    summary: 'Cria uma conta contábil.',
    body: createOf(ChartAccountFields, ChartAccount),
    returns: ChartAccount,
    creates: true,
    needs: 'categories:c',
    writes: chartWrites,
    fails: chartFails,
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/chart_accounts/{id}', {
    summary: 'Altera uma conta contábil.',
    body: patchOf(ChartAccountFields, ChartAccount),
    returns: ChartAccount,
    needs: 'categories:u',
    writes: chartWrites,
    fails: [...chartFails, 'conflict.stale_version'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/chart_accounts/{id}', {
    summary: 'Exclui uma conta contábil que nada usa.',
    returns: Done,
    needs: 'categories:d',
    writes: chartWrites,
    fails: ['conflict.not_editable'],
    own: true,
  }),
  upload: endpoint('POST /v1/companies/{c}/chart_accounts/upload', {
    summary: 'Importa o plano de contas de uma planilha, do I050 de uma ECD ou do PLANO.TXT do SGC; tudo ou nada.',
    form: z.object({}),
    sheet: true,
    returns: SheetImport,
    needs: 'categories:c',
    writes: chartWrites,
    rate: 'upload',
    fails: ['import.file_rejected', 'import.row_errors'],
    own: true,
  }),
})

export const Mapping = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  subject: z.enum(MAPPING_SUBJECTS),
  category_id: Id.nullable(),
  bank_account_id: Id.nullable(),
  contact_id: Id.nullable(),
  /** What the category, bank account or contact is called. */
  subject_name: z.string(),
  chart_account_id: Id,
  chart_account_code: z.string(),
  chart_account_name: z.string(),
  /** The office's chart no longer has the account. */
  chart_account_missing: z.boolean(),
  /** The code of the office's standard history. */
  history_code: z.string().nullable(),
  /** With {descricao}, {contato}, {documento} and {categoria}; null: the usual one. */
  history: z.string().nullable(),
  /** Nobody has looked at it since the product proposed it. */
  suggested: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Mapping = z.infer<typeof Mapping>

export const MappingFields = z.object({
  subject: z.enum(MAPPING_SUBJECTS),
  category_id: Id.nullish(),
  bank_account_id: Id.nullish(),
  contact_id: Id.nullish(),
  chart_account_id: z.uuid('Escolha a conta contábil'),
  history_code: OptionalText(10).optional(),
  history: OptionalText(300)
    .optional()
    .superRefine((text, ctx) => {
      const problem = text ? historyProblem(text) : undefined
      if (problem) ctx.addIssue({ code: 'custom', message: problem })
    }),
})

const mapWrites = ['account_mappings', 'batches'] as const
const mapReads = ['account_mappings', 'chart_accounts', 'categories', 'bank_accounts', 'contacts'] as const

export const mappings = resource('mappings', {
  list: endpoint('GET /v1/companies/{c}/account_mappings', {
    summary: 'Lista o de-para: que conta contábil é cada categoria, conta bancária e contato.',
    returns: z.array(Mapping),
    needs: 'categories:v',
    reads: mapReads,
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/account_mappings', {
    summary: 'Diz que conta contábil é uma categoria, conta bancária ou contato.',
    body: createOf(MappingFields, Mapping),
    returns: Mapping,
    creates: true,
    needs: 'categories:c',
    writes: mapWrites,
    fails: ['validation.failed', 'conflict.already_exists'],
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/account_mappings/{id}', {
    summary: 'Altera uma linha do de-para.',
    body: patchOf(MappingFields, Mapping),
    returns: Mapping,
    needs: 'categories:u',
    writes: mapWrites,
    fails: ['validation.failed', 'conflict.already_exists', 'conflict.stale_version'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/account_mappings/{id}', {
    summary: 'Exclui uma linha do de-para.',
    returns: Done,
    needs: 'categories:d',
    writes: mapWrites,
    own: true,
  }),
  suggestions: endpoint('GET /v1/companies/{c}/account_mappings/suggestions', {
    summary: 'As categorias e contas bancárias sem conta contábil, com a conta de nome parecido, onde há uma.',
    returns: z.array(
      z.object({
        subject: z.enum(['CATEGORY', 'ACCOUNT']),
        subject_id: Id,
        subject_name: z.string(),
        /** Null where no account is like it. */
        chart_account_id: Id.nullable(),
        chart_account_name: z.string().nullable(),
      }),
    ),
    needs: 'categories:v',
    reads: mapReads,
    own: true,
  }),
  accept: endpoint('POST /v1/companies/{c}/account_mappings/suggestions', {
    summary: 'Aceita as contas sugeridas, marcadas para conferir.',
    body: z.object({}).strict(),
    returns: z.object({ count: z.int() }),
    needs: 'categories:c',
    writes: mapWrites,
    own: true,
  }),
})
