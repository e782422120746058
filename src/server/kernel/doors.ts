// Doors that are open to some only: to this very machine, to who has a token, to the product's own addresses.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashSecret } from '#server/base/secrets.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** What proxies, tunnels and content networks add to what they pass on. */
const PASSED_ON =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|cdn-.*|x-envoy-.*|x-amzn-.*|fly-.*|ngrok-.*)$/

/** Somebody at this machine asked by themselves: by the connection's own address, whatever a proxy beside us says of it. */
export function isOfThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  if (!LOOPBACK.has(socket.remoteAddress ?? '') || !LOCAL_HOST.test(headers.host ?? '')) return false
  return !Object.keys(headers).some(name => PASSED_ON.test(name))
}

/** With a token it alone opens; without one this machine. */
export function mayMeasure(request: Pick<FastifyRequest, 'socket' | 'headers'>, token: string | undefined): boolean {
  if (token === undefined) return isOfThisMachine(request)
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(hashSecret(given), hashSecret(token))
}

/** Where pages may open sockets beside their own address, which 'self' names in both schemes. */
export const socketOrigins = (origins: readonly string[]): string[] => origins.map(origin => origin.replace(/^http/, 'ws'))
