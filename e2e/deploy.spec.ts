// H2: a deploy under open tabs. The code that a tab has not loaded yet is gone from the server: it reloads once, finds the new code, and has
// what was typed; a broken build says so and reloads no more.
import type { BrowserContext, Page } from '@playwright/test'
import { figure, times } from '#tests/proofs/kit/figure.ts'
import { expect, goTo, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO, expectedErrors: /Failed to load resource|não pôde ser carregada|MissingCode|dynamically imported/ })

const CODE = /\/assets\/.*\.(js|css)$/

/** Loaded by every page before it shows anything; of a build with these broken nothing could even say so. */
const FIRST = /\/assets\/(index|boot|first|react|schemas|rolldown-runtime)-/

interface Tab {
  page: Page
  /** How often the page was asked for since the deploy. */
  loads: number
  words: string
}

/** From now on a tab's code answers 404 until the page is asked for again; `broken`: also then. */
async function deploy(tab: Tab, broken = false): Promise<void> {
  const { page } = tab
  page.on('request', request => {
    if (request.isNavigationRequest()) tab.loads += 1
  })
  await page.route(CODE, route => {
    const isGone = tab.loads === 0 || (broken && !FIRST.test(route.request().url()))
    return isGone ? route.fulfill({ status: 404, json: { id: 'resource.not_found' } }) : route.fallback()
  })
}

/** A tab with a form half filled in. */
async function openTab(context: BrowserContext, address: string, words: string): Promise<Tab> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('dialog', { name: 'Nova conta a pagar' }).getByLabel('Descrição').fill(words)
  return { page, loads: 0, words }
}

const description = ({ page }: Tab) => page.getByRole('dialog', { name: 'Nova conta a pagar' }).getByLabel('Descrição')

/** One for each tab that leaves its form: the browser may keep for a tab what the one beside it has loaded, and then nothing is missing. */
const PLACES = [
  ['products', 'Produtos'],
  ['categories', 'Categorias'],
  ['documents', 'Documentos'],
] as const
const placeOf = (tab: number) => (tab % 2 === 0 ? PLACES[tab / 2] : undefined)
const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { name }).first()

test('tabs whose code is gone reload once, go on, and lose nothing that was typed', async ({ page, context, openCompany }) => {
  const count = times(3, 50)
  test.setTimeout(60_000 + count * 15_000)
  const { id } = await openCompany('Padaria', 'bills')
  let recovered = 0
  // A few at a time: they are pages of one browser.
  for (let at = 0; at < count; at += 5) {
    const tabs: Tab[] = []
    for (let n = at; n < Math.min(count, at + 5); n += 1)
      tabs.push(await openTab(context, `/company/${id}/bills/create`, `Guardanapos ${n}`))
    for (const tab of tabs) await deploy(tab)
    for (const tab of tabs) {
      // As its person does: the browser slows down what nobody looks at.
      await tab.page.bringToFront()
      const place = placeOf(tabs.indexOf(tab))
      // Every second one goes on within the form: a contact is added where it is chosen, and its form is code too.
      if (place) await goTo(tab.page, `/company/${id}/${place[0]}`)
      else {
        await tab.page.getByRole('combobox', { name: 'Fornecedor' }).fill('Guardanapos Lua')
        await tab.page.getByRole('option', { name: /Adicionar contato/ }).click()
      }
      await expect.poll(() => tab.loads, `tab ${at + tabs.indexOf(tab)} at ${tab.page.url()}`).toBe(1)
    }
    for (const tab of tabs) {
      await tab.page.bringToFront()
      const place = placeOf(tabs.indexOf(tab))
      if (place) {
        await expect(heading(tab, place[1])).toBeVisible()
        await tab.page.goBack()
      }
      await expect(description(tab)).toHaveValue(tab.words)
      expect(tab.loads).toBe(1)
      recovered += 1
      await tab.page.close()
    }
  }
  await expect(page.locator('main')).toBeVisible()
  figure({
    promise: 'H2',
    what: 'abas abertas durante uma publicação',
    ours: `${recovered} de ${count} continuam, com uma recarga e o que se escreveu`,
    floor: '100 %, ≤ 1 recarga, 0 textos perdidos',
  })
})

test('a broken build is said, with one reload and no more, and asked again it is tried again', async ({ page, openCompany }) => {
  const { id } = await openCompany('Padaria', 'bills')
  const tab: Tab = { page, loads: 0, words: '' }
  await deploy(tab, true)
  await goTo(page, `/company/${id}/products`)
  const said = page.getByRole('region', { name: 'Não foi possível abrir esta tela' })
  await expect(said).toContainText('há uma versão nova')
  expect(tab.loads).toBe(1)
  await page.unroute(CODE)
  await said.getByRole('button', { name: /Tentar de novo/ }).click()
  await expect(heading(tab, 'Produtos')).toBeVisible()
  expect(tab.loads).toBe(2)
})

test('a page whose own code does not come says so after one reload, and comes when it is tried again', async ({ page, openCompany }) => {
  const { id } = await openCompany('Padaria', 'products')
  const own = /\/assets\/first-.*\.js$/
  let loads = 0
  await page.route(own, route => route.fulfill({ status: 404, json: { id: 'resource.not_found' } }))
  page.on('request', request => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.goto(`/company/${id}/products`)
  const said = page.getByRole('alert')
  await expect(said).toContainText('Esta página não pôde ser carregada')
  expect(loads).toBe(2)
  await page.unroute(own)
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Produtos' }).first()).toBeVisible()
})

test('the page is asked for each time, its code once', async ({ request }) => {
  const page = await request.get('/login')
  expect(page.headers()['cache-control']).toBe('no-store')
  const assets = [...(await page.text()).matchAll(/\/assets\/[^"]+/g)].map(([path]) => path)
  expect(assets.length).toBeGreaterThan(0)
  for (const asset of assets) expect((await request.get(asset)).headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  // What is gone is never answered with the page.
  expect((await request.get('/assets/index-velho.js')).status()).toBe(404)
  expect((await request.get('/version.json')).headers()['cache-control']).toBe('no-store')
})
