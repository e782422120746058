// Whom one is about to pay: the same, another establishment, somebody else; for the first time, or as last month.
import { expect, test } from 'vitest'
import { payeeMark, payeeMatch } from '#domain/payments/payees.ts'

test.each([
  ['11222333000181', '11.222.333/0001-81', 'SAME'],
  ['11222333000181', '11222333000262', 'BRANCH'],
  ['11222333000181', '52998224725', 'OTHER'],
  ['52998224725', '52998224806', 'OTHER'],
  ['11222333000181', null, undefined],
  [undefined, '11222333000181', undefined],
])('the bank names %s where %s is expected: %s', (named, expected, match) => expect(payeeMatch(named, expected)).toBe(match))

test.each([
  [null, 'FIRST'],
  [{ date: '2026-10-05', amount_cents: 100 }, 'SAME_AS_LAST_MONTH'],
  [{ date: '2026-10-05', amount_cents: 101 }, 'KNOWN'],
  [{ date: '2026-09-30', amount_cents: 100 }, 'KNOWN'],
  [{ date: '2026-11-01', amount_cents: 100 }, 'KNOWN'],
])('last paid %j: %s', (last, mark) => expect(payeeMark(last, 100, '2026-11-23')).toBe(mark))
