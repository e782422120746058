// A hand-over file written from its layout: the same entries always make the same text.
import type { Day } from '../days.ts'
import { guardText } from '../sheets.ts'
import { inCodeSet } from './code-set.ts'
import { type LayoutField, TEXT_FIELDS, type Values, written } from './fields.ts'
import { type Layout, linesOf, mayBeCut, type Part, SEPARATOR_SIGNS, type TemplateLine } from './layout.ts'

/** One debit and one credit, with the codes the program reads. */
export interface FileEntry {
  /** Grows over all hand-overs of a company. */
  number: number
  date: Day
  debit: string
  credit: string
  /** Above 0. */
  amount_cents: number
  history_code: string
  history: string
  document: string
}

export interface FileAccount {
  code: string
  classification: string
  reduced: string
  name: string
  nature: string
  ecd_nature: string
  analytic: boolean
  level: number
  parent: string
}

export interface FileContents {
  /** Digits. */
  cnpj: string
  company_name: string
  first_day: Day
  last_day: Day
  entries: readonly FileEntry[]
  /** Only read by a layout with lines of accounts. */
  accounts: readonly FileAccount[]
}

/** A text that did not fit as it is: cut at its width, or with signs that the file cannot hold. */
export interface Shortened {
  /** Of the entry; 0 outside entries. */
  number: number
  field: LayoutField
  whole: string
  written: string
}

export interface WrittenFile {
  /** Lines without their ends. */
  lines: string[]
  shortened: Shortened[]
  /** Values that may not be cut and do not fit: with any of these there is no file. */
  tooWide: { number: number; field: LayoutField; value: string; width: number }[]
}

export const totalOf = (entries: readonly FileEntry[]): number => entries.reduce((sum, entry) => sum + entry.amount_cents, 0)

const valuesOfFile = (layout: Layout, { cnpj, company_name, first_day, last_day, entries }: FileContents): Values => ({
  cnpj,
  empresa: layout.company_code ?? '',
  razao_social: company_name,
  inicio: first_day,
  fim: last_day,
  usuario: layout.user_name ?? '',
  lancamentos: String(entries.length),
  total: String(totalOf(entries)),
})

const valuesOfAccount = (account: FileAccount): Values => ({
  conta: account.code,
  classificacao: account.classification,
  reduzido: account.reduced,
  nome: account.name,
  natureza: account.nature,
  natureza_ecd: account.ecd_nature,
  tipo: account.analytic ? 'A' : 'S',
  nivel: String(account.level),
  conta_superior: account.parent,
})

/** `at`: its place in the file, from 0. */
export const valuesOfEntry = (entry: FileEntry, at: number): Values => ({
  numero: String(entry.number),
  sequencia: String(at + 1),
  data: entry.date,
  debito: entry.debit,
  credito: entry.credit,
  valor: String(entry.amount_cents),
  codigo_historico: entry.history_code,
  historico: entry.history,
  documento: entry.document,
})

export function writeFile(layout: Layout, contents: FileContents): WrittenFile {
  const file: WrittenFile = { lines: [], shortened: [], tooWide: [] }
  const ofFile = valuesOfFile(layout, contents)
  const add = (lines: readonly TemplateLine[], values: Values, number: number) => {
    for (const line of lines) file.lines.push(line.map(part => partText(layout, part, values, number, file)).join(''))
  }
  add(linesOf(layout.header), ofFile, 0)
  const accounts = linesOf(layout.account)
  if (accounts.length > 0) for (const account of contents.accounts) add(accounts, { ...ofFile, ...valuesOfAccount(account) }, 0)
  const entry = linesOf(layout.entry)
  contents.entries.forEach((one, at) => {
    add(entry, { ...ofFile, ...valuesOfEntry(one, at) }, one.number)
  })
  add(linesOf(layout.trailer), ofFile, 0)
  return file
}

/** One line, no blanks around it. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

/** The value as the file holds it before any padding. */
export function plainValue(layout: Layout, field: LayoutField, value: string): string {
  const line = oneLine(value)
  const isText = TEXT_FIELDS.includes(field)
  const kept = layout.quoted ? line : line.replaceAll(SEPARATOR_SIGNS[layout.separator] || '\n', ' ')
  const told = inCodeSet(kept, layout.code_set)
  return written(field, layout.quoted && isText ? guardText(oneLine(told)) : oneLine(told), layout)
}

function partText(layout: Layout, part: Part, values: Values, number: number, file: WrittenFile): string {
  if ('text' in part) return part.text
  const { field, width, pad } = part
  const value = values[field] ?? ''
  const text = plainValue(layout, field, value)
  let fitted = text
  if (width !== undefined && text.length > width) {
    if (!mayBeCut(field)) file.tooWide.push({ number, field, value: text, width })
    fitted = text.slice(0, width).trimEnd()
  }
  if (mayBeCut(field) && fitted !== oneLine(value) && fitted !== guardText(oneLine(value)))
    file.shortened.push({ number, field, whole: oneLine(value), written: fitted })
  if (width !== undefined) return padded(fitted, width, pad)
  const sign = SEPARATOR_SIGNS[layout.separator]
  return layout.quoted && (fitted.includes('"') || (sign !== '' && fitted.includes(sign))) ? `"${fitted.replaceAll('"', '""')}"` : fitted
}

function padded(text: string, width: number, pad: '0' | '<' | '>' | undefined): string {
  if (pad === '0' && text !== '') return text.padStart(width, '0')
  return pad === '>' ? text.padStart(width, ' ') : text.padEnd(width, ' ')
}
