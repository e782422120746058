// I3: sockets are hints. Half of the frames are lost on the way, and a page that comes back shows what the server has; a hundred frames a
// second make no list read more than twice a second, nor leave it behind; and no frame says anything of a person.
import type { Page } from '@playwright/test'
import { TAGS } from '#contract/kit/tags.ts'
import { figure, times } from '#tests/proofs/kit/figure.ts'
import { foundCompany } from './bench-company.ts'
import { expect, newMark, SERGIO, test, today } from './fixtures.ts'

test.use({ person: SERGIO })

const FIELDS = ['batch_id', 'company_id', 'event', 'ids', 'seq', 'tags']
const BACK_MS = 2000

type Loses = 'none' | 'half' | 'all'

/** Between the socket and the page, in the page itself: a call of the test for each frame would be slower than the frames. */
interface Line {
  lost: number
  heard: string[]
  loses: Loses
  /** When the present connection stood. */
  stood: number
  said: number
  cut(): void
  storm(frame: object): void
  calm(): void
}

const putBetween = (page: Page) =>
  page.addInitScript(() => {
    const Native = window.WebSocket
    let socket: WebSocket | undefined
    let [hear, seed, storm]: [((event: MessageEvent) => void) | undefined, number, number | undefined] = [undefined, 20_261_128, undefined]
    const half = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % 2 === 0
    }
    const line: Line = {
      lost: 0,
      heard: [],
      loses: 'none',
      stood: 0,
      said: 0,
      cut: () => socket?.close(),
      storm(frame) {
        const began = performance.now()
        storm = window.setInterval(() => {
          // A timer of a busy machine comes late: what it owes is said then.
          for (; line.said < (performance.now() - began) / 10; line.said += 1)
            hear?.(new MessageEvent('message', { data: `42${JSON.stringify(['changed', frame])}` }))
        }, 10)
      },
      calm: () => window.clearInterval(storm),
    }
    Object.assign(window, { razaoLine: line })
    window.WebSocket = class extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given)
        socket = this
      }
      override set onmessage(handler: (event: MessageEvent) => void) {
        hear = handler
        super.onmessage = event => {
          const text = String(event.data)
          if (text.startsWith('40')) line.stood = Date.now()
          if (text.startsWith('42["changed",')) {
            line.heard.push(text.slice(13, -1))
            if (line.loses === 'all' || (line.loses === 'half' && half())) {
              line.lost += 1
              return
            }
          }
          handler(event)
        }
      }
      override get onmessage() {
        return hear as (event: MessageEvent) => void
      }
    }
  })

const onLine = <T>(page: Page, work: (line: Line, given: object) => T, given: object = {}): Promise<Awaited<T>> =>
  page.evaluate(`(${work})(window.razaoLine, ${JSON.stringify(given)})`) as Promise<Awaited<T>>

test('I3: half of the frames lost, a hundred a second: lists are what the server has', async ({ page, api, openCompany }) => {
  const [dropping_ms, storm_ms] = [times(600, 300_000), times(1500, 60_000)]
  test.setTimeout(120_000 + dropping_ms + storm_ms)
  const company = await foundCompany(api, 'Avisos')
  const c = `/companies/${company.id}`
  const word = () => `${newMark()}${newMark()}`
  const bills: { id: string; text: string }[] = []
  for (let at = 0; at < 6; at += 1) {
    const text = word()
    const { id } = await api.post<{ id: string }>(`${c}/bills`, { amount_cents: 100 + at, due_date: today(), additional_information: text })
    bills.push({ id, text })
  }
  const change = async (at: number) => {
    const bill = bills[at % bills.length]
    if (!bill) return
    bill.text = word()
    await api.send('PATCH', `${c}/bills/${bill.id}`, { additional_information: bill.text })
  }
  await putBetween(page)
  await openCompany(company.name, 'bills')
  const shown = () => page.getByRole('grid').innerText()
  const isCurrent = async () => {
    const text = await shown()
    return bills.every(bill => text.includes(bill.text))
  }
  await expect.poll(isCurrent).toBe(true)

  // Half of them lost, and the very last ones for sure.
  await onLine(page, line => Object.assign(line, { loses: 'half' }).lost)
  const end = performance.now() + dropping_ms
  let changes = 0
  for (; performance.now() < end; changes += 1) {
    await change(changes)
    await api.staySignedIn()
    await page.waitForTimeout(250)
  }
  await onLine(page, line => Object.assign(line, { loses: 'all' }).lost)
  for (let at = 0; at < bills.length; at += 1) await change(at)
  await page.waitForTimeout(300)
  expect(await isCurrent(), 'nothing was lost').toBe(false)
  await onLine(page, line => {
    Object.assign(line, { loses: 'none', stood: 0 })
    line.cut()
  })
  await expect.poll(isCurrent, { intervals: [20], timeout: 30_000 }).toBe(true)
  const seen = Date.now()
  const back = seen - (await onLine(page, line => line.stood))
  expect(back).toBeLessThan(BACK_MS)

  // A hundred a second, of everything.
  const asked = new Map<string, number[]>()
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() !== 'GET' || !pathname.startsWith('/v1/')) return
    for (const name of ['since', 'limit']) searchParams.delete(name)
    const list = `${pathname}?${searchParams}`
    asked.set(list, [...(asked.get(list) ?? []), performance.now()])
  })
  const began = performance.now()
  await onLine(page, (line, frame) => line.storm(frame), { event: 'changed', company_id: company.id, tags: TAGS, ids: [], seq: 1 })
  await page.waitForTimeout(storm_ms / 2)
  await onLine(page, line => Object.assign(line, { loses: 'all' }).lost)
  await change(0)
  const changedAt = performance.now()
  await expect.poll(isCurrent, { intervals: [20], timeout: 10_000 }).toBe(true)
  const behind = performance.now() - changedAt
  await page.waitForTimeout(storm_ms / 2)
  await onLine(page, line => line.calm())
  const lasted = (performance.now() - began) / 1000
  const rates = [...asked.values()].map(each => each.length / lasted)
  const busiest = Math.max(...rates)
  expect([...asked.keys()].some(list => list.includes('/bills?'))).toBe(true)
  // The first is told at once.
  expect(busiest).toBeLessThanOrEqual(2 + 1 / lasted)
  expect(behind).toBeLessThan(BACK_MS)

  const { heard, lost, said } = await onLine(page, ({ heard, lost, said }) => ({ heard, lost, said }))
  expect(said).toBeGreaterThan(storm_ms / 10 / 2)
  const told = heard.map(frame => JSON.parse(frame) as object)
  expect(told.length).toBeGreaterThan(changes)
  expect(new Set(told.flatMap(frame => Object.keys(frame)).filter(name => !FIELDS.includes(name)))).toEqual(new Set())
  const texts = [company.name, SERGIO.document, SERGIO.phone, ...bills.map(bill => bill.text)]
  expect(heard.filter(frame => texts.some(text => frame.includes(text)))).toEqual([])
  figure({
    promise: 'I3',
    what: `${lost} de ${told.length} avisos perdidos em ${Math.round(dropping_ms / 1000)} s; depois ${said} avisos em ${lasted.toFixed(0)} s`,
    ours: `lista igual à do servidor ${Math.round(back)} ms depois de voltar; no máximo ${busiest.toFixed(2)} leituras por lista e segundo, atrasada ${Math.round(behind)} ms; 0 dados em avisos`,
    floor: '≤ 2 s; ≤ 2 por segundo; 0 dados',
  })
})
