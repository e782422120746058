// Undo and redo as a person sees them: one toast, and the focus back on the row.
import { showToast } from '#client/kit/toast.ts'
import { useWhereabouts } from './context.ts'
import { houseOptions } from './house.ts'
import { intend } from './intents.ts'
import { redoLast, undoLast } from './undo.ts'

/** `z` and its opposite for the open company; says what was taken back, and gives the focus back to its row. */
export async function takeBack(way: 'undo' | 'redo'): Promise<string | undefined> {
  const { ports, mapError } = houseOptions()
  const company = useWhereabouts.getState().company?.id
  try {
    const record = await (way === 'undo' ? undoLast(company, ports.revert) : redoLast(company, ports.revert))
    if (record === undefined) {
      showToast({ id: 'undo', title: way === 'undo' ? 'Nada a desfazer' : 'Nada a refazer' })
      return undefined
    }
    showToast({ id: 'undo', title: `${way === 'undo' ? 'Desfeito' : 'Refeito'}: ${record.label}` })
    if (record.focus[0] !== undefined) intend('focus.record', record.focus[0])
    return record.label
  } catch (error) {
    const { title, message, silent } = mapError(error, { id: way, title: 'Desfazer', takes: 'none', run: async () => undefined })
    if (silent !== true) showToast({ id: 'undo', title, description: message, variant: 'destructive' })
    return undefined
  }
}
