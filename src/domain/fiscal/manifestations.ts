// What the receiver of an NF-e says of it to the tax authority: that it knows of it, and later how the deal ended. Nothing said there is unsaid.

import type { InvoiceStatus } from '../enums.ts'
import { labels } from '../open-table.ts'
import type { InvoiceKind } from './codes.ts'

/** One that only takes notice, and three that conclude. */
export const MANIFESTATIONS = ['ACKNOWLEDGED', 'CONFIRMED', 'UNRECOGNISED', 'UNFULFILLED'] as const
export type Manifestation = (typeof MANIFESTATIONS)[number]

export const MANIFESTATION_LABELS = labels<Manifestation>({
  ACKNOWLEDGED: 'Ciência da operação',
  CONFIRMED: 'Confirmação da operação',
  UNRECOGNISED: 'Desconhecimento da operação',
  UNFULFILLED: 'Operação não realizada',
})

/** tpEvento. */
export const MANIFESTATION_CODES: Record<Manifestation, string> = {
  ACKNOWLEDGED: '210210',
  CONFIRMED: '210200',
  UNRECOGNISED: '210220',
  UNFULFILLED: '210240',
}

/** Whether the authority then gives the whole note: it does not to who says that it is no note of theirs. */
export const opensNote = (kind: Manifestation): boolean => kind !== 'UNRECOGNISED'

/**
 * How long a conclusion may be told or changed, and how often each may stand. Days count from the authorisation, which a note issued in
 * contingency may wait a week for.
 */
export const MANIFESTING = { days: 180, contingencyDays: 7, most: 2 } as const

interface Manifested {
  kind: Manifestation
  status: 'PROCESSING' | 'REGISTERED' | 'REJECTED'
}

export interface Manifestable {
  kind: InvoiceKind
  status: InvoiceStatus
  issued_at: string | null
  /** From the first to the last. */
  manifestations: readonly Manifested[]
}

/** What the company said last, or is saying now; what was refused counts for nothing. */
export const lastManifestation = <M extends Manifested>(manifestations: readonly M[]): M | undefined =>
  manifestations.findLast(each => each.status !== 'REJECTED')

/** Whether the company says that it owes nothing for the note. */
export function isDisowned(manifestations: readonly Manifested[]): boolean {
  const last = lastManifestation(manifestations)?.kind
  return last === 'UNRECOGNISED' || last === 'UNFULFILLED'
}

/** Which of its kind the next one is. */
export const nextOccurrence = (manifestations: readonly Manifested[], kind: Manifestation): number =>
  manifestations.filter(each => each.kind === kind && each.status === 'REGISTERED').length + 1

const DAY_MS = 86_400_000

/** Why a note may not be manifested so, in the words of a reason; undefined when it may. Without `now` its deadline is left to who knows the time. */
export function manifestationRefusal(note: Manifestable, kind: Manifestation, now?: number): string | undefined {
  if (note.kind !== 'PRODUCT') return 'só a NF-e tem manifestação do destinatário'
  if (note.status === 'CANCELLED') return 'a nota não vale mais'
  const last = lastManifestation(note.manifestations)
  if (last?.status === 'PROCESSING') return 'a manifestação anterior espera a resposta da SEFAZ'
  if (kind === 'ACKNOWLEDGED') return last === undefined ? undefined : 'já tem manifestação'
  if (last?.kind === kind) return 'esta manifestação já está registrada'
  if (nextOccurrence(note.manifestations, kind) > MANIFESTING.most) return `a SEFAZ aceita cada manifestação ${MANIFESTING.most} vezes`
  const days = MANIFESTING.days + MANIFESTING.contingencyDays
  return note.issued_at !== null && now !== undefined && now - Date.parse(note.issued_at) > days * DAY_MS
    ? `o prazo é de ${MANIFESTING.days} dias desde a autorização da nota`
    : undefined
}
