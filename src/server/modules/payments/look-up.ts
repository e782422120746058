// A question a person waits for: the bank's silence is an answer of its own, said at once.
import type { z } from 'zod'
import { ask, Unanswered } from '../../adapters/payments.ts'
import { fail } from '../../kernel/fail.ts'

const DEADLINE_MS = 3000

/** Undefined when there is none. Throws `provider.unavailable` when the bank does not answer. */
export async function lookUp<T>(schema: z.ZodType<T>, call: Promise<unknown>): Promise<T | undefined> {
  try {
    return await ask(schema, call, DEADLINE_MS)
  } catch (error) {
    throw error instanceof Unanswered ? fail('provider.unavailable', {}, { retry_after: 5 }) : error
  }
}
