// The first days of a company, by mouse: five steps, each done in its own place and back, left in the middle and found again.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { ofxBytes } from '#tests/kit/ofx-files.ts'
import { foundCompany } from './bench-company.ts'
import { codesTo, expect, expectToast, press, SERGIO, shownDay, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const guide = (page: Page) => page.getByRole('region', { name: /^(Início|Primeiros passos)$/ })
const step = (page: Page, title: string) => guide(page).getByRole('listitem').filter({ hasText: title })
const strip = (page: Page) => page.getByRole('region', { name: 'Primeiros passos', exact: true })

function statement() {
  const rows = [
    { day: addDays(today(), -6), amount_cents: -48_000, memo: 'PIX ENVIADO FARINHAS DO VALE', fitid: 'P1' },
    { day: addDays(today(), -5), amount_cents: 73_500, memo: 'PIX RECEBIDO ENCOMENDA', fitid: 'P2' },
  ]
  const bytes = ofxBytes({ rows, bank_code: '0260', branch: '0001', account: '77777-7' })
  return { name: 'nubank.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(bytes) }
}

/** Signs up as somebody nobody knows, and founds a company. */
async function signUpWith(page: Page, company: string): Promise<void> {
  const digits = String(randomInt(10_000_000, 100_000_000))
  await page.goto(`/lead?name=Isabel+Moura&email=isabel${digits}@exemplo.com.br&phone=119${digits}`)
  const on = () => page.getByRole('button', { name: /^Continuar/ }).click()
  await on()
  await expect(page).toHaveURL(/\/signup\/user-data$/)
  await on()
  await page.getByText('Usuário individual').click()
  await on()
  await page.getByLabel('Seu CPF ou CNPJ').fill(cpfNumber(randomInt(100_000_000, 900_000_000)))
  await page.getByLabel('Senha', { exact: true }).fill('uma senha bem longa 9')
  await page.getByRole('button', { name: /^Criar conta/ }).click()
  await expect(page).toHaveURL(/\/signup\/verify-otp$/)
  const [code = ''] = await codesTo(page.request, `+55119${digits}`)
  await page.getByLabel('Código de 6 dígitos').pressSequentially(code)
  await expect(page).toHaveURL(/\/signup\/company-document-number$/)
  await page.getByLabel('CNPJ').fill(cnpjNumber(randomInt(10_000_000, 80_000_000)))
  await page.getByLabel('Razão social').fill(company)
  await page.getByLabel('Regime tributário').click()
  await page.getByRole('option', { name: 'Simples Nacional' }).click()
  await page.getByRole('button', { name: /^Criar empresa/ }).click()
}

test('from the sign-up through the five steps, by mouse, left in the middle and resumed', async ({ page }) => {
  await signUpWith(page, 'Bolos da Isabel')
  await expect(guide(page).getByText('Faltam quatro passos para Bolos da Isabel ficar em dia.')).toBeVisible()
  await expect(guide(page).getByText('Olá, Isabel')).toBeVisible()
  await expect(step(page, 'Sua empresa')).toContainText('feito')
  // No figure is made up.
  await expect(guide(page)).not.toContainText('R$')

  // The account is asked for over the guide, which stays.
  await step(page, 'Seu banco')
    .getByRole('button', { name: /^Cadastrar a conta do banco/ })
    .click()
  const account = page.getByRole('dialog', { name: 'Nova conta bancária' })
  await account.getByRole('combobox', { name: 'Banco' }).fill('nubank')
  await page
    .getByRole('option', { name: /Nu Pagamentos|Nubank/ })
    .first()
    .click()
  await account.getByLabel('Agência').fill('0001')
  await account.getByLabel('Conta com dígito').fill('77777-7')
  await account.getByRole('button', { name: /^Criar conta/ }).click()
  await expectToast(page, /criada$/)
  await expect(page).toHaveURL(/\/dashboard/)

  // The statement is read on a screen of its own, which knows the way back.
  await step(page, 'Seu banco').locator('input[type=file]').setInputFiles(statement())
  await expect(strip(page)).toContainText('Primeiros passos: Seu banco.')
  await page.getByRole('button', { name: /^Ler arquivo/ }).click()
  await page
    .locator('[data-part="summary"]')
    .getByRole('button', { name: /^Importar lançamentos/ })
    .click()
  await expect(strip(page)).toContainText('Feito: Seu banco.')
  await strip(page).getByRole('link', { name: 'Voltar aos passos' }).click()
  await expect(step(page, 'Seu banco')).toContainText('2 linhas chegaram.')
  await expect(strip(page).getByRole('link', { name: 'Voltar aos passos' })).toHaveCount(0)

  // Somebody leaves here, and comes back another day.
  await page.reload()
  await page.getByRole('navigation', { name: 'Áreas' }).getByRole('link', { name: 'Início' }).click()
  await expect(guide(page).getByText('Faltam três passos')).toBeVisible()
  await step(page, 'O que você tem para pagar')
    .getByRole('button', { name: /^Digitar uma/ })
    .click()
  const bill = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await bill.getByLabel('Descrição').fill('Farinhas do Vale')
  await bill.getByLabel('Valor').fill('480,00')
  await bill.getByLabel('Vencimento').fill(shownDay(addDays(today(), -6)))
  await bill.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, /criada/)
  // Now there is something to draw: the home stands, and what is left is a row above it.
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(strip(page)).toContainText('Faltam 2 passos: Conferir com o banco e Chamar o contador.')
  await strip(page)
    .getByRole('button', { name: /^Continuar/ })
    .click()

  await step(page, 'Conferir com o banco')
    .getByRole('button', { name: /^Confirmar a conta/ })
    .click()
  await expect(step(page, 'Conferir com o banco')).toContainText('feito')
  await step(page, 'Chamar o contador')
    .getByRole('button', { name: /^Convidar o contador/ })
    .click()
  const invite = page.getByRole('dialog', { name: 'Convidar pessoa' })
  await invite.getByLabel('CPF ou CNPJ').fill(cpfNumber(randomInt(100_000_000, 900_000_000)))
  await invite.getByLabel('Nome').fill('Caio Contador')
  await invite.getByRole('combobox', { name: 'Cargo' }).fill('Contador')
  await page.getByRole('option', { name: /Contador/ }).click()
  await invite.getByLabel('E-mail').fill('caio@exemplo.com.br')
  await invite.getByRole('button', { name: /^Enviar convite/ }).click()
  await expectToast(page, 'Convite enviado a Caio Contador')
  await expect(guide(page).getByText('Bolos da Isabel está em dia: os cinco passos estão feitos.')).toBeVisible()
  await guide(page)
    .getByRole('button', { name: /^Ver o início/ })
    .click()
  await expect(page.getByRole('region', { name: 'Saldo', exact: true })).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the way back stands over the screen a step led to, which stays usable', async ({ page, api, openCompany }) => {
    const company = await foundCompany(api, 'Passos de bolso')
    await openCompany(company.name, 'dashboard')
    await step(page, 'Seu banco').locator('input[type=file]').setInputFiles(statement())
    await expect(strip(page)).toContainText('Primeiros passos: Seu banco.')
    await page.getByRole('combobox', { name: 'Conta bancária' }).tap()
    await page.getByRole('option', { name: /10001/ }).tap()
    await page.getByRole('button', { name: /^Ler arquivo/ }).tap()
    await page
      .locator('[data-part="summary"]')
      .getByRole('button', { name: /^Importar lançamentos/ })
      .tap()
    await expect(strip(page)).toContainText('Feito: Seu banco.')
    const [over, screen] = [await strip(page).boundingBox(), await page.locator('#main').boundingBox()]
    expect(over?.y).toBe(screen?.y)
    expect(over?.height).toBeLessThan(80)
    await strip(page).getByRole('link', { name: 'Voltar aos passos' }).tap()
    await expect(step(page, 'Seu banco')).toContainText('2 linhas chegaram.')
  })
})

