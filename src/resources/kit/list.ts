// How records are listed, found, read in a drawer and shown on a card, described once: of a register, and of lists whose screen is made by hand.
import type { z } from 'zod'
import type { Cell } from '#domain/sheets.ts'
import type { Field } from './field.ts'
import { type Fields, fieldIn, type Known, type Name, type Typed } from './form.ts'

/** Facts of a drawer's section; a function says what no field holds alone. */
type Section<N extends string, Row> =
  | readonly (N | readonly [label: string, say: (row: Row) => string])[]
  | ((row: Row) => readonly (readonly [label: string, said: string])[])

/** What a list is called, and what its filter looks through. */
export interface ListWords {
  readonly nouns: readonly [one: string, many: string]
  readonly placeholder: string
}

export interface Looks<N extends string, F extends string, Row> {
  readonly title: F
  readonly amount?: { readonly of: F; readonly per?: F }
  /** Under the title of the drawer. */
  readonly lead?: F | ((row: Row) => string)
  /** Beside the title in the list. */
  readonly aside?: (row: Row) => string | null
  /** Facts of the drawer by heading. */
  readonly drawer: Readonly<Record<string, Section<N, Row>>>
  readonly columns: readonly N[]
  readonly card: readonly (readonly N[])[]
  /** What is switched off or done with. */
  readonly muted?: (row: Row) => boolean
}

/** A described list, whose fields the type no longer knows. */
export interface Listed<Row> extends ListWords, Looks<string, string, Row> {
  readonly fields: Readonly<Record<string, Field<unknown>>>
  /** A field whose look stands beside the title in the list. */
  readonly badge?: string
  /** The records as a table: what their list shows, then the rest. */
  table(rows: readonly Row[]): { readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  nameOf(row: Row): string
  textOf(row: Row): string
  held(row: Row, field: string): unknown
  showOf(row: Row, field: string): string
}

/** What several fields say together: shown like a field, never asked. */
export type Told<Row> = Readonly<Record<string, Field<Row>>>
export type NoTold = Record<never, never>

interface Reading {
  readonly fields: object
  readonly told?: object | undefined
  readonly title: string
  readonly columns: readonly string[]
}

/** How the values of a record are read by the names of a description. */
export function readList<Row>({ fields: asked, told = {}, title, columns }: Reading) {
  const fields = { ...asked, ...told } as Readonly<Record<string, Field<unknown>>>
  const field = (name: string) => fieldIn(fields, name)
  const held = (row: Row, name: string): unknown => (name in told ? row : (row as Typed)[name])
  const showOf = (row: Row, name: string): string => field(name).show(held(row, name))
  const sought = Object.keys(fields).filter(name => fields[name]?.search)
  return {
    fields,
    held,
    showOf,
    nameOf: (row: Row) => showOf(row, title),
    textOf: (row: Row) => sought.map(name => field(name).find(held(row, name))).join(' '),
    table: (rows: readonly Row[]) => {
      const once = [...new Set([...columns, ...Object.keys(asked)])].filter(name => field(name).kind !== 'ref')
      const asCells = once.flatMap(name =>
        columnsOf(field(name)).map(({ title, cell }) => ({ title, cell: (row: Row) => cell(held(row, name)) })),
      )
      return { header: asCells.map(({ title }) => title), rows: rows.map(row => asCells.map(({ cell }) => cell(row))) }
    },
  }
}

const columnsOf = ({ title, cell, parts }: Field<unknown>): readonly { title: string; cell: (value: unknown) => Cell }[] =>
  parts ? parts.map(part => ({ title: part.title, cell: value => ({ text: part.text(value) }) })) : [{ title, cell }]

interface ListDescription<Row, F, T> extends ListWords, Looks<Name<F> | Name<NoInfer<T>>, Name<F> | Name<NoInfer<T>>, Row> {
  readonly fields: Known<F, Row>
  readonly told?: T
  readonly badge?: Name<F>
}

/** A list that is no whole register: its screen, its form or its commands are made by hand. */
export function defineList<Row, const F extends Fields<Row>, const T extends Told<Row> = NoTold>(
  _record: z.ZodType<Row>,
  description: ListDescription<Row, F, T>,
): Listed<Row> {
  const { fields: _, told: __, ...rest } = description
  return { ...(rest as unknown as ListWords & Looks<string, string, Row> & Pick<Listed<Row>, 'badge'>), ...readList<Row>(description) }
}
