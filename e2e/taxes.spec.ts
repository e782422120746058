// What is owed to the State and to partners, and what customers are charged: taxes, partners, yearly statements, charges, and the subscription.
import type { Page } from '@playwright/test'
import type { TaxDetail } from '#contract/taxes.ts'
import { addDays, addMonths, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { taxName } from '#resources/tax.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, press, SERGIO, shownDay, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

let company: Founded
const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, text: string | RegExp) => main(page).getByRole('row').filter({ hasText: text })
const lastMonth = monthOf(addMonths(startOfMonth(today()), -1))

test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Tributos')
})

interface Category {
  id: string
  name: string
  categories?: Category[]
}

async function categoryId(api: Api, name: string): Promise<string> {
  const flat = (rows: readonly Category[]): Category[] => rows.flatMap(row => [row, ...flat(row.categories ?? [])])
  const found = flat(await api.get<Category[]>(`/companies/${company.id}/categories`)).find(category => category.name === name)
  if (!found) throw new Error(`no category ${name}`)
  return found.id
}

test('a tax is reckoned from the books, its slip asked for, paid and unpaid again, all by keyboard', async ({ page, api, openCompany }) => {
  await api.post(`/companies/${company.id}/receivables`, {
    amount_cents: 1_000_000,
    due_date: `${lastMonth}-10`,
    competence_date: `${lastMonth}-10`,
    category_id: await categoryId(api, 'Venda de produtos'),
  })
  await openCompany(company.name, 'bills')
  await expect(page.getByRole('navigation', { name: 'Áreas' })).toBeVisible()
  await press(page, 'g i')
  await expect(main(page).getByText('Nenhum imposto', { exact: true })).toBeVisible()
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Novo imposto' })
  await expect(form.getByLabel('Competência')).toHaveText(formatMonth(lastMonth))
  await press(page, 'Control+Enter')
  const drawer = page.getByRole('complementary', { name: `DAS Simples Nacional de ${formatMonth(lastMonth)}` })
  await expect(drawer.getByText('R$ 400,00').first()).toBeVisible()
  await expect(drawer.getByText(/^Anexo I \(Comércio\), 1ª faixa/)).toBeVisible()

  await expect(rowOf(page, 'DAS Simples Nacional').first()).toBeFocused()
  await press(page, 'i')
  await expect(page.getByRole('dialog', { name: /^Emitir a guia/ })).toBeVisible()
  await press(page, 'Control+Enter')
  // The authority takes its time; its answer reaches the open page.
  await expect(drawer.getByText('Linha digitável')).toBeVisible({ timeout: 20_000 })
  await expect(drawer.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()

  await expect(rowOf(page, 'DAS Simples Nacional').first()).toBeFocused()
  await press(page, 'p')
  const payment = page.getByRole('dialog', { name: /^Pagar DAS/ })
  const account = payment.getByRole('combobox', { name: 'Conta bancária' })
  await expect(account).toBeFocused()
  await press(page, 'Control+Enter')
  await expect(payment.getByText('Escolha a conta bancária')).toBeVisible()
  await expect(account).toBeFocused()
  await page.keyboard.type('10001')
  await press(page, 'Enter', 'Control+Enter')
  await expectToast(page, /pago$/)
  await expect(drawer.getByText('Pago', { exact: true }).first()).toBeVisible()
  await press(page, 'z')
  await expectToast(page, /^Desfeito/)
  await expect(drawer.getByText('Pago', { exact: true })).toHaveCount(0)
})

test('a late tax and its bill lead to each other, and paying the bill proposes what the law adds', async ({ page, api, openCompany }) => {
  const due = addDays(today(), -10)
  const told = { kind: 'DARF', competence_date: addMonths(startOfMonth(today()), -2), due_date: due, amount_cents: 100_000 }
  const tax = await api.post<TaxDetail>(`/taxes/${company.id}`, { ...told, create_bill: true })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname.replaceAll(company.id, 'c').replace(tax.id, 'id')))
  await openCompany(company.name, `bills/${tax.bill_id}?periodo=tudo`)
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('link', { name: taxName(tax) })).toBeVisible()
  expect(asked.filter(path => path.startsWith('/v1/taxes/'))).toEqual(['/v1/taxes/c/detail/id'])
  await drawer.getByRole('link', { name: taxName(tax) }).click()
  await expect(page).toHaveURL(new RegExp(`/taxes/${tax.id}`))
  await expect(drawer.getByText(formatCents(tax.total_cents)).first()).toBeVisible()
  // The bill's drawer, which has a link of the same name, stands until the tax has come.
  await drawer.locator(`a[href*="/bills/${tax.bill_id}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/bills/${tax.bill_id}`))

  await drawer.getByRole('button', { name: /^Marcar como paga/ }).click()
  const form = page.getByRole('dialog', { name: 'Marcar como paga' })
  await expect(form.getByLabel('Paga em')).toHaveValue(shownDay(today()))
  await expect(form.getByLabel('Multa')).toHaveValue(formatAmount(tax.fine_cents))
  await expect(form.getByText('0,33% ao dia, até 20%')).toBeVisible()
  const interest = tax.interest_cents === 0 ? '' : formatAmount(tax.interest_cents)
  await expect(form.getByLabel('Juros')).toHaveValue(interest)
  await expect(form.getByText(formatCents(tax.total_cents))).toBeVisible()
  await form.getByRole('combobox', { name: 'Conta bancária' }).click()
  await page.getByRole('option', { name: /10001/ }).click()
  await form.getByRole('button', { name: /^Marcar como paga/ }).click()
  await expectToast(page, 'Conta paga')
  await drawer.getByRole('link', { name: taxName(tax) }).click()
  await expect(drawer.getByText('Pago', { exact: true }).first()).toBeVisible()
})

