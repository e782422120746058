// Companies, their permissions, and a person's own invitations (SPEC.md, Companies and People).

import { z } from 'zod'
import { TAX_REGIMES } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, DayOut, DocumentNumber, Id, OptionalEmail, OptionalPhone, OptionalText, patchOf, Text } from './kit/fields.ts'
import { LegalEntity } from './registry.ts'

export const Company = z.object({
  id: Id,
  version: z.int(),
  document_number: z.string(),
  name: z.string(),
  trade_name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  municipal_registration: z.string().nullable(),
  state_registration: z.string().nullable(),
  tax_regime: z.enum(TAX_REGIMES),
  /** Registration data as the registry gave it; before any look-up the fields are null and `verified` is false. */
  legal_entity: LegalEntity.omit({ source: true }).extend({
    situation: LegalEntity.shape.situation.nullable(),
    size: LegalEntity.shape.size.nullable(),
  }),
  /** The simplified regimes it chose, and when it left them. */
  company_activations: z.array(
    z.object({ type: z.enum(['MEI', 'SIMPLES_NACIONAL']), opted_in: DayOut.nullable(), exclusion_in: DayOut.nullable() }),
  ),
  invoice_connection_settings: z.object({
    /** The company's own id while it captures the notes issued to it. */
    receive_invoice_company_id: Id.nullable(),
    rps: z.array(z.object({ kind: z.string(), invoice_number: z.int(), serie_number: z.string() })),
  }),
  /** Above this amount a bill's creator may not approve it. */
  approval_limit_cents: z.int(),
  /** Whether bills by creators without the right to approve start as WAITING_APPROVAL. */
  requires_approval: z.boolean(),
  created_at: z.string(),
})
export type Company = z.infer<typeof Company>

/** A company as the company switcher and the queue show it. */
export const CompanySummary = z.object({
  id: Id,
  document_number: z.string(),
  name: z.string(),
  tax_regime: z.enum(TAX_REGIMES),
  role_name: z.string(),
  pending_lines_count: z.int(),
  overdue_bills_count: z.int(),
  due_soon_bills_count: z.int(),
  overdue_receivables_count: z.int(),
  last_statement_date: z.string().nullable(),
  last_closed_date: z.string().nullable(),
})
export type CompanySummary = z.infer<typeof CompanySummary>

const CompanyFields = z.object({
  document_number: DocumentNumber,
  name: Text(200).min(1, 'Informe a razão social'),
  trade_name: OptionalText(200).optional(),
  email: OptionalEmail,
  phone_number: OptionalPhone.optional(),
  municipal_registration: OptionalText(30).optional(),
  state_registration: OptionalText(30).optional(),
  tax_regime: z.enum(TAX_REGIMES).optional(),
  approval_limit_cents: z.int().min(0).optional(),
  requires_approval: z.boolean().optional(),
})

export const Invitation = z.object({
  id: Id,
  /** Null: an invitation into an accounting office. */
  company_id: Id.nullable(),
  /** The name of the company or of the office. */
  company_name: z.string(),
  role_name: z.string(),
  status: z.enum(['ACTIVE', 'INACTIVE', 'WAITING_ACCEPT']),
  created_at: z.string(),
  expires_at: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const companies = resource('companies', {
  valid: endpoint('GET /v1/companies/{doc}/valid', {
    summary: 'O documento tem forma válida e dígitos certos?',
    returns: z.object({ valid: z.boolean() }),
    tenant: 'none',
  }),
  create: endpoint('POST /v1/companies', {
    summary: 'Cria uma empresa; quem cria é o proprietário. O que falta vem do registro, se ele já a conhece.',
    body: createOf(CompanyFields.partial({ name: true }), Company),
    returns: Company,
    creates: true,
    tenant: 'none',
    writes: ['companies', 'profile'],
    fails: ['conflict.already_exists', 'permission.denied', 'validation.failed'],
    irreversible: true,
  }),
  organization: endpoint('GET /v1/organizations/companies', {
    summary: 'As empresas que o usuário pode ver, com o que espera em cada uma.',
    returns: z.array(CompanySummary),
    tenant: 'none',
    reads: ['companies', 'statement_entries', 'bills'],
  }),
  profile: endpoint('GET /v1/companies/{c}/profile', {
    summary: 'Os dados da empresa.',
    returns: Company,
    needs: 'company:v',
    reads: ['company'],
  }),
  update: endpoint('PATCH /v1/companies/{c}', {
    summary: 'Altera os dados da empresa.',
    body: patchOf(CompanyFields.omit({ document_number: true }), Company),
    returns: Company,
    needs: 'company:u',
    writes: ['company', 'companies', 'batches'],
    fails: ['conflict.stale_version', 'auth.step_up_required'],
  }),
  permissions: endpoint('GET /v1/companies/{c}/permissions', {
    summary: 'O que o usuário pode fazer nesta empresa.',
    returns: z.object({ role_name: z.string(), rights: z.record(z.string(), z.string()) }),
    reads: ['permissions'],
  }),
  invitations: endpoint('GET /v1/invitations', {
    summary: 'Convites que esperam resposta do usuário.',
    returns: z.array(Invitation),
    tenant: 'none',
    reads: ['invitations'],
  }),
  acceptInvitation: endpoint('PATCH /v1/invitations/{id}/accept', {
    summary: 'Aceita um convite.',
    returns: Invitation,
    tenant: 'none',
    writes: ['invitations', 'companies', 'profile', 'users', 'batches'],
    fails: ['invitation.expired', 'conflict.invalid_transition', 'conflict.already_exists'],
    irreversible: true,
  }),
  rejectInvitation: endpoint('PATCH /v1/invitations/{id}/reject', {
    summary: 'Recusa um convite.',
    returns: Invitation,
    tenant: 'none',
    writes: ['invitations', 'users', 'batches'],
    fails: ['invitation.expired', 'conflict.invalid_transition'],
    irreversible: true,
  }),
})
