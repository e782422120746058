// Asking for a fresh code before what a stolen session must not do: phone, e-mail, password, limits.
import { sql } from 'kysely'
import { fail, refuse } from '#server/base/fail.ts'
import { CLOCKS_APART_MS, isFromAhead } from '#server/base/ids.ts'
import { first } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { type ChallengeView, type Destination, destinationOf, maskDestination, openChallenge } from './challenges.ts'
import { findUser } from './rows.ts'

const FRESH_MS = 15 * 60_000

/** Whether the actor's last code was answered so many milliseconds ago at most; one answered under a clock that was ahead proves nothing. */
export function isConfirmed({ actor, now }: Pick<Context, 'actor' | 'now'>, withinMs: number): boolean {
  const at = Date.parse(actor.stepped_up_at)
  return now - at <= withinMs && !isFromAhead(at, now)
}

/** Refuses with `auth.step_up_required`, naming a challenge whose code was just sent, unless a code was answered in the last 15 minutes. */
export async function requireStepUp(ctx: Context): Promise<void> {
  if (ctx.actor.api_key) throw refuse('permission.denied', 'Uma chave de API não confirma por código: faça isto pela tela.')
  if (isConfirmed(ctx, FRESH_MS)) return
  // On its own connection: the refusal rolls back the request, and the code must be answerable.
  const challenge = await ctx.services.jobsDb.transaction().execute(db => openStepUp({ ...asking(ctx), db, actor: ctx.actor }))
  throw fail('auth.step_up_required', {}, { challenge_id: challenge.id })
}

const asking = ({ services, caller, now }: Context) => ({ services, caller, now })

export async function openStepUp(ctx: Pick<Context, 'db' | 'actor' | 'services' | 'caller' | 'now'>): Promise<ChallengeView> {
  const user = await findUser(ctx.db, ctx.actor.user_id)
  const to = user && destinationOf(user, ctx.services.messages)
  if (!to) throw fail('provider.rejected', { motivo: 'Cadastre um celular ou e-mail para receber o código.' })
  return openChallenge(ctx.db, ctx, { purpose: 'step_up', user_id: ctx.actor.user_id, session_id: ctx.actor.session_id, ...to })
}

/** Refuses like `requireStepUp`, with a code just sent there, unless this session answered one sent to that phone or e-mail in the last 15 minutes. */
export async function requirePossession(ctx: Context, to: Destination): Promise<void> {
  const proof = await first(
    ctx.db,
    sql`select 1 from otp_challenges where user_id = ${ctx.actor.user_id} and session_id = ${ctx.actor.session_id} and purpose = 'pix_key'
      and channel = ${to.channel} and destination = ${to.destination} and answered_at between ${new Date(ctx.now - FRESH_MS)}
      and ${new Date(ctx.now + CLOCKS_APART_MS)}`,
  )
  if (proof) return
  const challenge = await ctx.services.jobsDb.transaction().execute(db => openPossession({ ...asking(ctx), db, actor: ctx.actor }, to))
  throw refuse('auth.step_up_required', `Digite o código enviado para ${maskDestination(to)}.`, { challenge_id: challenge.id })
}

/** A code to the phone or e-mail that is to become a key: who receives it has it at hand, and nothing else is confirmed by it. */
export async function openPossession(
  ctx: Pick<Context, 'db' | 'actor' | 'services' | 'caller' | 'now'>,
  to: Destination,
): Promise<ChallengeView> {
  if (!ctx.services.messages.has(to.channel))
    throw fail('provider.rejected', { motivo: `Não há como enviar o código por ${to.channel === 'SMS' ? 'SMS' : 'e-mail'}.` })
  return openChallenge(ctx.db, ctx, { purpose: 'pix_key', user_id: ctx.actor.user_id, session_id: ctx.actor.session_id, ...to })
}
