// Files between the company and its bank or its accountants: slips in a remessa, a return read, and a month handed over.
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { addDays } from '#domain/days.ts'
import { line } from '#tests/kit/collection.ts'
import { foundCompany } from './bench-company.ts'
import { type Api, around, expect, expectToast, press, SERGIO, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const BRANCH = '0001'
const ACCOUNT = '10001'

/** One sale of each amount, due in ten days, to a customer whom slips can be sent to. */
async function sell(api: Api, company_id: string, amounts: readonly number[]): Promise<void> {
  const customer = await api.post<{ id: string }>('/contacts/', {
    company_id,
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
  for (const cents of amounts)
    await api.post(`/companies/${company_id}/receivables`, {
      amount_cents: cents,
      due_date: addDays(today(), 10),
      contact_id: customer.id,
      additional_information: `Mensalidade ${cents}`,
    })
}

/** Every sale of the list as a slip, by the palette. */
async function makeSlips(page: Page, said: RegExp): Promise<void> {
  await page.locator('.ag-row').first().waitFor()
  await press(page, 'Control+a', 'Control+k')
  await page.keyboard.type('fazer boleto')
  await expect(page.getByRole('option').first()).toContainText('Fazer boleto por remessa')
  await press(page, 'Enter')
  await expectToast(page, said)
}

/** A return of Inter that says one thing of one slip, by the number of the bank and our own. */
function returnOfInter(occurrence: string, { number, document, amount_cents }: { number: string; document: string; amount_cents: number }) {
  const record = (fields: Record<number, string>) => line(fields, 400)
  const [year = '', month = '', day = ''] = today().slice(2).split('-')
  const on = day + month + year
  const amounts = { 125: String(amount_cents).padStart(13, '0'), 160: '0'.repeat(13) }
  return [
    record({ 1: '02RETORNO01COBRANCA', 77: '077INTER', 395: '000001' }),
    record({ 1: '1', 71: number, 90: occurrence, 92: on, 98: document, 119: on, ...amounts, 173: '000000', 395: '000002' }),
    record({ 1: '9', 395: '000003' }),
  ].join('\r\n')
}

async function readReturn(page: Page, text: string, said: RegExp): Promise<void> {
  await press(page, 'u')
  const sheet = page.getByRole('dialog', { name: 'Ler retorno do banco' })
  await sheet.getByLabel('Arquivo de retorno').setInputFiles({ name: 'inter.ret', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await sheet.getByRole('button', { name: /^Ler retorno/ }).click()
  await expectToast(page, said)
}

/** Everything that waits in the next file, and that file marked as sent. */
async function sendFile(page: Page, remittance: string): Promise<Download> {
  const file = page.waitForEvent('download')
  await press(page, 'n')
  const saved = await file
  // It leads to where the file is sent from.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remessas ao banco')
  const row = page.getByRole('main').getByRole('row').filter({ hasText: remittance })
  await row.focus()
  await press(page, 's')
  await page
    .getByRole('dialog', { name: /enviada/ })
    .getByRole('button', { name: /^Marcar/ })
    .click()
  await expect(row).toContainText('Enviada')
  await page.getByRole('tab', { name: 'Boletos' }).click()
  return saved
}

test('receivables become slips of a company that had no agreement, and the remessa is made, saved and marked as sent', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Boletos')
  await sell(api, company.id, [12_345, 67_890])

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
  await makeSlips(page, /^2 boletos feitos/)
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.filter({ hasText: 'Mercado Aurora' })).toHaveCount(2)
  await expect(rows.filter({ hasText: '678,90' })).toContainText('Registrar, na próxima remessa')

  expect((await sendFile(page, 'Remessa 1')).suggestedFilename()).toMatch(/^CB\d{6}-TESTE\.REM$/)
  await expect(rows.filter({ hasText: '678,90' })).toContainText('à espera do banco')
})

test('a slip at Inter is numbered by its return, and written off with the code that the bank gave', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Boletos Inter')
  await api.post(`/companies/${company.id}/bank_accounts`, {
    routing_number: '077',
    kind: 'CHECKING',
    branch_number: '0001',
    account_number: '12345678-9',
  })
  await sell(api, company.id, [12_345])
  await openCompany(company.name, 'agreements')
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: /^Novo convênio/ })
  await form.getByRole('combobox', { name: 'Conta bancária' }).click()
  await page.getByRole('option', { name: /Inter/ }).click()
  // The account tells its bank, and the form asks for what that bank asks.
  await expect(form.getByRole('combobox', { name: /^Banco/ })).toHaveText('Inter')
  await expect(form.getByLabel('Código de baixa')).toBeVisible()
  await expect(form.getByLabel('Posto')).toHaveCount(0)
  await form.getByLabel('Agência', { exact: true }).fill('0001')
  await form.getByLabel('Conta', { exact: true }).fill('12345678')
  await form.getByLabel('Dígito da conta').fill('9')
  await form.getByLabel('Convênio ou código').fill('1234567')
  await form.getByLabel('Carteira').fill('110')
  await form.getByRole('button', { name: /^Criar/ }).click()
  await expectToast(page, /criado/)

  await openCompany(company.name, 'receivables?periodo=tudo')
  await makeSlips(page, /^1 boleto feito/)
  const row = page.getByRole('main').getByRole('row').filter({ hasText: '123,45' })
  await sendFile(page, 'Remessa 1')
  await expect(row).toContainText('à espera do banco')
  const answer = (occurrence: string) => returnOfInter(occurrence, { number: '00043095401', document: '1', amount_cents: 12_345 })
  await readReturn(page, answer('02'), /1 registrado/)

  // Without the bank's code nothing is asked that no file could carry; with it, the file carries it beside the bank's number.
  await row.click()
  await press(page, 'Delete')
  await expectToast(page, 'Baixar o boleto no banco', /falta no convênio o código de baixa/)
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^Banco Inter/ })
    .click()
  const changing = page.getByRole('complementary')
  await expect(changing).toContainText('Agência e conta')
  await press(page, 'F2')
  await changing.getByLabel('Código de baixa').fill('2')
  await changing.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, /alterado/)
  await openCompany(company.name, 'receivables/slips')
  await row.click()
  await press(page, 'Delete')
  await page
    .getByRole('dialog', { name: /^Pedir a baixa/ })
    .getByRole('button', { name: /^Pedir/ })
    .click()
  await expectToast(page, /^Baixa de 1 boleto pedida/)
  const [, change = ''] = readFileSync(await (await sendFile(page, 'Remessa 2')).path(), 'latin1').split('\r\n')
  expect([change.slice(89, 100), change.slice(108, 110)]).toEqual(['00043095401', '02'])
  await readReturn(page, answer('07'), /1 baixado/)
  await expect(row).toContainText('Baixado')
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
