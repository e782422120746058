// A charge by Pix and a slip of one receivable: what a person is told while both are open, and once either is paid.
import { expect, test } from 'vitest'
import { besideWords } from '#domain/collection/beside.ts'
import type { BankSlipStatus } from '#domain/collection/slip-states.ts'
import type { ChargeStatus } from '#domain/enums.ts'

const slip = (status: BankSlipStatus, asked: readonly 'WRITE_OFF'[] = [], to_send = false) => ({ status, asked, to_send })
const told = (charge: ChargeStatus, one: ReturnType<typeof slip>) => besideWords([{ status: charge }], [one])

test('alone, neither touches the other', () => {
  expect([besideWords([{ status: 'PENDING' }], []), besideWords([], [slip('REGISTERED')])]).toEqual([undefined, undefined])
  expect([told('CANCELLED', slip('REGISTERED')), told('PENDING', slip('REFUSED'))]).toEqual([undefined, undefined])
})

test('both open, what is paid first withdraws the other', () => {
  for (const charge of ['PENDING', 'OVERDUE', 'PROCESSING'] as const)
    expect(told(charge, slip('WAITING'))?.words).toMatch(
      /^O cliente pode pagar por Pix ou pelo boleto, e o que for pago primeiro cancela o outro\./,
    )
})

test('a paid charge leaves a slip that can be paid until the bank has written it off', () => {
  expect(told('PAID', slip('REGISTERED', ['WRITE_OFF'], true))).toMatchObject({
    level: 'warning',
    words: expect.stringMatching(/vai na próxima remessa/),
  })
  expect(told('PAID', slip('REGISTERED', ['WRITE_OFF']))).toMatchObject({ level: 'warning', words: expect.stringMatching(/foi pedida/) })
  expect(told('PAID', slip('REGISTERED'))).toMatchObject({ level: 'warning', words: expect.stringMatching(/peça a baixa/) })
  expect(told('PAID', slip('WRITTEN_OFF'))).toMatchObject({ level: 'info', words: expect.stringMatching(/o banco baixou o boleto/) })
})

test('a paid slip withdraws the charge, and what was paid twice is given back', () => {
  expect(told('PENDING', slip('PAID'))?.words).toMatch(/está sendo cancelada/)
  expect(told('CANCELLED', slip('PAID'))?.words).toMatch(/foi cancelada/)
  expect(told('PAID', slip('PAID'))).toMatchObject({ level: 'danger', words: expect.stringMatching(/devolva um dos dois/) })
})
