// People of a company, its settings and keys, and how somebody new comes in: by keyboard and by mouse.
import type { Page } from '@playwright/test'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { codesTo, expect, expectFocusKept, expectToast, giveCode, keepPreferencesHere, press, SERGIO, tabTo, test } from './fixtures.ts'

test.use({ person: SERGIO })

let company: Founded
test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Equipe')
})

const newCpf = () => cpfNumber(Math.floor(Math.random() * 800_000_000))
const rowOf = (page: Page, text: string) => page.getByRole('main').getByRole('row').filter({ hasText: text })

test('a role is drawn in the matrix by keyboard, somebody is invited to it, and the invitation is taken back', async ({
  page,
  openCompany,
}) => {
  await openCompany(company.name, 'users')
  await expect(rowOf(page, 'Sérgio Nascimento')).toContainText('Ativo')

  await page.keyboard.press('Shift+N')
  const role = page.getByRole('dialog', { name: 'Novo cargo' })
  await role.getByLabel('Nome do cargo').fill('Balcão da loja')
  await page.keyboard.press('Control+Enter')
  await expect(role.getByText('Escolha ao menos um direito')).toBeVisible()
  await role.getByRole('checkbox', { name: 'Contas a pagar: ver' }).focus()
  await press(page, 'ArrowRight', 'Space', 'ArrowDown', 'Space')
  // who creates also sees
  await expect(role.getByRole('checkbox', { name: 'Contas a pagar: ver' })).toBeChecked()
  await expect(role.getByRole('checkbox', { name: 'Contas a receber: criar' })).toBeChecked()
  await expect(role.getByText('4 direitos')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Cargo Balcão da loja criado')
  await expect(rowOf(page, 'Balcão da loja')).toContainText('Da empresa')

  await page.getByRole('tab', { name: /^Pessoas/ }).click()
  await page.getByRole('button', { name: /^Convidar pessoa/ }).click()
  const invite = page.getByRole('dialog', { name: 'Convidar pessoa' })
  await invite.getByLabel('CPF ou CNPJ').fill(newCpf())
  await invite.getByLabel('Nome').fill('Iara do Balcão')
  await invite.getByRole('combobox', { name: 'Cargo' }).fill('inexistente')
  await expect(page.getByText('Cargo não encontrado')).toBeVisible()
  await invite.getByRole('combobox', { name: 'Cargo' }).fill('Balcão')
  await page.getByRole('option', { name: /Balcão da loja/ }).click()
  await invite.getByRole('button', { name: /^Enviar convite/ }).click()
  await expect(invite.getByText('Informe o e-mail ou o telefone que recebe o convite')).toBeVisible()
  await invite.getByLabel('E-mail').fill('iara@exemplo.com.br')
  await invite.getByRole('button', { name: /^Enviar convite/ }).click()
  await expectToast(page, 'Convite enviado a Iara do Balcão')
  await expect(rowOf(page, 'Iara do Balcão')).toContainText('Aguardando aceite')

  const drawer = page.getByRole('complementary', { name: 'Iara do Balcão' })
  await drawer.getByRole('button', { name: /^Tirar acesso/ }).click()
  await page
    .getByRole('dialog', { name: /^Retirar o convite/ })
    .getByRole('button', { name: /^Retirar/ })
    .click()
  await expect(rowOf(page, 'Iara do Balcão')).toContainText('Inativo')
  await expect(drawer.getByRole('button', { name: /^Convidar de novo/ })).toBeVisible()
})

test('an API key is shown once and revoked', async ({ page, openCompany }) => {
  await openCompany(company.name, 'api-keys')
  const name = `Chave ${Date.now()}`
  await page
    .getByRole('button', { name: /^Nova chave de API|^Nova/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Nova chave de API' })
  await form.getByRole('button', { name: /^Criar chave/ }).click()
  await expect(form.getByText('Informe o nome')).toBeVisible()
  await form.getByLabel('Nome').fill(name)
  await form.getByText(/com os seus direitos/).click()
  await form.getByRole('button', { name: /^Criar chave/ }).click()
  const secret = page.getByRole('dialog', { name: `Chave “${name}” criada` })
  await expect(secret.getByRole('textbox')).toHaveValue(/^rzk_[\w-]{43}$/)
  await secret.getByRole('button', { name: 'Já guardei' }).click()
  await expect(rowOf(page, name)).toContainText(company.name)
  await expect(page.getByText(/^rzk_[\w-]{43}$/)).toHaveCount(0)
  await rowOf(page, name).click()
  await press(page, 'Delete')
  await page
    .getByRole('dialog', { name: /^Revogar/ })
    .getByRole('button', { name: /^Revogar/ })
    .click()
  await expectToast(page, 'Chave revogada')
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('the company’s data are changed and undone, and Enter goes from field to field when asked', async ({ page, openCompany }) => {
  await keepPreferencesHere(page)
  await openCompany(company.name, 'settings')
  const form = page.getByRole('form', { name: 'Dados da empresa' })
  const trade = form.getByLabel('Nome fantasia')
  await trade.fill('Loja da Esquina')
  await form.getByRole('button', { name: /^Salvar dados/ }).click()
  await expectToast(page, 'Dados da empresa alterados')
  await page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await expect(trade).not.toHaveValue('Loja da Esquina')

  await page.getByRole('checkbox', { name: /Enter avança campo/ }).check()
  await form.getByLabel('Razão social').press('Enter')
  await expect(trade).toBeFocused()
  await page.getByRole('checkbox', { name: /Enter avança campo/ }).uncheck()
})

test('what only a code may take back is taken back by keys: z asks for the code, and undoes', async ({ page, api, openCompany }) => {
  await openCompany(company.name, 'settings')
  const form = page.getByRole('form', { name: 'Dados da empresa' })
  const rule = form.getByRole('switch', { name: /começam aguardando aprovação/ })
  await expect(rule).not.toBeChecked()
  await tabTo(page, rule)
  await press(page, 'Space', 'Control+Enter')
  await expectToast(page, 'Dados da empresa alterados')
  await api.endConfirmation()
  const asksApproval = async () => (await api.get<{ requires_approval: boolean }>(`/companies/${company.id}/profile`)).requires_approval
  expect(await asksApproval()).toBe(true)

  await press(page, 'g d')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(form).toHaveCount(0)
  await press(page, 'z')
  const question = page.getByRole('dialog')
  await expect(question.getByLabel('Código de 6 dígitos')).toBeFocused()
  // Left alone, it undoes nothing, and `z` asks again.
  await press(page, 'Escape')
  await expect(question).toHaveCount(0)
  expect(await asksApproval()).toBe(true)
  await press(page, 'z')
  await giveCode(page, SERGIO)
  await expectToast(page, /^Desfeito: Dados da empresa/)
  expect(await asksApproval()).toBe(false)
  await expectFocusKept(page)
})

test('somebody new signs up from a link, survives a reload, and lands without a company', async ({ page }) => {
  const digits = String(Math.floor(Math.random() * 90_000_000) + 10_000_000)
  await page.goto(`/lead?name=Nina+Nova&email=nina${digits}@exemplo.com.br&phone=119${digits}`)
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page).toHaveURL(/\/signup\/user-data$/)
  await expect(page.getByLabel('Nome')).toHaveValue('Nina Nova')
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page.getByText('Escolha como você vai usar')).toBeVisible()
  await page.getByText('Usuário individual').click()
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page).toHaveURL(/\/signup\/user-access$/)
  await page.reload()
  await page.getByLabel('Seu CPF ou CNPJ').fill(newCpf())
  await page.getByLabel('Senha', { exact: true }).fill('uma senha bem longa 9')
  await page.getByRole('button', { name: /^Criar conta/ }).click()
  await expect(page).toHaveURL(/\/signup\/verify-otp$/)
  await page.reload()
  const [code = ''] = await codesTo(page.request, `+55119${digits}`)
  await page.getByLabel('Código de 6 dígitos').pressSequentially(code)
  await expect(page).toHaveURL(/\/signup\/company-document-number$/)
  await page.getByRole('link', { name: 'Fazer isso depois' }).click()
  await expect(page).toHaveURL(/\/unknown-company$/)
})
