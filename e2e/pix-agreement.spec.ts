// Pix at the company's own bank: registered, told what is missing, given its credentials, tried, and offered where a customer is charged.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { makeCertificate } from '#tests/kit/certificates.ts'
import type { ServerIdentity } from '#tests/kit/loopback-authority.ts'
import { pixServer } from '#tests/kit/pix-server.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, press, SERGIO, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const drawerOf = (page: Page): Locator =>
  page.getByRole('complementary').or(page.getByRole('dialog')).filter({ hasText: 'Endereço do token' }).first()

/** Sends the form of a bank, and gives it: a bad address keeps it open. */
async function register(page: Page, api: string, token: string): Promise<Locator> {
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Novo Pix no banco' })
  await form.getByRole('combobox', { name: /^Conta que recebe/ }).click()
  await page.getByRole('option').first().click()
  await form.getByLabel('Chave Pix').fill('7d9f0335-8dcc-4054-9bf9-0dbd61d36906')
  await form.getByLabel('Endereço da API Pix').fill(api)
  await form.getByLabel('Endereço do token').fill(token)
  await form.getByRole('button', { name: /^Criar/ }).click()
  return form
}

interface Means {
  id: string
  secret: string
  held: ReturnType<typeof makeCertificate>
}

/** In the drawer of the bank. */
async function giveCredentials(page: Page, { id, secret, held }: Means): Promise<void> {
  await drawerOf(page)
    .getByRole('button', { name: /credenciais/i })
    .click()
  const means = page.getByRole('dialog', { name: 'Enviar credenciais do banco' })
  await means.getByLabel('Client id').fill(id)
  await means.getByLabel('Client secret').fill(secret)
  const chooser = page.waitForEvent('filechooser')
  await means
    .getByRole('button', { name: /arquivo/i })
    .first()
    .click()
  const pem = `${held.certificate}${held.key.export({ type: 'pkcs8', format: 'pem' })}`
  await (await chooser).setFiles({ name: 'empresa.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) })
  await means.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expectToast(page, 'Credenciais guardadas')
}

test('a bank is registered, given credentials, asked whether it answers, and offered where a customer is charged', async ({
  page,
  api,
  openCompany,
}) => {
  test.setTimeout(120_000)
  const company = await foundCompany(api, 'Pix no banco')
  // Without a digital account the page of a charge shows this way.
  await openCompany(company.name, 'receivables/create/billing')
  await page.getByRole('link', { name: 'Receber no banco da empresa' }).click()
  await expect(page).toHaveURL(/\/pix_agreements$/)
  const form = await register(page, 'http://pix.banco.exemplo.com.br', 'https://pix.banco.exemplo.com.br/oauth/token')
  await expect(form.getByText('Informe um endereço que começa por https://')).toBeVisible()
  await form.getByLabel('Endereço da API Pix').fill('https://pix.banco.exemplo.com.br/api/v2')
  await form.getByRole('button', { name: /^Criar/ }).click()

  const drawer = drawerOf(page)
  await expect(drawer).toContainText('Faltam as credenciais')
  await giveCredentials(page, { id: 'razao-teste', secret: 'segredo-do-banco', held: makeCertificate({ name: 'Empresa' }) })
  // The address is nobody's: that is told, and asked again when a person wants to know.
  await expect(drawer).toContainText('O banco não respondeu', { timeout: 20_000 })

  await openCompany(company.name, 'receivables/create/billing')
  await page.getByLabel('Quanto').fill('150,00')
  await expect(page.getByText(/O cliente paga R\$\s150,00 por Pix, direto em/)).toBeVisible()
})

test('what a customer pays at the bank is received here, in the account of the bank', async ({ page, api, openCompany }) => {
  test.setTimeout(120_000)
  const identity: ServerIdentity = JSON.parse(readFileSync(process.env.E2E_BANK ?? '', 'utf8'))
  const root = makeCertificate({ name: 'Raiz do banco', authority: true }, undefined, 0)
  const bank = await pixServer(identity, root.certificate, Date.now)
  try {
    const company = await foundCompany(api, 'Pix recebido')
    const at = `/companies/${company.id}/receivables`
    const title = await api.post<Title>(at, { amount_cents: 15_000, due_date: today(), additional_information: 'Aula de violão' })
    await openCompany(company.name, 'pix_agreements')
    await register(page, bank.url, `${bank.url}/oauth/token`)
    await giveCredentials(page, { id: bank.clientId, secret: bank.clientSecret, held: makeCertificate({ name: 'Empresa' }, root, 2) })
    await expect(drawerOf(page)).toContainText('Funcionando', { timeout: 20_000 })

    await openCompany(company.name, `receivables/create/billing?titulo=${title.id}`)
    await page.getByRole('button', { name: 'Criar cobrança' }).click()
    await expect.poll(() => bank.charges.size, { timeout: 20_000 }).toBe(1)
    bank.pay([...bank.charges.keys()][0] ?? '', new Date().toISOString())

    // No notice reaches this server: a person asks.
    await openCompany(company.name, 'pix_agreements')
    await page.getByText('7d9f0335-8dcc-4054-9bf9-0dbd61d36906').first().click()
    await drawerOf(page)
      .getByRole('button', { name: /testar/i })
      .click()
    const received = async () => (await api.get<Title>(`${at}/${title.id}`)).status
    await expect.poll(received, { timeout: 20_000 }).toBe('RECEIVED')
    expect(bank.refused).toEqual([])
  } finally {
    await bank.close()
  }
})
