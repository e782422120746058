// The words of the local authority, as the real ones write them.
import { randomInt } from 'node:crypto'
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '#domain/civil-date.ts'
import type { Refused } from './authority.ts'

export function refuse(code: string, text: string): Refused {
  return { outcome: 'REFUSED', code, text: `Rejeição: ${text}`.replace('Rejeição: Uso denegado', 'Uso denegado') }
}

/** Fifteen digits: 1, the state's, the year, and a number nobody guesses. */
export const protocolOf = (now: number): string => `1${lightFormat(inUtc(now), 'yy')}${String(randomInt(1e12)).padStart(12, '0')}`
