// A described list as a listing takes it: columns, filter words and cards. What a description cannot say, a screen draws for itself.
import type { ReactNode } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import type { Listed } from '#resources/kit/list.ts'
import { columnsOf } from './columns.tsx'
import { cell, type Own } from './records.tsx'
import styles from './resource.module.css'

export const listed = <Row,>(of: Listed<Row>, own: Own<Row> = {}) => ({
  noun: of.nouns,
  columns: columnsOf(of, own),
  rowName: of.nameOf,
  textOf: of.textOf,
  card: (row: Row) => <Card of={of} row={row} own={own} />,
  isMuted: of.muted,
  placeholder: of.placeholder,
})

export function Card<Row>({ of, row, own = {} }: { of: Listed<Row>; row: Row; own?: Own<Row> }) {
  const said = (name: string): string => {
    const shown = of.showOf(row, name)
    return shown === '' ? '' : [of.fields[name]?.abbr, shown].filter(Boolean).join(' ')
  }
  // A dash says nothing on a card.
  const alone = (name: string): ReactNode =>
    own.cells?.[name]?.(row) ?? (of.fields[name]?.look && said(name) !== '' ? cell(of, name, row) : said(name))
  const name = of.showOf(row, of.title)
  return (
    <div className={styles.card}>
      <span className={classNames(styles.name, own.mark && styles.marked)}>
        {own.mark?.(row)}
        {own.mark ? <span>{name}</span> : name}
      </span>
      {of.amount ? <span className={classNames(textStyles.num, textStyles.med)}>{cell(of, of.amount.of, row)}</span> : null}
      {of.card.map(line => (
        <span key={line.join()} className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>
          {line.length === 1 ? alone(line[0] ?? '') : line.map(said).filter(Boolean).join(' · ')}
        </span>
      ))}
    </div>
  )
}
