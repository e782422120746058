// Writes OFX statement files for tests and benches, in the dialects banks use.

export type OfxFileRow = {
  day: string
  time?: string
  amount_cents: number
  memo: string
  fitid?: string
  type?: string
  check_number?: string
}

export type OfxFile = {
  rows: readonly OfxFileRow[]
  /** 1xx writes SGML with a colon header, 2xx XML. */
  version?: '102' | '103' | '200' | '211'
  charset?: 'utf-8' | 'windows-1252'
  /** The charset that the header claims; banks lie. */
  declared?: string
  kind?: 'BANK' | 'CREDIT_CARD'
  bank_code?: string
  branch?: string
  account?: string
  currency?: string
  ledger_balance_cents?: number
  ledger_day?: string
  decimal?: ',' | '.'
  /** SGML only: leaves with closing tags. */
  closed?: boolean
  /** The whole body on one line. */
  oneLine?: boolean
  zone?: string
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const money = (cents: number, decimal: string): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`
}

const header = (version: string, declared: string): string =>
  version.startsWith('2')
    ? `<?xml version="1.0" encoding="${declared}" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="${version}" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n`
    : `OFXHEADER:100\nDATA:OFXSGML\nVERSION:${version}\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:${declared}\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n`

const ofxDate = (day: string, zone: string, time = '12:00'): string => `${day.replaceAll('-', '')}${time.replace(':', '')}00${zone}`

const group = (name: string, ...bodies: string[][]): string[] => [`<${name}>`].concat(...bodies, [`</${name}>`])

/** The file's text. By default SGML 1.02 with unclosed tags, one per line, decimal points and zone [-3:BRT]. */
export const ofxText = (file: OfxFile): string => {
  const { rows, version = '102', kind = 'BANK', decimal = '.', oneLine = false, zone = '[-3:BRT]', bank_code = '0341' } = file
  const xml = version.startsWith('2')
  const card = kind === 'CREDIT_CARD'
  const days = rows.map(row => row.day).sort()
  const first = days[0]
  const last = days.at(-1)
  const leaf = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`<${name}>${xml ? escapeXml(value) : value}${xml || file.closed ? `</${name}>` : ''}`]
  const status = group('STATUS', leaf('CODE', '0'), leaf('SEVERITY', 'INFO'))
  const account = card
    ? group('CCACCTFROM', leaf('ACCTID', file.account ?? '12345-6'))
    : group(
        'BANKACCTFROM',
        leaf('BANKID', bank_code),
        leaf('BRANCHID', file.branch),
        leaf('ACCTID', file.account ?? '12345-6'),
        leaf('ACCTTYPE', 'CHECKING'),
      )
  const transaction = (row: OfxFileRow): string[] =>
    group(
      'STMTTRN',
      leaf('TRNTYPE', row.type ?? (row.amount_cents < 0 ? 'DEBIT' : 'CREDIT')),
      leaf('DTPOSTED', ofxDate(row.day, zone, row.time)),
      leaf('TRNAMT', money(row.amount_cents, decimal)),
      leaf('FITID', row.fitid ?? ''),
      leaf('CHECKNUM', row.check_number),
      leaf('MEMO', row.memo),
    )
  const period = [...leaf('DTSTART', first && ofxDate(first, zone)), ...leaf('DTEND', last && ofxDate(last, zone))]
  const ledger =
    file.ledger_balance_cents === undefined
      ? []
      : group(
          'LEDGERBAL',
          leaf('BALAMT', money(file.ledger_balance_cents, decimal)),
          leaf('DTASOF', ofxDate(file.ledger_day ?? last ?? '2026-01-01', zone)),
        )
  const statement = group(
    card ? 'CCSTMTRS' : 'STMTRS',
    leaf('CURDEF', file.currency ?? 'BRL'),
    account,
    group('BANKTRANLIST', period, rows.flatMap(transaction)),
    ledger,
  )
  const signOn = group('SONRS', status, leaf('DTSERVER', ofxDate(last ?? '2026-01-01', zone)), leaf('LANGUAGE', 'POR'))
  const response = group(card ? 'CCSTMTTRNRS' : 'STMTTRNRS', leaf('TRNUID', '1001'), status, statement)
  const lines = group('OFX', group('SIGNONMSGSRSV1', signOn), group(card ? 'CREDITCARDMSGSRSV1' : 'BANKMSGSRSV1', response))
  const declared = file.declared ?? (xml ? (file.charset ?? 'utf-8') : '1252')
  return header(version, declared) + lines.join(oneLine ? '' : '\n')
}

/** Latin-1 bytes, which windows-1252 shares for Portuguese letters. Throws on letters outside it. */
export const latinBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 255 || (code >= 0x80 && code < 0xa0)) throw new Error(`not in latin-1: ${text[i]}`)
    bytes[i] = code
  }
  return bytes
}

/** The file's bytes in its charset (UTF-8 by default). */
export const ofxBytes = (file: OfxFile): Uint8Array => {
  const text = ofxText(file)
  return file.charset === 'windows-1252' ? latinBytes(text) : new TextEncoder().encode(text)
}

/** `count` distinct rows over one year, always the same for a given count: no clock, no chance. */
export const manyOfxRows = (count: number, year = 2025): OfxFileRow[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(year, 0, 1 + Math.floor((index * 365) / count))).toISOString().slice(0, 10)
    const cents = ((index * 7919) % 500_000) + 1
    const memo = `PIX ENVIADO FORNECEDOR ${index % 400} LTDA`
    return { day, amount_cents: index % 3 === 0 ? cents : -cents, memo, fitid: `${day.replaceAll('-', '')}${index}` }
  })
