// How the states of remessas and occurrences look.
import { Badge, looks } from '#client/kit/chip.tsx'
import type { Remittance, SlipOccurrence } from '#contract/collection.ts'
import { OCCURRENCE_LABELS } from '#domain/collection/occurrences.ts'
import { REMITTANCE_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import { capitalized } from '#domain/text.ts'

const REMITTANCE_LOOKS = looks<Remittance['status']>({
  DRAFT: { tone: 'muted', icon: 'circle-dashed' },
  GENERATED: { tone: 'info', icon: 'file-text' },
  SENT: { tone: 'info', icon: 'send' },
  ANSWERED: { tone: 'quiet', icon: 'check-check' },
  REFUSED: { tone: 'danger', icon: 'circle-x' },
})

export function RemittanceBadge({ remittance }: { remittance: Pick<Remittance, 'status'> }) {
  return <Badge {...REMITTANCE_LOOKS[remittance.status]}>{REMITTANCE_STATUS_LABELS[remittance.status]}</Badge>
}

const MEANING_LOOKS = looks<SlipOccurrence['meaning']>({
  REGISTERED: { tone: 'ok', icon: 'circle-check' },
  REFUSED: { tone: 'danger', icon: 'triangle-alert' },
  SETTLED: { tone: 'quiet', icon: 'check-check' },
  WRITTEN_OFF: { tone: 'quiet', icon: 'ban' },
  CONFIRMED: { tone: 'ok', icon: 'circle-check' },
  NOT_DONE: { tone: 'danger', icon: 'triangle-alert' },
  TOLD: { tone: 'quiet', icon: 'circle-dashed' },
  UNKNOWN: { tone: 'warning', icon: 'circle-help' },
})

export const meaningText = ({ open, answer, meaning }: SlipOccurrence): string =>
  capitalized(open ? OCCURRENCE_LABELS.UNKNOWN : OCCURRENCE_LABELS[answer ?? meaning])

export function OccurrenceBadge({ occurrence }: { occurrence: SlipOccurrence }) {
  const { open, answer, meaning } = occurrence
  return <Badge {...MEANING_LOOKS[open ? 'UNKNOWN' : (answer ?? meaning)]}>{meaningText(occurrence)}</Badge>
}
