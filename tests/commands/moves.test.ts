// Moves of the interface and going places: what each says to the screen, and where each leads.

import { describe, expect, it } from 'vitest'
import { globalCommands, pinnedCommands } from '#commands/global.ts'
import { gridCommands } from '#commands/grid.ts'
import { type AnyTarget, noTarget } from '#commands/kit/command.ts'
import type { UiPort } from '#commands/kit/ports.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import { matches } from '#commands/kit/when.ts'
import { navigationCommands } from '#commands/navigation.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { datedScreens, pathTo, type ScreenId, screens } from '#commands/screens.ts'
import { namedIn } from '#tests/kit/commands.ts'
import { fakePorts, runCommand } from '#tests/kit/fake-ports.ts'

const target: AnyTarget = noTarget({ id: 'k 1', name: 'Padaria' })
const named = namedIn([...globalCommands, ...pinnedCommands, ...gridCommands, ...navigationCommands])

describe('the moves of a grid', () => {
  it('say their own name, once, and call nothing', async () => {
    for (const command of gridCommands.filter(one => one.id.startsWith('grid.') && one.id !== 'grid.space')) {
      const { ports, outcome } = await runCommand(command, target)
      expect(
        ports.done.map(one => one.action),
        command.id,
      ).toEqual([command.id])
      expect([ports.calls, outcome]).toEqual([[], {}])
    }
  })
  it('exist only where a grid has the focus: a form, a dialog or the workbench keep their letters', () => {
    const facts = { area: 'bills', screen: 'bills', picked: 'none', company: true, office: false } as const
    for (const command of gridCommands) {
      expect(matches(command.when, { ...facts, layer: 'grid', sheet: true }), command.id).toBe(true)
      for (const layer of ['page', 'workbench', 'editor', 'form', 'overlay'] as const)
        expect(matches(command.when, { ...facts, layer }), `${command.id} in ${layer}`).toBe(false)
    }
  })
  it('span columns and empty cells only in a sheet', () => {
    const facts = { area: 'bills', screen: 'bills', layer: 'grid', picked: 'none', company: true, office: false } as const
    const missing = gridCommands.filter(command => !matches(command.when, facts)).map(({ id }) => id)
    expect(missing).toEqual(
      ['jump-left', 'jump-right', 'extend-left', 'extend-right', 'extend-home', 'extend-end', 'extend-jump-left', 'extend-jump-right']
        .concat(['fill-right', 'clear'])
        .map(move => `grid.${move}`),
    )
  })
  it('are shown in a sheet only by the keys that a sheet leaves to them', () => {
    const registry = buildRegistry(gridCommands)
    const facts = { area: 'bills', screen: 'bills', layer: 'grid', picked: 'none', company: true, office: false } as const
    const shown = (id: string, sheet: boolean) => registry.chordsHere(named(id), { ...facts, sheet })
    expect(shown('grid.sheet', false)).toEqual(['f8', 'shift+e'])
    expect(shown('grid.sheet', true)).toEqual(['f8'])
    expect(shown('grid.open', true)).toEqual([])
    expect(shown('grid.clear', true)).toEqual(['delete', 'backspace'])
  })
  it('space decides where rows are decided, and marks everywhere else', async () => {
    const { ports } = await runCommand(named('grid.space'), target)
    expect(ports.done.map(one => one.action)).toEqual(['grid.space'])
    const deaf = fakePorts()
    const heard: string[] = []
    const ui: UiPort = {
      ...deaf.ui,
      do(...[name]) {
        heard.push(name)
        return name !== 'grid.space'
      },
    }
    await named('grid.space').run({ ...deaf, ui }, target, {})
    expect(heard).toEqual(['grid.space', 'grid.toggle'])
  })
  it('digits open views by their number', async () => {
    const { ports } = await runCommand(named('view.7'), target)
    expect(ports.done).toEqual([{ action: 'view.open', detail: 7 }])
  })
})

