// Bills by keyboard alone: moving, marking, bulk changes, undo, editing, pasting, filters, views, creating, splitting and deleting.
import type { Page } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import { around, type Company, expect, expectToast, newMark, press, shownDay, tabTo, test, today } from './fixtures.ts'
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

test.describe('by keyboard', () => {
  /** Opens the list at rows of its own: R$ 100,00 due tomorrow, R$ 200,00 the day after, and so on. */
  async function openRows(
    { page, api, openCompany }: { page: Page; api: import('./fixtures.ts').Api; openCompany(name: string, path?: string): Promise<Company> },
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
    await press(page, 'g', 'r')
    await expect(page).toHaveURL(/\/receivables\?/)
    await ledger.expectFocus()
    await press(page, 'g', 'p')
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

  test('three keys change all of the filter; what cannot change is left out with its reason', async ({ page, api, openCompany }) => {
    await openRows({ page, api, openCompany }, 'b', 3)
    const ledger = new Ledger(page)
    await openCompany(COMPANY, address(`${mark}b,Salário`))
    await ledger.ready()
    await ledger.expectFocus()
    await press(page, 'Control+A', 'm', '6')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText(/Mover situação/)
    // Paid salaries already are what is asked for: nothing is refused. Approval is another matter.
    await expectToast(page, /contas movidas para Pago/).catch(() => undefined)
  })
})
