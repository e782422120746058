// Recurring bills: a change or a deletion asks how far it goes, by keys and by mouse, and one undo takes all of it back.
import { addDays } from '#domain/days.ts'
import { type Api, around, type Company, expect, expectToast, newMark, press, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Fotografia Lua Clara'
let company: Company

test.beforeAll(async ({ api }) => {
  company = await api.company(COMPANY)
})

/** Four weeks of one bill, the first due in a week. */
function makeSeries(api: Api, text: string): Promise<Title[]> {
  return api.post<Title[]>(`/companies/${company.id}/recurring_bills`, {
    amount_cents: 10_000,
    due_date: addDays(today(), 7),
    frequency_interval: 'WEEKLY',
    frequency_unit: 4,
    additional_information: text,
  })
}
const address = (filter: string) => `bills?${around(60)}&bills=${encodeURIComponent(filter)}`
const amounts = (api: Api, made: readonly Title[]) =>
  Promise.all(made.map(async ({ id }) => (await api.get<Title>(`/companies/${company.id}/bills/${id}`)).amount_cents))

test('by mouse a changed form reaches this one and the next, and z takes it back', async ({ page, api, openCompany }) => {
  const mark = newMark()
  const made = await makeSeries(api, mark)
  await openCompany(COMPANY, `bills/${made[1]?.id}?${around(60)}`)
  const drawer = page.getByRole('complementary', { name: mark })
  await expect(drawer.getByText('2 de 4, semanal')).toBeVisible()
  await drawer.getByRole('button', { name: /^Alterar em formulário/ }).click()
  const form = page.getByRole('dialog', { name: 'Alterar conta a pagar' })
  await form.getByRole('textbox', { name: 'Valor' }).fill('75,00')
  await form.getByRole('button', { name: /^Salvar/ }).click()
  const answer = page.waitForResponse(/\/series\?scope=NEXT/)
  await page.getByRole('option', { name: /Esta e as próximas/ }).click()
  expect(await (await answer).json()).toMatchObject({ updated: 3, blocked: [] })
  await expectToast(page, '3 contas da série alteradas')
  await expect(form).toHaveCount(0)
  await press(page, 'z')
  await expect.poll(() => amounts(api, made)).toEqual([10_000, 10_000, 10_000, 10_000])
})

test('Delete asks by keys: Esc leaves all as it was, a digit deletes all that are open, z brings them back', async ({
  page,
  api,
  openCompany,
}) => {
  const mark = newMark()
  await makeSeries(api, mark)
  const ledger = new Ledger(page)
  await openCompany(COMPANY, address(mark))
  await ledger.ready()
  await ledger.expectShown(4)
  await ledger.expectFocus()
  await press(page, 'Delete')
  await expect(page.getByRole('option')).toHaveText([/Só esta/, /Esta e as próximas/, /Todas em aberto/])
  await press(page, 'Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await ledger.expectShown(4)
  await ledger.expectFocus()
  await press(page, 'Delete')
  await expect(page.getByRole('option')).toHaveCount(3)
  await press(page, '3')
  await expectToast(page, '4 contas da série excluídas')
  await expect(ledger.row(mark)).toHaveCount(0)
  await press(page, 'z')
  await ledger.expectShown(4)
})
