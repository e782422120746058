// Bills paid by a file: put in, written, sent, and paid once the bank's return says so.
import { readFile } from 'node:fs/promises'
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { addDays } from '#domain/days.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, press, SERGIO, test, today } from './fixtures.ts'
import { putAllInFile, writeFile } from './pay-by-file.ts'

test.use({ person: SERGIO })

const ACCOUNT = { branch: '7307', account: '14446' }

test('bills go to the bank in a file, and its return pays one and says why the other was not', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Pagamentos')
  const people = [
    ['Lucas Prado', '52998224725', 12_345],
    ['Marina Alves', '11144477735', 67_890],
  ] as const
  for (const [name, document_number, amount_cents] of people) {
    const supplier = await api.post<{ id: string }>('/contacts/', {
      company_id: company.id,
      kind: 'SUPPLIER',
      name,
      document_number,
      pix_keys: [{ key: document_number, type: 'CPF' }],
    })
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents,
      due_date: addDays(today(), 10),
      contact_id: supplier.id,
      additional_information: `Serviço de ${name}`,
    })
  }
  await openCompany(company.name, 'payment-files')
  await expect(page.getByRole('main').getByRole('button', { name: /^Novo convênio de pagamento/ })).toBeVisible()
  await api.post(`/companies/${company.id}/payment_agreements`, {
    bank_account_id: company.accountId,
    ...ACCOUNT,
    account_digit: itauAccountDigit(ACCOUNT),
    approved: true,
  })

  await openCompany(company.name, 'bills?periodo=tudo')
  const rows = await putAllInFile(page, /^2 contas na remessa de pagamentos/)
  await expect(rows.filter({ hasText: 'A enviar' })).toContainText('802,35')
  const file = await writeFile(page)
  expect(file.suggestedFilename()).toMatch(/^PG\d{6}\.REM$/)
  await rows.filter({ hasText: 'Remessa 1' }).focus()
  await press(page, 's')
  await page
    .getByRole('dialog', { name: /enviada/ })
    .getByRole('button', { name: /^Marcar/ })
    .click()
  await expect(rows.filter({ hasText: 'Remessa 1' })).toContainText('Enviada')

  // The bank gives the same records back, each with its codes.
  const sent = (await readFile(await file.path(), 'ascii')).split('\r\n')
  const returned = sent.map((line, index) => {
    if (index === 0) return `${line.slice(0, 142)}2${line.slice(143)}`
    return line[13] === 'A' ? `${line.slice(0, 230)}${line.includes('MARINA') ? 'SS' : '00'}        ` : line
  })
  await press(page, 'Escape', 'Control+k')
  await page.keyboard.type('ler retorno')
  await press(page, 'Enter')
  const form = page.getByRole('dialog', { name: 'Ler retorno do banco' })
  await form.locator('input[type=file]').setInputFiles({
    name: 'pagamentos.ret',
    mimeType: 'text/plain',
    buffer: Buffer.from(returned.join('\r\n'), 'ascii'),
  })
  await form.getByRole('button', { name: /^Ler retorno/ }).click()
  await expectToast(page, /^Retorno lido: 1 pagamento feito, 1 recusado/)
  await expect(rows.filter({ hasText: 'Remessa 1' })).toContainText('Respondida')
  await rows.filter({ hasText: 'Remessa 1' }).click()
  const drawer = page.getByRole('complementary').filter({ hasText: 'Marina Alves' })
  await expect(drawer).toContainText('SS: saldo insuficiente')
  await openCompany(company.name, 'bills?periodo=tudo')
  const bills = page.locator('.ag-row')
  await expect(bills.filter({ hasText: 'Lucas Prado' })).toContainText('Pago')
  await expect(bills.filter({ hasText: 'Marina Alves' })).toContainText('Aprovado')
})
