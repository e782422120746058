// `npm run dev`: the server from its sources, restarted at each change, and Vite with hot reload, in one terminal.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepareInstall } from './prepare.mjs'
import { main, root } from './steps.mjs'

await main(async () => {
  await prepareInstall()
  const children = [
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/launch/serve-source.mjs', ...process.argv.slice(2)],
    ['node_modules/vite/bin/vite.js'],
  ].map(([script, ...args]) => spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }))
  const endAll = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
  const codes = await Promise.all(
    children.map(
      child =>
        new Promise(done =>
          child.on('exit', code => {
            endAll()
            done(code ?? 0)
          }),
        ),
    ),
  )
  process.exitCode = Math.max(...codes)
})
