// Reads one statement file and decides its rows: pure steps between bytes and rows ready to insert, run in a thread of their own.
import { randomUUID } from 'node:crypto'
import { memoPattern } from '#domain/matching/memo.ts'
import { foldMemo } from '#domain/statements/bank-text.ts'
import { looksLikeCnab, readCnab } from '#domain/statements/cnab.ts'
import { type CsvMapping, type CsvSniff, type ReadCsv, readCsv, sniffCsv } from '#domain/statements/csv.ts'
import { scanCsv } from '#domain/statements/csv-scan.ts'
import { decodeStatement } from '#domain/statements/decode.ts'
import { type ClosedRange, planImport, type RowDecision, type StoredStatementRow } from '#domain/statements/identity.ts'
import { looksLikeOfx, readOfx } from '#domain/statements/ofx.ts'
import {
  type StatementAccount,
  type StatementFile,
  StatementFileError,
  type StatementFormat,
  type StatementRow,
} from '#domain/statements/statement-file.ts'
import { type StatementTotals, totalsOf } from '#domain/statements/totals.ts'

/** A mapping as a person sends it: without `header`, the titles of `header_row` (0-based, lines that are not blank) are taken. */
export type AskedMapping = Omit<CsvMapping, 'header'> & { header?: string[] | undefined; header_row?: number | undefined }

export interface ReadRequest {
  bytes: Uint8Array
  /** A bank's answer through open finance, which we wrote down ourselves: no file of a person is read as one. */
  open_finance?: boolean | undefined
  /** The person's own mapping; when it does not fit, the person is asked again. */
  asked?: AskedMapping | undefined
  /** The mapping of the account's last CSV; when it does not fit, the columns are guessed. */
  saved?: CsvMapping | undefined
}

/** One account of the file, without its rows. */
export interface FileAccount {
  external_id: string | null
  bank_code: string | null
  branch: string | null
  account: string | null
  start: string | null
  end: string | null
  /** Days of the first and the last row, movements or not. */
  first_day: string | null
  last_day: string | null
  ledger_balance_cents: number | null
  ledger_day: string | null
  totals: StatementTotals
}

export type ReadAnswer =
  | {
      kind: 'read'
      format: StatementFormat
      institution_name: string | null
      institution_id: string | null
      accounts: FileAccount[]
      warnings: string[]
      sniff: CsvSniff | null
      mapping: CsvMapping | null
    }
  | { kind: 'needs_mapping'; sniff: CsvSniff; reason: string }
  | { kind: 'refused'; reason: string }

/** Where the rows of some of the file's accounts go. */
export interface PlanTarget {
  /** Positions in `accounts` of what was read. */
  indexes: readonly number[]
  /** Null: nobody knows the account, and its rows are refused for `reason`. */
  bank_account_id: string | null
  reason?: string | undefined
  /** JSON array of StoredStatementRow: what is stored of that bank account around the file's days. */
  stored: string
}

export interface PlanRequest {
  targets: readonly PlanTarget[]
  closed: readonly ClosedRange[]
  now: number
}

export interface PlanAnswer {
  /** JSON arrays of rows ready for `import_rows`, in file order. */
  slices: string[]
  counts: Record<RowDecision['decision'], number>
  error_rows: { line: number; reason: string }[]
}

/** Rows per slice: one insert each, and a step of the progress bar. */
export const SLICE_ROWS = 10_000
const MAX_ERROR_ROWS = 1000

/** Of a person's decision, until the person decides: only new rows go in. */
export const choiceOf = (decision: RowDecision['decision']): 'ADD' | 'SKIP' => (decision === 'new' ? 'ADD' : 'SKIP')

/** What tells one movement of an account from another when the bank gives no id. */
export const identityKey = (row: { day: string; amount_cents: number; memo: string }): string =>
  `${row.day}|${row.amount_cents}|${foldMemo(row.memo)}`

export class StatementReader {
  #accounts: StatementAccount[] = []

  /** Never throws for what is in the file: a file that cannot be read is an answer. */
  read(request: ReadRequest): ReadAnswer {
    try {
      if (request.open_finance) return this.#answer(JSON.parse(new TextDecoder().decode(request.bytes)) as StatementFile, null, null)
      if (looksLikeOfx(request.bytes)) return this.#answer(readOfx(request.bytes), null, null)
      if (looksLikeCnab(request.bytes)) return this.#answer(readCnab(request.bytes), null, null)
      return this.#readCsv(request)
    } catch (error) {
      if (error instanceof StatementFileError) return { kind: 'refused', reason: error.reason }
      throw error
    }
  }

