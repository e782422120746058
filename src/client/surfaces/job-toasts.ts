// Background jobs as a person sees them: one persistent toast while data comes in, then how it ended. They survive a reload of the page.
import { create } from 'zustand'
import { ApiError, call } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { dismissToast, showToast } from '#client/kit/toast.ts'
import type { WatchedJob } from '#commands/imports.ts'
import type { Tag } from '#contract/kit/tags.ts'
import { type Job, jobs } from '#contract/notifications.ts'
import { onIntent } from './intents.ts'
import { takeBack } from './take-back.ts'
import { recordUndo } from './undo.ts'

export interface JobState extends WatchedJob {
  metadata: Job['metadata']
}

interface Jobs {
  /** The jobs under way, by import: a page shows the progress of its own. */
  jobs: Readonly<Record<string, JobState>>
}
export const useJobs = create<Jobs>(() => ({ jobs: {} }))

const STORED = 'razao.jobs'
const FIRST_POLL_MS = 300
const POLL_MS = 1000
/** A server that does not answer is asked this many times before the job counts as lost. */
const MOST_FAILURES = 60

const WRITTEN: readonly Tag[] = ['statement_entries', 'bank_statements', 'imports', 'bank_accounts', 'suggestions', 'batches']

const waiting: Job['metadata'] = { status: 'loading', progress: 0, message: null, result: null }

function readStored(): WatchedJob[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as WatchedJob[]
  } catch {
    return []
  }
}

function keep(): void {
  const list = Object.values(useJobs.getState().jobs).map(({ metadata: _, ...job }) => job)
  if (list.length === 0) sessionStorage.removeItem(STORED)
  else sessionStorage.setItem(STORED, JSON.stringify(list))
}

function put(job: JobState): void {
  useJobs.setState(({ jobs: all }) => ({ jobs: { ...all, [job.import_id]: job } }))
}

function drop(job: WatchedJob): void {
  useJobs.setState(({ jobs: all }) => ({ jobs: Object.fromEntries(Object.entries(all).filter(([, one]) => one.id !== job.id)) }))
  keep()
}

const toastId = (job: WatchedJob): string => `job-${job.id}`

/** Follows a job to its end; the toasts, the caches and the undo stack are its own doing. */
export function watchJob(job: WatchedJob): void {
  put({ ...job, metadata: waiting })
  keep()
  if (job.work === 'commit')
    showToast({
      id: toastId(job),
      title: 'Estamos trazendo seus dados',
      description: 'Aguarde alguns instantes que logo a ação será concluída.',
      persistent: true,
    })
  void follow(job)
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function follow(job: WatchedJob): Promise<void> {
  let failures = 0
  for (let wait = FIRST_POLL_MS; ; wait = POLL_MS) {
    await pause(wait)
    // A newer job of the same import has taken its place.
    if (useJobs.getState().jobs[job.import_id]?.id !== job.id) return dismissToast(toastId(job))
    try {
      const { data } = await call(jobs.get, { params: { id: job.id } }, { bearer: job.publicAccessToken })
      failures = 0
      if (data.metadata.status !== 'loading') return end(job, data.metadata)
      put({ ...job, metadata: data.metadata })
    } catch (error) {
      failures += 1
      const isGone = error instanceof ApiError && error.status < 500 && error.status !== 429
      if (isGone || failures >= MOST_FAILURES) return end(job, { ...waiting, status: 'error' })
    }
  }
}

function end(job: WatchedJob, metadata: Job['metadata']): void {
  drop(job)
  tellChange({ tags: job.work === 'commit' ? (job.writes ?? WRITTEN) : ['imports'], company_id: job.company_id })
  if (job.work === 'read') return
  if (metadata.status === 'error') {
    showToast({
      id: toastId(job),
      title: 'Algo deu errado',
      description: 'Não conseguimos trazer seus dados, tente trazer novamente.',
      variant: 'destructive',
    })
    return
  }
  const { committed_count, batch_id } = (metadata.result ?? {}) as { committed_count?: number; batch_id?: string | null }
  const undoable = typeof batch_id === 'string'
  if (undoable)
    recordUndo({
      label: metadata.message || 'Extrato importado',
      batch_ids: [batch_id],
      company_id: job.company_id,
      at: Date.now(),
      focus: [],
    })
  // Saying that data came in when none did would be untrue.
  if (!committed_count) {
    showToast({
      id: toastId(job),
      title: 'Nenhum lançamento novo',
      description: 'As linhas deste arquivo já estavam registradas ou ficaram de fora.',
    })
    return
  }
  showToast({
    id: toastId(job),
    title: 'Dados importados',
    description: 'Seus dados foram importados com sucesso para dentro da plataforma.',
    variant: 'success',
    ...(undoable ? { action: { label: 'Desfazer', keys: 'z', run: () => void takeBack('undo') } } : {}),
  })
}

/** Called once at start: goes on with what a reload interrupted, and answers the commands that start jobs. */
export function answerJobs(): () => void {
  for (const job of readStored()) watchJob(job)
  return onIntent('job.watch', watchJob)
}
