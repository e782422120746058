// With scrollbars that are seen, as most people have them: no page scrolls but its own regions, no amount is cut, and no words run into others.
import { test as base, expect, goTo, HELENA } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const test = base.extend({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the names of the fixtures from the pattern
    async ({}, use, { project }) => use({ ...project.use.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})
test.use({ person: HELENA })

const COMPANY = 'Padaria Sol Nascente'
const SCREENS = [
  ['dashboard', 'Início'],
  ['bills?periodo=tudo', 'Contas a pagar'],
  ['conciliation', 'Conciliação'],
  ['contacts', 'Contatos'],
  ['taxes', 'Impostos'],
  ['reports/income-statement', 'DRE'],
  ['reports/cash-flow', 'Relatório de fluxo de caixa'],
  ['reports/month', 'Mês em uma página'],
  ['settings', 'Configurações'],
] as const
const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
] as const

test('scrollbars are seen here', async ({ page }) => {
  await page.setContent('<div style="width: 99px; height: 99px; overflow: scroll"></div>')
  expect(await page.locator('div').evaluate(div => (div as HTMLElement).offsetWidth - div.clientWidth)).toBeGreaterThan(0)
})

/** Words that run out of their own box, over what stands beside it, and those of a drawing that its edge cuts. */
const spilled = () => [
  ...[...document.querySelectorAll<HTMLElement>('body *')]
    .filter(
      box =>
        box.clientWidth > 0 &&
        box.scrollWidth > box.clientWidth + 1 &&
        getComputedStyle(box).overflowX === 'visible' &&
        [...box.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
    )
    .map(({ innerText }) => innerText),
  ...[...document.querySelectorAll<SVGTextElement>('svg text')]
    .filter(words => {
      const [inner, outer] = [words.getBoundingClientRect(), words.ownerSVGElement?.getBoundingClientRect()]
      return outer !== undefined && inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
    })
    .map(({ textContent }) => textContent),
]

for (const [width, height] of SIZES)
  test(`no page, and no word, overflows at ${width} × ${height}`, async ({ page, openCompany }) => {
    await page.setViewportSize({ width, height })
    const { id } = await openCompany(COMPANY, 'settings/keyboard')
    for (const [screen, title] of SCREENS) {
      await goTo(page, `/company/${id}/${screen}`)
      await expect(page).toHaveTitle(new RegExp(`^${title} · `))
      await expect(page.locator('main [data-part="skeleton"]')).toHaveCount(0)
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        return {
          right: scrollWidth - innerWidth,
          below: scrollHeight - innerHeight,
          bar: innerWidth - document.documentElement.clientWidth,
        }
      })
      expect(size, screen).toEqual({ right: 0, below: 0, bar: 0 })
      expect(await page.evaluate(spilled), screen).toEqual([])
    }
  })

test('no word of a line, its choices and their proof runs into another', async ({ page, openCompany }) => {
  await openCompany(COMPANY, 'conciliation')
  const lines = page.getByRole('grid', { name: /^Linhas do extrato/ })
  await expect(lines.locator('[data-current]')).toBeFocused()
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    await page.keyboard.press('Home')
    for (let at = 0; at < 45; at++) {
      expect(await page.evaluate(spilled)).toEqual([])
      await page.keyboard.press('ArrowDown')
    }
  }
})

test('amounts are whole beside an open drawer at 1440 and 1024', async ({ page, openCompany }) => {
  await openCompany(COMPANY, 'bills?periodo=tudo')
  const amounts = page.locator('.ag-row .c-amount_cents')
  await amounts.first().click()
  await page.keyboard.press('Enter')
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(page.getByRole('complementary')).toBeVisible()
    const cut = () =>
      page.evaluate(() => {
        const drawer = document.querySelector('[data-region="drawer"]')?.getBoundingClientRect()
        return [...document.querySelectorAll<HTMLElement>('.ag-row .c-amount_cents')]
          .filter(cell => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > (drawer?.left ?? innerWidth))
          .map(cell => cell.innerText)
      })
    await expect.poll(cut).toEqual([])
    expect(await amounts.count()).toBeGreaterThan(3)
  }
})

