// Another system is told: its address registered, tried, told of a bill, failing, and told again what it missed.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, press, SERGIO, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

interface Told {
  headers: IncomingHttpHeaders
  body: string
}

let system: Server
const told: Told[] = []
let answer = 200

test.beforeAll(async () => {
  system = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      told.push({ headers: request.headers, body })
      response.writeHead(answer).end(answer === 200 ? 'recebido' : 'estoque fora do ar')
    })
  })
  await new Promise<void>(done => system.listen(0, '127.0.0.1', done))
})
test.afterAll(() => void system.close())

test('an address is registered, tried, told of a bill, fails, and is told again what it missed', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Avisos')
  const address = `http://127.0.0.1:${(system.address() as AddressInfo).port}/avisos`
  await openCompany(company.name, 'webhooks')
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Novo webhook' })
  await expect(form.getByLabel('Endereço')).toBeFocused()
  await page.keyboard.type('sistema.exemplo.com.br')
  await form.getByRole('button', { name: /^Criar webhook/ }).click()
  await expect(form.getByText('Informe um endereço que começa por https://')).toBeVisible()
  await expect(form.getByText('Escolha ao menos um evento')).toBeVisible()
  await form.getByLabel('Endereço').fill(address)
  await form.getByRole('checkbox', { name: 'Conta a pagar criada' }).click()
  await form.getByText('Conta a pagar paga').click()
  await form.getByRole('button', { name: /^Criar webhook/ }).click()
  const shown = page.getByRole('dialog', { name: /^Segredo dos avisos/ })
  const secret = await shown.getByRole('textbox').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: 'Já guardei' }).click()

  const row = page.getByRole('row').filter({ hasText: address })
  await row.click()
  const drawer = page.getByRole('complementary')
  const more = async (name: string) => {
    await drawer.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await drawer.getByRole('button', { name: /^Enviar aviso de teste|^testar/i }).click()
  await expectToast(page, /^Aviso de teste a caminho/)
  await expect(drawer.getByText('Entregue')).toBeVisible()
  expect(new Webhook(secret).verify(told[0]?.body ?? '', told[0]?.headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })

  answer = 500
  const bill = await api.post<Title>(`/companies/${company.id}/bills`, {
    amount_cents: 100,
    due_date: today(),
    additional_information: 'X',
  })
  const delivery = drawer.getByRole('list', { name: 'Avisos enviados' }).getByRole('listitem').filter({ hasText: 'Conta a pagar criada' })
  await expect(delivery.getByText('A caminho')).toBeVisible()
  await delivery.getByText('Conta a pagar criada').click()
  await expect(delivery.getByText('estoque fora do ar').first()).toBeVisible()
  await expect(delivery.getByText(bill.id)).toBeVisible()
  answer = 200
  // The next try comes by itself.
  await expect(delivery.getByText('Entregue')).toBeVisible({ timeout: 30_000 })

  await press(page, 'Escape')
  await row.click()
  await more('Trocar o segredo')
  await page
    .getByRole('dialog', { name: 'Trocar o segredo?' })
    .getByRole('button', { name: /^Trocar segredo/ })
    .click()
  await page
    .getByRole('dialog', { name: /^Novo segredo/ })
    .getByRole('button', { name: 'Já guardei' })
    .click()
  await more('Desligar webhook')
  await expectToast(page, 'Webhook desligado')
  await expect(row).toContainText('Desligado')
})
