// The home as its owner uses it, by mouse: each part opens what it shows, what the bank confirms is taken at once and given back.
import type { Locator, Page } from '@playwright/test'
import { addDays, formatDay, monthName } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, SERGIO, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO })

const TITLES = [
  // Late by 3, 20 and 40 days, and due ahead.
  { of: 'bills', amount_cents: 12_345, by: -20, what: 'Frete atrasado' },
  { of: 'bills', amount_cents: 54_321, by: -40, what: 'Reforma atrasada' },
  { of: 'receivables', amount_cents: 77_700, by: -20, what: 'Pedido atrasado' },
  { of: 'bills', amount_cents: 900_000, by: 12, what: 'Folha do mês' },
  { of: 'receivables', amount_cents: 30_000, by: 20, what: 'Pedido a receber' },
] as const

/** What lines of the statement pay to the cent, each with the name of its payer. */
const CERTAIN = [
  { name: 'Gráfica Ipiranga', amount_cents: 85_431, by: -9 },
  { name: 'Moinho Guanabara', amount_cents: 64_219, by: -6 },
] as const

async function withBooks(api: Api): Promise<Founded> {
  const company = await foundCompany(api, 'Início Quitanda')
  const c = company.id
  const day = (by: number) => addDays(today(), by)
  await api.post(`/companies/${c}/receivables`, {
    amount_cents: 500_000,
    due_date: day(-1),
    date: today(),
    status: 'RECEIVED',
    bank_account_id: company.accountId,
    additional_information: 'Venda à vista',
  })
  await api.post(`/companies/${c}/bills`, {
    amount_cents: 120_000,
    due_date: today(),
    date: today(),
    status: 'PAID',
    bank_account_id: company.accountId,
    additional_information: 'Aluguel pago',
  })
  await api.post(`/companies/${c}/bills`, { amount_cents: 4_200, due_date: today(), additional_information: 'Gás de hoje' })
  for (const { of, what, by, amount_cents } of TITLES)
    await api.post(`/companies/${c}/${of}`, { amount_cents, due_date: day(by), additional_information: what })
  for (const { name, amount_cents, by } of CERTAIN) {
    const contact = await api.post<{ id: string }>('/contacts/', { company_id: c, kind: 'SUPPLIER', name })
    await api.post(`/companies/${c}/bills`, { amount_cents, due_date: day(by), additional_information: name, contact_id: contact.id })
  }
  await api.post(`/companies/${c}/bank_statements`, {
    bank_account_id: company.accountId,
    entries: [
      ...CERTAIN.map(({ name, amount_cents, by }) => ({ date: day(by), description: `PIX ENVIADO ${name}`, amount_cents: -amount_cents })),
      { date: day(-2), description: 'COMPRA CARTAO', amount_cents: -999 },
    ],
  })
  return company
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** These rows and no other. */
async function expectListed(page: Page, rows: readonly string[]): Promise<void> {
  const ledger = new Ledger(page)
  await ledger.ready()
  await expect(ledger.foot).toContainText(new RegExp(`${rows.length} de [\\d.]+ (contas|lançamentos)`))
  for (const row of rows) await expect(page.getByRole('gridcell', { name: row }).first()).toBeVisible()
}

/** Follows a link of the home to a list, and comes back. */
async function opens(page: Page, link: Locator, rows: readonly string[]): Promise<void> {
  await link.click()
  await expectListed(page, rows)
  await page.goBack()
  await expect(region(page, 'Início')).toBeVisible()
}

test('each part opens what it shows', async ({ page, api, openCompany }) => {
  const company = await withBooks(api)
  await openCompany(company.name, 'dashboard')
  const home = region(page, 'Início')
  // 5.000,00 came in, 1.200,00 went out; 9.000,00 and what is late are still to go.
  await expect(home.getByText(`Até hoje, ${monthName(today())} está R$ 3.800,00 no azul`)).toBeVisible()
  await expect(home.getByRole('link', { name: /^vão faltar R\$/ })).toBeVisible()
  await expect(region(page, 'Saldo').getByRole('link', { name: formatCents(380_000) })).toBeVisible()
  await expect(region(page, 'Saldo').getByText(', depois de Folha do mês')).toBeVisible()

  await opens(page, region(page, 'Atrasados').getByRole('link', { name: /^543,21/ }), ['Reforma atrasada'])
  await opens(page, region(page, 'Atrasados').getByRole('link', { name: /^777,00 8 a 30 dias/ }), ['Pedido atrasado'])
  await opens(page, region(page, 'Para onde vai o dinheiro').getByRole('link', { name: /^Sem categoria/ }), ['Aluguel pago'])
  await opens(page, region(page, 'Esta semana').getByRole('link', { name: /^sai/ }), ['Gás de hoje'])
  await opens(page, home.getByRole('link', { name: /^vão faltar R\$/ }), ['Folha do mês'])

  await region(page, 'Esta semana').getByText('Gás de hoje').hover()
  await region(page, 'Esta semana').getByRole('link', { name: 'Pagar Gás de hoje' }).click()
  await expect(page.getByRole('button', { name: /^Marcar como paga/ })).toBeVisible()
})

test('a day of the balance is looked at and opened, by mouse and by keys', async ({ page, api, openCompany }) => {
  const company = await withBooks(api)
  await openCompany(company.name, 'dashboard')
  const chart = region(page, 'Saldo')
  const hit = chart.getByRole('link', { name: /^Lançamentos de/ })
  await hit.hover({ position: { x: 53, y: 60 } })
  await expect(hit).toHaveAccessibleName(`Lançamentos de ${formatDay(addDays(today(), -30))}`)
  await page.mouse.move(0, 0)
  await expect(hit).toHaveAccessibleName(`Lançamentos de ${formatDay(today())}`)
  for (let day = 0; day < 12; day++) await page.keyboard.press('ArrowRight')
  await expect(hit).toHaveAccessibleName(`Lançamentos de ${formatDay(addDays(today(), 12))}`)
  await page.keyboard.press('Enter')
  await expectListed(page, ['Folha do mês'])
})

test('what the bank confirms is taken at once, and given back', async ({ page, api, openCompany }) => {
  const company = await withBooks(api)
  await openCompany(company.name, 'dashboard')
  const card = region(page, 'O banco já confirma')
  await expect(card.getByRole('heading')).toContainText('O banco já confirma 2 destas contas')
  await expect(card).toContainText('Depois fica 1 linha para você olhar.')
  await card.getByRole('button', { name: 'Confirmar as 2' }).click()
  await expectToast(page, '2 contas confirmadas')
  await expect(card).toBeHidden()
  // They are paid now, on the bank's days.
  const paid = CERTAIN.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  await expect(region(page, 'Saldo').getByRole('link', { name: formatCents(380_000 - paid) })).toBeVisible()
  await page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await expect(card.getByRole('button', { name: 'Confirmar as 2' })).toBeVisible()
  await card.getByRole('link', { name: 'Ver uma por uma' }).click()
  await expect(page.getByText('PIX ENVIADO Gráfica Ipiranga').first()).toBeVisible()
})

test('a company without books is invited, and no figure is made up', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Início Vazio')
  await openCompany(company.name, 'dashboard')
  // Whoever puts the guide of the first days away finds the same invitations in the pictures.
  await page.getByRole('button', { name: /^Esconder/ }).click()
  await expect(region(page, 'Início').getByText('nada foi pago nem recebido')).toBeVisible()
  await expect(region(page, 'Atrasados').getByText('Nada está atrasado.')).toBeVisible()
  await expect(region(page, 'Para onde vai o dinheiro').getByRole('link', { name: 'Ver as contas a pagar' })).toBeVisible()
  await region(page, 'Esta semana')
    .getByRole('button', { name: /^Nova conta a pagar/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Nova conta a pagar' })).toBeVisible()
})
