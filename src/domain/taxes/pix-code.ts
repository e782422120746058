// The text of a dynamic Pix code whose charge lives at the payee's bank: what a tax slip prints beside its 48 digits.

export interface DynamicPix {
  /** Without scheme, as the code carries it. */
  url: string
  amount_cents: number
  /** ASCII, at most 25 characters. */
  payee: string
  /** ASCII, at most 15 characters. */
  city: string
}

export function dynamicPixCode({ url, amount_cents, payee, city }: DynamicPix): string {
  const reais = `${Math.floor(amount_cents / 100)}.${String(amount_cents % 100).padStart(2, '0')}`
  const account = field('00', 'br.gov.bcb.pix') + field('25', url)
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('54', reais),
    field('58', 'BR'),
    field('59', payee.slice(0, 25)),
    field('60', city.slice(0, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return body + crc16(body)
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE, four upper-case hex digits. */
function crc16(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
