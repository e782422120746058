// The product itself in a browser: its list of bills opened by an address, in a new profile, in one that knows it, and inside the open page.
import type { BrowserContext, Page } from 'playwright'
import { counted } from '#domain/text.ts'
import { type BenchBrowser, comes } from './browser.ts'
import { seedBills, seedRegisters } from './seed.ts'
import type { BenchServer, BenchUser } from './server.ts'
import { sizeText } from './sizes.ts'

/** Of a machine busy with others. */
const PATIENCE_MS = 120_000

export interface Place {
  server: BenchServer
  company: { id: string; owner: BenchUser }
  rows: number
}

/** When the first rows and the last one stood, in ms since the page or its address was asked for. */
export interface Seen {
  /** The rows as they were last seen here, where the device kept that. */
  look?: number
  first: number
  all: number
}

export async function seeded(server: BenchServer, rows: number): Promise<Place> {
  const company = await server.company(`Empresa de ${sizeText(rows)}`)
  await seedRegisters(server.admin, company)
  await seedBills(server.admin, company, rows)
  return { server, company, rows }
}

const addressOf = ({ company }: Place, area: string) => `/company/${company.id}/${area}?periodo=tudo`

/** A browser profile of someone signed in, whose pages watch for the rows. */
export async function profileOf(browser: BenchBrowser, { server, company, rows }: Place): Promise<BrowserContext> {
  const context = await browser.context()
  const token = await server.token(company.owner)
  await context.addInitScript(`localStorage.setItem('razao.access-token', ${JSON.stringify(token)})
    window.watch = from => {
      const seen = {}
      window.seen = seen
      const look = () => {
        const now = performance.now() - from
        if (!seen.look && document.querySelector('[data-part="snapshot"]')) seen.look = now
        if (!seen.first && document.querySelector('.ag-row .ag-cell[col-id="due_date"]')?.textContent) seen.first = now
        const label = document.querySelector('[role=grid], [role=treegrid]')?.getAttribute('aria-label') ?? ''
        if (!seen.all && label.endsWith(${JSON.stringify(`, ${counted(rows, ['linha', 'linhas'])}`)})) seen.all = now
        if (!seen.all) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    watch(0)`)
  return context
}

export interface Opened {
  page: Page
  seen: Seen
}

/** Opens all bills by their address. `prepare` slows the page down, if at all, before it asks for anything. */
export async function openBills(context: BrowserContext, place: Place, prepare?: (page: Page) => Promise<void>): Promise<Opened> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await prepare?.(page)
  await page.goto(`${place.server.url}${addressOf(place, 'bills')}`, { waitUntil: 'commit', timeout: PATIENCE_MS })
  if (!(await comes(page, 'window.seen.all'))) throw new Error(`a lista não abriu em ${page.url()}: ${errors.join('; ')}`)
  return { page, seen: (await page.evaluate('seen')) as Seen }
}

/** Leaves the bills for another screen of the open page and comes back to their address. */
export async function comeBack(page: Page, place: Place): Promise<Seen> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(addressOf(place, 'contacts'))})`)
  if (!(await comes(page, "!document.querySelector('.ag-row')"))) throw new Error('a lista não saiu da tela')
  await page.waitForTimeout(300)
  await page.evaluate(`{ watch(performance.now()); history.pushState({}, '', ${JSON.stringify(addressOf(place, 'bills'))}) }`)
  if (!(await comes(page, 'window.seen.all'))) throw new Error('a lista não voltou')
  return (await page.evaluate('seen')) as Seen
}

/** Waits until the device keeps a list, and how it looks; throws when it does not. */
export async function untilKept(page: Page): Promise<void> {
  for (let asked = 0; asked < PATIENCE_MS / 50; asked++) {
    const kept = await page.evaluate<number>(`new Promise((done, failed) => {
      const asked = indexedDB.open('razao-lists')
      asked.onerror = () => failed(asked.error)
      asked.onsuccess = () => {
        const uses = asked.result.transaction('uses').objectStore('uses').count()
        uses.onsuccess = () => {
          asked.result.close()
          done(uses.result)
        }
      }
    })`)
    if (kept > 1) return
    await page.waitForTimeout(50)
  }
  throw new Error('o aparelho não guardou a lista')
}
