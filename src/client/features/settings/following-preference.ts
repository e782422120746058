// A preference that follows the person: every change is sent, one at a time and the last one always, and no older one of the server wins over it.
import { call } from '#client/data/api.ts'
import { useSession } from '#client/data/session.ts'
import { preferences } from '#contract/auth.ts'

interface FollowingOptions<T> {
  /** Its name on the server. */
  name: string
  /** As this device has it; the same value until it changes. */
  now(): T
  /** What the server kept; undefined when it is none of ours. */
  read(value: unknown): T | undefined
  /** Takes what another device changed. */
  adopt(value: T): void
}

export interface Following {
  /** This device has changed it: sent now, or by the next page when this one is left. */
  changed(): void
  /** Once a page and person, when the server's own are known. */
  settle(userId: string, server: Readonly<Record<string, unknown>>): void
}

export function following<T>({ name, now, read, adopt }: FollowingOptions<T>): Following {
  // Whose change the server has not confirmed yet.
  const unsent = `razao.${name}-unsent`
  let sending = false
  let settledFor: string | undefined

  /** Two changes in a row could overtake each other on the way: the second waits for the first. */
  const send = async () => {
    if (sending) return
    sending = true
    try {
      let sent: T
      do {
        sent = now()
        await call(preferences.set, { body: { [name]: sent } })
      } while (sent !== now())
      localStorage.removeItem(unsent)
    } catch {
      // Still unsent: the next page tries again.
    } finally {
      sending = false
    }
  }

  return {
    changed() {
      const user = useSession.getState().user
      if (user) localStorage.setItem(unsent, user.id)
      void send()
    },
    settle(userId, server) {
      if (settledFor === userId) return
      settledFor = userId
      if (localStorage.getItem(unsent) === userId) return void send()
      const kept = read(server[name])
      if (kept !== undefined && JSON.stringify(kept) !== JSON.stringify(now())) adopt(kept)
    },
  }
}
