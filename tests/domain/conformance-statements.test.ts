// The shared Brazilian OFX and CSV fixtures, read and compared with everything their expected.json states.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { civilDay, foldMemo } from '#domain/statements/bank-text.ts'
import { readCsv, sniffCsv } from '#domain/statements/csv.ts'
import { decodeStatement } from '#domain/statements/decode.ts'
import { countDecisions, planImport } from '#domain/statements/identity.ts'
import { ofxHeader, readOfx } from '#domain/statements/ofx.ts'
import { type StatementAccount, StatementFileError } from '#domain/statements/statement-file.ts'

const folder = fileURLToPath(new URL('../../../shared/fixtures/br', import.meta.url))
const absent = !existsSync(`${folder}/ofx/expected.json`) || !existsSync(`${folder}/csv/expected.json`)
if (absent) console.warn(`Statement fixtures not found in ${folder}: the conformance of OFX and CSV was skipped.`)

type OfxItem = {
  type: string | null
  date: string | null
  amount_cents: number | null
  fitid: string | null
  checknum?: string
  memo?: string
  name?: string
}
type OfxAccount = {
  kind: string
  currency: string | null
  bank_id: string | null
  branch_id: string | null
  account_id: string | null
  account_type: string | null
  dtstart: string | null
  dtend: string | null
  transactions: number
  sum_cents: number
  credit_cents: number
  debit_cents: number
  repeated_fitids: string[]
  without_fitid?: number
  first_date?: string
  last_date?: string
  ledger_balance_cents?: number | null
  ledger_date?: string | null
  available_balance_cents?: number | null
  items: OfxItem[]
}
type Asserted = {
  transactions?: number
  balance_cents?: number
  balance_date?: string | null
  available_cents?: number
  bank_id?: string
  branch_id?: string
  account_id?: string
  currency?: string
  statements?: number
  bank_accounts?: number
  amounts?: number[]
  fitids?: string[]
  memos?: string[]
  first_memo?: string
}
type OfxExpected = {
  file: string
  disputed?: boolean
  actual_encoding: string
  bytes: number
  header: Record<string, string | boolean>
  org: string | null
  fid: string | null
  signon_code: string | null
  asserted_by_source_tests?: Asserted
  accounts: OfxAccount[]
}
type CsvExpected = {
  file: string
  disputed?: boolean
  kind: string
  encoding: string
  rows: { date: string; description: string; amount_cents: number; external_id?: string }[]
  count: number
  sum_cents: number
  final_balance_cents?: number
  opening_balance_cents?: number
  lines_to_ignore_after_header?: number
}

const expectedIn = <T>(format: string): T[] => {
  if (absent) return []
  const { files } = JSON.parse(readFileSync(`${folder}/${format}/expected.json`, 'utf8')) as { files: (T & { disputed?: boolean })[] }
  return files.filter(file => file.disputed !== true)
}
const bytesOf = (format: string, file: string) => new Uint8Array(readFileSync(`${folder}/${format}/${file}`))
const blank = (value: string | null | undefined) => value || undefined
const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

const realDay = (text: string | null): boolean => {
  const [year, month, day] = (text ?? '').split('-').map(Number)
  return civilDay(year ?? 0, month ?? 0, day ?? 0) === text
}

/** Items with a day that exists; the others must be row errors. A null amount is a balance line, never an entry. */
const checkItems = (account: StatementAccount, expected: OfxAccount): void => {
  expect(account.rows.length + account.errors.length).toBe(expected.transactions)
  const dated = expected.items.filter(item => realDay(item.date))
  expect(account.errors).toHaveLength(expected.transactions - dated.length)
  expect(
    account.rows.map(row => ({
      day: row.day,
      cents: row.amount_cents,
      fitid: row.fitid,
      type: row.type,
      check: row.check_number,
      memo: row.memo,
    })),
  ).toEqual(
    dated.map(item => ({
      day: item.date,
      cents: item.amount_cents ?? 0,
      fitid: blank(item.fitid),
      type: blank(item.type),
      check: blank(item.checknum),
      memo: blank(item.memo) ?? item.name ?? '',
    })),
  )
  dated.forEach((item, index) => {
    if (item.name) expect(account.rows[index]!.payee).toBe(item.name)
    if (item.amount_cents === null) expect(account.rows[index]!.ignorable).toBe(true)
  })
  // The sums of the fixture count undated rows too, which are no rows here.
  const undated = sum(expected.items.filter(item => !realDay(item.date)).map(item => item.amount_cents ?? 0))
  expect(sum(account.rows.map(row => row.amount_cents)) + undated).toBe(expected.sum_cents)
  if (dated.length < expected.items.length) return
  expect(sum(account.rows.map(row => Math.max(0, row.amount_cents)))).toBe(expected.credit_cents)
  expect(sum(account.rows.map(row => Math.min(0, row.amount_cents))) + 0).toBe(expected.debit_cents)
  const ids = account.rows.flatMap(row => row.fitid ?? [])
  expect([...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]).toEqual(expected.repeated_fitids)
  expect(account.rows.length - ids.length).toBe(expected.without_fitid ?? 0)
  const days = account.rows.map(row => row.day).sort()
  expect([days[0], days.at(-1)]).toEqual([blank(expected.first_date), blank(expected.last_date)])
}

