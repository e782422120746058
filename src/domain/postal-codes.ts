// What the Correios ranges say of a postal code without its street: the city, where a whole range belongs to one city.
import { isValidPostalCode, stateOfPostalCode } from './contact-points.ts'

/** Ranges of the state capitals by five leading digits, within the published ones, with the city's IBGE code. */
const CITY_RANGES: readonly (readonly [first: number, last: number, city_code: string])[] = [
  [1000, 5999, '3550308'],
  [8000, 8499, '3550308'],
  [20_000, 23_799, '3304557'],
  [29_000, 29_099, '3205309'],
  [30_000, 31_999, '3106200'],
  [40_000, 41_999, '2927408'],
  [49_000, 49_098, '2800308'],
  [50_000, 52_999, '2611606'],
  [57_000, 57_099, '2704302'],
  [58_000, 58_099, '2507507'],
  [59_000, 59_139, '2408102'],
  [60_000, 60_999, '2304400'],
  [64_000, 64_099, '2211001'],
  [65_000, 65_099, '2111300'],
  [66_000, 66_999, '1501402'],
  [68_900, 68_911, '1600303'],
  [69_000, 69_099, '1302603'],
  [69_300, 69_339, '1400100'],
  [69_900, 69_920, '1200401'],
  [70_000, 72_799, '5300108'],
  [73_000, 73_699, '5300108'],
  [74_000, 74_893, '5208707'],
  [76_800, 76_834, '1100205'],
  [77_000, 77_249, '1721000'],
  [78_000, 78_099, '5103403'],
  [79_000, 79_129, '5002704'],
  [80_000, 82_999, '4106902'],
  [88_000, 88_099, '4205407'],
  [90_000, 91_999, '4314902'],
]

/** The state of a postal code and, where its range belongs to one city, that city's IBGE code; undefined outside every range. */
export function placeOfPostalCode(text: string): { state: string; city_code: string | undefined } | undefined {
  const state = isValidPostalCode(text) ? stateOfPostalCode(text) : undefined
  if (!state) return undefined
  const prefix = Number(text.replace(/\D/g, '').slice(0, 5))
  return { state, city_code: CITY_RANGES.find(([first, last]) => first <= prefix && prefix <= last)?.[2] }
}
