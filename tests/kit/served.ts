// The server as a separate process over its own directory, stopped the way an operator stops it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { productArgs } from './programs.ts'
import { scratchFolder } from './scratch-folder.ts'

export interface Served {
  readonly child: ChildProcess
  readonly url: string
}

export interface ServedHome {
  readonly dir: string
  /** Starts a command in the home and waits for the address at which it says it is ready. */
  start(command?: readonly string[], env?: Record<string, string>): Promise<Served>
  /** Nobody holds the data directory. */
  isFree(): boolean
  /** PostgreSQL wrote its last checkpoint and ended in order. */
  isShutDown(): Promise<boolean>
  remove(): Promise<void>
}

/** The server as one program. */
export const serveCommand = async (): Promise<readonly string[]> => [process.execPath, ...(await productArgs('serve'))]

export async function servedHome(): Promise<ServedHome> {
  const dir = await scratchFolder('razao-served-')
  const children: ChildProcess[] = []
  return {
    dir,
    async start(command, more = {}) {
      const [program = '', ...args] = command ?? (await serveCommand())
      const env = { ...process.env, RAZAO_DIR: dir, PORT: '0', RAZAO_DEMO: 'off', NODE_ENV: 'development', DATABASE_URL: '', ...more }
      const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] } satisfies SpawnOptions)
      children.push(child)
      return { child, url: await saidReady(child) }
    },
    isFree: () => !existsSync(join(dir, 'postgres', 'postmaster.pid')),
    isShutDown: () => isShutDown(join(dir, 'postgres')),
    async remove() {
      for (const child of children) child.kill('SIGKILL')
      // The database of a killed server is still ending.
      await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

function saidReady(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let said = ''
    child.stdout?.on('data', chunk => {
      said += String(chunk)
      const url = /(http:\/\/localhost:\d+)\n/.exec(said)?.[1]
      if (url) done(url.replace('localhost', '127.0.0.1'))
    })
    child.stderr?.on('data', chunk => {
      said += String(chunk)
    })
    child.on('exit', code => failed(new Error(`left with ${code}: ${said}`)))
  })
}

/** The state word of pg_control, after the system identifier and two version numbers: 1 after an orderly end. */
async function isShutDown(dataDir: string): Promise<boolean> {
  const file = await open(join(dataDir, 'global', 'pg_control'))
  try {
    return (await file.read(Buffer.alloc(4), 0, 4, 16)).buffer.readUInt32LE() === 1
  } finally {
    await file.close()
  }
}

export type Asked = number | 'refused' | 'cut'

/** One request on its own connection: its status, 'refused' if it was never accepted, 'cut' if it ended half-way. */
export function ask(url: string): Promise<Asked> {
  return new Promise(done => {
    get(url, { agent: false }, answer => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? 0)).on('error', () => done('cut'))
    }).on('error', (error: NodeJS.ErrnoException) => done(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'))
  })
}
