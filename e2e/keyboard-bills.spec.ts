// Bills by keyboard alone: moving, marking, bulk changes, undo, editing, pasting, filters, views, creating, splitting and deleting.
import type { Page } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import {
  type Api,
  around,
  type Company,
  expect,
  expectToast,
  keepPreferencesHere,
  newMark,
  press,
  shownDay,
  tabTo,
  test,
  today,
} from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Farmácia Santa Clara'
const mark = newMark()
const due = (days: number) => addDays(today(), days)
/** Rows of each test, by their own letter, so that the tests of this file do not meet. */
const row = (letter: string, at: number) => `${mark}${letter} ${String(at).padStart(2, '0')}`
const address = (filter: string) => `bills?${around(60)}&bills=${encodeURIComponent(filter)}`

let company: Company
let account: string

test.beforeAll(async ({ api }) => {
  company = await api.company(COMPANY)
  const [first] = await api.get<{ id: string }[]>(`/companies/${company.id}/bank_accounts`)
  account = first?.id ?? ''
})

/** Expects the amounts of the first rows of a letter, in their order. */
const amountsOf =
  (ledger: Ledger, letter: string) =>
  async (...shown: string[]) => {
    for (const [at, text] of shown.entries()) await expect(ledger.cell(row(letter, at + 1), 'amount_cents')).toHaveText(text)
  }

/** Opens the list at rows of its own: R$ 100,00 due tomorrow, R$ 200,00 the day after, and so on. */
async function openRows(
  { page, api, openCompany }: { page: Page; api: Api; openCompany(name: string, path?: string): Promise<Company> },
  letter: string,
  count: number,
  more: object = {},
): Promise<Ledger> {
  for (let at = 1; at <= count; at++)
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents: at * 10_000,
      due_date: due(at),
      additional_information: row(letter, at),
      bank_account_id: account,
      ...more,
    })
  const ledger = new Ledger(page)
  await openCompany(COMPANY, address(`${mark}${letter}`))
  await ledger.ready()
  await ledger.expectShown(count)
  await ledger.expectFocus()
  return ledger
}

test('two keys lead to the bills, three move a range to Pago, and one takes it back, even after a reload', async ({
  page,
  api,
  openCompany,
}) => {
  const ledger = await openRows({ page, api, openCompany }, 'a', 6)
  await press(page, 'g r')
  await expect(page).toHaveURL(/\/receivables\?/)
  await ledger.expectFocus()
  await press(page, 'g p')
  await expect(page).toHaveURL(/\/bills\?/)
  await ledger.expectShown(6)
  await ledger.expectFocus()

  await press(page, 'j', 'j')
  await expect(ledger.focused()).toContainText(row('a', 3))
  await press(page, 'x', 'Shift+ArrowDown', 'Shift+J')
  await ledger.expectMarked(3)
  await press(page, 'm')
  await expect(page.getByRole('dialog', { name: 'Situação' })).toContainText(`3 itens · R$ 1.200,00 · ${COMPANY}`)
  await press(page, '6')
  await expectToast(page, '3 contas movidas para Pago')
  await expect(ledger.cell(row('a', 3), 'status')).toHaveText('Pago')
  await expect(ledger.cell(row('a', 6), 'status')).toHaveText('Pendente')
  await expect(ledger.foot).toContainText('Última ação: 3 contas movidas para Pago')
  await ledger.expectFocus()

  await press(page, 'z')
  await expectToast(page, 'Desfeito: 3 contas movidas para Pago')
  await expect(ledger.cell(row('a', 4), 'status')).toHaveText('Pendente')
  await press(page, 'Control+Shift+Z')
  await expect(ledger.cell(row('a', 4), 'status')).toHaveText('Pago')

  await page.reload()
  await ledger.ready()
  await expect(ledger.cell(row('a', 4), 'status')).toHaveText('Pago')
  await ledger.expectFocus()
  await press(page, 'z')
  await expect(ledger.cell(row('a', 4), 'status')).toHaveText('Pendente')
})

