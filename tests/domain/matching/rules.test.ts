// Rules, their suggested text and dry run, and the memo pattern they share with history.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentKeys, memoPattern } from '#domain/matching/memo.ts'
import { applyRules, countRule, type MatchRule, suggestPattern } from '#domain/matching/rules.ts'
import { aLine } from '#tests/kit/matching-data.ts'

const aRule = (over: Partial<MatchRule> = {}): MatchRule => ({
  id: 'rule-1',
  name: 'Padaria',
  priority: 1,
  contains: 'padaria são josé',
  category_id: 'food',
  contact_id: null,
  ...over,
})
const line = aLine({ memo: 'PIX ENVIADO 05/03 PADARIA  SAO JOSE 1234', amount_cents: -5_000 })

describe('applyRules', () => {
  it('finds the text without accents, case or double spaces', () => {
    expect(applyRules([aRule()], line)).toMatchObject({ category_id: 'food', rule: { id: 'rule-1' } })
    expect(applyRules([aRule({ contains: 'padaria joão' })], line)).toBeNull()
  })

  it.each<[string, Partial<MatchRule>, boolean]>([
    ['empty text', { contains: '  ' }, false],
    ['text of punctuation', { contains: '--' }, false],
    ['digits in the text', { contains: 'jose 1234' }, true],
    ['direction', { kind: 'BILL' }, true],
    ['the other direction', { kind: 'RECEIVABLE' }, false],
    ['lowest amount', { min_amount_cents: 5_000 }, true],
    ['below the lowest', { min_amount_cents: 5_001 }, false],
    ['highest amount', { max_amount_cents: 5_000 }, true],
    ['above the highest', { max_amount_cents: 4_999 }, false],
    ['account', { bank_account_id: 'account-1' }, true],
    ['another account', { bank_account_id: 'account-2' }, false],
    ['contact', { when_contact_id: 'c' }, true],
    ['another contact', { when_contact_id: 'd' }, false],
  ])('%s', (_, over, fits) => {
    expect(applyRules([aRule(over)], { ...line, contact_id: 'c' }) !== null).toBe(fits)
  })

  it('lets the lowest priority win, then the older rule, in any order', () => {
    const rules = [aRule({ id: 'c', priority: 2 }), aRule({ id: 'b' }), aRule({ id: 'a' })]
    expect(applyRules(rules, line)?.rule.id).toBe('a')
    expect(applyRules([...rules].reverse(), line)?.rule.id).toBe('a')
  })

  it('counts in the dry run exactly what applying would fill', () => {
    const lines = ['PADARIA SAO JOSE', 'PADARIA SAO JOSE CENTRO', 'MERCADO'].map((memo, at) => aLine({ id: `l${at}`, memo }))
    const before = aRule({ id: 'rule-0', priority: 0, contains: 'centro' })
    const rule = aRule()
    expect(countRule(rule, lines)).toEqual({ matches: 2, applies: 2, line_ids: ['l0', 'l1'] })
    const counted = countRule(rule, lines, [before, rule])
    expect(counted).toEqual({ matches: 2, applies: 1, line_ids: ['l0'] })
    expect(lines.filter(each => applyRules([before, rule], each)?.rule.id === rule.id)).toHaveLength(counted.applies)
  })
})

describe('suggestPattern', () => {
  it.each([
    ['PIX ENVIADO 05/03 PADARIA SAO JOSE 1234', 'PADARIA SAO JOSE'],
    ['Compra cartão 10:45 POSTO 24H BR-116', 'CARTAO POSTO BR'],
    ['TED 341.0001.12345-6 Imobiliária Água Branca', 'IMOBILIARIA AGUA BRANCA'],
    ['PIX 12345678000195', 'PIX'],
    ['0001 22/11', ''],
  ])('%s -> %s', (memo, pattern) => {
    expect(suggestPattern(memo)).toBe(pattern)
  })

  it('always matches the memo it came from', () => {
    const word = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('PIX', 'Padaria', 'São', '05/03', '12AB', 'TED', 'R$', 'NF123'))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), words => {
        const memo = words.join(' ')
        const contains = suggestPattern(memo)
        if (contains !== '') expect(applyRules([aRule({ contains })], aLine({ memo }))).not.toBeNull()
      }),
      { numRuns: 500 },
    )
  })
})

describe('memo', () => {
  it('reads two lines of one payer as one pattern', () => {
    expect(memoPattern('PIX ENVIADO 05/03 Padaria São José 12')).toBe(memoPattern('pix enviado 19/04 PADARIA SAO JOSE 77'))
  })

  it('keeps numbers and leaves dates and hours out', () => {
    expect([...documentKeys('NF-00123/2 de 05/03/2026 10:45 ref 03/2026')]).toEqual(['NF001232', '1232', '123'])
  })
})
