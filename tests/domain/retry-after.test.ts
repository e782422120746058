// How long an address that takes nothing now asks to be left alone.
import { expect, test } from 'vitest'
import { secondsAsked } from '#domain/retry-after.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')

test.each([
  [undefined, undefined],
  [null, undefined],
  [' 30 ', 30],
  ['120', 120],
  ['0', 0],
  ['999999', 86_400],
  ['Sat, 28 Nov 2026 12:10:00 GMT', 600],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['logo', undefined],
  ['', undefined],
])('Retry-After %o is %o seconds', (asked, seconds) => expect(secondsAsked(asked, NOW, 86_400)).toBe(seconds))
