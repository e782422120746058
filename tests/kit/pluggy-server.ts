// A Pluggy of our own on this machine, strict where theirs is: what a call may say is checked, and whatever is not answered as they do is a bug.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const CREDENTIALS = { clientId: 'cliente', clientSecret: 'segredo-do-cliente' }

/** Their own library sends more. */
const Client = z.object({ clientId: z.literal(CREDENTIALS.clientId), clientSecret: z.literal(CREDENTIALS.clientSecret) })

const Made = z
  .object({
    connectorId: z.int(),
    parameters: z.record(z.string(), z.string().regex(/^\d{11}$|^\d{14}$/)),
    clientUserId: z.string().min(1),
    avoidDuplicates: z.literal(true),
    webhookUrl: z.string().startsWith('https://').optional(),
  })
  .strict()
const Changed = Made.pick({ parameters: true, webhookUrl: true }).partial().strict()

interface PluggyItem {
  id: string
  connector: object & { id: number }
  status: string
  executionStatus: string
  clientUserId: string
  parameters: Record<string, string>
  parameter: object | null
  userAction: object | null
  consentExpiresAt: string | null
}

export interface PluggyTransaction {
  id: string
  accountId: string
  date: string
  description: string
  type: 'DEBIT' | 'CREDIT'
  amount: number
  status?: 'PENDING' | 'POSTED'
  [more: string]: unknown
}

/** An answer that takes the place of the next one to a call, by '{method} {path}'. */
type Fault = { status: number; body?: string; headers?: Record<string, string> } | 'reset' | 'done, then reset'

export interface PluggyServer {
  url: string
  settings: { url: string; clientId: string; clientSecret: string }
  items: Map<string, PluggyItem>
  transactions: PluggyTransaction[]
  /** Where they were asked to tell of each item, in order. */
  addresses: string[]
  /** '{method} {path}', in order. */
  calls: string[]
  /** Calls that their contract does not know. */
  refused: string[]
  fail(call: string, ...faults: Fault[]): void
  /** The faults that a call met, in order. */
  met: Fault[]
  /** No fault waits any more. */
  calm(): void
  /** Before the next page is read. */
  betweenPages(work: () => void): void
  /** Every key they gave ends now. */
  endKeys(): void
  close(): Promise<void>
}

const credential = (name: string, label: string, type = 'number') => ({ name, label, type })
const CONNECTORS = [
  { id: 601, name: 'Itaú', type: 'PERSONAL_BANK', isOpenFinance: true, credentials: [credential('cpf', 'CPF')] },
  {
    id: 602,
    name: 'Itaú Empresas',
    type: 'BUSINESS_BANK',
    isOpenFinance: true,
    credentials: [credential('cnpj', 'CNPJ'), credential('cpf', 'CPF')],
  },
  {
    id: 603,
    name: 'Itaú Cartões',
    type: 'BUSINESS_BANK',
    isOpenFinance: false,
    credentials: [credential('password', 'Senha', 'password')],
  },
  {
    id: 611,
    name: 'Sicoob',
    type: 'BUSINESS_BANK',
    isOpenFinance: true,
    credentials: [credential('cnpj', 'CNPJ'), credential('key', 'Senha do Sisbr', 'password')],
  },
].map(each => ({ ...each, isSandbox: false, country: 'BR' }))

const PAGE = 3

