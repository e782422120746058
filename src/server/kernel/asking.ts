// Questions that a person waits for: when the party asked stays silent, the caller is told at once.
import type { z } from 'zod'
import { ask, Unanswered } from '#server/adapters/payments.ts'
import { fail } from '#server/base/fail.ts'

const DEADLINE_MS = 3000

/** Undefined when the party knows no answer. Throws `provider.unavailable` when it does not reply. */
export const lookUp = <T>(schema: z.ZodType<T>, call: Promise<unknown>): Promise<T | undefined> => heard(ask(schema, call, DEADLINE_MS))

/** The answer. Throws `provider.unavailable` when the party does not reply. */
export async function heard<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof Unanswered ? fail('provider.unavailable', {}, { retry_after: 5 }) : error
  }
}
