// The whole registry as it ships: no clash of keys, every command reachable, every screen with a route and the other way round.
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { buildRegistry, clashes } from '#commands/kit/registry.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { screens } from '#commands/screens.ts'

describe('all commands', () => {
  it('have ids of their own and keys that never meet', () => {
    expect(clashes(allCommands).map(clash => `${clash.kind} ${clash.chord}: ${clash.ids.join(', ')}`)).toEqual([])
    expect(() => buildRegistry(allCommands)).not.toThrow()
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
