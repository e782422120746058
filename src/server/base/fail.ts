// The one way the server refuses: by an id of the catalogue, with its facts filled in.
import { ERRORS, type ErrorBody, type ErrorDetail, type ErrorId, errorText } from '#contract/errors.ts'

type Facts = Record<string, string | number>

interface Extra {
  details?: ErrorDetail[]
  retry_after?: number
  current?: unknown
  challenge_id?: string
}

export class Failure extends Error {
  override name = 'Failure'
  constructor(
    readonly id: ErrorId,
    readonly facts: Facts,
    readonly extra: Extra,
  ) {
    super(errorText(id, facts))
  }

  get status(): number {
    return ERRORS[this.id].status
  }

  body(requestId: string): ErrorBody {
    return { id: this.id, message: this.message, request_id: requestId, ...this.extra }
  }
}

/** Refuses the call: `throw fail('period.closed', { data: '03/10/2026' })`. */
export function fail(id: ErrorId, facts: Facts = {}, extra: Extra = {}): Failure {
  return new Failure(id, facts, extra)
}

/** '45 s', '12 min', '3 h': the waiting time in messages. */
function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}

/** Refuses and says how long to wait. */
export function failFor(ms: number, id: 'rate.limited' | 'auth.locked' | 'auth.otp_locked' | 'payment.on_hold' = 'rate.limited'): Failure {
  return fail(id, { t: waitWords(ms) }, { retry_after: Math.max(1, Math.ceil(ms / 1000)) })
}

/** What was read before locking has changed: the kernel runs the call again. */
export class Again extends Error {
  override name = 'Again'
}

/** Refuses with a final sentence, as the domain's rules word theirs. */
export function refuse(id: ErrorId, message: string, extra: Extra = {}): Failure {
  const failure = new Failure(id, {}, extra)
  failure.message = message
  return failure
}

/** An unpaged list that is longer than any answer may be. */
export const tooManyRows = (): Failure => invalid('start_date', 'A lista é longa demais: escolha um período menor.')

/** A refusal about one field of the body. */
export function invalid(field: string, message: string): Failure {
  return fail('validation.failed', { motivo: message }, { details: [{ field, id: 'validation.failed', message }] })
}
