// The eight tasks an owner comes for, each from the home to its end by pointer alone, at a desk and on a phone: at most three clicks to start, no wall.
import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addDays, monthName, monthOf } from '#domain/days.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { paperPdf } from '#tests/kit/papers.ts'
import { type Founded, foundCompany, sellServices } from './bench-company.ts'
import { type Api, expect, expectToast, giveCode, keepPreferencesHere, newMark, SERGIO, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'
import { Pointer } from './pointer.ts'

test.use({ person: SERGIO })

const MOST_TO_START = 3
/** The bank and the town hall answer in a few seconds. */
const OUTSIDE = { timeout: 30_000 }
/** A key of another company of the demonstration: the local bank knows whose it is. */
const KEY = 'financeiro@empresa3.exemplo.com.br'

interface Task {
  readonly name: string
  /** The most clicks from the home to the end: fewer are welcome, more are a step back. */
  readonly most: { readonly desk: number; readonly phone: number }
  readonly walk: (at: Walk) => Promise<void>
}

interface Walk {
  readonly page: Page
  readonly hand: Pointer
  readonly onPhone: boolean
}

/** An area of the menu: in the rail at a desk, in the bar or behind "Mais" on a phone. */
async function goTo({ page, hand, onPhone }: Walk, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Áreas' })
  const near = menu.getByRole('link', { name })
  if (await near.isVisible()) return hand.press(near)
  await hand.press(menu.getByRole('button', { name: 'Mais' }))
  const more = onPhone ? page.getByRole('dialog', { name: 'Áreas' }) : page.getByRole('navigation', { name: 'Mais áreas' })
  await hand.press(more.getByRole('link', { name }))
}

/** What "+" of a phone creates; at a desk, the button of its screen. */
async function create(walk: Walk, area: string, name: string): Promise<void> {
  const { page, hand, onPhone } = walk
  if (!onPhone) {
    await goTo(walk, area)
    return hand.press(page.getByRole('button', { name }).first())
  }
  await hand.press(page.getByRole('button', { name: 'Criar', exact: true }))
  await hand.press(page.getByRole('dialog', { name: 'Criar' }).getByRole('button', { name }))
}

/** A row of a list: of the grid at a desk, a card on a phone. */
const rowOf = ({ page, onPhone }: Walk, text: string): Locator =>
  onPhone ? page.getByRole('main').getByRole('listitem').filter({ hasText: text }) : new Ledger(page).cell(text, 'additional_information')

const drawerOf = (page: Page) => page.getByRole('complementary')
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name }).first()

