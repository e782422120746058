// A list that was seen on this device stands again before the client's code runs, as it looked, and gives way to the list itself.
import type { Page } from '@playwright/test'
import { expect, press, test } from './fixtures.ts'
import { holdCode, readable } from './waiting-page.ts'

const snapshot = (page: Page) => page.locator('[data-part="snapshot"]')

/** How many pages this device keeps the look of, beside their lists. */
const rested = (page: Page) =>
  page.evaluate(async () => {
    // To open it before the client has would make it, and empty.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'razao-lists')) return 0
    return new Promise<number>((resolve, reject) => {
      const opened = indexedDB.open('razao-lists')
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = () => {
        const names = opened.result.transaction('sealed').objectStore('sealed').getAllKeys()
        names.onsuccess = () => {
          opened.result.close()
          resolve(names.result.filter(name => String(name).endsWith('.page')).length)
        }
      }
    })
  })

async function returns(page: Page): Promise<void> {
  await expect.poll(() => rested(page)).toBe(1)
  const before = await readable(page)
  expect(before.length).toBeGreaterThan(50)
  const release = await holdCode(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(snapshot(page)).toBeAttached()
  // The server knew of it, and held back what else the page needs.
  await expect(page.locator('template#later')).toBeAttached()
  // Its letters may come a moment later.
  await expect.poll(() => readable(page)).toEqual(expect.arrayContaining(before))
  await release()
  await expect(snapshot(page)).not.toBeAttached()
  // What else the screen asks for, as the sums of its tabs, comes by itself.
  await expect.poll(() => readable(page)).toEqual(before)
}

test('a list seen before stands again as it looked, before any code of the client has run', async ({ page, openCompany }) => {
  await openCompany('Padaria', 'bills')
  await returns(page)
})

/** Of a list at rest: a row is marked, whereby nothing of the list is kept, and unmarked again. */
async function marksAndUnmarks(page: Page): Promise<void> {
  await expect.poll(() => rested(page)).toBe(1)
  await press(page, 'x')
  await expect.poll(() => rested(page)).toBe(0)
  await press(page, 'x')
}

test('with rows marked nothing of the list is kept, and without them it is again', async ({ page, openCompany }) => {
  await openCompany('Padaria', 'receivables')
  await marksAndUnmarks(page)
  await expect.poll(() => rested(page)).toBe(1)
})

test('what stands over the list as it comes to rest is waited for', async ({ page, openCompany }) => {
  await openCompany('Padaria', 'receivables')
  await marksAndUnmarks(page)
  await press(page, 'Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForTimeout(3000)
  expect(await rested(page)).toBe(0)
  await press(page, 'Escape')
  await expect.poll(() => rested(page)).toBe(1)
})

test('in a window of another size the page is drawn anew', async ({ page, openCompany }) => {
  await openCompany('Padaria', 'bills')
  await expect.poll(() => rested(page)).toBe(1)
  await page.setViewportSize({ width: 1024, height: 700 })
  const release = await holdCode(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#root > .starting')).toBeVisible()
  await page.waitForTimeout(500)
  await expect(snapshot(page)).not.toBeAttached()
  await release()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('its cards stand again as they looked', async ({ page, openCompany }) => {
    await openCompany('Padaria', 'bills')
    await returns(page)
  })
})
