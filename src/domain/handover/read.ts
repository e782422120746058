// A hand-over file read back by its own layout: what is delivered is checked against what was meant.
import { unguardText } from '../sheets.ts'
import { type LayoutField, readValue, TEXT_FIELDS, type Values } from './fields.ts'
import { type Layout, linesOf, type Part, SEPARATOR_SIGNS, type TemplateLine } from './layout.ts'
import type { FileEntry } from './write.ts'

export class UnreadableFile extends Error {}

/** The lines of `writeFile` as entries again; a field that the layout does not write is '' or 0. Throws UnreadableFile. */
export function readEntries(layout: Layout, lines: readonly string[], accounts: number): FileEntry[] {
  const entry = linesOf(layout.entry).map(line => matcherOf(layout, line))
  const before = linesOf(layout.header).length + linesOf(layout.account).length * accounts
  const after = lines.length - linesOf(layout.trailer).length
  if ((after - before) % entry.length !== 0) throw new UnreadableFile('lines are missing')
  const found: FileEntry[] = []
  for (let at = before; at < after; at += entry.length) {
    const values: Values = {}
    entry.forEach((match, of) => {
      for (const [field, value] of match(lines[at + of] ?? '')) {
        if ((values[field] ?? value) !== value) throw new UnreadableFile(`${field} says two things in line ${at + of + 1}`)
        values[field] = value
      }
    })
    found.push(entryOf(values))
  }
  return found
}

/** Whether debits and credits of every account are those of the entries meant. */
export function isBalanced(read: readonly FileEntry[], meant: readonly FileEntry[]): boolean {
  const sums = new Map<string, number>()
  const add = (side: string, code: string, cents: number) =>
    sums.set(`${side} ${bare(code)}`, (sums.get(`${side} ${bare(code)}`) ?? 0) + cents)
  for (const { debit, credit, amount_cents } of read) {
    add('D', debit, amount_cents)
    add('C', credit, amount_cents)
  }
  for (const { debit, credit, amount_cents } of meant) {
    add('D', debit, -amount_cents)
    add('C', credit, -amount_cents)
  }
  return read.length === meant.length && [...sums.values()].every(sum => sum === 0)
}

/** A code filled with zeros is the same code. */
const bare = (code: string): string => code.replace(/^0+(?=.)/, '')

const entryOf = (values: Values): FileEntry => ({
  number: Number(values.numero ?? 0),
  date: values.data ?? '',
  debit: values.debito ?? '',
  credit: values.credito ?? '',
  amount_cents: Number(values.valor ?? 0),
  history_code: values.codigo_historico ?? '',
  history: values.historico ?? '',
  document: values.documento ?? '',
})

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function matcherOf(layout: Layout, line: TemplateLine): (text: string) => [LayoutField, string][] {
  const sign = escaped(SEPARATOR_SIGNS[layout.separator])
  const open = layout.quoted ? `"(?:[^"]|"")*"|[^"${sign}]*` : sign ? `[^${sign}]*` : '.*?'
  const pattern = new RegExp(
    `^${line.map(part => ('text' in part ? escaped(part.text) : part.width ? `(.{${part.width}})` : `(${open})`)).join('')}$`,
    'u',
  )
  const fields = line.filter(part => 'field' in part)
  return text => {
    const found = pattern.exec(text)
    if (found === null) throw new UnreadableFile(`not of the layout: ${text}`)
    return fields.map((part, at) => [part.field, heldIn(layout, part, found[at + 1] ?? '')])
  }
}

function heldIn(layout: Layout, part: Extract<Part, { field: LayoutField }>, text: string): string {
  const bared = part.width !== undefined ? text.trim() : layout.quoted ? unquoted(text) : text
  const plain = layout.quoted && TEXT_FIELDS.includes(part.field) ? unguardText(bared) : bared
  const value = readValue(part.field, part.pad === '0' ? plain.replace(/^0+(?=.)/, '') : plain, layout)
  if (value === undefined) throw new UnreadableFile(`${part.field}: ${text}`)
  return value
}

const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1).replaceAll('""', '"') : text
