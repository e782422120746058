// Three keys over more than ten thousand rows of a large company: painted before the server answers, one undo for all of it, also after a reload.
import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/days.ts'
import { type Company, expect, expectToast, newMark, press, type Title, test, today } from './fixtures.ts'
import { Ledger } from './ledger.ts'

const COMPANY = 'Distribuidora Vale Verde'
const ROWS = 10_400
const SHOWN = ROWS.toLocaleString('pt-BR')
const mark = newMark()
let company: Company

test.beforeAll(async ({ api }) => {
  company = await api.company(COMPANY)
  const lines = Array.from({ length: ROWS }, (_, at) => `${addDays(today(), 1 + (at % 300))};${10 + (at % 90)},50;${mark} ${at + 1}`)
  // A table holds at most ten thousand lines.
  for (const part of [lines.slice(0, ROWS / 2), lines.slice(ROWS / 2)]) {
    const answer = await api.request.post(`/v1/companies/${company.id}/entries/upload`, {
      headers: { authorization: `Bearer ${api.tokens.accessToken}`, 'idempotency-key': randomUUID() },
      multipart: {
        kind: 'DEBIT',
        file: { name: 'contas.csv', mimeType: 'text/csv', buffer: Buffer.from(['Vencimento;Valor;Descrição', ...part].join('\n')) },
      },
      timeout: 60_000,
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
})

test('all of the filter moves at once, and one z brings all of it back, even after a reload', async ({ page, api, openCompany }) => {
  test.setTimeout(180_000)
  // The company asks for approval, so what comes in by table waits for it; whoever brought it may take it back.
  const [from, to, key, word] = ['WAITING_APPROVAL', 'PENDING', '1', 'Pendente'] as const
  const statuses = async () => {
    const all = await api.get<Title[]>(`/companies/${company.id}/bills?date_type=due_date&start_date=${today()}`)
    const mine = all.filter(bill => bill.additional_information?.startsWith(mark))
    return {
      all: mine.length,
      moved: mine.filter(bill => bill.status === to).length,
      left: mine.filter(bill => bill.status === from).length,
    }
  }
  expect(await statuses()).toEqual({ all: ROWS, moved: 0, left: ROWS })

  const ledger = new Ledger(page)
  await openCompany(COMPANY, `bills?periodo=tudo&bills=${mark}`)
  await ledger.ready()
  await ledger.expectShown(ROWS)
  await ledger.expectFocus()
  await press(page, 'Control+A')
  await ledger.expectMarked(ROWS)
  await press(page, 'm')
  await expect(page.getByRole('dialog', { name: 'Situação' })).toContainText(`todos os ${SHOWN} do filtro`)

  // The calls are held back: what is seen meanwhile is the client's own.
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/bills/move', async route => {
    await held
    await route.continue()
  })
  await press(page, key)
  await expect(ledger.cell(`${mark} 1`, 'status').first()).toHaveText(word)
  expect((await statuses()).moved).toBe(0)
  release()
  await expectToast(page, `${SHOWN} contas movidas para ${word}`)
  await expect.poll(statuses, { timeout: 30_000 }).toEqual({ all: ROWS, moved: ROWS, left: 0 })
  await ledger.expectFocus()

  await press(page, 'z')
  await expectToast(page, `Desfeito: ${SHOWN} contas movidas para ${word}`)
  expect(await statuses()).toEqual({ all: ROWS, moved: 0, left: ROWS })
  await expect(ledger.cell(`${mark} 1`, 'status').first()).not.toHaveText(word)

  await press(page, 'Control+A', 'm', key)
  await expectToast(page, `${SHOWN} contas movidas para ${word}`)
  await page.reload()
  await ledger.ready()
  await ledger.expectFocus()
  await expect(ledger.cell(`${mark} 1`, 'status').first()).toHaveText(word)
  // Two calls of at most ten thousand: the journal knows them as two.
  await press(page, 'z', 'z')
  await expect.poll(statuses, { timeout: 30_000 }).toEqual({ all: ROWS, moved: 0, left: ROWS })
})
