// What is written as OFX is read back by our own reader as it was.
import { expect, test } from 'vitest'
import { readOfx } from '#domain/statements/ofx.ts'
import { ofxOf } from '#domain/statements/write-ofx.ts'

test('a written statement comes back line by line, its markup kept as text', () => {
  const text = ofxOf({
    bank_code: '341',
    branch: '0912',
    account: '45871-3',
    savings: false,
    start: '2026-11-01',
    end: '2026-11-30',
    balance_cents: -12_345,
    lines: [
      { id: 'E1', day: '2026-11-03', amount_cents: -1_050, memo: 'PIX  ENVIADO <João> & Cia' },
      { id: 'E2', day: '2026-11-04', amount_cents: 200_000, memo: 'TED RECEBIDA' },
    ],
  })
  const [account] = readOfx(Buffer.from(text, 'latin1')).accounts
  expect(account).toMatchObject({ bank_code: '341', branch: '0912', account: '45871-3', ledger_balance_cents: -12_345, errors: [] })
  expect(account?.rows.map(row => [row.fitid, row.day, row.amount_cents, row.memo])).toEqual([
    ['E1', '2026-11-03', -1_050, 'PIX ENVIADO <João> & Cia'],
    ['E2', '2026-11-04', 200_000, 'TED RECEBIDA'],
  ])
})
