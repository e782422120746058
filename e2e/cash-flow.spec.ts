// The cash flow as a place of its own: its children open over its list, and leaving them leads back to it.
import { around, type Company, expect, expectToast, newMark, press, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Ateliê Flor de Lis'
const mark = newMark()
const bill = `${mark} aluguel`
let company: Company
let billId: string

test.beforeAll(async ({ api }) => {
  company = await api.company(COMPANY)
  const body = { amount_cents: 12_345, due_date: today(), additional_information: bill }
  ;({ id: billId } = await api.post<{ id: string }>(`/companies/${company.id}/bills`, body))
})

test('a record opens over it by key and by mouse, keys act on that record, and Esc leads back', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  const address = `cash-flow?${around(60)}&fluxo=${mark}`
  await openCompany(COMPANY, address)
  await ledger.ready()
  await ledger.cell(bill, 'additional_information').click()
  await press(page, 'Enter')
  await expect(page).toHaveURL(new RegExp(`/cash-flow/bills/${billId}`))
  const drawer = page.getByRole('complementary', { name: bill })
  await expect(drawer).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Áreas' }).getByRole('link', { name: /^Fluxo de caixa/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('button', { name: /^Novo lançamento/ })).toBeVisible()

  await press(page, 'm')
  await page
    .getByRole('dialog', { name: 'Situação' })
    .getByRole('option', { name: /Aguardando aprovação/ })
    .click()
  await expectToast(page, '1 conta movida para Aguardando aprovação')
  await expect(ledger.cell(bill, 'status')).toHaveText('Aguardando aprovação')
  await expect(page).toHaveURL(/\/cash-flow\/bills\//)
  await drawer
    .getByRole('button', { name: /^(Mais|Todas as) ações/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Alterar em formulário/ }).click()
  await expect(page).toHaveURL(/\/cash-flow\/bills\/[^/]+\/update/)
  await expect(page.getByRole('dialog', { name: 'Alterar conta a pagar' })).toBeVisible()
  await press(page, 'Escape')
  await expect(page).toHaveURL(new RegExp(`/cash-flow/bills/${billId}\\?`))
  await press(page, 'Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/cash-flow\?/)
})

test('n makes an entry of either direction and stays', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `cash-flow?${around(60)}&fluxo=${mark}`)
  await ledger.ready()
  await press(page, 'n')
  await page.getByRole('option', { name: /Entrada: conta a receber/ }).click()
  await expect(page).toHaveURL(/\/cash-flow\/receivables\/create/)
  const form = page.getByRole('dialog', { name: 'Nova conta a receber' })
  await form.getByLabel('Valor').fill('98,70')
  await form.getByLabel('Descrição').fill(`${mark} venda`)
  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, 'Conta criada')
  await expect(page).toHaveURL(/\/cash-flow\?/)
  await expect(ledger.cell(`${mark} venda`, 'inflow')).toHaveText('98,70')
})

test('it is summed by category, and one category filters the list', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `cash-flow/categories?${around(60)}`)
  await ledger.ready()
  const drawer = page.getByRole('complementary', { name: 'Fluxo por categoria' })
  await drawer.getByRole('button', { name: /^Sem categoria/ }).click()
  await expect(page).toHaveURL(/fluxo=sem/)
  await expect(ledger.row(bill)).toBeVisible()
  await drawer.getByRole('button', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(/\/cash-flow\?/)
})

test('each direction of it has an address', async ({ page, openCompany }) => {
  await openCompany(COMPANY, 'cash-flow/bills')
  await expect(page).toHaveURL(/\/cash-flow\?.*fluxo=tipo/)
  await expect(page.getByRole('tab', { name: /^Saídas/ })).toHaveAttribute('aria-selected', 'true')
})
