// Moments in words: recent ones by distance, older ones by day and hour of São Paulo.
import { describe, expect, it } from 'vitest'
import { momentWords } from '#client/kit/moment-words.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')

describe('moments in words', () => {
  it.each([
    ['2026-11-20T14:59:30Z', 'agora há pouco'],
    ['2026-11-20T14:55:00Z', 'há 5 minutos'],
    ['2026-11-20T11:05:00Z', 'hoje, 08h05'],
    ['2026-11-20T02:30:00Z', 'ontem, 23h30'],
    ['2026-11-18T12:00:00Z', '18/11/2026, 09h00'],
  ])('%s is %s', (at, words) => {
    expect(momentWords(Date.parse(at), NOW)).toBe(words)
  })
})
