// A person of the demo at work on some day, through the product's own handlers: what they make is what the product makes.
import type { Day } from '#domain/days.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Recording } from './recording.ts'
import { instantOf } from './title.ts'

/** Enough of a context for handlers that use the database and the file store. */
export function actingOn(day: Day, { db, companyId, books, random, outside }: Recording): Context {
  const now = instantOf(day)
  let made = 0
  const acting: Partial<Context> = {
    db,
    companyId,
    now,
    today: day,
    actor: { user_id: books.facts.accountantId } as Context['actor'],
    services: { files: outside?.files } as Context['services'],
    // In the order they are made, as the product's own.
    newId: () => random.id(now + made++),
    need: () => undefined,
    label: () => undefined,
    touch: () => undefined,
  }
  return acting as Context
}

/** Runs a handler as a call would, which brings no more than what is given. */
export const act = <C extends object, R>(handler: (ctx: Context, call: C) => R, ctx: Context, call: Partial<C>): R =>
  handler(ctx, { params: {}, query: {}, body: {}, ...call } as unknown as C)
