// What a program calls a record or a transaction, in the text of a page: nobody reads that, and what is a code by its nature stands in [data-part="code"].
import { expect, type Page } from '@playwright/test'
import { RAW_ID } from '#tests/kit/raw-ids.ts'

export async function expectNoRawIds(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(source => {
    const id = new RegExp(`${source}|\\b(?=\\w*\\d)\\w{25,}`, 'gi')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const raw: string[] = []
    while (texts.nextNode()) {
      const around = texts.currentNode.parentElement
      if (around?.checkVisibility() && !around.closest('[data-part="code"], script, style'))
        raw.push(...((texts.currentNode.textContent ?? '').match(id) ?? []))
    }
    return raw
  }, RAW_ID)
  expect.soft(found, `${where} shows raw ids`).toEqual([])
}

/** In every journey: a toast or a dialog that shows an id says so on the console, where nothing may be said. */
export async function tellRawIds(page: Page): Promise<void> {
  await page.addInitScript(source => {
    const id = new RegExp(source, 'i')
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const around = target instanceof Element ? target : target.parentElement
        const told = around?.closest('[aria-label="Avisos"], [role="dialog"], [role="alertdialog"]')
        if (!told || !id.test(told.textContent ?? '')) continue
        const plain = told.cloneNode(true) as Element
        for (const code of plain.querySelectorAll('[data-part="code"]')) code.remove()
        if (id.test(plain.textContent ?? '')) console.error(`raw id told: ${plain.textContent}`)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, RAW_ID)
}