export async function pluggyServer(): Promise<PluggyServer> {
  const items = new Map<string, PluggyItem>()
  const transactions: PluggyTransaction[] = []
  const addresses: string[] = []
  const calls: string[] = []
  const refused: string[] = []
  const faults = new Map<string, Fault[]>()
  const met: Fault[] = []
  let keys = new Set<string>()
  let between = () => {}

  const answer = (method: string, url: URL, body: unknown): [status: number, body: unknown] => {
    const [, resource = '', id = '', part = ''] = url.pathname.split('/')
    const query = url.searchParams
    const whole = `${method} /${resource}`
    if (whole === 'GET /connectors') {
      const name = query.get('name')?.toLowerCase() ?? ''
      return [200, { results: CONNECTORS.filter(each => each.name.toLowerCase().includes(name) && each.type === query.get('types')) }]
    }
    if (whole === 'POST /items' && id === '') return makeItem(Made.parse(body))
    const item = items.get(resource === 'items' ? id : (query.get('itemId') ?? ''))
    if (resource === 'items') {
      if (!item) return [404, { code: 404, message: 'item not found' }]
      if (method === 'DELETE') {
        items.delete(id)
        return [200, { count: 1 }]
      }
      if (method === 'PATCH') Object.assign(item, { status: 'UPDATING', executionStatus: 'LOGIN_IN_PROGRESS', ...Changed.parse(body) })
      if (method === 'POST' && part === 'mfa') {
        const code = z.object({ token: z.string() }).strict().parse(body).token
        Object.assign(item, code === '123456' ? UPDATED : { status: 'LOGIN_ERROR', executionStatus: 'INVALID_CREDENTIALS_MFA' })
      }
      return [200, item]
    }
    if (whole === 'GET /accounts') {
      if (!item) return [404, {}]
      return [200, { results: ACCOUNTS.map(account => ({ ...account, itemId: item.id })) }]
    }
    if (method === 'GET' && url.pathname === '/v2/transactions') return page(query)
    refused.push(`${method} ${url.pathname}`)
    return [404, {}]
  }

  const makeItem = ({ connectorId, parameters, clientUserId }: z.infer<typeof Made>): [number, unknown] => {
    if ([...items.values()].some(each => each.clientUserId === clientUserId))
      return [409, { code: 409, codeDescription: 'ITEM_ALREADY_EXISTS', message: 'duplicate item' }]
    const connector = CONNECTORS.find(each => each.id === connectorId)
    const wanted = connector?.credentials
      .map(each => each.name)
      .sort()
      .join()
    if (!connector || Object.keys(parameters).sort().join() !== wanted) return [400, { code: 400, message: 'invalid parameters' }]
    const id = crypto.randomUUID()
    const item = {
      id,
      connector,
      parameters,
      clientUserId,
      parameter: null,
      userAction: null,
      consentExpiresAt: '2027-03-11T12:00:00.000Z',
    }
    items.set(id, { ...item, status: 'UPDATING', executionStatus: 'CREATING' })
    return [200, items.get(id)]
  }

  /** Newest first, and a row that comes in meanwhile pushes the others on. */
  const page = (query: URLSearchParams): [number, unknown] => {
    const from = query.get('dateFrom') ?? ''
    const own = transactions
      .filter(each => each.accountId === query.get('accountId') && each.date.slice(0, 10) >= from)
      .sort((a, b) => (a.date < b.date ? 1 : -1))
    const start = Number(query.get('after') ?? 0)
    const results = own.slice(start, start + PAGE)
    const next = start + PAGE < own.length ? `/v2/transactions?accountId=${query.get('accountId')}&after=${start + PAGE}` : null
    between()
    between = () => {}
    return [200, { results, next }]
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', 'http://pluggy')
    const method = request.method ?? 'GET'
    const call = `${method} ${url.pathname}`
    calls.push(call)
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const made = Made.safeParse(body).data
    if (made?.webhookUrl) addresses.push(made.webhookUrl)
    const fault = faults.get(call)?.shift()
    if (fault) met.push(fault)
    if (fault === 'reset') return void request.socket.destroy()
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '{}')
    const send = (status: number, body: unknown) => {
      if (fault === 'done, then reset') return void request.socket.destroy()
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (call === 'POST /auth') {
      if (!Client.safeParse(body).success) return send(401, { message: 'invalid client' })
      // A key as theirs: a token with its end in it, which their own library reads.
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const key = `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1000) + 7200, n: keys.size })}.${crypto.randomUUID()}`
      keys.add(key)
      return send(200, { apiKey: key })
    }
    if (!keys.has(String(request.headers['x-api-key']))) return send(403, { message: 'invalid key' })
    try {
      send(...answer(method, url, body))
    } catch (error) {
      refused.push(`${call}: ${error}`)
      send(400, { message: 'invalid body' })
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { url, ...CREDENTIALS },
    items,
    transactions,
    addresses,
    calls,
    refused,
    met,
    calm: () => faults.clear(),
    fail: (call, ...next) => void faults.set(call, next),
    betweenPages(work) {
      between = work
    },
    endKeys() {
      keys = new Set()
    },
    close: () => new Promise(done => server.close(() => done())),
  }
}

export const UPDATED = { status: 'UPDATED', executionStatus: 'SUCCESS', userAction: null, parameter: null }

const ACCOUNTS = [
  {
    id: 'conta-corrente',
    type: 'BANK',
    subtype: 'CHECKING_ACCOUNT',
    number: '1234/56789-0',
    balance: 1234.56,
    bankData: { transferNumber: '341/1234/56789-0' },
    updatedAt: '2026-03-11T11:00:00.000Z',
  },
  { id: 'cartao', type: 'CREDIT', subtype: 'CREDIT_CARD', number: '9999', balance: 10, bankData: null },
]
