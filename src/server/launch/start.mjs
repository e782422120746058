// `npm start` and its sisters (demo, backup, restore, move, audit): makes the checkout ready, then hands over to the built server.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lockHolder } from '../base/lock.mjs'
import { prepare } from './prepare.mjs'
import { LaunchError, main, root } from './steps.mjs'

const commands = ['serve', 'demo', 'backup', 'restore', 'move', 'audit', 'rotate']
const [first = 'serve', ...others] = process.argv.slice(2)
const named = commands.includes(first)
const command = named ? first : 'serve'
const args = named ? others : process.argv.slice(2)

const server = join(root, 'dist/server/main.js')

await main(async () => {
  const holder = await otherProcess()
  // A copy is made, and restored into a folder of its own, and the trail is checked, beside a running server.
  const beside =
    command === 'backup' ||
    command === 'audit' ||
    command === 'rotate' ||
    (command === 'restore' && args.some(arg => /^--into(=|$)/.test(arg)))
  if (holder !== undefined && !beside) throw new LaunchError(alreadyOpen(holder))
  // Beside a running server nothing is built: the build would change files under it.
  if (holder === undefined || !existsSync(server))
    await prepare(command === 'serve' || command === 'demo' ? ['client', 'server'] : ['server'])
  const { run } = await import(pathToFileURL(server).href)
  await run(command, args)
})

async function otherProcess() {
  return process.env.DATABASE_URL ? undefined : await lockHolder(dataDirectory())
}

function dataDirectory() {
  return join(resolve(process.env.RAZAO_DIR || '.razao'), 'postgres')
}

function alreadyOpen(holder) {
  const who = holder > 0 ? ` (processo ${holder})` : ''
  return `O Razão já está aberto com os dados de ${dataDirectory()}${who}. Feche-o antes, ou use outra pasta com RAZAO_DIR. Nada foi alterado.`
}
