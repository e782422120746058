// A page while the client's code is on its way.
import type { Page } from '@playwright/test'

/** Every text that the page has laid out in its window and where, shadow trees included: what a person reads. */
export async function readable(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] })
  await session.detach()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return documents
    .flatMap(({ layout }) =>
      layout.text.flatMap((text, at) => {
        const [x = 0, y = 0] = layout.bounds[at] ?? []
        const words = text < 0 ? '' : (strings[text] ?? '').trim()
        return words === '' || x < 0 || y < 0 || x >= width || y >= height ? [] : [`${words} @ ${Math.round(x)},${Math.round(y)}`]
      }),
    )
    .sort()
}

/** Holds the client back, from the next load on, until the answer is called: its code, and the configuration where the browser has that code. */
export async function holdCode(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/(assets\/first-[^/]*\.js|runtime-config\.json)$/, async route => {
    await held
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
