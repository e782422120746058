// The pages of the local environment: they show codes, give test certificates (`?cnpj=`), make the local bank fail, and let the answer
// to the caller's last code grow old.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { daysLater } from '#domain/days.ts'
import { isValidCnpj, normalizeDocument } from '#domain/documents.ts'
import { tellFault } from '#server/adapters/local-bank/ground.ts'
import { readOutbox } from '#server/adapters/messages/outbox.ts'
import { TEST_PFX_PASSWORD } from '#server/adapters/test-authority.ts'
import { fail } from '#server/base/fail.ts'
import { isOfThisMachine } from './doors.ts'
import { outboxPage } from './outbox-page.ts'
import { sendPage } from './page.ts'
import type { Services } from './services.ts'
import { readAccess } from './tokens.ts'

const oneYearFrom = (now: number) => ({ valid_from: new Date(now - 3_600_000), valid_to: daysLater(now, 365) })

/** Only for callers of this very machine whom nobody passed on, never in production. */
export function mountLocalPages(app: FastifyInstance, services: Services): void {
  const guard = async (request: FastifyRequest) => {
    if (!isOfThisMachine(request)) throw fail('resource.not_found')
  }
  app.get('/dev/outbox.json', { preHandler: guard }, async () => readOutbox(services.db))
  app.get('/dev/outbox', { preHandler: guard }, async (_, reply) => sendPage(reply, outboxPage(await readOutbox(services.db))))
  const { testAuthority } = services.trust
  if (testAuthority) {
    app.get<{ Querystring: { cnpj?: string; name?: string } }>('/dev/certificate.pfx', { preHandler: guard }, async (request, reply) => {
      const document_number = normalizeDocument(request.query.cnpj ?? '')
      if (!isValidCnpj(document_number)) throw fail('validation.failed', { motivo: 'CNPJ é inválido' })
      const name = (request.query.name ?? 'EMPRESA DE TESTE').slice(0, 100)
      const pfx = testAuthority().issue({ document_number, name, password: TEST_PFX_PASSWORD, ...oneYearFrom(services.clock.now()) })
      return reply
        .type('application/x-pkcs12')
        .header('content-disposition', 'attachment; filename="certificado-de-teste.pfx"')
        .send(Buffer.from(pfx))
    })
  }
  app.post('/dev/bank/faults', { preHandler: guard }, async request => tellFault(services.db, request.body))
  app.post('/dev/confirmation/end', { preHandler: guard }, async request => {
    const { session_id } = await readAccess(
      services.secret,
      request.headers.authorization?.slice('Bearer '.length) ?? '',
      services.clock.now(),
    )
    await sql`update sessions set stepped_up_at = created_at - interval '1 hour' where id = ${session_id}`.execute(services.db)
    return {}
  })
}
