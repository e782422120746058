// Every screen of a company as its owner sees it, photographed: test-results/contact-sheet/index.html.
// `E2E_SHEET=whole npm run e2e -- contact-sheet` takes them all.
import { EVERY_DAY } from '#commands/rails.ts'
import { pathTo } from '#commands/screens.ts'
import { expect, goTo, SERGIO, test } from './fixtures.ts'
import { photograph, SHEET_TIMEOUT_MS, settle, whole, writePage } from './photograph.ts'
import { expectNoRawIds } from './raw-ids.ts'
import { COMPANY_SHEET } from './sheet-screens.ts'

test.use({ person: SERGIO })
test.describe.configure({ timeout: SHEET_TIMEOUT_MS })
test.afterAll(writePage)

const everyDay = new Set<string>(EVERY_DAY.flat().map(({ screen }) => screen))

test('the screens of a company', async ({ page, openCompany }) => {
  const { id } = await openCompany('Padaria Sol Nascente', 'settings/keyboard')
  for (const screen of whole ? COMPANY_SHEET : COMPANY_SHEET.filter(one => everyDay.has(one.id))) {
    await goTo(page, screen.path.replace('$companyId', id))
    await photograph(page, screen)
  }
})

/** Lists whose first record opens beside them. */
const OPENED = ['billings', 'documents', 'taxes', 'payments', 'contacts', 'product_invoices', 'accounts', 'bank_slips', 'users'] as const

test('no record shows what only a program calls it', async ({ page, openCompany }) => {
  const { id } = await openCompany('Padaria Sol Nascente', 'settings/keyboard')
  for (const list of OPENED) {
    await goTo(page, pathTo(list, { companyId: id }))
    await settle(page)
    await page.locator('main [role="grid"] [role="rowgroup"] [role="row"]').first().getByRole('gridcell').nth(1).click()
    await expect(page.getByRole('complementary'), list).toBeVisible()
    await settle(page)
    await expectNoRawIds(page, list)
  }
})
