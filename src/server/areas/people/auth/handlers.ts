// Sign-in, codes, sessions and the own profile. Refusals that must leave a trace write it on their own connection, since a refusal rolls back.
import { contract } from '#contract/index.ts'
import { isValidEmail, isValidPhone, toE164 } from '#domain/contact-points.ts'
import { ACTIONS, may, PRESET_RIGHTS, PRESETS, RESOURCES } from '#domain/permissions.ts'
import { fail, failFor, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { blind, clearTries, countUp, forgiveDocument, passwordKey, purgeCounts, reserveTry } from './attempts.ts'
import {
  answerChallenge,
  blindDestination,
  type ChallengeRow,
  destinationOf,
  deviceClass,
  deviceHashOf,
  LOCAL_FACTOR,
  openChallenge,
  resendCode,
} from './challenges.ts'
import { checkPassword, hashPassword, passwordProblem } from './passwords.ts'
import { type Proven, provenKey } from './proven-key.ts'
import {
  confirmDevice,
  createOrganization,
  createUser,
  findUser,
  findUserByDocument,
  isKnownDevice,
  type ProfileChange,
  readProfile,
  setPassword,
  updateUser,
} from './rows.ts'
import {
  answeredSession,
  deviceLabel,
  endOtherSessions,
  endSession,
  liveSessions,
  openSession,
  renewSession,
  type SessionTokens,
} from './sessions.ts'
import { openStepUp, requireStepUp } from './step-up.ts'

const HOUR_MS = 3_600_000
const REGISTRATIONS_PER_HOUR = 5

export const authHandlers: Handlers<(typeof contract)['auth']> = {
  async authenticate(ctx, { body }) {
    const { jobsDb, secret } = ctx.services
    const user = await findUserByDocument(ctx.db, body.document_number)
    const device = await deviceClass(ctx.db, user?.id ?? null, deviceHashOf(ctx.caller))
    const tries = passwordKey(blind(secret, body.document_number), device)
    const right = await checkPassword(user?.password_hash, body.password, () => reserveTry(jobsDb, tries, ctx.now, device === 'unknown'))
    if (!right || !user) throw fail('auth.invalid_credentials')
    await clearTries(jobsDb, tries)
    ctx.afterCommit(() => purgeCounts(jobsDb, ctx.now))
    const to = destinationOf(user, ctx.services.messages)
    if (!to) throw fail('provider.rejected', { motivo: 'Sem celular ou e-mail para receber o código. Fale com o suporte.' })
    return openChallenge(ctx.db, ctx, { purpose: 'sign_in', user_id: user.id, ...to })
  },

  async verifyOtp(ctx, { params, body }) {
    const key = await keyOf(ctx, { row: contract.auth.verifyOtp, params, used: params.id })
    const challenge = await answerChallenge(ctx.db, ctx, params.id, body.otp)
    if (challenge.purpose === 'step_up' || challenge.purpose === 'pix_key') {
      const confirmed = challenge.purpose === 'step_up'
      const session = await answeredSession(ctx.db, ctx.services.secret, challenge.session_id ?? '', { confirmed, key, now: ctx.now })
      if (!session) throw fail('auth.session_revoked')
      return tokensOf(ctx, session)
    }
    return signIn(ctx, challenge, key)
  },

  sendOtp: (ctx, { params }) => resendCode(ctx.db, ctx, params.id),

  async register(ctx, { body }) {
    const phone = toE164(body.phone_number)
    if (!phone) throw invalid('phone_number', 'Telefone inválido')
    if (!isValidEmail(body.email)) throw invalid('email', 'E-mail inválido')
    const problem = body.password === undefined ? undefined : passwordProblem(body.password, body)
    if (problem) throw invalid('password', problem)
    const limit = REGISTRATIONS_PER_HOUR * (ctx.services.local ? LOCAL_FACTOR : 1)
    const wait = await countUp(ctx.db, { key: `register:ip:${ctx.caller.ip}`, limit, window_ms: HOUR_MS }, ctx.now)
    if (wait !== undefined) throw failFor(wait)
    const email = body.email.toLowerCase()
    const to = destinationOf({ phone_number: phone, email }, ctx.services.messages)
    if (!to) throw fail('provider.unavailable')
    // Whether the document is taken is told after the code, to the holder of the phone or address only.
    return openChallenge(ctx.db, ctx, {
      purpose: 'register',
      user_id: null,
      ...to,
      registration: {
        name: body.name ?? null,
        email,
        phone_number: phone,
        kind: body.kind,
        document_number: body.document_number ?? null,
        password_hash: body.password === undefined ? null : await hashPassword(body.password),
      },
    })
  },

  async firstAccess(ctx, { body }) {
    const user = await findUserByDocument(ctx.db, body.document_number)
    const to = user && destinationOf(user, ctx.services.messages)
    return openChallenge(ctx.db, ctx, {
      purpose: 'first_access',
      user_id: to ? user.id : null,
      ...(to ?? blindDestination(ctx.services, body.document_number)),
    })
  },

  async refreshToken(ctx, { body }) {
    const { jobsDb, secret, realtime } = ctx.services
    const key = await keyOf(ctx, { row: contract.auth.refreshToken, used: body.token })
    return tokensOf(ctx, await renewSession(jobsDb, secret, body.token, { key, now: ctx.now }, id => realtime.dropSession(id)))
  },

  async signOut(ctx) {
    await endSession(ctx.db, ctx.actor.user_id, ctx.actor.session_id, ctx.now)
    dropAfter(ctx, [ctx.actor.session_id])
    return { ok: true }
  },

  async sessions(ctx) {
    const lines = await liveSessions(ctx.db, ctx.actor.user_id, ctx.now)
    return lines.map(line => ({ ...line, current: line.id === ctx.actor.session_id }))
  },

  async revokeSession(ctx, { params }) {
    if (!(await endSession(ctx.db, ctx.actor.user_id, params.id, ctx.now))) throw fail('resource.not_found')
    dropAfter(ctx, [params.id])
    return { ok: true }
  },

  stepUp: ctx => openStepUp(ctx),

  profile: ctx => readProfile(ctx.db, ctx.actor.user_id, ctx.companies, ctx.today),

  async updateProfile(ctx, { body }) {
    const before = await findUser(ctx.db, ctx.actor.user_id)
    if (!before) throw fail('resource.not_found')
    const change: ProfileChange = {}
    if (body.name !== undefined) change.name = body.name
    if (body.birth_date !== undefined) change.birth_date = body.birth_date
    if (body.email !== undefined) {
      if (!isValidEmail(body.email)) throw invalid('email', 'E-mail inválido')
      change.email = body.email.toLowerCase()
    }
    if (body.phone_number !== undefined) {
      const phone = toE164(body.phone_number)
      if (!phone) throw invalid('phone_number', 'Telefone inválido')
      change.phone_number = phone
    }
    if (body.document_number !== undefined && body.document_number !== before.document_number) {
      // Invitations and sign-in stand on the document: it is given once and then stays.
      if (before.document_number !== null) throw invalid('document_number', 'O documento não pode ser alterado')
      change.document_number = body.document_number
    }
    const movesContact = (['email', 'phone_number', 'document_number'] as const).some(
      field => change[field] !== undefined && change[field] !== before[field],
    )
    if (movesContact) await requireStepUp(ctx)
    const { messages } = ctx.services
    if (destinationOf({ ...before, ...change }, messages)?.destination !== destinationOf(before, messages)?.destination)
      change.codes_moved_at = new Date(ctx.now).toISOString()
    await updateUser(ctx.db, ctx.actor.user_id, change, ctx.now)
    return readProfile(ctx.db, ctx.actor.user_id, ctx.companies, ctx.today)
  },

  async changePassword(ctx, { body }) {
    await requireStepUp(ctx)
    const user = await findUser(ctx.db, ctx.actor.user_id)
    if (!user) throw fail('resource.not_found')
    const problem = passwordProblem(body.password, user)
    if (problem) throw invalid('password', problem)
    await setPassword(ctx.db, user.id, await hashPassword(body.password), ctx.now)
    if (user.document_number) await forgiveDocument(ctx.db, blind(ctx.services.secret, user.document_number))
    dropAfter(ctx, await endOtherSessions(ctx.db, user.id, ctx.actor.session_id, ctx.now))
    return { ok: true }
  },

  async validPhone(_, { params }) {
    return { valid: isValidPhone(params.phone) }
  },

  async validEmail(_, { params }) {
    return { valid: isValidEmail(params.email) }
  },

  async resources() {
    return RESOURCES.map(resource => ({
      resource,
      actions: ACTIONS.filter(action => PRESETS.some(preset => may(PRESET_RIGHTS[preset], resource, action))),
    }))
  },
}

async function tokensOf(ctx: Context, session: SessionTokens): Promise<{ accessToken: string; refreshToken: string }> {
  return { accessToken: await signAccess(ctx.services.secret, session, ctx.now), refreshToken: session.refreshToken }
}

function dropAfter(ctx: Context, sessionIds: readonly string[]): void {
  ctx.afterCommit(() => {
    for (const id of sessionIds) ctx.services.realtime.dropSession(id)
  })
}

/** The key that the caller proved to hold; undefined when it named none. */
async function keyOf(ctx: Context, over: Proven): Promise<Buffer | undefined> {
  if (ctx.caller.key_proof === undefined) return undefined
  const key = await provenKey(ctx.caller.key_proof, over)
  if (!key) throw fail('request.malformed')
  return key
}

async function signIn(ctx: Context, challenge: ChallengeRow, key: Buffer | undefined) {
  const userId = challenge.purpose === 'register' ? await createRegistered(ctx, challenge) : challenge.user_id
  if (userId === null) throw fail('auth.otp_expired')
  const device = deviceHashOf(ctx.caller)
  const knownDevice = await isKnownDevice(ctx.db, userId, device)
  // Who only holds the phone has not shown the password: the device becomes known at a whole sign-in.
  if (device && challenge.purpose !== 'first_access') await confirmDevice(ctx.db, userId, device, ctx.now)
  const opened = { user_id: userId, knownDevice, device: deviceLabel(ctx.caller), key }
  const session = await openSession(ctx.db, ctx.services.secret, opened, ctx.now)
  dropAfter(ctx, session.ended)
  return tokensOf(ctx, session)
}

async function createRegistered(ctx: Context, { registration }: ChallengeRow): Promise<string> {
  if (!registration) throw fail('auth.otp_expired')
  const { name, email, phone_number, document_number, password_hash } = registration
  const kind = registration.kind as 'SOLO_USER' | 'COMPANY_MEMBER' | 'ACCOUNT_MANAGER' | 'ORGANIZATION_MANAGER'
  if (document_number && (await findUserByDocument(ctx.db, document_number)))
    throw fail('conflict.already_exists', { motivo: 'Já existe um usuário com este documento.' })
  // A manager's rights are those of an organisation, so registering as one founds it.
  const organization_id =
    kind === 'ORGANIZATION_MANAGER' ? await createOrganization(ctx.db, { name: name ? `Escritório ${name}` : 'Meu escritório' }) : null
  return createUser(ctx.db, { kind, name, email, phone_number, document_number, password_hash, organization_id })
}
