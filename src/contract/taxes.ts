// Taxes and yearly statements (SPEC.md, Taxes): computed from the books, explained step by step, slips from the tax authority.
import { z } from 'zod'
import { TAX_STATUSES } from '#domain/enums.ts'
import { ANNUAL_STATEMENT_KINDS } from '#domain/taxes/annual-statements.ts'
import { TAX_KINDS } from '#domain/taxes/labels.ts'
import { MEI_ACTIVITIES } from '#domain/taxes/mei.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Cents, Day, DayOut, Done, Flag, Id, OptionalText, PositiveCents, patchOf } from './kit/fields.ts'

export const REQUEST_STATUSES = ['PROCESSING', 'DONE', 'REJECTED', 'FAILED'] as const

/** A slip as the authority returns it; without digits while PROCESSING. */
export const TaxSlip = z.object({
  id: Id,
  status: z.enum(REQUEST_STATUSES),
  amount_cents: z.int(),
  pay_until: DayOut,
  /** Not after its last day, and of what the tax costs on it: a tax that was corrected or computed again wants another. */
  payable: z.boolean(),
  number: z.string().nullable(),
  barcode: z.string().nullable(),
  digitable_line: z.string().nullable(),
  emv_code: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
})
export type TaxSlip = z.infer<typeof TaxSlip>

export const TaxStep = z.object({ label: z.string(), amount_cents: z.int().nullable(), text: z.string().nullable() })
export type TaxStep = z.infer<typeof TaxStep>

/** Amounts in cents; fine and interest are what paying today would add. */
export const Tax = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  kind: z.enum(TAX_KINDS),
  status: z.enum(TAX_STATUSES),
  competence_date: DayOut,
  due_date: DayOut,
  amount_cents: z.int(),
  fine_cents: z.int(),
  interest_cents: z.int(),
  total_cents: z.int(),
  revenue_cents: z.int().nullable(),
  additional_information: z.string().nullable(),
  /** Of a DARF without a bar code, which the bank's file pays by them. */
  revenue_code: z.string().nullable(),
  assessment_date: DayOut.nullable(),
  reference_number: z.string().nullable(),
  bill_id: Id.nullable(),
  slip: TaxSlip.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Tax = z.infer<typeof Tax>

export const TaxDetail = Tax.extend({
  steps: z.array(TaxStep),
  warnings: z.array(z.string()),
  slips: z.array(TaxSlip),
  /** The Pix code of the newest slip as a picture, a data URL. */
  qr_code: z.string().nullable(),
})
export type TaxDetail = z.infer<typeof TaxDetail>

/** What the computation must know about a company besides its books. */
export const TaxProfile = z.object({
  version: z.int(),
  opening_date: DayOut.nullable(),
  main_activity: z.enum(['COMMERCE', 'INDUSTRY', 'SERVICES']),
  services_annex: z.enum(['III', 'IV', 'V']),
  mei_activity: z.enum(MEI_ACTIVITIES),
  commerce_category_ids: z.array(Id),
  services_category_ids: z.array(Id),
  payroll_category_ids: z.array(Id),
})
export type TaxProfile = z.infer<typeof TaxProfile>

const CategoryIds = z.array(Id).max(200)
const TaxProfileFields = z.object({
  opening_date: Day.nullish(),
  main_activity: TaxProfile.shape.main_activity.optional(),
  services_annex: TaxProfile.shape.services_annex.optional(),
  mei_activity: TaxProfile.shape.mei_activity.optional(),
  commerce_category_ids: CategoryIds.optional(),
  services_category_ids: CategoryIds.optional(),
  payroll_category_ids: CategoryIds.optional(),
})

/** Of a DARF without a bar code. */
const DarfFields = {
  revenue_code: z
    .string()
    .regex(/^\d{4}$/, 'Código da receita: 4 algarismos')
    .nullish(),
  assessment_date: Day.nullish(),
  reference_number: z
    .string()
    .regex(/^\d{1,17}$/, 'Número de referência: até 17 algarismos')
    .nullish(),
}
const TaxFacts = z.object({ amount_cents: PositiveCents, due_date: Day, additional_information: OptionalText(500), ...DarfFields })

const writes = ['taxes', 'batches'] as const

