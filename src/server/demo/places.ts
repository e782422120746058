// Where demo companies and their customers are: whole addresses, with the city's IBGE code and a postal code from its range.
import type { Address } from '#contract/kit/fields.ts'
import { withCity } from '#server/areas/fiscal/invoices/party.ts'
import type { DemoCompany } from './companies.ts'

const POSTAL_CODES: Readonly<Record<string, string>> = {
  Americana: '13465000',
  Atibaia: '12940000',
  'Belo Horizonte': '30110000',
  Campinas: '13010000',
  Curitiba: '80010000',
  Florianópolis: '88010000',
  Goiânia: '74003000',
  Hortolândia: '13183000',
  Indaiatuba: '13330000',
  Itatiba: '13250000',
  Joinville: '89201000',
  Jundiaí: '13201000',
  Limeira: '13480000',
  Manaus: '69005000',
  'Nova Odessa': '13380000',
  Paulínia: '13140000',
  Recife: '50010000',
  'Ribeirão Preto': '14010000',
  'Rio Claro': '13500000',
  Salvador: '40010000',
  Sumaré: '13170000',
  Uberlândia: '38400000',
  Valinhos: '13270000',
  Vinhedo: '13280000',
}

/** An address in the company's city. */
export function addressIn({ city, state }: DemoCompany, street: string, number: number): Address {
  const postal_code = POSTAL_CODES[city]
  if (postal_code === undefined) throw new Error(`the demo knows no postal code of ${city}`)
  return withCity({ postal_code, street, number: String(number), neighborhood: 'Centro', city, state, country: 'Brasil' }) as Address
}
