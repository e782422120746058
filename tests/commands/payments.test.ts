// Paying many bills and the orders made of them: what is asked, what is left out, and what goes a second time only when said so.
import { describe, expect, it } from 'vitest'
import { sendOnce } from '#commands/paying.ts'
import { paymentCommands } from '#commands/payments.ts'
import { namedIn, targetOf } from '#tests/kit/commands.ts'
import { runCommand } from '#tests/kit/fake-ports.ts'

class Refused extends Error {
  constructor(readonly id: string) {
    super('Já existe um envio igual.')
  }
}

describe('sending once', () => {
  const ask = (answer: boolean) => ({ confirm: async () => answer })
  const bank = () => {
    const asked: object[] = []
    const send = async (again: { confirm_duplicate?: true }) => {
      asked.push(again)
      if (!again.confirm_duplicate) throw new Refused('payment.possible_duplicate')
      return 'paid'
    }
    return { asked, send }
  }

  it('asks before an equal payment goes again', async () => {
    const { asked, send } = bank()
    expect(await sendOnce(ask(true), send)).toBe('paid')
    expect(asked).toEqual([{}, { confirm_duplicate: true }])
  })

  it('sends nothing more when the person steps back', async () => {
    const { asked, send } = bank()
    expect(await sendOnce(ask(false), send)).toBeUndefined()
    expect(asked).toEqual([{}])
  })

  it('lets every other refusal through', async () => {
    await expect(sendOnce(ask(true), async () => Promise.reject(new Refused('payment.limit_exceeded')))).rejects.toThrow('envio igual')
  })
})

describe('what is said of an order', () => {
  const named = namedIn(paymentCommands)
  const order = { id: 'o', payments: [], payments_count: 2, total_cents: 100, status: 'APPROVED', pay_on: null, scheduled_since: null }
  const kept = { ...order, pay_on: '2026-12-15', scheduled_since: '2026-11-27T12:00:00Z' }
  const said = async (id: 'payment_order.send' | 'payment_order.approve', answer: object) => {
    const answers = { 'paymentOrders.send': answer, 'paymentOrders.approve': answer }
    return (await runCommand(named(id), targetOf('payment_order', order), {}, { answers })).outcome?.say
  }
  it.each([
    ['payment_order.send', { ...order, status: 'PROCESSING' }, '2 pagamentos a caminho do banco'],
    ['payment_order.send', kept, '2 pagamentos agendados para 15/12/2026'],
    ['payment_order.approve', kept, 'Ordem aprovada e agendada para 15/12/2026'],
    ['payment_order.approve', order, 'Ordem aprovada'],
  ] as const)('%s of it', async (id, answer, say) => {
    expect(await said(id, answer)).toBe(say)
  })
  it('that waits for its day, sending asks whether it leaves now, and cancelling says what becomes of its bills', () => {
    const asked = (id: 'payment_order.send' | 'payment_order.cancel', of: { id: string }) =>
      named(id).confirm?.(targetOf('payment_order', of), {})
    expect(asked('payment_order.send', kept)?.title).toBe('Pagar R$ 1,00 agora?')
    expect(asked('payment_order.send', order)?.title).toBe('Pagar R$ 1,00?')
    expect(asked('payment_order.cancel', kept)?.body).toBe('As contas voltam a Aprovado e nada sai no dia.')
    expect(asked('payment_order.cancel', order)?.body).toBeUndefined()
  })
})
