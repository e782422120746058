// Commands of the office: where the next work is, decisions on notes of several companies under one undo, and questions to clients.
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import { noTarget, type RecordName, targetOn } from '#commands/kit/command.ts'
import { available } from '#commands/kit/gate.ts'
import { workOf } from '#commands/organization.ts'
import { batches } from '#contract/batches.ts'
import { questions } from '#contract/questions.ts'
import type { Waiting } from '#domain/queue.ts'
import { namedIn } from '#tests/kit/commands.ts'
import { fakePorts, runCommand } from '#tests/kit/fake-ports.ts'

const command = namedIn(allCommands)
const waiting = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  name: id,
  pending_lines_count: 0,
  doubts_count: 0,
  answers_count: 0,
  overdue_bills_count: 0,
  overdue_receivables_count: 0,
  certificate_until: null,
  ...more,
})

describe('the queue', () => {
  it('leads to the list where the work of a company begins', () => {
    expect(workOf(waiting('a', { pending_lines_count: 2 }))).toEqual({ to: '/company/a/conciliation', search: { linha: 'duvida' } })
    expect(workOf(waiting('a', { overdue_bills_count: 2 }))).toEqual({
      to: '/company/a/bills',
      search: { bills: 'venc:vencidas', periodo: 'tudo' },
    })
    expect(workOf(waiting('a', { overdue_receivables_count: 1 }))).toMatchObject({ to: '/company/a/receivables' })
  })

  it('goes from the open company to the next with work, and says so when there is none', async () => {
    const list = [waiting('a', { pending_lines_count: 9 }), waiting('b', { pending_lines_count: 5 }), waiting('c')]
    const next = (reply: Waiting[], company?: string) =>
      runCommand(
        command('queue.next'),
        noTarget(company ? { id: company, name: company } : undefined),
        {},
        { reply: { 'queue.list': reply } },
      )
    expect((await next(list, 'a')).outcome.go).toMatchObject({ to: '/company/b/conciliation' })
    expect((await next(list)).outcome.go).toMatchObject({ to: '/company/a/conciliation' })
    expect((await next([waiting('c')], 'c')).outcome).toEqual({ say: 'Nenhuma outra empresa com trabalho' })
  })
})

describe('notes', () => {
  const note = (id: string, company_id: string, more = {}) => ({
    id,
    company_id,
    amount_cents: 100,
    decision: null,
    status: 'ISSUED' as const,
    entries: [],
    ...more,
  })

  it('of several companies are accepted one by one, and undone each in its own', async () => {
    const target = targetOn('received_note', [note('1', 'a'), note('2', 'b')], { company: undefined, from: 'selection' })
    const accept = command('received-note.accept')
    const ports = fakePorts({ allow: [...(accept.calls ?? []), batches.undo], target })
    const outcome = (await accept.run(ports, target, {})) ?? {}
    expect(ports.calls.map(call => call.endpoint)).toEqual(['fiscalDocuments.officeDecide', 'fiscalDocuments.officeDecide'])
    expect(outcome.say).toBe('2 notas aceitas')
    expect(await outcome.inverse?.undo()).toBe(true)
    expect(ports.calls.slice(2).map(call => call.input)).toEqual([
      { params: { c: 'b', id: 'batch-2' } },
      { params: { c: 'a', id: 'batch-1' } },
    ])
  })

  it('that are no more are not for anybody to accept', () => {
    const target = targetOn('received_note', [note('1', 'a', { status: 'CANCELLED' })], { company: undefined, from: 'focus' })
    const facts = {
      area: 'organization',
      screen: 'organization.fiscal-documents',
      layer: 'grid',
      picked: 'none',
      company: false,
      office: true,
    } as const
    expect(available(command('received-note.accept'), { facts, target, can: () => false })).toMatchObject({
      state: 'disabled',
      reason: 'que não vale mais',
    })
  })

  it('already booked stay out of a refusal', () => {
    const target = targetOn('received_note', [note('1', 'a', { entries: [{ id: 'e' }] })], { company: undefined, from: 'focus' })
    const facts = {
      area: 'organization',
      screen: 'organization.fiscal-documents',
      layer: 'grid',
      picked: 'none',
      company: false,
      office: true,
    } as const
    const gate = available(command('received-note.reject'), { facts, target, can: () => false })
    expect(gate).toEqual({ state: 'disabled', reason: 'já lançada em conta a pagar' })
  })
})

describe('people and orders of the office', () => {
  const gate = (id: string, kind: RecordName, screen: never, record: object) =>
    available(command(id), {
      facts: { area: 'organization', screen, layer: 'grid', picked: 'none', company: false, office: true },
      target: targetOn(kind, [{ id: '1', ...record }], { company: undefined, from: 'focus' }),
      can: () => false,
    })

  it('are led by its managers alone', () => {
    const open = { manages: false, kind: 'ACCOUNT_MANAGER', status: 'ACTIVE', companies: [], name: 'Ana' }
    expect(gate('office-user.remove', 'office_user', 'organization.users' as never, open)).toMatchObject({
      reason: 'só o gestor do escritório',
    })
    const serving = { ...open, manages: true, companies: [{ id: 'c', name: 'C' }] }
    expect(gate('office-user.remove', 'office_user', 'organization.users' as never, serving)).toMatchObject({
      reason: 'ainda atende empresas: retire antes cada uma',
    })
  })

  it('an order is separated while it was not sent and has two payments', () => {
    const order = (more: object) =>
      gate('office-order.split', 'office_order', 'organization.payment-orders' as never, {
        manages: true,
        status: 'APPROVED',
        payments_count: 2,
        ...more,
      }).state
    expect([order({}), order({ payments_count: 1 }), order({ status: 'PROCESSING' })]).toEqual(['ready', 'disabled', 'disabled'])
  })
})

describe('a question to the client', () => {
  const company = { id: 'c', name: 'Padaria' }
  const line = targetOn<RecordName>('statement_line', [{ id: 'l', amount_cents: -100 }], { company, from: 'focus' })

  it('is asked about the line in hand, and its link can be copied from what is said', async () => {
    const reply = { 'questions.create': { id: 'q', recipient: null }, 'questions.link': { url: 'https://razao.example/q/1' } }
    const asked = { text: 'O que é?', choices: [], takes_text: true, takes_file: false }
    const { ports, outcome } = await runCommand(command('question.ask-statement_line'), line, asked as never, { reply })
    expect(ports.calls).toMatchObject([{ endpoint: 'questions.create', input: { body: { statement_entry_id: 'l', text: 'O que é?' } } }])
    expect(outcome).toMatchObject({ say: 'Pergunta criada', offers: { label: 'Copiar link' } })
    expect(await outcome.offers?.run(fakePorts({ allow: [questions.link], answers: reply, target: line }))).toMatchObject({
      say: 'Link copiado',
    })
  })

  it('is used only once it was answered', async () => {
    const use = (state: string) =>
      runCommand(command('question.use-statement_line'), line, {}, { reply: { 'questions.list': [{ id: 'q', state }] } })
    expect((await use('OPEN')).ports.calls.map(call => call.endpoint)).toEqual(['questions.list'])
    const used = await use('ANSWERED')
    expect(used.ports.calls.map(call => call.endpoint)).toEqual(['questions.list', 'questions.apply'])
    expect(used.outcome.say).toBe('Resposta do cliente usada')
  })
})
