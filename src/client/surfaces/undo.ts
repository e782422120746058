// The undo stack of each company: what `z` takes back. A record names journal batches; the server does the rest.
import { create } from 'zustand'
import type { Inverse } from '#commands/kit/command.ts'

export interface UndoRecord {
  readonly label: string
  /** Oldest first. */
  readonly batch_ids: readonly string[]
  /** In the place of batches, for a step the journal does not hold. */
  readonly inverse?: Inverse | undefined
  readonly company_id: string | undefined
  readonly at: number
  /** Ids the focus returns to. */
  readonly focus: readonly string[]
}

export const UNDO_KEPT = 100

interface Stacks {
  done: Readonly<Record<string, readonly UndoRecord[]>>
  undone: Readonly<Record<string, readonly UndoRecord[]>>
}
export const useUndo = create<Stacks>(() => ({ done: {}, undone: {} }))

const keyOf = (company: string | undefined): string => company ?? ''
const push = (stacks: Stacks[keyof Stacks], key: string, record: UndoRecord) => ({
  ...stacks,
  [key]: [...(stacks[key] ?? []), record].slice(-UNDO_KEPT),
})
const drop = (stacks: Stacks[keyof Stacks], key: string, record: UndoRecord) => ({
  ...stacks,
  [key]: (stacks[key] ?? []).filter(one => one !== record),
})

/** A new step; what had been undone can no longer be redone. */
export function recordUndo(record: UndoRecord): void {
  const key = keyOf(record.company_id)
  useUndo.setState(({ done, undone }) => ({ done: push(done, key, record), undone: { ...undone, [key]: [] } }))
}

const underway = new Set<Promise<unknown>>()

/** A write whose record is still to come: `z` pressed meanwhile waits for it, so that it never takes back the step before. */
export function undoWaitsFor(work: Promise<unknown>): void {
  underway.add(work)
  void work.catch(() => {}).finally(() => underway.delete(work))
}

/** Reverts journal batches and answers the batches that did so, whose own revert is the redo. */
export type Revert = (batchIds: readonly string[]) => Promise<readonly string[]>

let turn: Promise<unknown> = Promise.resolve()

/** One after the other: the server takes a step back only when none that came after it on the same records still stands. */
function move(from: 'done' | 'undone', company: string | undefined, revert: Revert): Promise<UndoRecord | undefined> {
  const mine = turn.then(() => moveNow(from, company, revert))
  turn = mine.catch(() => {})
  return mine
}

async function moveNow(from: 'done' | 'undone', company: string | undefined, revert: Revert): Promise<UndoRecord | undefined> {
  const key = keyOf(company)
  if (underway.size > 0) await Promise.allSettled(underway)
  const record = useUndo.getState()[from][key]?.at(-1)
  if (record === undefined) return undefined
  // Taken off before the call, so that nothing offers it meanwhile; put back when the server refuses.
  useUndo.setState(stacks => ({ [from]: drop(stacks[from], key, record) }))
  const to = from === 'done' ? 'undone' : 'done'
  if (record.inverse !== undefined) {
    const way = from === 'done' ? record.inverse.undo : record.inverse.redo
    const turned = await way().catch(error => {
      useUndo.setState(stacks => ({ [from]: push(stacks[from], key, record) }))
      throw error
    })
    // Of a step that came to nothing (its import is over) the one before it is meant.
    if (!turned) return moveNow(from, company, revert)
    useUndo.setState(stacks => ({ [to]: push(stacks[to], key, record) }))
    return record
  }
  const left = [...record.batch_ids]
  const reverted: string[] = []
  // One batch at a time: what a refusal leaves is all that goes back on the stack.
  try {
    for (let newest = left.at(-1); newest !== undefined; newest = left.at(-1)) {
      reverted.push(...(await revert([newest])))
      left.pop()
    }
    useUndo.setState(stacks => ({ [to]: push(stacks[to], key, { ...record, batch_ids: reverted }) }))
    return record
  } catch (error) {
    if (reverted.length > 0) useUndo.setState(stacks => ({ [to]: push(stacks[to], key, { ...record, batch_ids: reverted }) }))
    useUndo.setState(stacks => ({ [from]: push(stacks[from], key, { ...record, batch_ids: left }) }))
    throw error
  }
}

export const undoLast = (company: string | undefined, revert: Revert): Promise<UndoRecord | undefined> => move('done', company, revert)
export const redoLast = (company: string | undefined, revert: Revert): Promise<UndoRecord | undefined> => move('undone', company, revert)
