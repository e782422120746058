// The bytes of a body that its sender signed: kept as they pass, because a parsed body cannot be written again as it came.
import { Transform } from 'node:stream'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'

const bodies = new WeakMap<FastifyRequest, Buffer[]>()

/** What the route of a signed row has besides; the row's own limit of bytes holds. */
export function keepsBytes({ spec }: Endpoint): Pick<RouteShorthandOptions, 'preParsing'> {
  if (!spec.signed) return {}
  return {
    preParsing: async (request, _, payload) => {
      const parts: Buffer[] = []
      bodies.set(request, parts)
      return payload.pipe(
        new Transform({
          transform(part: Buffer, _encoding, done) {
            parts.push(part)
            done(null, part)
          },
        }),
      )
    },
  }
}

export function signedBody({ spec }: Endpoint, request: FastifyRequest): { body: string; signature: string } | undefined {
  const parts = bodies.get(request)
  const signature = spec.signed && request.headers[spec.signed]
  return parts && typeof signature === 'string' ? { body: Buffer.concat(parts).toString('utf8'), signature } : undefined
}
