// A report on paper: all its rows as a plain table, drawn only while the browser prints, however it was asked to.
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import styles from './print-sheet.module.css'

export interface PrintColumn<Row> {
  id: string
  title: string
  align?: 'left' | 'right' | 'center' | undefined
  render: (row: Row) => ReactNode
}

interface PrintSheetProps<Row> {
  title: string
  period: string
  columns: readonly PrintColumn<Row>[]
  /** Parents before children. */
  rows: readonly { row: Row; depth: number }[]
  rowId: (row: Row) => string
  isStrong?: ((row: Row) => boolean) | undefined
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

export function PrintSheet<Row>({ title, period, columns, rows, rowId, isStrong }: PrintSheetProps<Row>) {
  const company = useWhereabouts(now => now.company)
  useIntent('report.print', () => window.print())
  if (!usePrinting()) return null
  return createPortal(
    <div className={styles.printSheet}>
      <header>
        <h1>{title}</h1>
        <p>
          {company?.name} · {period}
        </p>
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
          {rows.map(({ row, depth }) => (
            <tr key={rowId(row)} className={isStrong?.(row) ? styles.strong : undefined}>
              {columns.map((column, at) => (
                <td key={column.id} className={styles[column.align ?? '']} style={at === 0 ? { paddingLeft: `${depth * 4}mm` } : undefined}>
                  {column.render(row)}
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
