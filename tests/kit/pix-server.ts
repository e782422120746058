// A bank that speaks the API Pix on this machine: mutual TLS, tokens, and any request against the published contract refused and kept.
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { decimalOfCents } from '#domain/money.ts'
import { endToEndId } from '#domain/payments/pix-ids.ts'
import type { ServerIdentity } from './loopback-authority.ts'

const TXID = /^[a-zA-Z0-9]{26,35}$/
const Amount = z.string().regex(/^\d{1,10}\.\d{2}$/)
const Terms = {
  valor: z.strictObject({ original: Amount }),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
}
const Cob = z.strictObject({ ...Terms, calendario: z.strictObject({ expiracao: z.int().positive() }) })
const name = z.string().min(1).max(200)
const Cobv = z.strictObject({
  ...Terms,
  calendario: z.strictObject({ dataDeVencimento: z.iso.date(), validadeAposVencimento: z.int().min(0) }),
  devedor: z.union([
    z.strictObject({ cpf: z.string().regex(/^\d{11}$/), nome: name }),
    z.strictObject({ cnpj: z.string().regex(/^[0-9A-Z]{14}$/), nome: name }),
  ]),
})
const Removal = z.strictObject({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR') })
const RefundBody = z.strictObject({ valor: Amount })
const WebhookBody = z.strictObject({ webhookUrl: z.url({ protocol: /^https$/ }) })
const Period = z.strictObject({
  inicio: z.iso.datetime({ offset: true }),
  fim: z.iso.datetime({ offset: true }),
  'paginacao.paginaAtual': z.string().regex(/^\d+$/),
  'paginacao.itensPorPagina': z.string().regex(/^\d+$/),
})

export interface BankPix {
  endToEndId: string
  txid: string
  valor: string
  horario: string
  chave: string
  devolucoes: { id: string; rtrId: string; valor: string; natureza?: string; horario: object; status: string; motivo?: string }[]
}

interface BankCharge {
  kind: 'cob' | 'cobv'
  txid: string
  status: string
  revisao: number
  asked: z.infer<typeof Cob> | z.infer<typeof Cobv>
  criacao: string
}

/** Does with the response whatever a bad day does; true: the call is taken all the same, before it. */
export interface Fault {
  path: string
  /** Of any call, without it. */
  method?: string
  taken: boolean
  answer(response: ServerResponse): void
}

export interface PixServer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** 'PUT /cob/…', of every call that came through TLS. */
  readonly calls: string[]
  /** Calls that broke the contract, and how. */
  readonly refused: string[]
  readonly bodies: { call: string; query: Record<string, string>; body: unknown; status: number; answer: unknown }[]
  readonly charges: Map<string, BankCharge>
  readonly pix: Map<string, BankPix>
  readonly webhooks: Map<string, string>
  readonly faults: Fault[]
  /** Of each page of received Pix. */
  pageSize: number
  /** How many tokens were given; those before are forgotten with `revoke`. */
  tokens: number
  revoke(): void
  pay(txid: string, at: string): BankPix
  close(): Promise<void>
}

class Wrong extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly reason: string,
  ) {
    super(reason)
  }
}

