// Every bill of the list put into the bank's file, and that file written: as a person does it by keys.
import type { Download, Locator, Page } from '@playwright/test'
import { expect, expectToast, press } from './fixtures.ts'

/** Of the open list of bills; answers the rows of the files, with the cursor on the open one. */
export async function putAllInFile(page: Page, said: RegExp): Promise<Locator> {
  await page.locator('.ag-row').first().waitFor()
  await press(page, 'Control+a', 'Control+k')
  await page.keyboard.type('pagar por arquivo')
  await expect(page.getByRole('option').first()).toContainText('Pagar por arquivo do banco')
  await press(page, 'Enter')
  await expect(page.getByRole('option', { name: /^No vencimento de cada uma/ })).toBeVisible()
  await press(page, 'Enter')
  await expectToast(page, said)
  const rows = page.getByRole('main').getByRole('row')
  await rows.filter({ hasText: 'A enviar' }).focus()
  return rows
}

/** The file that the row under the cursor becomes. */
export async function writeFile(page: Page): Promise<Download> {
  const download = page.waitForEvent('download')
  await press(page, 'f')
  await page
    .getByRole('dialog', { name: /^Gerar o arquivo/ })
    .getByRole('button', { name: /^Gerar arquivo/ })
    .click()
  return download
}
