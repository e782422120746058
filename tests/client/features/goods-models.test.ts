// Products, services, certificate, received notes and documents as data: what their forms accept and send, and what is said of them.

import { describe, expect, it } from 'vitest'
import { checkLook, dueWords, numberOf, saidWords, spacedKey, stateOf } from '#client/features/capture/note-words.ts'
import { bookingBody, emptyBooking, flowQuery, PersonStep, ProductStep, zoneOf } from '#client/features/certificate/appointment-model.ts'
import { expiryOf } from '#client/features/certificate/certificate-words.ts'
import { ncmSearch } from '#client/features/goods/pickers.tsx'
import type { Product } from '#contract/products.ts'
import { ProductFields, products } from '#contract/products.ts'
import type { Manifestation } from '#domain/fiscal/manifestations.ts'
import { momentIn } from '#domain/moments.ts'
import { documentsOf, inPeriod } from '#resources/document.ts'
import { text } from '#resources/kit/kinds.ts'
import { defineResource } from '#resources/kit/resource.ts'
import { product } from '#resources/product.ts'
import { service } from '#resources/service.ts'

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)

describe('a product', () => {
  const given = { ...product.start(), name: 'Pão', code: '1', price_cents: 189, ncm: '19059090' }

  it('is sent with its codes as digits, its unit in capitals, and nothing where nothing was typed', () => {
    expect(product.typed.parse({ ...given, unit: 'kg', cest: '17.062.01', icms_rate: '18,5' })).toEqual({
      name: 'Pão',
      code: '1',
      description: null,
      unit: 'KG',
      price_cents: 189,
      ncm: '19059090',
      cfop: '5102',
      origin: 'NATIONAL',
      cest: '1706201',
      gtin: null,
      icms_rate: 1850,
    })
    expect(product.typed.parse(given)).toMatchObject({ cest: null, gtin: null, icms_rate: null })
  })
  it('says what is missing beside each field', () => {
    expect(messages(product.typed.safeParse({ ...product.start(), cfop: null, icms_rate: '41' }))).toEqual([
      'name: Informe o nome',
      'code: Informe o código',
      'price_cents: Informe o preço',
      'ncm: Informe o NCM',
      'cfop: Escolha o CFOP',
      'icms_rate: Um percentual de 0 a 40',
    ])
    expect(messages(product.typed.safeParse({ ...given, price_cents: -1, ncm: '1905', gtin: '12' }))).toEqual([
      'price_cents: O preço não pode ser negativo',
      'ncm: O NCM tem 8 dígitos',
      'gtin: O GTIN tem 8, 12, 13 ou 14 dígitos',
    ])
  })
  it('is copied but for its code', () => {
    const original = {
      name: 'Pão',
      code: '1',
      price_cents: 189,
      ncm: '19059090',
      cfop: '5101',
      unit: 'KG',
      origin: 'NATIONAL',
      icms_rate: 700,
      description: null,
      cest: null,
      gtin: null,
    }
    expect(product.start(original as Product, true)).toMatchObject({
      name: 'Pão',
      code: '',
      price_cents: 189,
      cfop: '5101',
      icms_rate: '7',
    })
  })
})

