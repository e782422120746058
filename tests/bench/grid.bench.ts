// P1 to P4 and the browser's half of P12: our grid beside plain ag-grid with the same rows in the same run, and the product itself opening them.
import type { Page } from 'playwright'
import { contract } from '#contract/index.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { type BenchBrowser, framesOf, heapMB, keyTimes, openBrowser, openPage, type Pages, servePages, ticks } from './kit/browser.ts'
import { type GrowthPoint, growthFigures } from './kit/growth.ts'
import { comeBack, openBills, type Place, profileOf, seeded, untilKept } from './kit/product.ts'
import { type Figure, note, report } from './kit/report.ts'
import { openServer } from './kit/server.ts'
import { growthSizes, isFull, isSmallest, ROWS, shortened, sizeText } from './kit/sizes.ts'
import { median, quantile } from './kit/statistics.ts'

/** What is done to both grids; each act alternates with the next, so that every call changes something. */
interface Act {
  what: string
  ours: readonly string[]
  peer: readonly string[]
  /** Before and after the measuring. */
  before?: { ours: string; peer: string }
  ratio: number
  millionRatio?: number
  times?: number
}

const typed = ['c', 'ca', 'caf', 'café', 'café ', 'café e', 'café en']
const acts: readonly Act[] = [
  {
    what: 'ordenar por valor',
    ours: ["store.sort([{ field: 'amount_cents' }])", "store.sort([{ field: 'amount_cents', descending: true }])"],
    peer: ['asc', 'desc'].map(sort => `api.applyColumnState({ state: [{ colId: 'amount_cents', sort: '${sort}' }] })`),
    ratio: 0.15,
    millionRatio: 0.1,
  },
  {
    what: 'ordenar por descrição, outra vez',
    ours: ["store.sort([{ field: 'additional_information' }])", "store.sort([{ field: 'additional_information', descending: true }])"],
    peer: ['asc', 'desc'].map(
      sort => `api.applyColumnState({ state: [{ colId: 'additional_information', sort: '${sort}' }], defaultState: { sort: null } })`,
    ),
    ratio: 0.15,
    millionRatio: 0.1,
  },
  {
    what: 'filtro, por tecla',
    before: { ours: 'store.sort([])', peer: 'api.applyColumnState({ defaultState: { sort: null } })' },
    ours: typed.map(text => `store.filter({ text: '${text.normalize('NFD').replace(/\p{M}/gu, '')}' })`),
    peer: typed.map(text => `api.setGridOption('quickFilterText', '${text}')`),
    times: typed.length,
    ratio: 0.45,
    millionRatio: 0.12,
  },
  {
    what: 'selecionar todas',
    before: { ours: 'store.filter({})', peer: "api.setGridOption('quickFilterText', '')" },
    ours: ['grid.current.selectAll()', 'grid.current.clearSelection()'],
    peer: ["api.selectAll('filtered')", "api.deselectAll('filtered')"],
    ratio: 0.25,
    millionRatio: 0.05,
  },
  {
    what: 'pintar 10 mil mudadas, com ordem e filtro',
    before: {
      ours: `grid.current.clearSelection(); store.sort([{ field: 'amount_cents' }]); store.filter({ predicate: row => store.number(row, 'amount_cents') > 0 })
        window.changed = Array.from({ length: Math.min(10_000, store.viewN) }, (_, at) => store.id(store.rowAt(at))); window.round = 0`,
      peer: `api.deselectAll(); api.applyColumnState({ state: [{ colId: 'amount_cents', sort: 'asc' }] }); api.setGridOption('quickFilterText', 'a')
        window.changed = []; window.round = 0; api.forEachNodeAfterFilterAndSort(node => { if (changed.length < 10_000) changed.push(node.data) })`,
    },
    ours: ["store.set(changed, { status: round++ % 2 ? 'PAID' : 'PENDING' })"],
    peer: ["(round++, api.applyTransaction({ update: changed.map(row => ({ ...row, status: round % 2 ? 'PAID' : 'PENDING' })) }))"],
    ratio: 0.15,
  },
]

interface Pair {
  ours: Page
  peer: Page
  count: number
}

async function openPair(browser: BenchBrowser, pages: Pages, count: number): Promise<Pair> {
  const context = await browser.context()
  const ours = await openPage(context, pages.url('ours', `?n=${count}`))
  await ours.evaluate('warmed')
  return { ours, peer: await openPage(context, pages.url('peer', `?n=${count}`)), count }
}

