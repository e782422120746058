// The calls that the product needs of each party outside: its strict server is held to them, and a proof says how many of them it made.

/** '{…}' stands for one part, whatever it is. */
export const templateOf = (calls: readonly string[], made: string): string | undefined => {
  const parts = made.split('/')
  const fits = (call: string) => {
    const asked = call.split('/')
    return asked.length === parts.length && asked.every((part, at) => part.startsWith('{') || part === parts[at])
  }
  return calls.find(call => call === made) ?? calls.find(fits)
}

const moving = (resource: string) => [`POST /v2/${resource}`, `GET /v2/${resource}`, `GET /v2/${resource}/{id}`]
const PAYING = ['transfer', 'brcode-payment', 'boleto-payment', 'utility-payment', 'tax-payment']

export const STARK_CALLS = [
  'GET /v2/balance',
  'GET /v2/transaction',
  'GET /v2/dict-key/{key}',
  'POST /v2/payment-preview',
  ...[...PAYING, 'invoice'].flatMap(moving),
  ...PAYING.map(resource => `GET /v2/${resource}/log`),
  'PATCH /v2/invoice/{id}',
  'GET /v2/invoice/{id}/payment',
  'GET /v2/deposit/{id}',
  'GET /v2/public-key',
  'GET /v2/webhook',
  'POST /v2/webhook',
  'DELETE /v2/webhook/{id}',
  'GET /v2/event',
  'PATCH /v2/event/{id}',
]

export const PIX_CALLS = [
  ...['cob', 'cobv'].flatMap(kind => ['PUT', 'GET', 'PATCH'].map(method => `${method} /${kind}/{txid}`)),
  'GET /pix',
  'PUT /pix/{e2eid}/devolucao/{id}',
  'GET /pix/{e2eid}/devolucao/{id}',
  ...['PUT', 'GET', 'DELETE'].map(method => `${method} /webhook/{chave}`),
]

export const PLUGGY_CALLS = [
  'POST /auth',
  'GET /connectors',
  'POST /items',
  'GET /items/{id}',
  'PATCH /items/{id}',
  'DELETE /items/{id}',
  'POST /items/{id}/mfa',
  'GET /accounts',
  'GET /v2/transactions',
]

export const STRIPE_CALLS = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{id}',
  'POST /v1/payment_intents',
  'GET /v1/payment_intents',
  'GET /v1/payment_intents/{id}',
  'POST /v1/payment_intents/{id}/cancel',
  'GET /v1/payment_methods/{id}',
  'POST /v1/payment_methods/{id}/detach',
  'GET /v1/disputes',
]

/** The distribution's two questions, and the four events of a receiver. */
export const NOTE_CALLS = ['distNSU', 'consChNFe', 'evento 210200', 'evento 210210', 'evento 210220', 'evento 210240']

/** One question, from a number on. */
export const SERVICE_CALLS = ['GET /contribuintes/DFe/{NSU}']

/** Forms of payment as lots of a file, and the return that answers them. */
export const PAYMENT_FILE_CALLS = [
  ...['01', '11', '13', '16', '19', '30', '31', '41', '43', '45', '91'].map(form => `forma ${form}`),
  'retorno',
]
