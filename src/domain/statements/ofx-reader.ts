// Builds the accounts of an OFX statement as its tags pass. Each record stands alone: a broken one is told and costs no other.
import { civilDay, clockTime, isBalanceMemo, parseBankAmount, quoted, rowText } from './bank-text.ts'
import type { RowError, StatementAccount, StatementRow } from './statement-file.ts'
import { MAX_STATEMENT_ROWS, tooManyRows, withoutUndefined } from './statement-file.ts'

type Transaction = { line: number; fields: Map<string, string> }
export type BankStatus = { code: string; severity: string; message: string }

const transactionFields = new Set(['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'CHECKNUM', 'REFNUM', 'NAME', 'PAYEE', 'MEMO', 'ACCTBAL'])
const onceFields = new Set(['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID'])

/** The local day is the first eight digits, whatever the zone; '000000' and '120000' are no hour. */
const readDate = (text: string): { day?: string; time?: string } => {
  const digits = /^\d{8,14}/.exec(text)?.[0]
  if (digits === undefined) return {}
  const day = civilDay(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8)))
  const clock = digits.slice(8).padEnd(6, '0')
  const time = clock === '000000' || clock === '120000' ? undefined : clockTime(Number(clock.slice(0, 2)), Number(clock.slice(2, 4)))
  return withoutUndefined({ day, time })
}

const readRow = ({ line, fields }: Transaction): StatementRow | RowError => {
  const posted = fields.get('DTPOSTED') ?? ''
  if (posted === '') return { line, reason: 'Data ausente.' }
  const { day, time } = readDate(posted)
  if (day === undefined) return { line, reason: `Data inválida: ${quoted(posted)}.` }
  const payee = rowText(fields.get('NAME') ?? fields.get('PAYEE') ?? '')
  const memo = rowText(fields.get('MEMO') ?? '') || payee
  const balanceLine = isBalanceMemo(memo)
  const written = fields.get('TRNAMT') ?? ''
  const amount = /\d\s/.test(written) ? 'bad' : parseBankAmount(written)
  if (amount === 'bad') return { line, reason: `Valor inválido: ${quoted(written)}.` }
  if (amount === 'blank' && !balanceLine) return { line, reason: 'Valor ausente.' }
  const cents = amount === 'blank' ? 0 : amount
  const balance = parseBankAmount(fields.get('ACCTBAL') ?? '')
  return {
    day,
    amount_cents: cents,
    memo,
    ignorable: balanceLine || cents === 0,
    line,
    ...withoutUndefined({
      time,
      fitid: rowText(fields.get('FITID') ?? '') || undefined,
      type: rowText(fields.get('TRNTYPE') ?? '') || undefined,
      check_number: rowText(fields.get('CHECKNUM') ?? '') || undefined,
      payee: payee || undefined,
      balance_cents: typeof balance === 'number' ? balance : undefined,
    }),
  }
}

/** Builds the accounts as tags pass; knows only the aggregates that matter. */
export class OfxReader {
  readonly accounts: StatementAccount[] = []
  readonly failures: BankStatus[] = []
  readonly warnings: string[] = []
  institutionName = ''
  institutionId = ''
  ended = false
  #account: StatementAccount | undefined
  #transaction: Transaction | undefined
  #inside = ''
  #status: BankStatus | undefined
  #rows = 0
  readonly #lineAt: (offset: number) => number

  constructor(lineAt: (offset: number) => number) {
    this.#lineAt = lineAt
  }

