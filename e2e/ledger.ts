// A large list as a person sees it: its rows by what they say, its cells by their column, what is marked, and what the foot says of it.
import { expect, type Locator, type Page } from '@playwright/test'
import { press } from './fixtures.ts'

/** The statement line that the workbench stands on. */
export const currentLine = (page: Page) => page.getByRole('grid', { name: /^Linhas do extrato/ }).locator('[data-current]')

export class Ledger {
  readonly grid: Locator
  readonly foot: Locator
  readonly filter: Locator

  constructor(readonly page: Page) {
    this.grid = page.getByRole('grid')
    this.foot = page.getByRole('contentinfo')
    this.filter = page.getByRole('combobox', { name: 'Filtrar a lista' })
  }

  /** Rows of the body that hold this text. */
  row(text: string | RegExp): Locator {
    return this.grid.locator('.ag-center-cols-container .ag-row, .ag-row').filter({ hasText: text })
  }
  cell(text: string | RegExp, column: string): Locator {
    return this.row(text).locator(`[col-id="${column}"]`)
  }
  /** The row of the focused cell. */
  focused(): Locator {
    return this.grid.locator('.ag-row:focus-within')
  }
  /** All rows are there, not only the first screens. */
  async ready(): Promise<void> {
    await expect(this.grid.locator('.ag-row').first()).toBeVisible({ timeout: 30_000 })
    await expect(this.page.locator('[data-part="busy"]')).toHaveCount(0)
  }
  /** Moves the focus along its row to a column. */
  async toColumn(column: string): Promise<void> {
    await press(this.page, 'Home')
    for (let left = 12; left > 0; left--) {
      if ((await this.grid.locator(`.ag-cell[col-id="${column}"]:focus`).count()) === 1) return
      await press(this.page, 'ArrowRight')
    }
    throw new Error(`the arrows do not reach ${column}`)
  }
  /** The focus is in a cell of the body. */
  async expectFocus(): Promise<void> {
    await expect(this.focused()).toHaveCount(1)
  }
  async expectMarked(count: number): Promise<void> {
    const words = count === 1 ? '1 item selecionado' : `${count.toLocaleString('pt-BR')} itens selecionados`
    await expect(this.foot).toContainText(words)
  }
  async expectNoneMarked(): Promise<void> {
    await expect(this.foot.getByText(/selecionados?/)).toHaveCount(0)
  }
  /** '12 de 40 contas' at the right of the foot. */
  async expectShown(count: number): Promise<void> {
    await expect(this.foot).toContainText(new RegExp(`${count.toLocaleString('pt-BR')} de [\\d.]+ contas`))
  }
}
