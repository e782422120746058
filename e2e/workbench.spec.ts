// The reconciliation workbench: a hundred lines within the keystroke budget, everything undone and redone, and the same by mouse.
import type { Page } from '@playwright/test'
import { foundCompany, hundredLines } from './bench-company.ts'
import { expect, press, SERGIO, test } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO })

const BUDGET = 110

/** Counts every key, and asserts after each that the focus is inside the workbench. */
class Keys {
  count = 0
  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1
      await this.page.keyboard.press(key)
      await expect
        .poll(() => this.page.evaluate(() => document.activeElement?.closest('.wb') !== null && document.activeElement !== document.body), {
          timeout: 5000,
          intervals: [0, 25, 50],
          message: `focus outside the workbench after ${key}`,
        })
        .toBe(true)
    }
  }
  async type(text: string): Promise<void> {
    for (const letter of text) await this.press(letter)
  }
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const current = (page: Page) => page.locator('.wb-lines [data-current]')

async function expectLeft(page: Page, count: number): Promise<void> {
  await expect(tab(page, 'Pendentes')).toHaveText(count === 0 ? /^Pendentes\s*0?$/ : new RegExp(`^Pendentes\\s*${count}$`))
}

interface LineRecord {
  id: string
  status: string
}

test('a hundred lines take at most 110 keys, and what was done is undone and still there after a reload', async ({
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
  await press(page, 'g', 'c')
  await expectLeft(page, 100)
  await expect(page.getByRole('button', { name: /Revisar 70 de confiança alta/ })).toBeVisible({ timeout: 30_000 })
  await expect(current(page)).toBeFocused()
  const keys = new Keys(page)

  // 70 certain ones: two keys.
  await keys.press('Shift+A')
  await expect(page.getByRole('button', { name: /^Conciliar 70/ })).toBeVisible()
  await keys.press('Enter')
  await expectLeft(page, 30)

  // 15 between two equal titles: one key each, and the cursor goes to the next line, never to the first.
  for (let left = 29; left >= 15; left--) {
    await expect(current(page)).toContainText('PAGAMENTO DE CONTA')
    await keys.press('1')
    await expectLeft(page, left)
  }
  // 10 that become an entry of their own: n, three letters, Enter.
  for (let left = 14; left >= 5; left--) {
    await expect(current(page)).toContainText('COMPRA CARTAO POSTO')
    await keys.press('n')
    await expect(page.getByRole('combobox', { name: 'Categoria' })).toBeFocused()
    await keys.type('sof')
    await expect(page.getByRole('option').first()).toContainText('Software')
    await keys.press('Enter')
    await expectLeft(page, left)
  }
  // Two lines that pay one bill, twice.
  for (const left of [3, 1]) {
    await keys.press('x', 'Shift+ArrowDown')
    await expect(page.locator('.wb-sheet')).toContainText('2 linhas do extrato')
    await keys.press('1')
    await expectLeft(page, left)
  }
  // One line in two parts.
  await keys.press('s')
  await keys.type('40')
  await keys.press('Control+Enter')
  await expectLeft(page, 0)
  await expect(page.getByText('Tudo conciliado')).toBeVisible()
  expect(keys.count).toBeLessThanOrEqual(BUDGET)
  await expect.poll(async () => (await statuses()).conciliated).toBe(100)

  // Four steps back: the split, both pairs, and the last entry.
  await keys.press('z')
  await expectLeft(page, 1)
  await expect(current(page)).toContainText('COMPRA ATACADO')
  await keys.press('z', 'z')
  await expectLeft(page, 5)
  await keys.press('z')
  await expectLeft(page, 6)
  await expect(current(page)).toContainText('COMPRA CARTAO POSTO')
  expect((await statuses()).pending).toBe(6)

  await page.reload()
  await expectLeft(page, 6)
  await expect(current(page)).toBeFocused()
  await keys.press('z')
  await expectLeft(page, 7)
  await keys.press(']')
  await expect(tab(page, 'Conciliadas')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await statuses()).conciliated).toBe(93)
})
