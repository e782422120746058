// A whole month of two companies by keys alone: the bank's file, the answers, the close with its accounting file, and on to the next company.
import type { Page } from '@playwright/test'
import { addDays, endOfMonth, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { capitalized } from '#domain/text.ts'
import { KeyCount } from '#tests/kit/key-count.ts'
import { ofxBytes } from '#tests/kit/ofx-files.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, expectFocusKept, expectToast, SERGIO, test, today } from './fixtures.ts'
import { currentLine, Ledger } from './ledger.ts'

test.use({ person: SERGIO })

const MOST_PER_LINE = 0.6
const END = endOfMonth(addDays(startOfMonth(today()), -1))
const START = startOfMonth(END)
const PAYEES = ['Gráfica Serrana', 'Padaria Vale Verde', 'Oficina Maringá', 'Moinho Guanabara', 'Livraria Cordel', 'Hotel Bromélia']
const [BILLS, FEES, FUEL] = [24, 8, 8]

interface Row {
  day: string
  amount_cents: number
  memo: string
  fitid: string
}

const upper = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** Bills with their lines, two of them paid late with the usual charges, fees by the bank's own words, and fuel that is in no books. */
async function monthOfLines(api: Api, { id: c }: Founded, seed: number): Promise<Row[]> {
  const contacts = await Promise.all(PAYEES.map(name => api.post<{ id: string }>('/contacts/', { company_id: c, kind: 'SUPPLIER', name })))
  const rows: Row[] = []
  for (let at = 0; at < BILLS; at++) {
    const cents = 30_000 + seed + at * 1_713
    const due_date = addDays(START, 3 + (at % 12))
    const late = at < 2 ? 5 : 0
    const charges = late > 0 ? Math.round((cents * 2) / 100) + Math.round((cents * late) / 3000) : 0
    const name = PAYEES[at % PAYEES.length] ?? ''
    await api.post(`/companies/${c}/bills`, {
      amount_cents: cents,
      due_date,
      additional_information: `${name} ${at + 1}`,
      contact_id: contacts[at % PAYEES.length]?.id,
    })
    rows.push({ day: addDays(due_date, late), amount_cents: -(cents + charges), memo: `PIX ENVIADO ${upper(name)}`, fitid: `B${at}` })
  }
  for (let at = 0; at < FEES; at++)
    rows.push({ day: addDays(START, 16 + at), amount_cents: -(211 + at * 7), memo: 'TARIFA PIX ENVIADO', fitid: `T${at}` })
  for (let at = 0; at < FUEL; at++)
    rows.push({ day: addDays(START, 16 + at), amount_cents: -(9_013 + at * 311), memo: 'COMPRA POSTO ALVORADA', fitid: `P${at}` })
  return rows
}

const pending = (page: Page) => page.getByRole('tab', { name: /^Pendentes/ })

const fileOf = (rows: readonly Row[]) => ({
  name: 'extrato.ofx',
  mimeType: 'application/x-ofx',
  buffer: Buffer.from(ofxBytes({ rows, charset: 'windows-1252', bank_code: '0341', branch: '0001', account: '10001-1' })),
})

/** The file of the bank, in three keys, and back to the bench. */
async function importFile(page: Page, keys: KeyCount, rows: readonly Row[]): Promise<void> {
  await expectFocusKept(page)
  await keys.press('u')
  await new Ledger(page).ready()
  await keys.press('Enter')
  await expectToast(page, 'Dados importados')
  await keys.press('g', 'c')
  await expect(pending(page)).toHaveText(new RegExp(`^Pendentes\\s*${rows.length}$`))
}

/** Everything of the month, answered. */
async function answer(page: Page, keys: KeyCount): Promise<void> {
  await expect(page.getByRole('button', { name: `Revisar ${BILLS} certas` })).toBeVisible({ timeout: 30_000 })
  await expect(currentLine(page)).toBeFocused()
  await keys.press('Shift+A', 'Enter')
  await expect(pending(page)).toHaveText(new RegExp(`^Pendentes\\s*${FEES + FUEL}$`))
  for (let kind = 0; kind < 2; kind++) {
    await expectFocusKept(page)
    const isFee = /TARIFA/.test((await currentLine(page).textContent()) ?? '')
    await keys.press('Shift+L')
    if (isFee) await keys.press('Enter')
    else {
      await keys.press('n')
      await expect(page.getByRole('combobox', { name: 'Categoria' })).toBeFocused()
      await keys.type('via')
      await expect(page.getByRole('option').first()).toContainText('Viagens e deslocamentos')
      await keys.press('Enter')
    }
    if (kind === 0) await expect(pending(page)).toHaveText(new RegExp(`^Pendentes\\s*${isFee ? FUEL : FEES}$`))
  }
  await expect(page.getByText('Tudo conciliado')).toBeVisible()
}

/** The month is closed, and its accounting file comes with it. */
async function closeMonth(page: Page, keys: KeyCount): Promise<void> {
  await expectFocusKept(page)
  const saved = page.waitForEvent('download')
  await keys.press('f')
  const question = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: `Fechar ${formatMonth(monthOf(END))}?` })
  await expect(question).toBeVisible()
  await keys.press('Tab')
  await expect(question.getByRole('button', { name: /^Fechar o mês/ })).toBeFocused()
  await keys.press('Enter')
  expect((await saved).suggestedFilename()).toBe(`Contabilidade de ${formatMonth(monthOf(END))}.csv`)
  await expectToast(page, `${capitalized(formatMonth(monthOf(END)))} fechado, com o arquivo da contabilidade`)
}

