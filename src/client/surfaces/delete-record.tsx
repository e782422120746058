// The deletion of one record at its own address: asked, done with its way back, and over to the list.
import { ConfirmDialog } from '#client/kit/dialog.tsx'
import { pathTo, type ScreenId } from '#commands/screens.ts'
import { settleWrite, writeFailed } from './form-outcome.ts'
import { houseOptions } from './house.ts'
import { useCompanyId } from './where.ts'

interface DeleteRecordProps {
  /** Undefined until the record is known: nothing is asked. */
  name: string | undefined
  /** Where it leads to. */
  list: ScreenId
  description: string
  confirmLabel: string
  remove(): Promise<{ batch_id: string | undefined }>
  say(name: string): string
  focus: string
}

export function DeleteRecord({ name, list, description, confirmLabel, remove, say, focus }: DeleteRecordProps) {
  const companyId = useCompanyId()
  const close = () => houseOptions().ports.go(pathTo(list, { companyId }))
  if (name === undefined) return null
  const confirmed = async () => {
    try {
      const { batch_id } = await remove()
      settleWrite({ say: say(name), batch_id, focus })
      close()
    } catch (error) {
      writeFailed(error)
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Excluir ${name}?`}
      description={description}
      confirmLabel={confirmLabel}
      danger
      onConfirm={() => void confirmed()}
      onCancel={close}
    />
  )
}
