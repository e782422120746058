// Text messages by an HTTP gateway: POST {to, text} with a bearer token to one fixed address. Brazilian numbers only.
import { NotDelivered, type Transport } from './transport.ts'

export interface SmsSettings {
  url: string
  token: string
  /** Text messages in one day at most: what codes may cost. */
  dailyLimit: number
}

const TIMEOUT_MS = 10_000
/** Busy, or we are not let in: the message itself is not what is wrong. */
const WORTH_TRYING = new Set([401, 403, 408, 425, 429])

export function smsTransport({ url, token, dailyLimit }: SmsSettings): Transport {
  return {
    dailyLimit,
    async deliver({ id, to, text }) {
      if (!to.startsWith('+55')) throw new NotDelivered('not a Brazilian number', true)
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ to, text }),
        // A gateway that sends elsewhere is not the one that was configured.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => {
        throw new NotDelivered(error.name === 'TimeoutError' ? 'timed out' : 'no answer', false)
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const isFinal = answer.status >= 400 && answer.status < 500 && !WORTH_TRYING.has(answer.status)
      throw new NotDelivered(`HTTP ${answer.status}`, isFinal)
    },
  }
}
