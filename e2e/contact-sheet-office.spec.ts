// The rest of the contact sheet: the screens of an office, those that are one's own, and those before the session.
import { goTo, test } from './fixtures.ts'
import { photograph, SHEET_TIMEOUT_MS, whole, writePage } from './photograph.ts'
import { OFFICE_SHEET, OUTSIDE_SHEET, OWN_SHEET } from './sheet-screens.ts'

test.describe.configure({ timeout: SHEET_TIMEOUT_MS })
test.afterAll(writePage)

test('the screens of an office, and those that are one’s own', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'settings/keyboard')
  for (const screen of whole ? [...OFFICE_SHEET, ...OWN_SHEET] : OFFICE_SHEET.slice(0, 2)) {
    await goTo(page, screen.path)
    await photograph(page, screen)
  }
})

test('the screens before the session', async ({ page }) => {
  for (const screen of whole ? OUTSIDE_SHEET : OUTSIDE_SHEET.slice(0, 1)) {
    await page.goto(screen.path)
    await photograph(page, screen)
  }
})
