// Postal codes, phones and e-mails.
import { describe, expect, it } from 'vitest'
import {
  isValidEmail,
  isValidPhone,
  isValidPostalCode,
  maskPhone,
  maskPostalCode,
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