test('what identifies a DARF is corrected, its bill follows, and one undo takes both back', async ({ page, api, openCompany }) => {
  const told = { kind: 'DARF', competence_date: addMonths(startOfMonth(today()), -1), due_date: addDays(today(), 10), amount_cents: 50_000 }
  const tax = await api.post<TaxDetail>(`/taxes/${company.id}`, { ...told, create_bill: true })
  await openCompany(company.name, `taxes/${tax.id}`)
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('button', { name: /corrigir/i }).click()
  const form = page.getByRole('dialog', { name: `Corrigir ${taxName(tax)}` })
  await form.getByLabel('Código da receita').fill('1708')
  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expect(form.getByText('Informe o período de apuração')).toBeVisible()
  await form.getByLabel('Período de apuração').fill(shownDay(addDays(today(), -30)))
  await form.getByLabel('Valor').fill('612,34')
  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, `${taxName(tax)} corrigido`)
  await expect(drawer.getByText('1708')).toBeVisible()
  const billCents = async () => (await api.get<Title>(`/companies/${company.id}/bills/${tax.bill_id}`)).amount_cents
  expect(await billCents()).toBe(61_234)
  await press(page, 'Control+z')
  await expect.poll(billCents).toBe(50_000)
  await expect(drawer.getByText('1708')).toBeHidden()
})