/** `clients` is the root (PEM) of the certificates that are let in. */
export async function pixServer(identity: ServerIdentity, clients: string, now: () => number): Promise<PixServer> {
  const live = new Set<string>()
  const server = createServer({ key: identity.key, cert: identity.certificate, ca: clients, requestCert: true, rejectUnauthorized: true })

  const give = (headers: IncomingMessage['headers'], body: string): object => {
    const basic = `Basic ${Buffer.from(`${bank.clientId}:${bank.clientSecret}`).toString('base64')}`
    const form = new URLSearchParams(body)
    if (headers['content-type'] !== 'application/x-www-form-urlencoded' || form.get('grant_type') !== 'client_credentials')
      throw new Wrong(400, 'RequisicaoInvalida', 'no client credentials grant')
    if (headers.authorization !== basic) throw new Wrong(401, 'AcessoNegado', 'unknown client')
    const token = randomUUID()
    live.add(token)
    bank.tokens += 1
    return { access_token: token, token_type: 'Bearer', expires_in: 600, scope: form.get('scope') }
  }

  const seen = (charge: BankCharge): object => {
    const paid = [...bank.pix.values()].filter(each => each.txid === charge.txid)
    const { calendario, ...asked } = charge.asked
    const location = `pix.banco.test/qr/v2/${charge.txid}`
    return {
      ...asked,
      calendario: { criacao: charge.criacao, ...calendario },
      txid: charge.txid,
      revisao: charge.revisao,
      status: charge.status,
      location,
      loc: { id: 1, location, tipoCob: charge.kind, criacao: charge.criacao, txid: charge.txid },
      pixCopiaECola: `00020101021226${location}`,
      ...(charge.kind === 'cobv'
        ? { recebedor: { cnpj: '00000000000191', nome: 'Recebedora', logradouro: 'Rua 1', cidade: 'São Paulo', uf: 'SP', cep: '01310100' } }
        : {}),
      ...(paid.length > 0 ? { pix: paid } : {}),
    }
  }

  const chargeCall = (method: string, kind: 'cob' | 'cobv', txid: string, body: unknown): [number, object] => {
    if (!TXID.test(txid)) throw new Wrong(400, 'CobOperacaoInvalida', 'the txid has 26 to 35 letters and digits')
    const before = bank.charges.get(txid)
    if (method === 'PUT') {
      const asked = (kind === 'cob' ? Cob : Cobv).parse(body)
      if (before && before.status !== 'ATIVA') throw new Wrong(400, 'CobOperacaoInvalida', 'A cobrança não está mais ativa.')
      const charge = {
        kind,
        txid,
        status: 'ATIVA',
        revisao: before ? before.revisao + 1 : 0,
        asked,
        criacao: new Date(now()).toISOString(),
      }
      bank.charges.set(txid, charge)
      return [201, seen(charge)]
    }
    if (!before || before.kind !== kind) throw new Wrong(404, 'CobNaoEncontrado', 'no such charge')
    if (method === 'PATCH') {
      const { status } = Removal.parse(body)
      if (before.status !== 'ATIVA') throw new Wrong(400, 'CobOperacaoInvalida', 'A cobrança não está mais ativa.')
      before.status = status
    } else if (method !== 'GET') throw new Wrong(405, 'RequisicaoInvalida', method)
    return [200, seen(before)]
  }

  const refundCall = (method: string, pix: BankPix, id: string, body: unknown): [number, object] => {
    const before = pix.devolucoes.find(each => each.id === id)
    if (method === 'GET') {
      if (!before) throw new Wrong(404, 'PixDevolucaoNaoEncontrada', 'no such refund')
      return [200, before]
    }
    const { valor } = RefundBody.parse(body)
    if (before) throw new Wrong(400, 'PixDevolucaoInvalida', 'Já existe uma devolução com este id.')
    const given = pix.devolucoes.filter(each => each.status !== 'NAO_REALIZADO').reduce((sum, each) => sum + Number(each.valor), 0)
    if (given + Number(valor) > Number(pix.valor) + 1e-9)
      throw new Wrong(400, 'PixDevolucaoInvalida', 'A soma das devoluções passa do valor do Pix.')
    const made = {
      id,
      rtrId: `D${randomBytes(16).toString('hex').slice(1)}`,
      valor,
      natureza: 'ORIGINAL',
      horario: {},
      status: 'EM_PROCESSAMENTO',
    }
    pix.devolucoes.push(made)
    return [201, made]
  }

  const pageCall = (query: URLSearchParams): object => {
    const asked = Period.parse(Object.fromEntries(query))
    const page = Number(asked['paginacao.paginaAtual'])
    const all = [...bank.pix.values()].filter(({ horario }) => horario >= asked.inicio && horario <= asked.fim)
    const pages = Math.max(1, Math.ceil(all.length / bank.pageSize))
    return {
      parametros: {
        inicio: asked.inicio,
        fim: asked.fim,
        paginacao: { paginaAtual: page, itensPorPagina: bank.pageSize, quantidadeDePaginas: pages, quantidadeTotalDeItens: all.length },
      },
      cobs: [],
      pix: all.slice(page * bank.pageSize, (page + 1) * bank.pageSize),
    }
  }

  const answerOf = (method: string, url: URL, body: unknown): [number, object | undefined] => {
    const [, root = '', one = '', sub, id = ''] = url.pathname.split('/').map(decodeURIComponent)
    if (root === 'cob' || root === 'cobv') return chargeCall(method, root, one, body)
    if (root === 'pix' && one === '') return [200, pageCall(url.searchParams)]
    if (root === 'pix') {
      const pix = bank.pix.get(one)
      if (!pix) throw new Wrong(404, 'PixNaoEncontrado', 'no such Pix')
      return sub === 'devolucao' ? refundCall(method, pix, id, body) : [200, pix]
    }
    if (root === 'webhook') {
      if (method === 'PUT') {
        bank.webhooks.set(one, WebhookBody.parse(body).webhookUrl)
        return [200, undefined]
      }
      const webhookUrl = bank.webhooks.get(one)
      if (webhookUrl === undefined) throw new Wrong(404, 'WebhookNaoEncontrado', 'no webhook')
      if (method === 'DELETE') {
        bank.webhooks.delete(one)
        return [204, undefined]
      }
      return [200, { webhookUrl, chave: one, criacao: new Date(now()).toISOString() }]
    }
    throw new Wrong(400, 'RequisicaoInvalida', `unknown path ${url.pathname}`)
  }

  const take = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const url = new URL(request.url ?? '', bank.url)
    const method = request.method ?? ''
    const call = `${method} ${url.pathname}`
    bank.calls.push(call)
    const at = bank.faults.findIndex(each => (each.method ?? method) === method && url.pathname.startsWith(each.path))
    const [fault] = at < 0 ? [] : bank.faults.splice(at, 1)
    if (fault && !fault.taken) {
      fault.answer(response)
      return
    }
    let status: number
    let answer: object | undefined
    try {
      if (url.pathname === '/oauth/token') [status, answer] = [200, give(request.headers, text)]
      else {
        if (!live.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) throw new Wrong(401, 'AcessoNegado', 'no live token')
        if (text !== '' && request.headers['content-type'] !== 'application/json') throw new Wrong(400, 'RequisicaoInvalida', 'no JSON')
        const body: unknown = text === '' ? undefined : JSON.parse(text)
        ;[status, answer] = answerOf(method, url, body)
        bank.bodies.push({ call, query: Object.fromEntries(url.searchParams), body, status, answer })
      }
    } catch (error) {
      const broken = !(error instanceof Wrong)
      const wrong = broken ? new Wrong(400, 'RequisicaoInvalida', error instanceof Error ? error.message : 'unknown') : error
      if (broken) bank.refused.push(`${call}: ${wrong.reason}`)
      status = wrong.status
      const type = `https://pix.bcb.gov.br/api/v2/error/${wrong.type}`
      answer = { type, title: wrong.type, status, violacoes: [{ razao: wrong.reason, propriedade: 'cob' }] }
    }
    if (fault) {
      fault.answer(response)
      return
    }
    response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
    response.end(answer === undefined ? undefined : JSON.stringify(answer))
  }

  server.on('request', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => take(request, response, Buffer.concat(parts).toString()))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))

  const bank: PixServer = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    clientId: 'razao',
    clientSecret: randomUUID(),
    calls: [],
    refused: [],
    bodies: [],
    charges: new Map(),
    pix: new Map(),
    webhooks: new Map(),
    faults: [],
    pageSize: 100,
    tokens: 0,
    revoke: () => live.clear(),
    pay(txid, at) {
      const charge = bank.charges.get(txid)
      if (charge?.status !== 'ATIVA') throw new Error('the charge is not payable')
      charge.status = 'CONCLUIDA'
      const id = endToEndId('60746948', Date.parse(at), randomBytes(11))
      const pix = { endToEndId: id, txid, valor: charge.asked.valor.original, horario: at, chave: charge.asked.chave, devolucoes: [] }
      bank.pix.set(id, pix)
      return pix
    },
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
  return bank
}

/** A Pix that came without a charge. */
export function strayPix(bank: PixServer, at: string, cents: number): BankPix {
  const id = endToEndId('60746948', Date.parse(at), randomBytes(11))
  const pix = { endToEndId: id, txid: `fixo${bank.pix.size}`, valor: decimalOfCents(cents), horario: at, chave: 'x', devolucoes: [] }
  bank.pix.set(id, pix)
  return pix
}
