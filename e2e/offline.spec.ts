// When the server is gone, late, or knows better: what was written is said as it is, shown as it is, and never done twice.
import type { Page, Request, Route } from '@playwright/test'
import { addDays } from '#domain/days.ts'
import { figure } from '#tests/proofs/kit/figure.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { type Api, expect, expectToast, press, SERGIO, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO, expectedErrors: /net::ERR_|Failed to load resource/ })

const OFFLINE = 'Você está sem conexão com o servidor.'

interface Prepared {
  company: Founded
  rows: Title[]
}

/** A company of the test's own, with so many bills of R$ 100,00, R$ 200,00 …: the first due today, for this month's list has it on any day. */
async function prepare(api: Api, name: string, count: number): Promise<Prepared> {
  const company = await foundCompany(api, name)
  const rows: Title[] = []
  for (let at = 1; at <= count; at++)
    rows.push(
      await api.post<Title>(`/companies/${company.id}/bills`, {
        amount_cents: at * 10_000,
        due_date: addDays(today(), at - 1),
        additional_information: `Conta ${at}`,
        bank_account_id: company.accountId,
      }),
    )
  return { company, rows }
}

const statuses = async (api: Api, { company }: Prepared): Promise<string[]> =>
  (await api.get<Title[]>(`/companies/${company.id}/bills?date_type=due_date`)).map(bill => bill.status).sort()

/**
 * Answers writes of an address one way after the other, then lets all through; keeps the key of each. Asked for before the page opens: an
 * open page learns a moment after us that its calls are held, and lets one through meanwhile.
 */
async function intercept(page: Page, url: string, ...ways: ((route: Route) => Promise<void>)[]): Promise<string[]> {
  const keys: string[] = []
  const isWrite = (request: Request) => request.method() !== 'GET'
  await page.route(url, async route => {
    if (!isWrite(route.request())) return route.fallback()
    keys.push((await route.request().headerValue('idempotency-key')) ?? '')
    await (ways.shift() ?? (through => through.continue()))(route)
  })
  return keys
}

/** The request never arrives. */
const notSent = (route: Route) => route.abort('internetdisconnected')
/** The server does it, and the answer is lost on the way. */
const answerLost = async (route: Route) => {
  const answer = await route.fetch()
  expect(answer.ok()).toBe(true)
  await route.abort('connectionreset')
}

test('a bulk move that never arrives is said, its rows return, and asked again it is done', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Sem Rede', 3)
  const ledger = new Ledger(page)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const keys = await intercept(page, '**/bills/move', async route => {
    await held
    await notSent(route)
  })
  await openCompany(prepared.company.name, 'bills?periodo=tudo')
  await ledger.ready()
  await ledger.expectFocus()
  await press(page, 'Control+A', 'm', '2')
  // Seen before anything was answered, taken back when nothing was.
  await expect(ledger.cell('Conta 2', 'status')).toHaveText('Aguardando aprovação')
  release()
  await expectToast(page, 'Sem conexão', OFFLINE)
  for (const at of [1, 2, 3]) await expect(ledger.cell(`Conta ${at}`, 'status')).toHaveText('Pendente')
  expect(await statuses(api, prepared)).toEqual(['PENDING', 'PENDING', 'PENDING'])
  await ledger.expectFocus()
  await ledger.expectMarked(3)

  await press(page, 'm', '2')
  await expectToast(page, '3 contas movidas para Aguardando aprovação')
  expect(await statuses(api, prepared)).toEqual(['WAITING_APPROVAL', 'WAITING_APPROVAL', 'WAITING_APPROVAL'])
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  await press(page, 'z')
  await expectToast(page, 'Desfeito: 3 contas movidas para Aguardando aprovação')
  await expect(ledger.cell('Conta 3', 'status')).toHaveText('Pendente')
})

test('a bulk move whose answer is lost shows what the server did', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Resposta Perdida', 2)
  const ledger = new Ledger(page)
  await intercept(page, '**/bills/move', answerLost)
  await openCompany(prepared.company.name, 'bills?periodo=tudo')
  await ledger.ready()
  await ledger.expectFocus()
  await press(page, 'Control+A', 'm', '3')
  await expectToast(page, 'Sem conexão', OFFLINE)
  for (const at of [1, 2]) await expect(ledger.cell(`Conta ${at}`, 'status')).toHaveText('Aprovado')
  expect(await statuses(api, prepared)).toEqual(['APPROVED', 'APPROVED'])
})

