// A received note in words: who sent it, when it falls due, and what became of it.
import type { Tone } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import type { ProductInvoice } from '#contract/invoices.ts'
import { dayInSaoPaulo, formatDay } from '#domain/days.ts'

export type NoteState = 'OPEN' | 'BOOKED' | 'REJECTED' | 'CANCELLED'

/** What became of it; a bill made of it says more than what was decided since. */
export function stateOf({ entries, status, decision }: Pick<ProductInvoice, 'entries' | 'status' | 'decision'>): NoteState {
  if (entries.length > 0) return 'BOOKED'
  if (status === 'CANCELLED') return 'CANCELLED'
  return decision === 'REJECTED' ? 'REJECTED' : 'OPEN'
}

export const STATE_LOOKS: Record<NoteState, { label: string; tone: Tone; icon: IconName }> = {
  OPEN: { label: 'A lançar', tone: 'info', icon: 'circle-dashed' },
  BOOKED: { label: 'Lançada', tone: 'quiet', icon: 'check-check' },
  REJECTED: { label: 'Recusada', tone: 'danger', icon: 'circle-x' },
  CANCELLED: { label: 'Cancelada', tone: 'quiet', icon: 'ban' },
}

/** '90101' or, beyond the first series, '90101/2'. */
export const numberOf = ({ number, serie }: Pick<ProductInvoice, 'number' | 'serie'>): string =>
  number === null ? '' : serie === null || serie === '1' ? String(number) : `${number}/${serie}`

export const issuedDay = ({ issued_at, created_at }: Pick<ProductInvoice, 'issued_at' | 'created_at'>): string =>
  dayInSaoPaulo(Date.parse(issued_at ?? created_at))

/** '10/12/2026', or '3 parcelas desde 10/12/2026'; empty when the note says no day. */
export function dueWords({ due_dates }: Pick<ProductInvoice['invoice_payment'], 'due_dates'>): string {
  const [first] = due_dates
  if (first === undefined) return ''
  return due_dates.length === 1 ? formatDay(first) : `${due_dates.length} parcelas desde ${formatDay(first)}`
}

/** '3525 1111 2223 …': an access key in groups of four, as it is printed. */
export const spacedKey = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')
