// J1, short: told to stop under load the server first says so, answers what it took, frees its directory and leaves with 0.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const command = [process.execPath, '--import', 'tsx', join(root, 'src/server/launch/serve-source.mjs')]

let dir: string
let children: ChildProcess[]
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'razao-stop-'))
  await chmod(dir, 0o755)
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

/** The address it says it is ready at. */
function started(child: ChildProcess): Promise<string> {
  children.push(child)
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

const env = () => ({ ...process.env, RAZAO_DIR: dir, PORT: '0', RAZAO_DEMO: 'off', NODE_ENV: 'development', DATABASE_URL: '' })
const leaves = (child: ChildProcess) => new Promise<number | null>(done => child.once('exit', code => done(code)))
const isFree = () => !existsSync(join(dir, 'postgres', 'postmaster.pid'))

/** One request on a connection of its own: its status, 'refused' before it was taken, 'cut' after. */
function ask(url: string): Promise<number | 'refused' | 'cut'> {
  return new Promise(done => {
    get(url, { agent: false }, answer => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? 0)).on('error', () => done('cut'))
    }).on('error', (error: NodeJS.ErrnoException) => done(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'))
  })
}

test('SIGTERM under load', async () => {
  const child = spawn(command[0] ?? '', command.slice(1), { env: env(), stdio: ['ignore', 'pipe', 'pipe'] })
  const url = await started(child)
  const answers: (number | 'refused' | 'cut')[] = []
  const readiness: (number | 'refused' | 'cut')[] = []
  // As a balancer does: requests go on until the server says it is leaving.
  const load = setInterval(() => {
    if (readiness.includes(503)) return
    void ask(`${url}/version.json`).then(answer => answers.push(answer))
    void ask(`${url}/ready`).then(answer => readiness.push(answer))
  }, 20)
  await new Promise(next => setTimeout(next, 500))
  const asked = performance.now()
  const left = leaves(child)
  child.kill('SIGTERM')
  expect(await left).toBe(0)
  expect(performance.now() - asked).toBeLessThan(15_000)
  clearInterval(load)
  await new Promise(next => setTimeout(next, 200))
  expect(answers.filter(answer => answer === 200).length).toBeGreaterThan(10)
  expect(answers.filter(answer => answer !== 200)).toEqual([])
  expect(readiness).toContain(503)
  expect(isFree()).toBe(true)
}, 90_000)

test('npm told to stop: its shell dies, and the server behind it goes too', async () => {
  const shell = spawn('sh', ['-c', `${command.map(word => `'${word}'`).join(' ')}; true`], {
    env: { ...env(), npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await started(shell).catch(() => '')
  shell.removeAllListeners('exit')
  expect(url).not.toBe('')
  shell.kill('SIGKILL')
  const until = performance.now() + 40_000
  while (!isFree() && performance.now() < until) await new Promise(next => setTimeout(next, 100))
  expect(isFree()).toBe(true)
  expect(await ask(`${url}/health`)).toBe('refused')
}, 90_000)