async function compare({ ours, peer, count }: Pair): Promise<Figure[]> {
  const figures: Figure[] = []
  const million = count >= 1_000_000
  for (const act of acts) {
    const ratio = million ? act.millionRatio : act.ratio
    if (ratio === undefined) continue
    if (act.before) {
      await ours.evaluate(`{ ${act.before.ours} }`)
      await peer.evaluate(`{ ${act.before.peer} }`)
    }
    const taken = { ours: [] as number[], peer: [] as number[] }
    const times = act.times ?? shortened(4, 2)
    for (let round = 0; round < (million ? 2 : shortened(3, 1)); round++) {
      taken.ours.push(...(await ticks(ours, act.ours, times)))
      taken.peer.push(...(await ticks(peer, act.peer, times)))
    }
    const value = median(taken.peer)
    const what = `${act.what} (${sizeText(count)})`
    figures.push({ budget: 'P2', what, ours: median(taken.ours), beside: { what: 'ag-grid', value }, ratio })
    if (act.what.startsWith('pintar'))
      figures.push({ budget: 'P6', what: 'mover 10 mil: até a pintura otimista', ours: median(taken.ours), most: 50 })
  }
  return figures
}

async function memory(browser: BenchBrowser, pages: Pages, { ours, peer, count }: Pair): Promise<Figure[]> {
  const context = await browser.context()
  const alone = await openPage(context, pages.url('peer', `?n=${count}&grid=no`))
  const rows = await heapMB(alone)
  await context.close()
  const whole = { ours: await heapMB(ours), peer: await heapMB(peer) }
  note(`memória das linhas sozinhas, como objetos: ${Math.round(rows)} MB`)
  const ag = (value: number) => ({ what: 'ag-grid', value })
  const above = (heap: number) => Math.max(0, heap - rows)
  const what = `memória acima das linhas (${sizeText(count)})`
  return [
    { budget: 'P2', what, ours: above(whole.ours), beside: ag(above(whole.peer)), unit: 'MB', ratio: 0.6 },
    { budget: 'P12', what: `memória do navegador (${sizeText(count)})`, ours: whole.ours, beside: ag(whole.peer), unit: 'MB', ratio: 1.5 },
  ]
}

const viewport = "document.querySelector('.ag-grid-viewport')"

async function scrolling({ ours, peer }: Pair): Promise<Figure[]> {
  await ours.evaluate('{ store.sort([]); store.filter({}) }')
  await peer.evaluate("{ api.setGridOption('quickFilterText', ''); api.applyColumnState({ defaultState: { sort: null } }) }")
  const cpu = { ours: [] as number[], peer: [] as number[] }
  const longest = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round < shortened(3, 1); round++) {
    for (const [side, page] of [['ours', ours] as const, ['peer', peer] as const]) {
      const taken = await framesOf(page, `${viewport}.scrollTop = 0`, `${viewport}.scrollTop += 340`, shortened(180, 10))
      cpu[side].push(taken.cpu)
      longest[side].push(taken.longest)
    }
  }
  const ag = (value: number) => ({ what: 'ag-grid', value })
  return [
    { budget: 'P3', what: 'rolar 10 linhas por quadro: CPU por quadro', ours: median(cpu.ours), beside: ag(median(cpu.peer)), ratio: 0.5 },
    { budget: 'P3', what: 'o quadro mais longo em 3 s', ours: median(longest.ours), beside: ag(median(longest.peer)), most: 50 },
  ]
}

/** Query and transfer of the whole list, as bytes, from a page of the same origin. */
async function fetchWhole(browser: BenchBrowser, { server, company }: Place): Promise<number[]> {
  const context = await browser.context()
  const page = await context.newPage()
  await page.goto(`${server.url}/v1/docs`)
  const url = `${pathOf(contract.bills.list, { c: company.id })}?date_type=due_date&order_by=due_date&transfers=false`
  const token = await server.token(company.owner)
  const taken = await page.evaluate<number[]>(`(async () => {
    const taken = []
    for (let run = 0; run < 3; run++) {
      const started = performance.now()
      const response = await fetch(${JSON.stringify(url)}, { headers: { authorization: 'Bearer ${token}', accept: 'application/vnd.razao.columns+json' } })
      await response.text()
      taken.push(performance.now() - started)
    }
    return taken
  })()`)
  await context.close()
  return taken
}

