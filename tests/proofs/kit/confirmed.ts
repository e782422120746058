// What the proofs of parties outside share: the person who has just answered a code, and sums.
import type { TestServer, TestUser } from '#tests/kit/server.ts'

/** As if the person had just answered a code: it holds for an hour of the test's clock. */
export const confirmed = (app: TestServer, { session_id }: TestUser): Promise<unknown> =>
  app.sql('update sessions set stepped_up_at = $2 where id = $1', [session_id, new Date(app.clock.now())])

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
