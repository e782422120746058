// How the states of remessas and occurrences look.
import { Badge, type Tone } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import type { Remittance, SlipOccurrence } from '#contract/collection.ts'
import { OCCURRENCE_LABELS } from '#domain/collection/occurrences.ts'
import { REMITTANCE_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import { capitalized } from '#domain/text.ts'

type Look = readonly [tone: Tone, icon: IconName]

const REMITTANCE_LOOKS: Record<Remittance['status'], Look> = {
  DRAFT: ['muted', 'circle-dashed'],
  GENERATED: ['info', 'file-text'],
  SENT: ['info', 'send'],
  ANSWERED: ['quiet', 'check-check'],
  REFUSED: ['danger', 'circle-x'],
}

export function RemittanceBadge({ remittance }: { remittance: Pick<Remittance, 'status'> }) {
  const [tone, icon] = REMITTANCE_LOOKS[remittance.status]
  return (
    <Badge tone={tone} icon={icon}>
      {REMITTANCE_STATUS_LABELS[remittance.status]}
    </Badge>
  )
}

const MEANING_LOOKS: Record<SlipOccurrence['meaning'], Look> = {
  REGISTERED: ['ok', 'circle-check'],
  REFUSED: ['danger', 'triangle-alert'],
  SETTLED: ['quiet', 'check-check'],
  WRITTEN_OFF: ['quiet', 'ban'],
  CONFIRMED: ['ok', 'circle-check'],
  NOT_DONE: ['danger', 'triangle-alert'],
  TOLD: ['quiet', 'circle-dashed'],
  UNKNOWN: ['warning', 'circle-help'],
}

export const meaningText = ({ open, answer, meaning }: SlipOccurrence): string =>
  capitalized(open ? OCCURRENCE_LABELS.UNKNOWN : OCCURRENCE_LABELS[answer ?? meaning])

export function OccurrenceBadge({ occurrence }: { occurrence: SlipOccurrence }) {
  const [tone, icon] = MEANING_LOOKS[occurrence.open ? 'UNKNOWN' : (occurrence.answer ?? occurrence.meaning)]
  return (
    <Badge tone={tone} icon={icon}>
      {meaningText(occurrence)}
    </Badge>
  )
}