async function opening(browser: BenchBrowser, pages: Pages, place: Place): Promise<{ figures: Figure[]; page: Page }> {
  const first: number[] = []
  const all: number[] = []
  const mounts: number[] = []
  const whole: number[] = []
  for (let run = 0; run < shortened(4, 1); run++) {
    const context = await profileOf(browser, place)
    const { seen } = await openBills(context, place)
    await context.close()
    const peer = await openPage(await browser.context(), pages.url('peer', `?n=${place.rows}`))
    const mounted = (await peer.evaluate('mounted')) as number
    await peer.context().close()
    const fetched = await fetchWhole(browser, place)
    // the first round warms the server and the file cache
    if (run === 0 && !isSmallest) continue
    first.push(seen.first)
    all.push(seen.all)
    mounts.push(mounted)
    whole.push(median(fetched))
  }
  const floor = { what: 'consulta + rede + montar ag-grid', value: median(whole) + median(mounts) }
  note(`consulta e rede ${Math.round(median(whole))} ms, montar o ag-grid ${Math.round(median(mounts))} ms`)
  return {
    figures: [
      { budget: 'P1', what: `abrir ${sizeText(place.rows)} contas: primeiras linhas`, ours: median(first), beside: floor, ratio: 1.2 },
      { budget: 'P1', what: 'o mesmo, até a última linha', ours: median(all), beside: floor },
    ],
    page: (await openBills(await profileOf(browser, place), place)).page,
  }
}

/** The rows that the device kept: by the address in a new page of the same browser, and inside the open one. */
async function fromDevice(browser: BenchBrowser, place: Place): Promise<Figure[]> {
  const context = await profileOf(browser, place)
  const cold = await openBills(context, place)
  await untilKept(cold.page)
  const look: number[] = []
  const byPage: number[] = []
  const inside: number[] = []
  const whole: number[] = []
  for (let run = 0; run < shortened(4, 1); run++) {
    const { page, seen } = await openBills(context, place)
    const back = await comeBack(page, place)
    await page.close()
    look.push(seen.look ?? Number.POSITIVE_INFINITY)
    byPage.push(seen.first)
    inside.push(back.first)
    whole.push(back.all)
  }
  await context.close()
  const beside = { what: 'a primeira vez neste navegador', value: cold.seen.first }
  const what = `abrir ${sizeText(place.rows)} contas guardadas no aparelho`
  return [
    { budget: 'P1', what: `${what}, pelo endereço no produto aberto: primeiras linhas`, ours: median(inside), beside, most: 150 },
    { budget: 'P1', what: 'o mesmo, até a última linha', ours: median(whole) },
    { budget: 'P1', what: `${what}, carregando a página: primeiras linhas`, ours: median(look), beside, most: 150 },
    { budget: 'P1', what: 'o mesmo, até as linhas ouvirem teclas', ours: median(byPage), beside },
  ]
}

async function keys(page: Page): Promise<Figure[]> {
  await page.waitForTimeout(1500)
  await page.locator('.ag-row[row-index="3"] .ag-cell[col-id="additional_information"]').click()
  const many = (key: string, times: number) => Array.from({ length: shortened(times, 2) }, () => key)
  const moves = await keyTimes(page, [...many('ArrowDown', 50), ...many('ArrowUp', 20), ...many('ArrowRight', 4)])
  const others = await keyTimes(
    page,
    [...many('x', 6), ...many('Shift+ArrowDown', 10), ...many('PageDown', 6), ...many('PageUp', 4), 'Control+a'],
    60,
  )
  return [
    { budget: 'P4', what: 'mover o cursor, mediana', ours: median(moves), most: 17 },
    { budget: 'P4', what: 'mover o cursor, p95', ours: quantile(moves, 0.95), most: 34 },
    { budget: 'P4', what: 'marcar, estender, paginar, marcar todas: p95', ours: quantile(others, 0.95), most: 50 },
  ]
}

const figures: Figure[] = []
const pages = await servePages()
const browser = await openBrowser()
try {
  const server = await openServer()
  try {
    const place = await seeded(server, ROWS)
    const opened = await opening(browser, pages, place)
    figures.push(...opened.figures, ...(await fromDevice(browser, place)))
    const pressed = await keys(opened.page)
    await opened.page.context().close()
    const pair = await openPair(browser, pages, ROWS)
    figures.push(...(await compare(pair)), ...(await scrolling(pair)), ...pressed, ...(await memory(browser, pages, pair)))
    await pair.ours.context().close()
    if (isFull) {
      const big = await openPair(browser, pages, 1_000_000)
      figures.push(...(await compare(big)))
      await big.ours.context().close()
      const points: GrowthPoint[] = []
      for (const rows of growthSizes) {
        const at = rows === ROWS ? place : await seeded(server, rows)
        const context = await profileOf(browser, at)
        const { seen } = await openBills(context, at)
        await context.close()
        points.push({ rows, ms: seen.first })
      }
      figures.push(...growthFigures('p13-grid', 'abrir a lista: primeiras linhas', points))
    }
  } finally {
    await server.close()
  }
} finally {
  await browser.close()
  await pages.close()
}
report('grid', figures)
