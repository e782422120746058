// A sheet of paper as it was read: pieces of text and codes, each with its place. Lengths are points; the origin is the upper left corner.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}
export interface Piece extends Box {
  text: string
}
/** A code that a camera reads; ITF is the barcode of boletos. */
export interface Code extends Piece {
  format: 'ITF' | 'QR'
}
export interface Page {
  width: number
  height: number
  pieces: readonly Piece[]
  codes: readonly Code[]
}

/** Pieces nearer than this part of their height are one run of text; a wider gap is another column. */
const SAME_RUN = 1.2
const SPACE = 0.12

const middleOf = ({ top, height }: Box): number => top + height / 2
const rightOf = ({ left, width }: Box): number => left + width

export const isSameRow = (one: Box, other: Box): boolean =>
  Math.abs(middleOf(one) - middleOf(other)) < Math.min(one.height, other.height) * 0.7

function joined(one: Piece, other: Piece): Piece {
  const gap = other.left - rightOf(one)
  const top = Math.min(one.top, other.top)
  return {
    text: `${one.text}${gap > one.height * SPACE ? ' ' : ''}${other.text}`,
    left: one.left,
    top,
    width: rightOf(other) - one.left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  }
}

/** Rows from above to below, each with its pieces from left to right. */
function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of [...pieces].sort((a, b) => middleOf(a) - middleOf(b))) {
    if (piece.text.trim() === '') continue
    const row = rows.at(-1)
    if (row?.[0] && isSameRow(row[0], piece)) row.push(piece)
    else rows.push([piece])
  }
  return rows.map(row => row.sort((a, b) => a.left - b.left))
}

/** The text of a page as a reader sees it: writers of PDF cut words at will. */
export function runsOf({ pieces }: Pick<Page, 'pieces'>): Piece[] {
  return rowsOf(pieces).flatMap(row => {
    const runs: Piece[] = []
    for (const piece of row) {
      const last = runs.at(-1)
      if (last && piece.left - rightOf(last) < last.height * SAME_RUN) runs[runs.length - 1] = joined(last, piece)
      else runs.push(piece)
    }
    return runs
  })
}

/** Each row of a page as one text. */
export const linesOf = ({ pieces }: Pick<Page, 'pieces'>): Piece[] => rowsOf(pieces).map(row => row.reduce(joined))

/** How far a value may stand from the label that names it. */
const FARTHEST_RIGHT = 260
const FARTHEST_BELOW = 3.2
const WIDEST_CELL = 240

/** What it costs to believe that `value` is what `label` names; undefined where it cannot be. */
function distance(label: Box, value: Box): number | undefined {
  const across = value.left - rightOf(label)
  if (isSameRow(label, value)) return across >= 0 && across < FARTHEST_RIGHT ? across : undefined
  const down = value.top - label.top
  const isBelow = down > 0 && down < label.height * (1 + FARTHEST_BELOW)
  const isInCell = rightOf(value) > label.left && value.left < label.left + WIDEST_CELL
  return isBelow && isInCell ? down + Math.abs(value.left - label.left) / 4 : undefined
}

export interface Found<T> {
  value: T
  box: Box
}

/** The nearest thing to a label that `read` understands: behind it in the same run, beside it, or in the cell below it. */
export function valueBeside<T>(runs: readonly Piece[], label: RegExp, read: (text: string) => T | undefined): Found<T> | undefined {
  for (const run of runs) {
    const match = label.exec(run.text)
    if (match === null) continue
    const here = read(run.text.slice(match.index + match[0].length))
    if (here !== undefined) return { value: here, box: run }
    let best: (Found<T> & { cost: number }) | undefined
    for (const other of runs) {
      const cost = other === run ? undefined : distance(run, other)
      if (cost === undefined || (best && best.cost <= cost)) continue
      const value = read(other.text)
      if (value !== undefined) best = { value, box: other, cost }
    }
    if (best) return { value: best.value, box: best.box }
  }
  return undefined
}
