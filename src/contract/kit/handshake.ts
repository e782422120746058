// What a client says when it opens a socket, and how late a word of the server may be before it counts as gone.
import * as z from 'zod'

/** The server closes a socket whose answer to a ping is later than this. */
export const PING_TIMEOUT_MS = 20_000

export const Handshake = z.object({
  token: z.string().nullish(),
  /** For how long frames may have passed this page by; the server tells again what changed meanwhile. Absent: nothing is told again. */
  missed_ms: z.number().nonnegative().optional(),
})
export type Handshake = z.infer<typeof Handshake>
