// Titles by an exact key (identifier, document number): a hash table in typed arrays, because a Map of a hundred thousand strings costs more than the matching.
import { documentKey } from './memo.ts'
import { enlarged } from './text-column.ts'

const scratch = new Uint8Array(128)

/** Compares as `documentKey` does: masks, case and leading zeros do not matter. The caller verifies hits, since two keys may share a hash. */
export class KeyIndex {
  #heads: Int32Array<ArrayBuffer>
  #hashes: Int32Array<ArrayBuffer>
  #titles: Int32Array<ArrayBuffer>
  #next: Int32Array<ArrayBuffer>
  #count = 0

  /** Holds `expected` keys without growing. */
  constructor(expected: number) {
    const size = 2 ** Math.ceil(Math.log2(expected + 2))
    this.#heads = new Int32Array(size * 2).fill(-1)
    this.#hashes = new Int32Array(size)
    this.#titles = new Int32Array(size)
    this.#next = new Int32Array(size)
  }

  /** Adds nothing when the key is shorter than `shortest` or, with `digits`, contains none. Returns the key's length. */
  add(text: string, title: number, shortest: number, digits: boolean): number {
    const length = readKey(text)
    if (length < shortest) return length
    const start = digits ? firstDigit(length) : 0
    if (start === length) return length
    this.#insert(hashOf(0, length), title)
    // 'NF 001234' is also found as '1234'.
    if (start > 0) {
      const number = numberAfter(start, length)
      if (number >= 0 && length - number >= shortest) this.#insert(hashOf(number, length), title)
    }
    return length
  }

  /** Titles that may have the key, newest first, each once. */
  titlesOf(key: string): number[] {
    const found: number[] = []
    const hash = hashOf(0, readKey(key))
    for (let at = this.#heads[hash & (this.#heads.length - 1)]!; at >= 0; at = this.#next[at]!) {
      const title = this.#titles[at]!
      if (this.#hashes[at] === hash && !found.includes(title)) found.push(title)
    }
    return found
  }

  #insert(hash: number, title: number): void {
    if (this.#count === this.#titles.length) this.#grow()
    const at = this.#count++
    const slot = hash & (this.#heads.length - 1)
    this.#hashes[at] = hash
    this.#titles[at] = title
    this.#next[at] = this.#heads[slot]!
    this.#heads[slot] = at
  }

  #grow(): void {
    const size = this.#titles.length * 2
    this.#hashes = enlarged(this.#hashes, size)
    this.#titles = enlarged(this.#titles, size)
    this.#next = new Int32Array(size)
    this.#heads = new Int32Array(size * 2).fill(-1)
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#hashes[at]! & (this.#heads.length - 1)
      this.#next[at] = this.#heads[slot]!
      this.#heads[slot] = at
    }
  }
}

/** Writes the folded letters and digits, without leading zeros and at most 128, to the scratch; returns how many. */
function readKey(text: string): number {
  let length = 0
  for (let at = 0; at < text.length && length < scratch.length; at++) {
    let code = text.charCodeAt(at)
    if (code > 127) return readKey(documentKey(text))
    if (code >= 97 && code <= 122) code -= 32
    const isDigit = code >= 48 && code <= 57
    if (!isDigit && (code < 65 || code > 90)) continue
    if (length === 1 && scratch[0] === 48) length = 0
    scratch[length++] = code
  }
  return length
}

function hashOf(from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ scratch[at]!, 0x01000193)
  return hash ^ (hash >>> 15)
}

function firstDigit(length: number): number {
  let at = 0
  while (at < length && scratch[at]! > 57) at++
  return at
}

/** Where the number after leading letters starts; -1 when anything but digits follows. */
function numberAfter(start: number, length: number): number {
  for (let at = start; at < length; at++) if (scratch[at]! > 57) return -1
  let at = start
  while (at < length && scratch[at] === 48) at++
  return at
}
