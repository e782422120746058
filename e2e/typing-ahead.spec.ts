// On a slow computer a person types faster than screens come: what is typed ahead belongs to the screen that was asked for.
import type { Page } from '@playwright/test'
import { expect, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

test.beforeEach(async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'contacts')
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
})

test('keys typed while the next screen is on its way wait for it, and none runs a command of the screen that leaves', async ({ page }) => {
  // Of these letters, some open other places and some mark or change rows.
  await page.keyboard.type('gp/energia')
  await expectFilter(page, 'Contas a pagar', 'energia')
})

test('of two places asked for at once, the last has the letters', async ({ page }) => {
  await page.keyboard.type('gcgr/central')
  await expectFilter(page, 'Contas a receber', 'central')
})

async function expectFilter(page: Page, title: string, text: string): Promise<void> {
  const filter = page.getByRole('main').getByLabel('Filtrar a lista')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(filter).toHaveValue(text)
  await expect(filter).toBeFocused()
}
