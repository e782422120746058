// The product's router by itself: what it decides before and around a handler, with nothing kept.
import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Endpoint, pathOf, tenantOf } from '#contract/kit/endpoint.ts'
import type { Action, Resource } from '#domain/permissions.ts'
import { handlers } from '#server/areas/index.ts'
import type { Context } from '#server/kernel/context.ts'
import { toFailure } from '#server/kernel/database-errors.ts'
import { mountRoutes } from '#server/kernel/router.ts'
import type { CallInput, TestServer } from '#tests/kit/server.ts'

export interface Gate {
  /** 'reached', or the id of what refused it. */
  decide(row: Endpoint, bearer: string | undefined, input: CallInput): Promise<string>
  close(): Promise<void>
}

type AnyHandler = (ctx: Context, call: never) => Promise<unknown>

/** Thrown where a handler ends, so that whatever it wrote is rolled back. */
class Reached extends Error {}

async function mount(server: TestServer, rows: readonly Endpoint[], handlerOf: (row: Endpoint) => AnyHandler): Promise<Gate> {
  const app: FastifyInstance = fastify()
  app.setErrorHandler((error: Error, _, reply) => {
    const failure = toFailure(error)
    return reply.code(200).send({ decision: error instanceof Reached ? 'reached' : failure ? failure.id : error.message })
  })
  const named = rows.map((row, n) => [`${n}`, row] as const)
  const handled = Object.fromEntries(named.map(([name, row]) => [name, handlerOf(row)]))
  mountRoutes(app, { all: Object.fromEntries(named) }, { all: handled }, server.services)
  await app.ready()
  return {
    async decide(row, bearer, { params, query, body }) {
      const answer = await app.inject({
        method: row.method,
        url: `${pathOf(row, params)}?${new URLSearchParams(query as Record<string, string>)}`,
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
        ...(row.method === 'GET' || body === undefined ? {} : { payload: body as object }),
      })
      return (answer.json() as { decision: string }).decision
    },
    close: () => app.close(),
  }
}

/** Rows that take any input, whose handlers say only that they were reached; the company of an object is `companyId`'s. */
export function bareGate(server: TestServer, rows: readonly Endpoint[], companyId: string): Promise<Gate> {
  const bare = rows.map(row => {
    const { form: _form, file: _file, sheet: _sheet, ...spec } = row.spec
    return { ...row, spec: { ...spec, query: z.looseObject({}), body: z.looseObject({}) } as unknown as Endpoint['spec'] }
  })
  return mount(server, bare, row => async ctx => {
    const [resource, action] = (row.spec.needs ?? '').split(':') as [Resource, Action]
    // Adopted with the right its row names, as the row's own handler does.
    if (tenantOf(row) === 'object' && row.spec.needs) await ctx.enter(companyId, resource, action)
    throw new Reached()
  })
}

/** The product's own rows and handlers, of which nothing is kept. */
export function rollingGate(server: TestServer, rows: readonly Endpoint[]): Promise<Gate> {
  return mount(server, rows, row => {
    const [resource = '', name = ''] = row.id.split('.')
    const handler = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[resource]?.[name] as AnyHandler
    return async (ctx, call) => {
      await handler(ctx, call)
      throw new Reached()
    }
  })
}
