/** Of a company that issues notes, in a city that every authority of the tests knows. */
export const ISSUER_ADDRESS = {
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  city_code: '3550308',
  state: 'SP',
  postal_code: '01310-100',
}
