// After a form's own write: what a command's run would have settled, an undo record and one toast with its way back.
import { problemsOf } from '#client/kit/form/problems.ts'
import { showToast } from '#client/kit/toast.ts'
import { useWhereabouts } from './context.ts'
import { houseOptions } from './house.ts'
import { takeBack } from './take-back.ts'
import { recordUndo } from './undo.ts'

export interface WriteOutcome {
  /** One pt-BR sentence: 'Contato Padaria Sol criado'. */
  say: string
  /** A second sentence of the toast. */
  detail?: string | undefined
  /** From the reply; several when the form wrote more than once, oldest first. Without one there is nothing to undo. */
  batch_id?: string | undefined | readonly (string | undefined)[]
  /** The record, or records, the focus returns to when the write is undone. */
  focus?: string | readonly string[] | undefined
  /** Recorded without a toast: the change is seen where it was made (a cell). */
  quiet?: boolean | undefined
}

/** Records the undo of a form's write in the open company and says it. */
export function settleWrite({ say, detail, batch_id, focus, quiet }: WriteOutcome): void {
  const batch_ids = [batch_id ?? []].flat().filter(id => id !== undefined)
  const can = batch_ids.length > 0
  if (can)
    recordUndo({
      label: say,
      batch_ids,
      company_id: useWhereabouts.getState().company?.id,
      at: houseOptions().ports.now(),
      focus: [focus ?? []].flat(),
    })
  if (quiet === true) return
  showToast({
    title: say,
    description: detail,
    variant: can ? 'success' : 'default',
    ...(can ? { action: { label: 'Desfazer', keys: 'z', run: () => void takeBack('undo') } } : {}),
  })
}

/** A write outside a form failed: said by the catalogue, like any command's failure. */
export function writeFailed(error: unknown): void {
  const { title, message, silent } = houseOptions().mapError(error, {
    id: 'form.submit',
    title: 'Salvar',
    takes: 'none',
    run: async () => undefined,
  })
  if (silent !== true) showToast({ title, description: message, variant: 'destructive' })
}

/** A form's submit failed: what can stand beside fields is thrown on to the form, the rest is said. */
export function formFailed(error: unknown): void {
  if (problemsOf(error).length > 0) throw error
  writeFailed(error)
}
