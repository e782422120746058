// On a phone, by touch alone: cards instead of the table, the same commands in a bar below, the palette and the records full screen.
import type { Locator, Page } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import { type Founded, fewLines, foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, giveCode, keepPreferencesHere, SERGIO, type Title, test, today } from './fixtures.ts'

const SCREEN = { width: 390, height: 844 }
/** The least a thumb hits without looking. */
const THUMB_PX = 44

test.use({ person: SERGIO, viewport: SCREEN, hasTouch: true, isMobile: true })

async function prepare(api: Api, name: string, count: number): Promise<Founded> {
  const company = await foundCompany(api, name)
  for (let at = 1; at <= count; at++)
    await api.post(`/companies/${company.id}/bills`, {
      amount_cents: at * 10_000,
      due_date: addDays(today(), at),
      additional_information: `Conta ${at}`,
      bank_account_id: company.accountId,
    })
  return company
}

const card = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Áreas' })
const drawer = (page: Page) => page.getByRole('complementary')

/** Holds a finger on something until what that causes is seen. */
async function longPress(page: Page, target: Locator, seen: () => Promise<void>): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not on screen`)
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
  })
  await seen()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

/** Nothing of the page is beside or below it. */
async function expectFullScreen(region: Locator): Promise<void> {
  await expect.poll(() => region.boundingBox()).toEqual({ x: 0, y: 0, ...SCREEN })
}

async function expectThumbSize(controls: Locator): Promise<void> {
  await expect(controls.first()).toBeVisible()
  const count = await controls.count()
  for (let at = 0; at < count; at++) {
    const box = await controls.nth(at).boundingBox()
    expect(box?.height ?? 0, `${at}: ${await controls.nth(at).textContent()}`).toBeGreaterThanOrEqual(THUMB_PX)
  }
}

test('signing in leads to the cards, and the bar below from area to area', async ({ page }) => {
  await keepPreferencesHere(page)
  await page.goto('/login')
  await page.getByLabel('CPF ou CNPJ').tap()
  await page.getByLabel('CPF ou CNPJ').pressSequentially(SERGIO.document)
  await page.getByLabel('Senha', { exact: true }).fill(SERGIO.password)
  await page.getByRole('button', { name: /^Continuar/ }).tap()
  await giveCode(page, SERGIO)
  await expect(page).toHaveURL(/\/company\//)

  await expect(bar(page).locator('[aria-current]')).toHaveCount(1)
  await expectThumbSize(bar(page).getByRole('link'))
  await expectThumbSize(bar(page).getByRole('button'))
  const box = await bar(page).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(SCREEN.height)
  for (const [name, title] of [
    ['Receber', 'Contas a receber'],
    ['Início', 'Início'],
    ['Pagar', 'Contas a pagar'],
  ] as const) {
    await bar(page).getByRole('link', { name }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(bar(page).locator('[aria-current]')).toContainText(name)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREEN.width)
  }
  const areas = page.getByRole('dialog', { name: 'Áreas' })
  const more = bar(page).getByRole('button', { name: 'Mais' })
  for (const [name, title] of [
    ['Bancos', 'Contas bancárias'],
    ['Conciliação', 'Conciliação'],
    ['Pessoas', 'Pessoas'],
  ] as const) {
    await more.tap()
    await areas.getByRole('link', { name }).tap()
    await expect(areas).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await more.tap()
  await areas.getByRole('link', { name: 'Bancos' }).tap()
  await expect(page.getByRole('button', { name: 'Nova', exact: true })).toBeInViewport({ ratio: 1 })
  // An owner's areas are few; the whole menu is one touch away, and back.
  await more.tap()
  await expect(areas.getByRole('link', { name: 'Convênios' })).toHaveCount(0)
  await areas.getByRole('button', { name: 'Ver o menu completo' }).tap()
  await expect(areas.getByRole('link', { name: 'Convênios' })).toBeVisible()
  await areas.getByRole('button', { name: 'Menu curto' }).tap()
  await areas.getByRole('link', { name: 'Contatos' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contatos')
  await bar(page).getByRole('link', { name: 'Pagar' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contas a pagar')
  await expect(page.getByRole('grid')).toHaveCount(0)
})

test('the "+" of the bar creates from any screen', async ({ page, api, openCompany }) => {
  const company = await prepare(api, 'Mais', 1)
  await openCompany(company.name, 'contacts')
  await bar(page).getByRole('button', { name: 'Criar' }).tap()
  const creates = page.getByRole('dialog', { name: 'Criar' })
  await expectThumbSize(creates.getByRole('listitem').getByRole('button'))
  await creates.getByRole('button', { name: 'Nova conta a pagar' }).tap()
  await expect(page.getByRole('dialog', { name: 'Nova conta a pagar' }).getByLabel('Valor')).toBeVisible()
})

test('a long press marks, further taps add, and the bar acts on all of them', async ({ page, api, openCompany }) => {
  const company = await prepare(api, 'Polegar', 4)
  await openCompany(company.name, 'bills?periodo=tudo')
  await expect(card(page, 'Conta 4')).toContainText('R$ 400,00')
  await expect(card(page, 'Conta 1')).toContainText('amanhã')
  await expect(page.getByRole('toolbar', { name: 'Seleção' })).toBeHidden()

  const box = (at: number) => page.getByRole('checkbox', { name: `Selecionar Conta ${at}` })
  await longPress(page, card(page, 'Conta 2'), () => expect(box(2)).toBeChecked())
  // Letting go is no tap: the mark stays and nothing opens.
  await expect(box(2)).toBeChecked()
  await expect(drawer(page)).toHaveCount(0)
  await card(page, 'Conta 3').tap()
  await box(4).tap()
  const foot = page.getByRole('contentinfo')
  await expect(foot).toContainText('3 itens selecionados')
  await expect(foot).toContainText('−R$ 900,00')
  await expectThumbSize(foot.getByRole('button'))
  await foot.getByRole('button', { name: 'Mover situação' }).tap()
  await page
    .getByRole('dialog', { name: 'Situação' })
    .getByRole('option', { name: /Aguardando aprovação/ })
    .tap()
  await expectToast(page, '3 contas movidas para Aguardando aprovação')
  for (const at of [2, 3, 4]) await expect(card(page, `Conta ${at}`)).toContainText('Aguardando aprovação')
  await expect(card(page, 'Conta 1')).toContainText('Pendente')
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).tap()
  await expect(card(page, 'Conta 3')).toContainText('Pendente')

  for (const at of [2, 3, 4]) await card(page, `Conta ${at}`).tap()
  await expect(page.getByRole('toolbar', { name: 'Seleção' })).toBeHidden()
  await card(page, 'Conta 4').tap()
  await expectFullScreen(drawer(page))
  await expect(drawer(page)).toContainText('R$ 400,00')
  await drawer(page).getByRole('button', { name: 'Anterior' }).tap()
  await expect(drawer(page)).toContainText('R$ 300,00')
  await drawer(page).getByRole('button', { name: 'Fechar' }).tap()
  await expect(drawer(page)).toHaveCount(0)
  await expect(card(page, 'Conta 4')).toBeVisible()
})

test('the palette is a page of its own, narrowed by chips', async ({ page, api, openCompany }) => {
  const company = await prepare(api, 'Paleta', 1)
  await openCompany(company.name, 'bills?periodo=tudo')
  await expect(card(page, 'Conta 1')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar' })
  await page.getByRole('button', { name: 'Buscar ou executar' }).tap()
  await expectFullScreen(palette)
  await palette.getByRole('button', { name: 'Empresas', exact: true }).tap()
  await palette.getByRole('combobox').fill('sol nascente')
  await expect(palette.getByRole('option')).toHaveCount(1)
  await palette.getByRole('button', { name: 'Fechar' }).tap()
  await expect(palette).toHaveCount(0)

  await page.getByRole('button', { name: 'Buscar ou executar' }).tap()
  await palette.getByRole('combobox').fill('plano de contas')
  await palette
    .getByRole('option', { name: /Categorias/ })
    .first()
    .tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categorias')

  await page.getByRole('button', { name: `Empresa ${company.name}, trocar` }).tap()
  await palette.getByRole('combobox').fill('sol nascente')
  await palette.getByRole('option').first().tap()
  await expect(page.getByRole('button', { name: 'Empresa Padaria Sol Nascente, trocar' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categorias')
})

test('a bill is created and paid', async ({ page, api, openCompany }) => {
  const company = await prepare(api, 'Pagar', 0)
  await openCompany(company.name, 'bills?periodo=tudo')
  await page
    .getByRole('button', { name: /^Nova conta/ })
    .first()
    .tap()
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await expect(form.getByLabel('Valor')).toHaveAttribute('inputmode', /numeric|decimal/)
  await form.getByLabel('Valor').fill('89,90')
  await form.getByLabel('Descrição').fill('Internet do mês')
  await form.getByRole('combobox', { name: 'Conta bancária' }).tap()
  await page.getByRole('option', { name: /10001-1/ }).tap()
  await form.getByRole('button', { name: /^Salvar/ }).tap()
  await expectToast(page, 'Conta criada')
  await card(page, 'Internet do mês').tap()
  await expectFullScreen(drawer(page))
  const buttons = drawer(page).locator('footer').getByRole('button')
  await expectThumbSize(buttons)
  const boxes = await Promise.all((await buttons.all()).map(button => button.boundingBox()))
  expect(new Set(boxes.map(box => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size, 'lines of buttons').toBe(1)
  await drawer(page)
    .getByRole('button', { name: /^Mover situação/ })
    .tap()
  await page.getByRole('dialog', { name: 'Situação' }).getByRole('option', { name: /^Pago/ }).tap()
  await expectToast(page, '1 conta movida para Pago')
  await expect(drawer(page)).toContainText('Paga em')
  await drawer(page).getByRole('button', { name: 'Fechar' }).tap()
  // It has left what is owed: the folded group of paid ones has it.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pagas/ })
    .tap()
  await expect(card(page, 'Internet do mês')).toContainText('Pago')
  const [bill] = await api.get<Title[]>(`/companies/${company.id}/bills?date_type=due_date`)
  expect(bill).toMatchObject({ amount_cents: 8_990, status: 'PAID' })
})

test('the workbench shows one line at a time, accepted, explained and taken back by touch', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Bancada Bolso')
  await fewLines(api, company)
  await openCompany(company.name, 'conciliation?periodo=tudo')
  const line = page.getByRole('article')
  const foot = page.getByRole('contentinfo')
  const expectLeft = (count: number) =>
    expect(page.getByRole('tab', { name: /^Pendentes/ })).toHaveText(new RegExp(`^Pendentes\\s*${count}$`))
  await expectLeft(8)
  await expect(line).toContainText('PIX ENVIADO GRAFICA IPIRANGA')
  await expect(line).toContainText('Título Gráfica Ipiranga')
  await expectThumbSize(foot.getByRole('button', { name: /Conciliar|Outra|Criar|Ignorar/ }))
  await foot.getByRole('button', { name: 'Conciliar' }).tap()
  await expectLeft(7)

  // Late: what the bank moved more is chosen among the likely reasons.
  await expect(line).toContainText('BOLETO PAGO MOINHO GUANABARA')
  await foot.getByRole('button', { name: 'Conciliar' }).tap()
  const difference = page.getByRole('region', { name: 'Diferença' })
  await expect(difference).toContainText('O banco moveu R$ 21,40 a mais')
  await difference.getByRole('button', { name: /multa/i }).first().tap()
  await foot.getByRole('button', { name: 'Conciliar' }).tap()
  await expectLeft(6)
  await foot.getByRole('button', { name: /^Desfazer/ }).tap()
  await expectLeft(7)
  const lines = await api.get<{ description: string; status: string }[]>(
    `/companies/${company.id}/bank_statements/${company.accountId}/entries`,
  )
  expect(lines.find(one => one.description.includes('MOINHO'))?.status).toBe('PENDING')

  const before = (await line.getAttribute('aria-label')) ?? ''
  await line.getByRole('button', { name: 'Próxima linha' }).tap()
  await expect(line).not.toHaveAttribute('aria-label', before)
  await foot.getByRole('button', { name: 'Ignorar' }).tap()
  await expectLeft(6)
})

test('no field of a tall form hides behind its buttons when it is its turn', async ({ page, api, openCompany }) => {
  const company = await foundCompany(api, 'Formulários')
  for (const [path, button] of [
    ['associates', /^Novo/],
    ['payment_agreements', /^Novo convênio/],
  ] as const) {
    await openCompany(company.name, path)
    await page.getByRole('button', { name: button }).first().click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('textbox').first()).toBeVisible()
    // With a sentence beside the buttons they take the most room.
    await form.getByRole('button', { name: /^Criar/ }).click()
    await expect(form.getByText(/a corrigir/)).toBeVisible()
    const count = await form.getByRole('textbox').count()
    expect(count).toBeGreaterThan(3)
    for (let at = 0; at < count; at++) {
      const field = form.getByRole('textbox').nth(at)
      await field.focus()
      const isSeen = await field.evaluate(element => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [y + 2, y + height - 2].every(end => document.elementFromPoint(x + width / 2, end) === element)
      })
      expect(isSeen, `${path}: field ${at + 1} of ${count}`).toBe(true)
    }
  }
})
