// A list on paper: all rows of its filter as a plain table, drawn only while the browser prints, however it was asked to.
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useToday } from '#client/kit/today.tsx'
import { formatDay } from '#domain/days.ts'
import { useWhereabouts } from './context.ts'
import styles from './print-sheet.module.css'

interface PrintColumn {
  id: string
  title: string
  align?: 'left' | 'right' | 'center' | undefined
}

interface PrintedRow {
  id: string
  cells: readonly ReactNode[]
  /** Of a tree. */
  depth?: number
  /** A subtotal, or the head of a group. */
  strong?: boolean | undefined
  /** Its one cell spans the table. */
  spans?: true
}

interface Printed {
  columns: readonly PrintColumn[]
  /** Parents before children, in the order of the screen. */
  rows: readonly PrintedRow[]
  /** The filter in words, how many rows, what they add up to. */
  lines: readonly string[]
}

interface PrintSheetProps {
  title: string
  /** Read only while a page is printed. */
  printed(): Printed
}

/** Whether a page is being printed now. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}

export function PrintSheet({ title, printed }: PrintSheetProps) {
  return usePrinting() ? <Sheet title={title} {...printed()} /> : null
}

function Sheet({ title, columns, rows, lines }: { title: string } & Printed) {
  const company = useWhereabouts(now => now.company)
  const today = useToday()
  return createPortal(
    <div className={styles.printSheet}>
      <header>
        <h1>{title}</h1>
        <p>{[company?.name, `impresso em ${formatDay(today)}`].filter(Boolean).join(' · ')}</p>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </header>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.id} className={styles[column.align ?? '']}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells, depth = 0, strong, spans }) => (
            <tr key={id} className={strong ? styles.strong : undefined}>
              {(spans ? columns.slice(0, 1) : columns).map((column, at) => (
                <td
                  key={column.id}
                  colSpan={spans ? columns.length : undefined}
                  className={spans ? undefined : styles[column.align ?? '']}
                  style={at === 0 && depth > 0 ? { paddingLeft: `${depth * 4}mm` } : undefined}
                >
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
