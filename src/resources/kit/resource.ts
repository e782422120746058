// A register, described once: columns, filter, form, drawer, card and sheet words are read from its fields, and its fields from the contract's record.
import type { z } from 'zod'
import type { Answer, Endpoint } from '#contract/kit/endpoint.ts'
import type { Cell } from '#domain/sheets.ts'
import { capitalized } from '#domain/text.ts'
import type { Field } from './field.ts'
import { type Asking, type DescribedForm, describeForm, type Fields, fieldIn, type Known, type Name, type Typed } from './form.ts'

interface Rows {
  readonly list: Endpoint
  readonly create: Endpoint
  readonly update: Endpoint
  readonly delete: Endpoint
}
type RowOf<E extends Rows> = Answer<E['list']> extends readonly (infer R extends object)[] ? R : never

/** Facts of a drawer's section; a function says what no field holds alone. */
type Section<N extends string, Row> =
  | readonly (N | readonly [label: string, say: (row: Row) => string])[]
  | ((row: Row) => readonly (readonly [label: string, said: string])[])

interface Words<K, A> {
  /** 'product': of the commands, `Records` and places. */
  readonly kind: K
  /** 'products': of its screens, address and filter. */
  readonly area: A
  readonly nouns: readonly [one: string, many: string]
  readonly gender: 'o' | 'a'
  readonly placeholder: string
  readonly about: string
  /** Said of a deletion. */
  readonly stays: string
}

interface Looks<N extends string, F extends string, Row> {
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

interface Description<K, A, Row, F, T, S extends z.ZodRawShape>
  extends Words<K, A>,
    Looks<Name<F> | Name<NoInfer<T>>, Name<F>, Row>,
    Omit<Asking<F, S>, 'title'> {
  readonly fields: Known<F, Row>
  /** What several fields say together: shown like a field, never asked. */
  readonly told?: T
  /** What the columns of a sheet leave unsaid. */
  readonly sheetNote?: string
}

/** A described register, whose fields the type no longer knows. */
export interface Resource<K extends string, A extends string, Row, Input>
  extends Words<K, A>,
    Looks<string, string, Row>,
    DescribedForm<Row, Input> {
  /** The name of the record's id in its address. */
  readonly param: `${K}Id`
  /** 'Produtos' */
  readonly listTitle: string
  readonly rows: Rows
  readonly sheet: { readonly words: string }
  /** The records as a table: what their list shows, then the rest. */
  table(rows: readonly Row[]): { readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  nameOf(row: Row): string
  textOf(row: Row): string
  held(row: Row, field: string): unknown
  showOf(row: Row, field: string): string
}

export function defineResource<
  const K extends string,
  const A extends string,
  const E extends Rows,
  S extends z.ZodRawShape,
  const F extends Fields<RowOf<E>>,
  const T extends Readonly<Record<string, Field<RowOf<E>>>> = Record<never, never>,
>(rows: E, body: z.ZodObject<S>, description: Description<K, A, RowOf<E>, F, T, S>) {
  type Row = RowOf<E>
  const { told, writes, form, own, wrong, sheetNote, ...rest } = description
  const fields = { ...description.fields, ...told } as unknown as Readonly<Record<string, Field<unknown>>>
  const asked = describeForm<Row, S>(body, fields, { writes, form, own, wrong, title: description.title })
  const field = (name: string) => fieldIn(fields, name)
  const held = (row: Row, name: string): unknown => (told && name in told ? row : (row as Typed)[name])
  const showOf = (row: Row, name: string): string => field(name).show(held(row, name))
  const sought = Object.keys(fields).filter(name => fields[name]?.search)
  const inSheet = Object.keys(fields).filter(name => field(name).sheet !== undefined)
  const needed = inSheet.filter(name => field(name).start === undefined && !asked.isOptional(name))
  return {
    ...(rest as unknown as Words<K, A> & Looks<string, string, Row>),
    ...asked,
    rows,
    param: `${description.kind}Id` as const,
    listTitle: capitalized(description.nouns[1]),
    nameOf: (row: Row) => showOf(row, description.title),
    textOf: (row: Row) => sought.map(name => field(name).find(held(row, name))).join(' '),
    held,
    showOf,
    table: (rows: readonly Row[]) => {
      const once = [...new Set([...description.columns, ...Object.keys(description.fields)])].filter(name => field(name).kind !== 'ref')
      return { header: once.map(name => field(name).title), rows: rows.map(row => once.map(name => field(name).cell(held(row, name)))) }
    },
    sheet: {
      columns: Object.fromEntries(inSheet.map(name => [name, field(name).sheet ?? []])) as Record<Name<F>, readonly string[]>,
      needed: Object.fromEntries(needed.map(name => [name, field(name).title])) as Partial<Record<Name<F>, string>>,
      words: sheetWords(
        needed,
        inSheet.filter(name => !needed.includes(name)),
        name => field(name).title,
        sheetNote,
      ),
    },
  }
}

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
const sheetWords = (needed: readonly string[], others: readonly string[], title: (name: string) => string, note = '') =>
  `Planilha CSV ou XLSX com as colunas ${listed.format(needed.map(title))}; ${listed.format(others.map(title))} são opcionais. ${note} Com qualquer erro, nada entra.`
