// Paying many bills and the orders made of them: what is asked, what is left out, and what goes a second time only when said so.
import { describe, expect, it } from 'vitest'
import { sendOnce } from '#commands/paying.ts'

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
