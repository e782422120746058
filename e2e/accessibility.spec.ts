// Every main screen as those see it who do not see, or not well: axe, in both themes where a screen has looks of its own, landmarks, titles, focus, and no scroll sideways at any width.
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { screens } from '#commands/screens.ts'
import { addDays } from '#domain/days.ts'
import { type Founded, fewLines, foundCompany } from './bench-company.ts'
import { expect, goTo, SERGIO, type Title, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

// Each screen is looked at in three widths.
test.describe.configure({ timeout: 180_000 })

const WIDTHS = [390, 1024, 1440] as const

let company: Founded
let bill: Title
test.beforeAll(async ({ api }) => {
  company = await foundCompany(api, 'Acessível')
  const c = `/companies/${company.id}`
  await fewLines(api, company)
  bill = await api.post<Title>(`${c}/bills`, {
    amount_cents: 12_345,
    due_date: today(),
    additional_information: 'Aluguel da loja',
    bank_account_id: company.accountId,
  })
  await api.post(`/taxes/${company.id}`, { competence_date: today(), kind: 'DARF', amount_cents: 15_000, due_date: addDays(today(), 5) })
  await api.post(`${c}/associates`, { name: 'Paula Reis', document_number: '52998224725', share_basis_points: 10_000 })
  await api.post(`${c}/bills`, { amount_cents: 9_900, due_date: addDays(today(), -3), additional_information: 'Conta vencida' })
})

interface Violation {
  rule: string
  where: string
}

/** Rules of which axe calls nothing worse than moderate; those that take time. */
const NEVER_SERIOUS = [
  'region',
  'aria-allowed-role',
  'empty-table-header',
  'landmark-banner-is-top-level',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
]

/** What axe finds serious or critical: by rule and place, so that a failure says what to repair. */
async function violations(page: Page, rules?: string[]): Promise<Violation[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  // In the page itself: there are no frames, and a page more for each look costs more than the look. Once there, axe stays.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode().options({ resultTypes: ['violations'] })
  const found = await (rules ? axe.withRules(rules) : axe.disableRules(NEVER_SERIOUS)).analyze()
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => ({ rule: id, where: `${node.target.join(' ')}: ${node.failureSummary ?? ''}` })))
}

/** What fades in or changes its ground is measured once it stands; what turns for ever is not waited for. */
const standsStill = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  )

/** Axe in the light. The dark changes nothing but what colour a token is, and tests/client/kit/contrast.test.ts reckons those two by two. */
async function expectNoViolation(page: Page): Promise<void> {
  await standsStill(page)
  expect(await violations(page)).toEqual([])
}

/** A screen of each look: chart, ledger, bench, listing, form, settings. */
const IN_THE_DARK = new Set([
  'Entrar',
  'Painel',
  'Contas a pagar',
  'Conciliação',
  'Contatos',
  'Nova nota de serviço',
  'Configurações',
  'DRE',
])

async function expectReadableInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await standsStill(page)
  expect(await violations(page, ['color-contrast'])).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => innerWidth), { message: 'the page has its width' }).toBe(width)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `wider than ${width}` })
      .toBeLessThanOrEqual(width)
  }
}

/** Tab, twice, from the beginning of a region: what has the focus is in it, and shows it by itself or by the row it stands in. */
async function expectVisibleFocus(page: Page, region: Locator): Promise<void> {
  await region.evaluate(element => {
    element.tabIndex = -1
    element.focus()
  })
  for (let step = 1; step <= 2; step++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => region.evaluate(focusIn), { message: `Tab ${step}` }).toBe('seen')
  }
}

function focusIn(region: Element): string {
  const element = document.activeElement
  if (element === null || !region.contains(element)) return 'the focus left the region'
  const ringed = [element, element.parentElement, element.closest('label, [data-field], li, :has(> [cmdk-input])')].filter(
    one => one !== null,
  )
  const styles = ringed.flatMap(one => [getComputedStyle(one), getComputedStyle(one, '::after')])
  const isSeen = styles.some(style => style.boxShadow !== 'none' || (style.outlineStyle !== 'none' && style.outlineWidth !== '0px'))
  return isSeen ? 'seen' : `no ring on ${element.outerHTML.slice(0, 200)}`
}

/** One main region; one h1, which the document's title begins with. */
async function expectNamed(page: Page, h1: string): Promise<void> {
  await expect(page.locator('main')).toHaveCount(1)
  await expect(page.locator('h1')).toHaveText([h1])
  await expect(page).toHaveTitle(new RegExp(`^${h1}( · .+)? · Razão$`))
}

async function expectAccessible(page: Page, h1: string): Promise<void> {
  await expectNamed(page, h1)
  await expectNoViolation(page)
  if (IN_THE_DARK.delete(h1)) await expectReadableInTheDark(page)
  await expectVisibleFocus(page, page.locator('main'))
  await expectNoSidewaysScroll(page)
}

