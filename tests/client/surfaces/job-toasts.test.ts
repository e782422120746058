// Import jobs as toasts: the texts owed (src/SPEC.md, Imports), undo of what came in, silence of the reading phase, and life after a reload.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts, useToasts } from '#client/kit/toast.ts'
import { answerJobs, useJobs, watchJob } from '#client/surfaces/job-toasts.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import type { WatchedJob } from '#commands/imports.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'

const ID = '0192e72a-e100-77f6-9999-f1b36dd43bda'
const AT = `GET /v1/jobs/${ID}`
const job: WatchedJob = { id: ID, publicAccessToken: 'narrow', company_id: 'c1', import_id: 'i1', work: 'commit' }
const run = (status: string, more: object = {}) => ({
  body: { id: ID, metadata: { status, progress: 40, message: 'Gravando', result: null, ...more } },
})
const committed = (count: number) =>
  run('success', { result: { committed_count: count, batch_id: 'b1' }, message: 'Extrato importado: 45 lançamentos · Itaú' })

let server: FakeServer
beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  server = fakeServer({ [AT]: run('loading') })
})
afterEach(() => {
  useJobs.setState({ jobs: {} })
  useUndo.setState({ done: {}, undone: {} })
  clearToasts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const toast = () => useToasts.getState().current
const later = (ms = 1100) => vi.advanceTimersByTimeAsync(ms)

test('while loading, one persistent toast in the words of the spec', async () => {
  watchJob(job)
  expect(toast()).toMatchObject({
    title: 'Estamos trazendo seus dados',
    description: 'Aguarde alguns instantes que logo a ação será concluída.',
    persistent: true,
  })
  await later(30_000)
  expect(toast()).toMatchObject({ title: 'Estamos trazendo seus dados', open: true })
  expect(server.sent[0]?.headers.get('authorization')).toBe('Bearer narrow')
  expect(useJobs.getState().jobs.i1?.metadata.progress).toBe(40)
})

test('success says the words of the spec and can be undone', async () => {
  watchJob(job)
  server.answer(AT, committed(45))
  await later()
  expect(toast()).toMatchObject({
    title: 'Dados importados',
    description: 'Seus dados foram importados com sucesso para dentro da plataforma.',
    variant: 'success',
    action: { label: 'Desfazer', keys: 'z' },
  })
  expect(useUndo.getState().done.c1?.at(-1)).toMatchObject({ batch_ids: ['b1'], label: 'Extrato importado: 45 lançamentos · Itaú' })
  expect(useJobs.getState().jobs).toEqual({})
  expect(sessionStorage.getItem('razao.jobs')).toBeNull()
})

test('nothing came in, so nothing is said to have come in', async () => {
  watchJob(job)
  server.answer(AT, run('success', { result: { committed_count: 0, batch_id: null } }))
  await later()
  expect(toast()?.title).toBe('Nenhum lançamento novo')
  expect(useUndo.getState().done).toEqual({})
})

test('failure says the words of the spec', async () => {
  watchJob(job)
  server.answer(AT, run('error', { message: 'interno' }))
  await later()
  expect(toast()).toMatchObject({
    title: 'Algo deu errado',
    description: 'Não conseguimos trazer seus dados, tente trazer novamente.',
    variant: 'destructive',
  })
})

test('reading for the preview shows no toast', async () => {
  watchJob({ ...job, work: 'read' })
  server.answer(AT, run('success', { result: { status: 'PREVIEW', warnings: ['O arquivo parece ser de outra conta.'] } }))
  await later()
  expect(toast()).toBeNull()
  expect(useJobs.getState().jobs).toEqual({})
})

test('a running job goes on after the page was loaded again', async () => {
  watchJob(job)
  const stored = sessionStorage.getItem('razao.jobs')
  useJobs.setState({ jobs: {} })
  await later()
  clearToasts()
  sessionStorage.setItem('razao.jobs', stored ?? '')
  server.answer(AT, committed(3))
  const stop = answerJobs()
  expect(toast()?.title).toBe('Estamos trazendo seus dados')
  await later()
  expect(toast()?.title).toBe('Dados importados')
  stop()
})

test('a server that is away for a moment does not end the job; one that no longer knows it does', async () => {
  watchJob(job)
  server.answer(AT, refusal(503, 'server.busy', 'Estamos com muito movimento.'))
  await later(5000)
  expect(toast()?.title).toBe('Estamos trazendo seus dados')
  server.answer(AT, refusal(404, 'resource.not_found', 'Não existe'))
  await later(2000)
  expect(toast()?.title).toBe('Algo deu errado')
})
