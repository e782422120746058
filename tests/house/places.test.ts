// Places both ways: each one is drawn by some surface and holds a command, and no surface or command names another.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { PLACES, REGISTER_PLACES } from '#commands/places.ts'
import { REGISTER_AREAS } from '#resources/names.ts'

const root = resolve(import.meta.dirname, '../..')

/** What stands in the holes of a place that a surface writes as a template. */
const HOLES: Readonly<Record<string, readonly string[]>> = {
  'kind.record': ['bill', 'receivable'],
  'kind.area': ['bills', 'receivables'],
  'note.area': ['service_invoices', 'product_invoices', 'consumer_invoices'],
  area: REGISTER_AREAS,
  'of.area': REGISTER_AREAS,
}

/** Lists whose rows have no command of their own: the bar at their foot shows sums, and the list keeps its columns under the name. */
const ONLY_SUMS = ['certificate.toolbar', 'import_result.toolbar', 'received-notes.toolbar', 'report.toolbar', 'wallet.toolbar']

const KINDS = [...REGISTER_PLACES, 'row'].join('|')
const LITERAL = new RegExp(`['"]([\\w-]+\\.(?:${KINDS}))['"]`, 'g')
const TEMPLATE = new RegExp(`\`\\$\\{([\\w.]+)\\}\\.(${KINDS})\``, 'g')

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield readFileSync(join(root, path), 'utf8')
  }
}

const drawn = new Set(
  [...sources('src/client')].flatMap(text => [
    ...[...text.matchAll(LITERAL)].map(([, name = '']) => name),
    ...[...text.matchAll(TEMPLATE)].flatMap(([, hole = '', kind]) =>
      (HOLES[hole] ?? [`unknown hole ${hole}`]).map(one => `${one}.${kind}`),
    ),
  ]),
)
const held = new Set(allCommands.flatMap(command => (command.places ?? []).map(place => place.split('/', 1)[0] ?? '')))

const ofRegisters = REGISTER_AREAS.flatMap(area => REGISTER_PLACES.map(kind => `${area}.${kind}`))

it('each place is drawn, and each drawn place is listed', () => {
  expect([...PLACES].filter(place => !drawn.has(place))).toEqual([])
  expect([...drawn].filter(place => !new Set<string>([...PLACES, ...ofRegisters]).has(place))).toEqual([])
})

it('each place holds a command', () => {
  expect([...PLACES].filter(place => !held.has(place))).toEqual(ONLY_SUMS)
  // A register draws them all; what no register uses is not worth drawing.
  expect(REGISTER_PLACES.filter(kind => !REGISTER_AREAS.some(area => held.has(`${area}.${kind}`)))).toEqual([])
})

it('each place that a command names is listed', () => {
  expect([...held].filter(place => !new Set<string>([...PLACES, ...ofRegisters]).has(place))).toEqual([])
})

/** What a screen's own frame makes of the layer of what is drawn in it. */
const FRAMES = { '<FormPage': 'form', '<Dialog': 'overlay' } as const
const NOTES = ['service', 'product', 'consumer']

/** The ids that buttons of this source may have. */
function* buttonsIn(text: string): Generator<string> {
  for (const [button] of text.matchAll(/<CommandButton\s.*?\/>/gs)) {
    for (const [, id = ''] of button.matchAll(/['"]([\w-]+\.[\w-]+)['"]/g)) yield id
    for (const [, head, tail = ''] of button.matchAll(/id=\{`(go\.)?\$\{note\.\w+\}([\w.-]*)`/g))
      for (const note of NOTES) yield head ? `go.${note}_invoices` : `${note}${tail}`
  }
}

it('each button on a form page or in a dialog has a command that runs there', () => {
  const tried: string[] = []
  const hidden: string[] = []
  for (const text of sources('src/client/features'))
    for (const [frame, layer] of Object.entries(FRAMES))
      for (const id of text.includes(`${frame} `) || text.includes(`${frame}\n`) ? buttonsIn(text) : []) {
        const command = allCommands.find(one => one.id === id)
        tried.push(id)
        if (command === undefined || ![command.when ?? []].flat().some(clause => [clause.layer ?? []].flat().includes(layer)))
          hidden.push(`${id} in ${frame}`)
      }
  expect(tried).toEqual(expect.arrayContaining(['tax.issue', 'subscription.choose', 'service-invoice.create', 'go.product_invoices']))
  expect(hidden).toEqual([])
})
