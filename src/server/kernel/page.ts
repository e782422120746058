// HTML pages under the strict content policy: a nonce of this answer alone admits their style tags.
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Placeholder of the nonce in a page, and in the client's `index.html`. */
const PLACE = '{{nonce}}'

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  return reply
    .header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(PLACE, nonce))
}