/** An overlay with the focus in it, over the screen it belongs to. */
async function expectAccessibleOverlay(page: Page, overlay: Locator): Promise<void> {
  await expect(overlay).toBeVisible()
  await expectNoViolation(page)
  await expectReadableInTheDark(page)
  await expectVisibleFocus(page, overlay)
  await expectNoSidewaysScroll(page)
  await expect(overlay).toBeVisible()
}

/** Another screen of the company, without loading the client anew; no two screens of one title follow each other, so the title tells it came. */
const visit = (page: Page, path: string) => goTo(page, `/company/${company.id}/${path}`)

const inMain = (page: Page, text: string | RegExp) => page.locator('main').getByText(text).first()

test('the sign-in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('CPF ou CNPJ')).toBeFocused()
  await expectAccessible(page, 'Entrar')
})

test('the choice of a company, the notifications, and a page that does not exist', async ({ page, openCompany }) => {
  await openCompany(company.name, 'nada-aqui')
  await expect(inMain(page, 'Página não encontrada')).toBeVisible()
  await expectNamed(page, 'Não encontrado')
  await expect(page.getByRole('navigation', { name: 'Áreas' }).locator('[aria-current]')).toHaveCount(0)
  await expectNoViolation(page)
  await goTo(page, '/unknown-company')
  await expect(inMain(page, 'Padaria Sol Nascente')).toBeVisible()
  await expectAccessible(page, 'Escolha uma empresa')
  await page.goto('/question/nunca-existiu')
  await expect(inMain(page, 'Este link não está mais disponível')).toBeVisible()
  await expectNoViolation(page)
  await expectNoSidewaysScroll(page)
  await goTo(page, '/notifications')
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page, 'Notificações')
})

/** The areas of the rail: title, and what is on screen once the screen is complete. */
const AREAS: Record<string, readonly (readonly [title: string, text: string])[]> = {
  'of the money': [
    ['Contas a receber', 'Título Empório Central'],
    ['Contas a pagar', 'Aluguel da loja'],
    ['Fluxo de caixa', 'Aluguel da loja'],
    ['Conciliação', 'mesmo valor'],
    ['Extratos importados', 'Nenhum arquivo de extrato'],
    ['Contas bancárias', '10001-1'],
    ['Transferências', 'Nenhuma transferência'],
    ['Conta digital', 'A empresa ainda não tem conta digital'],
    ['Ordens de pagamento', 'Nenhuma ordem de pagamento'],
  ],
  'of what is owed': [
    ['Impostos', 'DARF'],
    ['Faturamento anual', 'Nenhuma declaração'],
    ['Sócios', 'Paula Reis'],
    ['Assinatura', 'Nenhuma assinatura'],
  ],
  'of the notes': [
    ['Notas de serviço', 'Nenhuma nota de serviço'],
    ['Notas de produto', 'Nenhuma nota de produto'],
    ['Notas de consumidor', 'Nenhuma nota de consumidor'],
  ],
  'of the registers': [
    ['Contatos', 'Moinho Guanabara'],
    ['Categorias', 'Prestação de serviços'],
    ['Regras', 'Nenhuma regra'],
    ['Produtos', 'Nenhum produto'],
    ['Serviços', 'Nenhum serviço'],
    ['Notas recebidas', 'A captura de notas está desligada'],
    ['Documentos', 'Nenhum documento'],
  ],
  'of the company': [
    ['Histórico', 'Conta a pagar de R$ 99,00 criada'],
    ['Certificado digital', 'Nenhum agendamento'],
    ['Pessoas', 'Sérgio Nascimento'],
    ['Chaves de API', 'Chave'],
    ['Configurações', 'Dados da empresa'],
  ],
}

/** By address: an owner's rail is short. */
function pathOf(title: string): string {
  const screen = Object.values<ScreenRecord>(screens).find(one => one.rail !== undefined && one.title === title)
  if (screen === undefined) throw new Error(`no area is called ${title}`)
  return `${screen.path.replace('/company/$companyId/', '')}?periodo=tudo`
}

for (const [group, areas] of Object.entries(AREAS))
  test(`the screens ${group}`, async ({ page, openCompany }) => {
    await openCompany(company.name, 'settings/keyboard?periodo=tudo')
    for (const [title, text] of areas)
      await test.step(title, async () => {
        await visit(page, pathOf(title))
        await expect(inMain(page, text)).toBeVisible()
        await expectAccessible(page, title)
      })
  })

/** The screens of a company that open by themselves: neither a record nor a selection is needed. Those above are looked at more closely. */
const OTHERS = Object.entries<ScreenRecord>(screens).flatMap(([id, { path, title }]) =>
  /^\/company\/\$companyId\/[^$]+$/.test(path) &&
  !id.includes('.bulk-') &&
  !Object.values(AREAS).some(areas => areas.some(([area]) => area === title))
    ? [{ path: path.replace('/company/$companyId/', ''), title }]
    : [],
)

