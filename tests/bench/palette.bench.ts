// P5: the palette over our commands, 5,000 companies and 50,000 contacts: opening it, and each key typed into it, of sentences too; and over
// ten thousand entries. `--companies=500 --contacts=500` measures another size than the larger.
import type { Page } from 'playwright'
import { keyTimes, openBrowser, openPage, servePages, ticks } from './kit/browser.ts'
import { type Figure, note, report } from './kit/report.ts'
import { flag, shortened } from './kit/sizes.ts'
import { median, quantile } from './kit/statistics.ts'

const rounds = shortened(9, 2)
const queries = ['pagas', 'solter', 'luz do', '1000', 'contas a', 'mudar']
/** One letter wrong, and sentences: what costs most. */
const TYPOS = ['soltre', 'enrgia', 'pgaas']
const SENTENCES = ['nova conta 375,50 solter +5', 'pagar luzpa hoje', 'ir p solter vencidas']

interface Size {
  companies: number
  contacts: number
}

const TEN_THOUSAND: Size = { companies: shortened(1_000, 10), contacts: shortened(9_000, 90) }
const LARGE: Size = {
  companies: Number(flag('companies') ?? shortened(5_000, 50)),
  contacts: Number(flag('contacts') ?? shortened(50_000, 500)),
}
/** A frame of sixty a second: what is painted sooner is not seen sooner. */
const FRAME_MS = 17
const pages = await servePages()
const browser = await openBrowser()
try {
  const context = await browser.context()
  const open = async ({ companies, contacts }: Size) => {
    const page = await openPage(context, pages.url('palette', `?companies=${companies}&contacts=${contacts}`))
    // A person has been on the screen for a moment before the first Ctrl+K: what is made ready in idle time is ready.
    await page.waitForTimeout(shortened(3_000, 100))
    return page
  }
  const openings = async (page: Page, times: number) => {
    const taken: number[] = []
    for (let run = 0; run < times; run++) {
      taken.push(...(await ticks(page, ['openPalette()'], 1)))
      await page.waitForTimeout(80)
      await page.evaluate('closePalette()')
      await page.waitForTimeout(80)
    }
    return taken
  }
  // One opening of one page is no measure: what it meets beside it is chance.
  const firstOpenings = async (size: Size, pages: number) => {
    const taken: number[] = []
    for (let run = 0; run < pages; run++) {
      const page = await open(size)
      taken.push(...(await openings(page, 1)))
      await page.close()
    }
    return taken
  }
  const first = await firstOpenings(LARGE, rounds - 1)
  const page = await open(LARGE)
  note(`${await page.evaluate('commandCount')} comandos, ${LARGE.companies} empresas, ${LARGE.contacts} contatos`)
  const idle = median(await ticks(page, ['undefined'], rounds))
  first.push(...(await openings(page, 1)))
  const opened = await openings(page, rounds)
  const typed = async (page: Page, query: string) => {
    await page.evaluate('openPalette()')
    await page.waitForTimeout(100)
    const taken = await keyTimes(
      page,
      [...query].map(key => (key === ' ' ? 'Space' : key)),
      60,
    )
    await page.evaluate('closePalette()')
    await page.waitForTimeout(80)
    return taken
  }
  const typedAll = async (page: Page, list: readonly string[]) => {
    const taken: number[][] = []
    for (const query of list.slice(0, shortened(list.length, 1))) taken.push(await typed(page, query))
    return taken
  }
  const plain = await typedAll(page, queries)
  const firstKeys = plain.flatMap(([first]) => first ?? [])
  const keys = plain.flat()
  const typos = (await typedAll(page, TYPOS)).flat()
  const sentences = (await typedAll(page, SENTENCES)).flat()
  const firstOfTen = await firstOpenings(TEN_THOUSAND, rounds)
  const smaller = await open(TEN_THOUSAND)
  const openedOfTen = await openings(smaller, rounds)
  const keysOfTen = (await typedAll(smaller, queries)).flat()
  const frame = { what: 'quadro vazio', value: idle }
  const figures: Figure[] = [
    { budget: 'P5', what: 'abrir a paleta, primeira vez', ours: median(first), beside: frame, most: 50 },
    { budget: 'P5', what: 'abrir a paleta, a pior primeira vez', ours: Math.max(...first), beside: frame },
    { budget: 'P5', what: 'abrir a paleta, depois', ours: median(opened), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla até a pintura, mediana', ours: median(keys), beside: frame, most: 27 },
    { budget: 'P4', what: 'tecla na paleta, p95', ours: quantile(keys, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla com letra trocada, p95', ours: quantile(typos, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla de uma frase, mediana', ours: median(sentences), beside: frame, most: 27 },
    { budget: 'P5', what: 'tecla de uma frase, p95', ours: quantile(sentences, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'primeira letra, a mais larga, pior', ours: Math.max(...firstKeys), beside: frame },
    { budget: 'P5', what: 'dez mil entradas: abrir, primeira vez', ours: median(firstOfTen), beside: frame, most: FRAME_MS },
    { budget: 'P5', what: 'dez mil entradas: abrir, depois', ours: median(openedOfTen), beside: frame, most: FRAME_MS },
    { budget: 'P5', what: 'dez mil entradas: tecla, mediana', ours: median(keysOfTen), beside: frame, most: 27 },
  ]
  report('palette', figures)
} finally {
  await browser.close()
  await pages.close()
}
