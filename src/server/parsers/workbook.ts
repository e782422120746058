// XLSX files, read and written; run in the reading thread only. A packed file is measured before anything believes it.
import { inflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '#domain/civil-date.ts'
import { serialOf } from '#domain/day-serial.ts'
import { type Cell, unguardText } from '#domain/sheets.ts'
import type { CsvRecord } from '#domain/statements/csv-scan.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { isPacked } from './packed.ts'

const MEGABYTE = 1024 * 1024
/** SPEC.md, Limits. */
export const WORKBOOK_LIMITS = { packed: 10 * MEGABYTE, unpacked: 100 * MEGABYTE, entries: 200, rows: 100_000, columns: 60 } as const

const refuse = (reason: string): never => {
  throw new StatementFileError(reason)
}

/** The first sheet as records of text, as a CSV would hold them: days dd/MM/yyyy, numbers with a decimal comma. */
export function readWorkbook(bytes: Uint8Array): CsvRecord[] {
  if (bytes.length > WORKBOOK_LIMITS.packed) refuse('A planilha passa de 10 MB.')
  measure(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const workbook = open(bytes)
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  const rows = (sheet?.['!data'] ?? []) as (XLSX.CellObject | undefined)[][]
  if (rows.length > WORKBOOK_LIMITS.rows) refuse('A planilha passa de 100.000 linhas.')
  const records: CsvRecord[] = []
  rows.forEach((row, at) => {
    if (row.length > WORKBOOK_LIMITS.columns) refuse('A planilha passa de 60 colunas.')
    const cells = Array.from(row, textOf)
    if (cells.some(cell => cell !== '')) records.push({ line: at + 1, cells })
  })
  return records
}

function open(bytes: Uint8Array): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, {
      type: 'array',
      dense: true,
      sheets: 0,
      sheetRows: WORKBOOK_LIMITS.rows + 1,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      cellDates: true,
      UTC: true,
    })
  } catch {
    return refuse('A planilha não pôde ser lida. Salve-a de novo como XLSX ou CSV.')
  }
}

function textOf(cell: XLSX.CellObject | undefined): string {
  const value = cell?.v
  if (value === undefined || value === null || cell?.t === 'e') return ''
  if (value instanceof Date) return isValid(value) ? lightFormat(inUtc(value), 'dd/MM/yyyy') : ''
  if (typeof value === 'number') return isPercent(cell) ? `${numberText(value * 100)}%` : numberText(value)
  return unguardText(String(value).trim())
}

/** A cell that shows '18%' holds 0.18, unless the sign is only written beside the number. */
const isPercent = (cell: XLSX.CellObject | undefined): boolean =>
  typeof cell?.z === 'string' && cell.z.replace(/"[^"]*"|\\./g, '').includes('%')

/**
 * 1234.5600000000001 is 1234,56: a spreadsheet's number is a float that was meant as a decimal. Three decimals get a fourth, since what a
 * person types as '12,345' is read as thousands.
 */
const numberText = (value: number): string =>
  (Number.isInteger(value) ? String(value) : String(Number(value.toFixed(6)))).replace(/(\.\d{3})$/, '$&0').replace('.', ',')

/** Unpacks every entry for real, up to the limit: neither the count, the sizes in the headers nor the ratio are believed. */
function measure(zip: Buffer): void {
  let unpacked = 0
  let entries = 0
  for (const entry of entriesOf(zip)) {
    entries += 1
    if (entries > WORKBOOK_LIMITS.entries) refuse('A planilha traz arquivos demais por dentro.')
    const content = inflate(entry, WORKBOOK_LIMITS.unpacked - unpacked)
    unpacked += content.length
    if (/\.(zip|xlsx|xlsm|bin)$/i.test(entry.name) || isPacked(content)) refuse('A planilha traz outro arquivo por dentro.')
    if (/worksheets\/|sharedStrings/i.test(entry.name)) {
      refuseSwollen(content)
      refuseHidden(content)
    }
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) refuse('A planilha traz declarações que não aceitamos.')
  }
  if (entries === 0) refuse('A planilha está vazia ou incompleta.')
}

/** What reads the sheet would take what a comment hides for a part of it. */
function refuseHidden(xml: Buffer): void {
  for (let at = xml.indexOf('<!--'); at >= 0; ) {
    const end = xml.indexOf('-->', at + 4)
    if (end < 0 || xml.subarray(at + 4, end).includes('<')) refuse('A planilha esconde uma parte sua em um comentário.')
    at = xml.indexOf('<!--', end)
  }
}

