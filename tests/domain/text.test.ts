// Folding, significant words and likeness of names.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareText, counted, editDistance, fold, significantTokens, similarity, startsNearly } from '#domain/text.ts'

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

describe('fold', () => {
  it('drops case and accents', () => {
    expect(fold('Comércio de Pães AÇÚCAR & Cia. Ñ')).toBe('comercio de paes acucar & cia. n')
    expect(fold('cafe\u0301')).toBe('cafe')
  })

  it('equals the decomposition of Unicode on any text of Latin letters, and is stable', () => {
    const text = fc.string({ unit: fc.integer({ min: 32, max: 0x17f }).map(code => String.fromCharCode(code)) })
    fc.assert(
      fc.property(text, given => {
        expect(fold(given)).toBe(folded(given))
        expect(fold(fold(given))).toBe(fold(given))
      }),
    )
  })
})

describe('likeness', () => {
  it('rests on words that say something', () => {
    expect(significantTokens('PIX ENVIADO 20/11 Padaria São José LTDA 0001 padaria')).toEqual(['padaria', 'sao', 'jose'])
    expect(significantTokens('TED DOC PGTO 123')).toEqual([])
  })

  it('is high for the same name in bank clothes and low for another', () => {
    expect(similarity('PGTO BOLETO ENERGISA SUL 123', 'Energisa Sul')).toBe(1)
    expect(similarity('PIX RECEBIDO PADARIA SAO JO', 'Padaria São José Ltda')).toBeGreaterThanOrEqual(0.6)
    expect(similarity('Aluguel loja', 'Energia elétrica')).toBe(0)
    expect(similarity('', '')).toBe(0)
    expect(similarity('PIX', 'PIX')).toBe(0)
  })

  it('is symmetric, between 0 and 1, and 1 with itself', () => {
    const words = fc
      .array(fc.constantFrom('padaria', 'pad', 'sol', 'solar', 'pix', 'energia', 'ene', 'luz'), { maxLength: 5 })
      .map(list => list.join(' '))
    fc.assert(
      fc.property(words, words, (a, b) => {
        const likeness = similarity(a, b)
        expect(likeness).toBe(similarity(b, a))
        expect(likeness >= 0 && likeness <= 1).toBe(true)
        if (significantTokens(a).length > 0) expect(similarity(a, a)).toBe(1)
      }),
    )
  })
})

it('compares as a Brazilian reader orders', () => {
  expect(['Érica', 'zé', 'Ana', 'eduardo', 'conta 10', 'conta 9'].sort(compareText)).toEqual([
    'Ana',
    'conta 9',
    'conta 10',
    'eduardo',
    'Érica',
    'zé',
  ])
})

it('counts single-letter edits, a swap of neighbours as one', () => {
  expect([editDistance('stauts', 'status'), editDistance('venc', 'venc'), editDistance('', 'abc'), editDistance('cat', 'conta')]).toEqual([
    1, 0, 3, 3,
  ])
})

it('finds the beginning of a word one edit away, as the distance counts them', () => {
  const word = fc.stringMatching(/^[abc]{1,8}$/)
  fc.assert(
    fc.property(word, word, (whole, typed) => {
      const lengths = [typed.length - 1, typed.length, typed.length + 1]
      expect(startsNearly(whole, typed)).toBe(lengths.some(length => editDistance(whole.slice(0, length), typed) <= 1))
    }),
    { numRuns: 2000 },
  )
})

it('counts one, none and thousands as a Brazilian reader writes them', () => {
  expect([0, 1, 2, 1234].map(count => counted(count, ['conta', 'contas']))).toEqual(['0 contas', '1 conta', '2 contas', '1.234 contas'])
})
