// States, cities and postal codes (SPEC.md, Places): from our own tables; addresses from a provider where one is configured.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Address } from './kit/fields.ts'

export const State = z.object({ id: z.int(), name: z.string(), uf: z.string() })
export const City = z.object({ id: z.int(), name: z.string() })

export const locations = resource('locations', {
  states: endpoint('GET /v1/ibge/states', { summary: 'Os estados.', returns: z.array(State), tenant: 'none' }),
  cities: endpoint('GET /v1/ibge/{uf}/cities', { summary: 'As cidades de um estado.', returns: z.array(City), tenant: 'none' }),
  address: endpoint('GET /v1/ibge/{postalCode}/address', {
    summary: 'O endereço de um CEP; sem provedor configurado, o estado e, das capitais, a cidade.',
    returns: Address.extend({ source: z.enum(['provider', 'ranges']) }),
    tenant: 'none',
    rate: 'lookup',
    fails: ['resource.not_found', 'validation.failed', 'provider.unavailable'],
  }),
})
