// Long steps in the terminal: what is happening, how long it has taken, and what went wrong.
import { spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, wherever the command was typed. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

const reminderMs = 5_000

/** A reason for a person, in pt-BR, printed without a stack. */
export class LaunchError extends Error {}

/** Seconds as a person reads them: 0,4 s; 12,3 s; 1 min 05 s. */
export function seconds(ms) {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1).replace('.', ',')} s`
  const whole = Math.round(ms / 1000)
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

/** Runs `work` under a title: says it begins, that it still goes on, and how long it took. */
export async function step(title, work) {
  const started = performance.now()
  console.log(`• ${title}…`)
  const reminder = setInterval(() => console.log(`  … ${title}: ${seconds(performance.now() - started)}`), reminderMs)
  try {
    const result = await work()
    console.log(`✓ ${title} (${seconds(performance.now() - started)})`)
    return result
  } catch (error) {
    console.log(`✗ ${title} (${seconds(performance.now() - started)})`)
    throw error
  } finally {
    clearInterval(reminder)
  }
}

/** Runs a program quietly; throws LaunchError with the end of what it printed. */
export async function runQuietly(command, args, options = {}) {
  const { code, output } = await capture(command, args, options)
  if (code !== 0)
    throw new LaunchError(
      `${[command, ...args].join(' ')} terminou com código ${code}:\n${output.trimEnd().split('\n').slice(-30).join('\n')}`,
    )
  return output
}

/** Runs a program and keeps what it prints. Never throws. */
export function capture(command, args, options = {}) {
  return new Promise(done => {
    const child = tethered(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', data => {
        output += data
      })
    child.on('error', error => done({ code: 127, output: error.message }))
    child.on('close', code => done({ code: code ?? 128, output }))
  })
}

/** Runs a program in our own terminal; resolves with its exit code. */
export function runVisibly(command, args, options = {}) {
  return new Promise(done => {
    const child = tethered(command, args, { ...options, stdio: ['pipe', 'inherit', 'inherit'] })
    child.on('error', error => {
      console.error(error.message)
      done(127)
    })
    child.on('close', code => done(code ?? 128))
  })
}

// The child must not outlive us, however we end.
function tethered(command, args, options) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./tether.mjs', import.meta.url)), command, ...args], {
    cwd: root,
    ...options,
  })
  child.stdin.on('error', () => {})
  return child
}

/** The `main` of every script here: prints a LaunchError as words, anything else with its stack; leaves with 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof LaunchError ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
