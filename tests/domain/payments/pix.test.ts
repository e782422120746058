// Pix: keys, BR Codes, identities, reais, limits by the clock of São Paulo.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeParty, crc16, dynamicCode, parseBrCode, staticCode, toCodeText } from '#domain/payments/br-code.ts'
import { changeLimit, defaultLimit, exceededBy, limitAt, periodAt, periodStart, roomNow } from '#domain/payments/limits.ts'
import { endToEndId, isEndToEndId, isTxid, newTxid, refundableCents } from '#domain/payments/pix-ids.ts'
import { formatPixKey, maskPixKey, normalizePixKey, readPixKey } from '#domain/payments/pix-key.ts'
import { centsOfReais, reaisOfCents } from '#domain/payments/reais.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('keys', () => {
  it.each([
    ['529.982.247-25', 'CPF', '52998224725'],
    ['11.222.333/0001-81', 'CNPJ', '11222333000181'],
    ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
    ['+55 (11) 98765-4321', 'PHONE_NUMBER', '+5511987654321'],
    ['Ana.Silva@Exemplo.com.br', 'EMAIL', 'ana.silva@exemplo.com.br'],
    ['123E4567-E89B-42D3-A456-426614174000', 'RANDOM', '123e4567-e89b-42d3-a456-426614174000'],
  ])('%s is %s %s', (text, type, key) => {
    expect(readPixKey(text)).toEqual({ type, key })
    expect(readPixKey(key)).toEqual({ type, key })
  })

  it.each(['', '123', 'a@b', `${'a'.repeat(70)}@exemplo.com`, '111.111.111-11', '+1 212 555 0100', 'nada'])('%j is none', text => {
    expect(readPixKey(text)).toBeUndefined()
  })

  it('keep to the type that was asked', () => {
    expect(normalizePixKey('EMAIL', '52998224725')).toBeUndefined()
    expect(normalizePixKey('PHONE_NUMBER', '11987654321')).toBe('+5511987654321')
  })

  it('of people are shown in part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), n => {
        const cpf = cpfNumber(n)
        expect(maskPixKey({ type: 'CPF', key: cpf })).not.toContain(cpf.slice(0, 5))
        expect(maskPixKey({ type: 'CNPJ', key: cnpjNumber(n) })).toBe(cnpjNumber(n))
      }),
    )
    expect(maskPixKey({ type: 'EMAIL', key: 'ana.silva@exemplo.com' })).toBe('an***@exemplo.com')
  })
})

describe('as people write them', () => {
  it.each([
    ['27418783000184', '27.418.783/0001-84'],
    ['52998224725', '529.982.247-25'],
    ['+5519991230001', '(19) 99123-0001'],
    ['ana@exemplo.com.br', 'ana@exemplo.com.br'],
    ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174000'],
    ['no key at all', 'no key at all'],
  ])('%s', (key, shown) => {
    expect(formatPixKey(key)).toBe(shown)
  })
})

