// Inviting a person: tied to their document, sent to their address, good for seven days and one answer. No account is made for anybody.

import { millisecondsInDay } from 'date-fns/constants'
import type { InvitationFields } from '#contract/people.ts'
import { BRAND_NAMES } from '#domain/brands.ts'
import { isValidEmail, toE164 } from '#domain/contact-points.ts'
import { dayInSaoPaulo, daysLater, formatDay } from '#domain/days.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import { INVITATION_DAYS } from '#domain/memberships.ts'
import type { Channel } from '#server/adapters/messages/transport.ts'
import { fail, failFor, invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { brandHere } from '#server/kernel/public-links.ts'
import { countUp } from '../auth/attempts.ts'
import { destinationOf, LOCAL_FACTOR } from '../auth/challenges.ts'
import { findUserByDocument } from '../auth/rows.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { addMember, findCompany } from '../companies/rows.ts'
import { needManage } from './managing.ts'
import { mustFindRole, type StoredRole } from './roles.ts'
import { closeExpired, isMember, lockPeople } from './rows.ts'

/** Each invitation may send a text message to whoever the caller names. */
export const INVITATIONS_PER_DAY = 50

export interface Invited {
  id: string
  company_name: string
  role: StoredRole
  expires_at: Date
}

interface Destination {
  kind: Channel
  to: string
}

/** Throws `permission.denied`, `auth.step_up_required`, `conflict.already_exists` or `rate.limited`; nothing is written then. */
export async function invite(ctx: Context, fields: InvitationFields): Promise<Invited> {
  await lockPeople(ctx.db, ctx.companyId)
  const role = await mustFindRole(ctx, fields.role_id)
  needManage(ctx, role)
  const { email, phone_number } = addressOf(fields)
  await requireStepUp(ctx)
  await countInvitation(ctx, ctx.companyId)
  await closeExpired(ctx.db, ctx.companyId, fields.document_number, ctx.now)
  if (await isMember(ctx.db, ctx.companyId, fields.document_number))
    throw fail('conflict.already_exists', { motivo: 'Este usuário já participa da empresa.' })
  const expires_at = invitationEnd(ctx.now)
  const id = await addMember(ctx.db, {
    id: ctx.newId(),
    company_id: ctx.companyId,
    role_id: role.id,
    invited_document: fields.document_number,
    invited_name: fields.name ?? null,
    invited_email: email,
    invited_phone: phone_number,
    status: 'WAITING_ACCEPT',
    invited_by: ctx.actor.user_id,
    expires_at,
  })
  const company = await findCompany(ctx.db, ctx.companyId)
  const invited = { id, company_name: company?.trade_name ?? company?.name ?? '', role, expires_at }
  await tell(ctx, fields.document_number, { email, phone_number }, expires_at, `para ${invited.company_name}, como ${role.name},`)
  ctx.touch(id)
  ctx.label(`Convite enviado${fields.name ? ` a ${fields.name}` : ''}: ${role.name}`)
  return invited
}

/** When an invitation made now runs out. */
export const invitationEnd = (now: number): Date => daysLater(now, INVITATION_DAYS)

export function addressOf(fields: Pick<InvitationFields, 'email' | 'phone_number'>): { email: string | null; phone_number: string | null } {
  const phone = fields.phone_number ? toE164(fields.phone_number) : null
  if (phone === undefined) throw invalid('phone_number', 'Telefone inválido')
  if (fields.email && !isValidEmail(fields.email)) throw invalid('email', 'E-mail inválido')
  return { email: fields.email?.toLowerCase() || null, phone_number: phone }
}

/** `inviter` is the company or office the day's invitations are counted for. */
export async function countInvitation(ctx: Context, inviter: string): Promise<void> {
  const limit = INVITATIONS_PER_DAY * (ctx.services.local ? LOCAL_FACTOR : 1)
  const wait = await countUp(ctx.db, { key: `invite:${inviter}`, limit, window_ms: millisecondsInDay }, ctx.now)
  if (wait !== undefined) throw failFor(wait)
}

/** Who has an account hears of it there as well. The caller never learns whether there is one. */
export async function tell(
  ctx: Context,
  document: string,
  { email, phone_number }: { email: string | null; phone_number: string | null },
  expires_at: Date,
  where: string,
): Promise<void> {
  const user = await findUserByDocument(ctx.db, document)
  const { messages } = ctx.services
  const own = user && destinationOf(user, messages)
  const given: Destination[] = [
    ...(email ? [{ kind: 'EMAIL' as const, to: email }] : []),
    ...(phone_number ? [{ kind: 'SMS' as const, to: phone_number }] : []),
  ]
  const destinations = given.length === 0 && own ? [{ kind: own.channel, to: own.destination }] : given
  const reached = destinations.filter(({ kind }) => messages.has(kind))
  if (destinations.length > 0 && reached.length === 0) throw fail('provider.unavailable')
  const brand = brandHere(ctx)
  const last = formatDay(dayInSaoPaulo(expires_at.getTime()))
  const text = `${ctx.actor.name ?? 'Alguém'} convidou você ${where} no ${BRAND_NAMES[brand]}. Entre com o documento ${maskCpfForLists(document)} até ${last} para responder.`
  const subject = `Convite no ${BRAND_NAMES[brand]}`
  for (const { kind, to } of reached) await messages.send(ctx.db, { to, kind, brand, subject, text })
  if (user) {
    const { realtime } = ctx.services
    ctx.afterCommit(() =>
      realtime.changed({ company_id: undefined, user_id: user.id, tags: ['invitations'], ids: [], batch_id: undefined }),
    )
  }
}
