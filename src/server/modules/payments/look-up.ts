// A question a person waits for: the silence of whoever is asked is an answer of its own, said at once.
import type { z } from 'zod'
import { ask, Unanswered } from '../../adapters/payments.ts'
import { fail } from '../../kernel/fail.ts'

const DEADLINE_MS = 3000

/** Undefined when there is none. Throws `provider.unavailable` when the bank does not answer. */
export const lookUp = <T>(schema: z.ZodType<T>, call: Promise<unknown>): Promise<T | undefined> => heard(ask(schema, call, DEADLINE_MS))

/** What was answered. Throws `provider.unavailable` when nobody did. */
export async function heard<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof Unanswered ? fail('provider.unavailable', {}, { retry_after: 5 }) : error
  }
}
