// PostgreSQL's COPY as Node streams over a plain pg connection: the exact text of every value; no row is ever parsed.
import { Readable, Writable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

// pg passes these messages to the running query; @types/pg does not describe them.
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const blockBytes = 64 * 1024

/** `COPY … TO STDOUT`: give it to `client.query`, then read blocks of whole rows. `onRow` sees each row's bytes, valid only during the call. */
export class CopyOut extends Readable implements Submittable {
  #connection: Connection | undefined
  #block: Buffer[] = []
  #size = 0

  constructor(
    readonly text: string,
    readonly onRow: (row: Buffer) => void = () => {},
  ) {
    super({ highWaterMark: 4 * blockBytes })
  }

  submit = (connection: Connection): void => {
    this.#connection = connection
    connection.query(this.text)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleCopyData(message: { chunk: Buffer }): void {
    this.onRow(message.chunk)
    this.#block.push(Buffer.from(message.chunk)) // pg reuses its receive buffer
    this.#size += message.chunk.length
    if (this.#size >= blockBytes) this.#flush()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    this.#flush()
    this.push(null)
  }

  handleCommandComplete(): void {}

  #flush(): void {
    if (this.#size === 0) return
    const wantsMore = this.push(Buffer.concat(this.#block, this.#size))
    this.#block = []
    this.#size = 0
    if (!wantsMore) this.#connection?.stream.pause()
  }
}

type Done = (error?: Error | null) => void

/** `COPY … FROM STDIN`: give it to `client.query`, then write rows; it finishes when the server has taken them all. */
export class CopyIn extends Writable implements Submittable {
  #connection: CopyConnection | undefined
  #open = false
  /** What waits for the server: opening, draining, or the final acknowledgement. */
  #waiting: { act: (() => void) | undefined; done: Done } | undefined

  constructor(readonly text: string) {
    super({ highWaterMark: 4 * blockBytes })
    this.on('error', () => {}) // told by the write or the end that was waiting
  }

  submit = (connection: Connection): void => {
    this.#connection = connection as CopyConnection
    connection.query(this.text)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#whenOpen(done, connection => {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => this.#settle())
      else this.#settle()
    })
  }

  override _final(done: Done): void {
    this.#whenOpen(done, connection => connection.endCopyFrom())
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#open) this.#connection?.sendCopyFail('cancelled')
    this.#open = false
    done(error)
  }

  handleCopyInResponse(): void {
    this.#open = true
    this.#waiting?.act?.()
  }

  handleError(error: Error): void {
    this.#open = false
    if (this.#waiting) this.#settle(error)
    else this.destroy(error)
  }

  handleCommandComplete(): void {
    this.#open = false
  }

  handleReadyForQuery(): void {
    this.#settle()
  }

  #whenOpen(done: Done, act: (connection: CopyConnection) => void): void {
    const now = () => {
      if (this.#waiting) this.#waiting.act = undefined
      if (this.#connection) act(this.#connection)
    }
    this.#waiting = { act: now, done }
    if (this.#open) now()
  }

  #settle(error?: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.done(error)
  }
}
