// A preference that follows the person: every change is sent, one at a time and the last one always, and no older one of the server wins over it.
import { useSession } from '#client/data/session.ts'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'

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
      let ok: boolean
      do {
        sent = now()
        ok = (await sendInput('preference.keep', { [name]: sent })).ok
      } while (ok && sent !== now())
      // Else it stays unsent: the next page tries again.
      if (ok) localStorage.removeItem(unsent)
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
