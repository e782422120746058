// Open finance: what each status waits for, its words, and a bank's answer as a statement.
import { describe, expect, it } from 'vitest'
import { CONNECTION_STATUSES, EXECUTION_STATUSES } from '#domain/enums.ts'
import { ASKS_FOR, connectionMessage, PHASE_OF, retryAfter, SYNC_EVERY_SECONDS, statementOf, syncName } from '#domain/open-finance.ts'

describe('a connection', () => {
  it.each([
    ['UPDATED', 'done', undefined],
    ['UPDATING', 'working', undefined],
    ['MERGING', 'working', undefined],
    ['WAITING_USER_INPUT', 'person', 'code'],
    ['WAITING_USER_ACTION', 'working', 'authorization'],
    ['LOGIN_ERROR', 'person', 'credentials'],
    ['OUTDATED', 'retry', undefined],
  ] as const)('%s is %s and asks for %s', (status, phase, asks) => {
    expect([PHASE_OF[status], ASKS_FOR[status]]).toEqual([phase, asks])
  })

  it('says how it stands in every status, for every reason', () => {
    const bank = { routing_number: '000', institution_name: 'Banco X' }
    for (const status of CONNECTION_STATUSES)
      for (const execution_status of EXECUTION_STATUSES)
        expect(connectionMessage({ status, execution_status, ...bank })).toMatch(/Banco X.*[.]$/)
    expect(connectionMessage({ status: 'OUTDATED', execution_status: 'SITE_NOT_AVAILABLE', ...bank })).toBe(
      'Banco X não respondeu (banco indisponível): tentaremos de novo.',
    )
  })

  it('calls a bank as people do', () => {
    const state = { status: 'WAITING_USER_ACTION', execution_status: 'WAITING_USER_ACTION' } as const
    const sentence = connectionMessage({ ...state, routing_number: '341', institution_name: 'ITAÚ UNIBANCO S.A.' })
    expect(sentence).toBe('Autorize o acesso no aplicativo de Itaú.')
  })

  it('is tried again later and later, and not for ever', () => {
    expect([0, 1, 2, 3, 40].map(retryAfter)).toEqual([60, 300, 1800, SYNC_EVERY_SECONDS, SYNC_EVERY_SECONDS])
  })
})

describe('an answer of the bank', () => {
  const account = {
    id: 'a|b|1',
    kind: 'CHECKING' as const,
    routing_number: '341',
    branch_number: '0001',
    account_number: null,
    balance_cents: 500,
    balance_day: '2026-03-10',
  }
  const line = { id: 'x', day: '2026-03-10', amount_cents: -100, description: 'TARIFA', pending: false }

  it('becomes a statement of its final movements, under the provider id of the account', () => {
    const [read] = statementOf('Banco X', [
      { account, transactions: [line, { ...line, id: 'y', pending: true }, { ...line, id: 'z', amount_cents: 0, category: 'Tarifas' }] },
    ]).accounts
    expect(read).toMatchObject({
      external_id: 'a|b|1',
      bank_code: '341',
      branch: '0001',
      ledger_balance_cents: 500,
      ledger_day: '2026-03-10',
    })
    expect(read).not.toHaveProperty('account')
    expect(read?.rows.map(row => [row.fitid, row.ignorable, row.external_category])).toEqual([
      ['x', false, undefined],
      ['z', true, 'Tarifas'],
    ])
  })

  it('is named by bank and day', () => {
    expect(syncName('Itaú', '2026-03-11')).toBe('Open finance Itaú 11-03-2026.json')
  })
})
