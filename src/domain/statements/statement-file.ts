// What a bank's statement file says once it is read, whatever its format.

/** The largest statement file, in bytes (SPEC.md, Limits). */
export const MAX_STATEMENT_BYTES = 30 * 1024 * 1024
/** The most rows of one statement file, readable or not, over all its accounts. */
export const MAX_STATEMENT_ROWS = 100_000
/** A longer single field is no statement text: the file is refused. */
export const MAX_FIELD_CHARS = 64 * 1024
/** Texts kept in a row are clipped to this many characters. */
export const MAX_MEMO_CHARS = 500

export type StatementRow = {
  /** Local day of the movement, 'yyyy-MM-dd', never shifted by zone. */
  day: string
  /** 'HH:mm', only when the file gives an hour that means something. */
  time?: string
  /** Signed cents from the account holder's side: outgoing money is negative, on cards too. */
  amount_cents: number
  memo: string
  fitid?: string
  type?: string
  check_number?: string
  payee?: string
  balance_cents?: number
  /** The category the source gave it, by id and by name. */
  external_category_id?: string
  external_category?: string
  /** A balance line or a zero amount: shown in the preview, stored only when the person says so. */
  ignorable: boolean
  /** A pt-BR sentence: the file contradicts itself about this row, and a person decides. */
  doubt?: string
  /** 1-based line of the file where the row begins. */
  line: number
}

/** `reason` is a pt-BR sentence to be shown beside the line. */
export type RowError = { line: number; reason: string }

export type StatementAccount = {
  kind: 'BANK' | 'CREDIT_CARD'
  /** The open finance provider's id of the account. */
  external_id?: string
  /** As the file writes it ('0237', '1', '001'); compare through `compeCode`. */
  bank_code?: string
  branch?: string
  account?: string
  account_type?: string
  currency?: string
  ledger_balance_cents?: number
  ledger_day?: string
  available_balance_cents?: number
  opening_balance_cents?: number
  start?: string
  end?: string
  rows: StatementRow[]
  errors: RowError[]
}

export type StatementFormat = 'OFX' | 'CSV' | 'CNAB' | 'OPEN_FINANCE'

export type StatementFile = {
  format: StatementFormat
  institution_name?: string
  institution_id?: string
  accounts: StatementAccount[]
  /** pt-BR sentences about the whole file. */
  warnings: string[]
}

/** The whole file is refused; `reason` is the pt-BR sentence for `import.file_rejected`. */
export class StatementFileError extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.name = 'StatementFileError'
    this.reason = reason
  }
}

/** Refuses a file above the size limit before anything reads it. */
export const refuseOversize = (bytes: Uint8Array): void => {
  if (bytes.length === 0) throw new StatementFileError('O arquivo está vazio.')
  if (bytes.length > MAX_STATEMENT_BYTES) throw new StatementFileError('O arquivo passa de 30 MB. Exporte um período menor.')
}

/** The refusal of a file with more rows than the limit. */
export const tooManyRows = (): StatementFileError => new StatementFileError('O arquivo passa de 100.000 linhas. Exporte um período menor.')

/** The three-digit COMPE code of what a file calls the bank ('0237' and '237' are '237'); undefined for anything else. */
export const compeCode = (bankCode: string | undefined): string | undefined => {
  if (bankCode === undefined || !/^\d{1,9}$/.test(bankCode)) return undefined
  const digits = bankCode.replace(/^0+/, '')
  return digits === '' || digits.length > 3 ? undefined : digits.padStart(3, '0')
}

/** Drops undefined values, so that optional fields are absent. */
export const withoutUndefined = <T extends Record<string, unknown>>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } => {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record)) if (value !== undefined) kept[key] = value
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> }
}
