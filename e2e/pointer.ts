// Somebody with a mouse or a thumb and nothing else: every press is counted, and no key and no address helps.
import { expect, type Locator, type Page } from '@playwright/test'

const REFUSED = ['goto', 'reload', 'goBack', 'goForward'] as const

export class Pointer {
  private count = 0
  private atStart: number | undefined

  constructor(
    private readonly page: Page,
    private readonly touches: boolean,
  ) {
    const refuse = () => {
      throw new Error('a task is done by pointer alone')
    }
    for (const way of REFUSED) page[way] = refuse
    for (const stroke of ['press', 'down', 'type'] as const) page.keyboard[stroke] = refuse
  }

  async press(target: Locator): Promise<void> {
    await expect(target).toBeVisible({ timeout: 20_000 })
    await (this.touches ? target.tap() : target.click())
    this.count++
  }

  /** Presses a field unless the focus is in it already, and writes what only a person knows. */
  async write(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible()
    if (!(await field.evaluate(element => element === document.activeElement))) await this.press(field)
    await field.fill(text)
  }

  /** Presses what asks for a file, and gives it. */
  async giveFile(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.press(target)
    await (await chooser).setFiles(file)
  }

  /** From here on what was wanted is at hand: what came before was the way to it. */
  async started(sign: Locator): Promise<void> {
    await expect(sign).toBeVisible({ timeout: 20_000 })
    this.atStart ??= this.count
  }

  get clicks(): { start: number; finish: number } {
    if (this.atStart === undefined) throw new Error('the task never started')
    return { start: this.atStart, finish: this.count }
  }
}
