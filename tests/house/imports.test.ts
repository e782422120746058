// The rooms import one way: every import of every file is read and compared with the table of the house.
import { describe, expect, it } from 'vitest'
import { importsOf, sources } from './imports.ts'

/** What each room may import of ours, besides itself. The longest matching room of a file counts. */
const MAY: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/contract': ['src/domain'],
  'src/resources': ['src/contract', 'src/domain'],
  commands: ['src/resources', 'src/contract', 'src/domain'],
  'src/server': ['src/resources', 'src/contract', 'src/domain'],
  'src/client/kit': ['src/domain', 'src/contract/kit'],
  'src/client/data': ['src/contract', 'src/domain'],
  'src/client/surfaces': ['src/client/kit', 'src/client/data', 'commands', 'src/resources', 'src/contract', 'src/domain'],
  'src/client/features': [
    'src/client/kit',
    'src/client/data',
    'src/client/surfaces',
    'commands',
    'src/resources',
    'src/contract',
    'src/domain',
  ],
  'src/client/routes': ['src/client', 'commands', 'src/resources', 'src/contract', 'src/domain'],
  'src/client/shell': ['src/client', 'commands', 'src/resources', 'src/contract', 'src/domain'],
  'src/client': ['src/client', 'commands', 'src/resources', 'src/contract', 'src/domain'],
}

const roomOf = (path: string): string | undefined =>
  Object.keys(MAY)
    .filter(room => path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]

const files = ['src', 'commands'].flatMap(folder => [...sources(folder)])
const imports = files.flatMap(importsOf)

const featureOf = (path: string) => /^src\/client\/features\/([^/]+)\//.exec(path)?.[1]

describe('the rooms of the house', () => {
  it('were really read', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(imports.length).toBeGreaterThan(800)
  })

  it('import only what the table allows', () => {
    const wrong = imports.filter(({ from, to }) => {
      const room = roomOf(from)
      if (room === undefined || to.startsWith(`${room}/`)) return false
      return !MAY[room]?.some(allowed => to.startsWith(`${allowed}/`))
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('let no feature import another: the shared part is lifted', () => {
    const wrong = imports.filter(
      ({ from, to }) => featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
    )
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})
