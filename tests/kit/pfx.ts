// A company's test certificate as a form file, issued by the test authority of the server under test.
import type { TestPfx } from '#server/adapters/test-authority.ts'
import type { TestCompany, TestServer } from './server.ts'

const DAY_MS = 24 * 3_600_000

export function pfxOf(app: TestServer, company: TestCompany, fields: Partial<TestPfx> = {}): Uint8Array {
  const authority = app.services.trust.testAuthority
  if (!authority) throw new Error('this server trusts no test authority')
  const now = app.clock.now()
  return authority().issue({
    document_number: company.document_number,
    name: 'EMPRESA DE TESTE LTDA',
    password: 'segredo',
    valid_from: new Date(now - DAY_MS),
    valid_to: new Date(now + 300 * DAY_MS),
    ...fields,
  })
}

export const pfxForm = (bytes: Uint8Array, password = 'segredo') => ({
  password,
  file: new File([Uint8Array.from(bytes)], 'empresa.pfx', { type: 'application/x-pkcs12' }),
})
