// H1 and H4, in the browser itself: tabs that find their session expired renew it once, and a device without a network says so on every screen.
import type { BrowserContext, Page } from '@playwright/test'
import { figure, times } from '#tests/proofs/kit/figure.ts'
import { ADDRESSES } from './addresses.ts'
import { foundCompany } from './bench-company.ts'
import { apiOf, expect, SERGIO, test } from './fixtures.ts'
import { settle } from './photograph.ts'

test.use({ person: SERGIO, expectedErrors: /net::ERR_|Failed to load resource|WebSocket/ })

const TABS = 5
const AWAY = 'Você está sem conexão'

/** Signed in as a browser of its own is. */
async function signedIn(context: BrowserContext, tokens: { accessToken: string; refreshToken: string }, device: string): Promise<void> {
  await context.addInitScript(
    ([access, refresh, id]) => {
      if (localStorage.getItem('razao.refresh-token')) return
      localStorage.setItem('razao.access-token', access as string)
      localStorage.setItem('razao.refresh-token', refresh as string)
      localStorage.setItem('razao.device', id as string)
    },
    [tokens.accessToken, tokens.refreshToken, device],
  )
}

test('five tabs whose session expired renew it once, whatever their clock says', async ({ browser, request, baseURL }) => {
  test.setTimeout(180_000)
  let refused = 0
  let renewed = 0
  const clocks = times(1, 3)
  for (const minutes of [0, 10, -10].slice(0, clocks)) {
    const api = await apiOf(request, SERGIO)
    const { id } = await foundCompany(api, `Cinco Abas ${minutes}`)
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    await signedIn(context, api.tokens, api.device)
    if (minutes !== 0) await context.clock.install({ time: Date.now() + minutes * 60_000 })
    const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
    const open = (tab: Page) => tab.goto(`/company/${id}/dashboard`).then(() => tab.locator('main:not([aria-busy])').waitFor())
    await Promise.all(tabs.map(open))
    // As one that ended: no signature of the server's stands under it.
    await tabs[0]?.evaluate(() => localStorage.setItem('razao.access-token', `${localStorage.getItem('razao.access-token')}x`))
    let renewals = 0
    let unauthorised = 0
    context.on('response', answer => {
      if (answer.url().endsWith('/v1/refresh-token')) renewals += 1
      else if (answer.status() === 401) unauthorised += 1
    })
    await Promise.all(tabs.map(open))
    for (const tab of tabs) {
      await expect(tab).toHaveURL(new RegExp(id))
      await expect(tab.getByRole('navigation', { name: 'Áreas' })).toBeVisible()
    }
    expect(unauthorised).toBeGreaterThan(0)
    expect(renewals, `${unauthorised} calls were refused`).toBe(1)
    refused += unauthorised
    renewed += renewals
    await context.close()
  }
  figure({
    promise: 'H1',
    what: `${TABS} abas do navegador de acesso vencido, relógio certo${clocks > 1 ? ', 10 min adiantado e 10 min atrasado' : ''}`,
    ours: `${refused} recusas, ${renewed} renovação por vez, ninguém saiu`,
    floor: '1 renovação por vez',
  })
})

test('without a network every screen says so and stays, money is not asked for, and the news come by themselves', async ({
  page,
  context,
  openCompany,
}) => {
  const walked = times(3, ADDRESSES.length)
  test.setTimeout(60_000 + walked * 20_000)
  const { id } = await openCompany('Padaria', 'bills')
  const away = page.getByRole('status').filter({ hasText: AWAY })
  let slowest = 0
  for (const path of ADDRESSES.slice(0, walked)) {
    await page.goto(path.replace('$companyId', id))
    await settle(page)
    // Not by its role: an open form hides the screen behind it from whom the roles are for.
    const main = page.locator('main')
    const before = (await main.innerText()).split('\n')
    await context.setOffline(true)
    await expect.soft(away, path).toBeVisible()
    // The line that says it takes the height of a row.
    const now = (await main.innerText()).split('\n')
    expect.soft(before.filter(line => now.includes(line)).length, path).toBeGreaterThan(before.length * 0.8 - 1)
    const asked = page.waitForRequest(/\/v1\//, { timeout: 10_000 })
    const began = Date.now()
    await context.setOffline(false)
    await asked
    slowest = Math.max(slowest, Date.now() - began)
    await expect.soft(away, path).toHaveCount(0)
  }
  expect(slowest).toBeLessThan(2_000)

  await page.goto(`/company/${id}/bills/create`)
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await form.getByLabel('Valor').fill('456,78')
  await form.getByLabel('Descrição').fill('Sem rede')
  await context.setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(form.getByLabel('Descrição')).toHaveValue('Sem rede')
  await context.setOffline(false)
  await page.reload()
  await expect(form.getByLabel('Descrição')).toHaveValue('Sem rede')
  await expect(form.getByLabel('Valor')).toHaveValue('456,78')

  await page.goto(`/company/${id}/payment-orders`)
  await settle(page)
  const pay = page.getByRole('button', { name: /^Escolher contas/ }).first()
  await expect(pay).toBeVisible()
  await context.setOffline(true)
  await expect(pay).toHaveAttribute('aria-disabled', 'true')
  // A network that is back fails its first calls now and then.
  const unready = Date.now() + 1500
  let failed = 0
  await page.route(/\/v1\//, route => {
    if (Date.now() > unready) return route.continue()
    failed++
    return route.abort('internetdisconnected')
  })
  await context.setOffline(false)
  await expect.poll(() => failed).toBeGreaterThan(1)
  await expect(page.getByRole('region', { name: 'Não foi possível' })).toHaveCount(0)
  await expect(pay).not.toHaveAttribute('aria-disabled', 'true')
  figure({
    promise: 'H4',
    what: `rede desligada em ${walked} telas`,
    ours: `dito e mantido em ${walked} de ${walked}, dinheiro desabilitado, formulário de volta depois de recarregar, de novo em ${slowest} ms`,
    floor: 'todas as telas, nada perdido, < 2 s',
  })
})
