// Totals, taxes, cancel windows and the bar code of an invoice.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INVOICE_STATUSES, PAYMENT_METHODS, TAX_REGIMES } from '#domain/enums.ts'
import { code128, code128Values } from '#domain/fiscal/code128.ts'
import { CRT_CODES, PAYMENT_CODES, PRESENCE_CODES, paymentMethodOf, SHIPPING_CODES } from '#domain/fiscal/codes.ts'
import { cancelRefusal, canMoveInvoice, seriesRefusal } from '#domain/fiscal/invoice-rules.ts'
import { ibsCbsOf, ibsCbsRates, interstateIcmsRate, pisCofinsRates, serviceTotals, unknownRates } from '#domain/fiscal/taxes.ts'
import { invoiceTotals, subtotalOf, toQuantity } from '#domain/fiscal/totals.ts'

describe('a series', () => {
  test('is of those that one’s own system may use', () => {
    for (const [kind, serie] of [
      ['PRODUCT', '0'],
      ['CONSUMER', '889'],
      ['SERVICE', '1'],
      ['SERVICE', '49999'],
    ] as const)
      expect(seriesRefusal(kind, serie)).toBeUndefined()
    expect(seriesRefusal('CONSUMER', '890')).toBe('A série da NFC-e vai de 0 a 889.')
    for (const serie of ['0', '50000']) expect(seriesRefusal('SERVICE', serie)).toBe('A série da NFS-e vai de 1 a 49999.')
  })
})

describe('totals', () => {
  test('an item is quantity times unit price, rounded to the cent', () => {
    expect(subtotalOf({ quantity: 15_000, unit_price_cents: 333 })).toBe(500)
    expect(subtotalOf({ quantity: 3333, unit_price_cents: 100 })).toBe(33)
    expect([toQuantity(1.5), toQuantity(0.0001), toQuantity(0), toQuantity(-1), toQuantity(0.00001), toQuantity(Number.NaN)]).toEqual([
      15_000,
      1,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('the order’s discount and freight are shared to the cent, and the items sum to the invoice', () => {
    const item = fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      unit_price_cents: fc.integer({ min: 1, max: 10_000_000 }),
      discount_cents: fc.constant(0),
      icms_rate: fc.integer({ min: 0, max: 2500 }),
      ipi_rate: fc.constantFrom(0, 325, 1500),
      icms_st: fc.option(fc.record({ mva_rate: fc.integer({ min: 0, max: 20_000 }), rate: fc.constantFrom(1200, 1800) })),
    })
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        fc.tuple(fc.nat(99_999), fc.nat(9_999), fc.nat(9_999)),
        fc.constantFrom(...TAX_REGIMES),
        fc.boolean(),
        (items, percent, [freight_cents, insurance_cents, other_cents], regime, to_consumer) => {
          const products = items.reduce((total, each) => total + subtotalOf(each), 0)
          const discount_cents = Math.floor((products * percent) / 100)
          const added = products === 0 ? {} : { freight_cents, insurance_cents, other_cents }
          const none = { freight_cents: 0, insurance_cents: 0, other_cents: 0 }
          const totals = invoiceTotals({ items, discount_cents, ...none, ...added, regime, to_consumer, year: 2026 })
          expect(totals.products_cents).toBe(products)
          expect(totals.discount_cents).toBe(products === 0 ? 0 : discount_cents)
          const sum = totals.freight_cents + totals.insurance_cents + totals.other_cents + totals.ipi_cents + totals.st_cents
          expect(totals.total_cents).toBe(totals.products_cents - totals.discount_cents + sum)
          expect(totals.items.reduce((sum, each) => sum + each.total_cents, 0)).toBe(totals.total_cents)
          expect(totals.ibs_cbs === undefined).toBe(regime === 'MEI' || regime === 'SIMPLES_NACIONAL')
        },
      ),
    )
  })
})

