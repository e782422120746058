// Bills paid by the file of a bank other than Itaú: its agreement asks what the bank asks, and its file says that it is a test.
import { addDays } from '#domain/days.ts'
import { foundCompany } from './bench-company.ts'
import { expect, press, SERGIO, test, today } from './fixtures.ts'
import { putAllInFile, writeFile } from './pay-by-file.ts'

test.use({ person: SERGIO })

test("an agreement with Bradesco asks for Bradesco's own numbers, and what it writes is told to be a test", async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Bradesco')
  await openCompany(company.name, 'payment_agreements')
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: /^Novo convênio de pagamento/ })
  await form.getByRole('combobox', { name: 'Conta bancária' }).click()
  await page.getByRole('option', { name: /Bradesco/ }).click()
  await form.getByRole('combobox', { name: /^Banco/ }).click()
  await page.getByRole('option', { name: 'Bradesco' }).click()
  await expect(form.getByLabel('Parâmetro de transmissão')).toHaveCount(0)
  await form.getByLabel('Agência', { exact: true }).fill('3507')
  await form.getByLabel('Dígito da agência').fill('6')
  await form.getByLabel('Conta', { exact: true }).fill('364')
  await form.getByLabel('Dígito da conta').fill('6')
  await form.getByRole('button', { name: /^Criar/ }).click()
  await expect(form.getByText('Convênio: preencha com até 20 algarismos')).toBeVisible()
  await form.getByRole('textbox', { name: 'Convênio' }).fill('317324')
  await form.getByRole('button', { name: /^Criar/ }).click()
  await expect(page.getByRole('complementary')).toContainText('317324')

  const supplier = await api.post<{ id: string }>('/contacts/', {
    company_id: company.id,
    kind: 'SUPPLIER',
    name: 'Lucas Prado',
    document_number: '52998224725',
    pix_keys: [{ key: '52998224725', type: 'CPF' }],
  })
  await api.post(`/companies/${company.id}/bills`, {
    amount_cents: 12_345,
    due_date: addDays(today(), 10),
    contact_id: supplier.id,
    additional_information: 'Serviço',
  })
  await openCompany(company.name, 'bills?periodo=tudo')
  const rows = await putAllInFile(page, /^1 conta na remessa de pagamentos/)
  const file = await writeFile(page)
  expect(file.suggestedFilename()).toMatch(/^PG\d{6}-TESTE\.REM$/)
  await rows.filter({ hasText: 'Remessa 1' }).click()
  const drawer = page.getByRole('complementary').filter({ hasText: 'Lucas Prado' })
  await expect(drawer).toContainText('Arquivo de teste: escrito por layout publicado, nunca experimentado com o banco (Bradesco)')
  await expect(drawer).toContainText('Bradesco, CNAB 240')
})
