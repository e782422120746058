// Bills by mouse alone: boxes, buttons, menus, drawer and dialogs reach everything the keys do.
import { addDays } from '#domain/days.ts'
import { around, type Company, expect, expectToast, newMark, shownDay, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Ateliê Flor de Lis'
const mark = newMark()
const row = (at: number) => `${mark} ${String(at).padStart(2, '0')}`
const due = (days: number) => addDays(today(), days)
let company: Company

test.beforeAll(async ({ api }) => {
  company = await api.company(COMPANY)
  const [account] = await api.get<{ id: string }[]>(`/companies/${company.id}/bank_accounts`)
  for (let at = 1; at <= 6; at++)
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents: at * 10_000,
      due_date: due(at),
      additional_information: row(at),
      bank_account_id: account?.id,
    })
})

test('marking, moving, undoing and filtering', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `receivables?${around(60)}`)
  await ledger.ready()
  await page
    .getByRole('navigation', { name: 'Áreas' })
    .getByRole('link', { name: /^Contas a pagar/ })
    .click()
  await ledger.filter.fill(mark)
  await ledger.expectShown(6)

  await ledger
    .cell(row(2), 'mark')
    .or(ledger.row(row(2)).getByRole('gridcell').first())
    .first()
    .click()
  await ledger.expectMarked(1)
  await ledger
    .row(row(5))
    .getByRole('gridcell')
    .first()
    .click({ modifiers: ['Shift'] })
  await ledger.expectMarked(4)
  await expect(ledger.row(row(3))).toHaveAttribute('aria-selected', 'true')
  await ledger.foot.getByRole('button', { name: /^Mover situação/ }).click()
  await page.getByRole('dialog', { name: 'Situação' }).getByRole('option', { name: /Pago/ }).click()
  await expectToast(page, '4 contas movidas para Pago')
  await expect(ledger.cell(row(4), 'status')).toHaveText('Pago')
  await page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await expect(ledger.cell(row(4), 'status')).toHaveText('Pendente')

  await ledger.foot.getByRole('button', { name: /^Vencimento/ }).click()
  await page.getByRole('combobox', { name: 'Vencimento' }).fill('+20d')
  await page.getByRole('option').first().click()
  await expectToast(page, 'Vencimento de 4 contas mudado')
  await expect(ledger.cell(row(5), 'due_date')).toHaveText(shownDay(due(20)))
  await ledger.foot.getByRole('button', { name: /^Categoria/ }).click()
  await page.getByRole('combobox', { name: 'Categoria' }).fill('marketing')
  await page.getByRole('option').first().click()
  await expectToast(page, '4 contas categorizadas')

  // The box of the head marks what the filter shows, and takes it back.
  const all = page.getByRole('columnheader').first()
  await all.click()
  await ledger.expectMarked(6)
  await all.click()
  await ledger.expectNoneMarked()

  await page.getByRole('tab', { name: /^Pagas/ }).click()
  await expect(page.getByRole('tab', { name: /^Pagas/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('search').getByText('pago')).toBeVisible()
  await page
    .getByRole('search')
    .getByRole('button', { name: /Remover/ })
    .click()
  await expect(page.getByRole('tab', { name: /^Todas/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('columnheader', { name: 'Valor (R$)' }).click()
  await expect(page.getByRole('columnheader', { name: 'Valor (R$)' })).toHaveAttribute('aria-sort', 'ascending')

  // Fields and their values by mouse alone.
  await ledger.filter.fill(mark)
  await page.getByRole('button', { name: 'Filtrar por…' }).click()
  await page.getByRole('option', { name: /^status/ }).click()
  await page.getByRole('option', { name: 'pendente', exact: true }).click()
  await expect(ledger.filter).toHaveValue(`${mark} status:pendente`)
  await ledger.expectShown(6)

  // The mark goes with its row.
  const box = (at: number) => ledger.cell(row(at), 'sel').locator('[data-mark="all"]')
  await ledger.cell(row(1), 'sel').click()
  await expect(box(1)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Valor (R$)' }).click()
  await expect(page.getByRole('columnheader', { name: 'Valor (R$)' })).toHaveAttribute('aria-sort', 'descending')
  await expect(box(1)).toBeVisible()
  await expect(box(6)).toHaveCount(0)
})

test('the drawer: reading, moving, changing in the form, dividing, excluding', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `bills?${around(60)}&bills=${mark}`)
  await ledger.ready()
  await ledger.cell(row(1), 'status').dblclick()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('heading', { name: row(1) })).toBeVisible()
  await drawer.getByRole('button', { name: /^Mover situação/ }).click()
  await page
    .getByRole('dialog', { name: 'Situação' })
    .getByRole('option', { name: /Aguardando aprovação/ })
    .click()
  await expectToast(page, '1 conta movida para Aguardando aprovação')
  await expect(drawer).toContainText('Aguardando aprovação')

  await drawer.getByRole('button', { name: 'Alterar em formulário' }).click()
  const form = page.getByRole('dialog', { name: 'Alterar conta a pagar' })
  await form.getByLabel('Valor').fill('123,45')
  await form.getByRole('button', { name: 'Abrir calendário' }).first().click()
  await page.getByRole('dialog', { name: 'Calendário' }).getByRole('button', { name: /^15\// }).first().click()
  await form.getByRole('combobox', { name: 'Fornecedor' }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, 'Conta alterada')
  await expect(drawer).toContainText('R$ 123,45')

  await drawer.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: /^Dividir/ }).click()
  const split = page.getByRole('dialog', { name: 'Dividir conta' })
  await split.getByRole('button', { name: 'Mais uma parte' }).click()
  await expect(split.getByLabel('Valor da parte 3')).toHaveValue('41,15')
  await split.getByRole('button', { name: /^Dividir/ }).click()
  await expectToast(page, 'Conta dividida em 3')
  await expect(ledger.row(row(1))).toHaveCount(3)
  await page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await expect(ledger.row(row(1))).toHaveCount(1)

  await ledger.cell(row(6), 'status').dblclick()
  await expect(drawer.getByRole('heading', { name: row(6) })).toBeVisible()
  await drawer.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: /^Excluir/ }).click()
  await expectToast(page, '1 conta excluída')
  await expect(ledger.row(row(6))).toHaveCount(0)
  await page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await expect(ledger.row(row(6))).toHaveCount(1)
})

