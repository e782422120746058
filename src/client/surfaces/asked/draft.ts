// What was typed in an open form, kept in this tab until it is sent or thrown away: a reload or a step back loses nothing.
import type { Asking } from './asking.ts'

export interface Draft {
  /** What the fields held when the form opened. */
  readonly opened: Readonly<Record<string, unknown>>
  readonly typed: Readonly<Record<string, unknown>>
}

const keyOf = ({ command, target }: Asking): string => `razao.draft.${command.id}.${target.ids[0] ?? target.company?.id ?? ''}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function readDraft(asking: Asking): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(asking)) ?? 'null')
    return isRecord(stored) && isRecord(stored.opened) && isRecord(stored.typed)
      ? { opened: stored.opened, typed: stored.typed }
      : undefined
  } catch {
    return undefined
  }
}

/** Files cannot be kept, and secrets must not be: the person gives them again. */
function toKeep(name: string, value: unknown): unknown {
  if (value instanceof Blob || /password/.test(name)) return undefined
  return Array.isArray(value) ? value.filter(one => !(one instanceof Blob)) : value
}

const over = new WeakSet<Asking>()

/** Undefined forgets it. A full or closed storage keeps nothing and breaks nothing. */
export function keepDraft(asking: Asking, draft: Draft | undefined): void {
  if (over.has(asking)) return
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(asking))
    else sessionStorage.setItem(keyOf(asking), JSON.stringify(draft, toKeep))
  } catch {
    // The form itself still holds what was typed.
  }
}

/** The form was sent or thrown away: nothing of it comes back. */
export function endDraft(asking: Asking): void {
  keepDraft(asking, undefined)
  over.add(asking)
}

/** Leaves the form and forgets what was typed. */
export function discard(asking: Asking): void {
  endDraft(asking)
  asking.leave()
}

/** Values of fields are plain data; nothing and null are one. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** A field that somebody else changed: what it holds now, and what was typed here. */
export interface Changed {
  readonly field: string
  readonly theirs: unknown
  readonly mine: unknown
}

/** The fields that differ between the form as it opened and the record as it is now; where nothing was typed, `mine` is what it opened with. */
export function changedMeanwhile(
  opened: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
): readonly Changed[] {
  return Object.keys(opened).flatMap(field =>
    same(opened[field], theirs[field]) || same(theirs[field], mine[field]) ? [] : [{ field, theirs: theirs[field], mine: mine[field] }],
  )
}

/** What a person most likely wants: their own typing where they typed, the other's change elsewhere. */
export const preferMine = (opened: Readonly<Record<string, unknown>>, { field, mine }: Changed): boolean => !same(opened[field], mine)
