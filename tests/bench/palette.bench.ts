// P5: the palette over 250 commands, 5,000 companies and 50,000 contacts: opening it, and each key typed into it.
import { keyTimes, openBrowser, openPage, servePages, ticks } from './kit/browser.ts'
import { type Figure, note, report } from './kit/report.ts'
import { shortened } from './kit/sizes.ts'
import { median, quantile } from './kit/statistics.ts'

const rounds = shortened(9, 2)
const queries = ['pagas', 'solter', 'luz do', '1000', 'contas a', 'mudar']

const pages = await servePages('palette')
const browser = await openBrowser()
try {
  const page = await openPage(await browser.context(), pages.url('palette'))
  note(`${await page.evaluate('commandCount')} comandos, 5.000 empresas, 50.000 contatos`)
  const idle = median(await ticks(page, ['undefined'], rounds))
  const opened: number[] = []
  for (let run = 0; run < rounds; run++) {
    opened.push(...(await ticks(page, ['openPalette()'], 1)))
    await page.waitForTimeout(80)
    await page.evaluate('closePalette()')
    await page.waitForTimeout(80)
  }
  const firstKeys: number[] = []
  const keys: number[] = []
  for (const query of queries.slice(0, shortened(queries.length, 1))) {
    await page.evaluate('openPalette()')
    await page.waitForTimeout(100)
    const taken = await keyTimes(page, [...query], 60)
    firstKeys.push(...taken.slice(0, 1))
    keys.push(...taken)
    await page.evaluate('closePalette()')
    await page.waitForTimeout(80)
  }
  const frame = { what: 'quadro vazio', value: idle }
  const figures: Figure[] = [
    { budget: 'P5', what: 'abrir a paleta, primeira vez', ours: opened[0] ?? Number.NaN, beside: frame, most: 50 },
    { budget: 'P5', what: 'abrir a paleta, depois', ours: median(opened.slice(1)), beside: frame, most: 50 },
    { budget: 'P5', what: 'tecla até a pintura, mediana', ours: median(keys), beside: frame, most: 27 },
    { budget: 'P4', what: 'tecla na paleta, p95', ours: quantile(keys, 0.95), beside: frame, most: 50 },
    { budget: 'P5', what: 'primeira letra, a mais larga, pior', ours: Math.max(...firstKeys), beside: frame },
  ]
  report('palette', figures)
} finally {
  await browser.close()
  await pages.close()
}
