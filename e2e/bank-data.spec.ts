// A supplier without a Pix key: its bank data typed, a wrong digit refused, and a bill of it paid by the bank's file as a transfer.
import { readFile } from 'node:fs/promises'
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { addDays } from '#domain/days.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, SERGIO, test, today } from './fixtures.ts'
import { putAllInFile, writeFile } from './pay-by-file.ts'

test.use({ person: SERGIO })

const ACCOUNT = { branch: '7307', account: '14446' }
const DIGIT = itauAccountDigit(ACCOUNT)

test('a supplier’s bank data are written once and pay its bills by transfer', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Transferências')
  const supplier = await api.post<{ id: string }>('/contacts/', {
    company_id: company.id,
    kind: 'SUPPLIER',
    name: 'Marina Alves',
    document_number: '11144477735',
  })
  await api.post(`/companies/${company.id}/bills`, { amount_cents: 67_890, due_date: addDays(today(), 10), contact_id: supplier.id })
  await api.post(`/companies/${company.id}/payment_agreements`, {
    bank_account_id: company.accountId,
    ...ACCOUNT,
    account_digit: DIGIT,
    approved: true,
  })

  await openCompany(company.name, `contacts/${supplier.id}`)
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Alterar/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('combobox', { name: 'Banco' }).fill('itaú')
  await page.getByRole('option', { name: /^341/ }).click()
  await drawer.getByLabel('Agência').fill(ACCOUNT.branch)
  await drawer.getByLabel('Conta com dígito').fill(`${ACCOUNT.account}-${(Number(DIGIT) + 1) % 10}`)
  await drawer.getByRole('button', { name: /^Salvar/ }).click()
  await expect(drawer.getByText(/O dígito da conta 14446 não é/)).toBeVisible()
  await drawer.getByLabel('Conta com dígito').fill(`${ACCOUNT.account}${DIGIT}`)
  await drawer.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, /^Contato Marina Alves alterado/)
  await expect(drawer).toContainText('341 Itaú')
  await expect(drawer).toContainText(`${ACCOUNT.account}-${DIGIT}`)

  await openCompany(company.name, 'bills?periodo=tudo')
  const rows = await putAllInFile(page, /^1 conta na remessa de pagamentos/)
  const file = (await readFile(await (await writeFile(page)).path(), 'ascii')).split('\r\n')
  expect(file[1]?.slice(9, 13)).toBe('2001')
  expect(file[2]?.slice(20, 73)).toBe(`34107307 000000014446 ${DIGIT}${'MARINA ALVES'.padEnd(30)}`)
  await rows.filter({ hasText: 'Remessa 1' }).click()
  await expect(page.getByRole('complementary').filter({ hasText: 'Marina Alves' })).toContainText('Transferência')
})
