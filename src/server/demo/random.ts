// A seeded source of everything random in the demo: numbers, choices, amounts, and ids that sort by time.

/** sfc32 over a hashed seed: 128 bits of state, so that a million ids of one company never meet. */
export class Random {
  readonly #state: Uint32Array

  constructor(seed: string) {
    this.#state = new Uint32Array(4)
    let hash = 1_779_033_703 ^ seed.length
    for (let lane = 0; lane < 4; lane++) {
      for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ (seed.charCodeAt(at) + lane), 3_432_918_353)
      hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507) + lane
      hash = (hash << 13) | (hash >>> 19)
      this.#state[lane] = hash
    }
    for (let round = 0; round < 16; round++) this.#word()
  }

  #word(): number {
    const s = this.#state
    const sum = (s[0]! + s[1]! + s[3]!) >>> 0
    s[3] = s[3]! + 1
    s[0] = s[1]! ^ (s[1]! >>> 9)
    s[1] = s[2]! + (s[2]! << 3)
    s[2] = ((s[2]! << 21) | (s[2]! >>> 11)) + sum
    return sum
  }

  /** 0 up to but not 1. */
  next(): number {
    return this.#word() / 4_294_967_296
  }

  /** A whole number, both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** One of the choices, in proportion to its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
    let at = this.next() * total
    for (const [choice, weight] of choices) {
      at -= weight
      if (at < 0) return choice
    }
    return (choices.at(-1) as readonly [T, number])[0]
  }

  /** Cents around a mean, at least one real, and never a multiple of R$ 10,00, as real prices seldom are. */
  cents(mean: number, spread: number): number {
    const cents = Math.max(100, Math.round(mean * (1 - spread + 2 * spread * this.next())))
    return cents % 1000 === 0 ? cents + this.int(1, 99) : cents
  }

  digits(count: number): string {
    let text = ''
    while (text.length < count) text += String(this.#word() % 10)
    return text
  }

  shuffle<T>(list: readonly T[]): T[] {
    const mixed = [...list]
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = this.int(0, at)
      ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
    }
    return mixed
  }

  /** A UUID in the layout of version 7, from the instant (Unix milliseconds) and this source. */
  id(at: number): string {
    const time = Math.floor(at).toString(16).padStart(12, '0')
    const one = this.#word()
    const tail = this.#word().toString(16).padStart(8, '0') + (this.#word() & 0xffff).toString(16).padStart(4, '0')
    const version = (0x7000 | (one & 0xfff)).toString(16)
    const variant = (0x8000 | ((one >>> 12) & 0x3fff)).toString(16)
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${tail}`
  }
}
