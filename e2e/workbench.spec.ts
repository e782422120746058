// The reconciliation workbench: a hundred lines within the keystroke budget, everything undone and redone, and the same by mouse.
import type { Page } from '@playwright/test'
import { addDays, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { KeyCount } from '#tests/kit/key-count.ts'
import { fewLines, foundCompany, hundredLines } from './bench-company.ts'
import { expect, press, SERGIO, test, today } from './fixtures.ts'
import { currentLine, Ledger } from './ledger.ts'

test.use({ person: SERGIO })

const BUDGET = 35

/** Counts every key, and asserts after each that the focus is inside the workbench. */
const keysOn = (page: Page): KeyCount =>
  new KeyCount(async key => {
    await page.keyboard.press(key)
    await expect
      .poll(
        () =>
          page.evaluate(
            () => document.activeElement?.closest('[data-layer="workbench"]') !== null && document.activeElement !== document.body,
          ),
        { timeout: 5000, intervals: [0, 25, 50], message: `focus outside the workbench after ${key}` },
      )
      .toBe(true)
  })

/** What the footer of the workbench counts by itself. */
const toldOn = (page: Page, company: string) =>
  page.evaluate(id => {
    const [today] = JSON.parse(localStorage.getItem(`razao.bench.${id}`) ?? '[]') as { keys: number; lines: number }[]
    return today && { keys: today.keys, lines: today.lines }
  }, company)

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

async function expectLeft(page: Page, count: number): Promise<void> {
  await expect(tab(page, 'Pendentes')).toHaveText(count === 0 ? /^Pendentes\s*0?$/ : new RegExp(`^Pendentes\\s*${count}$`))
}

interface LineRecord {
  id: string
  status: string
}

test('a hundred lines take at most 35 keys, and what was done is undone and still there after a reload', async ({
  page,
  api,
  openCompany,
}) => {
  test.setTimeout(240_000)
  const company = await foundCompany(api, 'Cem Linhas')
  await hundredLines(api, company)
  const statuses = async () => {
    const lines = await api.get<LineRecord[]>(`/companies/${company.id}/bank_statements/${company.accountId}/entries`)
    const count = (status: string) => lines.filter(line => line.status === status).length
    return { pending: count('PENDING'), conciliated: count('CONCILIATED') }
  }
  await openCompany(company.name, 'bills')
  await new Ledger(page).ready()
  await press(page, 'g c')
  await expectLeft(page, 100)
  await expect(page.getByRole('button', { name: /Revisar 72 certas/ })).toBeVisible({ timeout: 30_000 })
  await expect(currentLine(page)).toBeFocused()
  const keys = keysOn(page)

  // 70 certain ones, and two bills that two lines each pay together: two keys.
  await keys.press('Shift+A')
  await expect(page.getByRole('button', { name: /^Conciliar 72/ })).toBeVisible()
  await keys.press('Enter')
  await expectLeft(page, 26)

  // 15 between two equal titles: one key each, and the cursor goes to the next line, never to the first.
  for (let left = 25; left >= 11; left--) {
    await expect(currentLine(page)).toContainText('PAGAMENTO DE CONTA')
    await keys.press('1')
    await expectLeft(page, left)
  }
  // 10 alike that become entries of their own: one answer for all of them.
  await expect(currentLine(page)).toContainText('COMPRA CARTAO POSTO')
  await keys.press('Shift+L')
  await keys.press('n')
  await expect(page.getByRole('combobox', { name: 'Categoria' })).toBeFocused()
  await keys.type('sof')
  await expect(page.getByRole('option').first()).toContainText('Software')
  await keys.press('Enter')
  await expectLeft(page, 1)
  // One line in two parts.
  await keys.press('s')
  await keys.type('40')
  await keys.press('Control+Enter')
  await expectLeft(page, 0)
  await expect(page.getByText('Tudo conciliado')).toBeVisible()
  expect(keys.count).toBeLessThanOrEqual(BUDGET)
  await expect.poll(() => toldOn(page, company.id)).toEqual({ keys: keys.count, lines: 100 })
  await expect.poll(async () => (await statuses()).conciliated).toBe(100)

  // Three steps back: the split, the ten alike, and the last of the ties.
  await keys.press('z')
  await expectLeft(page, 1)
  await expect(currentLine(page)).toContainText('COMPRA ATACADO')
  await keys.press('z')
  await expectLeft(page, 11)
  await keys.press('z')
  await expectLeft(page, 12)
  await expect(currentLine(page)).toContainText('PAGAMENTO DE CONTA')
  expect((await statuses()).pending).toBe(12)

  await page.reload()
  await expectLeft(page, 12)
  await expect(currentLine(page)).toBeFocused()
  await keys.press('z')
  await expectLeft(page, 13)
  await keys.press(']')
  await expect(tab(page, 'Conciliadas')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await statuses()).conciliated).toBe(87)
})

