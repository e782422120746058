// Nothing is played by the product itself: goods come from the SEFAZ and a service from the national environment, their bills are paid at a bank
// that is connected by Pluggy, and the bank's lines settle them.
import type { Page } from '@playwright/test'
import { UPDATED } from '#tests/kit/pluggy-server.ts'
import { nfeKey, nfeProc, nfse, nfseKey, resNFe, signerUnder } from '#tests/kit/received-notes.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Connected, connectedUrl, openConnected, signUp } from './connected.ts'
import { bringSession, expect, expectToast, openScreen, type Person, press, test } from './fixtures.ts'
import { currentLine } from './ledger.ts'

const OWNER: Person = { document: '52998224725', password: 'razao-conectada-2026', phone: '+5519991230009' }
/** A party is asked by a job, and answers within seconds. */
const SOON = { timeout: 40_000 }

test.use({ baseURL: connectedUrl() })

let parties: Connected
test.beforeAll(async () => {
  parties = await openConnected()
})
test.afterAll(() => parties?.close())

test('notes come from the authorities, a connected bank brings what was paid for them, and each line settles its bill', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const { distribution, services, aggregator } = parties
  const api = await signUp(page.request, OWNER)
  const company = await foundCompany(api, 'Papelaria')
  const { document_number: buyer } = await api.get<{ document_number: string }>(`/companies/${company.id}/profile`)
  await bringSession(page, api)
  sellTo(buyer)

  await proveCompany(page, company, buyer)
  await searchNotes(page, company)
  await bookGoods(page)
  await bookService(page)
  await connectBank(page, company)

  // Line and bill are one movement, found as such and settled by one key each.
  await openScreen(page, company, 'conciliation?periodo=tudo')
  for (const left of [2, 1]) {
    await expect(page.getByRole('tab', { name: /^Pendentes/ })).toHaveText(new RegExp(`^Pendentes\\s*${left}$`))
    // The line stands there before what settles it is proposed.
    await expect(currentLine(page)).toContainText(/4321|77/)
    await press(page, 'Enter')
  }
  await expect(page.getByRole('tab', { name: /^Conciliadas/ })).toHaveText(/^Conciliadas\s*2$/)

  await openScreen(page, company, 'bills/capture')
  await page.getByRole('tab', { name: /^Lançadas/ }).click()
  await rowOf(page, '4321').click()
  await expect(goods(page)).toContainText('Paga em 10/04/2026')
  await expect(goods(page).getByRole('link', { name: /^Extrato de 10\/04\/2026: PIX ENVIADO FORNECEDORA/ })).toBeVisible()
  expect([...distribution.complaints, ...services.complaints, ...aggregator.refused]).toEqual([])
})

const goods = (page: Page) => page.getByRole('complementary', { name: /^Nota 4321/ })
const rowOf = (page: Page, number: string) => page.getByRole('main').getByRole('row').filter({ hasText: number }).getByText(number).first()

/** Of the goods their summary alone comes by itself. */
function sellTo(buyer: string): void {
  const { distribution, services, authority } = parties
  const supplier = signerUnder(authority)
  distribution.put(1, 'resNFe_v1.01.xsd', resNFe(4321))
  distribution.putForKey(nfeKey(), 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer }))
  services.put(1, 'NFSE', nfseKey(), nfse(supplier, { buyer }))
}