test('three keys change all of the filter; what cannot change stays out, with its reason', async ({ page, api, openCompany }) => {
  const ledger = await openRows({ page, api, openCompany }, 'b', 3)
  await press(page, 'm', '6')
  await expect(ledger.cell(row('b', 1), 'status')).toHaveText('Pago')
  await press(page, '/')
  await page.keyboard.type(',salário')
  await press(page, 'Enter')
  await ledger.expectFocus()
  await press(page, 'Control+A', 'm')
  await expect(page.getByRole('dialog', { name: 'Situação' })).toContainText(/todos os \d+ do filtro · R\$ [\d.]+,\d\d · Farmácia/)
  await press(page, '1')
  const question = page.getByRole('dialog', { name: 'Mover situação' })
  await expect(question).toContainText(/\d+ de \d+: .*\d+ já conciliadas/)
  await expect(question.getByRole('button', { name: 'Voltar' })).toBeFocused()
  await press(page, 'Escape')
  await ledger.expectFocus()
  await expect(ledger.cell(row('b', 1), 'status')).toHaveText('Pago')

  await press(page, 'm', '1')
  await tabTo(page, question.getByRole('button', { name: /Continuar com/ }))
  await press(page, 'Enter')
  await expectToast(page, /contas movidas para Pendente/)
  await expect(ledger.cell(row('b', 1), 'status')).toHaveText('Pendente')
  await press(page, 'z')
  await expect(ledger.cell(row('b', 1), 'status')).toHaveText('Pago')

  // Esc: the filter first, then the marks.
  await press(page, 'Escape')
  await expect(page).not.toHaveURL(/bills=/)
  await press(page, 'Escape')
  await ledger.expectNoneMarked()
})

test('what needs a bank account says so before it runs', async ({ page, api, openCompany }) => {
  const ledger = await openRows({ page, api, openCompany }, 'c', 2, { bank_account_id: null })
  await press(page, 'm', '6')
  await expectToast(page, 'Mover situação', 'sem conta bancária')
  await expect(ledger.cell(row('c', 1), 'status')).toHaveText('Pendente')
  await press(page, 'b')
  await page.keyboard.type('santander')
  await expect(page.getByRole('option').first()).toContainText('Santander')
  await press(page, 'Enter')
  await expectToast(page, 'Conta de 1 conta mudada')
  await expect(ledger.cell(row('c', 1), 'bank_account_id')).toContainText('Santander')
  await press(page, 'm', '6')
  await expectToast(page, '1 conta movida para Pago')
  await ledger.expectFocus()
})

test('due dates, categories, one-line commands and the whole palette', async ({ page, api, openCompany }) => {
  const ledger = await openRows({ page, api, openCompany }, 'd', 4)
  await press(page, 'x', 'j', 'x', 'v')
  await page.keyboard.type('+30d')
  await expect(page.getByRole('dialog')).toContainText(shownDay(due(30)))
  await press(page, 'Enter')
  await expectToast(page, 'Vencimento de 2 contas mudado')
  await expect(ledger.cell(row('d', 1), 'due_date')).toHaveText(shownDay(due(30)))
  await ledger.expectMarked(2)
  await ledger.expectFocus()

  await press(page, 'l')
  await page.keyboard.type('aluguel')
  await expect(page.getByRole('option').first()).toContainText('Aluguel')
  await press(page, 'Enter')
  await expectToast(page, '2 contas categorizadas')
  await expect(ledger.cell(row('d', 2), 'category_id')).toContainText('Aluguel')

  await press(page, 'Control+K')
  await page.keyboard.type('mover pago')
  await expect(page.getByRole('option').first()).toContainText('Mover 2 contas para Pago')
  await press(page, 'Enter')
  await expectToast(page, '2 contas movidas para Pago')
  await expect(ledger.cell(row('d', 1), 'status')).toHaveText('Pago')
  await ledger.expectFocus()

  await press(page, 'z', 'z')
  await expectToast(page, 'Desfeito: 2 contas categorizadas')
  await expect(ledger.cell(row('d', 2), 'category_id')).toHaveText('')
  await press(page, 'Control+K')
  await page.keyboard.type('venc +10d')
  await expect(page.getByRole('option').first()).toContainText(/vencimento/i)
  await press(page, 'Enter')
  await expectToast(page, 'Vencimento de 2 contas mudado')
  await expect(ledger.cell(row('d', 1), 'due_date')).toHaveText(shownDay(due(10)))
})