  open(name: string, value: string, at: number): void {
    switch (name) {
      case 'STMTRS':
      case 'CCSTMTRS':
        this.#finishTransaction()
        this.#account = { kind: name === 'STMTRS' ? 'BANK' : 'CREDIT_CARD', rows: [], errors: [] }
        this.accounts.push(this.#account)
        return
      case 'INVSTMTRS':
        this.warnings.push('O arquivo traz um extrato de investimentos, que não é importado.')
        return
      case 'STMTTRN':
        this.#begin(at)
        return
      case 'STATUS':
        this.#status = { code: '', severity: '', message: '' }
        return
      case 'LEDGERBAL':
      case 'AVAILBAL':
      case 'BANKACCTFROM':
      case 'CCACCTFROM':
      case 'BANKACCTTO':
      case 'CCACCTTO':
      case 'BANKTRANLIST':
        this.#inside = name
        return
    }
    if (value !== '') this.#leaf(name, value, at)
  }

  close(name: string): void {
    if (name === 'STMTTRN') this.#finishTransaction()
    else if (name === 'STATUS') this.#finishStatus()
    else if (name === this.#inside) this.#inside = ''
    else if (name === 'STMTRS' || name === 'CCSTMTRS') {
      this.#finishTransaction()
      this.#account = undefined
    } else if (name === 'OFX') this.ended = true
  }

  /** A transaction still open at the end of a cut file may have lost digits: it becomes an error, never a row. */
  finish(): void {
    if (this.#transaction === undefined) return
    if (this.ended) this.#finishTransaction()
    else this.#bucket().errors.push({ line: this.#transaction.line, reason: 'Lançamento cortado no fim do arquivo.' })
  }

  #bucket(): StatementAccount {
    if (this.#account === undefined) {
      this.#account = { kind: 'BANK', rows: [], errors: [] }
      this.accounts.push(this.#account)
    }
    return this.#account
  }

  #finishTransaction(): void {
    if (this.#transaction === undefined) return
    const row = readRow(this.#transaction)
    this.#transaction = undefined
    this.#rows++
    if (this.#rows > MAX_STATEMENT_ROWS) throw tooManyRows()
    if ('reason' in row) this.#bucket().errors.push(row)
    else this.#bucket().rows.push(row)
  }

  #finishStatus(): void {
    const status = this.#status
    this.#status = undefined
    if (status === undefined) return
    const failed = status.severity === 'ERROR' || (status.severity === '' && !/^0*$/.test(status.code))
    if (failed && this.failures.length < 10) this.failures.push(status)
  }

  /** Whatever the record before left open ends with it. */
  #begin(at: number): void {
    this.#finishTransaction()
    this.#inside = ''
    this.#transaction = { line: this.#lineAt(at), fields: new Map() }
  }

  /** A field that every record has once begins the next one where the tag between two records is broken. */
  #beginsUnmarked(name: string): boolean {
    if (!onceFields.has(name) || this.#inside === 'BANKACCTTO' || this.#inside === 'CCACCTTO') return false
    return this.#transaction === undefined || this.#transaction.fields.has(name)
  }

  #leaf(name: string, value: string, at: number): void {
    if (this.#beginsUnmarked(name)) this.#begin(at)
    if (this.#status !== undefined) {
      if (name === 'CODE') this.#status.code = rowText(value)
      else if (name === 'SEVERITY') this.#status.severity = value.toUpperCase()
      else if (name === 'MESSAGE') this.#status.message = rowText(value)
    }
    if (name === 'ORG' && this.institutionName === '') this.institutionName = rowText(value)
    else if (name === 'FID' && this.institutionId === '') this.institutionId = rowText(value)
    if (this.#inside === 'BANKACCTTO' || this.#inside === 'CCACCTTO') return
    if (this.#transaction !== undefined) {
      const fields = this.#transaction.fields
      if (transactionFields.has(name) && !fields.has(name)) fields.set(name, value)
    } else if (this.#account !== undefined) {
      this.#accountLeaf(this.#account, name, value)
    }
  }

  #accountLeaf(account: StatementAccount, name: string, value: string): void {
    if (name === 'CURDEF') account.currency = rowText(value)
    else if (this.#inside === 'LEDGERBAL' || this.#inside === 'AVAILBAL') this.#balanceLeaf(account, name, value)
    else if (this.#inside === 'BANKACCTFROM' || this.#inside === 'CCACCTFROM') {
      if (name === 'BANKID') account.bank_code = rowText(value)
      else if (name === 'BRANCHID') account.branch = rowText(value)
      else if (name === 'ACCTID') account.account = rowText(value)
      else if (name === 'ACCTTYPE') account.account_type = rowText(value)
    } else if (name === 'DTSTART' || name === 'DTEND') {
      const { day } = readDate(value)
      if (day !== undefined) account[name === 'DTSTART' ? 'start' : 'end'] = day
    }
  }

  #balanceLeaf(account: StatementAccount, name: string, value: string): void {
    const ledger = this.#inside === 'LEDGERBAL'
    if (name === 'BALAMT') {
      const cents = parseBankAmount(value)
      if (cents === 'bad') this.warnings.push(`O saldo informado pelo banco não é um número: ${quoted(value)}.`)
      else if (cents !== 'blank') account[ledger ? 'ledger_balance_cents' : 'available_balance_cents'] = cents
    } else if (name === 'DTASOF' && ledger) {
      const { day } = readDate(value)
      if (day !== undefined) account.ledger_day = day
    }
  }
}