const lineOf = (page: Page, text: string) =>
  page
    .getByRole('grid', { name: /^Linhas do extrato/ })
    .getByRole('row')
    .filter({ hasText: text })

test('by mouse: accepting, explaining a difference, paying in part, transferring, ignoring and taking back', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Bancada Mouse')
  await fewLines(api, company)
  await openCompany(company.name, 'conciliation')
  await expectLeft(page, 8)
  const hand = page.getByRole('region', { name: 'Linha em mãos' })

  await lineOf(page, 'GRAFICA IPIRANGA').click()
  await expect(hand.getByRole('heading', { name: 'PIX ENVIADO GRAFICA IPIRANGA' })).toBeVisible()
  await expect(hand.getByText('mesmo valor').first()).toBeVisible()
  await hand.getByRole('button', { name: /^Conciliar/ }).click()
  await expectLeft(page, 7)

  // Late: fine and interest are proposed, and chosen by their buttons.
  await lineOf(page, 'MOINHO GUANABARA').click()
  await hand.getByRole('button', { name: /^Com diferença/ }).click()
  const difference = page.getByRole('region', { name: 'Diferença' })
  await expect(difference.getByText(/Provável:/)).toContainText('20,00')
  await difference.getByRole('button', { name: /Juros/ }).click()
  await expect(difference.getByLabel('Valor de juros')).toHaveValue('1,40')
  await expect(difference.getByRole('status')).toHaveText('20,00')
  await difference.getByRole('button', { name: /Multa/ }).click()
  await expect(difference.getByRole('status')).toHaveText('0,00')
  await difference.getByRole('button', { name: /^Conciliar com a diferença/ }).click()
  await expectLeft(page, 6)

  // In part: the document stays open with the rest.
  await lineOf(page, 'EMPORIO CENTRAL').click()
  await hand.getByRole('button', { name: /^Buscar outra conta/ }).click()
  await page.getByRole('textbox', { name: 'Buscar outra conta' }).fill('empório')
  await page.getByRole('grid', { name: 'Sugestões' }).getByRole('row').filter({ hasText: 'Título Empório Central' }).click()
  await hand.getByRole('button', { name: /^Com diferença/ }).click()
  await difference.getByRole('button', { name: /parcial|aberto/i }).click()
  await difference.getByRole('button', { name: /^Conciliar em parte/ }).click()
  await expectLeft(page, 5)
  // The list is ahead of the server, which is waited for.
  const receivables = async () =>
    (await api.get<{ amount_cents: number; status: string }[]>(`/companies/${company.id}/receivables?date_type=due_date`))
      .map(one => [one.amount_cents, one.status === 'RECEIVED'])
      .sort()
  await expect.poll(receivables).toEqual([
    [150_000, true],
    [162_600, false],
  ])

  await lineOf(page, 'TRANSFERENCIA PARA BRADESCO').click()
  await page
    .getByRole('toolbar', { name: 'Seleção' })
    .getByRole('button', { name: /^Transferência/ })
    .click()
  await expectLeft(page, 3)

  for (const at of [0, 1]) await lineOf(page, 'TARIFA').nth(at).getByRole('checkbox').click()
  await expect(page.getByRole('contentinfo')).toContainText('2 itens selecionados')
  await page
    .getByRole('toolbar', { name: 'Seleção' })
    .getByRole('button', { name: /^Ignorar/ })
    .click()
  await expectLeft(page, 1)
  await tab(page, 'Ignoradas').click()
  await lineOf(page, 'TARIFA').first().click()
  await hand.getByRole('button', { name: /^Deixar de ignorar/ }).click()
  await expect(lineOf(page, 'TARIFA')).toHaveCount(1)
  await expectLeft(page, 2)

  await tab(page, 'Conciliadas').click()
  await lineOf(page, 'MOINHO GUANABARA').click()
  await expect(page.getByRole('region', { name: 'Conciliada com' })).toContainText('Multa')
  await hand.getByRole('button', { name: /^Desfazer conciliação/ }).click()
  await expectLeft(page, 3)
  await tab(page, 'Pendentes').click()
  await expect(lineOf(page, 'MOINHO GUANABARA')).toHaveCount(1)
})

