// Code 128 of an access key as the DANFE prints it: pairs of digits in set C, everything else in set B. Bars and spaces in modules.

const PATTERNS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
const STOP = '2331112'
const START_B = 104
const START_C = 105
const TO_B = 100
const TO_C = 99
const MODULES_PER_SYMBOL = 6

const patternOf = (value: number): string => PATTERNS.slice(value * MODULES_PER_SYMBOL, (value + 1) * MODULES_PER_SYMBOL)

/** Symbol values, start and check digit included. Throws RangeError on a character outside ASCII 32 to 126. */
export function code128Values(text: string): number[] {
  const values: number[] = []
  let set: 'B' | 'C' | undefined
  for (let at = 0; at < text.length; ) {
    const digits = /^\d+/.exec(text.slice(at))?.[0].length ?? 0
    const wantsC = digits >= 4 || (set === 'C' && digits >= 2)
    if (wantsC !== (set === 'C') || set === undefined) {
      values.push(set === undefined ? (wantsC ? START_C : START_B) : wantsC ? TO_C : TO_B)
      set = wantsC ? 'C' : 'B'
    }
    if (set === 'C') {
      values.push(Number(text.slice(at, at + 2)))
      at += 2
    } else {
      const code = text.charCodeAt(at) - 32
      if (code < 0 || code > 94) throw new RangeError('code 128 takes plain ASCII')
      values.push(code)
      at += 1
    }
  }
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103
  return [...values, check]
}

/** Widths in modules, alternating bars and spaces, a bar first. */
export function code128(text: string): number[] {
  return [...`${code128Values(text).map(patternOf).join('')}${STOP}`].map(Number)
}
