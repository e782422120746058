// Columns of JSON as bytes, and the records laid of them: ten thousand records are half a million cells, too many to be texts.

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The JSON of cell n is the bytes from `bounds[2 * n]` up to `bounds[2 * n + 1]`. */
export interface Cells {
  readonly bytes: Buffer
  readonly bounds: Uint32Array
}

/** The JSON of each cell, or of one where all are the same. */
export type Column = Cells | string

/** `json` holds the cells, with ', ' between them. */
export function columnOf(json: string, count: number): Column {
  const end = json.indexOf(', ')
  const first = end < 0 ? json : json.slice(0, end)
  return json === `${`${first}, `.repeat(count - 1)}${first}` ? first : cut(json, count)
}

export function cut(json: string, count: number): Cells {
  const bytes = Buffer.from(json)
  const bounds = new Uint32Array(2 * count)
  for (let cell = 0, at = 0; cell < count; cell++) {
    bounds[2 * cell] = at
    at = endOf(bytes, at)
    bounds[2 * cell + 1] = at
    at += 2
  }
  return { bytes, bounds }
}

/** Where the JSON value that begins there ends: at the next comma that is not within it. */
function endOf(bytes: Buffer, start: number): number {
  let depth = 0
  let at = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; bytes[at] !== QUOTE && at < bytes.length; at++) if (bytes[at] === BACKSLASH) at++
    } else if (byte === COMMA && depth === 0) break
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
  }
  return at
}

/** Of each cell, or of all, the number of its JSON among those `known`, which takes up what it had not met. */
export function numbered(column: Column, known: Map<string, number>): Uint32Array | number {
  const numberOf = (json: string) => {
    const number = known.get(json) ?? known.size
    if (number === known.size) known.set(json, number)
    return number
  }
  if (typeof column === 'string') return numberOf(column)
  const { bytes, bounds } = column
  const numbers = new Uint32Array(bounds.length / 2)
  for (let cell = 0; cell < numbers.length; cell++)
    numbers[cell] = numberOf(bytes.toString('latin1', bounds[2 * cell], bounds[2 * cell + 1]))
  return numbers
}

/** The column of the cells that `numbers` name among those of another. */
export function picked({ bytes, bounds }: Cells, numbers: Uint32Array | number): Column {
  if (typeof numbers === 'number') return bytes.toString('utf8', bounds[2 * numbers], bounds[2 * numbers + 1])
  const chosen = new Uint32Array(2 * numbers.length)
  for (let at = 0; at < chosen.length; at++) chosen[at] = bounds[2 * (numbers[at >> 1] as number) + (at & 1)] as number
  return { bytes, bounds: chosen }
}

/** The records of those fields as JSON, from one row up to another, with a comma before each. */
export function laid(fields: readonly (readonly [name: string, column: Column])[], from: number, to: number): Buffer {
  const differing: { before: Buffer; cells: Cells }[] = []
  let text = ',{'
  for (const [name, column] of fields) {
    text += `"${name}":`
    if (typeof column === 'string') text += column
    else {
      differing.push({ before: Buffer.from(text), cells: column })
      text = ''
    }
    text += ','
  }
  const after = Buffer.from(`${text.slice(0, -1)}}`)
  let length = after.length * (to - from)
  for (const { before, cells } of differing) length += before.length * (to - from) + lengthOf(cells, from, to)
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (let row = from; row < to; row++) {
    for (const { before, cells } of differing) {
      bytes.set(before, at)
      at = copied(cells.bytes, cells.bounds[2 * row] as number, cells.bounds[2 * row + 1] as number, bytes, at + before.length)
    }
    bytes.set(after, at)
    at += after.length
  }
  return bytes
}

function lengthOf({ bounds }: Cells, from: number, to: number): number {
  let length = 0
  for (let at = 2 * from; at < 2 * to; at += 2) length += (bounds[at + 1] as number) - (bounds[at] as number)
  return length
}

/** Cells are short: byte by byte is faster than `Buffer.copy`. Returns where the copy ends. */
function copied(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let next = at
  for (let byte = start; byte < end; byte++) to[next++] = from[byte] as number
  return next
}