test('creating by the button, attaching a file, and settling by hand', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `bills?${around(60)}&bills=${mark}`)
  await ledger.ready()
  await page.getByRole('button', { name: /^Nova conta/ }).click()
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await form.getByLabel('Valor').fill('77')
  await form.getByLabel('Descrição').fill(row(9))
  await form.getByRole('button', { name: 'Fechar' }).click()
  const question = page.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
  await question.getByRole('button', { name: /^Continuar editando/ }).click()
  await form.getByRole('button', { name: /^Salvar/ }).click()
  await expectToast(page, 'Conta criada')
  await ledger.cell(row(9), 'status').dblclick()
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('button', { name: /^Anexar/ }).click()
  const attach = page.getByRole('dialog', { name: 'Anexar arquivo' })
  await attach
    .locator('input[type=file]')
    .setInputFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await attach.getByRole('button', { name: /^Anexar/ }).click()
  await expectToast(page, 'nota.pdf anexado')
  await expect(drawer.getByRole('button', { name: 'nota.pdf' })).toBeVisible()

  await drawer.getByRole('button', { name: /^Marcar como paga/ }).click()
  const settle = page.getByRole('dialog', { name: 'Marcar como paga' })
  await settle.getByRole('combobox', { name: 'Conta bancária' }).click()
  await page.getByRole('option').first().click()
  await settle.getByRole('button', { name: /^Marcar como paga/ }).click()
  await expectToast(page, 'Conta paga')
  await expect(drawer).toContainText('Baixada à mão, sem linha do extrato.')
})

test('a record opened by its address is what the drawer’s buttons act on, whatever the list holds', async ({ page, api, openCompany }) => {
  const [account] = await api.get<{ id: string }[]>(`/companies/${company.id}/bank_accounts`)
  const far = await api.post<{ id: string }>(`/companies/${company.id}/bills`, {
    amount_cents: 31_415,
    due_date: due(400),
    additional_information: row(8),
    bank_account_id: account?.id,
  })
  const ledger = new Ledger(page)
  const drawer = page.getByRole('complementary')
  const question = page.getByRole('dialog', { name: 'Situação' })
  await openCompany(COMPANY, `bills/${far.id}?${around(60)}&bills=${mark}`)
  await ledger.ready()
  await expect(ledger.row(row(8))).toHaveCount(0)
  await ledger.row(row(2)).getByRole('gridcell').first().click()
  await ledger.expectMarked(1)
  await drawer.getByRole('button', { name: /^Mover situação/ }).click()
  await expect(question).toContainText('1 item · R$ 314,15')
  await question.getByRole('option', { name: /Aguardando aprovação/ }).click()
  await expectToast(page, '1 conta movida para Aguardando aprovação')
  await expect(drawer).toContainText('Aguardando aprovação')

  await page.goto(page.url().replace(/periodo=[^&]*/, 'periodo=tudo'))
  await ledger.ready()
  await expect(ledger.focused()).toContainText(row(8))
})

test('one click focuses and the toolbar knows the row, the description opens, and a double click opens too', async ({
  page,
  openCompany,
}) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `bills?${around(60)}&bills=${mark}`)
  await ledger.ready()
  const drawer = page.getByRole('complementary')
  await ledger.cell(row(2), 'due_date').click()
  await expect(drawer).toHaveCount(0)
  await ledger.cell(row(2), 'additional_information').getByText(row(2)).click()
  await expect(drawer.getByRole('heading', { name: row(2) })).toBeVisible()
  await drawer.getByRole('button', { name: 'Fechar' }).click()
  await ledger.cell(row(3), 'due_date').dblclick()
  await expect(drawer.getByRole('heading', { name: row(3) })).toBeVisible()
  await expect(ledger.grid.locator('input')).toHaveCount(0)
})
