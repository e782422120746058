// What people type, as they type it: the row they mean is among the first three of the whole palette.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#client/data/queries.ts'
import { knowledge, openTitles } from '#client/shell/knowledge.ts'
import { paletteSources } from '#client/shell/sources.ts'
import { plainValueSource, valueSource } from '#client/shell/value-source.ts'
import { modesOf, readMode } from '#client/surfaces/palette-modes.ts'
import { commandGroups, commandRows, firstInHand, type PaletteRow, sourceGroups, withinLimit } from '#client/surfaces/palette-rows.ts'
import { askOf } from '#client/surfaces/palette-source.ts'
import { actsOf, soughtWith, speaking } from '#client/surfaces/sentences.ts'
import { allCommands } from '#commands/index.ts'
import { type AnyTarget, noTarget } from '#commands/kit/command.ts'
import type { Context } from '#commands/kit/gate.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import { NO_USAGE } from '#commands/kit/search.ts'
import type { Facts } from '#commands/kit/when.ts'
import { fold } from '#domain/text.ts'
import { COMPANY, targetOf } from '#tests/kit/commands.ts'
import { lineOf } from '../workbench/sample-desk.ts'
import { openGoldenCompany, titlesSource } from './golden-company.ts'
import { CLERK_ANYWHERE, CLERK_AT_BENCH, CLERK_IN_LIST, CLERK_MARKED } from './palette-clerk-queries.ts'
import { AT_WORKBENCH, FROM_ANYWHERE, IN_LIST, type Meant, MISTYPED, OWN_FIRST, RECORDS, WITH_BILLS } from './palette-queries.ts'

const TODAY = '2026-11-11'
const registry = buildRegistry(allCommands)
const bill = (id: string) => ({
  id,
  version: 1,
  company_id: COMPANY.id,
  kind: 'BILL',
  amount_cents: 10_000,
  due_date: '2026-11-20',
  additional_information: 'Farinha',
  status: 'PENDING',
  editable: true,
  conciliation_id: null,
  transfer_id: null,
  bank_account_id: 'itau',
})
const at = (facts: Pick<Facts, 'area' | 'screen' | 'layer' | 'picked'>, target: AnyTarget): Context => ({
  facts: { ...facts, company: true, office: true, manages: true },
  target,
  can: () => true,
})
const bills = { area: 'bills', screen: 'bills', layer: 'grid' } as const
const anywhere = at({ area: 'dashboard', screen: 'dashboard', layer: 'page', picked: 'none' }, noTarget(COMPANY))
const inList = at({ ...bills, picked: 'none' }, { ...targetOf('bill', bill('a')), from: 'focus' })
const marked = at({ ...bills, picked: 'many' }, targetOf('bill', bill('a'), bill('b')))
const atWorkbench = at(
  { area: 'conciliation', screen: 'conciliation', layer: 'workbench', picked: 'none' },
  { ...targetOf('statement_line', lineOf('l')), from: 'focus' },
)

const sources = [...paletteSources, valueSource, plainValueSource, titlesSource]
const modes = modesOf(sources)
const FIRST = 3

/** The rows under a query, as the palette shows them. */
function asker(context: Context) {
  const commands = commandRows(registry, context)
  const speakers = speaking(allCommands, context)
  const ask = { limit: 8, now: 0, usage: NO_USAGE, signal: new AbortController().signal }
  return (typed: string): readonly PaletteRow[] => {
    const read = readMode(typed, modes, commands.begins)
    const mode = read?.mode.prefix
    const query = read?.rest ?? typed
    const acts = mode === undefined ? actsOf({ query, commands: speakers, context, today: TODAY, knowledge }) : []
    const own = mode === undefined ? commandGroups({ query, mode, context, commands, usage: NO_USAGE, now: 0, acts }) : []
    const found = sources.flatMap(source => {
      const asked = mode === undefined ? askOf(source, soughtWith(query, acts)) : source.prefix === mode ? query : undefined
      const answer = asked === undefined ? undefined : source.search(asked, ask)
      return answer === undefined || answer instanceof Promise ? [] : sourceGroups(source, answer, mode !== undefined)
    })
    return withinLimit([...own, ...found]).flatMap(({ rows }) => rows)
  }
}

/** Without what may stand before them: names, records and sentences. */
function rowsOfCommands(context: Context) {
  const commands = commandRows(registry, context)
  return (query: string) =>
    commandGroups({ query, mode: undefined, context, commands, usage: NO_USAGE, now: 0 }).flatMap(({ rows }) => rows)
}

const idOf = ({ act, command, item }: PaletteRow): string => (act ? `= ${act.command.id}` : (command?.id ?? item?.id ?? ''))

interface Tally {
  asked: number
  first: number
  missed: string[]
}
const tally: Tally = { asked: 0, first: 0, missed: [] }