describe('a description', () => {
  it('knows the record it describes: what is not in it does not compile', () => {
    const { lead: _, ...rest } = product
    const about = { ...rest, amount: { of: 'name' }, drawer: {}, card: [], columns: [], form: [], title: 'name' } as const
    // @ts-expect-error a name that the record lacks
    const lacking = () => defineResource(products, ProductFields, { ...about, fields: { name: text('Nome'), nome: text('Nome') } })
    // @ts-expect-error text where the record holds a number
    const wrong = () => defineResource(products, ProductFields, { ...about, fields: { name: text('Nome'), price_cents: text('Preço') } })
    // @ts-expect-error a column of no field
    const column = () => defineResource(products, ProductFields, { ...about, columns: ['nome'], fields: { name: text('Nome') } })
    const right = () => defineResource(products, ProductFields, { ...about, columns: ['name'], fields: { name: text('Nome') } })
    expect([lacking, wrong, column, right]).toHaveLength(4)
  })
  it('says which columns a sheet has', () => {
    expect(product.sheet.needed).toEqual({ code: 'Código', name: 'Nome', price_cents: 'Preço', ncm: 'NCM' })
    expect(product.sheet.words).toContain('colunas Código, Nome, Preço e NCM; Descrição, Unidade')
  })
  it('says what may stay empty, as the contract does', () => {
    const optional = (of: typeof product | typeof service) =>
      of.form.flatMap(line => (typeof line === 'string' ? [] : line)).filter(of.isOptional)
    expect(optional(product)).toEqual(['description', 'cest', 'gtin', 'icms_rate'])
    expect(optional(service)).toEqual(['amount_cents', 'municipal_code', 'description', 'nbs'])
    expect([product.longest('name'), product.longest('description'), service.longest('nbs')]).toEqual([120, 500, 12])
  })
})

describe('the search of an NCM', () => {
  it.each([
    ['19', undefined],
    ['1905.90', '1905'],
    ['19059090', '1905'],
    ['ca', undefined],
    ['café', 'café'],
  ])('of %s asks for %s', (typed, search) => {
    expect(ncmSearch(typed)).toBe(search)
  })
})

describe('a service', () => {
  const given = { ...service.start(), name: 'Consulta', municipal_service_code: '040101', iss_rate: '2,5' }

  it('without an amount has one at each note', () => {
    expect(service.typed.parse(given)).toMatchObject({ amount_cents: 0, iss_rate: 250, municipal_code: null, nbs: null })
  })
  it('needs an item of the list, and a rate the law allows', () => {
    expect(messages(service.typed.safeParse({ ...given, municipal_service_code: null, iss_rate: '5,01' }))).toEqual([
      'municipal_service_code: Escolha o serviço da lista',
      'iss_rate: Um percentual de 0 a 5',
    ])
  })
})

describe('a certificate', () => {
  const until = (valid_to: string, status: 'VALID' | 'EXPIRING' | 'EXPIRED' = 'VALID') => expiryOf({ valid_to, status }, '2026-11-20')

  it.each([
    ['2026-12-21T12:00:00Z', 'Válido por 31 dias', 'ok'],
    ['2026-12-20T12:00:00Z', 'Vence em 30 dias', 'warning'],
    ['2026-11-28T12:00:00Z', 'Vence em 8 dias', 'warning'],
    ['2026-11-27T12:00:00Z', 'Vence em 7 dias', 'danger'],
    ['2026-11-21T12:00:00Z', 'Vence amanhã', 'danger'],
    ['2026-11-20T23:00:00Z', 'Vence hoje', 'danger'],
  ])('until %s: %s', (valid_to, badge, tone) => {
    expect(until(valid_to)).toMatchObject({ badge, tone })
  })
  it('warns from the thirtieth day on, and says when it ended', () => {
    expect(until('2026-12-21T12:00:00Z').warning).toBeUndefined()
    expect(until('2026-12-01T12:00:00Z').warning).toBe(
      'Vence em 11 dias, em 01/12/2026. Agende a emissão de outro: sem certificado não se emitem notas.',
    )
    expect(until('2026-11-19T12:00:00Z', 'EXPIRED')).toMatchObject({
      badge: 'Vencido',
      warning: 'Venceu em 19/11/2026. Envie outro para voltar a emitir notas.',
    })
  })
})

