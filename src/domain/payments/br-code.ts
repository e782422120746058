// BR Code, the EMV text inside a Pix QR: TLV fields, CRC-16/CCITT-FALSE, static (a key) and dynamic (a location that answers the charge).
import { decimalOfCents } from '../money.ts'

export interface BrCode {
  /** RECURRENCE only authorises later debits (Pix Automático) and pays nothing by itself. */
  kind: 'STATIC' | 'DYNAMIC' | 'RECURRENCE'
  pix_key: string | null
  /** Location without scheme, of a dynamic code. */
  url: string | null
  additional_information: string | null
  /** Where a recurrence is authorised, alone or beside a payment. */
  recurrence_url: string | null
  /** Null when the payer chooses. */
  amount_cents: number | null
  merchant_name: string
  merchant_city: string
  /** '***' when the code has none. */
  txid: string
}

interface CodeParts {
  merchant_name: string
  merchant_city: string
}
export interface StaticCode extends CodeParts {
  pix_key: string
  amount_cents?: number | undefined
  additional_information?: string | undefined
  /** At most 25 letters and digits. */
  txid?: string | undefined
}
export interface DynamicCode extends CodeParts {
  url: string
  /** Some issuers print it beside the location; what the location answers wins. */
  amount_cents?: number | undefined
}

const GUI = 'br.gov.bcb.pix'
const NO_TXID = '***'
const LONGEST_VALUE = 99
const LONGEST_CODE = 512

/** CRC-16/CCITT-FALSE (0x1021 from 0xFFFF), as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Upper-case ASCII without accents: some readers count bytes, others characters, and only ASCII makes them agree. */
export const toCodeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, ' ')
    .toUpperCase()
    .trim()

export const LONGEST_MERCHANT_NAME = 25
export const LONGEST_MERCHANT_CITY = 15

/**
 * A name in as many whole words as fit, for codes whose location answers the whole name to the payer. What is read from the code alone is
 * never shortened by us: it is asked for.
 */
function shortenedForCode(text: string, longest: number): string {
  const whole = toCodeText(text)
  if (whole.length <= longest) return whole
  const words = whole.slice(0, longest + 1)
  return (words.includes(' ') ? words.slice(0, words.lastIndexOf(' ')) : words.slice(0, longest)).trim()
}

/** Name and city as a dynamic code carries them. */
export const codeParty = (name: string, city: string) => ({
  merchant_name: shortenedForCode(name, LONGEST_MERCHANT_NAME),
  merchant_city: shortenedForCode(city, LONGEST_MERCHANT_CITY),
})

const field = (id: string, value: string): string => {
  if (value.length > LONGEST_VALUE) throw new RangeError(`field ${id} of a BR Code is longer than ${LONGEST_VALUE}`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** Throws RangeError rather than cut. */
function fitting(id: string, text: string, longest: number): string {
  const value = toCodeText(text)
  if (value.length > longest) throw new RangeError(`field ${id} of a BR Code is longer than ${longest}`)
  return field(id, value)
}

function close(parts: readonly string[], { merchant_name, merchant_city }: CodeParts, txid: string): string {
  const open = [
    ...parts,
    field('58', 'BR'),
    fitting('59', toCodeText(merchant_name) || 'RECEBEDOR', LONGEST_MERCHANT_NAME),
    fitting('60', toCodeText(merchant_city) || 'BRASIL', LONGEST_MERCHANT_CITY),
    field('62', field('05', txid)),
    '6304',
  ].join('')
  return open + crc16(open)
}

/** A code that can be paid many times. Throws RangeError on a txid that no reader accepts, and on a text longer than its field. */
export function staticCode(code: StaticCode): string {
  if (code.txid !== undefined && !/^[A-Za-z0-9]{1,25}$/.test(code.txid)) throw new RangeError('txid: up to 25 letters and digits')
  const information = code.additional_information ? fitting('02', code.additional_information, roomForText(code.pix_key)) : ''
  const account = field('00', GUI) + field('01', code.pix_key) + information
  const amount = code.amount_cents === undefined ? [] : [field('54', decimalOfCents(code.amount_cents))]
  return close([field('00', '01'), field('26', account), field('52', '0000'), field('53', '986'), ...amount], code, code.txid ?? NO_TXID)
}

/** What the account field, 99 characters in all, leaves for the description. */
export const roomForText = (key: string): number => Math.max(0, LONGEST_VALUE - 18 - 4 - key.length - 4)

/** A code of one charge: its location answers amount, due date and txid when it is read. */
export function dynamicCode(code: DynamicCode): string {
  const account = field('00', GUI) + field('25', code.url)
  const amount = code.amount_cents === undefined ? [] : [field('54', decimalOfCents(code.amount_cents))]
  return close(
    [field('00', '01'), field('01', '12'), field('26', account), field('52', '0000'), field('53', '986'), ...amount],
    code,
    NO_TXID,
  )
}

/** Undefined when a length exceeds the text or a field appears twice. */
function readFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? []
    if (id === undefined || length === undefined) return undefined
    const end = at + 4 + Number(length)
    if (end > text.length || fields.has(id)) return undefined
    fields.set(id, text.slice(at + 4, end))
    at = end
  }
  return fields
}

/** The cents of '12.34' or '12'; undefined when it is no amount of reais. */
function centsOf(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Account fields 26 to 51 and unreserved fields from 80 on belong to arrangements; ours is the one that names Pix. */
function pixTemplate(fields: ReadonlyMap<string, string>, from: number, to: number): Map<string, string> | undefined {
  for (let id = from; id <= to; id++) {
    const account = readFields(fields.get(String(id)) ?? '')
    if (account?.get('00')?.toLowerCase() === GUI) return account
  }
  return undefined
}

/** Reads a code; undefined on a wrong CRC, a truncated field, another arrangement, another currency or country. */
export function parseBrCode(text: string): BrCode | undefined {
  const code = text.trim()
  if (code.length > LONGEST_CODE || !/6304[0-9A-Fa-f]{4}$/.test(code)) return undefined
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return undefined
  const fields = readFields(code)
  const account = fields && pixTemplate(fields, 26, 51)
  if (!fields || !account || fields.get('00') !== '01' || fields.get('53') !== '986' || fields.get('58') !== 'BR') return undefined
  const key = account.get('01')
  const url = account.get('25')
  const recurrence_url = pixTemplate(fields, 80, 99)?.get('25') ?? null
  if ((key !== undefined && url !== undefined) || (key ?? url ?? recurrence_url) === null) return undefined
  const amount = fields.get('54')
  const amount_cents = amount === undefined ? 0 : centsOf(amount)
  if (amount_cents === undefined) return undefined
  return {
    kind: key !== undefined ? 'STATIC' : url !== undefined ? 'DYNAMIC' : 'RECURRENCE',
    pix_key: key ?? null,
    url: url ?? null,
    recurrence_url,
    additional_information: account.get('02') ?? null,
    amount_cents: amount_cents || null,
    merchant_name: fields.get('59') ?? '',
    merchant_city: fields.get('60') ?? '',
    txid: readFields(fields.get('62') ?? '')?.get('05') ?? NO_TXID,
  }
}
