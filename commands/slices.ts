// Long lists of ids in calls the server takes, one after the other, all under one undo.

import { sliced } from '#domain/slices.ts'
import { counted } from '#domain/text.ts'
import type { AnyTarget, Outcome } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'

const BULK_LIMIT = 10_000

/** Ids in calls of at most 10,000 (or `most`), in their order. */
export const slices = (ids: readonly string[], most = BULK_LIMIT): Generator<string[]> => sliced(ids, most)

/** What a bulk did before it came to its end, or was stopped. */
export interface Written {
  /** Batches, oldest first. */
  readonly undo: readonly string[]
  /** How many records were written: all of them, unless the person stopped it. */
  readonly count: number
}

/**
 * The same call for every slice of the target, until its end or until the person stops it. `doing` says what goes on while more than one
 * call is needed: 'Movendo'. When a call fails the rest is not asked for; what was done before it the runner keeps for `z`.
 */
export async function eachSlice(
  { bulk }: Pick<Ports, 'bulk'>,
  doing: string,
  { ids }: Pick<AnyTarget, 'ids'>,
  write: (ids: string[]) => Promise<{ batch_id: string | undefined }>,
  most = BULK_LIMIT,
): Promise<Written> {
  if (ids.length > most) bulk.begin(doing, ids.length)
  const undo: string[] = []
  let count = 0
  for (const some of slices(ids, most)) {
    const { batch_id } = await write(some)
    if (batch_id !== undefined) undo.push(batch_id)
    count += some.length
    if (!bulk.wrote(some)) break
  }
  return { undo, count }
}

/** The same where a call takes one record. */
export const eachOne = (
  ports: Pick<Ports, 'bulk'>,
  doing: string,
  target: Pick<AnyTarget, 'ids'>,
  write: (id: string) => Promise<{ batch_id: string | undefined }>,
): Promise<Written> => eachSlice(ports, doing, target, ([id = '']) => write(id), 1)

/** What is said of one write, and its way back. */
export const wrote = (
  { batch_id }: { readonly batch_id: string | undefined },
  say: string,
  more: Omit<Outcome, 'say' | 'undo'> = {},
): Outcome => ({
  say,
  undo: batch_id === undefined ? [] : [batch_id],
  ...more,
})

/** What is said of a bulk: of the records it wrote, and of those that stayed when it was stopped. */
export function outcomeOf({ count: asked }: Pick<AnyTarget, 'count'>, { undo, count }: Written, say: (count: number) => string): Outcome {
  const left = asked - count
  const stayed = counted(left, ['ficou como estava', 'ficaram como estavam'])
  return { say: say(count), undo, ...(left > 0 ? { detail: `Interrompido: ${stayed}.` } : {}) }
}
