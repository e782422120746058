// The accounting office: the queue and its way into the work, a question the client answers on a phone, and the search over everything.
import { expect, expectToast, press, test } from './fixtures.ts'

test('the queue leads into the work of a company and on to the next, by keys', async ({ page, openCompany, api }) => {
  await openCompany('Odonto Sorriso Novo', 'rules')
  await expect(page.getByRole('navigation', { name: 'Áreas' }).getByRole('link', { name: 'Fila do contador' })).toBeVisible()
  await press(page, 'g q')
  await expect(page).toHaveURL(/\/organization\/queue/)
  const list = page.getByRole('main')
  await expect(list.getByText('Clínica Bem Viver')).toBeVisible()
  await press(page, '/')
  await page.keyboard.type('clinica bem')
  await expect(list.getByText('Odonto Sorriso Novo')).toHaveCount(0)
  await press(page, 'Enter')
  await expect(list.getByRole('row', { name: /Clínica Bem Viver/ })).toBeFocused()
  const clinic = await api.company('Clínica Bem Viver')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/company/${clinic.id}/conciliation`))
  await expect(page.getByRole('heading', { name: 'Conciliação', exact: true })).toBeVisible()
  await press(page, 'g j')
  await expect(page).not.toHaveURL(new RegExp(clinic.id))
  await expect(page).toHaveURL(/\/company\/[^/]+\/(conciliation|bills|receivables)/)
})

test('a client answers on a phone, and the answer comes back to the line', async ({ page, openCompany, api, browser }) => {
  const company = await openCompany('Odonto Sorriso Novo', 'conciliation?periodo=tudo')
  const pane = page.getByRole('region', { name: 'Linha em mãos' })
  await expect(pane.getByRole('button', { name: 'Perguntar' })).toBeVisible()
  const text = `O que é isto, por favor? ${Date.now()}`
  await pane.getByRole('button', { name: 'Perguntar' }).click()
  const form = page.getByRole('dialog', { name: 'Perguntar ao cliente' })
  await form.getByRole('textbox', { name: 'Pergunta' }).fill(text)
  await form.getByRole('button', { name: 'Adicionar opção' }).click()
  await form.getByRole('textbox', { name: 'Opção 1' }).fill('Gasto da casa')
  await form.getByRole('button', { name: 'Enviar pergunta' }).click()
  await expectToast(page, /Pergunta enviada para/)
  await expect(pane.getByText('Esperando o cliente')).toBeVisible()

  const asked = await api.get<{ id: string; text: string }[]>(`/companies/${company.id}/questions`)
  const id = asked.find(question => question.text === text)?.id
  const { url } = await api.get<{ url: string }>(`/companies/${company.id}/questions/${id}/link`)
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const client = await phone.newPage()
  await client.goto(new URL(new URL(url, page.url()).pathname, page.url()).href)
  await expect(client.getByRole('heading', { name: text })).toBeVisible()
  await expect(client.getByText('Odonto Sorriso Novo')).toBeVisible()
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await client.getByRole('radio', { name: 'Gasto da casa' }).click()
  await client.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(client.getByRole('heading', { name: 'Resposta enviada' })).toBeVisible()
  await client.goto(new URL('/question/nunca-existiu', page.url()).href)
  await expect(client.getByRole('heading', { name: 'Este link não está mais disponível' })).toBeVisible()
  await phone.close()

  const answered = pane.getByRole('region', { name: 'Perguntas ao cliente' }).getByRole('article').filter({ hasText: text })
  await expect(answered.getByText('Respondido pelo cliente')).toBeVisible()
  await expect(answered.getByText('Gasto da casa')).toBeVisible()
  await answered.getByRole('button', { name: 'Marcar como vista' }).click()
  await expect(answered).toHaveCount(0)
})

test('the palette finds a bill of another company and opens it there', async ({ page, openCompany, api }) => {
  const clinic = await api.company('Clínica Bem Viver')
  const words = `Bisturi ${Date.now().toString(36)}`
  const bill = await api.post<{ id: string }>(`/companies/${clinic.id}/bills`, {
    amount_cents: 4_321,
    due_date: '2026-12-10',
    additional_information: words,
  })
  await openCompany('Odonto Sorriso Novo', 'rules')
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Buscar ou executar' }).getByRole('combobox').fill(words)
  const found = page.getByRole('option', { name: new RegExp(words) })
  await expect(found).toBeVisible()
  await expect(page.getByText('Clínica Bem Viver').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/company/${clinic.id}/bills/${bill.id}`))
  await expect(page.getByRole('complementary').getByText('R$ 43,21')).toBeVisible()
})
