// What is paid by: the bars of a boleto, cards at a checkout, the cost of a charge, and the plans.
import { describe, expect, it } from 'vitest'
import { SUBSCRIPTION_REFERENCES } from '#domain/enums.ts'
import {
  brandOfNumber,
  cardName,
  expiryDay,
  formatExpiry,
  isCardEnding,
  isCardNumber,
  isExpiryAhead,
  maskCardNumber,
  maskExpiry,
} from '#domain/payments/cards.ts'
import { companyNet, payerTotal } from '#domain/payments/charges.ts'
import { interleaved2of5 } from '#domain/payments/itf.ts'
import { audienceOf, holdsOf, PLANS, planOf } from '#domain/payments/plans.ts'

describe('interleaved 2 of 5', () => {
  it('draws pairs of digits between its start and stop', () => {
    // 1 is wide-narrow-narrow-narrow-wide in bars, 2 narrow-wide-narrow-narrow-wide in spaces.
    expect(interleaved2of5('12')).toEqual([1, 1, 1, 1, 3, 1, 1, 3, 1, 1, 1, 1, 3, 3, 3, 1, 1])
  })
  it('gives each pair 18 modules, and 44 digits their 405', () => {
    const width = (digits: string) => interleaved2of5(digits).reduce((sum, modules) => sum + modules, 0)
    expect(width('0000') - width('00')).toBe(18)
    expect(width('0'.repeat(44))).toBe(22 * 18 + 9)
  })
  it('refuses an odd number of digits, and what is no digit', () => {
    for (const text of ['', '1', '123', '1a']) expect(() => interleaved2of5(text)).toThrow(RangeError)
  })
})

describe('a card', () => {
  it('has a check digit', () => {
    expect(['4111 1111 1111 1111', '5555555555554444', '378282246310005'].map(isCardNumber)).toEqual([true, true, true])
    expect(['4111 1111 1111 1112', '0000 0000 0000 0000', '4111', ''].map(isCardNumber)).toEqual([false, false, false, false])
  })
  it('is good through the month it ends in', () => {
    expect(['11/26', '12/2026', '01/30'].map(text => isExpiryAhead(text, '2026-11-20'))).toEqual([true, true, true])
    expect(['10/26', '13/27', '1/27', ''].map(text => isExpiryAhead(text, '2026-11-20'))).toEqual([false, false, false, false])
  })
  it('is named by its brand and last digits, as the acquirer calls a brand we do not know', () => {
    const numbers = ['4111 1111 1111 1111', '5555555555554444', '378282246310005', '6362970000457013', '6062825624254001', '9']
    expect(numbers.map(brandOfNumber)).toEqual(['visa', 'mastercard', 'amex', 'elo', 'hipercard', 'unknown'])
    const card = { last4: '4242', expires_on: '2029-02-28' }
    expect(['visa', 'novo', 'unknown'].map(brand => cardName({ ...card, brand }))).toEqual([
      'Visa final 4242',
      'novo final 4242',
      'Cartão final 4242',
    ])
  })
  it('is told when it expires, a month before', () => {
    const expires_on = expiryDay(2028, 2)
    expect([expires_on, formatExpiry(expires_on)]).toEqual(['2028-02-29', '02/2028'])
    const ending = (today: string) => isCardEnding({ brand: 'visa', last4: '4242', expires_on }, today)
    expect(['2028-01-29', '2028-01-30', '2028-03-01'].map(ending)).toEqual([false, true, true])
  })
  it('is grouped as it is typed', () => {
    expect(maskCardNumber('41111111 11111')).toBe('4111 1111 1111 1')
    expect([maskExpiry('1'), maskExpiry('112'), maskExpiry('11/29')]).toEqual(['1', '11/2', '11/29'])
  })
})

it('a charge costs its payer the fee only where the company does not bear it', () => {
  const amounts = { transaction_amount: 10_000, fee_amount: 99 }
  expect([payerTotal({ ...amounts, assume_fee: true }), companyNet({ ...amounts, assume_fee: true })]).toEqual([10_000, 9_901])
  expect([payerTotal({ ...amounts, assume_fee: false }), companyNet({ ...amounts, assume_fee: false })]).toEqual([10_099, 10_000])
})

describe('the plans', () => {
  it('are one for each reference, dearer and larger upwards within an audience', () => {
    expect(PLANS.map(plan => plan.reference).sort()).toEqual([...SUBSCRIPTION_REFERENCES].sort())
    for (const plan of PLANS) {
      const next = PLANS.find(
        other =>
          audienceOf(other.reference) === audienceOf(plan.reference) &&
          Number(other.reference.at(-1)) === Number(plan.reference.at(-1)) + 1,
      )
      if (next) expect([next.amount_cents > plan.amount_cents, next.notes_a_month > plan.notes_a_month]).toEqual([true, true])
    }
  })
  it('say what they hold', () => {
    expect(holdsOf(planOf('ME_2'))[0]).toBe('Até 500 notas por mês')
  })
})