describe('an appointment', () => {
  const draft = emptyBooking('PA', '11222333000181', 'America/Manaus')

  it('asks the flow with a licence only where there is one', () => {
    const person = { ...draft, name: 'Ana', cpf: '52998224725', driver_license_number: '1', driver_license_expires_at: '2030-01-01' }
    expect(flowQuery(person)).toEqual({ cpf: '52998224725', has_driver_license: 'false' })
    expect(flowQuery({ ...person, has_driver_license: true })).toEqual({
      cpf: '52998224725',
      has_driver_license: 'true',
      driver_license_number: '1',
      driver_license_expires_at: '2030-01-01',
    })
  })
  it('needs product, holder and a person by CPF', () => {
    expect(messages(ProductStep.safeParse({ ...draft, document_number: '11111111111' }))).toEqual([
      'product_id: Escolha o certificado',
      'document_number: CPF é inválido',
    ])
    const person = { ...draft, name: 'Ana', cpf: '11222333000181', has_driver_license: true }
    expect(messages(PersonStep.safeParse(person))).toContain('cpf: CPF é inválido')
    expect(messages(PersonStep.safeParse({ ...person, cpf: '52998224725' }))).toEqual(['driver_license_number: Informe o número da CNH'])
  })
  it('sends who is attended when and where, and a phone only where there is one', () => {
    const booked = {
      ...draft,
      product_id: 'A1',
      commercial_unit_id: 'U',
      scheduled_at: '2026-11-24T13:00:00Z',
      name: 'Ana',
      cpf: '52998224725',
    }
    expect(bookingBody(booked)).toEqual({
      product_id: 'A1',
      commercial_unit_id: 'U',
      scheduled_at: '2026-11-24T13:00:00Z',
      time_zone: 'America/Manaus',
      name: 'Ana',
      document_number: '11222333000181',
      email: '',
    })
    expect(bookingBody({ ...booked, phone_number: '11987654321' })).toMatchObject({ phone_number: '11987654321' })
  })
  it('is told on its own clock', () => {
    expect(momentIn('2026-11-24T13:00:00Z', 'America/Manaus')).toBe('24/11/2026, 09h00')
    expect([zoneOf('America/Manaus'), zoneOf('Europe/Lisbon')]).toEqual(['America/Manaus', 'America/Sao_Paulo'])
  })
})

describe('a received note', () => {
  const bill = [{ id: 'b', kind: 'BILL' as const }]
  const VERIFIED = { state: 'VERIFIED' as const, doubts: [], signer: null, origin: null }
  const check = { state: 'UNVERIFIED' as const, doubts: [], signer: null, origin: null }
  const PLAIN = { status: 'ISSUED' as const, decision: null, check, fate: null, manifestations: [] }
  const said = (kind: Manifestation, status: 'PROCESSING' | 'REGISTERED' | 'REJECTED' = 'REGISTERED') => ({
    ...{ id: kind, kind, status, justification: null, protocol: null, registered_at: null },
    ...{ reason: null, reason_code: null, silence: null, elsewhere: false, created_at: '2026-03-11T12:00:00Z' },
  })
  it.each([
    [{ check: VERIFIED }, 'OPEN'],
    [{ check: VERIFIED, manifestations: [said('ACKNOWLEDGED')] }, 'OPEN'],
    [{ check: VERIFIED, manifestations: [said('UNRECOGNISED')] }, 'UNRECOGNISED'],
    [{ check: VERIFIED, manifestations: [said('UNFULFILLED', 'PROCESSING')] }, 'UNFULFILLED'],
    [{ check: VERIFIED, manifestations: [said('UNRECOGNISED', 'REJECTED')] }, 'OPEN'],
    [{ entries: bill, manifestations: [said('UNRECOGNISED')] }, 'BOOKED'],
    [{ decision: 'ACCEPTED' }, 'OPEN'],
    [{}, 'DOUBTED'],
    [{ entries: bill }, 'BOOKED'],
    [{ entries: bill, status: 'CANCELLED' }, 'BOOKED_ENDED'],
    [{ status: 'CANCELLED', decision: 'ACCEPTED' }, 'CANCELLED'],
    [{ status: 'CANCELLED', fate: 'DENIED' }, 'DENIED'],
    [{ status: 'CANCELLED', fate: 'SUBSTITUTED' }, 'SUBSTITUTED'],
    [{ decision: 'REJECTED' }, 'REJECTED'],
  ] as const)('%j is %s', (said, state) => {
    expect(
      stateOf({
        ...PLAIN,
        ...said,
        entries: [...('entries' in said ? said.entries : [])],
        manifestations: [...('manifestations' in said ? said.manifestations : [])],
      }),
    ).toBe(state)
  })
  it('tells what the company said of it last, and what the authority made of that', () => {
    expect(saidWords([])).toBe('')
    expect(saidWords([said('ACKNOWLEDGED')])).toBe('Ciência dada')
    expect(saidWords([said('ACKNOWLEDGED'), said('CONFIRMED', 'PROCESSING')])).toBe('Enviando')
    expect(saidWords([said('CONFIRMED', 'REJECTED')])).toBe('Recusada pela SEFAZ')
  })
  it('says whether it was verified, and that a person answered for it', () => {
    expect(checkLook({ check: VERIFIED, decision: null }).label).toBe('Conferida')
    expect(checkLook({ ...PLAIN }).label).toBe('Não conferida')
    expect(checkLook({ ...PLAIN, decision: 'ACCEPTED' }).label).toBe('Aceita')
  })
  it('names its series beyond the first, its key as printed, and its instalments', () => {
    expect([numberOf({ number: 7, serie: '1' }), numberOf({ number: 7, serie: '2' })]).toEqual(['7', '7/2'])
    expect(spacedKey('352611112222')).toBe('3526 1111 2222')
    expect(dueWords({ due_dates: ['2026-12-10'] })).toBe('10/12/2026')
    expect(dueWords({ due_dates: ['2026-12-10', '2027-01-10'] })).toBe('2 parcelas desde 10/12/2026')
    expect(dueWords({ due_dates: [] })).toBe('')
  })
})

