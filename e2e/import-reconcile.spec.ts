// A bank's file from the upload to the bench: what is new, known, doubtful or closed; once is enough; all of it can be taken back.
import type { Page } from '@playwright/test'
import { addDays, endOfMonth, startOfMonth } from '#domain/days.ts'
import { type OfxFileRow, ofxBytes } from '#tests/kit/ofx-files.ts'
import { type Founded, foundCompany } from './bench-company.ts'
import { expect, expectFocusKept, expectToast, SERGIO, shownDay, test, today, watchToasts } from './fixtures.ts'
import { Ledger } from './ledger.ts'

test.use({ person: SERGIO })

const day = (ago: number) => addDays(today(), -ago)
const closedMonth = startOfMonth(addDays(today(), -100))

const ROWS: readonly OfxFileRow[] = [
  { day: closedMonth, amount_cents: -5_010, memo: 'TARIFA ANTIGA', fitid: 'A0' },
  { day: day(5), amount_cents: -43_219, memo: 'PIX ENVIADO JOÃO DA CONCEIÇÃO', fitid: 'A1' },
  { day: day(4), amount_cents: 120_000, memo: 'TED RECEBIDA COLÉGIO', fitid: 'A2' },
  { day: day(3), amount_cents: -9_990, memo: 'COMPRA CARTÃO AÇAÍ', fitid: 'A3' },
]

function ofxFile(rows: readonly OfxFileRow[], name = 'extrato.ofx') {
  const bytes = ofxBytes({ rows, charset: 'windows-1252', bank_code: '0341', branch: '0001', account: '10001-1' })
  return { name, mimeType: 'application/x-ofx', buffer: Buffer.from(bytes) }
}

async function send(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Ler arquivo/ }).click()
}

interface Line {
  description: string
  amount_cents: number
}

