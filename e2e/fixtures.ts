// What every journey starts with: a signed-in page of a demo company, the calls to prepare it, and no console error that nobody expected.
import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test'
import { addDays, type Day, dayInSaoPaulo } from '#domain/days.ts'
import { ahead, shiftDate } from './another-day.ts'
import { tellRawIds } from './raw-ids.ts'

export { expect }

export interface Person {
  readonly document: string
  readonly password: string
  /** Where the outbox says the codes of this person went. */
  readonly phone: string
}

const password = 'razao-demo-2026'
/** Helena keeps the books of all companies: every journey is hers unless its file says otherwise. */
export const HELENA: Person = { document: '52998224725', password, phone: '+5519991230001' }
export const AUGUSTO: Person = { document: '31845762053', password, phone: '+5519991230002' }
export const BIANCA: Person = { document: '70421938579', password, phone: '+5519991230003' }
/** Owns the bakery and what he founds: he alone may create bank accounts. */
export const SERGIO: Person = { document: '84613527007', password, phone: '+5519991230004' }

export const today = (): Day => dayInSaoPaulo(Date.now())
/** A day so many days from today, written as people read it: 20/11/2026. */
export const shownDay = (day: Day): string => day.split('-').reverse().join('/')
/** An address's period of so many days around today: what the demo holds and what a journey adds, whatever the day of the month. */
export const around = (days: number): string => `periodo=${addDays(today(), -days)}..${addDays(today(), days)}`

/** A word no other record holds: the records of one journey, found by the filter. */
export const newMark = (): string => `E${randomUUID().replace(/\D/g, '').slice(0, 5)}`

interface OutboxRow {
  to: string
  code: string | null
}

/** Codes sent to a phone, newest first. */
export async function codesTo(request: APIRequestContext, phone: string): Promise<string[]> {
  const rows = (await (await request.get('/dev/outbox.json')).json()) as OutboxRow[]
  return rows.flatMap(row => (row.to === phone && row.code !== null ? [row.code] : []))
}

interface Tokens {
  accessToken: string
  refreshToken: string
}

const signIn = (request: APIRequestContext, device: string, { phone, document: document_number, password }: Person) =>
  openSession(request, device, phone, '/v1/authenticate', { document_number, password })

/**
 * Signs in or up through the calls, as the client would. Other workers sign in the same person meanwhile: each new code is tried until one is ours.
 */
export async function openSession(request: APIRequestContext, device: string, phone: string, path: string, data: object): Promise<Tokens> {
  const headers = { 'x-device-id': device }
  const asked = await request.post(path, { headers, data })
  expect(asked.ok(), await asked.text()).toBe(true)
  const { id } = (await asked.json()) as { id: string }
  for (const otp of (await codesTo(request, phone)).slice(0, 4)) {
    const answered = await request.post(`/v1/verify-otp/${id}`, { headers, data: { otp } })
    if (answered.ok()) return (await answered.json()) as Tokens
  }
  throw new Error('no code of the outbox opened the session')
}

/** Types the newest codes, one after the other, until the question for one is gone: another worker may be asking for the same person. */
export async function giveCode(page: Page, person: Person): Promise<void> {
  const field = page.getByLabel('Código de 6 dígitos')
  await expect(field).toBeVisible()
  const left = async () => ((await field.isVisible()) ? await field.inputValue({ timeout: 1000 }).catch(() => '') : '')
  for (const code of (await codesTo(page.request, person.phone)).slice(0, 4)) {
    await field.pressSequentially(code)
    // A refused code is taken out of the field; the right one takes the field away.
    await expect.poll(left, { timeout: 30_000, intervals: [50] }).toBe('')
    if (!(await field.isVisible())) return
  }
  throw new Error('no code of the outbox was ours')
}

export interface Company {
  id: string
  name: string
}

/** A token lives a quarter of an hour; no journey lasts as long as what is left of it. */
const FRESH_MS = 8 * 60_000

/** The calls of the product with the worker's session. */
export class Api {
  private companies: Promise<Company[]> | undefined
  private signedInAt = Date.now()

  constructor(
    readonly request: APIRequestContext,
    public tokens: Tokens,
    readonly device: string,
    private readonly person: Person,
  ) {}

  /** Signs in anew before the token ends: on a slow machine a worker outlives it. */
  async staySignedIn(): Promise<void> {
    if (Date.now() - this.signedInAt < FRESH_MS) return
    this.tokens = await signIn(this.request, this.device, this.person)
    this.signedInAt = Date.now()
  }

