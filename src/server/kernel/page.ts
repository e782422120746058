// HTML pages under the strict content policy: their style tags are named by a nonce of this answer alone.
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Stands for the nonce in a page, and in `index.html` of the client. */
const PLACE = '{{nonce}}'

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  return reply
    .header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(PLACE, nonce))
}
