// A crowd that comes at once is taken in before anything is done for it. Node takes one connection in a turn of its loop: while each turn also begins
// calls and passes on what the database answers, the last of three hundred, and whoever asks `/health` behind them, would wait for a second.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** While others keep coming, a newcomer's call is held for so long at most. */
const HELD_MS = 50
/** So many begin in one turn. */
const TOGETHER = 16

interface Held {
  since: number
  begin(): void
}

export class Foyer {
  readonly #newcomers = new WeakSet<Socket>()
  #held: Held[] = []
  #someoneCame = false

  /** Hears of each connection of the server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#newcomers.add(socket)
      this.#someoneCame = true
    })
  }

  /**
   * Calls `begin` at once for whoever called over this connection before; for a newcomer in the first turn in which nobody connects, `HELD_MS` later at
   * most, in the order of coming.
   */
  hold(socket: Socket, begin: () => void): void {
    if (!this.#newcomers.delete(socket)) {
      begin()
      return
    }
    this.#held.push({ since: performance.now(), begin })
    if (this.#held.length === 1) setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const since = this.#someoneCame ? performance.now() - HELD_MS : Number.POSITIVE_INFINITY
    this.#someoneCame = false
    const due = this.#held.slice(0, TOGETHER).filter(held => held.since <= since)
    this.#held = this.#held.slice(due.length)
    for (const { begin } of due) begin()
    if (this.#held.length > 0) setImmediate(this.#turn)
  }
}
