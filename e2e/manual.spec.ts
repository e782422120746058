// The manual inside: `?` tells of the screen at hand, its own address holds every page, and the palette finds them.
import { expect, press, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

test('help tells of the screen at hand, above its keys, and gives the focus back', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'receivables')
  await expect(page.getByRole('grid')).toBeVisible()
  await press(page, '?')
  const help = page.getByRole('dialog', { name: 'Ajuda e atalhos de teclado' })
  const here = help.getByRole('region', { name: 'Manual: Contas a receber' })
  await expect(here).toContainText('Cobrar um cliente')
  await expect(here.getByRole('listitem').filter({ hasText: 'Nova conta a receber' })).toContainText('n')
  await help.getByLabel('Buscar atalho').fill('desfazer')
  await expect(here).toHaveCount(0)
  await expect(help.getByRole('row').filter({ hasText: 'Desfazer' }).first()).toBeVisible()
  await press(page, 'Escape', 'Escape')
  await expect(help).toHaveCount(0)
})

test('the manual stands at its own address, is searched, and is reached from the palette', async ({ page, openCompany }) => {
  await openCompany('Padaria Sol Nascente', 'bills')
  await expect(page.getByRole('grid')).toBeVisible()
  await press(page, 'Control+k')
  await page.keyboard.type('manual concilia')
  await expect(page.getByRole('option', { name: /Manual: Conciliação/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/manual\/conciliation/)
  const shown = page.getByRole('article')
  await expect(shown).toContainText('Conciliar uma linha')
  await expect(shown.getByRole('row').filter({ hasText: 'Conciliar com diferença' })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Páginas do manual' })
  await contents.getByLabel('Buscar no manual').fill('qr code')
  await expect(contents.getByRole('link')).toHaveText(['Conta digital'])
  await contents.getByRole('link').click()
  await expect(shown).toContainText('Receber com QR Code')
  await page.goto('/manual/nada')
  await expect(page.getByRole('main')).toContainText('O manual não tem esta página')
})