test('by keys: a difference digit by digit, transfer, ignoring, a rule, tabs and accounts', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Bancada Teclas')
  await fewLines(api, company)
  await openCompany(company.name, 'conciliation')
  await expectLeft(page, 8)
  const keys = keysOn(page)
  await expect(currentLine(page)).toBeFocused()
  await expect(currentLine(page)).toContainText('GRAFICA IPIRANGA')
  await expect(currentLine(page)).toContainText('Título Gráfica Ipiranga')
  await keys.press('Enter')
  await expectLeft(page, 7)
  await expect(currentLine(page)).toContainText('MOINHO GUANABARA')

  await keys.press('Control+Enter')
  const difference = page.getByRole('region', { name: 'Diferença' })
  await expect(difference.getByText(/Provável:/)).toBeVisible()
  await keys.press('2')
  await expect(difference.getByLabel('Valor de multa')).toHaveValue('20,00')
  await keys.press('1')
  await expect(difference.getByRole('status')).toHaveText('0,00')
  await keys.press('Escape')
  await expect(difference).toHaveCount(0)
  await expect(currentLine(page)).toContainText('MOINHO GUANABARA')
  await keys.press('Control+Enter')
  await expect(difference.getByText(/Provável:/)).toBeVisible()
  await expect(difference.getByRole('status')).toHaveText('0,00')
  await keys.press('Enter')
  await expectLeft(page, 6)

  await keys.press('j')
  await expect(currentLine(page)).toContainText('TARIFA')
  await keys.press('r')
  await expect(page.getByLabel(/Quando a descrição da saída contém/)).toBeFocused()
  await expect(page.getByText('casa com 2 linhas abertas')).toBeVisible()
  await keys.press('Tab')
  await keys.type('tarifas')
  await keys.press('Enter', 'Control+Enter')
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('criada')
  await expect(currentLine(page)).toContainText('Regra')
  await keys.press('Enter')
  await expectLeft(page, 5)
  await keys.press('i')
  await expectLeft(page, 4)

  await expect(currentLine(page)).toContainText('TRANSFERENCIA PARA BRADESCO')
  await keys.press('t')
  await expectLeft(page, 2)
  await keys.press('z')
  await expectLeft(page, 4)
  await expect(currentLine(page)).toContainText(/TRANSFERENCIA|TED/)

  await keys.press(']')
  await expect(tab(page, 'Conciliadas')).toHaveAttribute('aria-selected', 'true')
  await keys.press('Shift+C')
  await expectLeft(page, 5)
  await keys.press(']')
  await expect(tab(page, 'Ignoradas')).toHaveAttribute('aria-selected', 'true')
  await keys.press('[', '[')
  await expect(tab(page, 'Pendentes')).toHaveAttribute('aria-selected', 'true')
  await keys.press('Shift+ArrowRight')
  await expect(page).toHaveURL(/bank_account_id=/)
  await keys.press('Shift+ArrowLeft')
  await expect(page).not.toHaveURL(/bank_account_id=/)
  // A search leads into the list, and back.
  await keys.press('h')
  await expect(page.getByRole('textbox', { name: 'Buscar outra conta' })).toBeFocused()
  await keys.press('Escape')
  await expect(currentLine(page)).toBeFocused()
})

