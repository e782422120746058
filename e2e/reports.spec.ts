// The reports as they are worked with: a plan typed in place, a figure followed to its title, a month closed and reopened.
import type { Page } from '@playwright/test'
import { addDays, addMonths, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, press, SERGIO, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, text: string | RegExp) => main(page).getByRole('row').filter({ hasText: text })
/** 'nov/26', as the heads of months say it. */
const shortMonth = (month: string) => `${formatMonth(month).slice(0, 3)}/${month.slice(2, 4)}`

interface Category {
  id: string
  name: string
  categories?: Category[]
}

async function sale(api: Api, c: string, text: string, amount_cents: number): Promise<Title> {
  const flat = (rows: readonly Category[]): Category[] => rows.flatMap(row => [row, ...flat(row.categories ?? [])])
  const category = flat(await api.get<Category[]>(`/companies/${c}/categories`)).find(one => one.name === 'Prestação de serviços')
  return api.post<Title>(`/companies/${c}/receivables`, {
    amount_cents,
    due_date: today(),
    competence_date: today(),
    additional_information: text,
    category_id: category?.id,
  })
}

test('a month is planned in its cell, stands beside what was done, and the plan is taken back', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Orçada')
  await sale(api, company.id, 'Projeto de vitrine', 120_000)
  await openCompany(company.name, 'reports/budget?ver=orcado')
  const cell = `Prestação de serviços, ${shortMonth(monthOf(today()))}`
  await main(page)
    .getByRole('button', { name: `${cell}: sem orçamento` })
    .click()
  const editor = main(page).getByRole('textbox', { name: cell })
  await expect(editor).toBeFocused()
  await page.keyboard.type('muito')
  await press(page, 'Enter')
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await editor.fill('1.500,00')
  await press(page, 'Enter')
  await expect(main(page).getByRole('button', { name: `${cell}: 1.500,00` })).toBeVisible()
  await expect(rowOf(page, 'Prestação de serviços')).toBeFocused()

  await press(page, 'm')
  const line = rowOf(page, 'Prestação de serviços')
  await expect(line).toContainText('1.500,00')
  await expect(line).toContainText('1.200,00')
  await expect(line).toContainText('−300,00')
  await press(page, 'z')
  await expectToast(page, /^Desfeito: Orçamento de Prestação de serviços/)
  await expect(line).not.toContainText('1.500,00')
  await expect(line).toContainText('1.200,00')
})

test('a figure of the DRE leads to its titles, and a title to its own record', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Apurada')
  const title = await sale(api, company.id, 'Reforma do balcão', 234_567)
  await openCompany(company.name, 'reports/income-statement')
  const line = rowOf(page, 'Prestação de serviços')
  await expect(line).toContainText('2.345,67')
  await expect(rowOf(page, /^Receita líquida/)).toContainText('2.345,67')
  await line.focus()
  await press(page, 'Enter')
  const titles = page.getByRole('complementary', { name: 'Prestação de serviços' })
  await expect(titles).toContainText('R$ 2.345,67')
  await press(page, 'Escape')
  await expect(titles).toHaveCount(0)
  await expect(line).toBeFocused()

  // Not received yet: by cash there is no such line.
  await press(page, 'b')
  await expect(page).toHaveURL(/regime=caixa/)
  await expect(main(page).getByText('Nenhum resultado neste período')).toBeVisible()
  await press(page, 'b')
  await line.click()
  await titles.getByRole('button', { name: /Reforma do balcão/ }).click()
  await expect(page).toHaveURL(new RegExp(`/receivables/${title.id}`))
  await expect(page.getByRole('complementary', { name: 'Reforma do balcão' })).toContainText('R$ 2.345,67')
})

test('a month is closed from its checklist by keyboard, and reopened', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Fechada')
  const start = addMonths(startOfMonth(today()), -1)
  const bills = `/companies/${company.id}/bills`
  const due = addDays(start, 9)
  const bill = await api.post<Title>(bills, { amount_cents: 45_600, due_date: due, date: due, additional_information: 'Conserto do forno' })
  const change = () =>
    api.send('PATCH', `${bills}/${bill.id}`, { amount_cents: 45_700 }).then(
      () => 'accepted',
      (error: Error) => error.message,
    )
  await openCompany(company.name, `close?periodo=${monthOf(start)}`)
  const check = rowOf(page, 'Contas a pagar vencidas')
  await expect(check).toContainText('456,00')
  await check.focus()
  await press(page, 'f')
  const question = page.getByRole('dialog', { name: 'Fechar o mês?' })
  await expect(question).toContainText('contas a pagar vencidas no mês (1)')
  // The safe answer has the focus: the other is one Tab away.
  await press(page, 'Tab', 'Enter')
  await expectToast(page, /^Período de .* fechado$/)
  await expect(main(page).getByText('Fechado', { exact: true })).toBeVisible()
  expect(await change()).toMatch(/Reabra o período/)

  await press(page, 'r')
  await expect(page.getByRole('dialog', { name: 'Reabrir o período?' })).toBeVisible()
  await press(page, 'Tab', 'Enter')
  await expectToast(page, /^Período de .* reaberto$/)
  await expect(main(page).getByText('Fechado', { exact: true })).toHaveCount(0)
  expect(await change()).toBe('accepted')

  await check.focus()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/bills\?/)
  await expect(main(page).getByText('Conserto do forno')).toBeVisible()
})
