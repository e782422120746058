// Who is let in when more come than can be served: calls wait for a place by time, not by count, so that the line is short before it is long.

/** Calls at once: those beyond would wait for a connection of the pool. */
const PLACES = 24
/** A call waits so long in a line that was empty a moment ago: a burst is served. */
const PATIENT_MS = 500
/** And only so long in one that has not been empty for `STANDING_MS`: what stands there is more than can be served. */
const HASTY_MS = 50
const STANDING_MS = 500
/** No line is longer, however new. */
const LONGEST = 2000

interface Waiting {
  since: number
  enter(): void
  refuse(): void
}

export interface AdmissionOptions {
  places?: number
  patientMs?: number
  hastyMs?: number
}

/** The controlled delay of queues, with the newest first while it stands (Maurer, 'Fail at Scale'). */
export class Admission {
  readonly #places: number
  readonly #patientMs: number
  readonly #hastyMs: number
  #inside = 0
  #line: Waiting[] = []
  /** When the line was seen empty last. */
  #emptyAt = Number.NEGATIVE_INFINITY
  #sweep: NodeJS.Timeout | undefined

  constructor({ places = PLACES, patientMs = PATIENT_MS, hastyMs = HASTY_MS }: AdmissionOptions = {}) {
    this.#places = places
    this.#patientMs = patientMs
    this.#hastyMs = hastyMs
  }

  /** More than can be served has been coming for a while. */
  get isStanding(): boolean {
    return this.#line.length > 0 && performance.now() - this.#emptyAt > STANDING_MS
  }

  /** True before anything is read of a call that would only wait and be refused. */
  get isFull(): boolean {
    return this.isStanding && this.#line.length >= this.#places
  }

  /** Resolves to whether the call is let in; who is must `leave`. */
  enter(): Promise<boolean> {
    if (this.#inside < this.#places) {
      this.#inside += 1
      return Promise.resolve(true)
    }
    if (this.#line.length >= LONGEST) return Promise.resolve(false)
    if (this.#line.length === 0) this.#emptyAt = performance.now()
    return new Promise(done => {
      this.#line.push({ since: performance.now(), enter: () => done(true), refuse: () => done(false) })
      this.#watch()
    })
  }

  leave(): void {
    const next = this.isStanding ? this.#line.pop() : this.#line.shift()
    if (this.#line.length === 0) this.#emptyAt = performance.now()
    if (next) next.enter()
    else this.#inside -= 1
  }

  #watch(): void {
    this.#sweep ??= setTimeout(() => {
      this.#sweep = undefined
      const longest = this.isStanding ? this.#hastyMs : this.#patientMs
      const oldest = performance.now() - longest
      const late = this.#line.filter(({ since }) => since <= oldest)
      this.#line = this.#line.filter(({ since }) => since > oldest)
      for (const each of late) each.refuse()
      if (this.#line.length > 0) this.#watch()
    }, this.#hastyMs / 2)
  }
}
