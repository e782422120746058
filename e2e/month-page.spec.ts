// The month in one page: opened from the reports, shared by a link that a stranger reads and prints, and closed again.
import { addMonths, formatMonth, monthName, monthOf } from '#domain/days.ts'
import { foundCompany } from './bench-company.ts'
import { expect, expectToast, press, SERGIO, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const THIS = monthOf(today())

test('the month is read from the reports, shared by a link, seen by a stranger, printed on one sheet, and closed again', async ({
  page,
  api,
  openCompany,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const company = await foundCompany(api, 'Compartilhada')
  await api.post<Title>(`/companies/${company.id}/receivables`, {
    amount_cents: 120_000,
    due_date: today(),
    competence_date: today(),
    additional_information: 'Projeto de vitrine',
  })
  await openCompany(company.name, 'reports')
  const hub = page.getByRole('navigation', { name: 'Relatórios' })
  await expect(hub.getByRole('link', { name: /^Resultado do mês/ })).toContainText('R$ 1.200,00')
  await hub.getByRole('link', { name: `Abrir ${monthName(THIS)}` }).click()
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('heading', { level: 2 }).first()).toContainText('R$ 1.200,00 de lucro')
  await expect(sheet.getByRole('row', { name: /^Resultado de/ })).toContainText('1.200,00')

  await press(page, 's')
  await press(page, '1')
  await expectToast(page, /^Link copiado/)
  const links = page.getByRole('complementary', { name: 'Links deste mês' })
  await expect(links.getByRole('listitem')).toContainText('Abre até')
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(url).pathname).toMatch(/^\/month\/.{43}$/)

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(url)
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('R$ 1.200,00 de lucro')
  await expect(stranger.getByRole('link')).toHaveCount(0)
  const printed = (await stranger.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1)

  await links.getByRole('button', { name: 'Retirar' }).click()
  await page.getByRole('dialog', { name: 'Retirar o link?' }).getByRole('button', { name: 'Retirar' }).click()
  await expect(links.getByRole('listitem')).toContainText('Retirado em')
  await stranger.reload()
  await expect(stranger.getByRole('main')).toContainText('Este link não está mais disponível')
  await stranger.context().close()
})

test('the month before is one key away, and its PDF is kept under its name', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Em papel')
  await openCompany(company.name, 'reports/month')
  const before = monthOf(addMonths(today(), -1))
  await expect(page.getByRole('article')).toContainText(formatMonth(THIS).slice(1))
  await press(page, '<')
  await expect(page.getByRole('article')).toContainText(formatMonth(before).slice(1))
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'd')])
  expect(file.suggestedFilename()).toContain(formatMonth(before))
})
