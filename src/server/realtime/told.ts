// What each room was last told, and when: enough to tell a page again whatever it missed between its reads and its socket.
import type { Tag } from '#contract/kit/tags.ts'

/** A gap longer than this reads everything again. */
const KEPT_MS = 15 * 60_000
const MAX_ROOMS = 20_000

/** Rooms by name, each with the last moment of every tag: closed sets, so only the number of rooms needs a bound. */
interface Span {
  from: number
  rooms: Map<string, Map<Tag, number>>
}

export class Told {
  private span: Span
  /** The span before this one, so that at least KEPT_MS are known at any moment. */
  private before: Span | undefined

  constructor(now: number) {
    this.span = { from: now, rooms: new Map() }
  }

  keep(room: string, tags: readonly Tag[], now: number): void {
    if (now - this.span.from > KEPT_MS || this.span.rooms.size >= MAX_ROOMS) {
      this.before = this.span
      this.span = { from: now, rooms: new Map() }
    }
    const last = this.span.rooms.get(room) ?? new Map<Tag, number>()
    this.span.rooms.set(room, last)
    for (const tag of tags) last.set(tag, now)
  }

  /** Frames were lost: what was told before this moment is no longer known. */
  forget(now: number): void {
    this.span = { from: now, rooms: new Map() }
    this.before = undefined
  }

  /** The tags a room was told at this moment or after it; undefined where memory does not reach back that far. */
  since(room: string, at: number): Tag[] | undefined {
    const spans = this.before ? [this.before, this.span] : [this.span]
    if (at < (this.before ?? this.span).from) return undefined
    const tags = spans.flatMap(({ rooms }) => [...(rooms.get(room) ?? [])].flatMap(([tag, moment]) => (moment >= at ? [tag] : [])))
    return [...new Set(tags)]
  }
}