for (const half of [0, 1])
  test(`every other screen of a company has one title and breaks no rule, part ${half + 1}`, async ({ page, openCompany }) => {
    await openCompany(company.name, 'settings/keyboard?periodo=tudo')
    for (const { path, title } of OTHERS.filter((_, at) => at % 2 === half))
      await test.step(path, async () => {
        await visit(page, path)
        await expect(page).toHaveTitle(new RegExp(`^${title} · `))
        await expect(page.locator('[aria-busy="true"], [aria-label="Carregando"]')).toHaveCount(0)
        await expect.soft(page.locator('h1'), path).toHaveCount(1)
        await standsStill(page)
        expect.soft(await violations(page), path).toEqual([])
      })
  })

test('the forms of notes, what issuing waits for and the limit of the month', async ({ page, openCompany }) => {
  const pages = [
    ['service-nfes/create', 'Nova nota de serviço', 'Impostos e detalhes'],
    ['product-nfes/create', 'Nova nota de produto', 'Informações complementares'],
    ['product-nfes/pending', 'Pendências para emitir', 'Certificado digital'],
  ] as const
  await openCompany(company.name, 'settings/keyboard')
  for (const [path, title, text] of pages)
    await test.step(title, async () => {
      await visit(page, path)
      await expect(inMain(page, text)).toBeVisible()
      await expectAccessible(page, title)
    })
  // One button is all there is to reach here.
  await visit(page, 'service-nfes/reached-limit-usage')
  await expect(inMain(page, 'O que fazer')).toBeVisible()
  await expectNamed(page, 'Limite de notas do mês')
  await expectNoViolation(page)
  await expectNoSidewaysScroll(page)
})

test('the dashboard, the reports and the close of a month', async ({ page, openCompany }) => {
  const pages = [
    ['dashboard', 'Início', 'Saldo em 2 contas'],
    ['reports', 'Relatórios', 'Fechamento do mês'],
    ['reports/month', 'Mês em uma página', 'O resultado, linha por linha'],
    ['reports/income-statement', 'DRE', 'Ponto de equilíbrio'],
    ['reports/cash-flow', 'Relatório de fluxo de caixa', 'Saldo inicial'],
    ['reports/income-statement?ver=meses', 'DRE', '12 meses'],
    ['reports/budget', 'Orçamento', 'Prestação de serviços'],
    ['close', 'Fechamento do mês', 'Linhas do extrato sem conciliação'],
    ['reports/budget?ver=orcado', 'Orçamento', 'Prestação de serviços'],
    ['reports/balance', 'Escada de saldo', '20002-2'],
    ['close?ver=contabilidade', 'Fechamento do mês', 'Arquivo contábil'],
    ['reports/ledger', 'Livro razão', 'Nenhum movimento neste período'],
  ] as const
  await openCompany(company.name, 'settings/keyboard')
  for (const [path, title, text] of pages)
    await test.step(path, async () => {
      await visit(page, path)
      await expect(page.locator('h1')).toHaveText([title])
      await expect(inMain(page, text)).toBeVisible()
      await expectAccessible(page, title)
    })
})

test('the keyboard settings and the own profile', async ({ page, openCompany }) => {
  await openCompany(company.name, 'settings/keyboard?periodo=tudo')
  await expect(inMain(page, 'Mover situação')).toBeVisible()
  await expectAccessible(page, 'Teclado')
  await visit(page, 'profile?periodo=tudo')
  await expect(inMain(page, 'Onde você está conectado')).toBeVisible()
  await expectAccessible(page, 'Perfil')
})

test('what opens over a screen: form, record, palette, keys', async ({ page, openCompany }) => {
  await openCompany(company.name, 'bills/create?periodo=tudo')
  await expect(inMain(page, 'Aluguel da loja')).toBeAttached()
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await expect(form.getByLabel('Valor')).toBeFocused()
  await expectAccessibleOverlay(page, form)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  await visit(page, `bills/${bill.id}?periodo=tudo`)
  await expect(page.getByRole('complementary').getByText('R$ 123,45')).toBeVisible()
  await expect(inMain(page, 'Conta vencida')).toBeVisible()
  await expectAccessibleOverlay(page, page.getByRole('complementary'))

  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar' })
  await expect(palette.getByRole('option').first()).toBeVisible()
  await expectNoViolation(page)
  await expectReadableInTheDark(page)
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  await page.keyboard.press('?')
  await expectAccessibleOverlay(page, page.getByRole('dialog', { name: 'Ajuda e atalhos de teclado' }))
})

test('the skip link leads past the frame', async ({ page, openCompany }) => {
  await openCompany(company.name, 'rules')
  await expect(inMain(page, 'Nenhuma regra')).toBeVisible()
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})