  async send<T = unknown>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> {
    const answer = await this.request.fetch(`/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.tokens.accessToken}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
      },
      ...(body ? { data: body } : {}),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path)
  }
  post<T>(path: string, body: object): Promise<T> {
    return this.send<T>('POST', path, body)
  }

  /** As if the last code had been answered long ago: what needs a fresh one asks for it. */
  async endConfirmation(): Promise<void> {
    const answer = await this.request.post('/dev/confirmation/end', { headers: { authorization: `Bearer ${this.tokens.accessToken}` } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  async company(name: string): Promise<Company> {
    const named = async () => (await this.companies)?.find(company => company.name.includes(name))
    this.companies ??= this.get<Company[]>('/organizations/companies')
    const known = await named()
    if (known) return known
    // One founded meanwhile.
    this.companies = this.get<Company[]>('/organizations/companies')
    const found = await named()
    if (!found) throw new Error(`no company ${name} in the demo`)
    return found
  }
}

export interface Title {
  id: string
  status: string
  amount_cents: number
  due_date: string
  additional_information: string | null
  category_id: string | null
  conciliation_id: string | null
}

/** The calls as somebody else, beside the worker's own person. */
export async function apiOf(request: APIRequestContext, person: Person): Promise<Api> {
  const device = randomUUID()
  return new Api(request, await signIn(request, device, person), device, person)
}

/** What makes one context unlike another. */
type Screen = Pick<PlaywrightTestOptions, 'baseURL' | 'locale' | 'timezoneId' | 'viewport' | 'hasTouch' | 'isMobile'>

interface Fixtures {
  /** Console errors a journey causes on purpose. */
  expectedErrors: RegExp
  openCompany(name: string, path?: string): Promise<Company>
}

interface WorkerFixtures {
  /** Who is signed in, in all tests of a file. */
  person: Person
  api: Api
  /** The worker's context for a kind of screen: its browser holds the client's files and their compiled code from journey to journey. */
  contextOf(screen: Screen): Promise<KeptContext>
}

/** A context from journey to journey, and the page that stays in it: while it lives, the process of this origin does, with the client's code compiled. */
interface KeptContext {
  readonly context: BrowserContext
  readonly keeper: Page
}

async function keptContext(browser: Browser, screen: Screen): Promise<KeptContext> {
  // What fades is painted anew for every frame of it, by the processor.
  const context = await browser.newContext({ ...(screen as BrowserContextOptions), reducedMotion: 'reduce' })
  const keeper = await context.newPage()
  await keeper.goto('/version.json')
  return { context, keeper }
}

/** Leaves nothing of a journey in its context but what the server would send anybody again. */
async function forget({ context, keeper }: KeptContext, origin: string): Promise<void> {
  await Promise.all(context.pages().map(page => (page === keeper ? undefined : page.close())))
  await context.clearPermissions()
  await context.clearCookies()
  const session = await context.newCDPSession(keeper)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,service_workers,cache_storage' })
  await session.detach()
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      if (ahead !== undefined) {
        const open = browser.newContext.bind(browser)
        browser.newContext = async options => {
          const context = await open(options)
          await context.addInitScript(shiftDate, ahead)
          return context
        }
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  expectedErrors: [/^$/, { option: true }],
  person: [HELENA, { option: true, scope: 'worker' }],
  api: [
    async ({ playwright, person }, use, { project }) => {
      const { baseURL } = project.use
      const request = await playwright.request.newContext(baseURL ? { baseURL } : {})
      await use(await apiOf(request, person))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  contextOf: [
    async ({ browser }, use) => {
      const contexts = new Map<string, Promise<KeptContext>>()
      await use(screen => {
        const kind = JSON.stringify(screen)
        const kept = contexts.get(kind) ?? keptContext(browser, screen)
        contexts.set(kind, kept)
        return kept
      })
      for (const kept of contexts.values()) await (await kept).context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ contextOf, baseURL, locale, timezoneId, viewport, hasTouch, isMobile }, use) => {
    const kept = await contextOf({ baseURL, locale, timezoneId, viewport, hasTouch, isMobile })
    await use(kept.context)
    await forget(kept, baseURL as string)
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    let busy = 0
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('pageerror', error => errors.push(error.message))
    // Keys, theme and views are the person's on every machine: in other journeys of this minute a key would do nothing.
    page.on('response', response => {
      if (response.status() === 503 && response.headers()['retry-after'] !== undefined) busy += 1
      const isChosen = response.request().method() === 'PATCH' && response.url().endsWith('/v1/preferences')
      if (isChosen && !keepHere.has(page)) errors.push('preferences changed for all journeys of this person: keepPreferencesHere(page)')
    })
    await tellRawIds(page)
    await use(page)
    // A refused call prints one line of the browser's own, as does one that a busy machine asks to send again; anything else is ours.
    const ours = errors.filter(
      text =>
        !/the server responded with a status of 4\d\d/.test(text) &&
        !(/the server responded with a status of 503/.test(text) && busy-- > 0) &&
        !expectedErrors.test(text),
    )
    expect(ours).toEqual([])
  },
  openCompany: async ({ page, api }, use) => {
    await api.staySignedIn()
    await bringSession(page, api)
    await use(async (name, path = 'bills') => {
      const company = await api.company(name)
      await openScreen(page, company, path)
      return company
    })
  },
})

/** Every document that the page opens from now on is signed in. */
export async function bringSession(page: Page, { tokens, device }: Api): Promise<void> {
  await page.addInitScript(
    ([access, refresh, device]) => {
      // Only when the page has none: a renewed pair must survive a reload. The frame that shows a PDF has no storage.
      if (!localStorage || localStorage.getItem('razao.refresh-token')) return
      localStorage.setItem('razao.access-token', access as string)
      localStorage.setItem('razao.refresh-token', refresh as string)
      localStorage.setItem('razao.device', device as string)
    },
    [tokens.accessToken, tokens.refreshToken, device],
  )
}

/** A screen of a company; before the rights are known no key runs anything. */
export async function openScreen(page: Page, { id }: Pick<Company, 'id'>, path: string): Promise<void> {
  await page.goto(`/company/${id}/${path}`)
  await page.locator('main:not([aria-busy])').waitFor()
}

/** Focus is never lost to the page: asserted after every step of a keyboard journey. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body), {
      timeout: 15_000,
      intervals: [0, 25, 50, 100],
      message: 'focus was lost to the page',
    })
    .toBe(true)
}

/** Presses keys one after the other, each from wherever the one before left the focus; 'g c' is a sequence, pressed without a pause. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    for (const stroke of key.split(' ')) await page.keyboard.press(stroke)
    await expectFocusKept(page)
  }
}

const keepHere = new WeakSet<Page>()

/** What this page chooses stays with it, and it starts without choices: other journeys are of the same person at the same time. */
export async function keepPreferencesHere(page: Page): Promise<void> {
  keepHere.add(page)
  const kept: Record<string, unknown> = {}
  await page.route('**/v1/preferences', async route => {
    if (route.request().method() === 'PATCH') Object.assign(kept, route.request().postDataJSON())
    await route.fulfill({ json: kept })
  })
}

/** Goes to an address as a link within the page would, so that the client is loaded once. */
export const goTo = (page: Page, address: string) => page.evaluate(to => history.pushState({}, '', to), address)

/** Tab, as often as it takes, to a control. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let left = 40; left > 0; left--) {
    if (await control.evaluate(element => element === document.activeElement)) return
    await press(page, 'Tab')
  }
  throw new Error(`Tab does not reach ${control}`)
}

/** The one toast, open, with this title. */
export async function expectToast(page: Page, title: string | RegExp, description?: string | RegExp): Promise<void> {
  // By attribute: an open dialog hides everything else from the roles, and the announcer speaks for it meanwhile.
  const toast = page.locator('[aria-label="Avisos"] [data-state="open"] [data-part="words"]')
  await expect(toast.locator('p').first()).toHaveText(title)
  if (description !== undefined) await expect(toast.locator('p').nth(1)).toHaveText(description)
}

/** From now on, every toast shown, as [title, description], also one too short-lived to be waited for. */
export async function watchToasts(page: Page): Promise<() => Promise<string[][]>> {
  await page.evaluate(() => {
    const shown = new Map<string, string[]>()
    Object.assign(window, { toastsShown: shown })
    const look = () => {
      for (const words of document.querySelectorAll('[aria-label="Avisos"] [data-state="open"] [data-part="words"]')) {
        const lines = [...words.querySelectorAll('p')].map(line => line.textContent ?? '')
        shown.set(lines.join('|'), lines)
      }
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { toastsShown: Map<string, string[]> }).toastsShown.values()])
}
