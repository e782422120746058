// A register, described once: columns, filter, form, drawer, card and sheet words are read from its fields, and its fields from the contract's record.
import { z } from 'zod'
import type { Answer, Endpoint } from '#contract/kit/endpoint.ts'
import { capitalized } from '#domain/text.ts'
import { type Field, holds } from './field.ts'

interface Rows {
  readonly list: Endpoint
  readonly create: Endpoint
  readonly update: Endpoint
  readonly delete: Endpoint
}
type RowOf<E extends Rows> = Answer<E['list']> extends readonly (infer R extends object)[] ? R : never
type Fields<Row> = { readonly [K in keyof Row & string]?: Field<Row[K]> }
type Name<F> = keyof F & string

/** A line of the form: fields side by side, or a heading. */
export type FormLine<N extends string = string> = readonly N[] | string

/** Facts of a drawer's section; a function says what no field holds alone. */
type Section<N extends string, Row> =
  | readonly (N | readonly [label: string, say: (row: Row) => string])[]
  | ((row: Row) => readonly (readonly [label: string, said: string])[])

interface Description<K, A, Row, F, S> {
  /** 'product': of the commands, `Records` and places. */
  readonly kind: K
  /** 'products': of its screens, address and filter. */
  readonly area: A
  readonly nouns: readonly [one: string, many: string]
  readonly gender: 'o' | 'a'
  /** Fields of the record; a name the record lacks does not compile. */
  readonly fields: F & { readonly [K in Exclude<keyof F, keyof Row>]: never }
  /** Where a field is written under another name. */
  readonly writes?: { readonly [K in Name<F>]?: keyof S & string }
  readonly columns: readonly Name<F>[]
  readonly form: readonly FormLine<Name<F>>[]
  readonly title: Name<F>
  readonly amount?: { readonly of: Name<F>; readonly per?: Name<F> }
  readonly lead?: Name<F>
  /** Beside the title in the list. */
  readonly aside?: (row: Row) => string | null
  /** Facts of the drawer by heading. */
  readonly drawer: Readonly<Record<string, Section<Name<F>, Row>>>
  readonly card: readonly (readonly Name<F>[])[]
  /** Fields a copy starts without. */
  readonly own?: readonly Name<F>[]
  readonly placeholder: string
  readonly about: string
  /** Said of a deletion. */
  readonly stays: string
  /** What the columns of a sheet leave unsaid. */
  readonly sheetNote?: string
}

/** What the form holds, by the name it is written under. */
export type Typed = Record<string, unknown>

/** A described register, whose fields the type no longer knows. */
export interface Resource<K extends string, A extends string, Row, Input> {
  readonly kind: K
  readonly area: A
  /** The name of the record's id in its address. */
  readonly param: `${K}Id`
  readonly nouns: readonly [one: string, many: string]
  readonly gender: 'o' | 'a'
  /** 'Produtos' */
  readonly listTitle: string
  readonly rows: Rows
  readonly fields: Readonly<Record<string, Field<unknown>>>
  readonly columns: readonly string[]
  readonly form: readonly FormLine<string>[]
  readonly title: string
  readonly amount?: { readonly of: string; readonly per?: string }
  readonly lead?: string
  readonly aside?: (row: Row) => string | null
  readonly drawer: Readonly<Record<string, Section<string, Row>>>
  readonly card: readonly (readonly string[])[]
  readonly placeholder: string
  readonly about: string
  readonly stays: string
  readonly sheet: { readonly words: string }
  /** What a write needs, whoever asks. */
  readonly input: z.ZodType<Input>
  /** From what a form holds to the input. */
  readonly typed: z.ZodType<Input, Typed>
  writtenAs(field: string): string
  isOptional(field: string): boolean
  /** The longest text a field takes. */
  longest(field: string): number | undefined
  /** What a form starts with: nothing, a record, or a copy of one. */
  start(from?: Row, copy?: boolean): Typed
  /** What words say of its fields: each takes the first it understands, the title the rest. Whole, it is an input; else what a form starts with. */
  line(words: readonly string[]): { readonly given: Typed; readonly said: readonly string[]; readonly whole: boolean }
  nameOf(row: Row): string
  textOf(row: Row): string
  held(row: Row, field: string): unknown
  showOf(row: Row, field: string): string
}

/** A resource whose record the type no longer knows: what surfaces draw. */
export type AnyResource = Resource<string, string, never, unknown>

type JsonSchema = { maxLength?: number; anyOf?: JsonSchema[] }
const longestOf = ({ maxLength, anyOf = [] }: JsonSchema): number | undefined =>
  maxLength ?? anyOf.map(longestOf).find(max => max !== undefined)

export function defineResource<
  const K extends string,
  const A extends string,
  const E extends Rows,
  S extends z.ZodRawShape,
  const F extends Fields<RowOf<E>>,
