// P5: the palette over 250 commands, 5,000 companies and 50,000 contacts: opening it, and each key typed into it, of sentences too.
import { keyTimes, openBrowser, openPage, servePages, ticks } from './kit/browser.ts'
import { type Figure, note, report } from './kit/report.ts'
import { shortened } from './kit/sizes.ts'
import { median, quantile } from './kit/statistics.ts'

const rounds = shortened(9, 2)
const queries = ['pagas', 'solter', 'luz do', '1000', 'contas a', 'mudar']
/** One letter wrong, and sentences: what costs most. */
const TYPOS = ['soltre', 'enrgia', 'pgaas']
const SENTENCES = ['nova conta 375,50 solter +5', 'pagar luzpa hoje', 'ir p solter vencidas']

const [companies, contacts] = [shortened(5_000, 50), shortened(50_000, 500)]
const pages = await servePages()
const browser = await openBrowser()
try {
  const page = await openPage(await browser.context(), pages.url('palette', `?companies=${companies}&contacts=${contacts}`))
  note(`${await page.evaluate('commandCount')} comandos, ${companies} empresas, ${contacts} contatos`)
  // A person has been on the screen for a moment before the first Ctrl+K: what is made ready in idle time is ready.
  await page.waitForTimeout(shortened(3_000, 100))
  const idle = median(await ticks(page, ['undefined'], rounds))
  const opened: number[] = []
  for (let run = 0; run < rounds; run++) {
    opened.push(...(await ticks(page, ['openPalette()'], 1)))
    await page.waitForTimeout(80)
    await page.evaluate('closePalette()')
    await page.waitForTimeout(80)
  }
  const typed = async (query: string) => {
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
  const typedAll = async (list: readonly string[]) => {
    const taken: number[][] = []
    for (const query of list.slice(0, shortened(list.length, 1))) taken.push(await typed(query))
    return taken
  }
  const plain = await typedAll(queries)
  const firstKeys = plain.flatMap(([first]) => first ?? [])
  const keys = plain.flat()
  const typos = (await typedAll(TYPOS)).flat()
  const sentences = (await typedAll(SENTENCES)).flat()
  const frame = { what: 'quadro vazio', value: idle }
  const figures: Figure[] = [
    { budget: 'P5', what: 'abrir a paleta, primeira vez', ours: opened[0] ?? Number.NaN, beside: frame, most: 50 },
    { budget: 'P5', what: 'abrir a paleta, depois', ours: median(opened.slice(1)), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla até a pintura, mediana', ours: median(keys), beside: frame, most: 27 },
    { budget: 'P4', what: 'tecla na paleta, p95', ours: quantile(keys, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla com letra trocada, p95', ours: quantile(typos, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla de uma frase, mediana', ours: median(sentences), beside: frame, most: 27 },
    { budget: 'P5', what: 'tecla de uma frase, p95', ours: quantile(sentences, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'primeira letra, a mais larga, pior', ours: Math.max(...firstKeys), beside: frame },
  ]
  report('palette', figures)
} finally {
  await browser.close()
  await pages.close()
}
