// A column's distinct words: each folded, ranked and searched once, however many rows contain it.
import { compareText, fold } from '#domain/text.ts'

const SLICE = 4096

interface Search {
  part: string
  hits: Uint8Array
  upTo: number
}

/** Code 0 is the empty word. Codes only grow and words never leave, so codes stored in rows stay valid. */
export class Vocabulary {
  words: string[] = ['']
  private codes: Map<string, number> | undefined = new Map([['', 0]])
  private folded: string[] = []
  private ranked: Int32Array = new Int32Array(0)
  private rankOf = new Int32Array(1)
  private searches: Search[] = []

  get size(): number {
    return this.words.length
  }

  add(word: string): number {
    this.codes ??= new Map(this.words.map((known, code) => [known, code]))
    const known = this.codes.get(word)
    if (known !== undefined) return known
    this.codes.set(word, this.words.length)
    return this.words.push(word) - 1
  }

  /** New words for the same codes: a contact was renamed. The next use computes ranks and hits again. */
  replace(words: string[]): void {
    this.words = words
    this.codes = undefined
    this.folded = []
    this.ranked = new Int32Array(0)
    this.searches = []
  }

  /** Code to rank in pt-BR order; equal words share a rank. Merges new words in without comparing old ones again. */
  ranks(): Int32Array {
    if (this.rankOf.length < this.words.length || this.ranked.length < this.words.length - 1) for (const _ of this.rankSteps());
    return this.rankOf
  }

  /** The same work in slices of a few milliseconds, for idle time. Words added meanwhile wait for the next call. */
  *rankSteps(): Generator<void> {
    const known = this.ranked
    const size = this.words.length
    if (known.length === size - 1 && this.rankOf.length === size) return
    const compare = (a: number, b: number) => compareText(this.words[a]!, this.words[b]!)
    let runs: Int32Array[] = []
    for (let from = known.length + 1; from < size; from += SLICE) {
      const codes: number[] = []
      for (let code = from; code < Math.min(size, from + SLICE); code++) codes.push(code)
      runs.push(Int32Array.from(codes.sort(compare)))
      yield
    }
    while (runs.length > 1) {
      const merged: Int32Array[] = []
      for (let at = 0; at < runs.length; at += 2) {
        const right = runs[at + 1]
        merged.push(right ? yield* mergeRuns(runs[at]!, right, compare) : runs[at]!)
      }
      runs = merged
    }
    const all = runs[0] ? (known.length ? yield* mergeRuns(known, runs[0], compare) : runs[0]) : known
    if (this.ranked !== known || this.words.length < size) return // someone ranked or replaced meanwhile
    this.ranked = all
    this.rankOf = new Int32Array(size)
    let rank = 0
    for (let at = 0; at < all.length; at++) {
      if (at === 0 || compare(all[at - 1]!, all[at]!) !== 0) rank++
      this.rankOf[all[at]!] = rank
    }
  }

  fold(): string[] {
    for (let code = this.folded.length; code < this.words.length; code++) {
      const word = this.words[code]!
      const folded = fold(word)
      // keeps the same text once
      this.folded.push(folded === word ? word : folded)
    }
    return this.folded
  }

  /**
   * Frees the look-up of codes by word, megabytes in a free-text column; the next new word builds it again. A string that was a key points to the copy
   * that the engine keeps of each key: the words become those copies, and the pointers go.
   */
  settle(): void {
    if (this.codes?.size === this.words.length) this.words = [...this.codes.keys()]
    this.codes = undefined
  }

  /** Code to 1 where the word contains `part` (already folded). A longer part searches only the hits of a shorter one. */
  hits(part: string): Uint8Array {
    const folded = this.fold()
    const same = this.searches.find(search => search.part === part)
    if (same && same.upTo === folded.length) return same.hits
    const hits = new Uint8Array(folded.length)
    const narrower = this.searches.filter(search => part.includes(search.part)).sort((a, b) => b.part.length - a.part.length)[0]
    const upTo = narrower?.upTo ?? 0
    if (narrower) for (let code = 0; code < upTo; code++) if (narrower.hits[code] === 1 && folded[code]!.includes(part)) hits[code] = 1
    for (let code = upTo; code < folded.length; code++) if (folded[code]!.includes(part)) hits[code] = 1
    this.searches = [{ part, hits, upTo: folded.length }, ...this.searches.filter(search => search.part !== part)].slice(0, 6)
    return hits
  }
}

function* mergeRuns(a: Int32Array, b: Int32Array, compare: (a: number, b: number) => number): Generator<void, Int32Array> {
  const out = new Int32Array(a.length + b.length)
  let i = 0
  let j = 0
  for (let at = 0; at < out.length; at++) {
    if (at > 0 && at % (SLICE * 4) === 0) yield
    const left = j >= b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0)
    out[at] = left ? a[i++]! : b[j++]!
  }
  return out
}
