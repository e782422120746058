// Runs a child that cannot outlive us: a tiny second Node holds it and stops it when the pipe from us ends, even after kill -9.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { RunAs } from './unprivileged.ts'

export interface SupervisedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly runAs: RunAs | undefined
  /** Where the child's stdout and stderr are appended. */
  readonly logFile: string
  /** Windows has no signals: the command that asks the child to stop. */
  readonly stopCommand?: readonly string[]
}

export interface Supervised {
  /** The child's exit code; 128 when it was killed. */
  readonly exited: Promise<number>
  /** Ends the pipe (fast shutdown, then harsher) and waits for the end. */
  stop(): Promise<void>
  /** Lets our process end without waiting for the child. */
  release(): void
}

// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (the next start replays the log).
// It ignores the terminal's Ctrl+C and a service manager's SIGTERM, because the order to stop comes through the pipe.
const supervisorSource = `
const { spawn, spawnSync } = require('node:child_process')
const job = JSON.parse(process.argv[1])
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
const child = spawn(job.command, job.args, { ...job.runAs, cwd: job.cwd, stdio: ['ignore', 'inherit', 'inherit'] })
child.on('error', error => { console.error(error.message); process.exit(126) })
child.on('exit', code => process.exit(code ?? 128))
let stopping = false
function stop() {
  if (stopping) return
  stopping = true
  if (job.stopCommand) spawnSync(job.stopCommand[0], job.stopCommand.slice(1), { stdio: 'ignore' })
  else child.kill('SIGINT')
  setTimeout(() => child.kill('SIGQUIT'), 10000)
  setTimeout(() => child.kill('SIGKILL'), 13000)
}
for (const event of ['end', 'close', 'error']) process.stdin.on(event, stop)
process.stdin.resume()
`

export function supervise(job: SupervisedCommand): Supervised {
  const { logFile, ...command } = job
  const log = openSync(logFile, 'a', 0o600)
  const cwd = process.platform === 'win32' ? process.cwd() : '/'
  const holder = spawn(process.execPath, ['-e', supervisorSource, JSON.stringify({ ...command, cwd })], {
    stdio: ['pipe', log, log],
    detached: true,
    windowsHide: true,
    cwd,
    env: cleanEnvironment(),
  })
  closeSync(log)
  holder.stdin?.on('error', () => {}) // the holder ended first: `exited` tells it
  const exited = exitOf(holder)
  return {
    exited,
    stop: async () => {
      holder.ref()
      holder.stdin?.end()
      await exited
    },
    release: () => {
      holder.unref()
      if (holder.stdin && 'unref' in holder.stdin && typeof holder.stdin.unref === 'function') holder.stdin.unref()
    },
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise(done => {
    child.once('error', () => done(126))
    child.once('exit', code => done(code ?? 128))
  })
}

// The person's own PG* variables, language and Node options must not reach the embedded server.
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_OPTIONS|DATABASE_URL|RAZAO_SECRET|SMTP_URL)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
