// Boletos by file: one agreement is used unasked, several are asked about, a file is downloaded as it is made, and what is over is refused.
import { describe, expect, it } from 'vitest'
import { collectionCommands } from '#commands/collection.ts'
import type { Records } from '#commands/kit/command.ts'
import { namedIn, nothing, playedIn, targetOf } from '#tests/kit/commands.ts'

const named = namedIn(collectionCommands)
const play = playedIn(collectionCommands)

const agreement = (id: string, waiting_count = 0) => ({ id, name: `Itaú ${id}`, layout: '400', wallet: '109', waiting_count })
const slip = (status: Records['bank_slip']['status']) =>
  targetOf('bank_slip', { id: 's', status, payer: { name: 'Ana' }, digitable_line: '' } as Records['bank_slip'])

describe('boletos by file', () => {
  it('are made in the only agreement; without one the way leads to it', async () => {
    const title = targetOf('receivable', { id: 't', status: 'PENDING' } as Records['receivable'])
    const made = play('receivable.slip', title, { 'agreements.list': [agreement('a')], 'bankSlips.create': { updated: 1, ids: ['s'] } })
    expect(await made.outcome).toMatchObject({ say: '1 boleto feito em Itaú a', go: '/company/k/receivables/slips' })
    expect(made.ports.calls.at(-1)?.input).toEqual({ params: { c: 'k' }, body: { agreement_id: 'a', receivable_ids: ['t'] } })
    const none = play('receivable.slip', title, { 'agreements.list': [] })
    expect(await none.outcome).toMatchObject({ go: '/company/k/agreements' })
  })

  it('have a file only where something waits', async () => {
    const idle = play('remittance.generate', nothing, { 'agreements.list': [agreement('a')] })
    expect(await idle.outcome).toEqual({ say: 'Não há nada a enviar ao banco' })
  })

  it('that are over are left out of what is asked of the bank', () => {
    const { except } = named('bank-slip.write-off')
    expect(except?.(slip('PAID').records[0], {})).toBe('já pago')
    expect(except?.(slip('REGISTERED').records[0], {})).toBeUndefined()
    const ofInter = { ...(slip('REGISTERED').records[0] as Records['bank_slip']), bank_code: '077', write_off_code: '', due_date_code: '' }
    expect(except?.(ofInter, {})).toMatch(/^falta no convênio o código de baixa/)
    expect(except?.({ ...ofInter, write_off_code: '02' }, {})).toBeUndefined()
    expect(named('bank-slip.due-date').except?.({ ...ofInter, write_off_code: '02' }, {})).toMatch(
      /^falta no convênio o código de vencimento/,
    )
    expect(named('bank-slip.protest').except?.(slip('WAITING').records[0], {})).toBe('ainda não registrado')
  })
})
