// The registry's proofs: no two commands fight over a key, and one gate decides for every surface.
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { type AnyCommand, comingTarget, narrow } from '#commands/kit/command.ts'
import { available, type Context, movesMoney, OFFLINE_REASON } from '#commands/kit/gate.ts'
import { keymapDocument } from '#commands/kit/keymap-doc.ts'
import { buildRegistry, checkRebind, clashes } from '#commands/kit/registry.ts'
import { contract } from '#contract/index.ts'
import { runCommand } from '#tests/kit/fake-ports.ts'
import { moveBills, moveStatus, onBills, pay, sampleBills, sampleCommands, targetOf } from './sample.ts'

const [a, b, c] = sampleBills as [(typeof sampleBills)[0], (typeof sampleBills)[0], (typeof sampleBills)[0]]
const command = (id: string, keys: readonly string[], more: Partial<AnyCommand> = {}): AnyCommand => ({
  id,
  title: id,
  takes: 'none',
  keys,
  run: async () => undefined,
  ...more,
})
const kinds = (...commands: AnyCommand[]) => clashes(commands).map(({ kind }) => kind)
const context = (more: Partial<Context> = {}): Context => ({ facts: onBills, target: targetOf(a, b), can: () => true, ...more })

describe('clashes', () => {
  it('the sample house has none', () => expect(clashes(sampleCommands)).toEqual([]))
  it('finds the same chord under overlapping when, whatever its spelling', () => {
    expect(kinds(command('x', ['Shift+a']), command('y', ['A']))).toEqual(['same'])
  })
  it('lets two areas share a key', () => {
    expect(kinds(command('x', ['c'], { when: { area: 'bills' } }), command('y', ['c'], { when: { area: 'contacts' } }))).toEqual([])
  })
  it('finds a chord that is the beginning of another', () => {
    expect(kinds(command('x', ['g']), command('y', ['g b']))).toEqual(['prefix'])
    expect(kinds(command('x', ['g n']), command('y', ['g n s'], { when: { area: 'bills' } }))).toEqual(['prefix'])
  })
  it('finds reserved and dead keys and nonsense', () => {
    expect(kinds(command('x', ['mod+w']))).toEqual(['forbidden'])
    expect(kinds(command('x', ['~']))).toEqual(['forbidden'])
    expect(kinds(command('x', ['mod+foo']))).toEqual(['forbidden'])
  })
  it('finds an id used twice', () => expect(kinds(command('x', []), command('x', []))).toEqual(['id']))
  it('asks for an alternative to /', () => {
    expect(kinds(command('x', ['/']))).toEqual(['alternative'])
    expect(kinds(command('x', ['/', 'mod+f']))).toEqual([])
  })
  it('a registry refuses an id used twice', () => expect(() => buildRegistry([command('x', []), command('x', [])])).toThrow(/x/))
})

describe('rebinding', () => {
  const registry = buildRegistry(sampleCommands, { 'sample.bill.move': ['w'] })
  it('takes the place of the built-in keys', () => {
    expect(registry.chordsOf(moveStatus)).toEqual(['w'])
    expect(registry.bindings.some(({ chord }) => chord === 'm')).toBe(false)
  })
  it('is refused when another command has the key where both exist', () => {
    expect(checkRebind(registry, pay, ['w']).map(({ why }) => why)).toEqual(['já é de “Mover status”'])
    expect(checkRebind(registry, pay, ['m'])).toEqual([])
    expect(checkRebind(registry, pay, ['mod+t'])[0]?.why).toMatch(/reservada/)
  })
})

