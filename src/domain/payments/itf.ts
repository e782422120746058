// Interleaved 2 of 5, the bars of a boleto: digits in pairs, one in the bars and one in the spaces between them.

/** Which two of the five elements of a digit are wide. */
const WIDE: readonly string[] = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']
const NARROW_MODULES = 1
const WIDE_MODULES = 3
const START = [1, 1, 1, 1]
const STOP = [WIDE_MODULES, 1, 1]

/** Widths in modules, alternating bars and spaces, a bar first. Throws RangeError on an odd number of digits. */
export function interleaved2of5(digits: string): number[] {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('interleaved 2 of 5 takes an even number of digits')
  const modules = [...START]
  for (let at = 0; at < digits.length; at += 2) {
    const [bars = '', spaces = ''] = [WIDE[Number(digits[at])], WIDE[Number(digits[at + 1])]]
    for (let element = 0; element < bars.length; element++)
      modules.push(...[bars, spaces].map(pattern => (pattern[element] === '1' ? WIDE_MODULES : NARROW_MODULES)))
  }
  return [...modules, ...STOP]
}
