// Sign-in, session, profile and own preferences (SPEC.md, Sign-in).

import { z } from 'zod'
import { USER_KINDS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, DayOut, DocumentNumber, Done, Email, Id, Text } from './kit/fields.ts'
import { Subscription } from './subscriptions.ts'

/** A code on its way; `verifyOtp` answers it. */
export const Challenge = z.object({ id: Id, channel: z.enum(['SMS', 'EMAIL']), masked_destination: z.string(), expires_at: z.string() })
export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
const Password = z.string({ error: 'Informe a senha' }).min(8, 'Ao menos 8 caracteres').max(128, 'Até 128 caracteres')

export const Profile = z.object({
  id: Id,
  name: z.string().nullable(),
  document_number: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  birth_date: DayOut.nullable(),
  kind: z.enum(USER_KINDS),
  created_at: z.string(),
  organization_id: Id.nullable(),
  companies: z.array(z.object({ id: Id, name: z.string(), document_number: z.string() })),
  /** What this person subscribed, if anything. */
  subscription: Subscription.nullable(),
})
export type Profile = z.infer<typeof Profile>

const ProfileFields = z.object({
  name: Text(200).optional(),
  email: Email.optional(),
  phone_number: z.string().max(20).optional(),
  birth_date: Day.nullish(),
  document_number: DocumentNumber.optional(),
})

export const auth = resource('auth', {
  authenticate: endpoint('POST /v1/authenticate', {
    summary: 'Confere documento e senha e envia um código.',
    body: z
      .object({ document_number: DocumentNumber, password: z.string({ error: 'Informe a senha' }).min(1, 'Informe a senha').max(256) })
      .strict(),
    returns: Challenge,
    public: true,
    rate: 'sign_in',
    fails: ['auth.invalid_credentials', 'auth.locked'],
  }),
  verifyOtp: endpoint('POST /v1/verify-otp/{id}', {
    summary: 'Confere o código e abre a sessão.',
    body: z.object({ otp: z.string({ error: 'Informe o código' }).regex(/^\d{6}$/, 'O código tem 6 dígitos') }).strict(),
    returns: Tokens,
    public: true,
    takesKey: true,
    rate: 'sign_in',
    fails: ['auth.otp_invalid', 'auth.otp_expired', 'auth.otp_locked', 'auth.session_revoked', 'conflict.already_exists'],
  }),
  sendOtp: endpoint('POST /v1/send-otp/{id}', {
    summary: 'Envia outro código.',
    returns: Challenge,
    public: true,
    rate: 'sign_in',
    fails: ['auth.otp_expired', 'rate.limited', 'provider.unavailable'],
  }),
  register: endpoint('POST /v1/register', {
    summary: 'Cria um usuário e envia um código.',
    body: z
      .object({
        name: Text(200).optional(),
        phone_number: z.string({ error: 'Informe o telefone' }).min(1, 'Informe o telefone').max(20),
        email: Email,
        kind: z.enum(USER_KINDS),
        document_number: DocumentNumber.optional(),
        password: Password.optional(),
      })
      .strict(),
    returns: Challenge,
    public: true,
    rate: 'sign_in',
    fails: ['validation.failed', 'provider.unavailable'],
  }),
  firstAccess: endpoint('POST /v1/first-access', {
    summary: 'Primeiro acesso ou senha esquecida: envia um código; responde igual para quem existe ou não.',
    body: z.object({ document_number: DocumentNumber }).strict(),
    returns: Challenge,
    public: true,
    rate: 'sign_in',
    own: true,
  }),
  refreshToken: endpoint('POST /v1/refresh-token', {
    summary: 'Troca o token de renovação por um novo par.',
    body: z.object({ token: z.string().min(1).max(500) }).strict(),
    returns: Tokens,
    public: true,
    takesKey: true,
    fails: ['auth.session_revoked'],
  }),
  signOut: endpoint('DELETE /v1/session', { summary: 'Encerra a sessão.', returns: Done, own: true }),
  sessions: endpoint('GET /v1/sessions', {
    summary: 'As sessões abertas do usuário.',
    returns: z.array(z.object({ id: Id, device: z.string(), created_at: z.string(), last_used_at: z.string(), current: z.boolean() })),
    reads: ['profile'],
    own: true,
  }),
  revokeSession: endpoint('DELETE /v1/sessions/{id}', {
    summary: 'Encerra uma das próprias sessões.',
    returns: Done,
    writes: ['profile'],
    own: true,
  }),
  stepUp: endpoint('POST /v1/step-up', {
    summary: 'Pede um código para confirmar quem é.',
    returns: Challenge,
    rate: 'sign_in',
    own: true,
  }),
  profile: endpoint('GET /v1/profile', { summary: 'O usuário da sessão.', returns: Profile, reads: ['profile', 'companies'] }),
  updateProfile: endpoint('PATCH /v1/profile', {
    summary: 'Altera o próprio perfil.',
    body: createOf(ProfileFields, Profile),
    returns: Profile,
    writes: ['profile'],
    fails: ['auth.step_up_required', 'validation.failed'],
  }),
  changePassword: endpoint('PATCH /v1/password', {
    summary: 'Troca a senha; exige código recente.',
    body: z.object({ password: Password }).strict(),
    returns: Done,
    writes: ['profile'],
    fails: ['auth.step_up_required', 'validation.failed'],
  }),
  validPhone: endpoint('GET /v1/phones/{phone}/valid', {
    summary: 'O telefone tem forma válida?',
    returns: z.object({ valid: z.boolean() }),
    public: true,
    rate: 'anonymous',
  }),
  validEmail: endpoint('GET /v1/emails/{email}/valid', {
    summary: 'O e-mail tem forma válida?',
    returns: z.object({ valid: z.boolean() }),
    public: true,
    rate: 'anonymous',
  }),
  resources: endpoint('GET /v1/resources', {
    summary: 'Os recursos e ações que existem.',
    returns: z.array(z.object({ resource: z.string(), actions: z.array(z.string()) })),
    reads: ['permissions'],
  }),
})

export const preferences = resource('preferences', {
  get: endpoint('GET /v1/preferences', {
    summary: 'Preferências do usuário: visões, atalhos, tema.',
    returns: z.record(z.string(), z.unknown()),
    reads: ['preferences'],
    own: true,
  }),
  set: endpoint('PATCH /v1/preferences', {
    summary: 'Grava preferências; null apaga.',
    body: z.record(z.string().max(120), z.unknown()),
    returns: z.record(z.string(), z.unknown()),
    writes: ['preferences'],
    own: true,
  }),
})
