// States and cities of IBGE, and what the ranges of the Correios say of a postal code; nothing here invents an address.
import { getMunicipalities, getStates } from '@brazilian-utils/brazilian-utils'
import type { contract } from '#contract/index.ts'
import { isValidPostalCode, maskPostalCode, stateOfPostalCode } from '#domain/contact-points.ts'
import { compareText } from '#domain/text.ts'
import type { Handlers } from '../../kernel/context.ts'
import { fail, invalid } from '../../kernel/fail.ts'

const STATES = getStates()
  .map(({ ibgeCode, name, code }) => ({ id: Number(ibgeCode), name: String(name), uf: code }))
  .sort((a, b) => compareText(a.name, b.name))

export const locationHandlers: Handlers<(typeof contract)['locations']> = {
  async states() {
    return STATES
  },

  async cities(_, { params }) {
    const state = STATES.find(each => each.uf === params.uf.toUpperCase())
    if (!state) throw fail('resource.not_found')
    return getMunicipalities(state.uf).map(({ code, name }) => ({ id: Number(code), name }))
  },

  async address(_, { params }) {
    if (!isValidPostalCode(params.postalCode)) throw invalid('postalCode', 'CEP inválido')
    const state = stateOfPostalCode(params.postalCode)
    if (!state) throw fail('resource.not_found')
    return { postal_code: maskPostalCode(params.postalCode), state, country: 'Brasil', source: 'ranges' as const }
  },
}
