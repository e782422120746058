// The browser of the benches: pages built from the product's own kit, served under its content policy, and how a paint is waited for.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { resultsFolder } from './report.ts'
import { isSmallest } from './sizes.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** Runs before any page script: `tick` gives the ms from a call to the paint after it, `middle` the median of several. */
function instruments(): void {
  const frame = () => new Promise(done => requestAnimationFrame(done))
  const painted = async () => {
    await frame()
    await new Promise(done => {
      const channel = new MessageChannel()
      channel.port1.onmessage = done
      channel.port2.postMessage(0)
    })
  }
  const tick = async (act: () => unknown) => {
    await frame()
    await new Promise(done => setTimeout(done, 5))
    const started = performance.now()
    act()
    await painted()
    return performance.now() - started
  }
  const several = async (acts: readonly (() => unknown)[], times: number) => {
    const taken: number[] = []
    for (let at = 0; at < times; at++) taken.push(await tick(acts[at % acts.length] as () => unknown))
    return taken
  }
  // From the moment the key was pressed, as the browser stamped it.
  const keys: number[] = []
  addEventListener(
    'keydown',
    event => {
      const pressed = event.timeStamp
      void painted().then(() => keys.push(performance.now() - pressed))
    },
    { capture: true },
  )
  Object.assign(window, { several, tick, keys })
}

export interface BenchBrowser {
  readonly browser: Browser
  context(): Promise<BrowserContext>
  close(): Promise<void>
}

/** The path of CHROME_PATH, else of what `npm test` would use. */
export async function findBrowser(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  const module = (await import(pathToFileURL(join(root, 'src/server/launch/browser.mjs')).href)) as { findBrowser(): Promise<string> }
  return module.findBrowser()
}

export async function openBrowser(): Promise<BenchBrowser> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--enable-precise-memory-info'] })
  return {
    browser,
    async context() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 800 }, locale: 'pt-BR' })
      // tsx names functions through a helper that a page does not have
      await context.addInitScript('globalThis.__name = made => made')
      await context.addInitScript(instruments)
      return context
    },
    close: () => browser.close(),
  }
}

type PageName = 'ours' | 'peer' | 'palette'

export interface Pages {
  url(page: PageName, query?: string): string
  close(): Promise<void>
}

const PAGES: readonly PageName[] = ['ours', 'peer', 'palette']
let built: Promise<string> | undefined

/** Builds the pages of tests/bench/kit/pages as the product is built; answers the folder they are in. */
async function buildPages(): Promise<string> {
  const from = join(root, 'tests/bench/kit/pages')
  const outDir = join(root, resultsFolder, 'pages')
  await build({
    root: from,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      minify: !isSmallest,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: PAGES.map(name => join(from, `${name}.html`)) },
    },
  })
  return outDir
}

/** Serves the pages, which are built once in a process. */
export async function servePages(): Promise<Pages> {
  built ??= buildPages()
  const outDir = await built
  const server = createServer((request, response) => {
    const path = join(outDir, new URL(request.url ?? '/', 'http://x').pathname)
    if (!path.startsWith(outDir) || !existsSync(path) || !statSync(path).isFile()) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
    })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: (page, query = '') => `http://127.0.0.1:${port}/${page}.html${query}`,
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

/** A page whose `mounted` is set; what it complains of is thrown here. */
export async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.stack ?? error.message))
  await page.goto(url)
  if (!(await comes(page, 'window.mounted'))) throw new Error(`${url} não abriu: ${errors.join('\n')}`)
  return page
}

/** Whether `expression` becomes true within a minute. Asked from outside: the content policy forbids a page to evaluate text. */
export async function comes(page: Page, expression: string): Promise<boolean> {
  for (let asked = 0; asked < 600; asked++) {
    if (await page.evaluate(`Boolean(${expression})`)) return true
    await page.waitForTimeout(100)
  }
  return false
}

/** Runs `act` of the page's own globals `times` times (each act of the list in turn), front and alone; ms to paint of each. */
export async function ticks(page: Page, acts: readonly string[], times = 5): Promise<number[]> {
  await page.bringToFront()
  return page.evaluate(`several([${acts.map(act => `() => ${act}`).join(', ')}], ${times})`)
}

/** JavaScript heap after a collection, typed arrays and other buffers included, in MB. */
export async function heapMB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  await session.detach()
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1e6
}

/** CPU ms per frame and the longest gap between frames while `act` runs once per frame, for `frames` frames. */
export async function framesOf(page: Page, before: string, act: string, frames: number): Promise<{ cpu: number; longest: number }> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  // the thread's own time: what other processes take from the machine is not counted
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0
  await page.evaluate(before)
  await page.waitForTimeout(200)
  const from = await busy()
  const longest = await page.evaluate<number>(`(async () => {
    let last = performance.now(), longest = 0
    for (let at = 0; at < ${frames}; at++) {
      await new Promise(done => requestAnimationFrame(done))
      const now = performance.now()
      if (at > 0) longest = Math.max(longest, now - last)
      last = now
      ${act}
    }
    return longest
  })()`)
  const cpu = ((await busy()) - from) * 1000
  await session.detach()
  return { cpu: cpu / frames, longest }
}

/** Presses real keys one by one and gives the ms from each press to the paint after it. */
export async function keyTimes(page: Page, keys: readonly string[], pause = 30): Promise<number[]> {
  await page.bringToFront()
  await page.evaluate('keys.length = 0')
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(pause)
  }
  await page.waitForTimeout(100)
  return page.evaluate('[...keys]')
}
