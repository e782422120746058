// Rows the last bulk left out, each with its reason: they stay marked, the grid flags them and the toolbar lists them.
import { create } from 'zustand'
import { Button } from '#client/kit/button.tsx'
import text from '#client/kit/look/text.module.css'
import { Popover } from '#client/kit/popover.tsx'
import type { AnyTarget, RecordName } from '#commands/kit/command.ts'
import { formatCents } from '#domain/money.ts'
import { formatCount } from '#domain/text.ts'
import { nearest } from './focus-stack.ts'
import styles from './refusals.module.css'

/** Reasons in pt-BR by the id of the row. */
export type Refusals = ReadonlyMap<string, string>

const NONE: Refusals = new Map()
const MOST_LISTED = 100

export const useRefusals = create<{ rows: Refusals }>(() => ({ rows: NONE }))

/** Marks these rows and no other, and keeps why. `more` stay marked without a reason: nobody asked for them yet. */
export function keepRefused(kind: RecordName | undefined, rows: Refusals, more: readonly string[] = []): void {
  useRefusals.setState({ rows })
  if (kind !== undefined && rows.size + more.length > 0) nearest('selection')?.set(kind, [...rows.keys(), ...more])
}

export function forgetRefused(): void {
  if (useRefusals.getState().rows.size > 0) useRefusals.setState({ rows: NONE })
}

/** How often each reason was given, the most frequent first. */
export function countReasons(rows: Refusals): [reason: string, count: number][] {
  const counts = new Map<string, number>()
  for (const reason of rows.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

interface Named {
  id: string
  additional_information?: string | null
  description?: string
  name?: string
  amount_cents?: number
}

const nameOf = ({ additional_information, description, name, amount_cents }: Named): string =>
  [additional_information || description || name || 'Sem descrição', amount_cents === undefined ? '' : formatCents(Math.abs(amount_cents))]
    .filter(Boolean)
    .join(' · ')

/** '38 recusados', and behind it each row with its reason; nothing while none of the marked rows was refused. */
export function RefusedRows({ target }: { target: AnyTarget }) {
  const reasons = useRefusals(state => state.rows)
  if (reasons.size === 0) return null
  const refused = (target.records as readonly Named[]).filter(record => reasons.has(record.id))
  if (refused.length === 0) return null
  const count = formatCount(refused.length)
  const words = refused.length === 1 ? '1 recusado' : `${count} recusados`
  return (
    <Popover
      label={`${words}, com o motivo de cada um`}
      side="top"
      width={420}
      trigger={
        <Button variant="ghost" icon="triangle-alert">
          {words}
        </Button>
      }
    >
      <ul className={styles.refused}>
        {refused.slice(0, MOST_LISTED).map(record => (
          <li key={record.id}>
            <span className={text.cut}>{nameOf(record)}</span>
            <span className={text.m}>{reasons.get(record.id)}</span>
          </li>
        ))}
        {refused.length > MOST_LISTED ? <li className={text.m}>e mais {formatCount(refused.length - MOST_LISTED)}</li> : null}
      </ul>
    </Popover>
  )
}
