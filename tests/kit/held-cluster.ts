// Starts cluster-holder.ts as a separate process, so that a test can kill it as a power cut or a person would.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export interface HeldCluster {
  readonly process: ChildProcess
  /** Rejects with the holder's output when it exits without opening. */
  readonly opened: Promise<{ dir: string; pid: number; ownerConfig: pg.ClientConfig }>
  readonly left: Promise<{ code: number | null; said: string }>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export function holdCluster(dir: string, runAs: { uid: number; gid: number } | undefined = undefined): HeldCluster {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/kit/cluster-holder.ts', dir], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...runAs,
  })
  let said = ''
  child.stderr.on('data', data => {
    said += String(data)
  })
  child.stdin.on('error', () => {})
  const left = new Promise<{ code: number | null; said: string }>(done => child.once('close', code => done({ code, said })))
  const opened = new Promise<{ dir: string; pid: number; ownerConfig: pg.ClientConfig }>((done, failed) => {
    createInterface(child.stdout).once('line', line => done(JSON.parse(line)))
    child.once('close', code => failed(new Error(`holder left with ${code}: ${said}`)))
  })
  opened.catch(() => {})
  return { process: child, opened, left }
}
