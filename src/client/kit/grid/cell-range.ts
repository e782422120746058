// Rectangles of cells: where data ends, and how a block is laid over one. Positions count rows of the view and shown columns.

export interface Spot {
  readonly at: number
  readonly column: number
}

/** Both ends included. */
export interface CellBox {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const boxOf = (one: Spot, other: Spot): CellBox => ({
  top: Math.min(one.at, other.at),
  bottom: Math.max(one.at, other.at),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})

export const isSameBox = (one: CellBox | undefined, other: CellBox | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.left === other.left &&
    one.right === other.right)

/** The cell after (or before) one in a rectangle: by columns with `dy`, by rows with `dx`, from its end on at its beginning. */
export function nextInBox({ at, column }: Spot, { top, bottom, left, right }: CellBox, dx: number, dy: number): Spot {
  const height = bottom - top + 1
  const width = right - left + 1
  const around = (place: number) => (place + height * width) % (height * width)
  if (dy !== 0) {
    const place = around((column - left) * height + (at - top) + dy)
    return { at: top + (place % height), column: left + Math.floor(place / height) }
  }
  const place = around((at - top) * width + (column - left) + dx)
  return { at: top + Math.floor(place / width), column: left + (place % width) }
}

/** Where a jump ends: at the last filled cell before a gap, or from there at the first one behind it; without either, at the last cell. */
export function edgeOfData(from: number, step: 1 | -1, last: number, isFilled: (at: number) => boolean): number {
  const isInside = (at: number) => at >= 0 && at <= last
  let at = from + step
  if (!isInside(at)) return from
  const stopsBefore = isFilled(from) && isFilled(at) ? (next: number) => !isFilled(next) : () => isFilled(at)
  while (isInside(at + step) && !stopsBefore(at + step)) at += step
  return at
}

const isRectangular = (block: readonly (readonly unknown[])[]): boolean => block.every(row => row.length === block[0]?.length)

/** A block laid over so many rows and columns: repeated where it fits a whole number of times, else laid once from the first corner. */
export function layOver<T>(block: readonly (readonly T[])[], rows: number, columns: number): readonly (readonly T[])[] {
  const height = block.length
  const width = block[0]?.length ?? 0
  if (height === 0 || width === 0 || !isRectangular(block)) return block
  const repeats = (room: number, size: number) => room > size && room % size === 0
  const fits = (room: number, size: number) => room <= size || repeats(room, size)
  if (!fits(rows, height) || !fits(columns, width)) return block
  const tall = repeats(rows, height) ? rows : height
  const wide = repeats(columns, width) ? columns : width
  return Array.from({ length: tall }, (_, at) => Array.from({ length: wide }, (_, column) => block[at % height]![column % width]!))
}
