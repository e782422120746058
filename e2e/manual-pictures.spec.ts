// The pictures of the manual: taken from the product itself with `E2E_PICTURES=take npm run e2e -- manual-pictures`, and always shown by it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PICTURE_HEIGHT, PICTURE_WIDTH, PICTURES, pictureAddress } from '#commands/manual/pictures.ts'
import { pathTo, type ScreenId, screens } from '#commands/screens.ts'
import { expect, goTo, keepPreferencesHere, SERGIO, test } from './fixtures.ts'
import { settle } from './photograph.ts'

test.use({ person: SERGIO })

const take = process.env.E2E_PICTURES === 'take'
const FOLDER = join(import.meta.dirname, '../src/client/public')
const pictured = Object.entries(PICTURES) as [keyof typeof PICTURES & ScreenId, string][]

/** A photograph made smaller and lighter by the browser itself. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async ([base64, width, height]) => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: 'high',
      })
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      return canvas.toDataURL('image/webp', 0.82)
    },
    [png.toString('base64'), PICTURE_WIDTH, PICTURE_HEIGHT] as const,
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

test('each pictured screen still stands', async ({ page, openCompany }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPreferencesHere(page)
  const { id: companyId } = await openCompany('Padaria Sol Nascente', 'settings/keyboard')
  for (const [id] of pictured) {
    await goTo(page, pathTo(id, { companyId }))
    await expect(page, id).toHaveTitle(new RegExp(`^${screens[id].title} · `))
    await settle(page, take ? 1_500 : undefined)
    if (!take) continue
    // No ring of the focus, and nobody's initials under the pointer.
    await page.mouse.click(2, 2)
    const file = join(FOLDER, pictureAddress(id))
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, await asWebp(page, await page.screenshot()))
  }
})

test('each page of the manual that has a picture shows it, and says what it shows', async ({ page, openCompany }) => {
  test.skip(take, 'the served ones are those of the last build')
  await openCompany('Padaria Sol Nascente', 'settings/keyboard')
  for (const [id, words] of pictured) {
    await goTo(page, pathTo('manual.topic', { page: id }))
    const picture = page.getByRole('img', { name: words })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { message: id }).toBe(PICTURE_WIDTH)
  }
})
