// The forms of notes as data: what is refused beside which field, what is sent, and sums to the cent.
import { describe, expect, it } from 'vitest'
import {
  blankGoods,
  blankItem,
  fieldHere,
  goodsBody,
  goodsTotals,
  itemsFromTable,
  ProductNoteForm,
  type ProductNoteInput,
  parseQuantity,
  type SaleFacts,
  unpaidCents,
} from '#client/features/invoices/product-model.ts'
import { checksOf, type Facts } from '#client/features/invoices/readiness.ts'
import { blankService, ServiceNoteForm, serviceBody, serviceSummary } from '#client/features/invoices/service-model.ts'
import { stepsOf } from '#client/features/invoices/timeline.ts'
import type { Product } from '#contract/products.ts'
import { parseAmount } from '#domain/money.ts'

const problems = (result: { success: boolean; error?: { issues: readonly { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]))

describe('a service note', () => {
  const form = {
    ...blankService('2026-11-20'),
    contact_id: 'k',
    municipal_service_code: '010601',
    description: 'Consultoria',
    amount_cents: 1_000_000,
  }

  it('names every field that is missing', () => {
    expect(problems(ServiceNoteForm.safeParse(blankService('2026-11-20')))).toEqual({
      contact_id: 'Informe o tomador do serviço',
      municipal_service_code: 'Escolha o serviço da lista da LC 116',
      description: 'Descreva o serviço prestado',
      amount_cents: 'Informe o valor',
    })
  })
  it('refuses a discount of the whole and an ISS above five percent', () => {
    const wrong = ServiceNoteForm.safeParse({ ...form, discount_amount_cents: 1_000_000, iss_rate: '5,01' })
    expect(Object.keys(problems(wrong))).toEqual(['iss_rate', 'discount_amount_cents'])
    expect(problems(ServiceNoteForm.safeParse({ ...form, discount_amount_cents: 1_000_000 }))).toEqual({
      discount_amount_cents: 'O desconto passa do valor do serviço',
    })
  })
  it('sums net, ISS and the test taxes as the domain example does', () => {
    const whole = { ...form, iss_withheld: true, withheld: { irrf: true, pis_cofins_csll: false, inss: false } }
    const totals = serviceSummary(whole, 'LUCRO_PRESUMIDO', '2026-11-20')
    expect(totals).toMatchObject({ iss_cents: 50_000, withheld_cents: 65_000, net_cents: 935_000 })
    expect(totals?.ibs_cbs?.base_cents).toBe(1_000_000 - 50_000 - 36_500)
    expect(serviceSummary({ ...form, amount_cents: null }, 'MEI', '2026-11-20')).toBeUndefined()
  })
  it('is sent in hundredths of a percent, with the taxes withheld by name', () => {
    const values = ServiceNoteForm.parse({ ...form, iss_rate: '2,9', withheld: { irrf: false, pis_cofins_csll: true, inss: true } })
    expect(serviceBody(values)).toMatchObject({ iss_rate: 290, withheld: ['pis_cofins_csll', 'inss'], discount_amount_cents: 0 })
  })
})

describe('quantities', () => {
  it.each([
    ['2', 2],
    ['2,5', 2.5],
    ['1.234,5678', 1234.5678],
    ['0', undefined],
    ['1,23456', undefined],
    ['dois', undefined],
    ['-1', undefined],
  ])('%s is %s', (text, amount) => expect(parseQuantity(text)).toBe(amount))
})

const sale: SaleFacts = {
  kind: 'PRODUCT',
  regime: 'SIMPLES_NACIONAL',
  from: 'SP',
  otherState: null,
  toConsumer: true,
  year: 2026,
  productOf: () => ({ icms_rate: 1800 }),
}
const item = (fields: object) => ({ ...blankItem(), product_id: 'p', unit_price_cents: 1_000, ...fields })
const goods = (fields: Partial<ProductNoteInput> = {}): ProductNoteInput => ({
  ...blankGoods('PRODUCT'),
  contact_id: 'k',
  invoice_products: [item({ amount: '2,5', discount_amount_cents: 50 }), item({ amount: '3', unit_price_cents: 333 }), blankItem()],
  ...fields,
})

describe('a note of goods', () => {
  it('leaves the empty last line out, in the sums and in what is sent', () => {
    expect(goodsTotals(goods(), sale)).toMatchObject({ products_cents: 3_499, discount_cents: 50, total_cents: 3_449, ibs_cbs: undefined })
    expect(goodsBody(ProductNoteForm.parse(goods())).invoice_products.map(one => one.amount)).toEqual([2.5, 3])
  })
  it('adds freight, takes the order’s discount, and shows the test taxes outside the Simples', () => {
    const form = goods({
      invoice_order: { ...blankGoods('PRODUCT').invoice_order, shipping_amount_cents: 1_000, discount_amount_cents: 449 },
    })
    const totals = goodsTotals(form, { ...sale, regime: 'LUCRO_PRESUMIDO' })
    expect(totals.total_cents).toBe(4_000)
    expect(totals.icms_cents).toBe(720)
    expect(totals.ibs_cbs?.base_cents).toBe(4_000 - 720 - totals.pis_cents - totals.cofins_cents)
  })
  it('names the line and the field of each problem', () => {
    const wrong = goods({
      contact_id: null,
      invoice_products: [
        item({ amount: '0' }),
        item({ discount_amount_cents: 1_001 }),
        item({ product_id: null }),
        item({ st_margin: '40' }),
      ],
    })
    expect(problems(ProductNoteForm.safeParse(wrong))).toMatchObject({
      'invoice_products.0.amount': 'Até quatro casas, maior que zero',
      'invoice_products.1.discount_amount_cents': 'O desconto passa do valor do item',
      'invoice_products.2.product_id': 'Escolha o produto',
      'invoice_products.3.st_rate': 'Informe a alíquota',
    })
    expect(problems(ProductNoteForm.safeParse(goods({ contact_id: null })))).toEqual({ contact_id: 'Escolha o destinatário' })
  })
  it('asks for the note a return is of, and then for no payment', () => {
    expect(problems(ProductNoteForm.safeParse(goods({ finality: 'DEVOLUTION' })))).toHaveProperty('reference_id')
    const { invoice_payment } = goodsBody(ProductNoteForm.parse(goods({ finality: 'DEVOLUTION', reference_id: 'n' })))
    expect(invoice_payment).toEqual({ kind: 'CASH', amount_cents: [], payment_method: ['NONE'], due_dates: [] })
  })
  it('sends one payment as the whole and several side by side, with their due dates', () => {
    expect(goodsBody(ProductNoteForm.parse(goods())).invoice_payment).toEqual({
      kind: 'CASH',
      amount_cents: [],
      payment_method: ['PIX'],
      due_dates: [],
    })
    const payments = [
      { payment_method: 'BOLETO' as const, amount_cents: 1_725, due_date: '2026-12-20' },
      { payment_method: 'BOLETO' as const, amount_cents: 1_724, due_date: '2027-01-20' },
    ]
    const form = goods({ payment_kind: 'INSTALLMENTS', payments })
    expect(unpaidCents(form, 3_449)).toBe(0)
    expect(unpaidCents(form, 3_500)).toBe(51)
    expect(goodsBody(ProductNoteForm.parse(form)).invoice_payment).toEqual({
      kind: 'INSTALLMENTS',
      amount_cents: [1_725, 1_724],
      payment_method: ['BOLETO', 'BOLETO'],
      due_dates: ['2026-12-20', '2027-01-20'],
    })
  })
  it('of retail takes a CPF and never a CNPJ', () => {
    const retail = { ...goods({ contact_id: null }), kind: 'CONSUMER' as const }
    expect(ProductNoteForm.safeParse(retail).success).toBe(true)
    expect(problems(ProductNoteForm.safeParse({ ...retail, consumer_document: '529.982.247-26' }))).toEqual({
      consumer_document: 'CPF é inválido',
    })
    expect(problems(ProductNoteForm.safeParse({ ...retail, consumer_document: '11.222.333/0001-81' })).consumer_document).toMatch(/NF-e/)
    expect(goodsBody(ProductNoteForm.parse({ ...retail, consumer_document: '52998224725' }))).toMatchObject({
      borrower: { name: 'Consumidor', document_number: '52998224725' },
    })
  })
  it('puts what the server says beside the field that says it here', () => {
    expect(fieldHere('borrower')).toBe('contact_id')
    expect(fieldHere('invoice_payment.amount_cents')).toBe('payments.0.amount_cents')
    expect(fieldHere('invoice_products.2')).toBe('invoice_products.2.product_id')
    expect(fieldHere('invoice_products.2.amount')).toBe('invoice_products.2.amount')
  })
  it('takes a pasted table by code or name, and says which lines are no product', () => {
    const cafe = { id: 'p', code: 'CAFE', price_cents: 2_500, origin: 'NATIONAL' } as Product
    const find = (text: string) => (text === 'CAFE' ? cafe : undefined)
    const { items, unknown } = itemsFromTable([['CAFE', '2', '20,00', '1,50'], ['NADA'], ['CAFE'], ['']], find, parseAmount)
    expect(items).toEqual([
      { ...blankItem(), product_id: 'p', amount: '2', unit_price_cents: 2_000, discount_amount_cents: 150 },
      { ...blankItem(), product_id: 'p', amount: '1', unit_price_cents: 2_500, discount_amount_cents: null },
    ])
    expect(unknown).toEqual(['NADA'])
  })
})

const facts = (fields: Partial<Facts['settings']> = {}, rest: Partial<Facts> = {}): Facts => ({
  company: { state_registration: '1', municipal_registration: '2' },
  certificate: { status: 'VALID', valid_to: '2027-05-01T00:00:00.000Z', days_left: 160 },
  ...rest,
  settings: {
    active: ['SERVICE'],
    address: {
      street: 'Rua A',
      number: '1',
      neighborhood: 'Centro',
      city: 'São Paulo',
      city_code: '3550308',
      state: 'SP',
      postal_code: '01310-100',
    } as never,
    authentication_method: 'CERTIFICATE',
    portal_login: null,
    capture_active: false,
    usage: { issued: 3, limit: 200, reached: false, reference: null, renews_on: '2026-12-01', more: null },
    ...fields,
  },
})
const missing = (one: Facts, kinds: Parameters<typeof checksOf>[1]) =>
  checksOf(one, kinds)
    .filter(check => check.state === 'missing')
    .map(check => check.id)

describe('what hinders issuing', () => {
  it('is nothing when all is there, and the capture is only advice', () => {
    expect(missing(facts(), ['SERVICE'])).toEqual([])
    expect(checksOf(facts(), ['SERVICE']).find(check => check.id === 'capture')?.state).toBe('advice')
  })
  it('names each thing that is not', () => {
    const bare = facts(
      {
        active: [],
        address: null,
        usage: { issued: 200, limit: 200, reached: true, reference: null, renews_on: '2026-12-01', more: null },
      },
      { company: { state_registration: null, municipal_registration: null }, certificate: null },
    )
    expect(missing(bare, ['PRODUCT', 'CONSUMER'])).toEqual(['registration', 'address', 'issuance', 'signature', 'limit'])
  })
  it('asks for the portal instead of the certificate where services go by it', () => {
    const portal = { authentication_method: 'PORTAL' as const }
    expect(missing(facts(portal, { certificate: null }), ['SERVICE'])).toEqual(['signature'])
    expect(missing(facts({ ...portal, portal_login: '123' }, { certificate: null }), ['SERVICE'])).toEqual([])
    expect(missing(facts({ ...portal, portal_login: '123', active: ['PRODUCT'] }, { certificate: null }), ['PRODUCT'])).toEqual([
      'signature',
    ])
  })
  it('takes an expired certificate for none and warns of one that expires', () => {
    const of = (status: 'EXPIRED' | 'EXPIRING') =>
      checksOf(facts({}, { certificate: { status, valid_to: '2026-12-01T00:00:00.000Z', days_left: 11 } }), ['SERVICE']).find(
        check => check.id === 'signature',
      )
    expect(of('EXPIRED')).toMatchObject({ state: 'missing', text: 'Venceu em 01/12/2026.' })
    expect(of('EXPIRING')).toMatchObject({ state: 'advice', text: 'Vence em 01/12/2026: faltam 11 dias.' })
  })
})

describe('the steps of a note', () => {
  const note = {
    status: 'ISSUED' as const,
    source: 'LOCAL' as const,
    waiting_transmission: false,
    created_at: '2026-11-20T12:00:00.000Z',
    issued_at: '2026-11-20T12:01:00.000Z',
    cancelled_at: null,
    reason: null,
    reason_code: null,
    protocol: '135',
    decision: null,
  }
  const titles = (fields: object) => stepsOf({ ...note, ...fields }).map(step => [step.title, step.state])

  it('end where it stands', () => {
    expect(titles({ status: 'PROCESSING', waiting_transmission: true, issued_at: null }).at(-1)).toEqual(['Aguardando transmissão', 'now'])
    expect(titles({ status: 'PROCESSING', issued_at: null }).at(-1)).toEqual(['Na autoridade fiscal', 'now'])
    expect(titles({ status: 'REJECTED', issued_at: null }).at(-1)).toEqual(['Rejeitada', 'failed'])
    expect(titles({}).at(-1)).toEqual(['Autorizada', 'done'])
    expect(titles({ status: 'CANCELLING' }).at(-1)).toEqual(['Cancelamento pedido', 'now'])
    expect(titles({ status: 'CANCELLED', cancelled_at: note.issued_at }).at(-1)).toEqual(['Cancelada', 'done'])
    expect(titles({ source: 'CAPTURE' }).at(-1)).toEqual(['Espera a decisão do escritório', 'now'])
  })
  it('say the day and the hour of São Paulo, and the protocol', () => {
    expect(stepsOf(note).at(-1)).toMatchObject({ when: '20/11/2026 09:01', detail: 'Protocolo 135' })
  })
})