describe('IPI and substituição tributária', () => {
  const item = { quantity: 10_000, unit_price_cents: 100_000, discount_cents: 0, icms_rate: 1800, ipi_rate: 1000, icms_st: null }
  const order = { discount_cents: 0, freight_cents: 0, insurance_cents: 0, other_cents: 0, to_consumer: false, year: 2025 }

  test('the worked example of a factory: R$ 1.000,00, IPI 10%, MVA 40%, ICMS 18%', () => {
    const sold = { ...item, icms_st: { mva_rate: 4000, rate: 1800 } }
    // Base of the ST: (1.000 + 100) × 1,40 = 1.540,00; 18% is 277,20, less the own 180,00.
    expect(invoiceTotals({ ...order, items: [sold], regime: 'LUCRO_REAL' })).toMatchObject({
      icms_base_cents: 100_000,
      icms_cents: 18_000,
      ipi_cents: 10_000,
      st_base_cents: 154_000,
      st_cents: 9_720,
      total_cents: 119_720,
    })
    expect(invoiceTotals({ ...order, items: [{ ...sold, ipi_rate: 0 }], regime: 'SIMPLES_NACIONAL' })).toMatchObject({
      icms_base_cents: 0,
      icms_cents: 0,
      st_base_cents: 140_000,
      st_cents: 7_200,
      total_cents: 107_200,
    })
  })

  test('who buys to consume pays ICMS over the IPI; freight and expenses are in the base, discounts are not', () => {
    const totals = invoiceTotals({ ...order, items: [item], regime: 'LUCRO_PRESUMIDO', to_consumer: true })
    expect([totals.icms_base_cents, totals.icms_cents, totals.total_cents]).toEqual([110_000, 19_800, 110_000])
    const more = { ...order, discount_cents: 10_000, freight_cents: 3_000, insurance_cents: 2_000, other_cents: 1_000 }
    expect(invoiceTotals({ ...more, items: [{ ...item, ipi_rate: 0 }], regime: 'LUCRO_PRESUMIDO' })).toMatchObject({
      icms_base_cents: 96_000,
      icms_cents: 17_280,
      total_cents: 96_000,
    })
  })

  test('to another state the rate is the Senate’s', () => {
    expect(interstateIcmsRate('SP', 'RJ', 'NATIONAL')).toBe(1200)
    expect([interstateIcmsRate('SP', 'BA', 'NATIONAL'), interstateIcmsRate('PR', 'ES', 'NATIONAL')]).toEqual([700, 700])
    expect([interstateIcmsRate('BA', 'SP', 'NATIONAL'), interstateIcmsRate('SP', 'BA', 'FOREIGN_DIRECT_IMPORT')]).toEqual([1200, 400])
  })
})