describe('documents', () => {
  const file = (id: string, more: object) =>
    ({
      id,
      company_id: 'k',
      name: `${id}.pdf`,
      bill_id: null,
      receivable_id: null,
      associate_id: null,
      service_invoice_id: null,
      product_invoice_id: null,
      bucket_url: `/f/${id}`,
      preview_url: null,
      content_type: 'application/pdf',
      size_bytes: 10,
      metadata: null,
      created_at: '2026-11-10T12:00:00Z',
      ...more,
    }) as never
  const statement = { id: 's', company_id: 'k', file_name: 'extrato', format: 'OFX', created_at: '2026-12-01T01:00:00Z' } as never
  const all = documentsOf(
    [
      file('a', { bill_id: 'b', preview_url: '/f/a' }),
      file('n', { product_invoice_id: 'i', content_type: 'application/xml', name: 'nota.xml', created_at: '2026-11-12T12:00:00Z' }),
      file('c', { metadata: { paper: 'contract' }, content_type: 'image/png', preview_url: '/f/c', created_at: '2026-10-01T12:00:00Z' }),
    ],
    [statement],
  )
  it('are one list, the newest first, each by what it belongs to', () => {
    expect(all.map(one => [one.id, one.kind, one.format, one.preview, one.paper])).toEqual([
      ['s', 'STATEMENT', 'OFX', undefined, undefined],
      ['n', 'INVOICE', 'XML', undefined, undefined],
      ['a', 'BILL', 'PDF', 'pdf', undefined],
      ['c', 'LOOSE', 'PDF', 'image', 'Contrato'],
    ])
    expect(all.find(one => one.id === 'n')?.invoice_address).toBe('/company/k/product-nfes/i')
  })
  it('fall in a month by the day it was in São Paulo', () => {
    expect(inPeriod(all, { start: '2026-11-01', end: '2026-11-30' }).map(one => one.id)).toEqual(['s', 'n', 'a'])
    expect(inPeriod(all, {})).toHaveLength(4)
  })
})
