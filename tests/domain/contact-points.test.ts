// Postal codes, phones and e-mails.
import { describe, expect, it } from 'vitest'
import {
  isValidEmail,
  isValidPhone,
  isValidPostalCode,
  maskPhone,
  maskPostalCode,
  readPhone,
  stateOfPostalCode,
  toE164,
} from '#domain/contact-points.ts'

describe('postal code', () => {
  it('is masked while typing and keeps its leading zero', () => {
    expect(['0', '01310', '013102', '01310200', '01310-2009'].map(maskPostalCode)).toEqual([
      '0',
      '01310',
      '01310-2',
      '01310-200',
      '01310-200',
    ])
  })

  it('tells the state of its range, at both edges', () => {
    expect(
      ['01000-000', '19999999', '20000000', '69300000', '69400000', '72800000', '73000000', '99999999'].map(stateOfPostalCode),
    ).toEqual(['SP', 'SP', 'RJ', 'RR', 'AM', 'GO', 'DF', 'RS'])
  })

  it('belongs to no state outside the ranges or when it is not whole', () => {
    expect(['00000000', '00999999', '78950000', '0131020'].map(stateOfPostalCode)).toEqual([undefined, undefined, undefined, undefined])
    expect(isValidPostalCode('1234567-')).toBe(false)
  })
})

describe('phone', () => {
  it('is stored with +55, and 55 alone may be the area code of Rio Grande do Sul', () => {
    expect(toE164('(11) 99999-9999')).toBe('+5511999999999')
    expect(toE164('+55 11 3333-4444')).toBe('+551133334444')
    expect(toE164('55994024478')).toBe('+5555994024478')
    expect(toE164('5511994029275')).toBe('+5511994029275')
  })

  it('may be written with the zero that is dialled before the area code', () => {
    for (const text of ['011 99999-9999', '(011) 99999-9999', '+55 (011) 99999-9999', '+55 (0)11 99999-9999', '5501199999999 9'])
      expect(toE164(text)).toBe('+5511999999999')
    expect(toE164('(051) 3333-4444')).toBe('+555133334444')
    expect(maskPhone('011999999999')).toBe('(11) 99999-9999')
    expect(['0011999999999', '01133', '00 3333-4444'].some(isValidPhone)).toBe(false)
  })

  it('needs an area code without zero and the first digit of a landline or mobile', () => {
    expect(['11 9999', '01994029275', '90994029275', '11594029275', '1998814933', 'onze 99999-9999'].some(isValidPhone)).toBe(false)
  })

  it('needs an area code that exists', () => {
    expect(['11', '24', '37', '55', '79', '99'].every(code => isValidPhone(`${code}33334444`))).toBe(true)
    expect(['20', '23', '26', '36', '39', '52', '56', '72', '78'].some(code => isValidPhone(`${code}33334444`))).toBe(false)
  })

  it('of a record may also be a service’s or of another country, and nothing else', () => {
    expect(['(11) 98888-7777', '0800 123 4567', '0300-123-456', '4004 1234', '+1 (202) 555-0123'].map(readPhone)).toEqual([
      '+5511988887777',
      '08001234567',
      '0300123456',
      '40041234',
      '+12025550123',
    ])
    for (const text of ['', 'abc', '1', '0199123', '00000000000', '0800 12', '0700 123 4567', '5004 1234', '+1 202', '+55 4004 1234', '++'])
      expect(readPhone(text), text).toBeUndefined()
    expect(['0800 123 4567', '4004 1234', '+1 202 555 0123'].map(toE164)).toEqual([undefined, undefined, undefined])
  })

  it('of a service or of another country is masked in its own way, from its first digit on', () => {
    expect(['0', '08', '080', '0800', '08001234567', '0811', '4004', '40041234', '+', '+1', '+12025550123', '+55'].map(maskPhone)).toEqual([
      '0',
      '08',
      '080',
      '0800',
      '0800 123 4567',
      '(81) 1',
      '4004',
      '4004-1234',
      '+',
      '+1',
      '+12025550123',
      '',
    ])
  })

  it('is masked while typing and after pasting with the country code', () => {
    expect(['', '1', '119', '1199999', '1133334444', '11999999999', '+5511999999999'].map(maskPhone)).toEqual([
      '',
      '(1',
      '(11) 9',
      '(11) 99999',
      '(11) 3333-4444',
      '(11) 99999-9999',
      '(11) 99999-9999',
    ])
  })
})

describe('e-mail', () => {
  it('accepts common addresses and refuses broken ones', () => {
    expect(['a@b.co', 'ana.maria+nf@padaria-sol.com.br'].every(isValidEmail)).toBe(true)
    expect(['', 'a', 'a@b', 'a@@b.co', 'a b@c.co', 'a.@b.co', '.a@b.co', 'a@-b.co', `${'a'.repeat(250)}@b.co`].some(isValidEmail)).toBe(
      false,
    )
  })
})
