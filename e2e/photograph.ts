// Photographs of screens at three widths and two themes, and the page of thumbnails that shows them all.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { expectNoRawIds } from './raw-ids.ts'
import type { SheetScreen } from './sheet-screens.ts'

/** All of them when asked for; a run of all journeys takes one width and one theme of a few. */
export const whole = process.env.E2E_SHEET === 'whole'
export const SHEET_TIMEOUT_MS = whole ? 1_800_000 : 90_000
const FOLDER = join(import.meta.dirname, '../test-results/contact-sheet')
const SIZES = whole ? [[1440, 900] as const, [1024, 768] as const, [390, 844] as const] : [[1024, 768] as const]
/** What opens over a screen comes a moment after it. */
const QUIET_MS = 200
const THEMES = whole ? (['light', 'dark'] as const) : (['dark'] as const)

/** Nothing is being loaded, and nothing has changed for a moment. */
export async function settle(page: Page, quietMs = QUIET_MS): Promise<void> {
  const waiting = page
    .locator('[aria-busy="true"], [aria-label="Carregando"], [data-part="skeleton"]')
    .or(page.getByText('Carregando', { exact: true }))
  // What waits shows itself only after a moment.
  do {
    await expect(waiting).toHaveCount(0, { timeout: 30_000 })
    await stayQuiet(page, quietMs)
  } while ((await waiting.count()) > 0)
}

async function stayQuiet(page: Page, quietMs: number): Promise<void> {
  await page.evaluate(
    quiet =>
      new Promise<void>(done => {
        let timer = setTimeout(done, quiet)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, quiet)
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
    quietMs,
  )
}

/** Told softly: one screen that is wrong leaves the others to be seen. */
export async function photograph(page: Page, { id, title }: SheetScreen): Promise<void> {
  await expect.soft(page, id).toHaveTitle(new RegExp(`^${title}( · |: |$)`))
  await settle(page)
  await expectNoRawIds(page, id)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await settle(page)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(beyond, `${id} at ${width} is wider than its window`).toBeLessThanOrEqual(0)
      await page.screenshot({ path: join(FOLDER, `${id}.${width}.${theme}.jpg`), type: 'jpeg', quality: 70 })
    }
  }
  const [width, height] = SIZES[0] ?? [1440, 900]
  await page.setViewportSize({ width, height })
}

/** Of all photographs in the folder, whoever took them. */
export function writePage(): void {
  mkdirSync(FOLDER, { recursive: true })
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.jpg'))
  const ids = [...new Set(files.map(name => name.replace(/\.\d+\.\w+\.jpg$/, '')))].sort()
  const rows = ids.map(id => {
    const pictures = files.filter(name => name.replace(/\.\d+\.\w+\.jpg$/, '') === id).sort()
    const cells = pictures.map(name => `<a href="${name}"><img loading="lazy" height="220" src="${name}" alt="${name}"></a>`)
    return `<h2>${id}</h2><p>${cells.join(' ')}</p>`
  })
  const style = 'body{font:13px sans-serif;margin:16px;background:#888}h2{font-size:13px;margin:16px 0 4px}p{margin:0}'
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>${rows.join('\n')}</html>`,
  )
}
