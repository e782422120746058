// Correction letters, voided numbers and contingency: their limits to the instant, and which authority stands in for which state.
import { describe, expect, it } from 'vitest'
import { emissionType, virtualAuthorityOf, virtualAuthorityOfKey } from '#domain/fiscal/contingency.ts'
import { correctionRefusal } from '#domain/fiscal/invoice-rules.ts'
import { MOST_VOIDED, voidRefusal } from '#domain/fiscal/numbers.ts'

const DAY = 86_400_000

describe('a correction letter', () => {
  const issued = { kind: 'PRODUCT', status: 'ISSUED', issued_at: 0, letters: 0 } as const
  it.each([
    ['on the thirtieth day', issued, 30 * DAY, undefined],
    ['an instant later', issued, 30 * DAY + 1, 'A carta de correção vai até 30 dias depois da autorização.'],
    ['as the twentieth', { ...issued, letters: 19 }, 0, undefined],
    ['as one more', { ...issued, letters: 20 }, 0, 'Uma nota aceita até 20 cartas de correção.'],
    ['of a consumer note', { ...issued, kind: 'CONSUMER' as const }, 0, 'Só a NF-e aceita carta de correção.'],
    ['of a cancelled one', { ...issued, status: 'CANCELLED' as const }, 0, 'Só uma nota emitida aceita carta de correção.'],
  ])('%s', (_, facts, now, refusal) => expect(correctionRefusal(facts, now)).toBe(refusal))
})

describe('a span of numbers', () => {
  it.each([
    [1, 1, 1, true],
    [2, 1, 9, false],
    [1, MOST_VOIDED, MOST_VOIDED, true],
    [1, MOST_VOIDED + 1, MOST_VOIDED + 1, false],
    [5, 6, 5, false],
  ])('%i to %i of %i', (first_number, last_number, last, may) =>
    expect(voidRefusal({ first_number, last_number }, last) === undefined).toBe(may),
  )
})

describe('contingency', () => {
  it('has the national authority for most states and that of the south for eight', () => {
    const states = [11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 35, 41, 42, 43, 50, 51, 52, 53].map(String)
    expect(states.filter(uf => virtualAuthorityOf(uf) === 'SVC_RS')).toEqual(['13', '21', '26', '29', '41', '50', '51', '52'])
    for (const uf of states) {
      const key = `${uf}${'0'.repeat(32)}${emissionType(uf, true)}${'0'.repeat(9)}`
      expect(virtualAuthorityOfKey(key)).toBe(virtualAuthorityOf(uf))
      expect(emissionType(uf, false)).toBe('1')
    }
    expect(virtualAuthorityOfKey(`${'0'.repeat(34)}1${'0'.repeat(9)}`)).toBeUndefined()
  })
})