test('cells are edited in place, copied and pasted as a table', async ({ page, api, openCompany, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ledger = await openRows({ page, api, openCompany }, 'e', 4)
  await ledger.toColumn('amount_cents')
  await press(page, 'F2')
  await page.keyboard.type('=120*3')
  await press(page, 'Enter')
  await expect(ledger.cell(row('e', 1), 'amount_cents')).toHaveText('360,00')
  await expect(ledger.focused()).toContainText(row('e', 2))
  await press(page, 'e')
  await page.keyboard.type('nada')
  await press(page, 'Enter')
  await expect(ledger.grid.getByRole('textbox', { name: 'Valor (R$)' })).toHaveAttribute('aria-invalid', 'true')
  await press(page, 'Escape')
  await expect(ledger.cell(row('e', 2), 'amount_cents')).toHaveText('200,00')

  await ledger.toColumn('due_date')
  await press(page, 'e')
  await page.keyboard.type('+40d')
  await press(page, 'Enter')
  await expect(ledger.cell(row('e', 2), 'due_date')).toHaveText(shownDay(due(40)))
  await press(page, 'z')
  await expect(ledger.cell(row('e', 2), 'due_date')).toHaveText(shownDay(due(2)))

  await ledger.toColumn('amount_cents')
  await press(page, 'Control+Home', 'x', 'Shift+ArrowDown', 'Control+C')
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`${shownDay(due(1))}\t`)
  expect(lines[0]).toContain('\t360,00\t')
  await press(page, 'x', 'Control+Home', 'x')
  await ledger.expectNoneMarked()

  await page.evaluate(() => navigator.clipboard.writeText('1.234,56\r\n99,9\r\nabc\r\n'))
  await press(page, 'Control+Home', 'Control+V')
  const question = page.getByRole('dialog', { name: 'Colar 3×1 células · 1 inválida?' })
  await expect(question).toContainText('2 linhas mudam. A célula inválida fica como está.')
  await tabTo(page, question.getByRole('button', { name: 'Colar' }))
  await press(page, 'Enter')
  await expectToast(page, /2 células coladas/)
  await expect(ledger.cell(row('e', 1), 'amount_cents')).toHaveText('1.234,56')
  await expect(ledger.cell(row('e', 2), 'amount_cents')).toHaveText('99,90')
  await expect(ledger.cell(row('e', 3), 'amount_cents')).toHaveText('300,00')
  await ledger.expectFocus()
  await press(page, 'z')
  await expect(ledger.cell(row('e', 1), 'amount_cents')).toHaveText('360,00')
  await expect(ledger.cell(row('e', 2), 'amount_cents')).toHaveText('200,00')
})

