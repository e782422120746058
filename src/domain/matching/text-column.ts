// Texts as consecutive bytes: a million short ones cost their letters and four bytes each, where strings would cost objects.

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class TextColumn {
  length = 0
  #bytes = new Uint8Array(4096)
  #ends = new Uint32Array(256)

  add(text: string): void {
    const start = this.#end()
    // At most three bytes per unit.
    if (start + text.length * 3 > this.#bytes.length) this.#bytes = enlarged(this.#bytes, start + text.length * 3)
    if (this.length === this.#ends.length) this.#ends = enlarged(this.#ends, this.length + 1)
    this.#ends[this.length++] = start + this.#write(text, start)
  }

  at(place: number): string {
    const start = this.#start(place)
    const end = this.#ends[place]!
    return start === end ? '' : decoder.decode(this.#bytes.subarray(start, end))
  }

  isEmpty(place: number): boolean {
    return this.#start(place) === this.#ends[place]
  }

  /** Compares by code point, which for ids is the order of the texts. */
  compare(one: number, other: number): number {
    const bytes = this.#bytes
    let at = this.#start(one)
    let to = this.#start(other)
    const end = this.#ends[one]!
    const last = this.#ends[other]!
    while (at < end && to < last) {
      const order = bytes[at++]! - bytes[to++]!
      if (order !== 0) return order
    }
    return end - at - (last - to)
  }

  #start(place: number): number {
    return place === 0 ? 0 : this.#ends[place - 1]!
  }

  #end(): number {
    return this.length === 0 ? 0 : this.#ends[this.length - 1]!
  }

  /** Returns the number of bytes; a plain loop, for most texts are short ASCII. */
  #write(text: string, start: number): number {
    const bytes = this.#bytes
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) return encoder.encodeInto(text, bytes.subarray(start)).written
      bytes[start + at] = code
    }
    return text.length
  }
}

/** A copy of at least that size; the space beyond the values costs no memory until it is written. */
export function enlarged<Values extends Uint8Array | Int32Array | Uint32Array | Float64Array>(values: Values, least: number): Values {
  const larger = new (values.constructor as new (size: number) => Values)(Math.max(least, values.length * 2))
  larger.set(values)
  return larger
}
