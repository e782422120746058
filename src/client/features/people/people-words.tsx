// How a person of the company is shown: name, standing and until when an invitation waits.
import { Badge, type Tone } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import type { CompanyUser } from '#contract/people.ts'
import { formatInstant } from '#domain/days.ts'
import type { InvitationStatus } from '#domain/enums.ts'
import { INVITATION_STATUS_LABELS } from '#domain/labels.ts'

const LOOKS: Record<InvitationStatus, { tone: Tone; icon: IconName }> = {
  ACTIVE: { tone: 'ok', icon: 'circle-check' },
  WAITING_ACCEPT: { tone: 'info', icon: 'clock-3' },
  INACTIVE: { tone: 'quiet', icon: 'ban' },
}

export const StandingBadge = ({ status }: Pick<CompanyUser, 'status'>) => (
  <Badge {...LOOKS[status]}>{INVITATION_STATUS_LABELS[status]}</Badge>
)

export const nameOf = (user: CompanyUser): string => user.name ?? user.email ?? user.document_number ?? 'Sem nome'

/** 'convite até 27/11/2026', 'convite sem efeito', '03/02/2026'. */
export function sinceWords({ status, accepted_at, expires_at, created_at }: CompanyUser): string {
  if (status === 'WAITING_ACCEPT') return expires_at === null ? 'convite enviado' : `convite até ${formatInstant(expires_at)}`
  if (accepted_at === null && status === 'INACTIVE') return 'convite sem efeito'
  return formatInstant(accepted_at ?? created_at)
}