>(rows: E, body: z.ZodObject<S>, description: Description<K, A, RowOf<E>, F, S>) {
  type Row = RowOf<E>
  const { writes, own = [], ...rest } = description
  const fields = description.fields as Readonly<Record<string, Field<unknown>>>
  const writtenAs = (name: string): string => ((writes as Typed | undefined)?.[name] as string) ?? name
  const shape = body.shape as unknown as Readonly<Record<string, z.ZodType>>
  const bodyOf = (name: string): z.ZodType => shape[writtenAs(name)] ?? z.unknown()
  const asked = description.form.flatMap(line => (typeof line === 'string' ? [] : line)) as string[]
  const field = (name: string): Field<unknown> => {
    const found = fields[name]
    if (found === undefined) throw new Error(`${description.kind} has no field ${name}`)
    return found
  }
  const held = (row: Row, name: string): unknown => (row as Typed)[name]
  const showOf = (row: Row, name: string): string => field(name).show(held(row, name))
  const sought = Object.keys(fields).filter(name => fields[name]?.search)
  const asks = z.object(Object.fromEntries(asked.map(name => [writtenAs(name), field(name).read.pipe(bodyOf(name))])))
  /** What is not asked is sent as if nothing had been typed. */
  const unasked = (held: Typed): Typed =>
    Object.fromEntries(
      asked.flatMap(name => {
        const { when, start, blank } = field(name)
        return when && !holds(when, held[writtenAs(when[0])]) ? [[writtenAs(name), start ?? blank]] : []
      }),
    )
  const typed = z.preprocess(held => ({ ...(held as Typed), ...unasked(held as Typed) }), asks)
  // What an empty control gives is taken; a box is never empty.
  const isOptional = (name: string) =>
    field(name).kind !== 'flag' && asks.shape[writtenAs(name)]?.safeParse(field(name).blank).success === true
  const inSheet = Object.keys(fields).filter(name => field(name).sheet !== undefined)
  const needed = inSheet.filter(name => field(name).start === undefined && !isOptional(name))
  const start = (from?: Row, copy = false): Typed =>
    Object.fromEntries(
      asked.map(name => {
        const { start, blank, typed: shown } = field(name)
        const empty = from === undefined || (copy && (own as readonly string[]).includes(name))
        return [writtenAs(name), empty ? (start ?? blank) : shown(held(from, name))]
      }),
    )
  return {
    ...(rest as unknown as Omit<Resource<K, A, Row, never>, 'rows' | 'sheet' | 'input' | 'typed'>),
    rows,
    param: `${description.kind}Id` as const,
    listTitle: capitalized(description.nouns[1]),
    fields,
    input: body as unknown as z.ZodType<z.output<z.ZodObject<S>>>,
    typed: typed as unknown as z.ZodType<z.output<z.ZodObject<S>>, Typed>,
    writtenAs,
    isOptional,
    longest: (name: string) =>
      field(name).max ?? longestOf(z.toJSONSchema(bodyOf(name), { io: 'input', unrepresentable: 'any' }) as JsonSchema),
    start,
    line: (words: readonly string[]) => {
      const said = new Map<string, string>()
      const rest: string[] = []
      const given: Record<string, unknown> = {}
      for (const word of words) {
        const name = asked.find(one => !said.has(one) && field(one).word?.(word) !== undefined)
        const value = name && field(name).word?.(word)
        if (name === undefined) rest.push(word)
        else {
          said.set(name, field(name).show(value as never))
          given[writtenAs(name)] = field(name).typed(value as never)
        }
      }
      if (rest.length > 0) given[writtenAs(description.title)] = rest.join(' ')
      const whole = typed.safeParse({ ...start(), ...given })
      return { given: whole.success ? whole.data : given, said: [rest.join(' '), ...said.values()].filter(Boolean), whole: whole.success }
    },
    nameOf: (row: Row) => showOf(row, description.title),
    textOf: (row: Row) => sought.map(name => field(name).find(held(row, name))).join(' '),
    held,
    showOf,
    sheet: {
      columns: Object.fromEntries(inSheet.map(name => [name, field(name).sheet ?? []])) as Record<Name<F>, readonly string[]>,
      needed: Object.fromEntries(needed.map(name => [name, field(name).title])) as Partial<Record<Name<F>, string>>,
      words: sheetWords(
        needed,
        inSheet.filter(name => !needed.includes(name)),
        name => field(name).title,
        description.sheetNote,
      ),
    },
  }
}

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
const sheetWords = (needed: readonly string[], others: readonly string[], title: (name: string) => string, note = '') =>
  `Planilha CSV ou XLSX com as colunas ${listed.format(needed.map(title))}; ${listed.format(others.map(title))} são opcionais. ${note} Com qualquer erro, nada entra.`
