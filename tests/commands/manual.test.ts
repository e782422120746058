// The manual names only what exists: every command it leads to, on a screen where a person can run it, and a page for every listed screen.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { ANY_LAYER, overlaps, type Screen } from '#commands/kit/when.ts'
import { commandsOn, manual, manualScreenOf, manualScreens } from '#commands/manual/index.ts'
import { PICTURES, pictureAddress } from '#commands/manual/pictures.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { type ScreenId, screens } from '#commands/screens.ts'

const all = Object.entries(screens) as [ScreenId, ScreenRecord][]
const pages = manualScreens.map(id => ({ id, ...manual[id] }))

describe('the manual', () => {
  it('has a page for every screen of the rail, and a command that leads there', () => {
    const listed = all.flatMap(([id, { rail }]) => (rail === undefined ? [] : [id]))
    expect(listed.length).toBeGreaterThan(35)
    expect(listed.filter(id => manual[id] === undefined)).toEqual([])
    expect(listed.filter(id => !allCommands.some(command => command.id === `manual.${id}`))).toEqual([])
  })

  it('says what each screen is for in one to four sentences, and at least one task with its steps', () => {
    for (const { id, about = '', tasks = [] } of pages) {
      const sentences = about.split(/[.!?](?:\s|$)/).filter(Boolean)
      expect(sentences.length, id).toBeGreaterThanOrEqual(1)
      expect(sentences.length, id).toBeLessThanOrEqual(4)
      expect(tasks.length, id).toBeGreaterThan(0)
      for (const { title, steps } of tasks) expect(steps.length, `${id}: ${title}`).toBeGreaterThan(0)
    }
  })

  it('refers to commands that exist where it is told', () => {
    const lost = pages.flatMap(({ id, tasks = [] }) =>
      tasks.flatMap(({ steps }) =>
        steps.flatMap(step => {
          if (typeof step === 'string') return []
          const command = allCommands.find(each => each.id === step.run)
          const { area } = screens[id]
          const near = [id, ...all.flatMap(([other, screen]) => (screen.area === area ? [other] : []))]
          const isHere = command && near.some(screen => overlaps(command.when, { screen: screen as Screen, layer: ANY_LAYER }))
          return isHere ? [] : [`${id}: ${step.run}`]
        }),
      ),
    )
    expect(lost).toEqual([])
  })

  it('is found from every screen of a company or an office', () => {
    const without = all.flatMap(([id, { path }]) =>
      /^\/(company|organization)/.test(path) && manualScreenOf(id) === undefined ? [id] : [],
    )
    expect(without).toEqual([])
    expect(manualScreenOf('bills.detail')).toBe('bills')
    expect(manualScreenOf('reports.ledger')).toBe('reports')
    expect(manualScreenOf('auth.login')).toBeUndefined()
  })

  it('lists under a page what is done there, and not what is done everywhere', () => {
    const ids = commandsOn('bills', allCommands).map(({ id }) => id)
    expect(ids).toContain('bill.create')
    expect(ids).not.toContain('receivable.create')
    expect(ids).not.toContain('help.open')
    expect(ids.some(id => id.startsWith('go.'))).toBe(false)
  })

  it('shows pictures of its own pages alone, each served and none left over, and all of them together are small', () => {
    const folder = join(import.meta.dirname, '../../src/client/public/pictures')
    const named = Object.keys(PICTURES)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(id => manualScreens.every(screen => screen !== id))).toEqual([])
    const files = readdirSync(folder)
    expect(files.map(file => `/pictures/${file}`).sort()).toEqual(named.map(pictureAddress).sort())
    expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(1_500_000)
  })
})