const TASKS: readonly Task[] = [
  {
    name: 'O que vence esta semana',
    most: { desk: 1, phone: 1 },
    walk: async walk => {
      const { page, hand } = walk
      const week = page.getByRole('region', { name: 'Esta semana' })
      await hand.started(week.getByText('Aluguel de hoje'))
      await hand.press(week.getByRole('link', { name: /^sai/ }))
      await expect(rowOf(walk, 'Aluguel de hoje')).toBeVisible()
    },
  },
  {
    name: 'Uma conta com o seu PDF',
    most: { desk: 4, phone: 4 },
    walk: async walk => {
      const { page, hand } = walk
      const number = newMark()
      const paper = {
        payee: `Refrigeração ${number} Ltda`,
        document: cnpjNumber(randomInt(1_000_000, 80_000_000)),
        amount_cents: randomInt(10_000, 90_000),
        due_date: addDays(today(), 20),
        number,
        about: 'manutenção',
        own_number: String(randomInt(1, 2 ** 40)),
      }
      await create(walk, 'Pagar', 'Ler foto ou PDF')
      const form = page.getByRole('region', { name: 'Nova conta' })
      await hand.started(form)
      const file = { name: 'fatura.pdf', mimeType: 'application/pdf', buffer: await paperPdf(paper) }
      await hand.giveFile(button(page, 'Escolher arquivos'), file)
      await expect(form.getByRole('heading', { name: 'Confira e salve' })).toBeVisible(OUTSIDE)
      await hand.press(button(form, /^Salvar conta/))
      await expectToast(page, 'Conta criada com fatura.pdf')
    },
  },
  {
    name: 'Marcar como paga',
    most: { desk: 4, phone: 4 },
    walk: async walk => {
      const { page, hand } = walk
      await goTo(walk, 'Pagar')
      await hand.press(rowOf(walk, 'Luz já paga'))
      await hand.press(button(drawerOf(page), /^Marcar como paga/))
      const question = dialogOf(page, 'Marcar como paga')
      await hand.started(question)
      await hand.press(button(question, /^Marcar como paga/))
      await expectToast(page, 'Conta paga')
    },
  },
  {
    name: 'Pagar uma conta a quem o banco diz',
    most: { desk: 6, phone: 6 },
    walk: async walk => {
      const { page, hand } = walk
      await goTo(walk, 'Pagar')
      await hand.press(rowOf(walk, 'Aluguel de hoje'))
      await hand.press(drawerOf(page).getByRole('button', { name: 'Pagar', exact: true }))
      const sheet = dialogOf(page, 'Pagar Aluguel de hoje')
      await hand.started(sheet.getByRole('region', { name: 'Quem recebe, segundo o banco' }))
      // The account it is paid from is opened on the way, once.
      await hand.press(button(sheet, 'Abrir conta digital'))
      await hand.press(button(dialogOf(page, 'Abrir a conta digital?'), 'Abrir conta digital'))
      await expect(sheet.getByText('Saldo hoje')).toBeVisible(OUTSIDE)
      await hand.press(button(sheet, /^Pagar R\$ 123,45/))
      const sent = drawerOf(page).getByText(/^(Enviado para pagamento|Pago)$/)
      const code = page.getByLabel('Código de 6 dígitos')
      await expect(code.or(sent).first()).toBeVisible(OUTSIDE)
      if (await code.isVisible()) await giveCode(page, SERGIO)
      await expect(sent.first()).toBeVisible(OUTSIDE)
    },
  },
  {
    name: 'Cobrar um cliente',
    most: { desk: 4, phone: 4 },
    walk: async walk => {
      const { page, hand } = walk
      await goTo(walk, 'Receber')
      await hand.press(rowOf(walk, 'Encomenda em atraso'))
      await hand.press(button(drawerOf(page), /^Cobrar/))
      const form = page.getByRole('form', { name: 'Nova cobrança' })
      await hand.started(form)
      await hand.press(button(form, /^Criar cobrança/))
      await expectToast(page, /^Cobrança de R\$\s456,78 criada/)
      await expect(drawerOf(page)).toContainText('456,78')
    },
  },
  {
    name: 'Emitir uma nota de serviço',
    most: { desk: 6, phone: 7 },
    walk: async walk => {
      const { page, hand } = walk
      await create(walk, 'Notas', 'Nova nota de serviço')
      const form = page.getByRole('form', { name: 'Nova nota de serviço' })
      await hand.started(form)
      await hand.write(form.getByRole('combobox', { name: 'Para quem' }), 'Ana')
      await hand.press(page.getByRole('option', { name: /Ana Souza/ }))
      await hand.write(form.getByLabel('Quanto'), '100,00')
      await hand.press(button(form, 'Emitir nota de R$ 100,00'))
      await hand.press(button(dialogOf(page, 'Emitir esta nota?'), 'Emitir nota'))
      await expect(drawerOf(page).getByText('Autorizada').first()).toBeVisible(OUTSIDE)
    },
  },
  {
    name: 'Convidar o contador',
    most: { desk: 8, phone: 8 },
    walk: async walk => {
      const { page, hand } = walk
      await goTo(walk, 'Pessoas')
      await hand.press(button(page, /^Convidar/))
      const form = dialogOf(page, 'Convidar pessoa')
      await hand.started(form)
      await hand.write(form.getByLabel('CPF ou CNPJ'), cpfNumber(randomInt(100_000_000, 900_000_000)))
      await hand.write(form.getByLabel('Nome'), 'Caio Contador')
      await hand.press(form.getByRole('combobox', { name: 'Cargo' }))
      await hand.press(page.getByRole('option', { name: /Contador/ }))
      await hand.write(form.getByLabel('E-mail'), 'caio@exemplo.com.br')
      await hand.press(button(form, /^Enviar convite/))
      await expectToast(page, 'Convite enviado a Caio Contador')
    },
  },
  {
    name: 'Mandar o mês ao contador',
    most: { desk: 3, phone: 4 },
    walk: async walk => {
      const { page, hand } = walk
      await goTo(walk, 'Relatórios')
      await hand.started(page.getByRole('link', { name: `Abrir ${monthName(monthOf(today()))}` }))
      await hand.press(button(page, /^Compartilhar/))
      await hand.press(page.getByRole('option').first())
      await expectToast(page, /^Link copiado/)
    },
  },
]

async function prepare(api: Api, name: string): Promise<Founded> {
  const company = await foundCompany(api, name)
  const c = `/companies/${company.id}`
  const title = (kind: 'bills' | 'receivables', amount_cents: number, days: number, additional_information: string, more = {}) =>
    api.post(`${c}/${kind}`, {
      amount_cents,
      due_date: addDays(today(), days),
      additional_information,
      bank_account_id: company.accountId,
      ...more,
    })
  await title('bills', 12_345, 0, 'Aluguel de hoje', { payment_details: { pix_key: KEY } })
  await title('bills', 8_990, -3, 'Luz já paga')
  // With a statement and a bill the first steps leave the home to its figures.
  await api.post(`${c}/bank_statements`, {
    bank_account_id: company.accountId,
    entries: [{ date: addDays(today(), -2), description: 'COMPRA CARTAO', amount_cents: -999 }],
  })
  await title('receivables', 45_678, -5, 'Encomenda em atraso')
  await sellServices(api, company)
  return company
}

const WIDTHS = { desk: 1440, phone: 390 } as const
const told: Record<string, Record<string, number>> = {}

function walkAll(width: keyof typeof WIDTHS): void {
  let company: Founded
  test.beforeAll(async ({ api }) => {
    company = await prepare(api, width === 'desk' ? 'Oito tarefas' : 'Oito tarefas de bolso')
  })

  for (const { name, most, walk } of TASKS)
    test(name, async ({ page, openCompany }) => {
      await keepPreferencesHere(page)
      await openCompany(company.name, 'dashboard')
      const onPhone = width === 'phone'
      const hand = new Pointer(page, onPhone)
      await walk({ page, hand, onPhone })
      const { start, finish } = hand.clicks
      told[name] = { ...told[name], [`${WIDTHS[width]}: começar`]: start, [`${WIDTHS[width]}: terminar`]: finish }
      expect(start, 'clicks to start').toBeLessThanOrEqual(MOST_TO_START)
      expect(finish, 'clicks to finish').toBeLessThanOrEqual(most[width])
    })

  if (width === 'phone') test.afterAll(() => console.table(told))
}

test.describe('at a desk', () => walkAll('desk'))
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  walkAll('phone')
})