test('a step is put off, the guide is put away and found again, by keys and by mouse', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Passos Teclado')
  await openCompany(company.name, 'dashboard')
  await expect(step(page, 'Seu banco')).toHaveAttribute('aria-current', 'step')
  await press(page, 'p')
  await expectToast(page, 'Seu banco: fica para depois')
  await expect(step(page, 'Seu banco')).toContainText('pulado')
  await expect(step(page, 'O que você tem para pagar')).toHaveAttribute('aria-current', 'step')
  await press(page, 'z')
  await expect(step(page, 'Seu banco')).toHaveAttribute('aria-current', 'step')

  // One may go out of turn; c does what is open.
  await step(page, 'Chamar o contador').getByRole('button', { name: 'Chamar o contador' }).click()
  await press(page, 'c')
  await expect(page.getByRole('dialog', { name: 'Convidar pessoa' })).toBeVisible()
  await page.keyboard.press('Escape')

  await guide(page)
    .getByRole('button', { name: /^Esconder/ })
    .click()
  await expectToast(page, 'Primeiros passos escondidos')
  await expect(page.getByRole('region', { name: 'Saldo', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Saldo', exact: true })).toBeVisible()
  await expect(guide(page).getByRole('listitem').filter({ hasText: 'Seu banco' })).toHaveCount(0)

  await page.keyboard.press('Control+K')
  await page.keyboard.type('primeiros passos')
  await page
    .getByRole('option', { name: /^Primeiros passos/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/first-steps$/)
  await guide(page)
    .getByRole('button', { name: /^Mostrar no início/ })
    .click()
  await expectToast(page, 'Primeiros passos de volta ao início')
  await page.getByRole('navigation', { name: 'Áreas' }).getByRole('button', { name: 'Mais' }).click()
  await expect(page.getByRole('navigation', { name: 'Mais áreas' }).getByRole('link', { name: 'Primeiros passos' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Áreas' }).getByRole('link', { name: 'Início' }).click()
  await expect(step(page, 'Seu banco')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the steps fit, and the next one is under the thumb', async ({ page, api, openCompany }) => {
    const company = await foundCompany(api, 'Passos Bolso')
    await openCompany(company.name, 'dashboard')
    await step(page, 'Seu banco')
      .getByRole('button', { name: /^Pular/ })
      .tap()
    const photo = step(page, 'O que você tem para pagar').getByRole('button', { name: /^Fotografar a primeira/ })
    await expect(photo).toBeVisible()
    expect((await photo.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await photo.tap()
    await expect(strip(page)).toContainText('Primeiros passos: O que você tem para pagar.')
    await strip(page).getByRole('link', { name: 'Voltar aos passos' }).tap()
    await expect(step(page, 'O que você tem para pagar')).toHaveAttribute('aria-current', 'step')
  })
})