function missed(ask: ReturnType<typeof asker>, meant: Meant): string[] {
  return meant.flatMap(([id, ...typed]) =>
    typed.flatMap(query => {
      const ids = ask(query).map(idOf)
      tally.asked++
      if (ids[0] === id) tally.first++
      if (ids.slice(0, FIRST).includes(id)) return []
      const miss = `${query} → ${id}, not ${ids.slice(0, FIRST).join(', ') || 'nothing'}`
      tally.missed.push(miss)
      return [miss]
    }),
  )
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T12:00:00-03:00`) })
  openGoldenCompany(openTitles('bill', COMPANY.id).queryKey)
})
afterAll(() => {
  queryClient.clear()
  vi.useRealTimers()
  const share = (count: number) => `${((100 * count) / tally.asked).toFixed(1)} %`
  process.stdout.write(
    `\npaleta: ${tally.asked} buscas, na primeira linha ${share(tally.first)}, nas três primeiras ${share(tally.asked - tally.missed.length)}\n`,
  )
})

describe('what is meant is among the first three', () => {
  it('with nothing in hand', () => expect(missed(asker(anywhere), FROM_ANYWHERE)).toEqual([]))
  it('in a list with nothing marked', () => expect(missed(asker(inList), IN_LIST)).toEqual([]))
  it('with bills in hand', () => expect(missed(asker(marked), WITH_BILLS)).toEqual([]))
  it('at the workbench', () => expect(missed(asker(atWorkbench), AT_WORKBENCH)).toEqual([]))
  it('of records', () => expect(missed(asker(anywhere), RECORDS)).toEqual([]))
  it('with letters wrong, swapped or missing in one word or two', () => expect(missed(asker(inList), MISTYPED)).toEqual([]))
  it('of clerks: from anywhere', () => expect(missed(asker(anywhere), CLERK_ANYWHERE)).toEqual([]))
  it('of clerks: in a list', () => expect(missed(asker(inList), CLERK_IN_LIST)).toEqual([]))
  it('of clerks: with bills marked', () => expect(missed(asker(marked), CLERK_MARKED)).toEqual([]))
  it('of clerks: at the workbench', () => expect(missed(asker(atWorkbench), CLERK_AT_BENCH)).toEqual([]))
  it('in four hundred queries or more', () => expect(tally.asked).toBeGreaterThan(400))
})

describe('a mistyped sentence', () => {
  it('says what it was read as', () => {
    const readOf = (query: string) => asker(inList)(query).find(({ act }) => act)?.act?.read
    expect(readOf('exluir enrgia')).toBe('excluir energia')
    expect(readOf('mover enrgia pgao')).toBe('mover energia pago')
    expect(readOf('venc+30d')).toBe('venc +30d')
    expect(readOf('excluir energia')).toBeUndefined()
  })
  it('stands below what is found as it was typed', () => {
    const rows = asker(inList)('granja boa vist')
    expect(rows[0]?.act).toBeUndefined()
  })
  it('that takes something away has its records in hand, to be opened, and shows the loss below them', () => {
    for (const query of ['excluir energia', 'exluir enrgia']) {
      const rows = asker(inList)(query)
      expect(firstInHand(rows, query)?.item?.id, query).toBe('found:BILL:luz-out')
      expect(rows.map(idOf), query).toContain('= bill.delete')
    }
  })
  it('is about the open company, and its records stand before those of any other', () => {
    for (const [query, own] of OWN_FIRST) {
      const rows = asker(inList)(query)
      const found = rows.flatMap(row => (row.item?.id.startsWith('found:') ? [row.item] : []))
      expect(found[0]?.id, query).toBe(`found:BILL:${own}`)
      const groups = found.map(({ group }) => group === COMPANY.name)
      expect(groups, query).toEqual(groups.toSorted((a, b) => Number(b) - Number(a)))
      expect(groups, query).toContain(false)
      for (const { act } of rows) expect(act?.target.company?.id ?? COMPANY.id, query).toBe(COMPANY.id)
    }
  })
  it('means nothing where a record has the name', () => {
    expect(asker(inList)('moinho santa').filter(({ act }) => act)).toEqual([])
  })
})

describe('what takes something away', () => {
  const destroying = allCommands.filter(({ destroys }) => destroys === true)

  it('is marked wherever it is drawn apart or as a bin', () => {
    const looks = allCommands.filter(({ icon, places = [] }) => icon === 'trash' || places.some(place => place.endsWith('/danger')))
    expect(looks.filter(({ destroys }) => destroys !== true).map(({ id }) => id)).toEqual([])
    expect(destroying.length).toBeGreaterThan(30)
  })

  it('is never first in hand for the words of anything else', () => {
    for (const [context, meant] of [
      [anywhere, FROM_ANYWHERE],
      [anywhere, RECORDS],
      [inList, IN_LIST],
      [marked, WITH_BILLS],
      [atWorkbench, AT_WORKBENCH],
    ] as const) {
      const ask = rowsOfCommands(context)
      for (const [id, ...typed] of meant) {
        if (destroying.some(command => id.endsWith(command.id))) continue
        for (const query of typed)
          for (let length = 1; length <= query.length; length++) {
            const said = query.slice(0, length)
            const first = firstInHand(ask(said), said)
            // Its own words may begin alike: 'remessa' and 'remover' until the fourth letter.
            const named = first?.command && [first.title, ...(first.command.words ?? [])].some(word => startsAlike(word, said))
            if (!named) expect(first?.command?.destroys ?? false, `${said}: ${first?.title}`).toBe(false)
          }
      }
    }
  })
})

const startsAlike = (word: string, said: string) => said.trim().length >= 3 && ` ${fold(word)}`.includes(` ${fold(said).trim()}`)
