// The identities of Pix: the end-to-end id of a payment, the txid of a charge, and what may still be refunded.
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '../civil-date.ts'
import { type Day, diffDays } from '../days.ts'

/** The letters and digits identities are made of, from random bytes that the caller brings. */
const ALPHANUMERICS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** One character per byte. 256 is no multiple of 62, a bias that an identity (never a secret) can bear. */
const spell = (bytes: Uint8Array, length: number): string => {
  if (bytes.length < length) throw new RangeError(`${length} random bytes are needed`)
  return Array.from(bytes.subarray(0, length), byte => ALPHANUMERICS[byte % 62]).join('')
}

const END_TO_END = /^E\d{8}\d{12}[A-Za-z0-9]{11}$/
const TXID = /^[A-Za-z0-9]{26,35}$/

/** 'E', ISPB of the payer's institution, UTC minute yyyyMMddHHmm, eleven characters: 32 in all, unique for ever. */
export function endToEndId(ispb: string, instantMs: number, random: Uint8Array): string {
  if (!/^\d{8}$/.test(ispb)) throw new RangeError(`no ISPB: ${ispb}`)
  const minute = lightFormat(inUtc(instantMs), 'yyyyMMddHHmm')
  return `E${ispb}${minute}${spell(random, 11)}`
}

/** The identity of a dynamic charge: 26 to 35 letters and digits; ours has 32. */
export const newTxid = (random: Uint8Array): string => spell(random, 32)

export const isEndToEndId = (text: string): boolean => END_TO_END.test(text)
export const isTxid = (text: string): boolean => TXID.test(text)

export const REFUND_DAYS = 90

/** What may still be refunded of a payment: the rest of it for 90 days, then nothing. */
export function refundableCents(payment: { amount_cents: number; refunded_cents: number; paid_on: Day }, today: Day): number {
  return diffDays(payment.paid_on, today) > REFUND_DAYS ? 0 : Math.max(0, payment.amount_cents - payment.refunded_cents)
}
