// Where a person stands in a company: invited, a member, a former member, or never one. One table says what may follow.
import type { InvitationStatus } from './enums.ts'

export const INVITATION_DAYS = 7

export interface MembershipFacts {
  status: InvitationStatus
  /** ISO instants; null = never. */
  accepted_at: string | null
  expires_at: string | null
}

/** LAPSED is an invitation that was rejected, withdrawn or expired: it shows as INACTIVE, and only a new invitation follows it. */
export type Standing = InvitationStatus | 'LAPSED'

export function standingOf({ status, accepted_at, expires_at }: MembershipFacts, now: number): Standing {
  if (status === 'WAITING_ACCEPT') return expires_at !== null && Date.parse(expires_at) <= now ? 'LAPSED' : status
  return status === 'INACTIVE' && accepted_at === null ? 'LAPSED' : status
}

/** The status that a standing shows as (SPEC.md, People). */
export const statusOf = (standing: Standing): InvitationStatus => (standing === 'LAPSED' ? 'INACTIVE' : standing)

/** What a company's managers do to someone else's membership; only the invited person accepts. */
export type MembershipChange = 'activate' | 'deactivate' | 'change_role'

const LAPSED = 'Este convite não vale mais: envie um novo.'

/** Why a change may not follow a standing, in pt-BR; what is absent may. */
const REFUSALS: Record<Standing, Partial<Record<MembershipChange, string>>> = {
  ACTIVE: { activate: 'Este usuário já está ativo.' },
  INACTIVE: { deactivate: 'Este usuário já está inativo.' },
  WAITING_ACCEPT: { activate: 'O convite ainda espera a resposta da pessoa.' },
  LAPSED: { activate: LAPSED, deactivate: LAPSED, change_role: LAPSED },
}

export const membershipRefusal = (standing: Standing, change: MembershipChange): string | undefined => REFUSALS[standing][change]
