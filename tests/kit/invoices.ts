// A company that may issue everything, with a certificate, a product, a service and a customer.
import { contract } from '#contract/index.ts'
import type { NewCompany } from '#server/areas/people/companies/rows.ts'
import { cnpjNumber, cpfNumber } from './documents.ts'
import { ISSUER_ADDRESS } from './issuer-address.ts'
import { pfxForm, pfxOf } from './pfx.ts'
import type { TestCompany, TestServer } from './server.ts'

export interface IssuingCompany {
  company: TestCompany
  product: string
  service: string
  /** A CNPJ in Campinas. */
  customer: string
  /** A CPF without an address. */
  person: string
}

let customers = 0

export async function issuingCompany(app: TestServer, given: Partial<NewCompany> = {}): Promise<IssuingCompany> {
  const company = await app.aCompany(undefined, { state_registration: '110042490114', municipal_registration: '12345', ...given })
  const me = app.as(company.owner)
  const c = { params: { c: company.id } }
  await me.ok(contract.certificates.create, { ...c, form: pfxForm(pfxOf(app, company)) })
  await me.ok(contract.invoiceSettings.activate, { ...c, body: { kinds: ['SERVICE', 'PRODUCT', 'CONSUMER'], address: ISSUER_ADDRESS } })
  const product = await me.ok(contract.products.create, {
    ...c,
    body: { code: 'CAFE', name: 'Café torrado 500 g', price_cents: 2500, ncm: '09012100', icms_rate: 1800 },
  })
  const service = await me.ok(contract.services.create, {
    ...c,
    body: { name: 'Consultoria', description: 'Consultoria em informática', municipal_service_code: '1.06', iss_rate: 290 },
  })
  customers += 1
  const contact = (body: object) => me.ok(contract.contacts.create, { body: { company_id: company.id, kind: 'CUSTOMER', ...body } })
  const customer = await contact({
    name: 'Mercado Campineiro Ltda',
    document_number: cnpjNumber(50_000 + customers),
    email: 'compras@exemplo.com.br',
    address: { street: 'Rua Treze de Maio', number: '10', neighborhood: 'Centro', city: 'Campinas', state: 'SP', postal_code: '13010-070' },
  })
  const person = await contact({ name: 'Ana Souza', document_number: cpfNumber(50_000 + customers) })
  return { company, product: product.id, service: service.id, customer: customer.id, person: person.id }
}
