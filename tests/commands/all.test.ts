// The whole registry as it ships: no clash of keys, every command reachable, every screen with a route and the other way round.
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { buildRegistry, clashes } from '#commands/kit/registry.ts'
import { type Clause, type Facts, IN_COMPANY, keysWhen, matches } from '#commands/kit/when.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { screens } from '#commands/screens.ts'

describe('all commands', () => {
  it('have ids of their own and keys that never meet', () => {
    expect(clashes(allCommands).map(clash => `${clash.kind} ${clash.chord}: ${clash.ids.join(', ')}`)).toEqual([])
    expect(() => buildRegistry(allCommands)).not.toThrow()
  })

  it('begin over a page with a form what they begin anywhere in a company; their single keys do not act there', () => {
    const beginning = allCommands.filter(
      ({ takes, when = [] }) =>
        takes === 'none' && [when].flat().some(({ company, area, screen, layer }) => company && !area && !screen && !layer),
    )
    // A form takes its own letters back.
    expect(beginning.map(({ id }) => id)).toEqual(['global.undo', 'global.redo'])
    const anywhere = allCommands.filter(({ when }) => when === IN_COMPANY)
    expect(anywhere.length).toBeGreaterThan(40)
    const onForm = ({ area = 'global', screen = 'global' }: Clause): Facts => {
      const [a = 'global', s = 'global'] = [[area].flat()[0], [screen].flat()[0]]
      return { area: a, screen: s, layer: 'form', picked: 'none', company: true, office: true }
    }
    const acting = anywhere.filter(command => {
      const keys = keysWhen(command)
      return (command.keys ?? []).length > 0 && [keys ?? []].flat().some(clause => matches(keys, onForm(clause)))
    })
    expect(acting.map(({ id }) => id)).toEqual([])
  })

  it('are titled in pt-BR, as an imperative or a place', () => {
    const bad = allCommands.filter(command => command.title.trim() === '' || /[.!]$/.test(command.title))
    expect(bad.map(command => command.id)).toEqual([])
  })

  it('on records name the calls they make, unless they only open them', () => {
    const silent = allCommands.filter(command => command.takes !== 'none' && command.goes !== true && (command.calls ?? []).length === 0)
    expect(silent.map(command => command.id).filter(id => !id.endsWith('.open'))).toEqual([])
  })
})

describe('all screens', () => {
  it('have an address each', () => {
    const paths = Object.values(screens).map(screen => screen.path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('that the rail lists have an icon, keys and a right to see them', () => {
    const listed = (Object.entries(screens) as [string, ScreenRecord][]).filter(([, screen]) => screen.rail !== undefined)
    expect(listed.length).toBeGreaterThan(8)
    expect(listed.filter(([, screen]) => !screen.icon || !screen.keys?.length).map(([id]) => id)).toEqual([])
  })
})
