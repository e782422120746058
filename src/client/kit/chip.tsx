// Chips: status, filter, palette step, reason and confidence of a match. A status never relies on colour alone.

import type { ReactNode } from 'react'
import type { BillStatus, ReceivableStatus, StatementEntryStatus } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS, STATEMENT_ENTRY_STATUS_LABELS } from '#domain/labels.ts'
import { openTable } from '#domain/open-table.ts'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import text from './look/text.module.css'

/** quiet: settled, muted and without tint */
export type Tone = 'muted' | 'info' | 'ok' | 'danger' | 'warning' | 'quiet'

export interface StatusLook {
  icon: IconName
  tone: Tone
}

/** Of a state that a newer server knows and this build does not: its word alone says it. */
export const NEW_LOOK = { icon: 'circle-dashed', tone: 'muted' } as const satisfies StatusLook

/** How each state looks, and one that only a newer server knows. */
export const looks = <Status extends string>(table: Readonly<Record<Status, StatusLook>>): Record<Status, StatusLook> =>
  openTable<Status, StatusLook>(table, () => NEW_LOOK)

export interface LabelledLook extends StatusLook {
  label: string
}

/** The same where the look brings its label: a state that is new is called by its own word. */
export const labelledLooks = <Status extends string>(table: Readonly<Record<Status, LabelledLook>>): Record<Status, LabelledLook> =>
  openTable<Status, LabelledLook>(table, label => ({ ...NEW_LOOK, label }))

export const BILL_STATUS_LOOKS = looks<BillStatus>({
  PENDING: { icon: 'circle-dashed', tone: 'muted' },
  WAITING_APPROVAL: { icon: 'clock-3', tone: 'info' },
  APPROVED: { icon: 'circle-check', tone: 'ok' },
  REPROVED: { icon: 'circle-x', tone: 'danger' },
  WAITING_PAYMENT: { icon: 'send', tone: 'info' },
  PAID: { icon: 'check-check', tone: 'quiet' },
})
export const RECEIVABLE_STATUS_LOOKS = looks<ReceivableStatus>({
  PENDING: { icon: 'circle-dashed', tone: 'muted' },
  OVERDUE: { icon: 'triangle-alert', tone: 'danger' },
  RECEIVED: { icon: 'check-check', tone: 'quiet' },
})
export const STATEMENT_STATUS_LOOKS = looks<StatementEntryStatus>({
  PENDING: { icon: 'circle-dashed', tone: 'muted' },
  CONCILIATED: { icon: 'check-check', tone: 'quiet' },
  IGNORED: { icon: 'ban', tone: 'quiet' },
})

interface BadgeProps {
  tone?: Tone | undefined
  icon?: IconName | undefined
  children: ReactNode
}

/** Any short state that looks like a status: invoices, subscriptions, invitations. Without an icon it is a word on a tint. */
export function Badge({ tone = 'muted', icon, children }: BadgeProps) {
  return (
    <span
      data-part="chip"
      data-tone={tone === 'muted' ? undefined : tone}
      className={classNames(styles.st, tone !== 'muted' && styles[tone], !icon && styles.text)}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}

export type StatusOf =
  | { of: 'bill'; status: BillStatus }
  | { of: 'receivable'; status: ReceivableStatus }
  | { of: 'statement'; status: StatementEntryStatus }

/** Glyph, tone and word of a status, also for grid cells drawn without React. */
export function statusLook(state: StatusOf): StatusLook & { label: string } {
  if (state.of === 'bill') return { ...BILL_STATUS_LOOKS[state.status], label: BILL_STATUS_LABELS[state.status] }
  if (state.of === 'receivable') return { ...RECEIVABLE_STATUS_LOOKS[state.status], label: RECEIVABLE_STATUS_LABELS[state.status] }
  return { ...STATEMENT_STATUS_LOOKS[state.status], label: STATEMENT_ENTRY_STATUS_LABELS[state.status] }
}

export function StatusChip(state: StatusOf) {
  const { icon, tone, label } = statusLook(state)
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

interface FilterChipProps {
  /** muted: the field */
  name?: string | undefined
  /** medium: the value */
  value: string
  onRemove?: (() => void) | undefined
  onEdit?: (() => void) | undefined
  /** not understood: stays, in red, and filters nothing */
  bad?: boolean | undefined
  /** 'não existe nesta empresa' */
  struck?: boolean | undefined
}

const STRUCK = 'não existe nesta empresa'

export function FilterChip({ name, value, onRemove, onEdit, bad, struck }: FilterChipProps) {
  const words = [name, value].filter(Boolean).join(' ')
  return (
    <span className={classNames(styles.tok, bad && styles.bad, struck && styles.struck)} title={struck ? STRUCK : undefined}>
      {name ? <span className={styles.name}>{name}</span> : null}
      {onEdit ? (
        <button
          type="button"
          className={classNames(styles.value, !name && styles.alone)}
          aria-label={`Editar filtro ${words}`}
          onClick={onEdit}
        >
          {value}
        </button>
      ) : (
        <span className={classNames(styles.value, !name && styles.alone)}>{value}</span>
      )}
      {struck ? <span className={text.vh}>, {STRUCK}</span> : null}
      {onRemove ? (
        <button type="button" className={styles.off} aria-label={`Remover filtro ${words}`} onClick={onRemove}>
          <Icon name="x" />
        </button>
      ) : (
        <span className={styles.pad} />
      )}
    </span>
  )
}

/** An argument already chosen in the palette. */
export function StepChip({ children }: { children: ReactNode }) {
  return (
    <span className={styles.step} data-part="step">
      {children}
    </span>
  )
}

interface ReasonChipProps {
  /** true speaks for the match (a check on a tint), false against it (outline only) */
  holds: boolean
  children: ReactNode
}

export function ReasonChip({ holds, children }: ReasonChipProps) {
  return (
    <span data-part="reason" data-against={!holds || undefined} className={classNames(styles.why, !holds && styles.no)}>
      {holds ? <Icon name="check" /> : null}
      {children}
    </span>
  )
}

export type Confidence = 'high' | 'medium' | 'low' | 'none'

const CONFIDENCE_WORDS: Record<Confidence, string> = { high: 'Alta', medium: 'Média', low: 'Baixa', none: 'Sem par' }

/** The word, then the score 0 to 100; 'Sem par' has none. */
export function ConfidenceWord({ level, score }: { level: Confidence; score?: number | undefined }) {
  return (
    <span className={classNames(styles.cf, (level === 'high' || level === 'medium') && styles[level])} data-part="confidence">
      <span>{CONFIDENCE_WORDS[level]}</span>
      {level === 'none' || score === undefined ? null : <b>{score}</b>}
    </span>
  )
}