export const taxes = resource('taxes', {
  list: endpoint('GET /v1/taxes/{c}', {
    summary: 'Lista os impostos que vencem em um período.',
    query: z.object({ start_date: Day.optional(), end_date: Day.optional() }),
    returns: z.array(Tax),
    needs: 'taxes:v',
    reads: ['taxes', 'bills'],
  }),
  detail: endpoint('GET /v1/taxes/{c}/detail/{taxId}', {
    summary: 'Mostra um imposto e, passo a passo, como ele foi calculado.',
    returns: TaxDetail,
    needs: 'taxes:v',
    reads: ['taxes', 'bills'],
  }),
  create: endpoint('POST /v1/taxes/{c}', {
    summary: 'Calcula o imposto de uma competência pelos livros, ou registra um de valor informado.',
    body: z
      .object({
        competence_date: Day,
        kind: z.enum(TAX_KINDS).optional(),
        amount_cents: PositiveCents.optional(),
        due_date: Day.optional(),
        additional_information: OptionalText(500).optional(),
        ...DarfFields,
        create_bill: z.boolean().optional(),
        bill_id: Id.optional(),
      })
      .strict(),
    returns: TaxDetail,
    creates: true,
    needs: 'taxes:c',
    writes: [...writes, 'bills', 'entries'],
    fails: ['validation.failed', 'conflict.invalid_transition', 'period.closed'],
  }),
  correct: endpoint('PATCH /v1/taxes/{c}/{taxId}', {
    summary: 'Corrige um imposto de valor informado enquanto nada o pagou; a conta dele acompanha o valor e o vencimento.',
    body: patchOf(TaxFacts, Tax),
    returns: TaxDetail,
    needs: 'taxes:c',
    writes: [...writes, 'bills', 'entries'],
    own: true,
    fails: [
      'validation.failed',
      'conflict.invalid_transition',
      'conflict.stale_version',
      'period.closed',
      'bulk.rejected',
      'permission.denied',
    ],
  }),
  issue: endpoint('POST /v1/taxes/{c}/issue/{taxId}', {
    summary: 'Pede a guia de pagamento; depois do vencimento, com multa e juros até o dia do pagamento.',
    body: z.object({ payment_date: Day.optional() }).strict(),
    returns: TaxDetail,
    needs: 'taxes:x',
    writes: [...writes, 'notifications'],
    irreversible: true,
    fails: ['conflict.invalid_transition', 'validation.failed'],
  }),
  pdf: endpoint('GET /v1/taxes/{c}/pdf/{taxId}', {
    summary: 'A última guia de um imposto em PDF, com código de barras e Pix.',
    returns: z.unknown(),
    file: true,
    needs: 'taxes:v',
    rate: 'export',
    own: true,
    fails: ['conflict.invalid_transition'],
  }),
  makeBill: endpoint('POST /v1/taxes/{c}/bill/{taxId}', {
    summary: 'Cria a conta a pagar de um imposto que ainda não tem uma.',
    returns: TaxDetail,
    needs: 'taxes:c',
    writes: [...writes, 'bills', 'entries'],
    own: true,
    fails: ['validation.failed', 'period.closed', 'permission.denied'],
  }),
  delete: endpoint('DELETE /v1/taxes/{c}/{taxId}', {
    summary: 'Exclui um imposto que ainda não foi pago.',
    returns: Done,
    needs: 'taxes:c',
    writes,
    own: true,
    fails: ['conflict.invalid_transition'],
  }),
  profile: endpoint('GET /v1/taxes/{c}/profile', {
    summary: 'O que o cálculo dos impostos sabe da empresa.',
    returns: TaxProfile,
    needs: 'taxes:v',
    reads: ['taxes'],
    own: true,
  }),
  updateProfile: endpoint('PATCH /v1/taxes/{c}/profile', {
    summary: 'Altera o que o cálculo dos impostos sabe da empresa.',
    body: patchOf(TaxProfileFields, TaxProfile),
    returns: TaxProfile,
    needs: 'taxes:c',
    writes,
    own: true,
    fails: ['conflict.stale_version', 'validation.failed'],
  }),
})

export const AnnualBillingStatement = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  /** DASN_SIMEI for a MEI, DEFIS for the others in the Simples. */
  kind: z.enum(ANNUAL_STATEMENT_KINDS),
  year: z.int(),
  commerce_revenue_cents: z.int(),
  services_revenue_cents: z.int(),
  had_employee: z.boolean(),
  closed_on: DayOut.nullable(),
  due_date: DayOut,
  delivered_on: DayOut,
  fine_cents: z.int(),
  halved_fine_cents: z.int(),
  halved_until: DayOut.nullable(),
  rectifies_id: Id.nullable(),
  /** PROCESSING until the authority answers. */
  status: z.enum(REQUEST_STATUSES),
  receipt_number: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
})
export type AnnualBillingStatement = z.infer<typeof AnnualBillingStatement>

const Year = z.int().min(2009).max(2100)

export const annualStatements = resource('annualStatements', {
  list: endpoint('GET /v1/companies/{c}/annual-billing-statements', {
    summary: 'As declarações anuais do MEI e do Simples, uma por ano; as substituídas, se pedidas.',
    query: z.object({ replaced: Flag.optional() }),
    returns: z.array(AnnualBillingStatement),
    needs: 'annual_statements:v',
    reads: ['annual-billing-statements'],
  }),
  create: endpoint('POST /v1/companies/{c}/annual-billing-statements', {
    summary: 'Entrega a declaração de um ano (DASN-SIMEI do MEI, DEFIS do Simples), ou a retificação dela.',
    body: z
      .object({
        year: Year,
        had_employee: z.boolean(),
        /** Without it, the books' own revenue counts. */
        commerce_revenue_cents: Cents.refine(cents => cents >= 0, 'Não pode ser negativo').optional(),
        services_revenue_cents: Cents.refine(cents => cents >= 0, 'Não pode ser negativo').optional(),
        closed_on: Day.nullish(),
        rectifies: z.boolean().optional(),
      })
      .strict(),
    returns: AnnualBillingStatement,
    creates: true,
    needs: 'annual_statements:c',
    writes: ['annual-billing-statements', 'notifications', 'batches'],
    irreversible: true,
    fails: ['conflict.already_exists', 'validation.failed'],
  }),
  prefill: endpoint('GET /v1/companies/{c}/annual-billing-statements/prefill', {
    summary: 'A receita bruta de um ano pelos livros, o limite do regime e o prazo da declaração.',
    /** Last year by default. */
    query: z.object({ year: z.coerce.number().int().min(2009).max(2100).optional() }),
    returns: z.object({
      kind: z.enum(ANNUAL_STATEMENT_KINDS),
      year: z.int(),
      commerce_revenue_cents: z.int(),
      services_revenue_cents: z.int(),
      limit_cents: z.int(),
      limit_state: z.enum(['WITHIN', 'NEAR', 'EXCEEDED', 'FAR_EXCEEDED']),
      due_date: DayOut,
      fine_cents: z.int(),
      halved_fine_cents: z.int(),
    }),
    needs: 'annual_statements:v',
    reads: ['annual-billing-statements', 'receivables'],
    fails: ['validation.failed'],
    own: true,
  }),
})
