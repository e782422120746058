// A Stripe of our own on this machine, strict where theirs is: forms, headers and keys are checked, and a call it does not know is a bug.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { readTyped, type TypedCard, typingPage } from './stripe-page.ts'

const KEY = 'sk_test_razao'
const WEBHOOK_SECRET = 'whsec_razao'
/** What the product is started with to reach it. */
export const ACQUIRER_KEYS = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET }
const VERSION = '2026-10-28.endive'

const NewSession = z.strictObject({
  mode: z.literal('setup'),
  currency: z.literal('brl'),
  'allowed_payment_method_types[0]': z.literal('card'),
  customer_creation: z.literal('always'),
  client_reference_id: z.uuid(),
  success_url: z.string().includes('{CHECKOUT_SESSION_ID}'),
  cancel_url: z.url(),
})
const NewIntent = z.strictObject({
  amount: z.string().regex(/^[1-9]\d*$/),
  currency: z.literal('brl'),
  customer: z.string().startsWith('cus_'),
  payment_method: z.string().startsWith('pm_'),
  off_session: z.literal('true'),
  confirm: z.literal('true'),
  'metadata[reference]': z.uuid(),
  'metadata[company]': z.uuid(),
  'metadata[billing]': z.uuid(),
})

export interface StripeIntent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string
  status: string
  metadata: Record<string, string>
  last_payment_error: { code: string; decline_code?: string } | null
}

export interface StripeMethod {
  id: string
  object: 'payment_method'
  customer: string | null
  card: TypedCard
}

export interface StripeDispute {
  id: string
  object: 'dispute'
  payment_intent: string
  status: string
  metadata: Record<string, never>
}

type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'reset'
  | 'done, then reset'
  | 'done, then silence'
  | 'half, then silence'
interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete'
  url: string
  success_url: string
  cancel_url: string
  client_reference_id: string
  customer: string | null
  setup_intent: { status: string; payment_method: string } | null
}
interface Write {
  key: string | undefined
  text: string
  detaches: boolean
}
type Answer = [status: number, body: unknown]

export interface StripeServer {
  settings: { url: string; secretKey: string; webhookSecret: string }
  intents: StripeIntent[]
  methods: StripeMethod[]
  disputes: StripeDispute[]
  sessions: ReadonlyMap<string, Session>
  /** '{method} {path}', in order. */
  calls: string[]
  /** Calls that their contract does not know. */
  refused: string[]
  /** The person types a card on the page of the newest session; returns where they come back with. */
  typeCard(card?: Partial<TypedCard>): string
  /** What the next charges become; by default they succeed. */
  becomes(status: string, code?: string, declineCode?: string): void
  fail(call: string, ...faults: Fault[]): void
  /** The faults that a call met, in order. */
  met: Fault[]
  /** No fault waits any more. */
  calm(): void
  /** They remember keys for a day. */
  forgetKeys(): void
  close(): Promise<void>
}

const found = (object: unknown): Answer =>
  object ? [200, object] : [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } }]

