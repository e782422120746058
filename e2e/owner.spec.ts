// The owner of a company by mouse: a short menu without letters, and one click that opens.
import { addDays } from '#domain/days.ts'
import { around, expect, keepPreferencesHere, newMark, press, SERGIO, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Padaria Sol Nascente'
const mark = newMark()
const row = (at: number) => `${mark} ${at}`

test.use({ person: SERGIO })

test.beforeAll(async ({ api }) => {
  const company = await api.company(COMPANY)
  for (let at = 1; at <= 3; at++)
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents: at * 10_000,
      // All of them late: in one group of the list, whatever the day of the week.
      due_date: addDays(today(), at - 5),
      additional_information: row(at),
    })
})

test('the menu is short, its letters come with the first key, and the whole one is remembered', async ({ page, openCompany }) => {
  await keepPreferencesHere(page)
  await openCompany(COMPANY, 'contacts')
  const menu = page.getByRole('navigation', { name: 'Áreas' })
  await expect(menu.getByRole('link')).toHaveText([/^Início/, /^Pagar/, /^Receber/, /^Notas/, /^Bancos/, /^Relatórios/])
  const letters = menu.locator('kbd').first()
  await page.mouse.move(700, 400)
  await page.mouse.move(720, 420)
  await expect(letters).toBeHidden()
  await press(page, 'Escape')
  await expect(letters).toBeVisible()
  await page.mouse.move(700, 400)
  await expect(letters).toBeHidden()

  await menu.getByRole('link', { name: 'Pagar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contas a pagar')
  await expect(menu.locator('[aria-current]')).toContainText('Pagar')
  const more = menu.getByRole('button', { name: 'Mais' })
  await more.click()
  await page.getByRole('navigation', { name: 'Mais áreas' }).getByRole('link', { name: 'Impostos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impostos')

  await more.click()
  await page.getByRole('button', { name: 'Ver o menu completo' }).click()
  await expect(menu.getByRole('link', { name: 'Cobranças' })).toBeVisible()
  await menu.getByRole('button', { name: 'Fiscal' }).click()
  await expect(menu.getByRole('link', { name: 'Notas de produto' })).toHaveCount(0)
  // Folded away, but the area one is in stays.
  await expect(menu.getByRole('link', { name: 'Impostos' })).toBeVisible()
  await page.reload()
  await expect(menu.getByRole('link', { name: 'Cobranças' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Notas de produto' })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Menu curto' }).click()
  await expect(menu.getByRole('link', { name: 'Cobranças' })).toHaveCount(0)
})

test('the screens of an office say whom they are for, and lead back', async ({ page, openCompany }) => {
  await openCompany(COMPANY, 'dashboard')
  await page.goto('/organization/queue')
  await expect(page.getByText('Só para quem é de um escritório')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Áreas' }).getByRole('link')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect(page).toHaveURL(/\/company\//)
})

test('a button that the mouse pressed has no ring, one that a key reached has', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'digital-account/pix')
  const ring = (tab: string) => page.getByRole('tab', { name: tab }).evaluate(button => getComputedStyle(button).boxShadow)
  await expect(page.getByLabel('Chave Pix').last()).toBeFocused()
  await page.getByRole('tab', { name: 'Agência e conta' }).click()
  await expect(page.getByRole('tab', { name: 'Agência e conta' })).toBeFocused()
  expect(await ring('Agência e conta')).toBe('none')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tab', { name: 'Agência e conta' })).toBeFocused()
  expect(await ring('Agência e conta')).not.toBe('none')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Código copia e cola')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'QR Code ou copia e cola' })).toBeFocused()
})

test('one click opens a bill, the drawer follows the cursor, and only the pencil edits', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `bills?${around(30)}&bills=${mark}`)
  await ledger.ready()
  const drawer = page.getByRole('complementary')
  await ledger.cell(row(1), 'due_date').click()
  await expect(drawer.getByRole('heading', { name: row(1) })).toBeVisible()
  await press(page, 'ArrowDown')
  await expect(drawer.getByRole('heading', { name: row(2) })).toBeVisible()
  // Going back leaves the drawer, however many records it has shown.
  await page.goBack()
  await expect(drawer).toHaveCount(0)

  const description = ledger.cell(row(3), 'additional_information')
  await description.hover()
  await description.locator('[data-part="pencil"]').click()
  await expect(ledger.grid.locator('input')).toBeFocused()
  await press(page, 'End')
  await page.keyboard.type(' certa')
  await press(page, 'Enter')
  await expect(ledger.row(`${row(3)} certa`)).toHaveCount(1)
  await expect(drawer).toHaveCount(0)
  await press(page, 'z')
  await expect(ledger.row(`${row(3)} certa`)).toHaveCount(0)
})
