// The `Retry-After` of an answer, from whoever limits our calls.

/**
 * Seconds to wait, asked for in seconds or as a date of HTTP; never more than `most`. Undefined where none are asked for, or in nothing
 * readable; 0 when the moment has passed. `now` is in ms.
 */
export function secondsAsked(retryAfter: string | null | undefined, now: number, most: number): number | undefined {
  const text = retryAfter?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : /[A-Za-z]/.test(text) ? Math.ceil((Date.parse(text) - now) / 1000) : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), most)
}
