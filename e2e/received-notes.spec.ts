// The circle of a received note where nothing is configured: its summary, the ciência of it, the whole note, its bill.
import type { ReceivedNote } from '#contract/received-notes.ts'
import { expect, expectToast, HELENA, test } from './fixtures.ts'

test.use({ person: HELENA })

test('a summary is acknowledged, comes whole by itself, becomes a bill, and leads to it', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'bills/capture')
  const main = page.getByRole('main')
  await main.getByRole('tab', { name: /A conferir/ }).click()
  const summary = main.getByRole('row').filter({ hasText: '3301/5' })
  await summary.getByText('3301/5').click()
  const drawer = page.getByRole('complementary', { name: 'Nota 3301/5' })
  await expect(drawer).toContainText('Só o resumo da nota chegou')
  await drawer
    .getByRole('button', { name: /Dar ciência/i })
    .first()
    .click()
  await expectToast(page, 'Ciência da operação enviada à SEFAZ')
  // The authority answers, is asked for the note by its key, and gives it whole.
  await main.getByRole('tab', { name: /A lançar/ }).click()
  const whole = main.getByRole('row').filter({ hasText: '3301/5' })
  // Its drawer stayed open meanwhile.
  await expect(whole).toContainText('Conferida pela origem', { timeout: 40_000 })
  await expect(drawer).toContainText('Protocolo 1')
  await expect(drawer).toContainText('1 item')
  await drawer.getByRole('button', { name: /^Lançar/ }).click()
  await expectToast(page, 'Nota lançada em contas a pagar')
  await drawer.getByRole('link', { name: /^Conta a pagar de/ }).click()
  await expect(page).toHaveURL(/\/bills\/[0-9a-f-]{36}/)
})

test('a note is found from anywhere by ! and its number, and by its key as it is printed', async ({ page, openCompany, api }) => {
  const bakery = await api.company('Padaria Sol Nascente')
  const notes = await api.get<ReceivedNote[]>(`/companies/${bakery.id}/captured_invoices`)
  const [note] = notes.flatMap(({ number, access_key: key }) => (number === null || key === null ? [] : [{ number: String(number), key }]))
  if (note === undefined) throw new Error('the bakery of the demo has received notes')
  for (const typed of [note.number, note.key.replace(/.{4}/g, '$& ').trim()]) {
    await openCompany('Padaria Sol Nascente', 'contacts')
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Buscar ou executar' }).getByRole('combobox').pressSequentially(`!${typed}`)
    const found = page.getByRole('option', { name: new RegExp(`Nota ${note.number}\\b`) }).first()
    await expect(found).toBeVisible()
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary')).toContainText(note.number)
  }
})

test('a key with a digit changed is refused beside its field, and keeps what was typed', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'bills/capture')
  await page
    .getByRole('button', { name: /Buscar nota pela chave|buscar pela chave/i })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Buscar nota pela chave' })
  await form.getByLabel('Chave de acesso').fill('35170311222333000181550010000158771254375874')
  await form.getByRole('button', { name: /Buscar na SEFAZ/ }).click()
  await expect(form).toContainText('O dígito verificador da chave não confere')
  await expect(form.getByLabel('Chave de acesso')).toHaveValue('35170311222333000181550010000158771254375874')
})

test('the reading of services is switched on, and its notes come by themselves and become bills', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'bills/capture')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Ligar busca de NFS-e/i }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ligar busca de NFS-e' }).click()
  await expectToast(page, 'Busca de NFS-e ligada')
  await expect(main).toContainText(/Busca de NFS-e em .*: Nada novo/, { timeout: 60_000 })
  const note = main.getByRole('row').filter({ hasText: '211/70' })
  await note.getByText('211/70').click()
  const drawer = page.getByRole('complementary', { name: 'Nota 211/70' })
  await expect(drawer).toContainText('Ambiente nacional da NFS-e')
  await expect(drawer).toContainText('Retido na fonte')
  await drawer
    .getByRole('button', { name: /^Lançar/ })
    .first()
    .click()
  await expectToast(page, 'Nota lançada em contas a pagar')
  await expect(drawer).toContainText('Conta a pagar de')
  await main.getByRole('tab', { name: /Recusadas e canceladas/ }).click()
  await expect(main.getByRole('row').filter({ hasText: '213/70' })).toContainText('Cancelada')
})
