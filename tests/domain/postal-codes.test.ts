// Postal codes by range: the capital's own and its neighbours'.
import { getMunicipalityByCode } from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import { placeOfPostalCode } from '#domain/postal-codes.ts'

describe('the place of a postal code', () => {
  test.each([
    ['01310-100', 'SP', 'São Paulo'],
    ['08499-999', 'SP', 'São Paulo'],
    ['20040-002', 'RJ', 'Rio de Janeiro'],
    ['30130-010', 'MG', 'Belo Horizonte'],
    ['70160-900', 'DF', 'Brasília'],
    ['80010-000', 'PR', 'Curitiba'],
    ['69005-010', 'AM', 'Manaus'],
    ['90010-150', 'RS', 'Porto Alegre'],
  ])('%s is in %s, of %s', (postalCode, state, city) => {
    const place = placeOfPostalCode(postalCode)
    expect(place?.state).toBe(state)
    expect(getMunicipalityByCode(place?.city_code ?? '')).toMatchObject({ name: city, stateCode: state })
  })

  test.each(['06010-000', '13201000', '24020-000', '72800-000'])('%s is of another city, which no range here tells', postalCode => {
    expect(placeOfPostalCode(postalCode)).toMatchObject({ city_code: undefined })
  })

  test('outside every range, or half typed, is nowhere', () => {
    expect(placeOfPostalCode('00000-000')).toBeUndefined()
    expect(placeOfPostalCode('0131')).toBeUndefined()
  })
})
