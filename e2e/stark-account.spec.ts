// The account that a company has at Stark Bank becomes its digital account: connected by a key, told what is missing, and paid in.
import { starkServer } from '#tests/kit/stark-server.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, SERGIO, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

test('an account at Stark Bank is connected with its key, read and charged through', async ({ page, api, openCompany }) => {
  test.setTimeout(180_000)
  const bank = await starkServer(Date.now, Number(process.env.E2E_STARK_PORT))
  bank.balance = 123_456
  try {
    const company = await foundCompany(api, 'Stark')
    await openCompany(company.name, 'digital-account')
    await page.getByRole('button', { name: /Conectar conta Stark Bank/i }).click()
    const form = page.getByRole('dialog', { name: 'Conectar conta Stark Bank' })
    await form.getByText('Testes (sandbox)').click()
    await form.getByRole('button', { name: /^Conectar/ }).click()
    await expect(form.getByText('Informe a conta com o dígito')).toBeVisible()
    await form.getByLabel('Conta, com o dígito').fill('12345-6')
    await form.getByRole('button', { name: /^Conectar/ }).click()
    await expectToast(page, 'Chave da conta Stark Bank criada')

    const connection = page.getByRole('region', { name: 'Conexão com o Stark Bank' })
    await expect(connection).toContainText('Aguardando o projeto')
    const key = (await page.getByRole('region', { name: 'Chave pública' }).textContent()) ?? ''
    await connection.getByRole('button', { name: /informar projeto/i }).click()
    await page.getByPlaceholder('5656565656565656').fill(bank.projectId)
    await page.keyboard.press('Enter')
    await expect(connection).toContainText('O banco ainda não conhece a chave', { timeout: 20_000 })

    bank.publicKey = key.trim()
    await connection.getByRole('button', { name: /testar/i }).click()
    await expect(page.getByText('R$ 1.234,56').first()).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Stark Bank, testes').first()).toBeVisible()

    await openCompany(company.name, 'digital-account/keys')
    await expect(page.getByText('As chaves desta conta ficam no Stark Bank')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nova chave pix')
    const newKey = page.getByRole('option', { name: /^Nova chave Pix/ })
    await expect(newKey).toContainText('as chaves desta conta ficam no site do Stark Bank')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Nova chave Pix' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    const at = `/companies/${company.id}/receivables`
    const title = await api.post<Title>(at, { amount_cents: 15_000, due_date: today(), additional_information: 'Aula de violão' })
    await openCompany(company.name, `receivables/create/billing?titulo=${title.id}`)
    await page.getByText('Quem paga').first().click()
    await page.getByLabel('Nome de quem paga').fill('Maria Souza')
    await page.getByLabel('CPF ou CNPJ de quem paga').fill('529.982.247-25')
    await page.getByRole('button', { name: 'Criar cobrança' }).click()
    await expect.poll(() => bank.entities.length, { timeout: 20_000 }).toBe(1)
    bank.pay(bank.entities[0]?.tags[0] ?? '')
    await openCompany(company.name, 'digital-account')
    await connection.getByRole('button', { name: /testar/i }).click()
    const received = async () => (await api.get<Title>(`${at}/${title.id}`)).status
    await expect.poll(received, { timeout: 20_000 }).toBe('RECEIVED')
    expect(bank.refused).toEqual([])
  } finally {
    await bank.close()
  }
})