describe('taxes', () => {
  test('the test year shows CBS 0,9% and IBS 0,1% on what is left of the old taxes: the published NFS-e', () => {
    const rates = ibsCbsRates('LUCRO_REAL', 2026)
    expect(rates && ibsCbsOf(1_000_000, 50_000 + 76_000, rates)).toEqual({ base_cents: 874_000, ibs_cents: 874, cbs_cents: 7866 })
    for (const [regime, year] of [
      ['MEI', 2026],
      ['SIMPLES_NACIONAL', 2026],
      ['LUCRO_REAL', 2025],
      ['LUCRO_PRESUMIDO', 2027],
    ] as const)
      expect(ibsCbsRates(regime, year)).toBeUndefined()
  })

  test('says of a year whose rates are not law yet that the note goes without them, where the regime shows them', () => {
    expect(unknownRates('LUCRO_PRESUMIDO', 2027)).toMatch(/^Em 2027 a CBS .* Confirme os impostos/)
    expect([unknownRates('LUCRO_PRESUMIDO', 2026), unknownRates('SIMPLES_NACIONAL', 2027), unknownRates('MEI', 2027)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('PIS and COFINS by regime; none apart in the Simples', () => {
    expect([pisCofinsRates('LUCRO_PRESUMIDO'), pisCofinsRates('LUCRO_REAL'), pisCofinsRates('MEI')]).toEqual([
      { pis: 65, cofins: 300 },
      { pis: 165, cofins: 760 },
      { pis: 0, cofins: 0 },
    ])
  })

  test('a service pays ISS on what is left of the discount, and the customer pays what is left of the withholdings', () => {
    const plain = { amount_cents: 100_000, discount_cents: 10_000, iss_rate: 500, iss_withheld: false, withheld: [] }
    const simples = { ...plain, regime: 'SIMPLES_NACIONAL', year: 2026 } as const
    expect(serviceTotals(simples)).toMatchObject({ pis_cents: 0, cofins_cents: 0, ibs_cbs: undefined })
    // The published NFS-e: 10.000,00 less ISS 500,00 and PIS and COFINS; here with the rates of Lucro Presumido.
    const published = { ...plain, amount_cents: 1_000_000, discount_cents: 0, regime: 'LUCRO_PRESUMIDO', year: 2026 } as const
    expect(serviceTotals(published).ibs_cbs).toEqual({ base_cents: 913_500, ibs_cents: 914, cbs_cents: 8222 })
    expect(serviceTotals(simples)).toMatchObject({
      base_cents: 90_000,
      iss_cents: 4500,
      withholdings: {},
      withheld_cents: 0,
      net_cents: 90_000,
    })
    expect(serviceTotals({ ...simples, iss_withheld: true, withheld: ['irrf', 'pis_cofins_csll', 'inss'] })).toMatchObject({
      base_cents: 90_000,
      iss_cents: 4500,
      withholdings: { irrf: 1350, pis_cofins_csll: 4185, inss: 9900 },
      withheld_cents: 19_935,
      net_cents: 70_065,
    })
  })
})

describe('codes', () => {
  test('every method has a code of its own, and is found by it', () => {
    expect(new Set(Object.values(PAYMENT_CODES)).size).toBe(PAYMENT_METHODS.length)
    for (const method of PAYMENT_METHODS) expect(paymentMethodOf(PAYMENT_CODES[method])).toBe(method)
    expect([paymentMethodOf('20'), paymentMethodOf('77')]).toEqual(['PIX', 'OTHER'])
    expect([Object.values(PRESENCE_CODES), Object.values(SHIPPING_CODES), CRT_CODES.MEI]).toEqual([
      ['0', '1', '2', '3', '4', '5', '9'],
      ['0', '1', '2', '3', '4', '9'],
      '4',
    ])
  })
})

describe('the life of an invoice', () => {
  test('only the moves of the table', () => {
    const moves = INVOICE_STATUSES.flatMap(from => INVOICE_STATUSES.filter(to => canMoveInvoice(from, to)).map(to => `${from} ${to}`))
    expect(moves.sort()).toEqual([
      'CANCELLING CANCELLED',
      'CANCELLING ISSUED',
      'ISSUED CANCELLING',
      'PROCESSING ISSUED',
      'PROCESSING REJECTED',
      'REJECTED PROCESSING',
    ])
  })

  test('a cancel is taken inside its window, to the millisecond', () => {
    const hour = 3_600_000
    const may = (kind: 'PRODUCT' | 'CONSUMER' | 'SERVICE', after: number) => cancelRefusal(kind, 'ISSUED', 1000, 1000 + after) === undefined
    expect([may('PRODUCT', 24 * hour), may('PRODUCT', 24 * hour + 1)]).toEqual([true, false])
    expect([may('CONSUMER', hour / 2), may('CONSUMER', hour / 2 + 1)]).toEqual([true, false])
    expect(may('SERVICE', 1000 * hour)).toBe(true)
    expect(cancelRefusal('PRODUCT', 'ISSUED', 0, 25 * hour)).toBe(
      'O prazo de cancelamento da NF-e é de 24 horas e já passou. Emita uma nota de devolução.',
    )
    for (const status of ['PROCESSING', 'REJECTED', 'CANCELLED', 'CANCELLING'] as const)
      expect(cancelRefusal('SERVICE', status, 0, 0)).toBe('Só uma nota emitida pode ser cancelada.')
  })
})

describe('code 128', () => {
  test('a key of 44 digits is 22 pairs between start, check digit and stop', () => {
    const values = code128Values('35170458716523000119550010000000121000123458')
    expect([values.length, values[0], values[1], values[22]]).toEqual([24, 105, 35, 58])
    const modules = code128('35170458716523000119550010000000121000123458')
    expect(modules.reduce((sum, width) => sum + width, 0)).toBe(24 * 11 + 13)
  })

  test('the example of the standard: PJJ123C has check digit 55', () => {
    expect(code128Values('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55])
  })

  test('letters in the middle change the set and come back', () => {
    expect(code128Values('1234AB5678')).toEqual([105, 12, 34, 100, 33, 34, 99, 56, 78, expect.any(Number)])
    expect(() => code128Values('ç')).toThrow(RangeError)
  })

  test('every symbol is 11 modules wide', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,44}$/), text => {
        const symbols = code128Values(text).length
        expect(code128(text).reduce((sum, width) => sum + width, 0)).toBe(symbols * 11 + 13)
      }),
    )
  })
})
