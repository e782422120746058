// Doors that are open to some only: to this very machine, to who has a token, to the product's own addresses.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashSecret } from '#server/base/secrets.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** What proxies, tunnels and content networks add to what they pass on. */
const PASSED_ON =
  /^(forwarded|via|x-forwarded.*|(.+-)?(remote-addr|[a-z]*ip)|x-original-.*|x-azure-.*|cf-.*|cdn-.*|x-envoy-.*|x-amzn-.*|fly-.*|ngrok-.*)$/
/** Proxies that add no header ask in an older version than every browser and tool. */
const OWN_VERSION = '1.1'
/** An address typed by hand, and a page of ours. */
const OWN_SITES: readonly unknown[] = [undefined, 'none', 'same-origin']

type Asked = Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>

/** Somebody at this machine asked by themselves: by the connection's own address, whatever a proxy beside us says of it, and for no other site. */
export function isOfThisMachine({ socket, headers, raw }: Asked): boolean {
  const { host = '', origin } = headers
  if (!LOOPBACK.has(socket.remoteAddress ?? '') || !LOCAL_HOST.test(host) || raw.httpVersion !== OWN_VERSION) return false
  if (!OWN_SITES.includes(headers['sec-fetch-site']) || (origin !== undefined && origin !== `http://${host}`)) return false
  return !Object.keys(headers).some(name => PASSED_ON.test(name))
}

/** With a token it alone opens; without one this machine. */
export function mayMeasure(request: Asked, token: string | undefined): boolean {
  if (token === undefined) return isOfThisMachine(request)
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(hashSecret(given), hashSecret(token))
}

/** Where pages may open sockets beside their own address, which 'self' names in both schemes. */
export const socketOrigins = (origins: readonly string[]): string[] => origins.map(origin => origin.replace(/^http/, 'ws'))
