// What a phone's line and processor make of it: the list of bills with 4G and a quarter of this processor, beside the same without either.
import type { Page } from 'playwright'
import { comes, keyTimes, openBrowser } from './kit/browser.ts'
import { comeBack, openBills, profileOf, seeded, untilKept } from './kit/product.ts'
import { type Figure, report } from './kit/report.ts'
import { openServer } from './kit/server.ts'
import { ROWS, shortened, sizeText } from './kit/sizes.ts'
import { median, quantile } from './kit/statistics.ts'

/** 'Fast 4G' of the browser's own tools: bytes a second, and milliseconds to the first byte. */
const FOUR_G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }
const SLOWER = 4

async function asPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', FOUR_G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

interface Felt {
  cold: number
  look: number
  again: number
  back: number
  cursor: number[]
  palette: number
  letters: number[]
}

const browser = await openBrowser()
const server = await openServer()
try {
  const place = await seeded(server, ROWS)

  const opensPalette = async (page: Page) => {
    const [taken = Number.NaN] = await keyTimes(page, ['Control+k'])
    if (!(await comes(page, "document.querySelector('[cmdk-input]')"))) throw new Error('a paleta não abriu')
    return taken
  }

  const feel = async (prepare?: (page: Page) => Promise<void>): Promise<Felt> => {
    const context = await profileOf(browser, place)
    const { page: first, seen: cold } = await openBills(context, place, prepare)
    await untilKept(first)
    await first.close()
    const { page, seen: again } = await openBills(context, place, prepare)
    const back = await comeBack(page, place)
    await page.waitForTimeout(shortened(2000, 300))
    await page.locator('.ag-row[row-index="3"] .ag-cell[col-id="additional_information"]').click()
    const cursor = await keyTimes(
      page,
      Array.from({ length: shortened(30, 3) }, () => 'ArrowDown'),
      90,
    )
    const palette = await opensPalette(page)
    await page.waitForTimeout(shortened(500, 100))
    const letters = await keyTimes(page, [...'pagar'], 200)
    await context.close()
    return { cold: cold.first, look: again.look ?? Number.NaN, again: again.first, back: back.first, cursor, palette, letters }
  }

  const free = await feel()
  const phone = await feel(asPhone)
  const line = (what: string, of: (felt: Felt) => number): Figure => ({
    budget: 'P1',
    what: `4G e um quarto do processador: ${what}`,
    ours: of(phone),
    beside: { what: 'sem freio', value: of(free) },
  })
  const key = (what: string, of: (felt: Felt) => number): Figure => ({ ...line(what, of), budget: 'P4' })
  report('phone', [
    line(`${sizeText(ROWS)} contas pela primeira vez`, felt => felt.cold),
    line('as mesmas, como foram vistas, carregando a página', felt => felt.look),
    line('as mesmas, até ouvirem teclas', felt => felt.again),
    line('as mesmas, pelo endereço no produto aberto', felt => felt.back),
    key('mover o cursor, mediana', felt => median(felt.cursor)),
    key('mover o cursor, p95', felt => quantile(felt.cursor, 0.95)),
    key('abrir a paleta', felt => felt.palette),
    key('tecla na paleta, pior', felt => Math.max(...felt.letters)),
  ])
} finally {
  await browser.close()
  await server.close()
}
