// A text put into every field of a call that takes one, and into every text of an answer.
import { z } from 'zod'
import type { ColumnarAnswer, Columns } from '#contract/kit/columns.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { sampleOf } from '#tests/kit/samples.ts'

type Json = { [name: string]: unknown }

/** The fields of a row's body that may hold any text, and how long. */
export function textFieldsOf(row: Endpoint): { name: string; most: number }[] {
  if (!row.spec.body) return []
  const schema = z.toJSONSchema(row.spec.body, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Json
  const shapes = [schema, ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as Json[])]
  return shapes.flatMap(shape =>
    Object.entries((shape.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) => {
      const text = [field, ...((field.anyOf ?? []) as Json[])].find(one => one.type === 'string')
      return text && !text.enum && !text.const && !text.format ? [{ name, most: Number(text.maxLength ?? 500) }] : []
    }),
  )
}

/** The row's sample, with what is known in place of what it names by id. */
export function bodyOf(row: Endpoint, known: Readonly<Record<string, string>>): Json {
  const body = { ...(sampleOf(row.spec.body as z.ZodType) as Json) }
  for (const name of Object.keys(body)) if (known[name] !== undefined) body[name] = known[name]
  return body
}

/** What is no text of a person: ids, moments, codes. */
const CODED = /^([0-9a-f-]{36}|\d{4}-\d\d.*|[A-Z0-9_]*|[\d.,:/-]*|[a-f0-9]{40,}|.*\/.*\/.*)$/
const CODED_NAMES = /(^id|_id|Id|_at|date|token|kind|status|type|cursor|route|tags|rights|version)$/

type Path = readonly (string | number)[]

function* textsIn(value: unknown, at: Path): Generator<Path> {
  if (typeof value === 'string') {
    if (!CODED.test(value) && !CODED_NAMES.test(String(at.findLast(step => typeof step === 'string') ?? ''))) yield at
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...at, Array.isArray(value) ? Number(key) : key])
}

const read = (value: unknown, path: Path): unknown => path.reduce((at, step) => (at as Json | undefined)?.[step], value)
const write = (value: unknown, path: Path, to: unknown): void => {
  const holder = read(value, path.slice(0, -1))
  if (typeof holder === 'object' && holder !== null) (holder as Json)[path.at(-1) as string] = to
}

/** The answer with a text of `of` in every place where its schema lets one stand; how many places that is. */
export function filled(
  { spec }: Endpoint,
  answer: unknown,
  isColumnar: boolean,
  of: (place: string) => string,
): { answer: unknown; places: number } {
  if (isColumnar && spec.columns) return filledColumns(spec.columns, answer as ColumnarAnswer, of)
  const changed: unknown = structuredClone(answer)
  const put = new Map<string, Path>()
  for (const path of textsIn(answer, [])) {
    write(changed, path, of(path.join('.')))
    put.set(path.join('.'), path)
  }
  // What the schema does not let stand is as it was; of a union it tells the whole.
  for (let left = 5; left > 0; left -= 1) {
    const { error } = spec.returns.safeParse(changed)
    if (!error) return { answer: changed, places: put.size }
    for (const { path } of error.issues) {
      const at = path as Path
      write(changed, at, structuredClone(read(answer, at)))
      for (const name of put.keys()) if (name === at.join('.') || name.startsWith(`${at.join('.')}.`)) put.delete(name)
    }
  }
  return { answer, places: 0 }
}

function filledColumns(columns: Columns, answer: ColumnarAnswer, of: (place: string) => string) {
  const changed = structuredClone(answer)
  let places = 0
  for (const [name, kind] of Object.entries(columns)) {
    if (kind !== 'text') continue
    changed.columns[name] = (changed.columns[name] ?? []).map((cell, row) => (cell === null ? null : of(`${name}.${row}`)))
    places += changed.columns[name]?.length ?? 0
  }
  return { answer: changed, places }
}
