// A report as a screen: the house's listing without marks, its choices above, its file and its paper beside.

import type { ReactNode } from 'react'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useAnswer, useIntent } from '#client/surfaces/intents.ts'
import { type ListingReading, ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { ToolbarPlace } from '#commands/places.ts'
import type { ReportFile } from '#commands/reports.ts'
import type { SearchName } from '#commands/search-text.ts'
import styles from './reports.module.css'

export interface ReportRow {
  id: string
  name: string
  /** A subtotal, or the head of a group. */
  strong?: boolean | undefined
}

interface ReportScreenProps<Row extends ReportRow> {
  title: string
  period: string
  rows: readonly Row[]
  columns: readonly ListingColumn<Row>[]
  childrenOf?: (row: Row) => readonly Row[] | undefined
  reading: ListingReading
  /** The report's filter in the address. */
  filter: SearchName
  placeholder?: string
  textOf?: (row: Row) => string
  noun?: readonly [string, string]
  card: (row: Row) => ReactNode
  onOpen?: ((row: Row) => unknown) | undefined
  expanded?: ReadonlySet<string>
  onExpandedChange?: (expanded: ReadonlySet<string>) => void
  openId?: string | undefined
  isMuted?: (row: Row) => boolean
  file?: ReportFile | undefined
  head?: ReactNode
  bar?: ReactNode
  primary?: ReactNode
  toolbar?: ToolbarPlace
  empty: { title: string; text?: ReactNode; actions?: ReactNode }
  children?: ReactNode
}

const LINES = ['linha', 'linhas'] as const

export function ReportScreen<Row extends ReportRow>({ title, period, filter, file, bar, ...report }: ReportScreenProps<Row>) {
  const text = useScreenSearch()[filter] ?? ''
  const setSearch = useSetSearch()
  useAnswer('report.file', () => file)
  useIntent('report.print', () => window.print())
  const { noun = LINES, textOf = row => row.name, toolbar = 'report.toolbar' } = report
  const isStrong = (row: Row) => row.strong === true
  return (
    <ListingScreen
      {...report}
      onOpen={report.onOpen && (row => void report.onOpen?.(row))}
      label={`${title}, ${period}`}
      kind="report_line"
      noun={noun}
      rowName={row => row.name}
      textOf={textOf}
      isStrong={isStrong}
      filter={text}
      onFilter={next => setSearch({ [filter]: next })}
      placeholder={report.placeholder ?? 'Filtrar por nome'}
      selectable={false}
      toolbar={toolbar}
      bar={
        <>
          {bar}
          <span className={styles.reportActions}>
            <CommandButton id="report.print" variant="ghost" icon short />
            {file ? (
              <>
                <CommandButton id="report.download" variant="ghost" icon short />
                <CommandButton id="report.download-csv" variant="ghost" icon short />
              </>
            ) : null}
          </span>
        </>
      }
    />
  )
}
