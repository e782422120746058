// How PostgreSQL's values arrive in JavaScript: days and instants as text, bigints as safe numbers, numerics as exact text.
import pg from 'pg'

const oid = { int8: 20, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009, timestamptz: 1184 }

/** An int8 as a number; throws RangeError rather than lose a cent above 2^53. */
function parseInt8(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 out of the safe range: ${text}`)
  return number
}

const parseTextArray: (text: string) => string[] = pg.types.getTypeParser(oid.textArray)

const toDate: (text: string) => unknown = pg.types.getTypeParser(oid.timestamptz)

/** '2026-03-11T15:00:00.000Z', as on the wire; 'infinity' stays text. */
function parseInstant(text: string): string {
  // A UTC server's text needs no calendar: 11,000 records contain 30,000 instants.
  const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (utc) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  const date = toDate(text)
  return date instanceof Date ? date.toISOString() : text
}

const ours: Record<number, (text: string) => unknown> = {
  [oid.int8]: parseInt8,
  [oid.date]: day => day,
  [oid.timestamptz]: parseInstant,
  [oid.int8Array]: text => parseTextArray(text).map(parseInt8),
  [oid.dateArray]: parseTextArray,
}

/** For the `types` of a pg configuration. pg handles everything else itself (numeric as text). */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(type, 'binary')
      : (ours[type] ?? pg.types.getTypeParser(type))) as typeof pg.types.getTypeParser,
}