describe('BR Codes', () => {
  it('check as the standard does', () => expect(crc16('123456789')).toBe('29B1'))

  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'ABCDEÁÇÕ abc129-'), maxLength })
  const made = fc.record({
    pix_key: fc.constantFrom('52998224725', 'ana@exemplo.com.br', '+5511987654321', '123e4567-e89b-42d3-a456-426614174000'),
    amount_cents: fc.option(fc.integer({ min: 1, max: 99_999_999 }), { nil: undefined }),
    additional_information: fc.option(text(37), { nil: undefined }),
    txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/), { nil: undefined }),
    merchant_name: text(25),
    merchant_city: text(15),
  })

  it('read back what a static code says', () => {
    fc.assert(
      fc.property(made, code => {
        const emv = staticCode(code)
        expect(emv).toMatch(/^[\x20-\x7e]+$/)
        expect(parseBrCode(emv)).toEqual({
          kind: 'STATIC',
          pix_key: code.pix_key,
          url: null,
          recurrence_url: null,
          amount_cents: code.amount_cents ?? null,
          additional_information: code.additional_information ? toCodeText(code.additional_information) : null,
          merchant_name: toCodeText(code.merchant_name) || 'RECEBEDOR',
          merchant_city: toCodeText(code.merchant_city) || 'BRASIL',
          txid: code.txid ?? '***',
        })
      }),
    )
  })

  it('read back the location of a dynamic code', () => {
    const emv = dynamicCode({ url: 'pix.exemplo.com/qr/v2/abc', ...codeParty('Bárbara Pelé', 'São Miguel do Oeste') })
    expect(parseBrCode(emv)).toMatchObject({
      kind: 'DYNAMIC',
      url: 'pix.exemplo.com/qr/v2/abc',
      pix_key: null,
      merchant_name: 'BARBARA PELE',
      merchant_city: 'SAO MIGUEL DO',
    })
  })

  it('never cut a text to make it fit', () => {
    const fits = { pix_key: 'a@b.co', merchant_name: 'x'.repeat(25), merchant_city: 'y'.repeat(15) }
    expect(() => staticCode(fits)).not.toThrow()
    expect(() => staticCode({ ...fits, merchant_name: 'x'.repeat(26) })).toThrow(RangeError)
    expect(() => staticCode({ ...fits, merchant_city: 'y'.repeat(16) })).toThrow(RangeError)
    expect(() => staticCode({ ...fits, additional_information: 'z'.repeat(68) })).toThrow(RangeError)
  })

  it('with one character changed, cut short or of another arrangement are refused', () => {
    fc.assert(
      fc.property(made, fc.nat(), fc.constantFrom('0', 'Z', '#'), (code, at, mark) => {
        const emv = staticCode(code)
        const wrong = emv.slice(0, at % emv.length) + mark + emv.slice((at % emv.length) + 1)
        if (wrong !== emv && wrong.toUpperCase() !== emv.toUpperCase()) expect(parseBrCode(wrong)).toBeUndefined()
        expect(parseBrCode(emv.slice(0, -1 - (at % 20)))).toBeUndefined()
      }),
    )
    const other = staticCode({ pix_key: 'a@b.co', merchant_name: 'A', merchant_city: 'B' })
      .replace('br.gov.bcb.pix', 'br.gov.bcb.xip')
      .slice(0, -4)
    expect(parseBrCode(other + crc16(other))).toBeUndefined()
    expect(() => staticCode({ pix_key: 'a@b.co', merchant_name: 'A', merchant_city: 'B', txid: 'x'.repeat(26) })).toThrow(RangeError)
  })
})

describe('identities', () => {
  it('have the shape the arrangement asks', () => {
    fc.assert(
      fc.property(bytes(11), bytes(32), fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }), (a, b, at) => {
        const id = endToEndId('99999008', at, a)
        expect(id).toHaveLength(32)
        expect([isEndToEndId(id), isTxid(newTxid(b))]).toEqual([true, true])
      }),
    )
    expect(endToEndId('00000000', Date.parse('2026-03-11T15:04:59Z'), new Uint8Array(11))).toBe('E0000000020260311150400000000000')
  })

  it('refunds never pass the payment nor its ninety days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.array(fc.integer({ min: 1, max: 1e9 }), { maxLength: 10 }),
        (amount_cents, asked) => {
          let refunded_cents = 0
          for (const each of asked)
            refunded_cents += Math.min(each, refundableCents({ amount_cents, refunded_cents, paid_on: '2026-01-01' }, '2026-01-02'))
          expect(refunded_cents).toBeLessThanOrEqual(amount_cents)
        },
      ),
    )
    const payment = { amount_cents: 100, refunded_cents: 0, paid_on: '2026-01-01' }
    expect([refundableCents(payment, '2026-04-01'), refundableCents(payment, '2026-04-02')]).toEqual([100, 0])
  })
})

