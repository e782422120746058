// Every screen of a company as its owner sees it, photographed: test-results/contact-sheet/index.html.
// `E2E_SHEET=whole npm run e2e -- contact-sheet` takes them all.
import { EVERY_DAY } from '#commands/rails.ts'
import { goTo, SERGIO, test } from './fixtures.ts'
import { photograph, SHEET_TIMEOUT_MS, whole, writePage } from './photograph.ts'
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
