// Jumping between companies: area, period and filter come along, records do not.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectJump, jumpTo } from '#client/shell/company-jump.ts'
import { setWhereabouts, useWhereabouts } from '#client/surfaces/context.ts'
import type { Destination } from '#commands/kit/command.ts'
import type { Area, Screen } from '#commands/kit/when.ts'

const ID = '0199f0c2-0000-7000-8000-000000000010'
let went: Destination[]
let rights: Record<string, string> | undefined
let search: Record<string, string | undefined>
beforeEach(() => {
  went = []
  search = {}
  rights = undefined
  connectJump({ go: to => void went.push(to), search: () => search, rights: async () => rights })
})
afterEach(() => {
  connectJump({ go: () => {}, search: () => ({}), rights: async () => undefined })
  useWhereabouts.setState({ company: undefined, jumped_at: undefined })
})
const from = (area: Area, screen: Screen = area) => setWhereabouts({ area, screen, company: { id: 'a', name: 'A' } }, 0)

describe('a jump leads', () => {
  it.each<[string, Area, Screen, string]>([
    ['to the same list', 'bills', 'bills', '/company/b/bills'],
    ['from a record to its list', 'receivables', 'receivables.detail', '/company/b/receivables'],
    ['from a form to its list', 'bills', 'bills.create', '/company/b/bills'],
    ['from the statement of an account, which is no other’s, to the imports', 'statements', 'statements', '/company/b/imports'],
    ['from settings to settings', 'settings', 'settings.keyboard', '/company/b/settings/keyboard'],
    ['from a report to the same report', 'reports', 'reports.ledger', '/company/b/reports/ledger'],
    ['to the workbench from the workbench', 'conciliation', 'conciliation', '/company/b/conciliation'],
    ['from outside the companies to the bills', 'notifications', 'notifications', '/company/b/bills'],
    ['from the start to the bills', 'global', 'global.index', '/company/b/bills'],
  ])('%s', async (_, area, screen, to) => {
    from(area, screen)
    await jumpTo('b')
    expect(went).toMatchObject([{ to }])
  })
})

describe('where the area may not be seen', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the nearest area of the rail opens', { receivables: 'v', contacts: 'v' }, '/company/b/receivables'],
    ['a right that is not to see opens nothing', { receivables: 'c', entries: 'cv' }, '/company/b/cash-flow'],
    ['the area itself opens when it may be seen', { bills: 'v', receivables: 'v' }, '/company/b/bills'],
  ])('%s', async (_, held, to) => {
    rights = held
    from('bills')
    await jumpTo('b')
    expect(went).toMatchObject([{ to }])
  })
})

describe('a jump in a new tab', () => {
  it('leads to the same place and leaves this page alone', async () => {
    const tabs: unknown[] = []
    connectJump({ go: (to, options) => void (options?.newTab ? tabs : went).push(to), search: () => search, rights: async () => rights })
    from('bills')
    await jumpTo('b', { newTab: true })
    expect(tabs).toMatchObject([{ to: '/company/b/bills' }])
    expect(went).toEqual([])
  })
})

describe('the search text of a jump', () => {
  const left = async () => {
    from('bills')
    await jumpTo('b')
    const [to] = went
    return typeof to === 'object' ? to.search : undefined
  }
  it('keeps period, filter and tab', async () => {
    search = { periodo: '2026-10', bills: 'contato:sol >100', aba: 'sugestoes' }
    expect(await left()).toEqual({})
  })
  it('drops every name of a record, and the way back of a form', async () => {
    search = { periodo: 'tudo', titulo: ID, bank_account_id: ID, novo: `account:${ID}`, backTo: '/company/a/bills/create', nome: 'Luz' }
    const dropped = await left()
    expect(Object.keys(dropped ?? {}).sort()).toEqual(['backTo', 'bank_account_id', 'nome', 'novo', 'titulo'])
    expect(Object.values(dropped ?? {})).toEqual([undefined, undefined, undefined, undefined, undefined])
  })
})
