// A received note in words: who sent it, when it falls due, and what became of it.

import { labelledLooks, type Tone } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import type { ReceivedNote } from '#contract/received-notes.ts'
import { dayInSaoPaulo, formatDay } from '#domain/days.ts'
import { lastManifestation, type Manifestation } from '#domain/fiscal/manifestations.ts'
import { awaitsDecision, FATE_LABELS, type Fate } from '#domain/fiscal/note-checks.ts'
import { labels } from '#domain/open-table.ts'

export type NoteState = 'DOUBTED' | 'OPEN' | 'BOOKED' | 'BOOKED_ENDED' | 'REJECTED' | 'UNRECOGNISED' | 'UNFULFILLED' | Fate
/** Left to nobody: each says why. */
export const CLOSED_STATES: readonly NoteState[] = ['REJECTED', 'UNRECOGNISED', 'UNFULFILLED', 'CANCELLED', 'DENIED', 'SUBSTITUTED']

/** What became of it; a bill made of it says more than what was decided since. */
export function stateOf({
  entries,
  status,
  decision,
  check,
  fate,
  manifestations,
}: Pick<ReceivedNote, 'entries' | 'status' | 'decision' | 'check' | 'fate' | 'manifestations'>): NoteState {
  if (entries.length > 0) return status === 'CANCELLED' ? 'BOOKED_ENDED' : 'BOOKED'
  if (status === 'CANCELLED') return fate ?? 'CANCELLED'
  if (decision === 'REJECTED') return 'REJECTED'
  const said = lastManifestation(manifestations)?.kind
  if (said === 'UNRECOGNISED' || said === 'UNFULFILLED') return said
  return awaitsDecision(check?.state, decision) ? 'DOUBTED' : 'OPEN'
}

export const STATE_LOOKS = labelledLooks<NoteState>({
  DOUBTED: { label: 'A conferir', tone: 'warning', icon: 'triangle-alert' },
  OPEN: { label: 'A lançar', tone: 'info', icon: 'circle-dashed' },
  BOOKED: { label: 'Lançada', tone: 'quiet', icon: 'check-check' },
  BOOKED_ENDED: { label: 'Lançada e anulada', tone: 'danger', icon: 'triangle-alert' },
  REJECTED: { label: 'Recusada', tone: 'danger', icon: 'circle-x' },
  UNRECOGNISED: { label: 'Desconhecida', tone: 'danger', icon: 'circle-help' },
  UNFULFILLED: { label: 'Não realizada', tone: 'danger', icon: 'circle-x' },
  CANCELLED: { label: FATE_LABELS.CANCELLED, tone: 'quiet', icon: 'ban' },
  DENIED: { label: FATE_LABELS.DENIED, tone: 'quiet', icon: 'ban' },
  SUBSTITUTED: { label: FATE_LABELS.SUBSTITUTED, tone: 'quiet', icon: 'ban' },
})

/** What the company said of it, shortly; empty while it said nothing. */
export function saidWords(manifestations: ReceivedNote['manifestations']): string {
  const last = manifestations.at(-1)
  if (!last) return ''
  if (last.status === 'PROCESSING') return 'Enviando'
  return last.status === 'REJECTED' ? 'Recusada pela SEFAZ' : SAID[last.kind]
}

const SAID = labels<Manifestation>({
  ACKNOWLEDGED: 'Ciência dada',
  CONFIRMED: 'Confirmada',
  UNRECOGNISED: 'Desconhecida',
  UNFULFILLED: 'Não realizada',
})

/** How far it was verified, and that a person answered for what was not. */
export function checkLook({ check, decision }: Pick<ReceivedNote, 'check' | 'decision'>): { label: string; tone: Tone; icon: IconName } {
  if (check?.state === 'VERIFIED') {
    // What is doubted of a verified note, the authority that gave it answers for; those of before kept no word of it.
    return {
      label: check.origin !== null || check.doubts.length > 0 ? 'Conferida pela origem' : 'Conferida',
      tone: 'ok',
      icon: 'shield-check',
    }
  }
  if (isSummary({ check })) return { label: 'Resumo', tone: 'quiet', icon: 'circle-dashed' }
  return decision === 'ACCEPTED'
    ? { label: 'Aceita', tone: 'quiet', icon: 'check' }
    : { label: 'Não conferida', tone: 'warning', icon: 'triangle-alert' }
}

export const isSummary = ({ check }: Pick<ReceivedNote, 'check'>): boolean => check?.doubts.includes('summary_only') === true

/** '90101' or, beyond the first series, '90101/2'. */
export const numberOf = ({ number, serie }: Pick<ReceivedNote, 'number' | 'serie'>): string =>
  number === null ? '' : serie === null || serie === '1' ? String(number) : `${number}/${serie}`

export const issuedDay = ({ issued_at, created_at }: Pick<ReceivedNote, 'issued_at' | 'created_at'>): string =>
  dayInSaoPaulo(Date.parse(issued_at ?? created_at))

/** '10/12/2026', or '3 parcelas desde 10/12/2026'; empty when the note says no day. */
export function dueWords({ due_dates }: Pick<ReceivedNote['payment'], 'due_dates'>): string {
  const [first] = due_dates
  if (first === undefined) return ''
  return due_dates.length === 1 ? formatDay(first) : `${due_dates.length} parcelas desde ${formatDay(first)}`
}

/** '3525 1111 2223 …': an access key in groups of four, as it is printed. */
export const spacedKey = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')