test('a form whose answer is lost keeps what was typed, and saved again makes one bill', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Uma Vez', 0)
  const keys = await intercept(page, `**/companies/${prepared.company.id}/bills`, answerLost, notSent)
  await openCompany(prepared.company.name, 'bills/create')
  const form = page.getByRole('dialog', { name: 'Nova conta a pagar' })
  await form.getByLabel('Valor').fill('456,78')
  await form.getByLabel('Descrição').fill('Só uma vez')
  for (const failed of [1, 2]) {
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Sem conexão', OFFLINE)
    await expect.poll(() => keys.length).toBe(failed)
    await expect(form.getByLabel('Descrição')).toHaveValue('Só uma vez')
    await expect(form.getByLabel('Valor')).toHaveValue('456,78')
    await page.locator('[aria-label="Avisos"]').getByRole('button', { name: 'Fechar aviso', includeHidden: true }).dispatchEvent('click')
    await expect(page.locator('[aria-label="Avisos"] [data-state="open"]')).toHaveCount(0)
  }
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Conta criada')
  await expect(form).toHaveCount(0)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)
  expect(await statuses(api, prepared)).toEqual(['PENDING'])
  await expect(new Ledger(page).row('Só uma vez')).toHaveCount(1)

  // The same words once more, after an answer, are another bill.
  await press(page, 'n')
  await form.getByLabel('Valor').fill('456,78')
  await form.getByLabel('Descrição').fill('Só uma vez')
  await page.keyboard.press('Control+Enter')
  await expect(new Ledger(page).row('Só uma vez')).toHaveCount(2)
})

test('a record changed meanwhile is not written over: the form says so and keeps what was typed', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Duas Mãos', 1)
  const [bill] = prepared.rows
  const at = `/companies/${prepared.company.id}/bills/${bill?.id}`
  await openCompany(prepared.company.name, `bills/${bill?.id}/update?periodo=tudo`)
  const form = page.getByRole('dialog', { name: 'Alterar conta a pagar' })
  await expect(form.getByLabel('Descrição')).toHaveValue('Conta 1')
  await form.getByLabel('Descrição').fill('Minha versão')
  await api.send('PATCH', at, { additional_information: 'A versão de outra pessoa' })
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(/Outra pessoa mudou este registro/)).toBeVisible()
  await expect(form.getByLabel('Descrição')).toHaveValue('Minha versão')
  expect((await api.get<Title>(at)).additional_information).toBe('A versão de outra pessoa')
  // Field by field: the other's, or one's own.
  const changed = form.getByRole('region', { name: 'Mudou enquanto você digitava' })
  await changed.getByRole('button', { name: 'O que está salvo' }).click()
  await expect(form.getByLabel('Descrição')).toHaveValue('A versão de outra pessoa')
  await changed.getByRole('button', { name: 'O meu' }).click()
  await expect(form.getByLabel('Descrição')).toHaveValue('Minha versão')

  // Opened again the form has the other version, and can be saved.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Descartar o que foi digitado?' }).getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('complementary')).toContainText('A versão de outra pessoa')
  await page.getByRole('complementary').getByRole('button', { name: 'Alterar em formulário' }).click()
  await expect(form.getByLabel('Descrição')).toHaveValue('A versão de outra pessoa')
  await form.getByLabel('Descrição').fill('As duas')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Conta alterada')
  expect((await api.get<Title>(at)).additional_information).toBe('As duas')
})

