// What money hangs on: accounts, contacts, categories, rules, periods, duplicates, history, keys and notifications, each by its screen.
import type { Page } from '@playwright/test'
import { addDays, addMonths, endOfMonth, startOfMonth } from '#domain/days.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { expect, expectToast, keepPreferencesHere, press, SERGIO, shownDay, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO })

let company: Founded
const field = (page: Page, name: string | RegExp) => page.getByRole('combobox', { name })
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('main').getByRole('row').filter({ hasText: text })

test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Cadastros')
})

test('a selector of the bill form creates account, category and contact, and goes on with them selected', async ({ page, openCompany }) => {
  await openCompany(company.name, 'bills')
  await page
    .getByRole('button', { name: /^Nova conta/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await form.getByLabel('Valor').fill('321,09')
  await form.getByLabel('Descrição').fill('Uniformes da equipe')

  await form.getByRole('combobox', { name: 'Fornecedor' }).fill('Tecelagem Lua Nova')
  await expect(page.getByText('Sem contatos cadastrados')).toBeVisible()
  await page.getByRole('option', { name: /Adicionar contato/ }).click()
  const contact = page.getByRole('dialog', { name: 'Novo contato' })
  await expect(contact.getByLabel('Nome ou razão social')).toHaveValue('Tecelagem Lua Nova')
  await contact.getByLabel('CPF ou CNPJ').fill('11222333000199')
  await contact.getByRole('button', { name: /^Criar contato/ }).click()
  await expect(contact.getByText('CNPJ é inválido')).toBeVisible()
  await contact.getByLabel('CPF ou CNPJ').fill('')
  await contact.getByRole('button', { name: /^Criar contato/ }).click()
  await expect(form.getByRole('combobox', { name: 'Fornecedor' })).toHaveValue('Tecelagem Lua Nova')

  await form.getByRole('combobox', { name: 'Categoria' }).fill('Uniformes novos')
  await expect(page.getByText('Categoria não encontrada')).toBeVisible()
  await page.keyboard.press('Enter')
  const category = page.getByRole('dialog', { name: 'Nova categoria' })
  await expect(category.getByLabel('Nome')).toHaveValue('Uniformes novos')
  await page.keyboard.press('Control+Enter')
  await expect(category).toHaveCount(0)
  await expect(form.getByRole('combobox', { name: 'Categoria' })).toHaveValue('Uniformes novos')

  await form.getByRole('combobox', { name: 'Conta bancária' }).fill('inter')
  await expect(page.getByText('Conta não encontrada')).toBeVisible()
  await page.getByRole('option', { name: /Adicionar conta bancária/ }).click()
  const account = page.getByRole('dialog', { name: 'Nova conta bancária' })
  await account.getByRole('button', { name: /^Criar conta/ }).click()
  await expect(account.getByText('Escolha o banco')).toBeVisible()
  await account.getByRole('combobox', { name: 'Banco' }).fill('inter')
  await page.getByRole('option', { name: /077/ }).click()
  await account.getByLabel('Conta com dígito').fill('70007-7')
  await account.getByLabel('Saldo inicial').fill('-1')
  await account.getByRole('button', { name: /^Criar conta/ }).click()
  await expect(account.getByText('O saldo inicial não pode ser negativo')).toBeVisible()
  await account.getByLabel('Saldo inicial').fill('0')
  await account.getByRole('button', { name: /^Criar conta/ }).click()
  await expect(form.getByRole('combobox', { name: 'Conta bancária' })).toHaveValue(/^Inter · 70007-7/)

  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, 'Conta criada')
  const ledger = new Ledger(page)
  await expect(ledger.row('Uniformes da equipe')).toContainText('Tecelagem Lua Nova')
  await expect(ledger.row('Uniformes da equipe')).toContainText('Uniformes novos')
})

test('a contact is made in three steps, and the link’s backTo brings it to the form that waits', async ({ page, openCompany }) => {
  const back = encodeURIComponent(`/company/${company.id}/bills/create?periodo=tudo`)
  await openCompany(company.name, `contacts/create/document-number?backTo=${back}`)
  const form = page.getByRole('dialog', { name: 'Novo contato' })
  await expect(form).toContainText('1 de 3')
  await form.getByLabel('CPF ou CNPJ').fill(cnpjNumber(71_000_000 + Math.floor(Math.random() * 900_000)))
  await form.getByLabel('Nome ou razão social').fill('Gráfica Três Passos')
  await form.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page).toHaveURL(/email-and-phone/)
  await form.getByLabel('E-mail').fill('contato@tres-passos')
  await form.getByRole('button', { name: /^Continuar/ }).click()
  await expect(form.getByText('E-mail inválido')).toBeVisible()
  await form.getByLabel('E-mail').fill('contato@tres-passos.com.br')
  // A reload in the middle keeps what was said so far.
  await form.getByRole('button', { name: /^Continuar/ }).click()
  await expect(page).toHaveURL(/\/address/)
  await page.reload()
  await expect(form).toContainText('3 de 3')
  await form.getByLabel('CEP').fill('13010-040')
  await form.getByLabel('Número').fill('12')
  await form.getByRole('button', { name: /^Criar contato/ }).click()
  await expect(page).toHaveURL(/\/bills\/create\?.*periodo=tudo/)
  await expect(field(page, 'Fornecedor')).toHaveValue('Gráfica Três Passos')
})

