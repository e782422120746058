// Makes a checkout ready to run: Node version, packages, builds. Each is skipped when nothing changed since the last time.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { holdLock, LockHeld } from '../base/lock.mjs'
import { LaunchError, root, runQuietly, step } from './steps.mjs'

const installStamp = join(root, 'node_modules', '.razao-install')
const settings = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json']

/** What each build reads. */
const builds = {
  client: {
    title: 'Montando a interface',
    sources: ['src/client', 'src/resources', 'src/contract', 'src/domain', 'commands'],
    args: ['build'],
    made: 'dist/client/index.html',
  },
  server: {
    title: 'Montando o servidor',
    sources: ['src/server', 'src/resources', 'src/contract', 'src/domain'],
    args: ['build', '--ssr'],
    made: 'dist/server/main.js',
  },
}

/** Does what is missing; two processes at once wait for each other. `wanted`: 'client', 'server'. */
export async function prepare(wanted = ['client', 'server']) {
  checkNode()
  if (isInstalled() && wanted.every(isBuilt)) return
  const lock = await takeTurn()
  try {
    if (!isInstalled()) await install()
    const stale = wanted.filter(name => !isBuilt(name))
    await Promise.all(stale.map(build))
  } finally {
    await lock.release()
  }
}

/** Packages only. */
export async function prepareInstall() {
  await prepare([])
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new LaunchError(`O Razão precisa do Node.js 20.19 ou mais novo; este é o ${process.versions.node}. Baixe em https://nodejs.org`)
}

async function takeTurn() {
  for (let told = false; ; told = true) {
    try {
      return await holdLock(join(root, '.razao', 'preparo'))
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error
      if (!told) console.log(`Esperando outra preparação nesta pasta terminar (processo ${error.pid || '?'})…`)
      await wait(300)
    }
  }
}

function isInstalled() {
  if (!existsSync(installStamp)) return adoptInstall()
  return readFileSync(installStamp, 'utf8') === digest(readFileSync(join(root, 'package-lock.json')))
}

// A person's own `npm install` is as good as ours when npm's record of it agrees with the lock file.
function adoptInstall() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {}
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = Object.entries(JSON.parse(lock.toString()).packages).filter(([path]) => path !== '')
  const complete = wanted.every(
    ([path, { version, optional, link }]) => link || installed[path]?.version === version || (optional && !installed[path]),
  )
  if (complete) stampInstall(lock)
  return complete
}

function stampInstall(lock) {
  try {
    writeFileSync(installStamp, digest(lock))
  } catch {} // a read-only install is checked anew each time
}

async function install() {
  await step('Instalando os pacotes', async () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    await runQuietly(npm, ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
    stampInstall(readFileSync(join(root, 'package-lock.json')))
  })
}

const stampOf = name => join(root, 'dist', `.${name}-stamp`)

function isBuilt(name) {
  const stamp = stampOf(name)
  return existsSync(join(root, builds[name].made)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === listing(name)
}

async function build(name) {
  const { title, args } = builds[name]
  await step(title, async () => {
    const before = listing(name)
    rmSync(stampOf(name), { force: true })
    await runQuietly(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    mkdirSync(join(root, 'dist'), { recursive: true })
    const half = `${stampOf(name)}.${process.pid}`
    writeFileSync(half, before)
    renameSync(half, stampOf(name))
  })
}

// Path, size and time of every source: a few milliseconds, where reading them all would be a second.
function listing(name) {
  const lines = []
  for (const path of [...settings, ...builds[name].sources]) for (const file of filesUnder(path)) lines.push(file)
  return digest(lines.join('\n'))
}

function* filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory()) {
    yield `${path} ${found.size} ${found.mtimeMs}`
    return
  }
  for (const name of readdirSync(join(root, path)).sort()) yield* filesUnder(`${path}/${name}`)
}

const digest = bytes => createHash('sha256').update(bytes).digest('hex')