test('a record of another company is not found, and the frame says so', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Aqui', 1)
  const other = await prepare(api, 'Ali', 1)
  const ledger = new Ledger(page)
  const areas = page.getByRole('navigation', { name: 'Áreas' })
  // By the name of the whole rail or of the short one.
  const bills = /^(Contas a pagar|Pagar)/
  await openCompany(prepared.company.name, `bills/${other.rows[0]?.id}`)
  await expect(page.getByRole('main')).toContainText('Página não encontrada')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Não encontrado')
  await expect(page).toHaveTitle(`Não encontrado · ${prepared.company.name} · Razão`)
  await expect(areas.locator('[aria-current]')).toHaveCount(0)
  await expect(page.getByText('Conta 1')).toHaveCount(0)
  await areas.getByRole('link', { name: bills }).click()
  await ledger.ready()
  await expect(areas.locator('[aria-current]')).toHaveText(bills)

  // What was missing once is looked for again the next time.
  const [own] = prepared.rows
  const missing = { status: 404, json: { id: 'resource.not_found', message: 'Este registro não existe.', request_id: 'perdido' } }
  await page.route(`**/v1/**/bills/${own?.id}`, route => route.fulfill(missing))
  await openCompany(prepared.company.name, `bills/${own?.id}`)
  await expect(page.getByRole('main')).toContainText('Página não encontrada')
  await areas.getByRole('link', { name: bills }).click()
  await ledger.ready()
  await page.unrouteAll()
  await page.goBack()
  await expect(page.getByRole('complementary')).toContainText('R$ 100,00')

  // A company one has nothing to do with has no frame, and is not where one lands the next time.
  await page.goto(`/company/${crypto.randomUUID()}/bills`)
  await expect(page.getByRole('main')).toContainText('Página não encontrada')
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect(page.getByRole('button', { name: `Empresa ${prepared.company.name}, trocar` })).toBeVisible()
})

test('a name that cannot be read says so in its row, and comes by itself', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Sem Nome', 1)
  const c = prepared.company.id
  const contact = await api.post<{ id: string }>('/contacts/', { company_id: c, kind: 'SUPPLIER', name: 'Gráfica Ipiranga' })
  await api.post(`/companies/${c}/bills`, {
    amount_cents: 5_000,
    due_date: today(),
    additional_information: 'Convites',
    contact_id: contact.id,
  })
  const ledger = new Ledger(page)
  const refused = { status: 503, json: { id: 'server.busy', message: 'O servidor está ocupado.', request_id: 'ocupado' } }
  await page.route(/\/v1\/contacts\?/, route => route.fulfill(refused))
  await openCompany(prepared.company.name, 'bills?periodo=tudo')
  await ledger.ready()
  await expect(ledger.row('Convites')).toContainText('(nome não lido)')
  await expect(ledger.row('Conta 1')).not.toContainText('(nome não lido)')
  await page.unrouteAll()
  await expect(ledger.row('Convites')).toContainText('Gráfica Ipiranga', { timeout: 60_000 })
})

test('a list that cannot be loaded says why, and comes when it is tried again', async ({ page, api, openCompany }) => {
  const prepared = await prepare(api, 'Lista Muda', 2)
  const ledger = new Ledger(page)
  let isDown = true
  await page.route(/\/v1\/.*\/bills\?/, route => (isDown ? notSent(route) : route.continue()))
  await openCompany(prepared.company.name, 'bills?periodo=tudo')
  const failure = page.getByRole('region', { name: 'Não foi possível carregar a lista' })
  await expect(failure).toContainText(OFFLINE)
  await failure.getByRole('button', { name: /^Tentar de novo/ }).click()
  await expect(failure).toContainText(OFFLINE)
  isDown = false
  await failure.getByRole('button', { name: /^Tentar de novo/ }).click()
  await ledger.ready()
  await ledger.expectShown(2)

  // What is on screen stays there when only its news fail, and says that it may be old.
  isDown = true
  await api.post(`/companies/${prepared.company.id}/bills`, {
    amount_cents: 70_000,
    due_date: today(),
    additional_information: 'Nova enquanto isso',
  })
  const stale = page.getByRole('alert').filter({ hasText: 'A lista pode estar incompleta' })
  await expect(stale).toContainText(OFFLINE)
  await expect(ledger.row('Conta 1')).toBeVisible()
  // The list asks again by itself too, so the press follows at once.
  await stale.getByRole('button', { name: 'Tentar de novo' }).hover()
  isDown = false
  await page.mouse.down()
  await page.mouse.up()
  await expect(ledger.row('Nova enquanto isso')).toBeVisible()
  await expect(stale).toHaveCount(0)
  figure({
    promise: 'H4',
    what: 'sem conexão, ao ler e ao gravar',
    ours: 'dito na tela, o que se via e se digitava fica, e volta sozinho ao tentar de novo',
    floor: 'dito, 0 perdido',
  })
})
