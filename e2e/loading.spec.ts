// Every screen while nothing of it is known: the frame and a skeleton at once, and nothing said of what nobody has read.
import { setTimeout as wait } from 'node:timers/promises'
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
  private heard = () => {}
  /** Whether the screen of now has asked for anything. */
  asked = false

  async mount(page: Page): Promise<void> {
    await page.route('**/v1/**', route => {
      const url = route.request().url()
      if (!this.isShut || route.request().method() !== 'GET' || OF_THE_FRAME.test(url)) return route.fallback()
      this.asked = true
      this.held.push(route)
      this.heard()
    })
  }
  /** Until the screen asks; one that asks for nothing is given the time in which others do. */
  async asks(): Promise<void> {
    if (this.asked) return
    const asking = new Promise<void>(done => {
      this.heard = done
    })
    await Promise.race([asking, wait(UNASKED_MS)])
  }
  async open(): Promise<void> {
    this.isShut = false
    // A screen that was left has withdrawn its question.
    await Promise.all(this.held.splice(0).map(route => route.continue().catch(() => {})))
  }
}

/** What is drawn once it has asked is drawn by then. */
const framesOf = (page: Page, count: number) =>
  page.evaluate(async left => {
    for (; left > 0; left--) await new Promise(done => requestAnimationFrame(done))
  }, count)

/** What the page says outside its forms. */
const said = (page: Page) =>
  page.evaluate(() => {
    const hidden = [...document.querySelectorAll<HTMLElement>('form, [aria-label="Avisos"]')]
    for (const each of hidden) each.style.display = 'none'
    const text = document.body.innerText
    for (const each of hidden) each.style.display = ''
    return text
  })

async function walk(page: Page, addresses: readonly Address[]): Promise<void> {
  const gate = new Gate()
  await gate.mount(page)
  const busy = page.locator('[aria-busy="true"]')
  for (const [id, address] of addresses)
    await test.step(id, async () => {
      gate.asked = false
      await goTo(page, address)
      await expect(page.locator('main')).toBeVisible()
      await gate.asks()
      await framesOf(page, 3)
      // On a busy machine the screen itself may be on its way.
      if (gate.asked) await expect.soft(busy.or(page.locator('form')), `${id} waits in sight`).not.toHaveCount(0)
      const text = await said(page)
      expect
        .soft(
          TOO_SOON.flatMap(words => words.exec(text)?.[0] ?? []),
          `${id} says too soon`,
        )
        .toEqual([])
      // A screen that asks nothing knows what it says: a reason, or a record that a list before it lacks.
      if (!gate.asked) return
      expect.soft(await page.locator('main [data-part="state"]').count(), `${id} is empty too soon`).toBe(0)
    })
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
  )
})
