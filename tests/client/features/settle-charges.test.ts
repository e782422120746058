// A bill that pays a tax: late, it costs what the law of the tax says, and both screens say why they differ.
import { expect, test } from 'vitest'
import { proposedCharges } from '#client/features/titles/settle-charges.ts'
import type { Tax } from '#contract/taxes.ts'
import { lateCharges } from '#domain/taxes/late.ts'
import { besideBill } from '#resources/tax.ts'

const bill = { amount_cents: 1_174_184, due_date: '2026-09-21' }
const taxOf = (kind: Tax['kind']): Tax => ({
  id: '01a217ba-1200-7fde-aec3-b3514b1a2fb8',
  company_id: '01a217ba-1200-7fde-aec3-b3514b1a2fb9',
  version: 1,
  kind,
  status: 'OVERDUE',
  competence_date: '2026-08-01',
  due_date: bill.due_date,
  amount_cents: bill.amount_cents,
  fine_cents: 234_837,
  interest_cents: 26_067,
  total_cents: 1_435_088,
  revenue_cents: null,
  additional_information: null,
  revenue_code: null,
  assessment_date: null,
  reference_number: null,
  bill_id: null,
  slip: null,
  created_at: '2026-09-01T12:00:00.000Z',
  updated_at: '2026-09-01T12:00:00.000Z',
})

test('a federal tax takes its own fine and interest', () => {
  const { fine_cents, interest_cents } = lateCharges(bill.amount_cents, bill.due_date, '2026-11-28')
  expect(proposedCharges(bill, taxOf('DAS'), '2026-11-28')).toEqual({
    fine_cents,
    interest_cents,
    how: { fine: '0,33% ao dia, até 20%', interest: 'Selic dos meses, mais 1%' },
  })
  expect(fine_cents).toBe(234_837)
})

test('any other bill, and a tax of a city, take the usual 2% and 1% a month', () => {
  for (const tax of [undefined, taxOf('ISS')])
    expect(proposedCharges(bill, tax, '2026-09-22')).toEqual({
      fine_cents: 23_484,
      interest_cents: 391,
      how: { fine: '2%, uma vez', interest: '1% ao mês, 1 dia' },
    })
})

test('on the due date nothing is added', () => {
  for (const tax of [undefined, taxOf('DAS')])
    expect(proposedCharges(bill, tax, bill.due_date)).toEqual({ fine_cents: 0, interest_cents: 0 })
})

test('two amounts are explained, one is not', () => {
  expect(besideBill(taxOf('DAS'), bill.amount_cents)).toBe(
    'A conta diz o valor sem o atraso. Pago hoje, o imposto sai por R$ 14.350,88: mais R$ 2.348,37 de multa e R$ 260,67 de juros.',
  )
  const onTime = { ...taxOf('DAS'), fine_cents: 0, interest_cents: 0, total_cents: bill.amount_cents }
  expect(besideBill(onTime, bill.amount_cents)).toBe('')
  expect(besideBill(onTime, 1_000_000)).toBe('O imposto é de R$ 11.741,84; a conta diz R$ 10.000,00.')
})
