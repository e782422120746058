// The server stands on floors: an import goes down, and no import leads back to where it came from.
import { describe, expect, it } from 'vitest'
import { AREAS, type Floors, ROOMS } from '#server/floors.ts'
import { type Import, importsOf, sources } from './imports.ts'

const SERVER = 'src/server'
const TABLE = `${SERVER}/floors.ts`

const files = [...sources(SERVER)].filter(path => path !== TABLE)
const imports = files.flatMap(importsOf).filter(({ to }) => to.startsWith(`${SERVER}/`))

/** The part of a path that names its room: the folder or file right below `folder`. */
const roomIn = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined

const floorOf = (floors: Floors, room: string): number => floors.findIndex(rooms => rooms.includes(room))

/** The imports between rooms of a folder that do not go down, each with the reason. */
function against(floors: Floors, folder: string, given: readonly Import[]): string[] {
  return given.flatMap(({ from, to }) => {
    const [above, below] = [roomIn(folder, from), roomIn(folder, to)]
    if (above === undefined || below === undefined || above === below) return []
    const depth = floorOf(floors, below) - floorOf(floors, above)
    if (depth > 0) return []
    const reason = depth === 0 ? `${above} and ${below} stand on one floor` : `${below} stands above ${above}`
    return [`${from} imports ${to}: ${reason}`]
  })
}

const moduleOf = (path: string): string | undefined => /^src\/server\/areas\/([^/]+\/[^/]+)\//.exec(path)?.[1]

/** Ways that lead back to where they began, one for each knot, every step with an import that makes it. */
function circles(given: readonly Import[], nameOf: (path: string) => string | undefined): string[] {
  const arrows = new Map<string, Map<string, string>>()
  for (const { from, to } of given) {
    const [name, other] = [nameOf(from), nameOf(to)]
    if (name === undefined || other === undefined || name === other) continue
    arrows.set(name, (arrows.get(name) ?? new Map()).set(other, `${from} imports ${to}`))
  }
  const done = new Set<string>()
  const found: string[] = []
  const visit = (name: string, way: readonly string[]): void => {
    const at = way.indexOf(name)
    if (at >= 0) {
      const circle = [...way.slice(at), name]
      found.push(
        circle
          .slice(1)
          .map((next, step) => arrows.get(circle[step] ?? '')?.get(next))
          .join('; '),
      )
      return
    }
    if (done.has(name)) return
    for (const next of arrows.get(name)?.keys() ?? []) visit(next, [...way, name])
    done.add(name)
  }
  for (const name of arrows.keys()) visit(name, [])
  return found
}

describe('the floors of the server', () => {
  it('were really read', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(imports.length).toBeGreaterThan(1000)
  })

  it('have a place for every room and every area', () => {
    const placed = (floors: Floors) => new Set(floors.flat())
    const rooms = new Set(files.map(path => roomIn(SERVER, path) ?? ''))
    const areas = new Set(files.map(path => roomIn(`${SERVER}/areas`, path)).filter(area => area !== undefined))
    expect(rooms).toEqual(placed(ROOMS))
    expect(areas).toEqual(placed(AREAS))
  })

  it('are imported downwards by the rooms', () => {
    expect(against(ROOMS, SERVER, imports)).toEqual([])
  })

  it('are imported downwards by the areas', () => {
    expect(against(AREAS, `${SERVER}/areas`, imports)).toEqual([])
  })

  it('hold modules without circles', () => {
    expect(circles(imports, moduleOf)).toEqual([])
  })

  it('hold files without circles', () => {
    expect(circles(imports, path => path)).toEqual([])
  })

  it('let the process alone use the demo', () => {
    const users = imports.filter(({ from, to }) => roomIn(SERVER, to) === 'demo' && roomIn(SERVER, from) !== 'demo')
    expect(new Set(users.map(({ from }) => from))).toEqual(new Set([`${SERVER}/serve.ts`, `${SERVER}/upkeep.ts`]))
  })
})

describe('an import against the order', () => {
  const entries = `${SERVER}/areas/ledger/entries/rows.ts`
  const lines = `${SERVER}/areas/ledger/reconciliation/rows.ts`

  it('is named with its reason', () => {
    const up = { from: entries, to: `${SERVER}/areas/wallet/payments/rows.ts` }
    expect(against(AREAS, `${SERVER}/areas`, [up])).toEqual([`${up.from} imports ${up.to}: wallet stands above ledger`])
    const aside = { from: `${SERVER}/sheets/reply.ts`, to: `${SERVER}/realtime/sockets.ts` }
    expect(against(ROOMS, SERVER, [aside])).toEqual([`${aside.from} imports ${aside.to}: sheets and realtime stand on one floor`])
  })

  it('is named when it closes a circle, with the imports around it', () => {
    const there = { from: entries, to: lines }
    const back = { from: lines, to: entries }
    expect(circles([there], moduleOf)).toEqual([])
    expect(circles([there, back], moduleOf)).toEqual([`${entries} imports ${lines}; ${lines} imports ${entries}`])
  })

  it('is not one when it goes down', () => {
    const down = { from: `${SERVER}/areas/office/questions/handlers.ts`, to: entries }
    expect(against(AREAS, `${SERVER}/areas`, [down])).toEqual([])
  })
})
