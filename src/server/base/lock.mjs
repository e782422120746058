// A directory's lock, released by the operating system however its holder dies; plain Node, used before anything is installed.
import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const macLock = 0x20 // O_EXLOCK: macOS takes the lock in open(2) itself
const answerTimeoutMs = 500
const silentAttempts = 4
const silentMs = 250

/** Someone else holds the directory; `pid` is 0 when the holder did not answer. */
export class LockHeld extends Error {
  constructor(directory, pid) {
    super(`${directory} is held by process ${pid}`)
    this.name = 'LockHeld'
    this.pid = pid
  }
}

/** Takes the lock of a directory, which need not exist yet; throws LockHeld before writing anything. */
export async function holdLock(directory) {
  return process.platform === 'darwin' ? holdFile(directory) : holdSocket(directory)
}

/** The process that holds the directory; 0 when it does not answer, undefined when nobody holds it. */
export async function lockHolder(directory) {
  try {
    const lock = await holdLock(directory)
    await lock.release()
    return undefined
  } catch (error) {
    if (error instanceof LockHeld) return error.pid
    throw error
  }
}

// Abstract sockets (Linux) and named pipes (Windows) leave no file behind.
async function holdSocket(directory) {
  const name = `razao-${createHash('sha256').update(canonical(directory)).digest('hex').slice(0, 32)}`
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`
  for (let attempt = 1; ; attempt += 1) {
    const server = await listening(address)
    if (server) return { release: () => new Promise(done => server.close(() => done())) }
    const pid = await askPid(address)
    // A holder that is dying keeps the address for a moment and answers nobody.
    if (pid !== 0 || attempt === silentAttempts) throw new LockHeld(directory, pid)
    await wait(silentMs)
  }
}

/** Undefined when somebody else has the address. */
async function listening(address) {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.end(String(process.pid))
  })
  server.unref()
  return new Promise((done, failed) => {
    server.once('listening', () => done(server))
    server.once('error', error => (error.code === 'EADDRINUSE' ? done(undefined) : failed(error)))
    server.listen(address)
  })
}

function askPid(address) {
  return new Promise(done => {
    const socket = connect(address)
    const finish = pid => {
      socket.destroy()
      done(pid)
    }
    socket.setTimeout(answerTimeoutMs, () => finish(0))
    socket.on('error', () => finish(0))
    socket.on('data', data => finish(Number(data.toString()) || 0))
  })
}

function holdFile(directory) {
  const path = `${canonical(directory)}.lock`
  mkdirSync(dirname(path), { recursive: true })
  try {
    const handle = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | macLock, 0o600)
    writeSync(handle, `${process.pid}\n`, 0)
    return { release: async () => closeSync(handle) }
  } catch (error) {
    if (error.code === 'EAGAIN') throw new LockHeld(directory, Number.parseInt(readFileSync(path, 'utf8'), 10) || 0)
    throw error
  }
}

// Two spellings of one directory share one lock, even before the directory exists.
function canonical(directory) {
  let known = resolve(directory)
  const rest = []
  while (!existsSync(known) && dirname(known) !== known) {
    rest.unshift(basename(known))
    known = dirname(known)
  }
  return join(realpathSync(known), ...rest)
}
