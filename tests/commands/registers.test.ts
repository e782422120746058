// Accounts, contacts, categories, rules, history and notifications: what each command sends, where it goes, and what it refuses.
import { describe, expect, it } from 'vitest'
import { accountCommands } from '#commands/accounts.ts'
import { categoryCommands } from '#commands/categories.ts'
import { contactCommands } from '#commands/contacts.ts'
import { historyCommands } from '#commands/history.ts'
import { notificationCommands } from '#commands/notifications.ts'
import { ruleCommands } from '#commands/rules.ts'
import { registers } from '#resources/index.ts'
import { namedIn, playedIn, targetOf } from '#tests/kit/commands.ts'

const all = [...accountCommands, ...categoryCommands, ...contactCommands, ...historyCommands, ...notificationCommands, ...ruleCommands]
const named = namedIn(all)
const play = playedIn(all)

describe('bank accounts', () => {
  it('an archived account is neither archived again nor reconciled', () => {
    const target = targetOf('account', { id: 'a', status: 'ARCHIVED' } as never)
    expect(named('account.archive').refuse?.(target)).toBe('já arquivada')
    expect(named('account.conciliate').refuse?.(target)).toBe('conta arquivada')
  })
  it('the statement opens at the address of the account', async () => {
    const { outcome } = play('account.statement', targetOf('account', { id: 'a1' }))
    expect(await outcome).toEqual({ go: '/company/k/bank-accounts/a1/statements' })
  })
})

describe('contacts', () => {
  it('one contact is asked about by its name, and its deletion can be undone', async () => {
    const target = targetOf('contact', { id: 'x', name: 'Padaria' } as never)
    expect(named('contact.delete').confirm?.(target, {})).toMatchObject({ title: 'Excluir Padaria?', action: 'Excluir contato' })
    const { ports, outcome } = play('contact.delete', target)
    expect(await outcome).toEqual({ say: 'Contato Padaria excluído', undo: ['batch-1'], go: '/company/k/contacts' })
    expect(ports.calls.map(call => call.endpoint)).toEqual(['contacts.delete'])
  })
  it('many are confirmed by their number and come back with one undo', async () => {
    const target = targetOf('contact', { id: 'x' }, { id: 'y' }, { id: 'w' })
    expect(named('contact.delete').confirm?.(target, {})?.title).toBe('Excluir 3 contatos?')
    const { ports, outcome } = play('contact.delete', target, { 'contacts.delete': { ok: true } })
    expect(await outcome).toEqual({ say: '3 contatos excluídos', undo: ['batch-1', 'batch-2', 'batch-3'] })
    expect(ports.calls.map(call => (call.input as { params: { id: string } }).params.id)).toEqual(['x', 'y', 'w'])
  })
})

describe('categories', () => {
  it('inactivating leaves out what is inactive already', () => {
    const { except } = named('category.inactivate')
    expect(except?.({ id: 'a', name: 'A', status: 'INACTIVE' }, {})).toEqual(['já inativa', 'já inativas'])
    expect(except?.({ id: 'b', name: 'B', status: 'ACTIVE' }, {})).toBeUndefined()
  })
  it('each category is one call, all under one undo', async () => {
    const { ports, outcome } = play('category.activate', targetOf('category', { id: 'a' }, { id: 'b' }))
    expect(await outcome).toEqual({ say: '2 categorias reativadas', undo: ['batch-1', 'batch-2'] })
    expect(ports.calls.map(call => call.endpoint)).toEqual(['categories.activate', 'categories.activate'])
  })
})

