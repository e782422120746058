// What a program calls a record or a transaction, in the text of a page: nobody reads that, and what is a code by its nature stands in [data-part="code"].
import { expect, type Page } from '@playwright/test'

export async function expectNoRawIds(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?=\w*\d)\w{25,}/gi
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const raw: string[] = []
    while (texts.nextNode()) {
      const around = texts.currentNode.parentElement
      if (around?.checkVisibility() && !around.closest('[data-part="code"], script, style'))
        raw.push(...((texts.currentNode.textContent ?? '').match(id) ?? []))
    }
    return raw
  })
  expect.soft(found, `${where} shows raw ids`).toEqual([])
}
