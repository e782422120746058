// The cells of a column on screen, and how wide it has to be for what they show.

/** Its head first. */
export const cellsOf = (root: HTMLElement, id: string): readonly HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>('[data-col]')).filter(cell => cell.dataset.col === id)

/** Px of the widest cell of a column, one of `ids`, the columns shown: measured by letting the column have what it wants for a moment. */
export function fitWidth(root: HTMLElement, id: string, ids: readonly string[]): number {
  const template = root.style.getPropertyValue('--cols')
  const cells = cellsOf(root, id)
  // What stands before the columns: the boxes of the rows that can be marked.
  const before = (cells[0]?.parentElement?.childElementCount ?? 0) - ids.length
  const tracks = ids.map(one => (one === id ? 'max-content' : '0px'))
  root.style.setProperty('--cols', [...Array<string>(Math.max(0, before)).fill('0px'), ...tracks].join(' '))
  const widths = cells.map(cell => Math.ceil(cell.getBoundingClientRect().width))
  root.style.setProperty('--cols', template)
  return Math.max(0, ...widths)
}