const checkAccount = (account: StatementAccount, expected: OfxAccount): void => {
  expect(account.kind).toBe(expected.kind)
  expect(account.currency).toBe(blank(expected.currency))
  expect(account.bank_code).toBe(blank(expected.bank_id))
  expect(account.branch).toBe(blank(expected.branch_id))
  expect(account.account).toBe(blank(expected.account_id))
  expect(account.account_type).toBe(blank(expected.account_type))
  expect(account.start).toBe(blank(expected.dtstart))
  expect(account.end).toBe(blank(expected.dtend))
  expect(account.ledger_balance_cents).toBe(expected.ledger_balance_cents ?? undefined)
  expect(account.ledger_day).toBe(blank(expected.ledger_date))
  if (expected.available_balance_cents !== undefined)
    expect(account.available_balance_cents).toBe(expected.available_balance_cents ?? undefined)
  checkItems(account, expected)
}

const checkAsserted = (accounts: readonly StatementAccount[], asserted: Asserted): void => {
  const [first] = accounts
  const rows = accounts.flatMap(account => account.rows)
  const told: Record<keyof Asserted, unknown> = {
    transactions: rows.length,
    balance_cents: first!.ledger_balance_cents,
    balance_date: first!.ledger_day ?? null,
    available_cents: first!.available_balance_cents,
    bank_id: first!.bank_code,
    branch_id: first!.branch,
    account_id: first!.account,
    currency: first!.currency,
    statements: accounts.length,
    bank_accounts: accounts.filter(account => account.kind === 'BANK').length,
    amounts: rows.map(row => row.amount_cents),
    fitids: rows.map(row => row.fitid),
    memos: rows.map(row => row.memo),
    first_memo: rows[0]?.memo,
  }
  expect({ ...told, ...asserted }).toEqual(told)
}

describe.skipIf(absent)('the OFX fixtures', () => {
  it.each(expectedIn<OfxExpected>('ofx').map(expected => [expected.file, expected] as const))('%s reads as expected', (file, expected) => {
    const bytes = bytesOf('ofx', file)
    expect(bytes.length).toBe(expected.bytes)
    const { text, encoding } = decodeStatement(bytes)
    expect(encoding).toBe(expected.actual_encoding === 'ascii' ? 'utf-8' : expected.actual_encoding)
    const { xml: _, ...header } = expected.header
    expect(ofxHeader(text)).toMatchObject(header)
    if (expected.accounts.length === 0) {
      expect(() => readOfx(bytes)).toThrow(StatementFileError)
      if (expected.signon_code !== null && expected.signon_code !== '0') expect(() => readOfx(bytes)).toThrow(expected.signon_code)
      return
    }
    const read = readOfx(bytes)
    expect([read.institution_name, read.institution_id]).toEqual([blank(expected.org), blank(expected.fid)])
    expect(read.accounts).toHaveLength(expected.accounts.length)
    for (const [index, account] of expected.accounts.entries()) checkAccount(read.accounts[index]!, account)
    if (expected.asserted_by_source_tests) checkAsserted(read.accounts, expected.asserted_by_source_tests)
    for (const account of read.accounts) {
      const stored = account.rows.map((row, index) => ({ ...row, id: String(index) }))
      expect(countDecisions(planImport(account.rows, stored)).present).toBe(account.rows.length)
    }
  })
})

describe.skipIf(absent)('the CSV fixtures', () => {
  it.each(expectedIn<CsvExpected>('csv').map(expected => [expected.file, expected] as const))(
    '%s reads as expected by the guessed mapping',
    (file, expected) => {
      const bytes = bytesOf('csv', file)
      const sniff = sniffCsv(bytes)
      expect(sniff.encoding).toBe(expected.encoding === 'cp1252' ? 'windows-1252' : expected.encoding)
      const [account] = readCsv(bytes, sniff.mapping!).accounts
      expect(account!.errors).toEqual([])
      expect(account!.kind).toBe(expected.kind === 'ACCOUNT' ? 'BANK' : expected.kind)
      const rows = account!.rows.filter(row => !row.ignorable)
      expect(rows).toHaveLength(expected.count)
      expect(sum(rows.map(row => row.amount_cents))).toBe(expected.sum_cents)
      expect(rows.map(row => [row.day, row.amount_cents])).toEqual(expected.rows.map(row => [row.date, row.amount_cents]))
      expected.rows.forEach((row, index) => {
        expect(foldMemo(rows[index]!.memo)).toContain(foldMemo(row.description))
        if (row.external_id !== undefined) expect(rows[index]!.fitid).toBe(row.external_id)
      })
      if (expected.final_balance_cents !== undefined) expect(account!.ledger_balance_cents).toBe(expected.final_balance_cents)
      if (expected.opening_balance_cents !== undefined) expect(account!.opening_balance_cents).toBe(expected.opening_balance_cents)
      const stored = rows.map((row, index) => ({ ...row, id: String(index) }))
      expect(countDecisions(planImport(account!.rows, stored)).new).toBe(0)
      expect(countDecisions(planImport(account!.rows, [])).new).toBe(expected.count)
    },
  )
})
