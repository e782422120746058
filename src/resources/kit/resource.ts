// A register, described once: columns, filter, form, drawer, card and sheet words are read from its fields, and its fields from the contract's record.
import type { z } from 'zod'
import type { Answer, Endpoint } from '#contract/kit/endpoint.ts'
import { capitalized, listed } from '#domain/text.ts'
import { type Asking, type DescribedForm, describeForm, type Fields, fieldIn, type Known, type Name } from './form.ts'
import { type Listed, type ListWords, type Looks, type NoTold, readList, type Told } from './list.ts'

interface Rows {
  readonly list: Endpoint
  readonly create: Endpoint
  readonly update: Endpoint
  readonly delete: Endpoint
}
type RowOf<E extends Rows> = Answer<E['list']> extends readonly (infer R extends object)[] ? R : never

interface Words<K, A> extends ListWords {
  /** 'product': of the commands, `Records` and places. */
  readonly kind: K
  /** 'products': of its screens, address and filter. */
  readonly area: A
  readonly gender: 'o' | 'a'
  readonly about: string
  /** Said of a deletion. */
  readonly stays: string
}

interface Description<K, A, Row, F, T, S extends z.ZodRawShape>
  extends Words<K, A>,
    Looks<Name<F> | Name<NoInfer<T>>, Name<F>, Row>,
    Omit<Asking<F, S>, 'title'> {
  readonly fields: Known<F, Row>
  readonly told?: T
  /** What the columns of a sheet leave unsaid. */
  readonly sheetNote?: string
}

/** A described register, whose fields the type no longer knows. */
export interface Resource<K extends string, A extends string, Row, Input>
  extends Words<K, A>,
    Listed<Row>,
    Omit<DescribedForm<Row, Input>, 'fields'> {
  /** The name of the record's id in its address. */
  readonly param: `${K}Id`
  /** 'Produtos' */
  readonly listTitle: string
  readonly rows: Rows
  readonly sheet: { readonly words: string }
}

export function defineResource<
  const K extends string,
  const A extends string,
  const E extends Rows,
  S extends z.ZodRawShape,
  const F extends Fields<RowOf<E>>,
  const T extends Told<RowOf<E>> = NoTold,
>(rows: E, body: z.ZodObject<S>, description: Description<K, A, RowOf<E>, F, T, S>) {
  type Row = RowOf<E>
  const { fields: _, told: __, writes, form, own, wrong, sheetNote, ...rest } = description
  const list = readList<Row>(description)
  const asked = describeForm<Row, S>(body, list.fields, { writes, form, own, wrong, title: description.title })
  const field = (name: string) => fieldIn(list.fields, name)
  const inSheet = Object.keys(list.fields).filter(name => field(name).sheet !== undefined)
  const needed = inSheet.filter(name => field(name).start === undefined && !asked.isOptional(name))
  return {
    ...(rest as unknown as Words<K, A> & Looks<string, string, Row>),
    ...asked,
    ...list,
    rows,
    param: `${description.kind}Id` as const,
    listTitle: capitalized(description.nouns[1]),
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

const sheetWords = (needed: readonly string[], others: readonly string[], title: (name: string) => string, note = '') =>
  `Planilha CSV, TXT ou XLSX com as colunas ${listed(needed.map(title))}; ${listed(others.map(title))} são opcionais. ${note} Antes de gravar, você confere linha por linha.`
