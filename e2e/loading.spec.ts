// Every screen while nothing of it is known: the frame and a skeleton at once, and nothing said of what nobody has read.
import type { Page, Route } from '@playwright/test'
import { screens } from '#commands/screens.ts'
import { type Company, expect, goTo, test } from './fixtures.ts'

/** A record that does not exist: nobody knows so before the answer. */
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

type Address = readonly [id: string, address: string]

const UNASKED_MS = 200

/** Counts and sums of records, none of which has arrived. What a person types is known: forms may say what it comes to. */
const TOO_SOON = [/\b0 de 0\b/, /R\$\s[-−]?0,00/, /\b100\s?%/, /Não foi possível/]

/** What every screen has beside its own: the person, the company and its registers, which forms choose from. */
const OF_THE_FRAME = /\/v1\/(profile|organizations|preferences|notifications|companies\/[^/]+\/(permissions|date_ranges))\b/

/** Holds back what screens read, until it is told to let it go. */
class Gate {
  private held: Route[] = []
  private isShut = true

  async mount(page: Page): Promise<void> {
    await page.route('**/v1/**', route => {
      const url = route.request().url()
      if (!this.isShut || route.request().method() !== 'GET' || OF_THE_FRAME.test(url)) return route.fallback()
      this.held.push(route)
    })
  }
  async open(): Promise<void> {
    this.isShut = false
    // A screen that was left has withdrawn its question.
    await Promise.all(this.held.splice(0).map(route => route.continue().catch(() => {})))
  }
}

declare global {
  interface Window {
    /** Whether the screen of now has asked for anything that nobody knows yet. */
    asked?: boolean
  }
}

/** In the page itself, where what a screen asks cannot be taken for what the one before it asked. */
const listen = (page: Page) =>
  page.evaluate(ofTheFrame => {
    const frame = new RegExp(ofTheFrame)
    // Another journey's write has things read again that were asked for before: no screen waits for those.
    const known = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
    const { fetch } = window
    window.fetch = (input, init) => {
      const { url, method } = new Request(input, init)
      if (method === 'GET' && url.includes('/v1/') && !frame.test(url) && !known.has(url)) window.asked = true
      known.add(url)
      return fetch(input, init)
    }
  }, OF_THE_FRAME.source)

/** Goes to a screen, until it asks and has drawn what it shows then; one that asks for nothing is given the time in which others do. */
const openScreen = (page: Page, address: string) =>
  page.evaluate(
    async ([to, ms]) => {
      window.asked = false
      history.pushState({}, '', to)
      const frame = () => new Promise(done => requestAnimationFrame(done))
      for (const end = performance.now() + ms; !window.asked && performance.now() < end; ) await frame()
      for (let left = 3; left > 0; left--) await frame()
    },
    [address, UNASKED_MS] as const,
  )

/** What the page says outside its forms. */
const said = (page: Page) =>
  page.evaluate(() => {
    const hidden = [...document.querySelectorAll<HTMLElement>('form, [aria-label="Avisos"]')]
    for (const each of hidden) each.style.display = 'none'
    const text = document.body.innerText
    for (const each of hidden) each.style.display = ''
    return text
  })

/** `least`: so many screens ask at the least; with fewer the walk means nothing. */
async function walk(page: Page, addresses: readonly Address[], least: number): Promise<void> {
  const gate = new Gate()
  await listen(page)
  await gate.mount(page)
  const busy = page.locator('[aria-busy="true"]')
  let asking = 0
  for (const [id, address] of addresses)
    await test.step(id, async () => {
      await openScreen(page, address)
      await expect(page.locator('main')).toBeVisible()
      const asked = await page.evaluate(() => window.asked)
      // On a busy machine the screen itself may be on its way.
      if (asked) await expect.soft(busy.or(page.locator('form')), `${id} waits in sight`).not.toHaveCount(0)
      const text = await said(page)
      expect
        .soft(
          TOO_SOON.flatMap(words => words.exec(text)?.[0] ?? []),
          `${id} says too soon`,
        )
        .toEqual([])
      // A screen that asks nothing knows what it says: a reason, or a record that a list before it lacks.
      if (!asked) return
      asking++
      expect.soft(await page.locator('main [data-part="state"]').count(), `${id} is empty too soon`).toBe(0)
    })
  expect(asking).toBeGreaterThanOrEqual(least)
  await gate.open()
  for (const [id, address] of addresses.filter(([, to]) => !to.includes(UNKNOWN)))
    await test.step(`${id} settles`, async () => {
      await goTo(page, address)
      await expect.soft(busy, `${id} settles`).toHaveCount(0)
    })
}

const all = Object.entries(screens)
const addressOf = (path: string, { id }: Company): string => path.replace('$companyId', id).replace(/\$\w+/g, UNKNOWN)

test('no screen of a company says what it does not know yet', async ({ page, openCompany }) => {
  test.setTimeout(300_000)
  const company = await openCompany('Padaria', 'settings/keyboard')
  const own = all.filter(([, { path }]) => path.includes('$companyId'))
  expect(own.length).toBeGreaterThan(120)
  await walk(
    page,
    own.map(([id, { path }]) => [id, addressOf(path, company)]),
    own.length / 4,
  )
})

test('a page loaded cold has its frame at once, whatever the screen waits for', async ({ page, api, openCompany }) => {
  const { id } = await api.company('Padaria')
  let letGo = () => {}
  const held = new Promise<void>(done => {
    letGo = done
  })
  await page.route('**/permissions', route => held.then(() => route.fallback()))
  const opened = openCompany('Padaria', 'bills')
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Contas a pagar' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Áreas' })).toBeAttached()
  await expect(page.getByRole('main').getByRole('status', { name: 'Carregando' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nova conta a pagar')
  letGo()
  await opened
  await expect(page.getByRole('option', { name: /^Nova conta a pagar/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Áreas' }).getByRole('link', { name: /^Contas a pagar/ })).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(id))
})

test('no screen of the office says what it does not know yet', async ({ page, openCompany }) => {
  const company = await openCompany('Padaria', 'settings/keyboard')
  await goTo(page, '/organization')
  const own = all.filter(([, { path }]) => path.startsWith('/organization/'))
  expect(own.length).toBeGreaterThan(5)
  await walk(
    page,
    own.map(([id, { path }]) => [id, addressOf(path, company)]),
    0,
  )
})
