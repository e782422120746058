// Runs argv[2…] and ends it, with all its children, when the pipe from its parent ends: a killed launch leaves no npm or build behind.
import { spawn } from 'node:child_process'

const [command = '', ...args] = process.argv.slice(2)
const grouped = process.platform !== 'win32'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
const child = spawn(command, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: grouped,
  shell: !grouped && command.endsWith('.cmd'),
})
child.on('error', error => {
  console.error(error.message)
  process.exit(127)
})
child.on('exit', code => process.exit(code ?? 128))
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end)
process.stdin.resume()

let ending = false
function end() {
  if (ending || !child.pid) return
  ending = true
  signal('SIGTERM')
  setTimeout(() => signal('SIGKILL'), 3_000)
}

function signal(name) {
  try {
    process.kill(grouped ? -child.pid : child.pid, name)
  } catch {} // already gone
}
