// Writes a statement as OFX 1.0.2 in the one form that old and new readers share: plain ASCII tags, Windows-1252 text, dots in amounts.
import type { Day } from '../days.ts'
import { decimalOfCents } from '../money.ts'

export interface WrittenStatement {
  readonly bank_code: string
  readonly branch: string | null
  readonly account: string | null
  readonly savings: boolean
  readonly start: Day
  readonly end: Day
  /** What the books say at the end, in cents. */
  readonly balance_cents: number
  readonly lines: readonly {
    readonly id: string
    readonly day: Day
    readonly amount_cents: number
    readonly memo: string
  }[]
}

const dayText = (day: Day): string => day.replaceAll('-', '')
/** Characters that a reader would take for markup or a new line. */
const textOf = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function ofxOf(statement: WrittenStatement): string {
  const { bank_code, branch, account, savings, start, end, balance_cents, lines } = statement
  const header = ['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252', 'COMPRESSION:NONE']
  const body = [
    '<OFX>',
    '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>',
    `<DTSERVER>${dayText(end)}<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>`,
    '<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>',
    '<STMTRS><CURDEF>BRL',
    `<BANKACCTFROM><BANKID>${bank_code}${branch ? `<BRANCHID>${textOf(branch)}` : ''}<ACCTID>${textOf(account ?? '0')}<ACCTTYPE>${savings ? 'SAVINGS' : 'CHECKING'}</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${dayText(start)}<DTEND>${dayText(end)}`,
    ...lines.map(
      ({ id, day, amount_cents, memo }) =>
        `<STMTTRN><TRNTYPE>${amount_cents < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${dayText(day)}<TRNAMT>${decimalOfCents(amount_cents)}<FITID>${textOf(id)}<MEMO>${textOf(memo)}</STMTTRN>`,
    ),
    '</BANKTRANLIST>',
    `<LEDGERBAL><BALAMT>${decimalOfCents(balance_cents)}<DTASOF>${dayText(end)}</LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1>',
    '</OFX>',
  ]
  return `${header.join('\r\n')}\r\n\r\n${body.join('\r\n')}\r\n`
}