  #readCsv({ bytes, asked, saved }: ReadRequest): ReadAnswer {
    const sniff = sniffCsv(bytes)
    const known = asked ? wholeMapping(bytes, sniff, asked) : fits(saved, sniff)
    const bySaved = asked || !known ? undefined : readOrNothing(bytes, known)
    if (bySaved && isPlausible(bySaved)) return this.#answer(bySaved, sniff, bySaved.mapping)
    const mapping = asked ? known : sniff.mapping
    try {
      const read = mapping && readCsv(bytes, mapping)
      if (read && (asked || isPlausible(read))) return this.#answer(read, sniff, read.mapping)
    } catch (error) {
      if (error instanceof StatementFileError) return { kind: 'needs_mapping', sniff, reason: error.reason }
      throw error
    }
    return { kind: 'needs_mapping', sniff, reason: 'Escolha as colunas de data, descrição e valor.' }
  }

  #answer(file: StatementFile, sniff: CsvSniff | null, mapping: CsvMapping | null): ReadAnswer {
    this.#accounts = file.accounts
    return {
      kind: 'read',
      format: file.format,
      institution_name: file.institution_name ?? null,
      institution_id: file.institution_id ?? null,
      accounts: file.accounts.map(summary),
      warnings: file.warnings,
      sniff,
      mapping,
    }
  }

  /** Decides every row of what was read. Rows of one bank account are decided together, wherever the file keeps them. */
  plan({ targets, closed, now }: PlanRequest): PlanAnswer {
    const counts = { new: 0, present: 0, doubtful: 0, refused: 0, ignored: 0 }
    const slices: string[] = []
    let rows: unknown[] = []
    let ordinal = 0
    const flush = (): void => {
      if (rows.length > 0) slices.push(JSON.stringify(rows))
      rows = []
    }
    for (const target of targets) {
      const fileRows = target.indexes.flatMap(index => this.#accounts[index]?.rows ?? [])
      const decisions = decide(fileRows, target, closed)
      fileRows.forEach((row, index) => {
        const decision = decisions[index] as RowDecision
        counts[decision.decision]++
        rows.push(importRow(row, decision, target.bank_account_id, ordinal, now))
        ordinal++
        if (rows.length === SLICE_ROWS) flush()
      })
    }
    flush()
    const error_rows = this.#accounts.flatMap(account => account.errors).slice(0, MAX_ERROR_ROWS)
    return { slices, counts, error_rows }
  }
}

function decide(rows: readonly StatementRow[], target: PlanTarget, closed: readonly ClosedRange[]): RowDecision[] {
  const { bank_account_id, reason = 'A conta desta linha não está cadastrada.' } = target
  if (bank_account_id === null) return rows.map(() => ({ decision: 'refused', reason }))
  return planImport(rows, JSON.parse(target.stored) as StoredStatementRow[], { closedRanges: closed })
}

function importRow(row: StatementRow, decision: RowDecision, bank_account_id: string | null, ordinal: number, now: number) {
  return {
    id: idAt(now, ordinal),
    ordinal,
    bank_account_id,
    date: row.day,
    time: row.time ?? null,
    amount_cents: row.amount_cents,
    description: whole(row.memo),
    transaction_id: row.fitid === undefined ? null : whole(row.fitid),
    identity_key: identityKey(row),
    memo_pattern: memoPattern(row.memo),
    external_category_id: row.external_category_id ?? null,
    external_category: row.external_category ?? null,
    decision: decision.decision,
    choice: choiceOf(decision.decision),
    reason: 'reason' in decision ? decision.reason : null,
    resembles_id: 'stored_id' in decision ? decision.stored_id : null,
  }
}

/** Clipping a long text may have cut a pair in two, and PostgreSQL keeps no half. */
const whole = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/** A UUID of version 7 whose order is the order of the rows: 4,096 of them share a millisecond. */
function idAt(now: number, ordinal: number): string {
  const time = (now + Math.floor(ordinal / 4096)).toString(16).padStart(12, '0')
  const order = (ordinal % 4096).toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`
}

function summary(account: StatementAccount): FileAccount {
  let first: string | null = null
  let last: string | null = null
  for (const { day } of account.rows) {
    if (first === null || day < first) first = day
    if (last === null || day > last) last = day
  }
  return {
    external_id: account.external_id ?? null,
    bank_code: account.bank_code ?? null,
    branch: account.branch ?? null,
    account: account.account ?? null,
    start: account.start ?? first,
    end: account.end ?? last,
    first_day: first,
    last_day: last,
    ledger_balance_cents: account.ledger_balance_cents ?? null,
    ledger_day: account.ledger_day ?? null,
    totals: totalsOf(account),
  }
}

function wholeMapping(bytes: Uint8Array, sniff: CsvSniff, { header_row, header, ...asked }: AskedMapping): CsvMapping {
  if (header) return { ...asked, header }
  const at = header_row ?? sniff.header_row
  if (at < 0) return { ...asked, header: [] }
  return { ...asked, header: scanCsv(decodeStatement(bytes).text, asked.separator, at + 1)[at]?.cells ?? [] }
}

/** A reading with more errors than rows took the wrong columns. */
const isPlausible = (file: StatementFile): boolean => file.accounts.every(account => account.rows.length >= account.errors.length)

/** A saved mapping that knows nothing of the file's column of directions gives way to the guess. */
const fits = (saved: CsvMapping | undefined, { mapping: guess }: CsvSniff): CsvMapping | undefined =>
  saved && guess?.direction !== undefined && saved.amount !== undefined && saved.direction === undefined ? undefined : saved

/** A saved mapping that no longer fits gives way to the guess. */
function readOrNothing(bytes: Uint8Array, mapping: CsvMapping): ReadCsv | undefined {
  try {
    return readCsv(bytes, mapping)
  } catch (error) {
    if (error instanceof StatementFileError) return undefined
    throw error
  }
}
