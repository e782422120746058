// Fixed-width records as the banks' manuals draw them: rows of positions, each with its kind and what stands there.
import { counted, fold } from '../text.ts'

/** What the rows of a layout may name. Amounts are in cents, rates in hundredths of a percent, days 'yyyy-MM-dd' or '' for none. */
export type Values = Readonly<Record<string, string | number>>

type Source = string
/**
 * 1-based, inclusive. `is` a literal; `num` zeros on the left; `text` upper case without accents, blanks on the right; `end` the same, blanks on
 * the left; `as` as it comes, already as wide; `raw` as it comes, blanks on the right; `day6` DDMMAA; `day8` DDMMAAAA; `time` HHMMSS.
 */
export type Row =
  | readonly [from: number, to: number, kind: 'blank' | 'zeros']
  | readonly [from: number, to: number, kind: 'is', literal: string]
  | readonly [from: number, to: number, kind: 'num' | 'text' | 'end' | 'as' | 'raw' | 'day6' | 'day8', source: Source]

/** A value that has no room where its bank wants it: a sentence for a person, never a cut number. */
export class TooWide extends Error {}

/** Letters, digits and the signs that every bank takes; the others become blanks. */
export const plainText = (text: string): string =>
  fold(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 &-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

function written(row: Row, values: Values): string {
  const [from, to, kind, source = ''] = row
  const width = to - from + 1
  if (kind === 'blank') return ' '.repeat(width)
  if (kind === 'zeros') return '0'.repeat(width)
  if (kind === 'is') return source
  const value = values[source]
  if (value === undefined) throw new RangeError(`no value for ${source}`)
  const text = String(value)
  switch (kind) {
    case 'num':
      return digitsOf(text, width, source)
    case 'text':
      return plainText(text).slice(0, width).trimEnd().padEnd(width)
    case 'end':
      return plainText(text).slice(0, width).padStart(width)
    case 'as':
      return text
    case 'raw':
      return text.padEnd(width)
    case 'day6':
    case 'day8':
      return text === ''
        ? '0'.repeat(width)
        : `${text.slice(8, 10)}${text.slice(5, 7)}${kind === 'day6' ? text.slice(2, 4) : text.slice(0, 4)}`
  }
}

/** What a person calls the values that may have no room. */
const CALLED: Readonly<Record<string, string>> = {
  company_document: 'CPF ou CNPJ da empresa',
  payer_document: 'CPF ou CNPJ do pagador',
  payee_document: 'CPF ou CNPJ do favorecido',
  holder_document: 'CPF ou CNPJ do titular',
  payer_postal_code: 'CEP do pagador',
  payee_account: 'conta do favorecido',
  amount_cents: 'valor em centavos',
  nominal_cents: 'valor do boleto em centavos',
  total_cents: 'total em centavos',
  our_number: 'nosso número',
  document: 'seu número',
  sequence: 'número do arquivo',
}

function digitsOf(text: string, width: number, source: string): string {
  const of = CALLED[source] === undefined ? '' : ` (${CALLED[source]})`
  if (!/^\d*$/.test(text)) throw new TooWide(`“${text}” tem letras ou sinais, e o arquivo do banco só leva algarismos${of}.`)
  const bare = text.replace(/^0+(?=\d)/, '')
  if (bare.length > width) throw new TooWide(`“${text}” tem mais de ${counted(width, ['algarismo', 'algarismos'])}${of}.`)
  return bare.padStart(width, '0')
}

/** One record, as wide as the layout says. Throws RangeError where its rows overlap, leave a gap or name nothing; TooWide for a value without room. */
export function record(width: number, rows: readonly Row[], values: Values): string {
  let text = ''
  for (const row of rows) {
    if (row[0] !== text.length + 1) throw new RangeError(`position ${row[0]} follows ${text.length}`)
    const field = written(row, values)
    if (field.length !== row[1] - row[0] + 1) throw new RangeError(`positions ${row[0]} to ${row[1]} would hold “${field}”`)
    text += field
  }
  if (text.length !== width) throw new RangeError(`a record of ${text.length} instead of ${width}`)
  return text
}
