// Receiving by Pix at a bank: charges by our own txid, Pix received, refunds by our own id, and where the bank sends its notices.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { decimalOfCents } from '#domain/money.ts'
import { isEndToEndId, isTxid } from '#domain/payments/pix-ids.ts'
import { Unanswered } from '../payments.ts'
import { type PixAccess, type PixClientOptions, pixClient } from './client.ts'
import { Charge, type Received, ReceivedPage, Refund, Webhook } from './wire.ts'

/** `cobv` has a due date and names who owes; `cob` is paid by whoever has the code. */
export type PixChargeKind = 'cob' | 'cobv'

interface PixChargeTerms {
  txid: string
  amount_cents: number
  /** Of the receiver. */
  pix_key: string
  description: string | null
}
export type PixChargeRequest = PixChargeTerms &
  (
    | { kind: 'cob'; lasts_seconds: number }
    | { kind: 'cobv'; due_date: string; days_after: number; payer: { name: string; document_number: string } }
  )

export interface PixRefund {
  id: string
  amount_cents: number
  status: 'PROCESSING' | 'DONE' | 'REFUSED'
  /** The bank's words for a refusal. */
  reason: string | null
  /** The payer's bank took it back, nobody here asked. */
  contested: boolean
}

export interface ReceivedPix {
  end_to_end_id: string
  txid: string | null
  amount_cents: number
  at: string
  refunds: PixRefund[]
}

export interface PixChargeState {
  txid: string
  /** A charge whose time is over stays OPEN at the bank. */
  status: 'OPEN' | 'PAID' | 'REMOVED'
  amount_cents: number
  /** What the payer copies; null where the bank leaves it to be made from the location. */
  emv_code: string | null
  location: string | null
  received: ReceivedPix[]
}

/** Rejects with `Unanswered` while nothing is known, with `PixRefused` when the bank will not; undefined is its 'there is none'. */
export interface PixBank {
  putCharge(request: PixChargeRequest): Promise<PixChargeState>
  charge(kind: PixChargeKind, txid: string): Promise<PixChargeState | undefined>
  removeCharge(kind: PixChargeKind, txid: string): Promise<PixChargeState | undefined>
  /** Everything received in the period, whatever the pages. */
  received(from: string, to: string): Promise<ReceivedPix[]>
  putRefund(request: { end_to_end_id: string; id: string; amount_cents: number }): Promise<PixRefund>
  refund(endToEndId: string, id: string): Promise<PixRefund | undefined>
  setWebhook(pixKey: string, url: string): Promise<void>
  webhook(pixKey: string): Promise<string | undefined>
  removeWebhook(pixKey: string): Promise<void>
}

/** Of one period: more would be a list that never ends. */
const MAX_PAGES = 200
const PER_PAGE = '100'
const CPF_LENGTH = 11

export type PixBanks = (access: PixAccess) => PixBank

/** More are forgotten: each only keeps a token. */
const MOST_KEPT = 1000

/** One client for each access, so that its token and its silence are kept. */
export function pixBanks(options: PixClientOptions): PixBanks {
  const kept = new Map<string, PixBank>()
  return access => {
    const key = createHash('sha256').update(JSON.stringify(access)).digest('base64')
    const bank = kept.get(key) ?? pixBank(access, options)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, bank)
    return bank
  }
}

const CHARGE_STATUS = {
  ATIVA: 'OPEN',
  CONCLUIDA: 'PAID',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'REMOVED',
  REMOVIDA_PELO_PSP: 'REMOVED',
} as const
const REFUND_STATUS = { EM_PROCESSAMENTO: 'PROCESSING', DEVOLVIDO: 'DONE', NAO_REALIZADO: 'REFUSED' } as const

