// What a form asks, described once: its fields in lines, what they start with, and how what is typed becomes the input of a command.
import { z } from 'zod'
import { type Field, holds } from './field.ts'

/** A line of the form: fields side by side, or a heading. */
export type FormLine<N extends string = string> = readonly N[] | string
export type Fields<Row> = { readonly [K in keyof Row & string]?: Field<Row[K]> }
export type Name<F> = keyof F & string
/** A name the record lacks does not compile. */
export type Known<F, Row> = F & { readonly [K in Exclude<keyof F, keyof Row>]: never }

export interface Asking<F, S extends z.ZodRawShape> {
  /** Where a field is written under another name. */
  readonly writes?: { readonly [K in Name<F>]?: keyof S & string }
  readonly form: readonly FormLine<Name<F>>[]
  /** The field that names the record: in a sentence, the words that no other field takes. */
  readonly title?: Name<F>
  /** Fields a copy starts without. */
  readonly own?: readonly Name<F>[]
  /** What no field can tell by itself: the field to mend, and how. */
  readonly wrong?: (body: z.output<z.ZodObject<S>>) => readonly [field: Name<F>, message: string] | undefined
}

/** The same, whose fields the type no longer knows. */
interface AnyAsking {
  readonly writes?: object | undefined
  readonly form: readonly FormLine[]
  readonly title?: string | undefined
  readonly own?: readonly string[] | undefined
  readonly wrong?: ((body: never) => readonly [field: string, message: string] | undefined) | undefined
}

/** What the form holds, by the name it is written under. */
export type Typed = Record<string, unknown>

/** A described form, whose fields the type no longer knows. */
export interface DescribedForm<Row, Input> {
  readonly fields: Readonly<Record<string, Field<unknown>>>
  readonly form: readonly FormLine[]
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
  /** The field that names the record, where one does. */
  readonly titled?: string | undefined
}

/** A form whose record the type no longer knows: what surfaces draw. */
export type AnyForm = DescribedForm<never, unknown>

/** The most letters a schema takes of what is typed; undefined where it does not say. Read off the schema: the client has no JSON Schema. */
function longestOf(schema: z.core.$ZodType): number | undefined {
  if (schema instanceof z.ZodUnion) return schema.options.map(longestOf).find(max => max !== undefined)
  if (schema instanceof z.ZodPipe) return longestOf(schema.in)
  if (schema instanceof z.ZodArray) return undefined
  const { innerType, checks = [] } = schema._zod.def as { innerType?: z.core.$ZodType } & z.core.$ZodTypeDef
  if (innerType) return longestOf(innerType)
  const most = checks.flatMap(({ _zod: { def } }) => (def.check === 'max_length' ? [(def as z.core.$ZodCheckMaxLengthDef).maximum] : []))
  return most.length > 0 ? Math.min(...most) : undefined
}

/** The form that writes `body`, about a record like `Row`. */
export function describeForm<Row, S extends z.ZodRawShape>(
  body: z.ZodObject<S>,
  fields: Readonly<Record<string, Field<unknown>>>,
  { writes, form, title, own = [], wrong }: AnyAsking,
): DescribedForm<Row, z.output<z.ZodObject<S>>> {
  const writtenAs = (name: string): string => ((writes as Typed | undefined)?.[name] as string) ?? name
  const shape = body.shape as unknown as Readonly<Record<string, z.ZodType>>
  const bodyOf = (name: string): z.ZodType => shape[writtenAs(name)] ?? z.unknown()
  const asked = form.flatMap(line => (typeof line === 'string' ? [] : line))
  const field = (name: string) => fieldIn(fields, name)
  const asks = z.object(Object.fromEntries(asked.map(name => [writtenAs(name), field(name).read.pipe(bodyOf(name))])))
  /** What is not asked is sent as if nothing had been typed. */
  const unasked = (held: Typed): Typed =>
    Object.fromEntries(
      asked.flatMap(name => {
        const { when, start, blank } = field(name)
        return when && !holds(when, held[writtenAs(when[0])]) ? [[writtenAs(name), start ?? blank]] : []
      }),
    )
  const agreeing = asks.superRefine((written, ctx) => {
    const [name, message] = wrong?.(written as never) ?? []
    if (name !== undefined) ctx.addIssue({ code: 'custom', path: [writtenAs(name)], message })
  })
  const typed = z.preprocess(held => ({ ...(held as Typed), ...unasked(held as Typed) }), agreeing)
  const start = (from?: Row, copy = false): Typed =>
    Object.fromEntries(
      asked.map(name => {
        const { start, blank, typed: shown } = field(name)
        const empty = from === undefined || (copy && own.includes(name))
        return [writtenAs(name), empty ? (start ?? blank) : shown((from as Typed)[name])]
      }),
    )
  return {
    fields,
    form,
    input: body as unknown as z.ZodType<z.output<z.ZodObject<S>>>,
    typed: typed as unknown as z.ZodType<z.output<z.ZodObject<S>>, Typed>,
    writtenAs,
    // What an empty control gives is taken; a box is never empty.
    isOptional: name =>
      field(name).kind !== 'flag' && !field(name).oneOf && asks.shape[writtenAs(name)]?.safeParse(field(name).blank).success === true,
    longest: name => field(name).max ?? longestOf(bodyOf(name)),
    start,
    titled: title,
  }
}

export function fieldIn(fields: Readonly<Record<string, Field<unknown>>>, name: string): Field<unknown> {
  const found = fields[name]
  if (found === undefined) throw new Error(`no field is named ${name}`)
  return found
}

/** A form of no register, typed by the record it starts from and the body it writes. */
export const defineForm = <Row, S extends z.ZodRawShape, const F extends Fields<Row>>(
  _record: z.ZodType<Row>,
  body: z.ZodObject<S>,
  { fields, ...asking }: Asking<F, S> & { readonly fields: Known<F, Row> },
) => describeForm<Row, S>(body, fields as unknown as Readonly<Record<string, Field<unknown>>>, asking)
