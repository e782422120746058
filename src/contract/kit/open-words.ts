// An answer of a newer server: a word that the enums of this build do not know stays the text that it is.
import type { z } from 'zod'

type Path = readonly PropertyKey[]
type Holder = Record<PropertyKey, unknown>

const at = (value: unknown, path: Path): unknown => path.reduce((inner, key) => (inner as Holder | null | undefined)?.[key], value)

function put(value: unknown, path: Path, word: unknown): void {
  const holder = at(value, path.slice(0, -1))
  const key = path.at(-1)
  if (key !== undefined && typeof holder === 'object' && holder !== null && key in holder) (holder as Holder)[key] = word
}

/** Of several words: a single one is what tells a shape from another. */
const isNewWord = (issue: z.core.$ZodIssue, answer: unknown): issue is z.core.$ZodIssueInvalidValue =>
  issue.code === 'invalid_value' && issue.values.length > 1 && typeof at(answer, issue.path) === 'string'

/** Reads an answer by its schema, whatever words its enums have learnt meanwhile. */
export function readOpen<T>(schema: z.ZodType<T>, answer: unknown): z.ZodSafeParseResult<T> {
  const read = schema.safeParse(answer)
  const words: z.core.$ZodIssueInvalidValue[] = []
  for (const issue of read.error?.issues ?? []) {
    if (!isNewWord(issue, answer)) return read
    words.push(issue)
  }
  if (words.length === 0) return read
  const known = structuredClone(answer)
  for (const { path, values } of words) put(known, path, values[0])
  const again = schema.safeParse(known)
  if (!again.success) return again
  for (const { path } of words) put(again.data, path, at(answer, path))
  return again
}
