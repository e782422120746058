// What the digital account's screens reckon by themselves: balances, the line of a slip, and what a connection asks for next.
import { describe, expect, it } from 'vitest'
import { nextStep } from '#client/features/connections/looks.tsx'
import { withBalances } from '#client/features/wallet/account.tsx'
import { lineProblem } from '#client/features/wallet/boleto.tsx'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'

const line = (date: string, amount_cents: number) => ({ id: `${date}${amount_cents}`, date, amount_cents }) as BankStatementEntry

describe('the statement', () => {
  it('reckons each balance back from what there is now, newest first, and opens each day once', () => {
    const rows = withBalances([line('2026-11-01', 1_000), line('2026-11-02', -300), line('2026-11-02', 50)], 5_750)
    expect(rows.map(row => [row.date, row.amount_cents, row.balance_cents, row.opens_day])).toEqual([
      ['2026-11-02', 50, 5_750, true],
      ['2026-11-02', -300, 5_700, false],
      ['2026-11-01', 1_000, 6_000, true],
    ])
  })

  it('shows no balance while the bank has not said one', () => {
    expect(withBalances([line('2026-11-01', 1_000)], null)[0]?.balance_cents).toBeNull()
  })
})

describe('the line of a boleto', () => {
  const today = '2026-11-20'
  const barcode = barcodeOf({ bank_code: '341', amount_cents: 12_345, due_date: '2026-12-01', free_field: '1'.repeat(25) })
  const whole = lineOfBarcode(barcode)

  it('is taken typed, spaced, or as a reader types its barcode', () => {
    expect(lineProblem(whole, today)).toBeUndefined()
    expect(lineProblem(`${whole.slice(0, 10)} ${whole.slice(10)}`, today)).toBeUndefined()
    expect(lineProblem(barcode, today)).toBeUndefined()
  })

  it('says how many digits are missing, and when a whole one is wrong', () => {
    expect(lineProblem('', today)).toBe('Digite a linha do boleto')
    expect(lineProblem(whole.slice(0, 40), today)).toBe('Faltam 7 dígitos: a linha tem 47')
    expect(lineProblem(`8${'0'.repeat(39)}`, today)).toBe('Faltam 8 dígitos: a linha tem 48')
    const wrong = `${whole.slice(0, 9)}${(Number(whole[9]) + 1) % 10}${whole.slice(10)}`
    expect(lineProblem(wrong, today)).toBe('Linha digitável inválida: confira os números')
  })
})

describe('a connection', () => {
  const of = (status: 'UPDATED' | 'UPDATING' | 'WAITING_USER_INPUT' | 'LOGIN_ERROR' | 'OUTDATED', asks: 'code' | 'credentials' | null) =>
    nextStep({ status, asks, revoked_at: null })
  it('asks for one thing at a time, or for none while the bank works', () => {
    expect(of('UPDATED', null)).toBe('connection.sync')
    expect(of('OUTDATED', null)).toBe('connection.sync')
    expect(of('WAITING_USER_INPUT', 'code')).toBe('connection.code')
    expect(of('LOGIN_ERROR', 'credentials')).toBe('connection.renew')
    expect(of('UPDATING', null)).toBeUndefined()
    expect(nextStep({ status: 'UPDATED', asks: null, revoked_at: '2026-11-01T00:00:00Z' })).toBe('connection.renew')
  })
})
