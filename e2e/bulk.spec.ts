// Three keys over more than ten thousand rows of a large company: painted before the server answers, one undo for all of it, also after a reload;
// and what mouse and keys meet in the middle of a fast scroll through them.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
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

/** Turns the wheel over the list; answers the row under the pointer at the end, and where any frame of it showed no record. */
async function spin(page: Page, { x, y }: { x: number; y: number }, turns: number): Promise<{ at: number; empty: number[] }> {
  const seen = page.evaluate(
    async ({ x, turns, mark }) => {
      const list = document.querySelector('.ag-grid-viewport')
      if (!list) throw new Error('no list')
      const { top, bottom } = list.getBoundingClientRect()
      const rowAt = (y: number) => document.elementFromPoint(x, y)?.closest<HTMLElement>('.ag-row')
      const empty: number[] = []
      let [moves, last] = [0, list.scrollTop]
      while (moves < turns) {
        await new Promise(done => requestAnimationFrame(done))
        if (list.scrollTop === last) continue
        last = list.scrollTop
        moves++
        for (let y = top + 40; y < bottom - 60; y += 30) if (!rowAt(y)?.textContent?.includes(mark)) empty.push(last)
      }
      return empty
    },
    { x, turns, mark },
  )
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 500)
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  const at = (place: { x: number; y: number }) =>
    Number(document.elementFromPoint(place.x, place.y)?.closest('.ag-row')?.getAttribute('row-index'))
  return { empty: await seen, at: await page.evaluate(at, { x, y }) }
}

test('no frame of a fast scroll is empty; a click, a mark and a key right after it meet the row that is seen', async ({
  page,
  openCompany,
}) => {
  const ledger = new Ledger(page)
  await openCompany(COMPANY, `bills?periodo=tudo&bills=${mark}`)
  await ledger.ready()
  await ledger.expectShown(ROWS)
  const row = (at: number) => ledger.grid.locator(`.ag-row[row-index="${at}"]`)
  const middle = async (column: string) => {
    const box = await ledger.grid.locator(`.ag-row[row-index] [col-id="${column}"]`).nth(8).boundingBox()
    if (!box) throw new Error(`no ${column}`)
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(place.x, place.y)
    return place
  }

  const day = await middle('due_date')
  const first = await spin(page, day, 20)
  await page.mouse.click(day.x, day.y)
  expect(first).toEqual({ at: first.at, empty: [] })
  expect(first.at).toBeGreaterThan(250)
  await expect(row(first.at).locator('[col-id="due_date"]')).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(row(first.at + 1).locator('[col-id="due_date"]')).toBeFocused()

  // The row with the focus is far above now: the next key goes on from there.
  const second = await spin(page, day, 20)
  expect(second.empty).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(row(first.at + 2).locator('[col-id="due_date"]')).toBeFocused()
  await expect(row(first.at + 2)).toBeInViewport()

  const box = await middle('sel')
  const third = await spin(page, box, 20)
  await page.mouse.click(box.x, box.y)
  expect(third.empty).toEqual([])
  await ledger.expectMarked(1)
  await expect(row(third.at)).toHaveAttribute('aria-selected', 'true')

  // Read in the order of the list, each counted as it is there.
  const isInOrder = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('.ag-row[row-index][aria-selected]')]
      const at = rows.map(row => Number(row.getAttribute('row-index')))
      const told = rows.map(row => Number(row.getAttribute('aria-rowindex')))
      return rows.length > 20 && rows.every((_, n) => told[n] === at[n]! + 2 && (n === 0 || at[n]! > at[n - 1]!))
    })
  await expect.poll(isInOrder).toBe(true)
})