test('the form of a drawer has the focus and the letters the first time too, when its code is still on its way', async ({
  page,
  openCompany,
}) => {
  await openCompany('Padaria', 'categories')
  await page.route(/\/assets\/.*\.js$/, async route => {
    await new Promise(done => setTimeout(done, 300))
    await route.continue()
  })
  await rowOf(page, 'Custos').focus()
  await press(page, 'e')
  // At once, as a person types on: the letters wait for the field, and none of them is a command of the list.
  await page.keyboard.type('xn')
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Nome' })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(/xn/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a rule tells what it takes before it exists, and takes just that when applied', async ({ page, api, openCompany }) => {
  const day = addDays(today(), -4)
  await api.post(`/companies/${company.id}/bank_statements`, {
    bank_account_id: company.accountId,
    entries: [1, 2, 3].map(at => ({ date: day, description: `TARIFA PACOTE ${at}`, amount_cents: -1_000 - at })),
  })
  await openCompany(company.name, 'bills')
  await page.waitForURL(/bills/)
  await expect(page.getByRole('navigation', { name: 'Áreas' })).toBeVisible()
  await press(page, 'g a r')
  await expect(page.getByText('Nenhuma regra')).toBeVisible()
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Nova regra' })
  await expect(form.getByLabel('A descrição contém')).toBeFocused()
  await page.keyboard.type('tarifa pacote')
  await expect(form.getByText('Casa com 3 linhas pendentes')).toBeVisible()
  await form.getByRole('combobox', { name: 'Categoria' }).fill('tarifas banc')
  await page.keyboard.press('Enter')
  await press(page, 'Control+Enter')
  await expect(rowOf(page, 'tarifa pacote')).toBeVisible()
  await rowOf(page, 'tarifa pacote').focus()
  await press(page, 'Escape', 'a')
  const question = page.getByRole('dialog', { name: 'Aplicar a 3 linhas pendentes?' })
  await question.getByRole('button', { name: /^Aplicar a 3/ }).click()
  await expectToast(page, 'Regra aplicada a 3 linhas pendentes')
  const lines = await api.get<{ description: string; category_id: string | null }[]>(
    `/companies/${company.id}/bank_statements/${company.accountId}/entries`,
  )
  expect(lines.filter(line => line.description.startsWith('TARIFA') && line.category_id !== null)).toHaveLength(3)
  await press(page, 'z')
  await expectToast(page, /^Desfeito: Regra aplicada/)

  await rowOf(page, 'tarifa pacote').focus()
  await press(page, 'Enter', 'e')
  const drawer = page.getByRole('complementary', { name: 'tarifa pacote' })
  await drawer.getByLabel('Ordem').fill('1000')
  await press(page, 'Control+Enter')
  await expect(drawer.getByText('De 0 a 999')).toBeVisible()
  await drawer.getByLabel('Ordem').fill('7')
  await press(page, 'Control+Enter')
  await expectToast(page, 'Regra tarifa pacote alterada')
  await expect(drawer).toContainText('qualquer linha')

  const sheet = page.waitForEvent('download')
  await press(page, 'Control+K')
  await page.keyboard.type('exportar regras')
  await expect(page.getByRole('option', { name: /^Exportar regras/ })).toBeVisible()
  await press(page, 'Enter')
  expect((await sheet).suggestedFilename()).toBe('rules.csv')
})

test('a closed period refuses every change with the same words, until it is reopened', async ({ page, api, openCompany }) => {
  const start = addMonths(startOfMonth(today()), -2)
  const inside = addDays(start, 9)
  const c = `/companies/${company.id}`
  const bill = await api.post<Title>(`${c}/bills`, {
    amount_cents: 45_000,
    due_date: inside,
    date: inside,
    additional_information: 'Travada',
    bank_account_id: company.accountId,
  })
  await openCompany(company.name, 'cash-flow/date-range')
  await page
    .getByRole('button', { name: /^Fechar período/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Fechar período' })
  await form.getByLabel('De', { exact: true }).fill(shownDay(start))
  await form.getByLabel('Até', { exact: true }).fill(shownDay(endOfMonth(start)))
  await expect(form.getByText(/1 lançamento ainda está em aberto/)).toBeVisible()
  await form.getByRole('button', { name: /^Fechar período/ }).click()
  await expectToast(page, /^Período fechado/)

  const words = new RegExp(`Reabra o período para alterar lançamentos de \\d\\d${shownDay(inside).slice(2)}\\.`)
  const refused: [string, 'POST' | 'PATCH' | 'DELETE', object | undefined][] = [
    [`${c}/bills`, 'POST', { amount_cents: 100, due_date: inside, date: inside }],
    [`${c}/bills/${bill.id}`, 'PATCH', { amount_cents: 100 }],
    [`${c}/bills/${bill.id}`, 'DELETE', undefined],
    [`${c}/bills/${bill.id}/split`, 'PATCH', { children: [{ amount_cents: 22_500 }, { amount_cents: 22_500 }] }],
    [`${c}/bills/conciliation`, 'POST', { bill_ids: [bill.id], bank_account_id: company.accountId, date: inside }],
    [`${c}/receivables`, 'POST', { amount_cents: 100, due_date: inside, date: inside }],
    [
      `${c}/transfers`,
      'POST',
      { date: inside, amount_cents: 100, from_bank_account_id: company.accountId, to_bank_account_id: company.otherAccountId },
    ],
    [
      `${c}/bank_statements`,
      'POST',
      { bank_account_id: company.accountId, entries: [{ date: inside, description: 'Fora de hora', amount_cents: -100 }] },
    ],
  ]
  for (const [path, method, body] of refused) {
    const said = await api.send(method, path, body).then(
      () => 'accepted',
      (error: Error) => error.message,
    )
    expect(said, `${method} ${path}`).toMatch(words)
  }

  // The same on screen: a title of the period is not asked for another day.
  const ledger = new Ledger(page)
  await openCompany(company.name, `bills?periodo=${start.slice(0, 7)}`)
  await ledger.ready()
  await expect(ledger.row('Travada')).toBeVisible()
  await ledger.expectFocus()
  // Refused before it asks for a day: what is typed now would go to the list.
  await press(page, 'v')
  await expectToast(page, 'Mudar vencimento')
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('não pode ser alterada')
  await expect(ledger.cell('Travada', 'due_date')).toHaveText(shownDay(inside))

  await openCompany(company.name, 'cash-flow/date-range')
  await rowOf(page, shownDay(start))
    .or(rowOf(page, /em aberto|fechad/i))
    .first()
    .focus()
  await press(page, 'r')
  const question = page.getByRole('dialog', { name: 'Reabrir o período?' })
  await question.getByRole('button', { name: 'Reabrir período' }).click()
  await expectToast(page, /reaberto$/)
  await api.send('PATCH', `${c}/bills/${bill.id}`, { amount_cents: 46_000 })
})

test('duplicates are accepted and ignored with the words of the house', async ({ page, api, openCompany }) => {
  const due = addDays(today(), 6)
  for (const text of ['Cópia um', 'Cópia um', 'Cópia dois', 'Cópia dois'])
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents: text === 'Cópia um' ? 78_123 : 91_456,
      due_date: due,
      document_number: text,
      additional_information: text,
    })
  await openCompany(company.name, 'cash-flow/review')
  const pairs = page.getByRole('row').filter({ hasText: 'Lançamento original' })
  await expect(pairs).toHaveCount(2)
  await expect(pairs.first()).toContainText('Lançamento original')
  await expect(pairs.first()).toContainText('Lançamento duplicado')
  await expect(pairs.first()).toBeFocused()
  await press(page, 'i')
  await expectToast(page, 'Lançamento ignorado')
  await expect(pairs).toHaveCount(1)
  await press(page, 'Enter')
  await expectToast(page, 'Sugestão aceita!', 'Os lançamentos duplicados foram removidos do seu Fluxo de Caixa.')
  await expect(page.getByText('Nenhum duplicado', { exact: true })).toBeVisible()
  await press(page, 'z', 'z')
  await expect(pairs).toHaveCount(2)
})

test('the history takes one change back, and brings it again', async ({ page, api, openCompany }) => {
  const bill = await api.post<Title>(`/companies/${company.id}/bills`, {
    amount_cents: 12_300,
    due_date: today(),
    additional_information: 'Do histórico',
  })
  await openCompany(company.name, 'history')
  const first = rowOf(page, 'R$ 123,00').filter({ hasNotText: 'Desfeito:' }).filter({ hasNotText: 'Refeito:' }).first()
  await first.focus()
  await press(page, 'd')
  await expectToast(page, /^Desfeito: /)
  await expect(first).toContainText('Desfeita')
  await expect(api.get(`/companies/${company.id}/bills/${bill.id}`)).rejects.toThrow(/404/)
  await first.focus()
  await press(page, 'r')
  await expectToast(page, /^Refeito: /)
  await api.get(`/companies/${company.id}/bills/${bill.id}`)
})

test('a key is moved to another command only where it is free; single keys can be turned off', async ({ page, api, openCompany }) => {
  await keepPreferencesHere(page)
  await api.post(`/companies/${company.id}/bills`, { amount_cents: 100, due_date: today() })
  await openCompany(company.name, 'settings/keyboard')
  await page.getByRole('searchbox', { name: 'Buscar comando ou tecla' }).fill('Nova conta a pagar')
  await page.getByRole('button', { name: 'Mudar a tecla de Nova conta a pagar' }).click()
  const recorder = page.getByRole('group', { name: 'Teclas de Nova conta a pagar' })
  await page.keyboard.press('m')
  await expect(recorder.locator('[data-part="problem"]')).toContainText(/Mover situação|já/i)
  await recorder.getByRole('button', { name: 'Limpar' }).click()
  await page.keyboard.press('Shift+N')
  await expect(recorder.locator('[data-part="problem"]')).toHaveCount(0)
  await recorder.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('button', { name: /^Voltar às teclas padrão \(1\)/ })).toBeVisible()

  await openCompany(company.name, 'bills?periodo=tudo')
  const ledger = new Ledger(page)
  await ledger.ready()
  await ledger.expectFocus()
  await press(page, 'n')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'Shift+N')
  await expect(page.getByRole('dialog', { name: 'Nova conta a pagar' })).toBeVisible()
  await press(page, 'Escape')

  await openCompany(company.name, 'settings/keyboard')
  await page.getByRole('button', { name: /^Voltar às teclas padrão/ }).click()
  await page.getByRole('radio', { name: /^Desligado/ }).check()
  await openCompany(company.name, 'bills?periodo=tudo')
  await ledger.ready()
  await ledger.expectFocus()
  await press(page, 'n')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'Control+K')
  await expect(page.getByRole('dialog', { name: 'Buscar ou executar' })).toBeVisible()
  await openCompany(company.name, 'settings/keyboard')
  await page.getByRole('radio', { name: /^Ligado/ }).check()
  await expect(page.getByRole('radio', { name: /^Ligado/ })).toBeChecked()
})

test('notifications are read one by one and all at once', async ({ page, openCompany }) => {
  await openCompany(company.name, 'bills')
  const bell = page.getByRole('link', { name: /^Notificações/ })
  await expect(bell).toHaveAccessibleName(/\d+ não lidas/)
  await bell.click()
  await expect(page).toHaveURL(/\/notifications/)
  await expect(page).toHaveTitle(/^Notificações/)
  await page
    .getByRole('row')
    .filter({ has: page.locator('[data-unread]') })
    .first()
    .focus()
  await press(page, 'm')
  await expectToast(page, 'Notificação lida')
  await page.getByRole('button', { name: /^(Marcar todas como lidas|Todas lidas)/ }).click()
  await expectToast(page, 'Notificações lidas')
})
