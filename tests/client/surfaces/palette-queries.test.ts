// What people type, as they type it: the row they mean is among the first three.
import { describe, expect, it } from 'vitest'
import { commandGroups, commandRows, firstInHand } from '#client/surfaces/palette-rows.ts'
import { allCommands } from '#commands/index.ts'
import { noTarget } from '#commands/kit/command.ts'
import type { Context } from '#commands/kit/gate.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import { NO_USAGE } from '#commands/kit/search.ts'
import { fold } from '#domain/text.ts'
import { COMPANY, targetOf } from '#tests/kit/commands.ts'
import { FROM_ANYWHERE, WITH_BILLS } from './palette-queries.ts'

const registry = buildRegistry(allCommands)
const anywhere: Context = {
  facts: { area: 'dashboard', screen: 'dashboard', layer: 'page', picked: 'none', company: true, office: true, manages: true },
  target: noTarget(COMPANY),
  can: () => true,
}
const bill = (id: string) => ({
  id,
  version: 1,
  kind: 'BILL',
  amount_cents: 10_000,
  status: 'PENDING',
  editable: true,
  conciliation_id: null,
  transfer_id: null,
  bank_account_id: 'itau',
})
const marked: Context = {
  facts: { area: 'bills', screen: 'bills', layer: 'grid', picked: 'many', company: true, office: true, manages: true },
  target: targetOf('bill', bill('a'), bill('b')),
  can: () => true,
}

const FIRST = 3

function asker(context: Context) {
  const commands = commandRows(registry, context)
  return (query: string) =>
    commandGroups({ query, mode: undefined, context, commands, usage: NO_USAGE, now: 0 }).flatMap(({ rows }) => rows)
}
const missed = (ask: ReturnType<typeof asker>, meant: typeof FROM_ANYWHERE) =>
  meant.flatMap(([id, ...typed]) =>
    typed.flatMap(query => {
      const ids = ask(query).flatMap(({ command }) => command?.id ?? [])
      return ids.slice(0, FIRST).includes(id) ? [] : [`${query} → ${id}, not ${ids.slice(0, FIRST).join(', ') || 'nothing'}`]
    }),
  )

describe('what is meant is among the first three', () => {
  it('with nothing in hand', () => expect(missed(asker(anywhere), FROM_ANYWHERE)).toEqual([]))
  it('with bills in hand', () => expect(missed(asker(marked), WITH_BILLS)).toEqual([]))
})

describe('what takes something away', () => {
  const destroying = allCommands.filter(({ destroys }) => destroys === true)

  it('is marked wherever it is drawn apart or as a bin', () => {
    const looks = allCommands.filter(({ icon, places = [] }) => icon === 'trash' || places.some(place => place.endsWith('/danger')))
    expect(looks.filter(({ destroys }) => destroys !== true).map(({ id }) => id)).toEqual([])
    expect(destroying.length).toBeGreaterThan(30)
  })

  it('is never first in hand for the words of anything else', () => {
    for (const [context, meant] of [[anywhere, FROM_ANYWHERE] as const, [marked, WITH_BILLS] as const]) {
      const ask = asker(context)
      for (const [id, ...typed] of meant) {
        if (destroying.some(command => command.id === id)) continue
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
