// Who is let in when more come than can be served: calls wait for a place by time, not by count, so that the line is short before it is long;
// and each company waits in a line of its own, so that a loud one stands in nobody's way.
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '#server/base/fail.ts'

/** Calls at once: those beyond would wait for a connection of the pool. */
const PLACES = 24
/** Of them one line has at most so many: who has the next place shares the processors with those inside, and not with all of a loud company. */
const SHARE = PLACES / 4
/** A call waits so long in a line that was empty a moment ago: a burst is served. */
const PATIENT_MS = 500
/** And only so long in one that has not been empty for `STANDING_MS`: what stands there is more than can be served. */
const HASTY_MS = 50
const STANDING_MS = 500
/** One that had to refuse stays hasty for so long: emptied by refusals, it is no burst that comes next. */
const WARY_MS = 1_000
/** No line is longer, however new. */
const LONGEST = 2000
/** Who is refused at once asks again at once: thousands of refusals a second would take the processor from those who are let in. */
export const REFUSAL_MS = 400

/** Throws `server.busy` after a while; each after one of its own, or those refused together come back together. */
export async function refuseSlowly(): Promise<never> {
  await pause(REFUSAL_MS * (0.5 + Math.random()))
  throw fail('server.busy', {}, { retry_after: 1 })
}

interface Waiting {
  since: number
  enter(): void
  refuse(): void
}

interface Line {
  inside: number
  waiting: Waiting[]
  /** When it was seen empty last. */
  emptyAt: number
  /** Until then it does not grow patient again. */
  waryUntil: number
}

export interface AdmissionOptions {
  places?: number
  share?: number
  patientMs?: number
  hastyMs?: number
}

function isStanding({ waiting, emptyAt, waryUntil }: Line): boolean {
  const now = performance.now()
  return waiting.length > 0 && (now < waryUntil || now - emptyAt > STANDING_MS)
}

/** The controlled delay of queues, with the newest first while one stands (Maurer, 'Fail at Scale'), and the emptiest-handed line served first. */
export class Admission {
  readonly #places: number
  readonly #share: number
  readonly #patientMs: number
  readonly #hastyMs: number
  readonly #lines = new Map<string, Line>()
  #inside = 0
  #waiting = 0
  #sweep: NodeJS.Timeout | undefined

  constructor({ places = PLACES, share = SHARE, patientMs = PATIENT_MS, hastyMs = HASTY_MS }: AdmissionOptions = {}) {
    this.#places = places
    this.#share = share
    this.#patientMs = patientMs
    this.#hastyMs = hastyMs
  }

  /** True before anything is read of a call that would only wait and be refused. */
  isFull(who: string): boolean {
    const line = this.#lines.get(who)
    if (line === undefined || line.waiting.length < this.#places || !isStanding(line)) return false
    line.waryUntil = performance.now() + WARY_MS
    return true
  }

  /** Resolves to whether the call is let in; who is must `leave`. */
  enter(who: string): Promise<boolean> {
    const line = this.#lineOf(who)
    if (this.#inside < this.#places && line.inside < this.#share) {
      this.#inside += 1
      line.inside += 1
      return Promise.resolve(true)
    }
    if (line.waiting.length >= LONGEST) return Promise.resolve(false)
    if (line.waiting.length === 0) line.emptyAt = performance.now()
    this.#waiting += 1
    return new Promise(done => {
      line.waiting.push({ since: performance.now(), enter: () => done(true), refuse: () => done(false) })
      this.#watch()
    })
  }

  leave(who: string): void {
    const left = this.#lineOf(who)
    left.inside -= 1
    const line = this.#next()
    const next = line && (isStanding(line) ? line.waiting.pop() : line.waiting.shift())
    if (line && next) {
      line.inside += 1
      this.#waiting -= 1
      if (line.waiting.length === 0) line.emptyAt = performance.now()
      next.enter()
    } else this.#inside -= 1
    this.#forget(who, left)
  }

  #lineOf(who: string): Line {
    const known = this.#lines.get(who)
    if (known) return known
    const line: Line = { inside: 0, waiting: [], emptyAt: performance.now(), waryUntil: 0 }
    this.#lines.set(who, line)
    return line
  }

  #forget(who: string, line: Line): void {
    if (line.inside === 0 && line.waiting.length === 0) this.#lines.delete(who)
  }

  /** Of those who wait, the line with the fewest inside; none that has its share. */
  #next(): Line | undefined {
    let next: Line | undefined
    for (const line of this.#lines.values()) if (line.waiting.length > 0 && line.inside < (next?.inside ?? this.#share)) next = line
    return next
  }

  #watch(): void {
    if (this.#sweep) return
    const due = performance.now() + this.#hastyMs / 2
    this.#sweep = setTimeout(() => {
      this.#sweep = undefined
      // While the process itself was held up nobody could be let in: that wait was not in the line.
      const heldUp = Math.max(0, performance.now() - due)
      for (const [who, line] of this.#lines) this.#refuseLate(who, line, heldUp)
      if (this.#waiting > 0) this.#watch()
    }, this.#hastyMs / 2)
  }

  #refuseLate(who: string, line: Line, heldUp: number): void {
    const oldest = performance.now() - heldUp - (isStanding(line) ? this.#hastyMs : this.#patientMs)
    const late = line.waiting.filter(({ since }) => since <= oldest)
    line.waiting = line.waiting.filter(({ since }) => since > oldest)
    this.#waiting -= late.length
    if (late.length > 0) line.waryUntil = performance.now() + WARY_MS
    for (const each of late) each.refuse()
    this.#forget(who, line)
  }
}