async function proveCompany(page: Page, company: Founded, cnpj: string): Promise<void> {
  await openScreen(page, company, 'certificate')
  await page
    .getByRole('button', { name: /^Enviar certificado/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Enviar certificado' })
  const buffer = await (await page.request.get(`/dev/certificate.pfx?cnpj=${cnpj}`)).body()
  await form.locator('input[type=file]').setInputFiles({ name: 'empresa.pfx', mimeType: 'application/x-pkcs12', buffer })
  await form.getByLabel('Senha do certificado').fill('razao')
  await form.getByRole('button', { name: /^Enviar/ }).click()
  await expectToast(page, 'Certificado digital enviado')
}

/** Who only buys says where the company is, and issues nothing. */
async function searchNotes(page: Page, company: Founded): Promise<void> {
  const main = page.getByRole('main')
  await openScreen(page, company, 'bills/capture')
  await main.getByRole('button', { name: /^Ligar a captura de notas/ }).click()
  await expectToast(page, 'Captura de notas ligada')
  await main.getByRole('button', { name: /^Informar endereço/i }).click()
  const form = page.getByRole('dialog', { name: 'Endereço da empresa' })
  await form.getByLabel('CEP').fill('01310-100')
  await expect(form.getByLabel('Cidade')).toHaveValue('São Paulo')
  await form.getByLabel('Rua').fill('Avenida Paulista')
  await form.getByLabel('Número').fill('1000')
  await form.getByLabel('Bairro').fill('Bela Vista')
  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, 'Endereço da empresa salvo')
  for (const kind of ['NF-e', 'NFS-e']) {
    await main.getByRole('button', { name: new RegExp(`^Ligar busca de ${kind}`, 'i') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Ligar busca de ${kind}` })
      .click()
    await expectToast(page, `Busca de ${kind} ligada`)
  }
}

/** The company says that it knows of them, and gets the whole note. */
async function bookGoods(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('tab', { name: /A conferir/ }).click()
  await rowOf(page, '4321').click(SOON)
  await expect(goods(page)).toContainText('Só o resumo da nota chegou')
  await goods(page)
    .getByRole('button', { name: /Dar ciência/i })
    .first()
    .click()
  await expectToast(page, 'Ciência da operação enviada à SEFAZ')
  await expect.poll(() => [...parties.events.manifested], SOON).toHaveLength(1)
  await main.getByRole('tab', { name: /A lançar/ }).click()
  await expect(main.getByRole('row').filter({ hasText: '4321' })).toContainText('Conferida pela origem', SOON)
  await goods(page)
    .getByRole('button', { name: /^Lançar/ })
    .first()
    .click()
  await expectToast(page, 'Nota lançada em contas a pagar')
}

async function bookService(page: Page): Promise<void> {
  const note = page.getByRole('complementary', { name: /^Nota 77/ })
  await rowOf(page, '77/900').click(SOON)
  await expect(note).toContainText('Ambiente nacional da NFS-e')
  await note
    .getByRole('button', { name: /^Lançar/ })
    .first()
    .click()
  await expect(page.getByRole('main').getByRole('tab', { name: /^Lançadas/ })).toContainText('2')
}

/** The bank asks whoever holds the account on its own page, and then brings what left it. */
async function connectBank(page: Page, company: Founded): Promise<void> {
  const { aggregator } = parties
  const main = page.getByRole('main')
  const paid = (id: string, day: string, amount: number, description: string) =>
    aggregator.transactions.push({ id, accountId: 'conta-corrente', date: `${day}T15:00:00.000Z`, description, type: 'DEBIT', amount })
  paid('t1', '2026-04-10', -150, 'PIX ENVIADO FORNECEDORA E FILHOS LTDA')
  paid('t2', '2026-03-12', -1000, 'PIX ENVIADO CONSULTORIA EXEMPLO LTDA')
  await openScreen(page, company, 'bank-accounts/connections')
  await main
    .getByRole('button', { name: /^Conectar banco/ })
    .first()
    .click()
  await main.getByRole('button', { name: /Itaú/ }).click()
  await main.getByRole('combobox', { name: /^Conta que já está aqui/ }).click()
  await page.getByRole('option', { name: /10001-1/ }).click()
  await main.getByText(/^Autorizo Itaú/).click()
  await main.getByRole('button', { name: /^Conectar/ }).click()
  await expect.poll(() => aggregator.items.size, SOON).toBe(1)
  const [item] = aggregator.items.values()
  if (item === undefined) throw new Error('no consent was asked for')
  const url = 'https://itau.exemplo.com.br/autorizar?pedido=1'
  const userAction = { instructions: 'Autorize', type: 'authorize-access', attributes: { url } }
  Object.assign(item, { status: 'WAITING_USER_ACTION', executionStatus: 'WAITING_USER_ACTION', userAction })
  await expect(page.getByRole('link', { name: 'Autorizar no banco' })).toHaveAttribute('href', url, SOON)
  Object.assign(item, UPDATED)
  await expect(page.getByRole('complementary')).toContainText('Itaú está em dia.', SOON)
  await expect(page.getByRole('complementary')).toContainText('10001-1', SOON)
}
