// Changes shown before the server has answered: what was on screen until then comes back when it refuses.
import type { ColumnStore, Snapshot } from '#client/kit/grid/column-store.ts'
import type { ListEdit } from '#commands/title-cells.ts'

export interface OptimisticEdits {
  show(edit: ListEdit): void
  /** Both answer whether the edit was shown here. */
  settle(edit: ListEdit): boolean
  takeBack(edit: ListEdit): boolean
}

export function optimisticEdits(store: ColumnStore): OptimisticEdits {
  const shown = new Map<ListEdit, readonly Snapshot[]>()
  const put = ({ ids, values }: ListEdit): Snapshot[] =>
    typeof values === 'function' ? ids.map(id => store.set([id], values(id))) : [store.set(ids, values)]
  return {
    // All rows at once, and one redraw.
    show: edit =>
      store.batch(() => {
        store.hold()
        shown.set(edit, put(edit))
        store.release()
      }),
    settle: edit => shown.delete(edit),
    takeBack(edit) {
      const snapshots = shown.get(edit)
      if (snapshots === undefined) return false
      shown.delete(edit)
      store.batch(() => {
        for (const snapshot of [...snapshots].reverse()) store.rollback(snapshot)
      })
      return true
    },
  }
}