test('by keys: lines searched, sorted and grouped, a line divided as before, a rule offered, and what comes after the last line', async ({
  page,
  api,
  openCompany,
}) => {
  const company = await foundCompany(api, 'Bancada Fim')
  const day = (ago: number) => addDays(today(), -ago)
  const line = (ago: number, description: string, amount_cents: number) => ({ date: day(ago), description, amount_cents })
  await api.post(`/companies/${company.id}/bank_statements`, {
    bank_account_id: company.accountId,
    entries: [
      line(9, 'PIX ENVIADO CONDOMINIO JARDINS', -10_000),
      line(8, 'PIX ENVIADO CONDOMINIO JARDINS', -20_000),
      line(7, 'PIX ENVIADO CALHAS', -3_000),
      line(6, 'PIX ENVIADO CALHAS', -4_000),
      line(5, 'PIX ENVIADO CALHAS', -128_490),
    ],
  })
  await openCompany(company.name, 'conciliation')
  await expectLeft(page, 5)
  await expect(currentLine(page)).toBeFocused()

  // The search narrows as one types, Enter leads into what it found, Esc brings all back.
  await press(page, '/')
  await page.keyboard.type('1284')
  await expect(page.getByRole('grid', { name: /pendentes, 1$/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(currentLine(page)).toContainText('1.284,90')
  await press(page, 'Escape')
  await expect(page.getByRole('grid', { name: /pendentes, 5$/ })).toBeVisible()
  await press(page, 'Shift+P')
  await expect(page.getByRole('checkbox', { name: 'Marcar o grupo CALHAS' })).toBeVisible()
  await press(page, 'Shift+P', 'Shift+P', 'Home')

  // Divided once by hand, then again by one key.
  await press(page, 's')
  await page.keyboard.type('60')
  await press(page, 'Control+Enter')
  await expectLeft(page, 4)
  await expect(currentLine(page)).toContainText('Dividir em 2', { timeout: 20_000 })
  await press(page, 'Enter')
  await expectLeft(page, 3)

  const createAs = async (category: string) => {
    await press(page, 'n')
    await expect(page.getByRole('combobox', { name: 'Categoria' })).toBeFocused()
    await page.keyboard.type(category)
    await expect(page.getByRole('option').first()).toBeVisible()
    await press(page, 'Enter')
  }
  await createAs('sof')
  await expectLeft(page, 2)
  await createAs('sof')
  await expectLeft(page, 1)
  // One word is too little for memory to be sure of: a rule is offered.
  await expect(page.getByText(/Sempre assim\?/)).toBeVisible({ timeout: 20_000 })
  await press(page, 'Shift+R')
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('criada')
  await expect(currentLine(page)).toContainText('Regra', { timeout: 20_000 })
  await press(page, 'Enter')
  await expectLeft(page, 0)
  await expect(page.getByText('Tudo conciliado')).toBeVisible()
  await expect(page.locator('[data-part="hints"]')).toContainText(/teclas? por linha hoje/)
  await press(page, 'f')
  // The month on screen still runs: the one before it is what can be closed.
  const lastMonth = formatMonth(monthOf(addDays(startOfMonth(today()), -1)))
  await expect(page.getByText(`Fechar ${lastMonth}?`)).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByText(`Fechar ${lastMonth}?`)).toHaveCount(0)
})
