// Holds the bytes of a columnar answer while it arrives in slices: in memory at first, in an unnamed file beyond a size.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes held before they go to the file: 100,000 bills stay in memory. */
const HELD = 40 * 1024 * 1024
const COMMA = Buffer.from(',')

/** A stretch of the file. */
interface Stretch {
  at: number
  length: number
}

/** Outside the heap throughout: a million rows are hundreds of megabytes, and their texts would become garbage at once. */
export class ColumnSpool {
  readonly #names: readonly string[]
  readonly #most: number
  readonly #held: Buffer[][]
  readonly #stored: Stretch[][]
  #size = 0
  #file: FileHandle | undefined
  #end = 0

  constructor(names: readonly string[], most = HELD) {
    this.#names = names
    this.#most = most
    this.#held = names.map(() => [])
    this.#stored = names.map(() => [])
  }

  /** One text per column: the cells of a slice as JSON, separated by commas. */
  async add(slice: readonly string[]): Promise<void> {
    slice.forEach((text, column) => {
      const cells = Buffer.from(text)
      this.#held[column]?.push(cells)
      this.#size += cells.length
    })
    if (this.#size > this.#most) await this.#store()
  }

  async #store(): Promise<void> {
    this.#file ??= await openNameless()
    for (const [column, cells] of this.#held.entries()) {
      const bytes = joined(cells)
      await this.#file.write(bytes, 0, bytes.length, this.#end)
      this.#stored[column]?.push({ at: this.#end, length: bytes.length })
      this.#end += bytes.length
      this.#held[column] = []
    }
    this.#size = 0
  }

  /** The object of all columns between `before` and `after`; a stream once the file was needed. */
  async body(before: string, after: string): Promise<Buffer | Readable> {
    // Closed whether it was read to its end, in part or never.
    if (this.#file) return Readable.from(this.#parts(before, after), { objectMode: false }).once('close', () => void this.close())
    const parts: Buffer[] = []
    for await (const part of this.#parts(before, after)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *#parts(before: string, after: string): AsyncGenerator<Buffer> {
    yield Buffer.from(`${before}{`)
    for (const [column, name] of this.#names.entries()) {
      const stored = this.#stored[column] ?? []
      const held = this.#held[column] ?? []
      yield Buffer.from(`${column === 0 ? '' : ','}${JSON.stringify(name)}:[`)
      for (const [at, stretch] of stored.entries()) {
        if (at > 0) yield COMMA
        yield await this.#read(stretch)
      }
      if (stored.length > 0 && held.length > 0) yield COMMA
      yield joined(held)
      yield Buffer.from(']')
    }
    yield Buffer.from(`}${after}`)
  }

  async #read({ at, length }: Stretch): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    await this.#file?.read(bytes, 0, length, at)
    return bytes
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }
}

const joined = (cells: readonly Buffer[]): Buffer => Buffer.concat(cells.flatMap((bytes, at) => (at === 0 ? [bytes] : [COMMA, bytes])))

/** A file that disappears when closed, however the process ends; Windows keeps it until its own cleaning. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `razao-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true }).catch(() => {})
  return file
}