/** Without a port it takes a free one. */
export async function stripeServer(port = 0): Promise<StripeServer> {
  const intents: StripeIntent[] = []
  const methods: StripeMethod[] = []
  const disputes: StripeDispute[] = []
  const sessions = new Map<string, Session>()
  const calls: string[] = []
  const refused: string[] = []
  const faults = new Map<string, Fault[]>()
  const met: Fault[] = []
  const keys = new Map<string, { text: string; answer: Answer }>()
  let next: { status: string; error: StripeIntent['last_payment_error'] } = { status: 'succeeded', error: null }

  const own = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const makeSession = (form: unknown): Answer => {
    const { client_reference_id, success_url, cancel_url } = NewSession.parse(form)
    const id = `cs_test_${sessions.size + 1}`
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `${own()}/pay/${id}`,
      client_reference_id,
      success_url,
      cancel_url,
      customer: null,
      setup_intent: null,
    }
    sessions.set(id, session)
    return [200, session]
  }

  const makeIntent = (form: unknown): Answer => {
    const read = NewIntent.parse(form)
    if (methods.find(each => each.id === read.payment_method)?.customer !== read.customer)
      return [400, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such PaymentMethod' } }]
    const metadata = {
      reference: read['metadata[reference]'],
      company: read['metadata[company]'],
      billing: read['metadata[billing]'],
    }
    const { amount, currency, customer } = read
    const { status, error } = next
    const intent: StripeIntent = {
      id: `pi_${intents.length + 1}`,
      object: 'payment_intent',
      amount: Number(amount),
      currency,
      customer,
      status,
      metadata,
      last_payment_error: error,
    }
    intents.push(intent)
    return error ? [402, { error: { type: 'card_error', ...error, payment_intent: intent } }] : [200, intent]
  }

  const cancelIntent = (id: string, form: unknown): Answer => {
    z.strictObject({ cancellation_reason: z.literal('abandoned') }).parse(form)
    const intent = intents.find(each => each.id === id)
    if (!intent || intent.status === 'succeeded' || intent.status === 'canceled')
      return [400, { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } }]
    Object.assign(intent, { status: 'canceled', cancellation_reason: 'abandoned' })
    return [200, intent]
  }

  const detachMethod = (id: string, form: unknown): Answer => {
    z.strictObject({}).parse(form)
    const method = methods.find(each => each.id === id)
    if (!method) return found(undefined)
    if (method.customer === null) return [400, { error: { type: 'invalid_request_error', message: 'not attached to a customer' } }]
    method.customer = null
    return [200, method]
  }

  /** A payment method stands in a session as its id, unless the whole of it is asked for. */
  const expanded = (session: Session | undefined, asked: URLSearchParams): unknown => {
    if (!session?.setup_intent || !asked.getAll('expand[0]').includes('setup_intent.payment_method')) return session
    const { payment_method: id } = session.setup_intent
    return { ...session, setup_intent: { ...session.setup_intent, payment_method: methods.find(each => each.id === id) } }
  }

  const answer = (call: string, url: URL, form: unknown): Answer => {
    const [, , resource = '', ...ids] = url.pathname.split('/')
    if (call === 'POST /v1/checkout/sessions') return makeSession(form)
    if (call === 'POST /v1/payment_intents') return makeIntent(form)
    if (call === 'GET /v1/payment_intents') {
      const own = intents.filter(each => each.customer === url.searchParams.get('customer')).reverse()
      return [200, { object: 'list', data: own, has_more: false, url: '/v1/payment_intents' }]
    }
    if (call === 'GET /v1/disputes') {
      const { payment_intent } = z
        .strictObject({ payment_intent: z.string(), limit: z.string() })
        .parse(Object.fromEntries(url.searchParams))
      const newest = disputes.filter(each => each.payment_intent === payment_intent).reverse()
      return [200, { object: 'list', data: newest, has_more: false, url: '/v1/disputes' }]
    }
    if (resource === 'payment_methods' && ids.at(-1) === 'detach') return detachMethod(ids[0] ?? '', form)
    if (resource === 'payment_intents' && ids.at(-1) === 'cancel') return cancelIntent(ids[0] ?? '', form)
    const id = ids.at(-1) ?? ''
    if (call.startsWith('GET /v1/payment_intents/')) return found(intents.find(each => each.id === id))
    if (call.startsWith('GET /v1/payment_methods/')) return found(methods.find(each => each.id === id))
    if (call.startsWith('GET /v1/checkout/sessions/')) return found(expanded(sessions.get(id), url.searchParams))
    throw new Error('unknown call')
  }

  /** What may be said twice needs no key. The first answer to a key is given again, to the same parameters only. */
  const remembered = ({ key, text, detaches }: Write, work: () => Answer): Answer => {
    if (!key && detaches) return work()
    if (!key) throw new Error('a write without a key')
    const before = keys.get(key)
    if (before && before.text !== text) return [400, { error: { type: 'idempotency_error', message: 'Keys can only be used once' } }]
    const given = before?.answer ?? work()
    keys.set(key, { text, answer: given })
    return given
  }

  const complete = (session: Session, card: TypedCard): void => {
    const [, number = ''] = session.id.split('cs_test_')
    const customer = `cus_${number}`
    methods.push({ id: `pm_${number}`, object: 'payment_method', customer, card })
    Object.assign(session, { status: 'complete', customer, setup_intent: { status: 'succeeded', payment_method: `pm_${number}` } })
  }

  /** The page of a session, for a person's browser. */
  const showPage = (session: Session | undefined, form: URLSearchParams | undefined, response: ServerResponse): void => {
    if (session?.status !== 'open') return void response.writeHead(404).end()
    const card = form && readTyped(form)
    if (!card) return void response.writeHead(200, { 'content-type': 'text/html' }).end(typingPage(session.cancel_url, form !== undefined))
    complete(session, card)
    response.writeHead(303, { location: session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id) }).end()
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', 'http://stripe')
    if (url.pathname.startsWith('/pay/')) {
      const typed = request.method === 'POST' ? new URLSearchParams(text) : undefined
      return showPage(sessions.get(url.pathname.slice('/pay/'.length)), typed, response)
    }
    const call = `${request.method} ${url.pathname}`
    calls.push(call)
    const fault = faults.get(call)?.shift()
    if (fault) met.push(fault)
    if (fault === 'reset') return void request.socket.destroy()
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '{}')
    const send = (status: number, body: unknown) => {
      if (fault === 'done, then reset') return void request.socket.destroy()
      if (fault === 'done, then silence') return
      if (fault === 'half, then silence') return void response.writeHead(status, { 'content-type': 'application/json' }).write('{')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const { headers } = request
    if (headers.authorization !== `Bearer ${KEY}`) return send(401, { error: { type: 'invalid_request_error' } })
    try {
      if (headers['stripe-version'] !== VERSION) throw new Error('another version')
      if (request.method !== 'POST') return send(...answer(call, url, undefined))
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Error('not a form')
      const key = headers['idempotency-key']
      const form = Object.fromEntries(new URLSearchParams(text))
      const write = { key: typeof key === 'string' ? key : undefined, text, detaches: url.pathname.endsWith('/detach') }
      send(...remembered(write, () => answer(call, url, form)))
    } catch (error) {
      refused.push(`${call}: ${error}`)
      send(400, { error: { type: 'invalid_request_error', message: 'invalid' } })
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  return {
    settings: { url: own(), secretKey: KEY, webhookSecret: WEBHOOK_SECRET },
    intents,
    methods,
    disputes,
    sessions,
    calls,
    refused,
    met,
    calm: () => faults.clear(),
    typeCard(typed = {}) {
      const session = [...sessions.values()].at(-1)
      if (!session) throw new Error('no page was opened')
      complete(session, { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, ...typed })
      return session.id
    },
    becomes(status, code, decline_code) {
      next = { status, error: code ? { code, ...(decline_code ? { decline_code } : {}) } : null }
    },
    fail: (call, ...told) => void faults.set(call, told),
    forgetKeys: () => keys.clear(),
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
