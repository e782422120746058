// How long an address that takes nothing now asks to be left alone.
import { expect, test } from 'vitest'
import { secondsAsked } from '#domain/webhooks.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')

test.each([
  [undefined, 0],
  ['120', 120],
  ['0', 0],
  ['999999', 86_400],
  ['Sat, 28 Nov 2026 12:10:00 GMT', 600],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['-5', 0],
  ['logo', 0],
  ['', 0],
])('Retry-After %o is %d seconds', (asked, seconds) => expect(secondsAsked(asked, NOW)).toBe(seconds))
