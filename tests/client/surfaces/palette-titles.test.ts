// From the dashboard of a company every place, and everything that makes, imports or invites, is found by its own title.
import { expect, it } from 'vitest'
import { commandGroups, commandRows } from '#client/surfaces/palette-rows.ts'
import { allCommands } from '#commands/index.ts'
import { type AnyCommand, noTarget } from '#commands/kit/command.ts'
import type { Context } from '#commands/kit/gate.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import { NO_USAGE } from '#commands/kit/search.ts'
import { openScreens } from '#commands/navigation.ts'
import { COMPANY } from '#tests/kit/commands.ts'

const context: Context = {
  facts: { area: 'dashboard', screen: 'dashboard', layer: 'page', picked: 'none', company: true, office: true, manages: true },
  target: noTarget(COMPANY),
  can: () => true,
}
const commands = commandRows(buildRegistry(allCommands), context)
const FIRST = 3

/** Ids of the rows under what was typed, best first. */
const foundBy = (query: string): readonly string[] =>
  commandGroups({ query, mode: undefined, context, commands, usage: NO_USAGE, now: 0 })
    .flatMap(({ rows }) => rows)
    .flatMap(({ command }) => command?.id ?? [])

const notFound = (wanted: readonly AnyCommand[]) =>
  wanted.filter(({ id, title }) => !foundBy(title).slice(0, FIRST).includes(id)).map(({ id, title }) => `${id}: ${title}`)

it('every screen that needs no record', () => {
  const going = allCommands.filter(({ id }) => openScreens.some(screen => id === `go.${screen}`))
  expect(going.length).toBeGreaterThan(40)
  expect(notFound(going)).toEqual([])
})

/** About what is on screen: an account's own statement, a plan just chosen. Everywhere else `import.upload` brings a statement, and bills and receivables are made by name. */
const OF_ITS_SCREEN = ['entry.create', 'statement.import', 'account.import', 'subscription.create']

it('everything that makes, imports or invites', () => {
  const making = allCommands.filter(({ id, takes }) => takes === 'none' && /\.(create|import|invite|upload)$/.test(id))
  expect(making.length).toBeGreaterThan(15)
  const absent = notFound(making).map(line => line.split(':', 1)[0])
  expect(absent.filter(id => !OF_ITS_SCREEN.includes(id ?? ''))).toEqual([])
})

it('before anything was ever done, the places people go to and what is made on the screen come first', () => {
  const onBills: Context = { ...context, facts: { ...context.facts, area: 'bills', screen: 'bills', layer: 'grid' } }
  const here = commandRows(buildRegistry(allCommands), onBills)
  const groups = commandGroups({ query: '', mode: undefined, context: onBills, commands: here, usage: NO_USAGE, now: 0 })
  const of = (name: string) => groups.find(({ id }) => id === name)?.rows.map(({ command }) => command?.id) ?? []
  expect(of('go')).toEqual(expect.arrayContaining(['go.dashboard', 'go.bills']))
  expect(of('action')[0]).toBe('bill.create')
  expect([...of('go'), ...of('action')]).not.toContain('palette.toggle')
})
