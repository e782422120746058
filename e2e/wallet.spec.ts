// Money that leaves: many bills in one order and one code, a Pix whose holder is seen first, and a bank that brings its own lines.
import type { Page } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, giveCode, newMark, press, SERGIO, shownDay, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO })

/** A key of another company of the demonstration: the local bank knows whose it is. */
const KEY = 'financeiro@empresa3.exemplo.com.br'
const HOLDER = /Vale Verde/

/** The bank answers in a few seconds, as banks do. */
const BANK = { timeout: 30_000 }

let company: Founded

async function openAccount(api: Api, id: string): Promise<void> {
  await api.post('/digital_accounts', { company_id: id })
  await expect.poll(async () => (await api.get<{ status: string } | null>(`/companies/${id}/digital_account`))?.status, BANK).toBe('ACTIVE')
}

/** Answers the question who one is, when it is asked. */
async function confirmIdentity(page: Page, done: ReturnType<Page['locator']>): Promise<void> {
  const field = page.getByLabel('Código de 6 dígitos')
  await expect(field.or(done).first()).toBeVisible(BANK)
  if (await field.isVisible()) await giveCode(page, SERGIO)
}

test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Carteira')
  await openAccount(api, company.id)
})

test('bills marked in their list are paid by one order: marked, asked, confirmed, one code', async ({ page, api, openCompany }) => {
  for (const at of [1, 2, 3])
    await api.post<Title>(`/companies/${company.id}/bills`, {
      amount_cents: 1_000 + at,
      due_date: today(),
      additional_information: `Fornecedor ${at}`,
      ...(at < 3 ? { payment_details: { pix_key: KEY } } : {}),
    })
  await openCompany(company.name, 'bills?periodo=tudo')
  const ledger = new Ledger(page)
  await ledger.ready()
  await ledger.expectFocus()
  await press(page, 'Control+A', 'p')
  const sheet = page.getByRole('dialog', { name: 'Pagar 2 contas, R$ 20,03' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByText('Informe na conta a chave Pix ou o boleto')).toBeVisible()
  await press(page, 'Control+Enter')
  const order = page.getByRole('complementary')
  await confirmIdentity(page, order.getByRole('heading', { name: 'Pagamentos' }))
  await expect(page).toHaveURL(/\/payment-orders\/[0-9a-f-]{36}/)
  await expect(order.getByText('Concluída')).toBeVisible(BANK)
  await expect(order.getByText('2 de 2')).toBeVisible()

  // Whoever holds the link sees how it stands, and not who was paid.
  const id = /payment-orders\/([0-9a-f-]{36})/.exec(page.url())?.[1]
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await order.getByRole('button', { name: /copiar link/i }).click()
  await expect(page.getByText('Link copiado', { exact: true })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`/payment-order/${id}\\?chave=[\\w-]{43}$`))
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/payment-order/${id}`)
  await expect(page.getByText('Este link não abre nenhuma ordem')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Todos os pagamentos foram confirmados pelo banco.')).toBeVisible()
  await expect(page.getByText('R$ 20,03')).toBeVisible()
  await expect(page.getByText(HOLDER)).toHaveCount(0)
})

test('an order begins anywhere: the palette asks for the bills, and they go on to be confirmed', async ({ page, api, openCompany }) => {
  const mark = newMark()
  for (const at of [1, 2])
    await api.post<Title>(`/companies/${company.id}/bills`, {
      amount_cents: 2_000 + at,
      due_date: today(),
      additional_information: `${mark} ${at}`,
      payment_details: { pix_key: KEY },
    })
  await openCompany(company.name, 'dashboard')
  await expect(page.getByRole('main')).toBeVisible()
  await press(page, 'Control+k')
  await page.keyboard.type('escolher contas para pagar')
  await expect(page.getByRole('option', { name: /^Escolher contas para pagar/ }).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  const choosing = page.getByRole('dialog', { name: 'Escolher contas para pagar' })
  await expect(choosing.getByLabel('Procurar')).toBeFocused()
  await page.keyboard.type(mark)
  await expect(choosing.getByRole('listitem')).toHaveCount(2)
  await press(page, 'Tab', 'Space')
  await expect(choosing.getByRole('button', { name: /^Continuar com 1 conta, R\$ 20,0/ })).toBeVisible()
  await press(page, 'Tab', 'Space', 'Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Pagar 2 contas, R$ 40,03' })).toBeVisible()
  await press(page, 'Escape')
})

test('a bill is kept for a day to come from its drawer, is shown as scheduled, and is cancelled before it', async ({
  page,
  api,
  openCompany,
}) => {
  const bill = await api.post<Title>(`/companies/${company.id}/bills`, {
    amount_cents: 4_567,
    due_date: addDays(today(), 20),
    additional_information: 'Gráfica dos convites',
    payment_details: { pix_key: KEY },
  })
  const day = shownDay(addDays(today(), 9))
  await openCompany(company.name, `bills/${bill.id}`)
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Pagar/ })
    .click()
  const form = page.getByRole('dialog', { name: 'Pagar Gráfica dos convites' })
  await expect(form.getByText(HOLDER)).toBeVisible()
  await form.getByLabel('Quando').fill('+9')
  await form.getByLabel('Quando').press('Tab')
  await expect(form.getByText(new RegExp(`Sai às 7h de .*${day}`))).toBeVisible()
  const scheduled = page.getByRole('region', { name: 'Avisos' }).getByText('1 pagamento agendado')
  await form.getByRole('button', { name: /^Agendar R\$ 45,67/ }).click()
  await confirmIdentity(page, scheduled)
  await expect(scheduled).toBeVisible()

  const order = page.getByRole('complementary')
  await expect(order.getByText(`Agendada ${day}`)).toBeVisible()
  await order.getByRole('link', { name: 'Ordem de pagamento' }).click()
  await expect(page.getByRole('row').filter({ hasText: `Agendada ${day}` })).toBeVisible()
  await expect(order.getByText(new RegExp(`Sai sozinha às 7h de .*${day}`))).toBeVisible()
  await order.getByRole('button', { name: /^Cancelar/ }).click()
  await page
    .getByRole('dialog', { name: 'Cancelar a ordem de R$ 45,67?' })
    .getByRole('button', { name: /^Cancelar ordem/ })
    .click()
  await expect(order.getByText('Cancelada', { exact: true })).toBeVisible()
  expect((await api.get<{ status: string }>(`/companies/${company.id}/bills/${bill.id}`)).status).toBe('APPROVED')
})

test('a Pix shows who receives before it leaves, and its receipt after', async ({ page, openCompany }) => {
  await openCompany(company.name, 'digital-account')
  await page.getByRole('button', { name: /^Pix/ }).click()
  await page.getByLabel('Chave Pix', { exact: true }).fill('nada')
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page.getByText('Chave Pix inválida')).toBeVisible()
  await expect(page.getByText('Informe o valor')).toBeVisible()
  await page.getByLabel('Chave Pix', { exact: true }).fill(KEY)
  await page.getByLabel('Valor').fill('12,34')
  await page.getByRole('button', { name: /^Continuar/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Enviar Pix de R$ 12,34?' })
  await expect(sheet.getByText(HOLDER)).toBeVisible()
  await sheet.getByRole('button', { name: /^Enviar Pix de R\$ 12,34/ }).click()
  const receipt = page.getByRole('button', { name: /^Baixar comprovante/ })
  await confirmIdentity(page, receipt)
  await expect(page.getByText(/^Pago em/)).toBeVisible(BANK)
  const [file] = await Promise.all([page.waitForEvent('download'), receipt.click()])
  expect(file.suggestedFilename()).toMatch(/^Comprovante .+ \d\d-\d\d-\d{4}\.pdf$/)

  await page.getByRole('tab', { name: 'Extrato' }).click()
  const line = page.getByRole('row').filter({ hasText: '−12,34' })
  await expect(line).toBeVisible(BANK)
})

test('a month without movement or receipt leads to all there is', async ({ page, openCompany }) => {
  for (const screen of ['digital-account', 'digital-account/receipts']) {
    await openCompany('Padaria', `${screen}?periodo=2019-01`)
    await expect(page.getByText(/^Nenhum (movimento|comprovante) neste período$/)).toBeVisible()
    await page.getByRole('button', { name: 'Ver todo o período' }).click()
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /\d,\d\d/ })
        .first(),
    ).toBeVisible()
  }
})

test('a Pix by account keeps the bank data in a contact, which fills the next one', async ({ page, api, openCompany }) => {
  const body = { company_id: company.id, kind: 'SUPPLIER', name: 'Oficina do Bairro', document_number: '52998224725' }
  const { id } = await api.post<{ id: string }>('/contacts/', body)
  await openCompany(company.name, 'digital-account/pix?via=conta')
  const choose = async (field: RegExp, text: string) => {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option').filter({ hasText: text }).first().click()
  }
  await choose(/^Contato/, 'Oficina do Bairro')
  await expect(page.getByLabel('Nome de quem recebe')).toHaveValue('Oficina do Bairro')
  await choose(/^Banco/, '001')
  await page.getByLabel('Agência', { exact: true }).fill('1234-3')
  await page.getByLabel('Conta com dígito').fill('12345-6')
  await page.getByLabel(/^Guardar a conta em Oficina do Bairro/).check()
  await page.getByLabel('Valor').fill('8,10')
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page.getByText('O dígito da conta 12345 não é 6: confira a agência e a conta.')).toBeVisible()
  await page.getByLabel('Conta com dígito').fill('123455')
  await page.getByRole('button', { name: /^Continuar/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Enviar Pix de R$ 8,10?' })
  await expect(sheet.getByText('agência 1234-3, conta 12345-5')).toBeVisible()
  await sheet.getByRole('button', { name: /^Enviar Pix de R\$ 8,10/ }).click()
  await confirmIdentity(page, page.getByRole('button', { name: /^Fazer outro Pix/ }))
  await page.getByRole('button', { name: /^Fazer outro Pix/ }).click()
  const kept = await api.get<{ bank_account: object | null }>(`/contacts/${id}`)
  expect(kept.bank_account).toMatchObject({ routing_number: '001', branch_number: '1234-3', account_number: '12345-5', holder_name: null })

  await choose(/^Contato/, 'Oficina do Bairro')
  await expect(page.getByLabel('Agência', { exact: true })).toHaveValue('1234-3')
  await expect(page.getByLabel('Conta com dígito')).toHaveValue('12345-5')
  await expect(page.getByLabel(/^Guardar a conta/)).toHaveCount(0)
})

test('a bank is connected with consent, brings its lines, and is disconnected', async ({ page, openCompany }) => {
  await openCompany(company.name, 'bank-accounts/open-finance')
  await page.getByRole('button', { name: /Santander/ }).click()
  await expect(page).toHaveURL(/open-finance\/institution.*banco=033/)
  await page.getByRole('button', { name: /^Conectar/ }).click()
  await expect(page.getByText('Autorize para continuar')).toBeVisible()
  await page.getByLabel(/^Autorizo Santander/).check()
  await page.getByRole('button', { name: /^Conectar/ }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('heading', { name: /Santander/ })).toBeVisible()
  await expect(drawer.getByText(/está em dia/)).toBeVisible(BANK)
  await expectToast(page, 'Dados importados')
  await drawer.getByRole('button', { name: /^Desconectar/ }).click()
  const question = page.getByRole('dialog', { name: /^Desconectar/ })
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click()
  await expect(drawer.getByText('Desconectado', { exact: true })).toBeVisible()
})
