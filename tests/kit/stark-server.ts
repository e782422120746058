// A Stark Bank of our own on this machine, strict where theirs is: the signature over the very bytes, the list around each body, no field it
// does not know. It keeps state, and has bad days.
import { sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { isSignedRequest, type KeyPair, makeKeyPair } from '#server/adapters/stark/signing.ts'

const MAX_SKEW_SECONDS = 300
const tags = z.array(z.string().regex(/^[a-z0-9-]+$/))
const description = z.string().min(10)
const amount = z.int().positive()
const Transfer = z.strictObject({
  amount,
  name: z.string().min(1),
  taxId: z.string().min(11),
  bankCode: z.string().regex(/^(\d{8}|\d{1,3})$/),
  branchCode: z.string().min(1),
  accountNumber: z.string().min(1),
  accountType: z.enum(['checking', 'payment', 'savings', 'salary']),
  externalId: z.string().min(1),
  description: z.string().optional(),
  tags,
})
const taxId = z.string().min(11)
const BODIES = {
  transfer: Transfer,
  'brcode-payment': z.strictObject({ brcode: z.string().min(20), taxId, description, amount: amount.optional(), tags }),
  'boleto-payment': z.strictObject({ barCode: z.string().regex(/^\d{44}$/), taxId, description, tags }),
  'utility-payment': z.strictObject({ barCode: z.string().regex(/^8\d{43}$/), description, tags }),
  'tax-payment': z.strictObject({ barCode: z.string().regex(/^8\d{43}$/), description, tags }),
  invoice: z.strictObject({
    amount,
    name: z.string().min(1),
    taxId,
    due: z.iso.date(),
    expiration: z.int().positive(),
    fine: z.number(),
    interest: z.number(),
    tags,
    descriptions: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
  }),
}
type Resource = keyof typeof BODIES
const SUBSCRIPTIONS = [
  'deposit',
  'invoice',
  'brcode-payment',
  'transfer',
  'utility-payment',
  'boleto',
  'boleto-payment',
  'darf-payment',
  'payment-request',
  'boleto-holmes',
] as const
const PLURAL: Record<Resource, string> = {
  transfer: 'transfers',
  'brcode-payment': 'payments',
  'boleto-payment': 'payments',
  'utility-payment': 'payments',
  'tax-payment': 'payments',
  invoice: 'invoices',
}
const one = (resource: Resource) => PLURAL[resource].slice(0, -1)
const isResource = (text: string): text is Resource => text in BODIES

export interface BankEntity {
  id: string
  resource: Resource
  status: string
  amount: number
  asked: Record<string, unknown>
  tags: string[]
  transactionIds: string[]
  created: string
  updated: string
}

export interface BankRow {
  id: string
  amount: number
  balance: number
  fee: number
  source: string
  description: string
  created: string
  tags: string[]
}

/** Does with the response whatever a bad day does; `taken`: the call is done all the same, before it. */
export interface StarkFault {
  method?: string
  path: string
  taken: boolean
  answer(response: ServerResponse): void
}

export interface StarkServer {
  readonly url: string
  readonly projectId: string
  /** Whom the bank knows: null is nobody yet. */
  publicKey: string | null
  /** 'POST /v2/transfer', of every call. */
  readonly calls: string[]
  /** Calls that broke the contract, and how. */
  readonly refused: string[]
  readonly bodies: { method: string; path: string; query: Record<string, string>; body: unknown; answer: unknown }[]
  readonly entities: BankEntity[]
  readonly rows: BankRow[]
  readonly keys: Map<string, Record<string, string>>
  readonly deposits: Map<string, Record<string, unknown>>
  readonly previews: Map<string, Record<string, unknown>>
  readonly faults: StarkFault[]
  /** What it told in vain, until it is said to have come. */
  readonly events: { id: string; tag: string }[]
  /** Why payments failed, by the bank's own id. */
  readonly reasons: Map<string, unknown[]>
  readonly webhooks: { id: string; url: string; subscriptions: string[] }[]
  /** Its own, with which it signs notices. */
  keys_of_bank: KeyPair
  balance: number
  pageSize: number
  /** Those not in the list yet, however they are asked for. */
  unlisted: boolean
  /** Called before each page of the statement is answered. */
  beforePage: ((page: number) => void) | undefined
  /** The entity of that tag of ours. */
  of(tag: string): BankEntity
  /** Moves the money of one that was taken. */
  succeed(tag: string): BankEntity
  /** The payer of an invoice pays it. */
  pay(tag: string): BankEntity
  post(row: Pick<BankRow, 'amount'> & Partial<BankRow>): BankRow
  reset(): void
  close(): Promise<void>
}

class Wrong extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** At a port of its own, unless one is given. */
export async function starkServer(now: () => number, port = 0): Promise<StarkServer> {
  let ids = 5_000_000_000_000_000
  const nextId = () => {
    ids += 1
    return String(ids)
  }
  const moment = () => new Date(now()).toISOString().replace('Z', '000+00:00')

  const seen = ({ resource, asked, ...entity }: BankEntity): object => {
    const shown = { ...asked, ...entity }
    return resource === 'invoice' ? { ...shown, brcode: `00020101021226invoice${entity.id}`, fine: 0, interest: 0 } : shown
  }

  const create = (resource: Resource, body: unknown): object => {
    const wrapper = z.strictObject({ [PLURAL[resource]]: z.array(BODIES[resource]).min(1).max(100) })
    const [asked] = wrapper.parse(body)[PLURAL[resource]] as unknown as [Record<string, unknown> & { tags: string[]; amount?: number }]
    if (resource === 'transfer' && bank.entities.some(each => each.asked.externalId === asked.externalId))
      throw new Wrong(400, 'duplicatedExternalId', 'Já existe uma transferência com este externalId.')
    const known = bank.previews.get(String(asked.barCode ?? asked.brcode))?.payment as { amount?: number } | undefined
    const entity: BankEntity = {
      id: nextId(),
      resource,
      status: resource === 'brcode-payment' ? 'creating' : 'created',
      amount: asked.amount ?? known?.amount ?? 0,
      asked,
      tags: asked.tags,
      transactionIds: [],
      created: moment(),
      updated: moment(),
    }
    bank.entities.push(entity)
    return { message: 'successfully created', [PLURAL[resource]]: [seen(entity)] }
  }

  const change = (entity: BankEntity, body: unknown): object => {
    const { status, amount: left } = z
      .strictObject({ status: z.literal('canceled').optional(), amount: z.int().min(0).optional() })
      .parse(body)
    if (status) {
      if (entity.status !== 'created') throw new Wrong(400, 'invalidStatus', 'A cobrança não pode mais ser cancelada.')
      entity.status = status
    }
    if (left !== undefined) {
      if (entity.status !== 'paid' || left > entity.amount) throw new Wrong(400, 'invalidAmount', 'O valor não pode ser devolvido.')
      if (left - entity.amount + bank.balance < 0) throw new Wrong(400, 'insufficientFunds', 'Saldo insuficiente.')
      if (left < entity.amount) bank.post({ amount: left - entity.amount, source: `invoice/${entity.id}`, description: 'Devolução' })
      entity.amount = left
    }
    return { invoice: seen(entity) }
  }

  const statement = (query: URLSearchParams): object => {
    const { after, limit, cursor } = z
      .strictObject({ after: z.iso.date(), limit: z.coerce.number().int().min(1).max(100), cursor: z.string().optional() })
      .parse(Object.fromEntries(query))
    const from = Number(cursor ?? 0)
    bank.beforePage?.(from)
    const found = bank.rows.filter(row => row.created.slice(0, 10) >= after).toReversed()
    const upTo = from + Math.min(limit, bank.pageSize)
    return { cursor: upTo < found.length ? String(upTo) : null, transactions: found.slice(from, upTo) }
  }

  const listed = (resource: Resource, query: URLSearchParams): object => {
    const { tags: tag } = z
      .strictObject({ tags: z.string(), limit: z.coerce.number().int().min(1).max(100) })
      .parse(Object.fromEntries(query))
    const found = bank.unlisted ? [] : bank.entities.filter(each => each.resource === resource && each.tags.includes(tag))
    return { cursor: null, [PLURAL[resource]]: found.map(seen) }
  }

  const logOf = (resource: Resource, query: URLSearchParams): object => {
    const ids = resource === 'transfer' ? 'transferIds' : 'paymentIds'
    const asked = z.strictObject({ [ids]: z.string(), types: z.literal('failed'), limit: z.string() }).parse(Object.fromEntries(query))
    const failed = bank.entities.find(each => each.id === asked[ids] && each.status === 'failed')
    const log = { id: '1', type: 'failed', created: moment(), errors: bank.reasons.get(asked[ids] ?? '') ?? [] }
    return { cursor: null, logs: failed ? [log] : [] }
  }

  const answerOf = (method: string, url: URL, body: unknown): object => {
    const [, version, resource = '', id, sub] = url.pathname.split('/').map(decodeURIComponent)
    if (version !== 'v2') throw new Wrong(404, 'routeNotFound', url.pathname)
    if (resource === 'balance') return { balances: [{ id: '1', amount: bank.balance, currency: 'BRL', updated: moment() }] }
    if (resource === 'transaction') return statement(url.searchParams)
    if (resource === 'dict-key' && id !== undefined) {
      const key = bank.keys.get(id)
      if (!key) throw new Wrong(400, 'invalidDictKey', 'Chave não encontrada.')
      return { key: { id, ...key } }
    }
    if (resource === 'deposit' && id !== undefined) return { deposit: { id, status: 'created', ...mustHave(bank.deposits.get(id)) } }
    if (resource === 'payment-preview') {
      const { previews } = z.strictObject({ previews: z.array(z.strictObject({ id: z.string() })).length(1) }).parse(body)
      const preview = bank.previews.get(previews[0]?.id ?? '')
      if (!preview) throw new Wrong(400, 'invalidPreview', 'Código não encontrado.')
      return { previews: [preview] }
    }
    if (resource === 'public-key') return { publicKeys: [{ content: bank.keys_of_bank.public_key, created: moment() }] }
    if (resource === 'webhook' && method === 'DELETE') {
      const webhook = mustHave(bank.webhooks.find(each => each.id === id))
      bank.webhooks.splice(bank.webhooks.indexOf(webhook), 1)
      return { webhook }
    }
    if (resource === 'event' && method === 'PATCH') {
      z.strictObject({ isDelivered: z.literal(true) }).parse(body)
      const event = mustHave(bank.events.find(each => each.id === id))
      bank.events.splice(bank.events.indexOf(event), 1)
      return { event: eventOf(bank, event) }
    }
    if (resource === 'event') {
      z.strictObject({ isDelivered: z.literal('false'), after: z.iso.date(), limit: z.string() }).parse(
        Object.fromEntries(url.searchParams),
      )
      return { cursor: null, events: bank.events.map(each => eventOf(bank, each)) }
    }
    if (resource === 'webhook' && method === 'GET') return { cursor: null, webhooks: bank.webhooks }
    if (resource === 'webhook') {
      const asked = z
        .strictObject({ url: z.url({ protocol: /^https$/ }), subscriptions: z.array(z.enum(SUBSCRIPTIONS)).min(1) })
        .parse(body)
      const made = { id: nextId(), ...asked }
      bank.webhooks.push(made)
      return { webhook: made }
    }
    if (isResource(resource) && id === 'log') return logOf(resource, url.searchParams)
    if (!isResource(resource)) throw new Wrong(404, 'routeNotFound', url.pathname)
    if (method === 'POST') return create(resource, body)
    if (id === undefined) return listed(resource, url.searchParams)
    const entity = mustHave(bank.entities.find(each => each.resource === resource && each.id === id))
    if (method === 'PATCH' && resource === 'invoice') return change(entity, body)
    if (sub === 'payment')
      return {
        payment: {
          name: 'Mercado Aurora',
          taxId: '529.982.247-25',
          bankCode: '60701190',
          endToEndId: `E${entity.id.padStart(31, '0')}`,
          amount: entity.amount,
        },
      }
    return { [one(resource)]: seen(entity) }
  }

  const mustHave = <T>(found: T | undefined): T => {
    if (!found) throw new Wrong(404, 'notFound', 'no such entity')
    return found
  }

  const enter = ({ headers }: IncomingMessage, body: string): void => {
    const { 'access-id': access_id, 'access-time': access_time, 'access-signature': signature } = headers
    if (access_id !== `project/${bank.projectId}`) throw new Wrong(400, 'invalidAccessId', 'unknown project')
    const skew = Math.abs(now() / 1000 - Number(access_time))
    if (!/^\d+$/.test(String(access_time)) || skew > MAX_SKEW_SECONDS) throw new Wrong(400, 'invalidAccessTime', 'the clock is off')
    const signing = { access_id, access_time: String(access_time), body }
    if (bank.publicKey === null || !isSignedRequest(bank.publicKey, signing, String(signature)))
      throw new Wrong(400, 'invalidSignature', 'the signature does not fit')
    if (body !== '' && headers['content-type'] !== 'application/json') throw new Error('no JSON')
  }

  const take = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const url = new URL(request.url ?? '', bank.url)
    const method = request.method ?? ''
    bank.calls.push(`${method} ${url.pathname}`)
    const at = bank.faults.findIndex(each => (each.method ?? method) === method && url.pathname.startsWith(each.path))
    const [fault] = at < 0 ? [] : bank.faults.splice(at, 1)
    if (fault && !fault.taken) {
      fault.answer(response)
      return
    }
    let status = 200
    let answer: object
    try {
      enter(request, text)
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      answer = answerOf(method, url, body)
      bank.bodies.push({ method, path: url.pathname, query: Object.fromEntries(url.searchParams), body, answer })
    } catch (error) {
      const broken = !(error instanceof Wrong)
      if (broken) bank.refused.push(`${method} ${url.pathname}: ${error instanceof Error ? error.message : 'unknown'}`)
      status = broken ? 400 : error.status
      answer = { errors: [{ code: broken ? 'invalidJson' : error.code, message: error instanceof Error ? error.message : 'unknown' }] }
    }
    if (fault) {
      fault.answer(response)
      return
    }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => take(request, response, Buffer.concat(parts).toString()))
  })
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))

  const bank: StarkServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    projectId: '5656565656565656',
    publicKey: null,
    calls: [],
    refused: [],
    bodies: [],
    entities: [],
    rows: [],
    keys: new Map(),
    deposits: new Map(),
    previews: new Map(),
    faults: [],
    webhooks: [],
    events: [],
    reasons: new Map(),
    keys_of_bank: makeKeyPair(),
    balance: 0,
    pageSize: 100,
    unlisted: false,
    beforePage: undefined,
    of: tag => mustHave(bank.entities.find(each => each.tags.includes(tag))),
    succeed(tag) {
      const entity = bank.of(tag)
      const { id } = bank.post({ amount: -entity.amount, source: `${entity.resource}/${entity.id}`, description: 'Pagamento enviado' })
      return Object.assign(entity, { status: 'success', transactionIds: [id], updated: moment() })
    },
    pay(tag) {
      const entity = bank.of(tag)
      if (entity.status !== 'created') throw new Error('the invoice is not payable')
      bank.post({ amount: entity.amount, source: `invoice/${entity.id}`, description: 'Cobrança recebida' })
      return Object.assign(entity, { status: 'paid', updated: moment() })
    },
    post(row) {
      bank.balance += row.amount
      const made = {
        id: nextId(),
        fee: 0,
        source: '',
        description: 'Movimento',
        created: moment(),
        tags: [],
        ...row,
        balance: bank.balance,
      }
      bank.rows.push(made)
      return made
    },
    reset() {
      for (const list of [bank.calls, bank.refused, bank.bodies, bank.entities, bank.rows, bank.faults, bank.webhooks, bank.events])
        list.length = 0
      for (const map of [bank.keys, bank.deposits, bank.previews, bank.reasons]) map.clear()
      Object.assign(bank, { balance: 0, pageSize: 100, unlisted: false, publicKey: null, beforePage: undefined })
    },
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
  return bank
}

/** A key pair that the bank knows. */
export function registered(bank: StarkServer): string {
  const { private_key, public_key } = makeKeyPair()
  bank.publicKey = public_key
  return private_key
}

/** As the bank lists what it told. */
function eventOf(bank: StarkServer, { id, tag }: StarkServer['events'][number]): object {
  const { resource, ...entity } = bank.of(tag)
  const log = { id: '1', type: 'paid', created: entity.created, errors: [], [one(resource)]: { id: entity.id, tags: entity.tags } }
  return { id, subscription: resource, created: entity.created, isDelivered: false, log }
}

/** A notice of the bank's about one of ours, and its signature. */
export function noticeOf(bank: StarkServer, tag: string): { payload: string; headers: Record<string, string> } {
  const payload = JSON.stringify({ event: eventOf(bank, { id: '9', tag }) })
  const signature = sign('sha256', Buffer.from(payload), bank.keys_of_bank.private_key).toString('base64')
  return { payload, headers: { 'content-type': 'application/json', 'digital-signature': signature } }
}