test.describe('statement files', () => {
  let company: Founded
  test.beforeAll(async ({ api }) => {
    company = await foundCompany(api, 'Importações')
    await api.send('PATCH', `/companies/${company.id}/entries/date_range/close`, {
      start_date: closedMonth,
      end_date: endOfMonth(closedMonth),
    })
    await api.post(`/companies/${company.id}/bank_statements`, {
      bank_account_id: company.accountId,
      entries: [{ date: day(3), description: 'COMPRA CARTAO ACAI', amount_cents: -9_990 }],
    })
  })
  const stored = async (api: import('./fixtures.ts').Api) =>
    api.get<Line[]>(`/companies/${company.id}/bank_statements/${company.accountId}/entries`)

  test('a file is read, checked, taken in with accents, adds nothing a second time, and can be taken back', async ({
    page,
    api,
    openCompany,
  }) => {
    const ledger = new Ledger(page)
    await openCompany(company.name, 'imports')
    await page
      .getByRole('button', { name: /^Importar extrato/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Importar extrato' }).last()).toBeVisible()
    await send(page, ofxFile(ROWS))
    await ledger.ready()
    await expect(ledger.row('PIX ENVIADO JOÃO DA CONCEIÇÃO')).toContainText('Entra')
    await expect(ledger.row('PIX ENVIADO JOÃO DA CONCEIÇÃO')).toContainText('Nova')
    await expect(ledger.row('COMPRA CARTÃO AÇAÍ')).toContainText('Duvidosa')
    await expect(ledger.row('TARIFA ANTIGA')).toContainText('Recusada')
    await expect(ledger.row('TARIFA ANTIGA')).toContainText(/fechad/i)
    const summary = page.locator('[data-part="summary"]')
    await expect(summary).toContainText(/[23] vão entrar/)
    // The doubtful one is the same purchase: it stays out.
    if (await ledger.row('COMPRA CARTÃO AÇAÍ').getByText('Entra', { exact: true }).count()) {
      await ledger.row('COMPRA CARTÃO AÇAÍ').getByRole('gridcell').nth(2).click()
      await page.keyboard.press('o')
    }
    await expect(summary).toContainText('2 vão entrar')

    const toasts = await watchToasts(page)
    await summary.getByRole('button', { name: /^Importar lançamentos/ }).click()
    await expectToast(page, 'Dados importados', 'Seus dados foram importados com sucesso para dentro da plataforma.')
    expect(await toasts()).toContainEqual(['Estamos trazendo seus dados', 'Aguarde alguns instantes que logo a ação será concluída.'])
    await expect(summary).toContainText('2 entraram')
    expect((await stored(api)).map(line => line.description)).toContain('PIX ENVIADO JOÃO DA CONCEIÇÃO')
    expect(await stored(api)).toHaveLength(3)
    await summary.getByRole('button', { name: /^Ir conciliar/ }).click()
    await expect(page.getByRole('tab', { name: /^Pendentes/ })).toHaveText(/^Pendentes\s*3$/)

    await page.goto(page.url().replace(/conciliation.*/, 'bank-accounts/upload'))
    await send(page, ofxFile(ROWS, 'de novo.ofx'))
    await ledger.ready()
    await expect(ledger.row('TED RECEBIDA COLÉGIO')).toContainText('Já importada')
    await expect(summary).toContainText(/0 vão entrar/)
    await summary.getByRole('button', { name: /^Importar lançamentos/ }).click()
    await expectToast(page, 'Nenhum lançamento novo')
    expect(await stored(api)).toHaveLength(3)

    await page.goto(page.url().replace(/imports\/.*/, 'imports'))
    await page.getByRole('row').filter({ hasText: 'extrato.ofx' }).click()
    await summary.getByRole('button', { name: /^Desfazer importação/ }).click()
    const question = page.getByRole('dialog', { name: 'Desfazer a importação?' })
    await expect(question).toContainText('2 lançamentos de extrato.ofx saem do extrato.')
    await question.getByRole('button', { name: 'Desfazer importação' }).click()
    await expectToast(page, 'Importação desfeita')
    await expect(summary).toContainText('Desfeita')
    expect(await stored(api)).toHaveLength(1)
  })

  test('from the bench in three keys: u opens the chooser, choosing reads, Enter takes', async ({ page, api, openCompany }) => {
    const before = await stored(api)
    // Waited for before the page opens: a chooser that the browser is told of too late opens unseen.
    const chooser = page.waitForEvent('filechooser')
    await openCompany(company.name, 'conciliation')
    await expect(page.getByRole('tab', { name: /^Pendentes/ })).toHaveText(/\d/)
    await expectFocusKept(page)
    await page.keyboard.press('u')
    const twice = { day: day(2), amount_cents: -7_310, memo: 'TARIFA DOC', fitid: 'T1' }
    await (await chooser).setFiles(ofxFile([{ day: day(1), amount_cents: -4_321, memo: 'PIX NOVO DA BANCADA', fitid: 'B1' }, twice, twice]))
    const ledger = new Ledger(page)
    await ledger.ready()
    const summary = page.locator('[data-part="summary"]')
    await expect(summary).toContainText('10001-1')
    // The same movement twice in one file is told as what it is.
    await expect(ledger.row('TARIFA DOC').last()).toContainText('Duvidosa')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Dados importados')
    await expect(summary).toContainText(/entr(ou|aram)/)
    await expect.poll(async () => (await stored(api)).length).toBeGreaterThan(before.length)
  })

  test('a file that cannot be read says why, and changes nothing', async ({ page, api, openCompany }) => {
    const before = await stored(api)
    await openCompany(company.name, 'bank-accounts/upload')
    await page.getByRole('button', { name: /^Ler arquivo/ }).click()
    await expect(page.getByText('Escolha o arquivo do extrato')).toBeVisible()
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('png') })
    await expect(page.getByText('foto.png: tipo de arquivo não aceito')).toBeVisible()
    await input.setInputFiles({ name: 'vazio.ofx', mimeType: 'application/x-ofx', buffer: Buffer.alloc(0) })
    await expect(page.getByText('vazio.ofx: arquivo vazio')).toBeVisible()
    await send(page, {
      name: 'quebrado.ofx',
      mimeType: 'application/x-ofx',
      buffer: Buffer.from('OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSG'),
    })
    await expect(page.getByText('Arquivo não importado')).toBeVisible()
    await expect(page.locator('[data-part="state"] p').nth(1)).not.toHaveText('')
    expect(await stored(api)).toEqual(before)
  })

  test('a table is read by its guessed columns, and read again as the person says', async ({ page, api, openCompany }) => {
    await openCompany(company.name, 'bank-accounts/upload')
    const csv = ['Quando;O que;Quanto', `${shownDay(day(2))};PIX RECEBIDO PADARIA;-1.234,56`, `${shownDay(day(1))};BOLETO ÁGUA;98,70`].join(
      '\r\n',
    )
    await page.getByRole('combobox', { name: 'Conta bancária' }).click()
    await page.getByRole('option').filter({ hasText: '10001-1' }).click()
    await send(page, { name: 'banco.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const ledger = new Ledger(page)
    await ledger.ready()
    await expect(ledger.row('PIX RECEBIDO PADARIA')).toContainText('−1.234,56')
    // This bank writes what goes out without a sign.
    await page.getByRole('button', { name: 'Colunas do arquivo' }).click()
    await expect(page.getByRole('heading', { name: 'O que é cada coluna?' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Data', exact: true })).toHaveText('Quando')
    const samples = page.getByRole('region', { name: 'Como as colunas serão lidas' })
    await expect(samples).toContainText('−1.234,56')
    await page.getByRole('radio', { name: /^Saídas/ }).click()
    await expect(samples).not.toContainText('−1.234,56')
    await page.getByRole('combobox', { name: 'Complemento da descrição' }).click()
    await page.getByRole('option', { name: 'Nenhuma' }).click()
    await page.getByRole('button', { name: /^Ler com estas colunas/ }).click()
    await ledger.ready()
    await expect(ledger.row('BOLETO ÁGUA')).toContainText('−98,70')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Dados importados')
    const lines = await stored(api)
    expect(lines.find(line => line.description === 'BOLETO ÁGUA')?.amount_cents).toBe(-9_870)
    expect(lines.find(line => line.description === 'PIX RECEBIDO PADARIA')?.amount_cents).toBe(123_456)
  })

  test('a table whose amounts have no sign is asked what they are before anything is read', async ({ page, api, openCompany }) => {
    await openCompany(company.name, 'bank-accounts/upload')
    const csv = ['Quando;O quê;Montante', `${shownDay(day(2))};BOLETO GÁS;71,10`, `${shownDay(day(1))};BOLETO LUZ;98,80`].join('\r\n')
    await page.getByRole('combobox', { name: 'Conta bancária' }).click()
    await page.getByRole('option').filter({ hasText: '10001-1' }).click()
    await send(page, { name: 'sem-sinal.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(page.getByText('Os valores vêm sem sinal')).toBeVisible()
    await page.getByRole('button', { name: /^Ler com estas colunas/ }).click()
    await expect(page.getByText('Diga se os valores positivos são entradas ou saídas')).toBeVisible()
    await page.getByRole('radio', { name: /^Saídas/ }).click()
    await page.getByRole('button', { name: /^Ler com estas colunas/ }).click()
    const ledger = new Ledger(page)
    await ledger.ready()
    await expect(ledger.row('BOLETO LUZ')).toContainText('−98,80')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Dados importados')
    const lines = await stored(api)
    expect(lines.find(line => line.description === 'BOLETO GÁS')?.amount_cents).toBe(-7_110)
  })
})