test('buttons beside the words of a filter are whole at 1024: the words give way', async ({ page, openCompany }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openCompany(COMPANY, 'reports/budget')
  await expect(page.getByRole('main').getByText('Resultado', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Colunas' })).toBeInViewport({ ratio: 0.98 })
})

test('the bar beside a ledger moves with the wheel, and its thumb moves the rows', async ({ page, openCompany }) => {
  await openCompany(COMPANY, 'bills?periodo=tudo')
  const ledger = new Ledger(page)
  await ledger.ready()
  const bar = page.locator('.ag-body-vertical-scroll-viewport')
  const rows = page.locator('.ag-grid-viewport')
  const both = async () => [await bar.evaluate(({ scrollTop }) => scrollTop), await rows.evaluate(({ scrollTop }) => scrollTop)] as const
  await rows.hover()
  for (let turn = 1; turn <= 6; turn++) {
    await page.mouse.wheel(0, 60)
    await expect.poll(both).toEqual([turn * 60, turn * 60])
  }

  const { x, y, width } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width / 2, y + 30)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 130, { steps: 10 })
  await page.mouse.up()
  await expect.poll(async () => new Set(await both()).size).toBe(1)
  const [top] = await both()
  expect(top).toBeGreaterThan(400)
  const at = Math.ceil(
    top /
      (await ledger.grid
        .locator('.ag-row')
        .first()
        .evaluate(row => row.getBoundingClientRect().height)),
  )
  await expect(ledger.grid.locator(`.ag-row[row-index="${at}"]`)).toBeInViewport()
})

/** Buttons over a list, and below it, that its edge or the drawer beside it cuts off. */
const cutButtons = () => {
  const list = document.querySelector('[data-region="grid"]')?.closest('section')
  const edge = list?.getBoundingClientRect().right ?? 0
  return [...(list?.querySelectorAll<HTMLElement>('button') ?? [])]
    .filter(button => button.closest('[data-region="grid"], [data-part="tabs"]') === null)
    .filter(button => button.getBoundingClientRect().right > edge + 1)
    .map(({ innerText }) => innerText)
}

test('the buttons over a list are whole beside an open drawer on a tablet', async ({ page, openCompany }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const { id } = await openCompany(COMPANY, 'bills')
  for (const [screen, button] of [
    ['receivables/slips', /^Ler retorno/],
    ['receivables/remittances', /^Ler retorno/],
    ['bills/capture', /^Buscar nota pela chave/],
    ['contacts', /^Novo contato/],
  ] as const) {
    const title = page.getByRole('heading', { level: 1 })
    const before = await title.innerText()
    await goTo(page, `/company/${id}/${screen}`)
    // A row of the screen before would be opened, and its drawer take the place of this screen.
    await expect(title).not.toHaveText(before)
    await page.getByRole('main').getByRole('row').nth(1).click()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: button })).toBeVisible()
    await expect.poll(() => page.evaluate(cutButtons), screen).toEqual([])
  }
})

/** Amounts painted out, wholly or in part, by something that lies over them. */
const covered = () =>
  [...document.querySelectorAll<HTMLElement>('.ag-row .ag-cell')].flatMap(cell => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    const { right, top, height } = text.getBoundingClientRect()
    const over = document.elementsFromPoint(right - 1, top + height / 2)
    const above = over.slice(0, over.indexOf(cell)).filter(element => !cell.contains(element))
    const isOpaque = above.some(element => !/^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(element).backgroundColor))
    return /,\d\d$/.test(cell.innerText.trim()) && over.includes(cell) && isOpaque ? [cell.innerText] : []
  })

const LEDGERS = [
  ['cash-flow', 'Fluxo de caixa'],
  ['bills', 'Contas a pagar'],
  ['receivables', 'Contas a receber'],
] as const

for (const [bars, run] of [
  ['that are seen', test],
  ['that lie over the page', base],
] as const)
  run.describe(`with scrollbars ${bars}`, () => {
    run('the last column of a ledger is whole', async ({ page, openCompany }) => {
      const { id } = await openCompany(COMPANY, 'settings/keyboard')
      for (const [screen, title] of LEDGERS) {
        await goTo(page, `/company/${id}/${screen}?periodo=tudo`)
        await expect(page).toHaveTitle(new RegExp(`^${title} · `))
        await expect(page.locator('.ag-row').nth(3)).toBeVisible()
        expect(await page.evaluate(covered), screen).toEqual([])
      }
    })
  })
