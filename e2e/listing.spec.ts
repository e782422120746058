// A listing arranged by hand: a column hidden, another made wider, rows grouped, and all of it found again after a reload.
import type { Page } from '@playwright/test'
import { type Founded, foundCompany } from './bench-company.ts'
import { expect, expectFocusKept, press, SERGIO, test } from './fixtures.ts'

test.use({ person: SERGIO })

let company: Founded
test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Arranjo')
  const contacts = [
    ['Moinho Bela Farinha', 'SUPPLIER', 'Campinas'],
    ['Laticínios Serra', 'SUPPLIER', 'Jundiaí'],
    ['Hotel Central', 'CUSTOMER', 'Campinas'],
  ] as const
  for (const [name, kind, city] of contacts)
    await api.post('/contacts/', { company_id: company.id, kind, name, email: `${kind.toLowerCase()}@exemplo.com.br`, address: { city } })
})

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const heads = (page: Page) => page.getByRole('columnheader').filter({ hasText: /./ })
const groups = (page: Page) => page.locator('[data-group]')
const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
const widthOf = async (page: Page, name: string) => Math.round((await head(page, name).boundingBox())?.width ?? 0)

/** Drags the right edge of a head so many pixels. */
async function drag(page: Page, name: string, by: number): Promise<void> {
  const box = await head(page, name).boundingBox()
  if (!box) throw new Error(`no head ${name}`)
  const [x, y] = [box.x + box.width - 3, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y, { steps: 4 })
  await page.mouse.move(x + by, y, { steps: 4 })
  await page.mouse.up()
}

test('by mouse: a column hidden, one made wider, rows grouped; a reload finds it all, and one press takes it back', async ({
  page,
  openCompany,
}) => {
  await openCompany(company.name, 'contacts')
  await expect(rowOf(page, 'Moinho')).toBeVisible()
  const asWritten = await heads(page).allTextContents()
  const before = await widthOf(page, 'Tipo')

  await page.getByRole('button', { name: /^Colunas/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Colunas' })
  await chooser.getByText('E-mail').click()
  await expect(head(page, 'E-mail')).toHaveCount(0)
  await chooser.getByRole('button', { name: 'Cidade: antes' }).click()
  await chooser.getByRole('combobox', { name: 'Agrupar por' }).click()
  await page.getByRole('option', { name: 'Cidade' }).click()
  await expect(groups(page)).toHaveText([/Campinas\s*2/, /Jundiaí\s*1/])
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)

  await drag(page, 'Tipo', 60)
  expect(await widthOf(page, 'Tipo')).toBe(before + 60)
  const arranged = await heads(page).allTextContents()
  expect(arranged).not.toEqual(asWritten)

  await page.reload()
  await expect(groups(page)).toHaveCount(2)
  expect(await heads(page).allTextContents()).toEqual(arranged)
  expect(await widthOf(page, 'Tipo')).toBe(before + 60)

  await head(page, 'Tipo').locator('[data-edge]').dblclick()
  await expect.poll(() => widthOf(page, 'Tipo')).toBeLessThan(before)

  await page.getByRole('button', { name: /^Colunas/ }).click()
  await chooser.getByRole('button', { name: 'Como vieram' }).click()
  await expect(groups(page)).toHaveCount(0)
  expect(await heads(page).allTextContents()).toEqual(asWritten)
  expect(await widthOf(page, 'Tipo')).toBe(before)
})

test('by keyboard: the chooser gives the focus back, heads sort, group and grow, groups fold', async ({ page, openCompany }) => {
  await openCompany(company.name, 'contacts')
  await expect(rowOf(page, 'Moinho')).toBeVisible()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await expect.poll(focused).toContain('Hotel Central')
  await press(page, 'Shift+V')
  await expect(page.getByRole('dialog', { name: 'Colunas' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('Hotel Central')

  await press(page, 'Shift+S')
  await expect(head(page, 'Nome')).toBeFocused()
  await press(page, 'Enter', 'Enter')
  await expect(page.locator('[data-id]').first()).toContainText('Moinho')
  const before = await widthOf(page, 'Tipo')
  await press(page, 'ArrowRight', 'Alt+ArrowRight')
  await expect.poll(() => widthOf(page, 'Tipo')).toBe(before + 8)
  await press(page, 'Shift+G')
  await expect(groups(page)).toHaveText([/Cliente\s*1/, /Fornecedor\s*2/])
  await press(page, 'Shift+ArrowLeft')
  await expect(heads(page).first()).toHaveText(/Tipo/)
  await expect(head(page, 'Tipo')).toBeFocused()

  await press(page, 'ArrowDown')
  await expectFocusKept(page)
  await press(page, 'Control+Home')
  await expect.poll(focused).toContain('Cliente')
  await press(page, 'ArrowLeft')
  await expect(rowOf(page, 'Hotel Central')).toHaveCount(0)
  await press(page, 'x')
  await expect(page.getByText('1 item selecionado')).toBeVisible()
  await press(page, 'Enter')
  await expect(rowOf(page, 'Hotel Central')).toHaveAttribute('aria-selected', 'true')

  await press(page, 'Control+K')
  await page.keyboard.type('desfazer o agrupamento')
  await page.keyboard.press('Enter')
  await expect(groups(page)).toHaveCount(0)
})
