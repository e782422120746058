// Copies made by themselves while the product runs, each in a process of its own, so that nobody waits for one.
import { spawn } from 'node:child_process'
import { localCopies, madeAt } from './copies.ts'

/** A copy that failed is tried again so soon. */
const RETRY_MS = 10 * 60_000
const LONGEST_TIMER_MS = 24 * 3_600_000

export interface BackupSchedule {
  everyMs: number
  /** The folder of the copies. */
  folder: string
  /** Makes one if it is still due; throws with the reason when it could not. */
  make(): Promise<void>
  failed(error: Error): void
  now(): number
}

/** Makes a copy whenever the newest is older than asked. Gives the way to stop. */
export function keepCopying({ everyMs, folder, make, failed, now }: BackupSchedule): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const after = (ms: number) => {
    if (!stopped) timer = setTimeout(() => void look(), Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)).unref()
  }
  async function look(): Promise<void> {
    const wait = await untilDue(folder, everyMs, now())
    if (wait > 0) return after(wait)
    try {
      await make()
      after(Math.max(1000, await untilDue(folder, everyMs, now())))
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)))
      after(Math.min(RETRY_MS, everyMs))
    }
  }
  after(1000)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

export async function untilDue(folder: string, everyMs: number, now: number): Promise<number> {
  const newest = madeAt((await localCopies(folder)).at(-1) ?? '')
  return newest === undefined ? 0 : newest.getTime() + everyMs - now
}

/** Runs a command of the product in a process of its own. Throws with what it said last. */
export async function runApart(entry: string, command: string, args: readonly string[]): Promise<void> {
  const code = `const { run } = await import(${JSON.stringify(entry)}); await run(${JSON.stringify(command)}, ${JSON.stringify(args)})`
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', data => {
    said = (said + String(data)).slice(-4000)
  })
  const left = await new Promise<number | null>((done, unable) => {
    child.once('error', unable)
    child.once('close', done)
  })
  if (left !== 0) throw new Error(said.trim() || `backup left with ${left}`)
}
