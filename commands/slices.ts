// Long lists of ids in calls the server takes, one after the other, all under one undo.
import type { AnyTarget } from './kit/command.ts'

const BULK_LIMIT = 10_000

/** Ids in calls of at most 10,000 (or `most`), in their order. */
export function* slices(ids: readonly string[], most = BULK_LIMIT): Generator<string[]> {
  for (let at = 0; at < ids.length; at += most) yield ids.slice(at, at + most)
}

/**
 * The same call for every slice of the target: the batches to undo, oldest first. When one fails the rest is not asked for; what was
 * done before it the runner keeps for `z`.
 */
export async function eachSlice(
  target: Pick<AnyTarget, 'ids'>,
  write: (ids: string[]) => Promise<{ batch_id: string | undefined }>,
  most = BULK_LIMIT,
): Promise<string[]> {
  const undo: string[] = []
  for (const ids of slices(target.ids, most)) {
    const { batch_id } = await write(ids)
    if (batch_id !== undefined) undo.push(batch_id)
  }
  return undo
}
