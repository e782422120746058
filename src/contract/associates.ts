// Associates (sócios) and their dependents (SPEC.md, Associates): personal data, shown only where the permission matrix allows.
import { z } from 'zod'
import { isValidCpf, normalizeDocument } from '#domain/documents.ts'
import { KINSHIPS } from '#domain/taxes/dependents.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, DayOut, Done, Id, OptionalEmail, OptionalPhone, patchOf, Text } from './kit/fields.ts'

const Cpf = z.string().max(30).refine(isValidCpf, 'CPF é inválido').transform(normalizeDocument)

export const Associate = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  name: z.string(),
  document_number: z.string(),
  birth_date: DayOut.nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  is_administrator: z.boolean(),
  /** Hundredths of a percent: 50% is 5000. */
  share_basis_points: z.int(),
  pro_labore_amount_cents: z.int(),
  joined_on: DayOut.nullable(),
  dependents_count: z.int(),
  /** Withheld from this month's pay: INSS, and income tax after deductible dependents. */
  withholdings: z.object({
    inss_cents: z.int(),
    dependents_deduction_cents: z.int(),
    irrf_cents: z.int(),
    net_cents: z.int(),
  }),
  /** The company's own contribution on the pay, where the DAS does not include it. */
  employer_inss_cents: z.int(),
  /** pt-BR warnings: pay below the minimum wage, pay of a MEI, a second partner of a MEI. */
  warnings: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Associate = z.infer<typeof Associate>

export const AssociateFields = z.object({
  name: Text(200).min(1, 'Informe o nome'),
  document_number: Cpf,
  birth_date: Day.nullish(),
  email: OptionalEmail,
  phone_number: OptionalPhone.optional(),
  is_administrator: z.boolean().optional(),
  share_basis_points: z.int().min(0, 'De 0% a 100%').max(10_000, 'De 0% a 100%').optional(),
  pro_labore_amount_cents: z.number({ error: 'Valor inválido' }).int('Valor inválido').min(0, 'Não pode ser negativo').max(1e12).optional(),
  joined_on: Day.nullish(),
})

export const Dependent = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  associate_id: Id,
  name: z.string(),
  document_number: z.string().nullable(),
  birth_date: DayOut,
  kinship: z.enum(KINSHIPS),
  is_student: z.boolean(),
  is_disabled: z.boolean(),
  age: z.int(),
  /** Whether the associate's income tax accepts the dependent today. */
  is_deductible: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Dependent = z.infer<typeof Dependent>

export const DependentFields = z.object({
  associate_id: Id,
  name: Text(200).min(1, 'Informe o nome'),
  document_number: Cpf.nullish(),
  birth_date: Day,
  kinship: z.enum(KINSHIPS, { error: 'Escolha o parentesco' }),
  is_student: z.boolean().optional(),
  is_disabled: z.boolean().optional(),
})

export const associates = resource('associates', {
  list: endpoint('GET /v1/companies/{c}/associates', {
    summary: 'Lista os sócios.',
    returns: z.array(Associate),
    needs: 'associates:v',
    reads: ['associates', 'dependents'],
  }),
  get: endpoint('GET /v1/companies/{c}/associates/{id}', {
    summary: 'Mostra um sócio e o que se retém do seu pró-labore.',
    returns: Associate,
    needs: 'associates:v',
    reads: ['associates', 'dependents'],
  }),
  create: endpoint('POST /v1/companies/{c}/associates', {
    summary: 'Cria um sócio.',
    body: createOf(AssociateFields, Associate),
    returns: Associate,
    creates: true,
    needs: 'associates:c',
    writes: ['associates', 'batches'],
    fails: ['conflict.already_exists', 'validation.failed'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/associates/{id}', {
    summary: 'Altera um sócio.',
    body: patchOf(AssociateFields, Associate),
    returns: Associate,
    needs: 'associates:u',
    writes: ['associates', 'batches'],
    fails: ['conflict.stale_version', 'conflict.already_exists', 'validation.failed'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/associates/{id}', {
    summary: 'Exclui um sócio e os seus dependentes.',
    returns: Done,
    needs: 'associates:d',
    writes: ['associates', 'dependents', 'batches'],
  }),
})

export const dependents = resource('dependents', {
  list: endpoint('GET /v1/companies/{c}/dependents', {
    summary: 'Lista os dependentes, de todos os sócios ou de um.',
    query: z.object({ associate_id: Id.optional() }),
    returns: z.array(Dependent),
    needs: 'associates:v',
    reads: ['dependents'],
  }),
  get: endpoint('GET /v1/companies/{c}/dependents/{id}', {
    summary: 'Mostra um dependente.',
    returns: Dependent,
    needs: 'associates:v',
    reads: ['dependents'],
  }),
  create: endpoint('POST /v1/companies/{c}/dependents', {
    summary: 'Cria um dependente de um sócio.',
    body: createOf(DependentFields, Dependent),
    returns: Dependent,
    creates: true,
    needs: 'associates:c',
    writes: ['dependents', 'associates', 'batches'],
    fails: ['conflict.already_exists', 'validation.failed'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/dependents/{id}', {
    summary: 'Altera um dependente.',
    body: patchOf(DependentFields, Dependent),
    returns: Dependent,
    needs: 'associates:u',
    writes: ['dependents', 'associates', 'batches'],
    fails: ['conflict.stale_version', 'conflict.already_exists', 'validation.failed'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/dependents/{id}', {
    summary: 'Exclui um dependente.',
    returns: Done,
    needs: 'associates:d',
    writes: ['dependents', 'associates', 'batches'],
  }),
})
