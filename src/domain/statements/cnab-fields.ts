// The fields of a return's fixed-width lines. A field that was cut or damaged is an error of its line, never a smaller number.
import { dayFrom } from '../days.ts'
import type { Pieces, Span } from './cnab-layouts.ts'
import type { RowError } from './statement-file.ts'

/** A record that cannot be read; the others of the file are. */
export class BrokenRecord extends Error {}

/** The last line may be the end mark of DOS. */
const DOS_END = String.fromCharCode(26)

export interface FixedLine {
  /** 1-based, as the file counts. */
  line: number
  text: string
}

/** The records of a file, one per line that is not blank. Blanks that an editor or mail stripped from the end are put back. */
export function fixedLines(lines: readonly string[], width: number): { records: FixedLine[]; errors: RowError[] } {
  const records: FixedLine[] = []
  const errors: RowError[] = []
  lines.forEach((raw, at) => {
    const text = raw.endsWith(DOS_END) ? raw.slice(0, -1) : raw
    if (text.trim() === '') return
    const line = at + 1
    if (text.length > width && text.slice(width).trim() !== '')
      errors.push({ line, reason: `A linha tem ${text.length} posições em vez de ${width}.` })
    else records.push({ line, text: text.slice(0, width).padEnd(width) })
  })
  return { records, errors }
}

export const cut = (text: string, [from, to]: Span): string => text.slice(from - 1, to).trim()

/** The codes of a field that holds several of one width, without blanks and those of zeros only. */
export function pieces(text: string, { span: [from, to], width }: Pieces): string[] {
  const field = text.slice(from - 1, to)
  const codes = Array.from({ length: Math.floor(field.length / width) }, (_, at) => field.slice(at * width, (at + 1) * width).trim())
  return codes.filter(code => code !== '' && !/^0+$/.test(code))
}

/** Digits of the whole field, or nothing at all. */
export function cents(text: string, [from, to]: Span, what: string): number {
  const field = text.slice(from - 1, to)
  if (field.trim() === '') return 0
  if (!/^\d+$/.test(field)) throw new BrokenRecord(`${what} ilegível: “${field.trim()}” nas posições ${from} a ${to}.`)
  return Number(field)
}

/** DDMMYY of this century, DDMMYYYY, or, with `yearFirst`, YYYYMMDD; zeros and blanks are no day. */
export function day(text: string, [from, to]: Span, what: string, yearFirst = false): string | null {
  const field = text.slice(from - 1, to)
  if (/^[0 ]*$/.test(field)) return null
  const found = yearFirst ? /^(\d{4})(\d\d)(\d\d)$/.exec(field) : /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(field)
  const [first, month, last] = found ? found.slice(1).map(Number) : []
  const year = (yearFirst ? first : last) ?? 0
  const read = found ? dayFrom(year < 100 ? 2000 + year : year, month ?? 0, (yearFirst ? last : first) ?? 0) : undefined
  if (read === undefined) throw new BrokenRecord(`${what} ilegível: “${field.trim()}” nas posições ${from} a ${to}.`)
  return read
}

/** Sentences where the numbers that the bank counts its records with do not follow one another. */
export function gaps(counted: readonly { line: number; number: number }[], first: number): string[] {
  // A bank that does not count fills in zeros or nothing.
  if (counted.every(({ number }) => number === 0)) return []
  let expected = first
  for (const { line, number } of counted) {
    if (number !== expected)
      return [
        `Na linha ${line} o banco numera o registro ${number} e seria o ${expected}: ${number > expected ? 'faltam registros' : 'há registros repetidos ou fora de ordem'}.`,
      ]
    expected++
  }
  return []
}