describe('global commands', () => {
  it.each([
    ['view.save', { title: 'Do Sol' }, { action: 'view.save', detail: 'Do Sol' }],
    [
      'period.choose',
      { period: { start: '2026-11-01', end: '2026-11-30' } },
      { action: 'period.set', detail: { start: '2026-11-01', end: '2026-11-30' } },
    ],
    ['company.pinned-3', {}, { action: 'company.pinned', detail: 3 }],
    ['period.previous', {}, { action: 'period.previous', detail: undefined }],
  ])('%s tells the screen', async (id, answers, done) => {
    const { ports } = await runCommand(named(id), target, answers)
    expect(ports.done).toEqual([done])
  })
  it('undo and redo are asked of the stack, and say nothing of their own', async () => {
    const { ports, outcome } = await runCommand(named('global.undo'), target)
    expect([ports.undone, outcome]).toEqual([['undo'], {}])
  })
  it('signing out ends the session only after the server knows', async () => {
    const { ports } = await runCommand(named('session.sign-out'), target)
    expect(ports.calls.map(call => call.endpoint)).toEqual(['auth.signOut'])
    expect(ports.done.map(one => one.action)).toEqual(['session.ended'])
  })
  it('need a company where they speak of one', () => {
    const facts = { area: 'notifications', screen: 'notifications', layer: 'page', picked: 'none', company: false, office: false } as const
    const open = globalCommands.filter(command => matches(command.when, facts)).map(command => command.id)
    expect(open.filter(id => /^(period|global\.undo|global\.redo|company\.pin$)/.test(id))).toEqual([])
  })
})

describe('going to a screen', () => {
  it('leads to its address in the open company', async () => {
    for (const command of navigationCommands) {
      const { outcome, ports } = await runCommand(command, target)
      const go = String(outcome.go)
      expect(go, command.id).not.toContain('$')
      const screen: ScreenRecord = screens[command.id.replace('go.', '') as ScreenId]
      expect(go.startsWith('/company/k%201/'), command.id).toBe(screen.path.includes('$companyId'))
      expect(ports.calls).toEqual([])
    }
  })
  it('is offered for every screen of the rail, and for none that needs a record', () => {
    const offered = new Set(navigationCommands.map(command => command.id.slice(3)))
    const all = Object.entries(screens) as [string, ScreenRecord][]
    expect(all.filter(([id, screen]) => screen.rail !== undefined && !offered.has(id)).map(([id]) => id)).toEqual([])
    expect(all.filter(([id, screen]) => /\$(?!companyId)/.test(screen.path) && offered.has(id)).map(([id]) => id)).toEqual([])
  })
  it('is offered within the office only to whoever works in one', () => {
    const facts = { area: 'bills', screen: 'bills', layer: 'grid', picked: 'none', company: true } as const
    const shown = (office: boolean) => navigationCommands.filter(({ when }) => matches(when, { ...facts, office })).map(({ id }) => id)
    const ofOffice = (Object.entries(screens) as [string, ScreenRecord][]).flatMap(([id, { rail }]) =>
      rail === 'Escritório' ? [`go.${id}`] : [],
    )
    expect(shown(true).filter(id => !shown(false).includes(id))).toEqual(ofOffice)
  })
  it('any area is two keys away, or three below a and n', () => {
    for (const command of navigationCommands)
      for (const chord of command.keys ?? []) expect(chord, command.id).toMatch(/^g ([a-z]|[an] [a-z])$/)
  })
  it('a path carries its parameters escaped', () => {
    expect(pathTo('bills.detail', { companyId: 'a/b', billId: 'x?y' })).toBe('/company/a%2Fb/bills/x%3Fy')
  })
})

describe('the moves of the period', () => {
  it('exist only on screens that lie in it, with what opens over them', () => {
    const facts = { layer: 'page', picked: 'none', company: true, office: false } as const
    const next = named('period.next')
    for (const screen of ['bills', 'bills.detail', 'entries', 'reports.income-statement', 'statements'] as const)
      expect(matches(next.when, { ...facts, area: screens[screen].area, screen }), screen).toBe(true)
    const elsewhere = ['contacts', 'accounts', 'statements.imports', 'settings', 'dashboard.first-steps'] as const
    const ofTheirOwn = ['bills.paper', 'conciliation.replay', 'service_invoices.limit', 'consumer_invoices.create'] as const
    for (const screen of [...elsewhere, ...ofTheirOwn])
      expect(matches(next.when, { ...facts, area: screens[screen].area, screen }), screen).toBe(false)
    expect(new Set(datedScreens).size).toBe(datedScreens.length)
  })
})
