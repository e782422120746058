// Pix at the company's own bank: registered, told what is missing, given its credentials, tried, and offered where a customer is charged.
import { makeCertificate } from '#tests/kit/certificates.ts'
import { foundCompany } from './bench-company.ts'
import { expect, SERGIO, type Title, test, today } from './fixtures.ts'
import { askBank, connectBank, drawerOf, giveCredentials, openBank, register } from './pix-bank.ts'

test.use({ person: SERGIO })

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
  const { bank, root } = await openBank()
  try {
    const company = await foundCompany(api, 'Pix recebido')
    const at = `/companies/${company.id}/receivables`
    const title = await api.post<Title>(at, { amount_cents: 15_000, due_date: today(), additional_information: 'Aula de violão' })
    await openCompany(company.name, 'pix_agreements')
    await connectBank(page, { bank, root })

    await openCompany(company.name, `receivables/create/billing?titulo=${title.id}`)
    await page.getByRole('button', { name: 'Criar cobrança' }).click()
    await expect.poll(() => bank.charges.size, { timeout: 20_000 }).toBe(1)
    bank.pay([...bank.charges.keys()][0] ?? '', new Date().toISOString())

    // No notice reaches this server: a person asks.
    await openCompany(company.name, 'pix_agreements')
    await askBank(page)
    const received = async () => (await api.get<Title>(`${at}/${title.id}`)).status
    await expect.poll(received, { timeout: 20_000 }).toBe('RECEIVED')
    expect(bank.refused).toEqual([])
  } finally {
    await bank.close()
  }
})