test('two companies, from the bank’s file to the closed month', async ({ page, api, openCompany }) => {
  test.setTimeout(240_000)
  const [first, second] = [await foundCompany(api, 'Roteiro Um'), await foundCompany(api, 'Roteiro Dois')]
  const months = [await monthOfLines(api, first, 7), await monthOfLines(api, second, 19)] as const
  // What makes the second company one with work: the bank has already told of a line.
  await api.post(`/companies/${second.id}/bank_statements`, {
    bank_account_id: second.accountId,
    entries: months[1]
      .slice(-1)
      .map(({ day, amount_cents, memo, fitid }) => ({ date: day, amount_cents, description: memo, transaction_id: fitid })),
  })
  const play = (key: string) => page.keyboard.press(key)
  const counts: number[] = []
  // Answered from before the page opens: a chooser that the browser is told of too late opens unseen.
  page.on('filechooser', chooser => void chooser.setFiles(fileOf(months[counts.length as 0 | 1])))
  await openCompany(first.name, 'conciliation')
  await expect(page.getByText('Tudo conciliado').or(pending(page)).first()).toBeVisible()
  for (const [at, company] of [first, second].entries()) {
    const keys = new KeyCount(play)
    await importFile(page, keys, months[at as 0 | 1])
    await answer(page, keys)
    await closeMonth(page, keys)
    counts.push(keys.count)
    const lines = await api.get<{ status: string }[]>(`/companies/${company.id}/bank_statements/${company.accountId}/entries`)
    expect(lines.filter(({ status }) => status !== 'CONCILIATED')).toEqual([])
    if (at === 0) await goOn(page, new KeyCount(play), second)
  }
  const perLine = counts.map((count, at) => count / (months[at as 0 | 1]?.length ?? 1))
  console.log(`teclas por linha, da importação ao fechamento: ${perLine.map(value => value.toFixed(2)).join(' e ')}`)
  for (const value of perLine) expect(value).toBeLessThanOrEqual(MOST_PER_LINE)
})

/** `g j` leads to the company with the most work; where that is another journey's, the palette leads on. */
async function goOn(page: Page, keys: KeyCount, to: Founded): Promise<void> {
  const from = page.url()
  await expectFocusKept(page)
  await keys.press('g', 'j')
  await expect.poll(() => page.url()).not.toBe(from)
  if (!page.url().includes(to.id)) {
    await expectFocusKept(page)
    await keys.press('g', 'e')
    await expect(page.getByRole('dialog', { name: 'Buscar ou executar' })).toBeVisible()
    await keys.type(to.name.toLowerCase())
    await expect(page.getByRole('option').first()).toContainText(to.name)
    await keys.press('Enter')
    await expect(page).toHaveURL(new RegExp(to.id))
    await expectFocusKept(page)
    await keys.press('g', 'c')
  }
  await expect(page).toHaveURL(new RegExp(`${to.id}/conciliation`))
  await expect(pending(page)).toHaveText(/\d/)
}
