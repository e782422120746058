// Pix at the company's own bank: registered, told what is missing, given its credentials, tried, and offered where a customer is charged.
import { makeCertificate } from '#tests/kit/certificates.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, press, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

test('a bank is registered, given credentials, asked whether it answers, and offered where a customer is charged', async ({
  page,
  api,
  openCompany,
}) => {
  test.setTimeout(120_000)
  const company = await foundCompany(api, 'Pix no banco')
  await openCompany(company.name, 'pix_agreements')
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Novo Pix no banco' })
  await form.getByRole('combobox', { name: /^Conta que recebe/ }).click()
  await page.getByRole('option').first().click()
  await form.getByLabel('Chave Pix').fill('7d9f0335-8dcc-4054-9bf9-0dbd61d36906')
  await form.getByLabel('Endereço da API Pix').fill('http://pix.banco.exemplo.com.br')
  await form.getByLabel('Endereço do token').fill('https://pix.banco.exemplo.com.br/oauth/token')
  await form.getByRole('button', { name: /^Criar/ }).click()
  await expect(form.getByText('Informe um endereço que começa por https://')).toBeVisible()
  await form.getByLabel('Endereço da API Pix').fill('https://pix.banco.exemplo.com.br/api/v2')
  await form.getByRole('button', { name: /^Criar/ }).click()

  const drawer = page.getByRole('complementary').or(page.getByRole('dialog')).filter({ hasText: 'Endereço do token' }).first()
  await expect(drawer).toContainText('Faltam as credenciais')
  await drawer.getByRole('button', { name: /credenciais/i }).click()
  const means = page.getByRole('dialog', { name: 'Enviar credenciais do banco' })
  await means.getByLabel('Client id').fill('razao-teste')
  await means.getByLabel('Client secret').fill('segredo-do-banco')
  const held = makeCertificate({ name: 'Empresa' })
  const chooser = page.waitForEvent('filechooser')
  await means
    .getByRole('button', { name: /arquivo/i })
    .first()
    .click()
  const pem = `${held.certificate}${held.key.export({ type: 'pkcs8', format: 'pem' })}`
  await (await chooser).setFiles({ name: 'empresa.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) })
  await means.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expectToast(page, 'Credenciais guardadas')
  // The address is nobody's: that is told, and asked again when a person wants to know.
  await expect(drawer).toContainText('O banco não respondeu', { timeout: 20_000 })

  await openCompany(company.name, 'receivables/create/billing')
  await page.getByLabel('Quanto').fill('150,00')
  await expect(page.getByText(/O cliente paga R\$\s150,00 por Pix, direto em/)).toBeVisible()
})
