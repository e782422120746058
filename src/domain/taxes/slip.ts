// The bank's form of a tax slip: the 44 positions of a collection barcode and the 48 digits people type.

export interface CollectionSlip {
  /** 5 = government bodies. */
  segment: string
  amount_cents: number
  /** FEBRABAN's number of the body, 4 digits. */
  body: string
  /** 25 digits of the issuer's own. */
  free: string
}

/** 8 product, segment, 8 = value in reais checked by modulus 11, check digit, value, body and free field. */
export function collectionBarcode({ segment, amount_cents, body, free }: CollectionSlip): string {
  const head = `8${segment}8`
  const tail = `${String(amount_cents).padStart(11, '0')}${body.padStart(4, '0')}${free.padStart(25, '0')}`
  return `${head}${modulus11(head + tail)}${tail}`
}

/** Four blocks of eleven digits, each with its check digit. */
export function collectionLine(barcode: string): string {
  let line = ''
  for (let at = 0; at < 44; at += 11) {
    const block = barcode.slice(at, at + 11)
    line += `${block}${modulus11(block)}`
  }
  return line
}

/** Weights 2 to 9 from the right; remainders 0 and 1 give 0, 10 gives 1 (FEBRABAN, arrecadação layout). */
function modulus11(digits: string): number {
  let sum = 0
  let weight = 2
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    sum += (digits.charCodeAt(at) - 48) * weight
    weight = weight === 9 ? 2 : weight + 1
  }
  const rest = sum % 11
  if (rest === 0 || rest === 1) return 0
  return rest === 10 ? 1 : 11 - rest
}