test('a partner with pay and a dependent, by mouse: wrong input says why, and a deletion comes back', async ({ page, openCompany }) => {
  await openCompany(company.name, 'associates')
  await main(page)
    .getByRole('button', { name: /^Novo sócio/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Novo sócio' })
  await form.getByLabel('Nome').fill('Marina Duarte')
  await form.getByLabel('CPF').fill('11111111111')
  await form.getByLabel('Participação (%)').fill('60')
  await form.getByLabel('Pró-labore mensal').fill('10.000,00')
  await form.getByRole('button', { name: /^Criar sócio/ }).click()
  await expect(form.getByText('CPF é inválido')).toBeVisible()
  await expect(form.getByLabel('CPF')).toBeFocused()
  await form.getByLabel('CPF').fill(cpfNumber(Math.floor(Math.random() * 900_000_000)))
  await form.getByRole('button', { name: /^Criar sócio/ }).click()

  const drawer = page.getByRole('complementary', { name: 'Marina Duarte' })
  await expect(drawer.getByText('60% da empresa')).toBeVisible()
  await expect(drawer.getByText('INSS retido')).toBeVisible()
  await drawer
    .getByRole('button', { name: /^Dependente/ })
    .first()
    .click()
  const dependent = page.getByRole('dialog', { name: 'Novo dependente' })
  await dependent.getByLabel('Nome').fill('Tomás Duarte')
  await dependent.getByLabel('Parentesco').click()
  await page.getByRole('option', { name: 'Filho(a)' }).click()
  await dependent.getByLabel('Nascimento').fill('10/03/2018')
  await dependent.getByRole('button', { name: /^Criar dependente/ }).click()
  await expect(drawer.getByRole('link', { name: 'Tomás Duarte' })).toBeVisible()
  await expect(drawer.getByText('deduz IR')).toBeVisible()

  await drawer.getByRole('link', { name: 'Tomás Duarte' }).click()
  await page
    .getByRole('dialog', { name: 'Tomás Duarte' })
    .getByRole('button', { name: /^Excluir/ })
    .click()
  await expectToast(page, 'Dependente Tomás Duarte excluído')
  await expect(drawer.getByText('Nenhum dependente.')).toBeVisible()
  await page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await expect(drawer.getByRole('link', { name: 'Tomás Duarte' })).toBeVisible()
})

test('the yearly statement is delivered in two steps and answered; a plan is subscribed by Pix and cancelled', async ({
  page,
  openCompany,
}) => {
  const year = Number(today().slice(0, 4)) - 1
  await openCompany(company.name, 'annual-billing-statements/create/selection')
  const form = page.getByRole('dialog')
  await expect(form).toContainText('1 de 2')
  await form.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page).toHaveURL(new RegExp(`create/billing.*ano=${year}`))
  await page.reload()
  await expect(form).toContainText('2 de 2')
  await form.getByLabel('Serviços').fill('1.234,56')
  await form.getByRole('button', { name: /^Entregar declaração/ }).click()
  await expect(rowOf(page, `DEFIS de ${year}`)).toContainText('1.234,56')
  await expect(rowOf(page, `DEFIS de ${year}`)).toContainText('Entregue', { timeout: 20_000 })

  await openCompany(company.name, 'subscriptions')
  await main(page)
    .getByRole('button', { name: /^Escolher plano/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Assinar ME Completo' }).click()
  await expect(page.getByRole('heading', { name: 'Assinar ME Completo' })).toBeVisible()
  await page.getByRole('radio', { name: /^Pix/ }).check()
  await page.getByRole('button', { name: /^Assinar e gerar o Pix/ }).click()
  await page.getByRole('button', { name: /^Gerar o Pix/ }).click()
  await expect(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()

  await openCompany(company.name, 'subscriptions')
  await expect(rowOf(page, 'ME Completo')).toContainText('Pendente')
  await page.getByRole('button', { name: /^Cancelar/ }).click()
  await page.getByRole('dialog', { name: 'Cancelar ME Completo?' }).getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expectToast(page, 'ME Completo cancelada')
})

test('an open receivable is charged by boleto with its Pix code, and the charge is cancelled', async ({ page, api, openCompany }) => {
  await api.post('/digital_accounts', { company_id: company.id })
  await expect
    .poll(async () => (await api.get<{ status: string }>(`/companies/${company.id}/digital_account`)).status, { timeout: 20_000 })
    .toBe('ACTIVE')
  const receivable = await api.post<Title>(`/companies/${company.id}/receivables`, {
    amount_cents: 45_699,
    due_date: addDays(today(), 5),
    additional_information: 'Mensalidade de consultoria',
  })
  await openCompany(company.name, `receivables/${receivable.id}?periodo=tudo`)
  const title = page.getByRole('complementary', { name: 'Mensalidade de consultoria' })
  await title.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: /^Cobrar o cliente/ }).click()
  const form = page.getByRole('form', { name: 'Nova cobrança' })
  await expect(form.getByLabel('Quanto')).toHaveValue('456,99')
  await form.getByRole('button', { name: /^Como e até quando/ }).click()
  await form.getByRole('radio', { name: /^Boleto com Pix/ }).check()
  await expect(form.getByText(/a empresa recebe R\$\s454,50/)).toBeVisible()
  await form.getByRole('button', { name: /^Criar cobrança/ }).click()
  await expect(form.getByText('Informe quem paga')).toBeVisible()
  await form.getByLabel('Nome de quem paga').fill('Livraria Mar de Letras')
  await form.getByLabel('CPF ou CNPJ de quem paga').fill(cpfNumber(Math.floor(Math.random() * 900_000_000)))
  await form.getByRole('button', { name: /^Criar cobrança/ }).click()

  const drawer = page.getByRole('complementary', { name: /^Livraria Mar de Letras/ })
  await expect(drawer.getByText('Linha digitável')).toBeVisible()
  await expect(drawer.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()
  const file = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: /PDF/ }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  await drawer.getByRole('button', { name: /^Cancelar/ }).click()
  await page.getByRole('dialog', { name: 'Cancelar a cobrança?' }).getByRole('button', { name: 'Cancelar cobrança' }).click()
  await expectToast(page, 'Cobrança cancelada')
  await expect(drawer.getByText('Cancelada')).toBeVisible()
})
