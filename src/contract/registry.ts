// The public registry of companies and people (SPEC.md, Registry): facts as the registry tells them, or that it does not know.
import { z } from 'zod'
import { COMPANY_SITUATIONS, COMPANY_SIZES } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Address, DayOut, Id, Text } from './kit/fields.ts'

const known = { source: z.enum(['provider', 'local']) }

export const LegalEntity = z.object({
  /** The document itself: the registry returns no other id. */
  id: z.string(),
  document_number: z.string(),
  trade_name: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  address: Address.nullable(),
  phone_number: z.string().nullable(),
  verified: z.boolean(),
  situation: z.enum(COMPANY_SITUATIONS),
  size: z.enum(COMPANY_SIZES),
  legal_nature: z.string().nullable(),
  branch_matriz: z.enum(['MATRIZ', 'FILIAL']),
  social_capital_amount_cents: z.int().nullable(),
  opening_date: DayOut.nullable(),
  main_cnae: z.string().nullable(),
  main_cnae_code: z.string().nullable(),
  mei_option_date: DayOut.nullable(),
  mei_exclusion_date: DayOut.nullable(),
  simples_option_date: DayOut.nullable(),
  simples_exclusion_date: DayOut.nullable(),
  ...known,
})
export type LegalEntity = z.infer<typeof LegalEntity>

export const NaturalEntity = z.object({
  document_number: z.string(),
  name: z.string(),
  situation: z.enum(['REGULAR', 'PENDENTE', 'SUSPENSA', 'CANCELADA', 'NULA']),
  ...known,
})
export type NaturalEntity = z.infer<typeof NaturalEntity>

const lookup = { tenant: 'none', fails: ['registry.not_found', 'validation.failed', 'provider.unavailable'] } as const

export const legalEntities = resource('legalEntities', {
  registrationData: endpoint('GET /v1/legal_entities/{doc}/registration_data', {
    summary: 'Os dados cadastrais de um CNPJ.',
    returns: LegalEntity,
    ...lookup,
  }),
  score: endpoint('GET /v1/legal_entities/{doc}/score', {
    summary: 'A pontuação de crédito de um CNPJ, de 0 a 1000.',
    returns: z.object({ document_number: z.string(), score: z.int().min(0).max(1000), ...known }),
    ...lookup,
  }),
})

export const naturalEntities = resource('naturalEntities', {
  registrationData: endpoint('GET /v1/natural_entities/{doc}/registration_data', {
    summary: 'O nome e a situação de um CPF.',
    returns: NaturalEntity,
    ...lookup,
  }),
  legalEntities: endpoint('GET /v1/natural_entities/{doc}/legal_entities', {
    summary: 'As empresas de que um CPF participa.',
    returns: z.array(
      z.object({
        document_number: z.string(),
        name: z.string(),
        trade_name: z.string().nullable(),
        situation: z.enum(COMPANY_SITUATIONS),
        qualification: z.string(),
        ...known,
      }),
    ),
    ...lookup,
  }),
})

export const Tutorial = z.object({
  id: Id,
  user_id: Id,
  type: z.string(),
  completed_at: z.string().nullable(),
  created_at: z.string(),
})
export type Tutorial = z.infer<typeof Tutorial>

/** Which guided tours a person has begun and finished; each person sees only their own. */
export const tutorials = resource('tutorials', {
  create: endpoint('POST /v1/tutorials', {
    summary: 'Começa um tutorial; começado antes, responde o mesmo.',
    body: z.object({ type: Text(80).min(1, 'Informe o tutorial') }).strict(),
    returns: Tutorial,
    creates: true,
    tenant: 'none',
    writes: ['tutorials'],
  }),
  update: endpoint('PATCH /v1/tutorials/{id}', {
    summary: 'Termina um tutorial, ou o reabre com completed false.',
    body: z.object({ completed: z.boolean().default(true) }).strict(),
    returns: Tutorial,
    tenant: 'none',
    writes: ['tutorials'],
    fails: ['resource.not_found'],
  }),
  list: endpoint('GET /v1/tutorials', {
    summary: 'Os tutoriais do próprio usuário.',
    query: z.object({ userId: Id.optional() }),
    returns: z.array(Tutorial),
    tenant: 'none',
    reads: ['tutorials'],
    fails: ['resource.not_found'],
  }),
})
