// CPF and CNPJ: check digits against an independent library, forms and masks.
import { generateCnpj, generateCpf, isValidCnpj as oracleCnpj, isValidCpf as oracleCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  documentError,
  documentKind,
  formatDocument,
  isValidCnpj,
  isValidCpf,
  maskCpfForLists,
  maskDocument,
  normalizeDocument,
} from '#domain/documents.ts'

describe('check digits', () => {
  it('accept what the independent library generates, and refuse it with one digit changed', () => {
    for (let round = 0; round < 100; round++) {
      const cpf = generateCpf()
      const wrong = cpf.slice(0, -1) + ((Number(cpf.at(-1)) + 1) % 10)
      expect([isValidCpf(cpf), isValidCpf(wrong)]).toEqual([true, false])
      for (const cnpj of [generateCnpj(1), generateCnpj(2)]) {
        expect(isValidCnpj(cnpj), cnpj).toBe(true)
        expect(isValidCnpj(cnpj.slice(0, -1) + ((Number(cnpj.at(-1)) + 1) % 10)), cnpj).toBe(false)
      }
    }
  })

  it('agree with the library on any eleven digits and any fourteen characters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), text => {
        fc.pre(text !== '12345678909')
        expect(isValidCpf(text)).toBe(oracleCpf(text))
      }),
    )
    const body = fc.stringMatching(/^[0-9A-Z]{12}$/)
    fc.assert(
      fc.property(body, fc.nat(9), fc.nat(9), (twelve, first, second) => {
        const text = `${twelve}${first}${second}`
        expect(isValidCnpj(text)).toBe(oracleCnpj(text, { version: 2 }))
      }),
    )
    // One of the hundred endings of a body is right, and both agree which.
    fc.assert(
      fc.property(body, twelve => {
        const endings = Array.from({ length: 100 }, (_, ending) => `${twelve}${String(ending).padStart(2, '0')}`)
        expect(endings.filter(isValidCnpj)).toEqual(endings.filter(text => oracleCnpj(text, { version: 2 })))
      }),
    )
  })

  it('know the official alphanumeric example, in either case and with its mask', () => {
    expect(isValidCnpj('12.ABC.345/01DE-35')).toBe(true)
    expect(isValidCnpj('12abc34501de35')).toBe(true)
    expect(isValidCnpj('12ABC34501DE36')).toBe(false)
    expect(isValidCnpj('12ABC34501DE3A')).toBe(false)
  })

  it('refuse equal digits and accept 12345678909', () => {
    for (let digit = 0; digit < 10; digit++) {
      expect(isValidCpf(`${digit}`.repeat(11))).toBe(false)
      expect(isValidCnpj(`${digit}`.repeat(14))).toBe(false)
    }
    expect(isValidCpf('12345678909')).toBe(true)
  })
})

describe('forms', () => {
  it('up to eleven characters is a CPF, a letter or a twelfth makes a CNPJ', () => {
    expect(['', '529', '52998224725', '529982247250', '1A'].map(documentKind)).toEqual(['CPF', 'CPF', 'CPF', 'CNPJ', 'CNPJ'])
  })

  it('names the error of the kind it is', () => {
    expect(documentError('529.982.247-25')).toBeUndefined()
    expect(documentError('529.982.247-26')).toBe('CPF é inválido')
    expect(documentError('')).toBe('CPF é inválido')
    expect(documentError('11.222.333/0001-82')).toBe('CNPJ é inválido')
    expect(documentError('11.222.333/0001-81')).toBeUndefined()
  })

  it('masks while typing, without a dangling separator', () => {
    const typed = ['', '5', '529', '5299', '529982247', '5299822472', '52998224725', '529982247250', '12abc34501de35', '12ABC34501DEX35']
    expect(typed.map(maskDocument)).toEqual([
      '',
      '5',
      '529',
      '529.9',
      '529.982.247',
      '529.982.247-2',
      '529.982.247-25',
      '52.998.224/7250',
      '12.ABC.345/01DE-35',
      '12.ABC.345/01DE-35',
    ])
  })

  it('masking is stable and loses nothing of a whole document', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\d{11}|[0-9A-Z]{12}\d{2})$/), document => {
        expect(maskDocument(maskDocument(document))).toBe(maskDocument(document))
        expect(normalizeDocument(maskDocument(document))).toBe(document)
        expect(normalizeDocument(formatDocument(document))).toBe(document)
      }),
    )
  })

  it('hides the ends of a CPF in lists and shows a CNPJ whole', () => {
    expect(maskCpfForLists('52998224725')).toBe('***.982.247-**')
    expect(maskCpfForLists('11222333000181')).toBe('11.222.333/0001-81')
    expect(formatDocument('ISENTO')).toBe('ISENTO')
  })
})
