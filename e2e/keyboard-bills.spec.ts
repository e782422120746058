// Bills by keyboard alone: moving, marking, bulk changes, undo, editing, pasting, filters, views, creating, splitting and deleting.
import { addDays, addMonths } from '#domain/days.ts'
import { around, type Company, expect, expectToast, press, shownDay, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Farmácia Santa Clara'
const PERIOD = around(60)
let company: Company

const due = (days: number) => addDays(today(), days)

test.beforeAll(async ({ api }) => {
  company = await api.company(COMPANY)
  for (let at = 1; at <= 12; at++)
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents: at * 10_000,
      due_date: due(at),
      additional_information: `Teclado ${String(at).padStart(2, '0')}`,
    })
})

test('two keys lead to the bills, three move a range to Pago, and one takes it back, even after a reload', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `receivables?${PERIOD}&bills=teclado`)
  await ledger.ready()
  await press(page, 'g', 'p')
  await expect(page).toHaveURL(/\/bills\?/)
  await ledger.expectShown(12)
  await ledger.expectFocus()

  await press(page, 'j', 'j')
  await expect(ledger.focused()).toContainText('Teclado 03')
  await press(page, 'x', 'Shift+ArrowDown', 'Shift+J')
  await ledger.expectMarked(3)
  await press(page, 'm')
  await expect(page.getByRole('dialog', { name: 'Situação' })).toContainText('3 itens · R$ 1.200,00 · Farmácia Santa Clara')
  await press(page, '6')
  await expectToast(page, '3 contas movidas para Pago')
  await expect(ledger.cell('Teclado 03', 'status')).toHaveText('Pago')
  await expect(ledger.cell('Teclado 06', 'status')).toHaveText('Pendente')
  await expect(ledger.foot).toContainText('Última ação: 3 contas movidas para Pago')

  await press(page, 'z')
  await expectToast(page, 'Desfeito: 3 contas movidas para Pago')
  await expect(ledger.cell('Teclado 04', 'status')).toHaveText('Pendente')

  await press(page, 'm', '6')
  await expectToast(page, '3 contas movidas para Pago')
  await page.reload()
  await ledger.ready()
  await expect(ledger.cell('Teclado 04', 'status')).toHaveText('Pago')
  await ledger.expectFocus()
  await press(page, 'z')
  await expect(ledger.cell('Teclado 04', 'status')).toHaveText('Pendente')
})
