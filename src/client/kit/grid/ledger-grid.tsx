// The big list as a table: a React frame around the grid window. Loaded lazily, because it brings ag-grid along.
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { settleFocus } from '../focus-keeper.ts'
import type { GridHandle, GridProps } from './grid-column.ts'
import type { EditorMount } from './grid-editing.ts'
import { GridWindow } from './grid-window.ts'
import './ledger-grid.css'

interface Mounted {
  host: HTMLElement
  node: ReactElement
}

export function LedgerGrid({ ref, ...props }: GridProps & { ref?: Ref<GridHandle> | undefined }) {
  const host = useRef<HTMLDivElement>(null)
  const grid = useRef<GridWindow | null>(null)
  const first = useRef(props)
  const [editor, setEditor] = useState<Mounted>()

  // options are read once; later changes go through update
  useLayoutEffect(() => {
    if (!host.current) return
    const mounts: EditorMount = {
      // synchronously: ag asks for the editor's element and focuses it in the same task
      mount: (element, node) => flushSync(() => setEditor({ host: element, node })),
      unmount: element => setEditor(now => (now?.host === element ? undefined : now)),
    }
    const made = new GridWindow(host.current, first.current, mounts)
    grid.current = made
    return () => {
      grid.current = null
      made.destroy()
    }
  }, [])

  // Its code comes late, and a second drawing drops the focus.
  useEffect(settleFocus, [])

  useEffect(() => {
    first.current = props
    grid.current?.update(props)
  })

  useImperativeHandle(ref, () => grid.current as GridHandle, [])

  return (
    <>
      <div ref={host} className="ledger-grid" tabIndex={-1} data-mode={props.mode ?? 'navigate'} />
      {editor ? createPortal(editor.node, editor.host) : null}
    </>
  )
}
