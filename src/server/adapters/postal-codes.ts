// Addresses by postal code as a port: what the Correios ranges say of it, or a ViaCEP-like service that knows the street.
import { getMunicipalityByCode } from '@brazilian-utils/brazilian-utils'
import { z } from 'zod'
import type { Address } from '#contract/kit/fields.ts'
import { maskPostalCode } from '#domain/contact-points.ts'
import { placeOfPostalCode } from '#domain/postal-codes.ts'
import { readRest } from './rest.ts'

export interface PostalCodes {
  readonly source: 'provider' | 'ranges'
  /** Undefined: there is no such postal code. Takes eight digits, with or without the mask. */
  find(postalCode: string): Promise<Address | undefined>
}

/** State and, of the capitals, city: nothing invents a street. */
export const postalCodeRanges: PostalCodes = {
  source: 'ranges',
  async find(postalCode) {
    const place = placeOfPostalCode(postalCode)
    if (!place) return undefined
    const city = place.city_code === undefined ? {} : { city: getMunicipalityByCode(place.city_code)?.name, city_code: place.city_code }
    return { postal_code: maskPostalCode(postalCode), ...city, state: place.state, country: 'Brasil' }
  },
}

const ViaCep = z.union([
  z.object({ erro: z.union([z.literal(true), z.literal('true')]) }),
  z.object({
    cep: z.string(),
    logradouro: z.string().max(200),
    bairro: z.string().max(120),
    localidade: z.string().max(120),
    uf: z.string().length(2),
    ibge: z.string().length(7),
  }),
])

/** `GET {base}/01310100/json/`, as viacep.com.br/ws answers it. A postal code of a whole city has no street. */
export function viaCep(base: string): PostalCodes {
  return {
    source: 'provider',
    async find(postalCode) {
      const found = await readRest(base, `${postalCode.replace(/\D/g, '')}/json/`, ViaCep)
      if (!found || 'erro' in found) return undefined
      const { cep, logradouro, bairro, localidade, uf, ibge } = found
      return {
        postal_code: maskPostalCode(cep),
        ...(logradouro ? { street: logradouro } : {}),
        ...(bairro ? { neighborhood: bairro } : {}),
        city: localidade,
        city_code: ibge,
        state: uf,
        country: 'Brasil',
      }
    },
  }
}
