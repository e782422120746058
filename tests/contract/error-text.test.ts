// The sentences of the catalogue agree with the numbers in them.
import { expect, test } from 'vitest'
import { ERRORS, type ErrorId, errorText } from '#contract/errors.ts'

test('of one and of many', () => {
  expect(errorText('bulk.rejected', { n: 1 })).toBe('1 item não pode mudar: veja a lista.')
  expect(errorText('bulk.rejected', { n: 1200 })).toBe('1.200 itens não podem mudar: veja a lista.')
  expect(errorText('auth.otp_invalid', { n: 1 })).toBe('Confira o código. Resta 1 tentativa.')
  expect(errorText('import.row_errors', { n: 1 })).toBe('1 linha com erro; nada foi importado.')
  expect(errorText('invoice.limit_reached', { n: 1 })).toContain('já emitiu a 1 nota deste mês')
})

/** A limit that is never one. */
const ALWAYS_MANY = ['bulk.too_many', 'request.too_large']

test('no sentence counts without words for one', () => {
  const plain = Object.entries(ERRORS).filter(([id, { message }]) => message.includes('{n}') && !ALWAYS_MANY.includes(id))
  expect(plain.map(([id]) => id)).toEqual([])
  for (const id of Object.keys(ERRORS) as ErrorId[]) expect(errorText(id, { n: 2 }), id).not.toMatch(/[{}#|]/)
})
