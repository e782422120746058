// Undo outlives the page: on opening a company, the person's own recent batches of the journal are put back on the stack of `z`.
import { useEffect } from 'react'
import { call } from '#client/data/api.ts'
import { recordUndo, undoWaitsFor, useUndo } from '#client/surfaces/undo.ts'
import { batches } from '#contract/batches.ts'

const RECENT_MS = 24 * 60 * 60 * 1000
const MOST = 50

export function useDurableUndo(companyId: string, mayRead: boolean): void {
  useEffect(() => {
    if (!mayRead || useUndo.getState().done[companyId] !== undefined) return
    const abort = new AbortController()
    const restoring = call(batches.list, { params: { c: companyId }, query: { limit: MOST } }, { signal: abort.signal }).then(
      ({ data }) => {
        // Something done meanwhile is newer than anything here: then the stack is left alone.
        if (abort.signal.aborted || useUndo.getState().done[companyId] !== undefined) return
        const own = data.filter(
          batch => batch.mine && batch.undoable && batch.undo_of_id === null && Date.now() - Date.parse(batch.created_at) < RECENT_MS,
        )
        for (const batch of own.reverse())
          recordUndo({ label: batch.label, batch_ids: [batch.id], company_id: companyId, at: Date.parse(batch.created_at), focus: [] })
      },
      () => {
        // Without the journal at hand `z` still takes back what this page does.
      },
    )
    // `z` pressed as soon as the page is there finds them.
    undoWaitsFor(restoring)
    return () => abort.abort()
  }, [companyId, mayRead])
}
