// Files between the company and its bank or its accountants: slips in a remessa, a return read, and a month handed over.
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { addDays } from '#domain/days.ts'
import { foundCompany } from './bench-company.ts'
import { around, expect, expectToast, press, SERGIO, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const BRANCH = '0001'
const ACCOUNT = '10001'

test('receivables become slips of a company that had no agreement, and the remessa is made, saved and marked as sent', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Boletos')
  const customer = await api.post<{ id: string }>('/contacts/', {
    company_id: company.id,
    kind: 'CUSTOMER',
    name: 'Mercado Aurora',
    document_number: '52998224725',
    address: {
      postal_code: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    },
  })
  for (const cents of [12_345, 67_890])
    await api.post(`/companies/${company.id}/receivables`, {
      amount_cents: cents,
      due_date: addDays(today(), 10),
      contact_id: customer.id,
      additional_information: `Mensalidade ${cents}`,
    })

  // Without an agreement the list says what to begin with.
  await openCompany(company.name, 'receivables/slips')
  await expect(page.getByRole('main').getByRole('button', { name: /^Novo convênio/ })).toBeVisible()
  await api.post(`/companies/${company.id}/agreements`, {
    bank_account_id: company.accountId,
    layout: '400',
    branch: BRANCH,
    account: ACCOUNT,
    account_digit: itauAccountDigit({ branch: BRANCH, account: ACCOUNT }),
    wallet: '109',
  })

  await openCompany(company.name, 'receivables?periodo=tudo')
  await page.locator('.ag-row').first().waitFor()
  await press(page, 'Control+a', 'Control+k')
  await page.keyboard.type('fazer boleto')
  await expect(page.getByRole('option').first()).toContainText('Fazer boleto por remessa')
  await press(page, 'Enter')
  await expectToast(page, /^2 boletos feitos/)
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.filter({ hasText: 'Mercado Aurora' })).toHaveCount(2)
  await expect(rows.filter({ hasText: '678,90' })).toContainText('Registrar, na próxima remessa')

  const file = page.waitForEvent('download')
  await press(page, 'n')
  expect((await file).suggestedFilename()).toMatch(/^CB\d{6}-TESTE\.REM$/)
  // It leads to where the file is sent from.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remessas ao banco')
  await rows.filter({ hasText: 'Remessa 1' }).focus()
  await press(page, 's')
  await page
    .getByRole('dialog', { name: /enviada/ })
    .getByRole('button', { name: /^Marcar/ })
    .click()
  await expect(rows.filter({ hasText: 'Remessa 1' })).toContainText('Enviada')
  await page.getByRole('tab', { name: 'Boletos' }).click()
  await expect(rows.filter({ hasText: '678,90' })).toContainText('à espera do banco')
})

test('a month is handed over: what lacks an account is given one, the file is made and taken back', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', `handover?${around(60)}`)
  await expect(page.getByRole('main')).toContainText('Domínio, com separador')
  await page.getByRole('tab', { name: /^O que falta/ }).click()
  const waiting = page.getByRole('region', { name: 'O que falta' })
  await expect(waiting).toContainText('Seguros')
  await waiting.getByRole('button', { name: 'Indicar conta' }).first().click()
  const form = page.getByRole('dialog', { name: 'Novo de-para' })
  // What is known is filled in, and the keys go to what is not.
  const account = form.getByRole('combobox', { name: 'Conta contábil' })
  await expect(account).toBeFocused()
  await page.keyboard.type('contabil')
  await expect(page.getByRole('option', { name: /Contabilidade/ })).toBeVisible()
  await press(page, 'Enter', 'Control+Enter')
  await expectToast(page, /^De-para .* criado$/)
  await expect(waiting).not.toContainText('Seguros')

  await page.getByRole('tab', { name: 'Entregas' }).click()
  const rows = page.getByRole('main').getByRole('row').filter({ hasText: 'Domínio' })
  await expect(rows).toHaveCount(1)
  const file = page.waitForEvent('download')
  await press(page, 'f')
  await page
    .getByRole('dialog', { name: /^Entregar/ })
    .getByRole('button', { name: /^Gerar arquivo/ })
    .click()
  expect((await file).suggestedFilename()).toMatch(/^Contabilidade .*\.txt$/)
  await expect(rows).toHaveCount(2)
  await press(page, 'z')
  await expectToast(page, /^Desfeito/)
  await expect(rows).toHaveCount(1)

  await page.getByRole('tab', { name: 'De-para' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('De-para')
  await press(page, '/')
  await page.keyboard.type('seguros')
  await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'Seguros' })).toContainText('Contabilidade')
})
