// What an owner comes for: what is owed, in groups, and a bill paid from where it is read, to whom the bank names. Clicks are counted.
import type { Page } from '@playwright/test'
import { addDays, endOfMonth } from '#domain/days.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, giveCode, press, SERGIO, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO })

/** A key of another company of the demonstration: the local bank knows whose it is. */
const KEY = 'financeiro@empresa3.exemplo.com.br'
const HOLDER = /Vale Verde/i
const NOBODY = 'ninguem@exemplo.com.br'
const BANK = { timeout: 30_000 }

let company: Founded

const bill = (api: Api, additional_information: string, due_date: string, more: object = {}) =>
  api.post<Title>(`/companies/${company.id}/bills`, {
    amount_cents: 12_345,
    due_date,
    additional_information,
    bank_account_id: company.accountId,
    ...more,
  })

test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Vitrine')
  await bill(api, 'Luz de antes', addDays(today(), -45))
  await bill(api, 'Aluguel de hoje', today(), { payment_details: { pix_key: KEY } })
  await bill(api, 'Conta errada', today(), { payment_details: { pix_key: NOBODY } })
  const paid = await bill(api, 'Água já paga', today())
  await api.post(`/companies/${company.id}/bills/move`, { ids: [paid.id], status: 'PAID' }).catch(() => undefined)
})

const group = (page: Page, name: string) => page.getByRole('grid').locator('.group').filter({ hasText: name })

test('the list opens on what is owed, keys work over its groups, and a folded one stays folded', async ({ page, openCompany }) => {
  await openCompany(company.name, 'bills')
  const ledger = new Ledger(page)
  await ledger.ready()
  await expect(page.getByRole('tab', { name: /^Em aberto/ })).toHaveAttribute('aria-selected', 'true')
  await expect(group(page, 'Vencidas')).toContainText('1 conta')
  await expect(group(page, 'Vencidas')).toContainText('123,45')
  await expect(group(page, 'Esta semana')).toContainText('até domingo')
  await expect(group(page, 'Depois')).toHaveCount(0)
  await expect(ledger.row('Luz de antes')).toBeVisible()
  await expect(ledger.row('Luz de antes')).toContainText('há 45 dias')

  await ledger.expectFocus()
  await press(page, 'Control+Home', 'Enter')
  await expect(ledger.row('Luz de antes')).toHaveCount(0)
  await page.reload()
  await ledger.ready()
  await expect(group(page, 'Vencidas')).toBeVisible()
  await expect(ledger.row('Luz de antes')).toHaveCount(0)
  await group(page, 'Vencidas').click()
  await expect(ledger.row('Luz de antes')).toBeVisible()

  // What is due in the month alone is one click away, and says what it leaves out.
  await page.getByRole('tab', { name: /^Todas/ }).click()
  await expect(page.getByRole('grid').locator('.group')).toHaveCount(0)
})

test('two clicks begin a payment: the account is opened on the way, the bank names who receives, one more click pays', async ({
  page,
  openCompany,
  api,
}) => {
  await openCompany(company.name, 'bills')
  const ledger = new Ledger(page)
  await ledger.ready()
  await ledger.cell('Aluguel de hoje', 'additional_information').click()
  await page.getByRole('complementary').getByRole('button', { name: 'Pagar', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Pagar Aluguel de hoje' })
  const payee = sheet.getByRole('region', { name: 'Quem recebe, segundo o banco' })
  await expect(payee).toContainText(HOLDER)
  await expect(payee).toContainText('primeira vez')
  const pay = sheet.getByRole('button', { name: /^Pagar R\$ 123,45/ })
  await expect(pay).toBeDisabled()
  await sheet.getByRole('button', { name: 'Abrir conta digital' }).click()
  await page.getByRole('dialog', { name: 'Abrir a conta digital?' }).getByRole('button', { name: 'Abrir conta digital' }).click()
  await expect(sheet.getByText('Saldo hoje')).toBeVisible(BANK)
  await pay.click()
  const field = page.getByLabel('Código de 6 dígitos')
  const chip = page.getByRole('complementary').getByText('Enviado para pagamento')
  await expect(field.or(chip).first()).toBeVisible(BANK)
  if (await field.isVisible()) await giveCode(page, SERGIO)
  await expect(chip).toBeVisible(BANK)
  const id = page.url().split('/').at(-1)?.split('?')[0]
  await expect.poll(async () => (await api.get<Title>(`/companies/${company.id}/bills/${id}`)).status, BANK).toBe('PAID')
})

test('a key that is nobody’s is told at once and pays nothing; another way is asked for in its place', async ({ page, openCompany }) => {
  await openCompany(company.name, 'bills')
  const ledger = new Ledger(page)
  await ledger.ready()
  await ledger.cell('Conta errada', 'additional_information').click()
  await page.getByRole('complementary').getByRole('button', { name: 'Pagar', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Pagar Conta errada' })
  await expect(sheet.getByText('Confira a chave Pix.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Pagar R\$/ })).toBeDisabled()
  await sheet.getByLabel('Outra chave ou boleto').click()
  await sheet.getByLabel('Pagar para').fill(KEY)
  await expect(sheet.getByRole('region', { name: 'Quem recebe, segundo o banco' })).toContainText(HOLDER)
  await press(page, 'Escape')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the same groups as cards, and the same two touches to begin', async ({ page, openCompany }) => {
    await openCompany(company.name, `bills?periodo=${addDays(today(), -60)}..${endOfMonth(today())}`)
    const heading = page.getByRole('main').getByRole('button', { name: /^Vencidas/ })
    await expect(heading).toContainText('1 conta')
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Luz de antes' }).getByRole('button').click()
    await page.getByRole('complementary').getByRole('button', { name: 'Pagar', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Pagar Luz de antes' })
    // It says no way to be paid: one is asked for.
    await sheet.getByLabel('Pagar para').fill(KEY)
    await expect(sheet.getByRole('region', { name: 'Quem recebe, segundo o banco' })).toContainText(HOLDER)
    await sheet.getByRole('button', { name: 'Já paguei' }).click()
    await expect(page.getByRole('dialog', { name: 'Marcar como paga' })).toBeVisible()
  })
})