export function pixBank(access: PixAccess, options: PixClientOptions): PixBank {
  const client = pixClient(access, options)
  return {
    async putCharge(request) {
      return chargeOf(
        known(await client.send({ method: 'PUT', path: chargePath(request.kind, request.txid), body: bodyOf(request) }, Charge)),
      )
    },

    async charge(kind, txid) {
      const found = await client.send({ method: 'GET', path: chargePath(kind, txid) }, Charge)
      return found && chargeOf(found)
    },

    async removeCharge(kind, txid) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      const found = await client.send({ method: 'PATCH', path: chargePath(kind, txid), body }, Charge)
      return found && chargeOf(found)
    },

    async received(from, to) {
      const all = new Map<string, ReceivedPix>()
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { inicio: from, fim: to, 'paginacao.paginaAtual': String(page), 'paginacao.itensPorPagina': PER_PAGE }
        const { pix = [], parametros } = known(await client.send({ method: 'GET', path: '/pix', query }, ReceivedPage))
        // One may stand on two pages when another came in between them.
        for (const each of pix) all.set(each.endToEndId, receivedOf(each))
        if (page + 1 >= parametros.paginacao.quantidadeDePaginas) return [...all.values()]
      }
      throw new Unanswered('the bank does not end its list')
    },

    async putRefund({ end_to_end_id, id, amount_cents }) {
      const body = { valor: decimalOfCents(amount_cents) }
      return refundOf(known(await client.send({ method: 'PUT', path: refundPath(end_to_end_id, id), body }, Refund)))
    },

    async refund(endToEndId, id) {
      const found = await client.send({ method: 'GET', path: refundPath(endToEndId, id) }, Refund)
      return found && refundOf(found)
    },

    async setWebhook(pixKey, url) {
      await client.send({ method: 'PUT', path: webhookPath(pixKey), body: { webhookUrl: url } }, z.unknown())
    },

    async webhook(pixKey) {
      return (await client.send({ method: 'GET', path: webhookPath(pixKey) }, Webhook))?.webhookUrl
    },

    async removeWebhook(pixKey) {
      await client.send({ method: 'DELETE', path: webhookPath(pixKey) }, z.unknown())
    },
  }
}

function chargePath(kind: PixChargeKind, txid: string): string {
  if (!isTxid(txid)) throw new RangeError('no txid')
  return `/${kind}/${txid}`
}

function pixPath(endToEndId: string): string {
  if (!isEndToEndId(endToEndId)) throw new RangeError('no end-to-end id')
  return `/pix/${endToEndId}`
}

function refundPath(endToEndId: string, id: string): string {
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw new RangeError('no id of a refund')
  return `${pixPath(endToEndId)}/devolucao/${id}`
}

const webhookPath = (pixKey: string): string => `/webhook/${encodeURIComponent(pixKey)}`

/** A write whose place the bank does not know was not taken. */
function known<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Unanswered('the bank does not know the address of the call')
  return answer
}

function bodyOf(request: PixChargeRequest): object {
  const said = {
    valor: { original: decimalOfCents(request.amount_cents) },
    chave: request.pix_key,
    ...(request.description === null ? {} : { solicitacaoPagador: request.description }),
  }
  if (request.kind === 'cob') return { ...said, calendario: { expiracao: request.lasts_seconds } }
  const { name, document_number } = request.payer
  return {
    ...said,
    calendario: { dataDeVencimento: request.due_date, validadeAposVencimento: request.days_after },
    devedor: { [document_number.length === CPF_LENGTH ? 'cpf' : 'cnpj']: document_number, nome: name },
  }
}

const chargeOf = ({ txid, status, valor, pixCopiaECola, location, pix = [] }: z.infer<typeof Charge>): PixChargeState => ({
  txid,
  status: CHARGE_STATUS[status],
  amount_cents: valor.original,
  emv_code: pixCopiaECola ?? null,
  location: location ?? null,
  received: pix.map(receivedOf),
})

const receivedOf = ({ endToEndId, txid, valor, horario, devolucoes = [] }: z.infer<typeof Received>): ReceivedPix => ({
  end_to_end_id: endToEndId,
  txid: txid ?? null,
  amount_cents: valor,
  at: horario,
  refunds: devolucoes.map(refundOf),
})

const refundOf = ({ id, valor, status, motivo, natureza = 'ORIGINAL' }: z.infer<typeof Refund>): PixRefund => ({
  id,
  amount_cents: valor,
  status: REFUND_STATUS[status],
  reason: status === 'NAO_REALIZADO' ? (motivo ?? null) : null,
  contested: natureza.startsWith('MED_'),
})
