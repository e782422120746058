// A digest of a table's rows that ignores their order, so that servers with different sort orders agree.
import { createHash } from 'node:crypto'

/** Sums the SHA-256 of every row in eight 32-bit lanes; a changed, lost or duplicated row changes it. */
export class RowDigest {
  rows = 0
  readonly #lanes = new Uint32Array(8)

  add(row: Buffer): void {
    const hash = createHash('sha256').update(row).digest()
    for (let lane = 0; lane < 8; lane++) this.#lanes[lane] = (this.#lanes[lane] ?? 0) + hash.readUInt32LE(lane * 4)
    this.rows++
  }

  /** 64 hexadecimal digits. */
  hex(): string {
    return Array.from(this.#lanes, lane => lane.toString(16).padStart(8, '0')).join('')
  }
}