test('a sheet is typed into, filled down and pasted over; each change is heard, and one z takes it back', async ({
  page,
  api,
  openCompany,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ledger = await openRows({ page, api, openCompany }, 's', 4)
  const heard = page.locator('[data-announcer="polite"]')
  const amounts = amountsOf(ledger, 's')
  const before = ['100,00', '200,00', '300,00', '400,00']

  await ledger.toColumn('amount_cents')
  await press(page, 'Control+Home', 'F8')
  // Without a pause, so that the second letter comes while the first still opens the editor.
  for (let round = 0; round < 8; round++) {
    await page.keyboard.type('=1+2+3')
    await expect(ledger.grid.getByRole('textbox')).toHaveValue('=1+2+3')
    await press(page, 'Escape')
  }
  await amounts(...before)
  await ledger.expectFocus()
  await page.keyboard.type('77,5')
  await press(page, 'Enter')
  await amounts('77,50', '200,00')
  await expect(ledger.focused()).toContainText(row('s', 2))
  await press(page, 'Escape', 'z')
  await amounts(...before)

  await press(page, 'Control+Home', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+D')
  await amounts('100,00', '100,00', '100,00', '400,00')
  await expect(heard).toContainText(/3 contas/)
  await press(page, 'z')
  await amounts(...before)

  await ledger.toColumn('additional_information')
  const texts = [1, 2].map(at => row('s', at + 4))
  await page.evaluate(text => navigator.clipboard.writeText(text), `${texts[0]}\tx\r\n${texts[1]}\ty\r\n`)
  await press(page, 'Control+Home', 'Control+V')
  const question = page.getByRole('dialog', { name: /Colar 2×2 células/ })
  await tabTo(page, question.getByRole('button', { name: 'Colar' }))
  await press(page, 'Enter')
  await expect(heard).toContainText(/células coladas/)
  for (const text of texts) await expect(ledger.cell(text, 'amount_cents')).toBeVisible()
  await ledger.expectFocus()
  await press(page, 'z')
  await amounts(...before)
})

test('a list at a cell has every letter typed, Enter and Tab leave it as any editor, and Ctrl+Enter writes to all that is marked', async ({
  page,
  api,
  openCompany,
}) => {
  const ledger = await openRows({ page, api, openCompany }, 'k', 4)
  const list = page.getByRole('combobox', { name: 'Categoria' })
  const category = (at: number) => ledger.cell(row('k', at), 'category_id')
  await ledger.toColumn('category_id')
  await press(page, 'Control+Home', 'F8')
  for (let round = 0; round < 4; round++) {
    await page.keyboard.type('alug')
    await expect(list).toHaveValue('alug')
    await press(page, 'Escape')
    await ledger.expectFocus()
  }
  await page.keyboard.type('alug')
  await press(page, 'Enter')
  await expect(category(1)).toContainText('Aluguel')
  await expect(ledger.focused()).toContainText(row('k', 2))

  await press(page, 'F8', 'Control+A', 'e')
  await page.keyboard.type('contabil')
  await press(page, 'Control+Enter')
  for (const at of [1, 2, 3, 4]) await expect(category(at)).toContainText('Contabil')
  await press(page, 'z')
  await expect(category(1)).toContainText('Aluguel')
  await expect(category(4)).not.toContainText('Contabil')
})

test('a rectangle of cells is spanned by keys and by the mouse, copied, filled, pasted over and emptied, each with one undo', async ({
  page,
  api,
  openCompany,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ledger = await openRows({ page, api, openCompany }, 'w', 4)
  const heard = page.locator('[data-announcer="polite"]')
  const spanned = ledger.grid.locator('.range-in')
  const amounts = amountsOf(ledger, 'w')
  const before = ['100,00', '200,00', '300,00', '400,00']

  await press(page, 'F8', 'Control+End', 'Control+Home')
  await expect(ledger.grid.locator('.ag-cell[col-id="due_date"]:focus')).toHaveCount(1)
  await ledger.toColumn('amount_cents')
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(spanned).toHaveCount(3)
  await expect(heard).toContainText('3 linhas × 1 coluna, Valor (R$), até 300,00')
  await press(page, 'Shift+ArrowLeft')
  await expect(spanned).toHaveCount(6)
  await expect(heard).toContainText('3 linhas × 2 colunas, Categoria a Valor (R$)')
  await expect(ledger.focused()).toContainText(row('w', 1))
  await press(page, 'Control+C')
  const text = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await text()).toBe('\t100,00\n\t200,00\n\t300,00')
  await press(page, 'Control+Shift+Y')
  await expect(heard).toContainText('Copiado com títulos')
  expect(await text()).toMatch(/^Categoria\tValor \(R\$\)\n/)
  await press(page, 'Escape')
  await expect(spanned).toHaveCount(0)
  await ledger.expectFocus()

  await press(page, 'Control+Shift+ArrowDown')
  await expect(spanned).toHaveCount(4)
  await press(page, 'Control+D')
  await amounts('100,00', '100,00', '100,00', '100,00')
  await expect(heard).toContainText('3 células preenchidas')
  await press(page, 'Control+Z')
  await amounts(...before)

  await page.evaluate(() => navigator.clipboard.writeText('11\r\n22\r\n'))
  await press(page, 'Control+V')
  const question = page.getByRole('dialog', { name: 'Colar 4×1 células?' })
  await tabTo(page, question.getByRole('button', { name: 'Colar' }))
  await press(page, 'Enter')
  await amounts('11,00', '22,00', '11,00', '22,00')
  await expect(heard).toContainText('4 células coladas')
  await ledger.expectFocus()
  await press(page, 'Control+Z')
  await amounts(...before)

  await page.keyboard.type('=7*3')
  await press(page, 'Control+Enter')
  await amounts('21,00', '21,00', '21,00', '21,00')
  await press(page, 'Control+Z')
  await amounts(...before)
  await press(page, 'Delete')
  await expectToast(page, 'Nada para limpar aqui', '4 células não aceitam ficar sem valor.')
  await amounts(...before)

  const cellOf = (at: number, column: string) => ledger.grid.locator(`.ag-row[row-index="${at}"] [col-id="${column}"]`)
  await press(page, 'Escape')
  await ledger.toColumn('additional_information')
  await press(page, 'Shift+ArrowDown', 'Delete')
  await expect(heard).toContainText('2 células limpas')
  await expect(cellOf(1, 'additional_information')).toHaveText('')
  await press(page, 'Control+Z')
  await expect(cellOf(1, 'additional_information')).toHaveText(row('w', 2))

  await cellOf(0, 'category_id').hover()
  await page.mouse.down()
  await cellOf(1, 'amount_cents').hover()
  await cellOf(2, 'amount_cents').hover()
  await page.mouse.up()
  await expect(spanned).toHaveCount(6)
  await cellOf(3, 'amount_cents').click({ modifiers: ['Shift'] })
  await expect(spanned).toHaveCount(8)
  await ledger.expectNoneMarked()
  await cellOf(1, 'amount_cents').click()
  await expect(spanned).toHaveCount(0)
  await expect(page).not.toHaveURL(/bills\/[0-9a-f-]+/)
  await press(page, 'Control+ArrowDown')
  await expect(ledger.focused()).toContainText(row('w', 4))
  await press(page, 'Escape')
  await expect(ledger.grid.locator('[data-mode="sheet"]')).toHaveCount(0)
})

test('the filter shows chips, corrects a wrong word, and is kept as a view under a digit', async ({ page, api, openCompany }) => {
  await keepPreferencesHere(page)
  const ledger = await openRows({ page, api, openCompany }, 'f', 5)
  await press(page, '/')
  await expect(ledger.filter).toBeFocused()
  await press(page, 'End')
  await page.keyboard.type(' valor>=300 stauts:pago')
  await expect(page.getByRole('alert').filter({ hasText: '‘stauts’? quis dizer status' })).toBeVisible()
  await press(page, 'Enter')
  await ledger.expectFocus()
  // The wrong word filters nothing out.
  await ledger.expectShown(3)
  await expect(page.getByRole('search').getByText('a partir de 300')).toBeVisible()
  await press(page, '/', 'Control+A')
  await page.keyboard.type(`${mark}f status:pendente`)
  await press(page, 'Enter', 'Control+S')
  await page.keyboard.type(`Minhas ${mark}`)
  await press(page, 'Enter')
  await expectToast(page, new RegExp(`Visão “Minhas ${mark}” salva no \\d`))
  const tab = page.getByRole('tab', { name: `Minhas ${mark}` })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  const digit = /\d$/.exec((await tab.textContent()) ?? '')?.[0] ?? ''
  await ledger.expectFocus()

  await press(page, '5')
  await expect(page.getByRole('tab', { name: /^Pagas/ })).toHaveAttribute('aria-selected', 'true')
  await press(page, '0')
  await expect(page.getByRole('tab', { name: /^Todas/ })).toHaveAttribute('aria-selected', 'true')
  await press(page, digit)
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await ledger.expectShown(5)
  await ledger.expectFocus()
  // A view belongs to the person: it is still there after a reload, and the address says that it is open, until removed.
  await page.reload()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(new RegExp(`visao=bills\\.${digit}`))
  await ledger.ready()
  await ledger.expectFocus()
  await press(page, 'Shift+V')
  const remove = page.getByRole('menuitem', { name: `Minhas ${mark}` })
  await expect(remove).toBeVisible()
  await remove.press('Enter')
  await expect(tab).toHaveCount(0)
})

test('the list sorts and groups by the focused column', async ({ page, api, openCompany }) => {
  const ledger = await openRows({ page, api, openCompany }, 'g', 4)
  await ledger.toColumn('amount_cents')
  await press(page, 'Shift+S', 'Shift+S')
  await expect(page.getByRole('columnheader', { name: 'Valor (R$)' })).toHaveAttribute('aria-sort', 'descending')
  await press(page, 'Control+Home')
  await expect(ledger.focused()).toContainText(row('g', 4))
  await ledger.toColumn('status')
  await press(page, 'Shift+G')
  const group = ledger.grid.locator('.ag-row:has(.group)').filter({ hasText: 'Pendente' })
  await expect(group).toContainText(/4.*1\.000,00/)
  await press(page, 'Control+Home')
  await expect(group).toBeFocused()
  await press(page, 'Enter')
  await expect(ledger.row(row('g', 1))).toHaveCount(0)
  await press(page, 'ArrowRight')
  await expect(ledger.row(row('g', 1))).toHaveCount(1)
  await press(page, 'Space')
  await ledger.expectMarked(4)
})

test('a bill is created, repeated twelve times, split, deleted and brought back', async ({ page, api, openCompany }) => {
  const ledger = await openRows({ page, api, openCompany }, 'h', 2)
  await press(page, 'n')
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await expect(form.getByLabel('Valor')).toBeFocused()
  await press(page, 'Control+Enter')
  await expect(form).toContainText('Informe o valor')
  await expect(form.getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('250')
  await press(page, 'Tab')
  await page.keyboard.type('+3d')
  await tabTo(page, form.getByLabel('Descrição'))
  await page.keyboard.type(row('h', 10))
  await tabTo(page, form.getByRole('combobox', { name: 'Categoria' }))
  await page.keyboard.type('marketing')
  await press(page, 'Enter', 'Control+Enter')
  await expectToast(page, 'Conta criada')
  await expect(form).toHaveCount(0)
  await expect(ledger.row(row('h', 10))).toContainText('250,00')
  await expect(ledger.cell(row('h', 10), 'due_date')).toHaveText(shownDay(due(3)))
  await expect(ledger.cell(row('h', 10), 'category_id')).toContainText('Marketing')
  await ledger.expectFocus()

  await press(page, 'n')
  await page.keyboard.type('90')
  await tabTo(page, form.getByLabel('Descrição'))
  await page.keyboard.type(row('h', 20))
  await tabTo(page, form.getByRole('switch', { name: /Repetir/ }))
  await press(page, 'Space')
  await expect(form.getByLabel('Quantas vezes')).toHaveValue('12')
  await press(page, 'Control+Enter')
  await expectToast(page, '12 contas criadas')
  await page.goto(page.url().replace(/periodo=[^&]*/, 'periodo=tudo'))
  await ledger.ready()
  await expect(ledger.row(row('h', 20))).toHaveCount(12)
  await ledger.expectFocus()
  await press(page, 'z')
  await expectToast(page, /^Desfeito: 12 contas/)
  await expect(ledger.row(row('h', 20))).toHaveCount(0)

  await press(page, 'Control+Home', 's')
  const split = page.getByRole('dialog', { name: 'Dividir conta' })
  await expect(split.getByLabel('Valor da parte 1')).toBeFocused()
  await page.keyboard.type('30')
  await tabTo(page, split.getByLabel('Vencimento da parte 2'))
  await expect(split.getByLabel('Valor da parte 2')).toHaveValue('70,00')
  await expect(split).toContainText('Soma exata')
  await press(page, 'Control+Enter')
  await expectToast(page, 'Conta dividida em 2')
  await expect(ledger.row(row('h', 1))).toHaveCount(2)
  await ledger.expectFocus()
  await press(page, 'z')
  await expect(ledger.row(row('h', 1))).toHaveCount(1)

  await press(page, 'Control+Home', 'x', 'Shift+ArrowDown', 'Delete')
  await expectToast(page, '2 contas excluídas')
  await expect(ledger.row(mark)).toHaveCount(1)
  await ledger.expectFocus()
  await press(page, 'z')
  await expectToast(page, 'Desfeito: 2 contas excluídas')
  await expect(ledger.row(mark)).toHaveCount(3)
})

test('the drawer opens to read, keeps the list’s keys, and Esc closes it', async ({ page, api, openCompany }) => {
  const ledger = await openRows({ page, api, openCompany }, 'i', 3)
  await press(page, 'Enter')
  const drawer = page.getByRole('complementary')
  await expect(drawer).toContainText(row('i', 1))
  await expect(drawer).toContainText('R$ 100,00')
  await press(page, 'j')
  await press(page, 'd')
  await expectToast(page, '1 conta duplicada')
  await press(page, 'z', 'Escape')
  await expect(drawer).toHaveCount(0)
  await ledger.expectFocus()
  await press(page, '?')
  await expect(page.getByRole('dialog', { name: 'Ajuda e atalhos de teclado' })).toBeVisible()
  await press(page, 'Escape')
  await ledger.expectFocus()
})