describe('reais on the wire', () => {
  it('are exact for every amount up to R$ 3.000,00 and for random ones up to 10^13 cents', () => {
    for (let cents = 1; cents <= 300_000; cents += 1) {
      if (centsOfReais(cents / 100) !== cents) throw new Error(`${cents / 100} is not ${cents} cents`)
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e13 - 1 }), cents => {
        expect(centsOfReais(reaisOfCents(cents))).toBe(cents)
        expect(centsOfReais(cents / 100)).toBe(cents)
      }),
      { numRuns: 10_000 },
    )
  })

  it.each([1.001, '1.234', '', ' 1', '1e3', '0x10', '-1', -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, '1,50', '.5'])(
    '%j is refused',
    value => {
      expect(centsOfReais(value)).toBeUndefined()
    },
  )
})

describe('limits', () => {
  const at = (time: string) => Date.parse(`2026-03-11T${time}-03:00`)

  it.each([
    ['05:59:59', 'NIGHT'],
    ['06:00:00', 'DAY'],
    ['19:59:59', 'DAY'],
    ['20:00:00', 'NIGHT'],
    ['23:59:59', 'NIGHT'],
    ['00:00:00', 'NIGHT'],
  ])('at %s it is %s', (time, period) => expect(periodAt(at(time))).toBe(period))

  it('a night is one period from 20h to 6h', () => {
    const evening = at('20:00:00')
    expect([
      periodStart(evening),
      periodStart(at('23:59:59')),
      periodStart(at('23:59:59') + 1000),
      periodStart(evening + 10 * 3_600_000 - 1),
    ]).toEqual(Array(4).fill(evening))
    expect([periodStart(at('06:00:00')), periodStart(at('19:59:59'))]).toEqual([at('06:00:00'), at('06:00:00')])
  })

  it('are cut at once and raised after a day', () => {
    const now = at('12:00:00')
    const day = 24 * 3_600_000
    const limit = { current_cents: 100_000, next_cents: null, next_from: null }
    const raised = changeLimit(limit, 200_000, now)
    expect([limitAt(raised, now), limitAt(raised, now + day - 1), limitAt(raised, now + day)]).toEqual([100_000, 100_000, 200_000])
    expect(limitAt(changeLimit(raised, 50_000, now + 1), now + 1)).toBe(50_000)
    expect(limitAt(changeLimit(limit, null, now), now + day)).toBeNull()
    expect(limitAt(changeLimit({ ...limit, current_cents: null }, 10, now), now)).toBe(10)
  })

  it('leave what was not yet sent, less where the device is unknown', () => {
    const known = { limit_cents: 100_000, spent_cents: 99_999, known_device: true, spent_unknown_today_cents: 0 }
    const room = (spending: typeof known | (Omit<typeof known, 'limit_cents'> & { limit_cents: null })) => roomNow(spending)
    expect(room(known)).toEqual({ total_cents: 1, each_cents: 1 })
    expect(room({ ...known, spent_cents: 100_001 }).total_cents).toBe(0)
    expect(room({ ...known, limit_cents: null })).toEqual({ total_cents: null, each_cents: null })
    const unknown = { limit_cents: null, spent_cents: 0, known_device: false, spent_unknown_today_cents: 0 }
    expect(room(unknown)).toEqual({ total_cents: 100_000, each_cents: 20_000 })
    expect(room({ ...unknown, spent_unknown_today_cents: 99_999 })).toEqual({ total_cents: 1, each_cents: 1 })
    expect(exceededBy(room(unknown), [20_000, 20_000, 20_000, 20_000, 20_000])).toBeUndefined()
    expect(exceededBy(room(unknown), [20_001])).toBe(20_000)
    expect(exceededBy(room({ ...unknown, spent_unknown_today_cents: 1 }), [20_000, 20_000, 20_000, 20_000, 20_000])).toBe(99_999)
    expect(exceededBy(room({ ...known, limit_cents: null }), [1e12])).toBeUndefined()
    expect([defaultLimit('NIGHT', 'MEI'), defaultLimit('DAY', 'MEI'), defaultLimit('NIGHT', 'LUCRO_REAL')]).toEqual([100_000, null, null])
  })
})