describe('rules', () => {
  const rule = targetOf('rule', { id: 'r', name: 'PIX', active: true } as never)
  const answers = { 'rules.apply': { updated: 14, ids: [] } }

  it('applying shows how many lines before it writes', async () => {
    const { ports, outcome } = play('rule.apply', rule, answers)
    expect(await outcome).toEqual({ say: 'Regra aplicada a 14 linhas pendentes', undo: ['batch-2'] })
    expect(ports.confirmed[0]?.title).toBe('Aplicar a 14 linhas pendentes?')
    expect(ports.calls.map(call => (call.input as { query: object }).query)).toEqual([{ preview: 'true' }, {}])
  })
  it('stepping back after the preview writes nothing', async () => {
    const { ports, outcome } = play('rule.apply', rule, answers, {}, false)
    expect(await outcome).toBeUndefined()
    expect(ports.calls).toHaveLength(1)
  })
  it('a rule that matches nothing says so without asking', async () => {
    const { ports, outcome } = play('rule.apply', rule, { 'rules.apply': { updated: 0 } })
    expect(await outcome).toEqual({ say: 'Nenhuma linha pendente sem categoria casa com esta regra' })
    expect(ports.confirmed).toEqual([])
  })
  it('with one switched off among the marked, all are switched on', async () => {
    const target = targetOf('rule', { id: 'r', active: true } as never, { id: 's', active: false } as never)
    const { ports, outcome } = play('rule.toggle', target, { 'rules.update': {} })
    expect(await outcome).toMatchObject({ say: '2 regras ligadas' })
    expect(ports.calls.map(call => (call.input as { body: unknown }).body)).toEqual([{ active: true }, { active: true }])
  })
})

describe('history', () => {
  const batch = { id: 'b', label: '12 contas movidas para Pago', undoable: true, irreversible: false, undone_by_id: null }

  it('undoing sends the batch, and its own undo is the way back', async () => {
    const { ports, outcome } = play('batch.undo', targetOf('batch', batch), { 'batches.undo': { batch, tags: [] } })
    expect(await outcome).toEqual({ say: 'Desfeito: 12 contas movidas para Pago', undo: ['batch-1'] })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k', id: 'b' } })
  })
  it('a refusal is told to the list and still thrown', async () => {
    const refuse = () => {
      throw new Error('Há alterações posteriores neste registro.')
    }
    const { ports, outcome } = play('batch.undo', targetOf('batch', batch), { 'batches.undo': refuse })
    await expect(outcome).rejects.toThrow('alterações posteriores')
    expect(ports.done).toEqual([{ action: 'history.answered', detail: { id: 'b', reason: 'Há alterações posteriores neste registro.' } }])
  })
  it('redoing undoes the batch that undid it', async () => {
    const undone = { ...batch, undone_by_id: 'u' }
    const { ports, outcome } = play('batch.redo', targetOf('batch', undone), { 'batches.undo': { batch: undone, tags: [] } })
    expect(await outcome).toMatchObject({ say: 'Refeito: 12 contas movidas para Pago' })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k', id: 'u' } })
  })
  it('says why it cannot: already undone, or past its term', () => {
    const reason = (more: object) => named('batch.undo').refuse?.(targetOf('batch', { ...batch, ...more }))
    expect(reason({})).toBeUndefined()
    expect(reason({ undone_by_id: 'u' })).toBe('já desfeita')
    expect(reason({ undoable: false })).toBe('o prazo para desfazer terminou')
    expect(reason({ undoable: false, irreversible: true })).toBe('esta ação não pode ser desfeita')
  })
})

describe('notifications', () => {
  it('are read 200 at a time', async () => {
    const target = targetOf('notification', ...Array.from({ length: 201 }, (_, at) => ({ id: `n${at}` })))
    const { ports, outcome } = play('notification.read', target, { 'notifications.read': { ok: true } })
    await outcome
    expect(ports.calls.map(call => (call.input as { body: { ids: string[] } }).body.ids.length)).toEqual([200, 1])
  })
})

describe('the sheet of a register', () => {
  it.each(Object.entries(registers))('of %s holds ids only in fields that say what they point to', (_, { table, fields }) => {
    const { header } = (table as (rows: readonly never[]) => { header: readonly string[] })([])
    const all = Object.entries<{ kind: string }>(fields)
    expect(all.filter(([name, { kind }]) => /(^|_)ids?$/.test(name) && kind !== 'ref')).toEqual([])
    expect(header.length).toBeGreaterThan(0)
  })
})