describe('the gate', () => {
  it('asks for no money where this device has no network, and for all else as ever', () => {
    const moves = allCommands.filter(movesMoney)
    expect(moves.length).toBeGreaterThan(5)
    const send = command('send', [], { calls: [contract.pix.send] })
    expect(available(send, context({ offline: true }))).toEqual({ state: 'disabled', reason: OFFLINE_REASON })
    expect(available(send, context()).state).toBe('ready')
    expect(available(command('keep', []), context({ offline: true })).state).toBe('ready')
  })
  it('is ready for what may run', () => expect(available(moveStatus, context()).state).toBe('ready'))
  it('hides without permission, before anything else', () => {
    expect(available(moveStatus, context({ can: need => need !== 'bills:u', facts: { ...onBills, area: 'contacts' } }))).toEqual({
      state: 'hidden',
      because: 'permission',
    })
  })
  it('hides outside its when', () =>
    expect(available(moveStatus, context({ facts: { ...onBills, area: 'contacts', screen: 'contacts.list' } }))).toEqual({
      state: 'hidden',
      because: 'when',
    }))
  it('disables with a reason when too many or none are selected', () => {
    expect(available(pay, context())).toEqual({ state: 'disabled', reason: 'um item por vez' })
    expect(available(pay, context({ target: targetOf() }))).toEqual({ state: 'disabled', reason: 'selecione um item' })
    expect(available(pay, context({ target: comingTarget() }))).toEqual({ state: 'disabled', reason: 'a lista ainda está carregando' })
    expect(available(pay, context({ target: targetOf(a) })).state).toBe('ready')
  })
  it('disables with the reason of refuse', () => {
    const closed: AnyCommand = { ...pay, refuse: () => 'período fechado' }
    expect(available(closed, context({ target: targetOf(a) }))).toEqual({ state: 'disabled', reason: 'período fechado' })
  })
  it('leaves out the rows that cannot, and says how many and why', () => {
    const settle: AnyCommand = {
      ...moveStatus,
      except: record => ((record as { status: string }).status === 'PAID' ? ['já paga', 'já pagas'] : undefined),
    }
    const gate = available(settle, context({ target: targetOf(a, b, c) }))
    expect(gate).toMatchObject({ state: 'ready', without: '2 de 3: 1 já paga', target: { ids: ['a', 'b'], count: 2, sum_cents: -182840 } })
    expect(available(settle, context({ target: targetOf(c) }))).toEqual({ state: 'disabled', reason: 'já paga' })
  })
  it('sums what is left by the sign each record has in a balance', () => {
    const mixed = [
      { id: 'paga', kind: 'DEBIT', amount_cents: 50_000 },
      { id: 'recebe', kind: 'CREDIT', amount_cents: 20_000 },
      { id: 'fica', kind: 'DEBIT', amount_cents: 1_000 },
    ]
    const centsOf = (record: unknown) => {
      const { kind, amount_cents } = record as (typeof mixed)[number]
      return kind === 'DEBIT' ? -amount_cents : amount_cents
    }
    const target = {
      ...targetOf(),
      kind: 'entry',
      records: mixed,
      ids: mixed.map(one => one.id),
      count: 3,
      sum_cents: -31_000,
      centsOf,
    } as const
    expect(narrow(target, new Set(['paga', 'recebe'])).sum_cents).toBe(-30_000)
    const { centsOf: _, ...unknown } = target
    expect(narrow(unknown, new Set(['paga', 'recebe'])).sum_cents).toBeUndefined()
  })
})

describe('a command under fake ports', () => {
  it('may call its own endpoints and reports the batch', async () => {
    const { ports, outcome } = await runCommand(moveStatus, targetOf(a, b), { status: 'PAID' })
    expect(ports.calls).toEqual([{ endpoint: 'sample.move', input: { body: { ids: ['a', 'b'], status: 'PAID' } } }])
    expect(outcome).toEqual({ say: '2 movidos', undo: ['batch-1'] })
  })
  it('fails on a call outside its own list', async () => {
    const thief: AnyCommand = {
      ...pay,
      async run(ports) {
        await ports.call(moveBills, { body: { ids: [], status: 'PAID' } })
      },
    }
    await expect(runCommand(thief, targetOf(a))).rejects.toThrow(/sample.move/)
  })
})

describe('the printed key map', () => {
  it('lists every command once, with its keys or among those without', () => {
    const text = keymapDocument([...sampleCommands, command('no.key', [])])
    for (const { id } of sampleCommands) expect(text.split(`\`${id}\``)).toHaveLength(2)
    expect(text).toContain('## Ir para')
    expect(text).toContain('| `g` `p` | Contas a pagar |')
    expect(text).toContain('## Sem tecla própria')
    expect(text).toBe(keymapDocument([...sampleCommands, command('no.key', [])]))
  })
})
