// The drawer of a register's record: part of the Esc chain, beside the living list, reading first and editing in place.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { confirm } from '#client/kit/confirm.tsx'
import { Drawer } from '#client/kit/drawer.tsx'
import { type CompanyScreen, listPath, type PlainScreen } from '#commands/screens.ts'
import { useEscape } from './focus-stack.ts'
import { houseOptions } from './house.ts'
import { intend, useIntent } from './intents.ts'
import { useCompanyId } from './where.ts'

/** Whether the open drawer holds typed work: the list's cursor then moves without taking the drawer along. */
const useDrawerWork = create<{ dirty: boolean }>(() => ({ dirty: false }))
export const drawerIsDirty = (): boolean => useDrawerWork.getState().dirty

/** Asks before typed work is thrown away. */
export async function mayDiscard(dirty: boolean): Promise<boolean> {
  return (
    !dirty ||
    confirm({ title: 'Descartar o que foi digitado?', confirmLabel: 'Descartar', cancelLabel: 'Continuar editando', danger: true })
  )
}

interface RecordDrawerProps {
  id: string
  /** The list it closes to. */
  list: CompanyScreen | PlainScreen
  label: string
  where: ReactNode
  /** Closes a drawer that has no address of its own. */
  onClose?: (() => void) | undefined
  /** Over a page that is no list: nothing before or after it. */
  alone?: boolean | undefined
  /** Typed and not saved. */
  dirty?: boolean | undefined
  /** Esc first leaves the form, then the drawer. */
  onLeaveForm?: (() => void) | undefined
  footer?: ReactNode
  children: ReactNode
}

export function RecordDrawer({
  id,
  list,
  label,
  where,
  onClose,
  alone = false,
  dirty = false,
  onLeaveForm,
  footer,
  children,
}: RecordDrawerProps) {
  const c = useCompanyId()
  useLayoutEffect(() => {
    useDrawerWork.setState({ dirty })
    return () => useDrawerWork.setState({ dirty: false })
  }, [dirty])
  // The list's cursor comes along, so that keys act on what is read.
  useLayoutEffect(() => {
    intend('focus.record', id)
  }, [id])
  const hasForm = onLeaveForm !== undefined
  const hadForm = useRef(false)
  useEffect(() => {
    if (!hasForm && hadForm.current) intend('focus.record', id)
    hadForm.current = hasForm
  }, [hasForm, id])
  const toList = () => {
    if (onClose) onClose()
    else houseOptions().ports.go(listPath(list, c))
    intend('focus.record', id)
  }
  const close = async () => {
    if (await mayDiscard(dirty)) toList()
  }
  const back = async () => {
    if (!(await mayDiscard(dirty))) return
    if (onLeaveForm === undefined) return toList()
    onLeaveForm()
  }
  useEscape('dialog', () => {
    void back()
    return true
  })
  useIntent('drawer.close', () => void close())
  const step = (by: number) => (onLeaveForm === undefined && !alone ? () => void intend('drawer.step', { id, by }) : undefined)
  return (
    <Drawer label={label} where={where} onClose={() => void close()} onPrevious={step(-1)} onNext={step(1)} footer={footer}>
      <div data-part="record">{children}</div>
    </Drawer>
  )
}

/** One name and value of a record; nothing without a value. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