/** Characters written as numbers: a sheet of names holds a few. */
const MAX_NUMERIC_ENTITIES = 100_000

/** What would take the parser seconds is counted before it begins. */
function refuseSwollen(xml: Buffer): void {
  if (occurs(xml, '<row', WORKBOOK_LIMITS.rows)) refuse('A planilha passa de 100.000 linhas.')
  if (occurs(xml, '<c', WORKBOOK_LIMITS.rows * WORKBOOK_LIMITS.columns)) refuse('A planilha tem células demais.')
  if (occurs(xml, '&#', MAX_NUMERIC_ENTITIES)) refuse('A planilha traz texto que não aceitamos.')
  for (let row = xml.indexOf('<row'); row >= 0; ) {
    const next = xml.indexOf('<row', row + 4)
    if (occurs(xml.subarray(row, next < 0 ? xml.length : next), '<c', WORKBOOK_LIMITS.columns * 2))
      refuse('A planilha passa de 60 colunas.')
    row = next
  }
}

/** More often than so many times. */
function occurs(content: Buffer, token: string, times: number): boolean {
  let at = -1
  for (let count = 0; count <= times; count += 1) {
    at = content.indexOf(token, at + 1)
    if (at < 0) return false
  }
  return true
}

interface Packed {
  name: string
  method: number
  data: Buffer
}

function inflate({ method, data }: Packed, room: number): Buffer {
  if (method === 0) return data.length <= room ? data : refuse('A planilha passa de 100 MB por dentro.')
  if (method !== 8) return refuse('A planilha usa uma compressão que não aceitamos.')
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return refuse(tooLarge ? 'A planilha passa de 100 MB por dentro.' : 'A planilha está danificada.')
  }
}

const END_RECORD = 0x06054b50
const DIRECTORY_RECORD = 0x02014b50
const LOCAL_RECORD = 0x04034b50

/** The entries as the central directory lists them, each cut from where its local header says it begins. */
function* entriesOf(zip: Buffer): Generator<Packed> {
  let end = zip.length - 22
  const last = Math.max(0, end - 65_536)
  while (end >= last && zip.readUInt32LE(end) !== END_RECORD) end -= 1
  if (end < last) refuse('A planilha está incompleta.')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_RECORD) refuse('A planilha está danificada.')
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    if (local + 30 > zip.length || zip.readUInt32LE(local) !== LOCAL_RECORD) refuse('A planilha está danificada.')
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (start + size > zip.length) refuse('A planilha está danificada.')
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      data: zip.subarray(start, start + size),
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

export interface SheetToWrite {
  name: string
  header: readonly string[]
  rows: readonly (readonly Cell[])[]
}

const DAY_FORMAT = 'dd/mm/yyyy'
const MONEY_FORMAT = '#,##0.00'
const PERCENT_FORMAT = '0.00"%"'

/** Every text is a typed text cell, so that nothing of it is ever a formula. */
export function writeWorkbook({ name, header, rows }: SheetToWrite): Uint8Array {
  const sheet: XLSX.WorkSheet = {
    '!data': [header.map(text => ({ t: 's', v: text }) as XLSX.CellObject), ...rows.map(row => row.map(cellOf))],
    '!ref': XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: header.length - 1 } }),
    '!cols': header.map(text => ({ wch: Math.max(12, text.length + 2) })),
  }
  const book: XLSX.WorkBook = { SheetNames: [name], Sheets: { [name]: sheet } }
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}

/** Spreadsheets count days from 30/12/1899. */
const FIRST_SERIAL = 25_569

function cellOf(cell: Cell): XLSX.CellObject {
  if (cell === null) return { t: 'z' }
  if ('text' in cell) return { t: 's', v: cell.text.replaceAll('\0', '') }
  if ('cents' in cell) return { t: 'n', v: cell.cents / 100, z: MONEY_FORMAT }
  if ('percent' in cell) return { t: 'n', v: cell.percent, z: PERCENT_FORMAT }
  if ('count' in cell) return { t: 'n', v: cell.count, z: '0' }
  return { t: 'n', v: serialOf(cell.day) + FIRST_SERIAL, z: DAY_FORMAT }
}
