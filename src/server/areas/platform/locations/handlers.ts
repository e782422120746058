// States and cities of IBGE, and the address of a postal code as far as it is known; nothing here invents one.
import { getMunicipalities, getStates } from '@brazilian-utils/brazilian-utils'
import type { contract } from '#contract/index.ts'
import { isValidPostalCode } from '#domain/contact-points.ts'
import { compareText } from '#domain/text.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { heard } from '#server/kernel/asking.ts'
import { type Handlers, Later } from '#server/kernel/context.ts'

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

  async address(ctx, { params }) {
    if (!isValidPostalCode(params.postalCode)) throw invalid('postalCode', 'CEP inválido')
    const { postalCodes } = ctx.services
    return new Later(async () => {
      const address = await heard(postalCodes.find(params.postalCode))
      if (!address) throw fail('resource.not_found')
      return { ...address, source: postalCodes.source }
    })
  },
}
