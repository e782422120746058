// Payments out of an account at Stark Bank. Only a transfer has a key of the bank's against a second one; all others are sent once, ever.

import type { BankTarget } from '#contract/payments.ts'
import type { PixAccountType } from '#domain/enums.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { type Party, type PaymentRefusal, type PaymentRequest, type PaymentState, Unanswered } from '../payments.ts'
import type { PayingResource, Sent } from './books.ts'
import { NotTaken, StarkRefused } from './client.ts'
import { type Ground, known, listAll, partyOf, preview, unlessRefused } from './ground.ts'
import { DictKey, Logs, OnePayment, OneTransfer, type Payment, Payments, Transfers } from './wire.ts'

const STATUS = {
  creating: 'ACCEPTED',
  created: 'ACCEPTED',
  processing: 'ACCEPTED',
  success: 'SETTLED',
  failed: 'REJECTED',
  canceled: 'REJECTED',
} as const

const ACCOUNT_TYPES: Record<PixAccountType, string> = { CHECKING: 'checking', SAVING: 'savings', PAYMENT: 'payment', SALARY: 'salary' }

/** The bank wants no less of what it writes in its statement. */
const LEAST_DESCRIPTION = 10

/** How long the bank may take until its list shows what it took. */
const LISTED_AFTER_MS = 600_000

interface Plan {
  resource: PayingResource
  element: object
  payee: Party | null
}
type Refused = { refusal: PaymentRefusal }

export function starkPaying(ground: Ground) {
  const { client, books, now } = ground

  /** By the bank's own id, or by our tag while that is not known. */
  async function read(sent: Sent): Promise<Payment | undefined> {
    const path = `/${sent.resource}`
    const isTransfer = sent.resource === 'transfer'
    if (sent.bank_id !== null) {
      const one = `${path}/${sent.bank_id}`
      return isTransfer
        ? known(await client.send({ method: 'GET', path: one }, OneTransfer)).transfer
        : known(await client.send({ method: 'GET', path: one }, OnePayment)).payment
    }
    const listed = isTransfer
      ? await listAll(client, path, { tags: sent.id }, Transfers, page => page.transfers)
      : await listAll(client, path, { tags: sent.id }, Payments, page => page.payments)
    const found = listed.filter(({ tags }) => tags.includes(sent.id))
    // One that was refused stands beside the one that was not.
    const best = found.find(({ status }) => STATUS[status] !== 'REJECTED') ?? found[0]
    if (best) await books.keepBankId(sent.id, best.id)
    return best
  }

  /** What the bank wrote in its log of a payment; null: nothing that is read here, or no answer. That it failed is known all the same. */
  async function whyFailed(resource: PayingResource, bankId: string): Promise<string | null> {
    const query = { [resource === 'transfer' ? 'transferIds' : 'paymentIds']: bankId, types: 'failed', limit: '10' }
    const found = await unlessRefused(client.send({ method: 'GET', path: `/${resource}/log`, query }, Logs)).catch(error => {
      if (error instanceof Unanswered) return undefined
      throw error
    })
    const words = [...new Set((found?.logs ?? []).flatMap(({ errors }) => errors))].join(' ').trim()
    return words === '' ? null : words.slice(0, 500)
  }

  async function planOf(request: PaymentRequest): Promise<Plan | Refused> {
    const { target } = request
    switch (target.kind) {
      case 'PIX_ACCOUNT':
        return transferOf(request, target.account)
      case 'PIX_KEY': {
        const found = await unlessRefused(client.send({ method: 'GET', path: dictPath(target.pix_key) }, DictKey))
        if (!found) return { refusal: 'key_not_found' }
        const { name, taxId, ispb, branchCode, accountNumber, accountType } = found.key
        const element = { name, taxId, bankCode: ispb, branchCode, accountNumber, accountType }
        const payee = partyOf(found.key, found.key.bankName ?? ground.bankNameOf(ispb) ?? `Banco ${ispb}`)
        return { resource: 'transfer', element: { ...element, ...transferTerms(request) }, payee }
      }
      case 'PIX_QR':
        return codeOf(request, target.emv_code)
      case 'BOLETO':
        return slipOf(request, target.barcode)
    }
  }

  /** Eight digits make it a Pix; three a transfer of the old kind, which waits for the hours of banks. */
  function transferOf(request: PaymentRequest, account: BankTarget): Plan {
    const { routing_number, name, document_number } = account
    const ispb = ground.ispbOf(routing_number)
    const element = {
      name,
      taxId: document_number,
      bankCode: ispb ?? routing_number,
      branchCode: account.branch_number,
      accountNumber: account.account_number,
      accountType: ACCOUNT_TYPES[account.account_type],
      ...transferTerms(request),
    }
    const bank = (ispb && ground.bankNameOf(ispb)) ?? `Banco ${routing_number}`
    return { resource: 'transfer', element, payee: partyOf({ name, taxId: document_number }, bank) }
  }

  async function codeOf(request: PaymentRequest, emv: string): Promise<Plan | Refused> {
    const code = parseBrCode(emv)
    if (!code || code.kind === 'RECURRENCE') return { refusal: 'code_unreadable' }
    const seen = await preview(client, emv)
    if (seen?.type !== 'brcode-payment') return { refusal: 'code_unreadable' }
    const { status, amount, taxId } = seen.payment
    if (status !== 'active') return { refusal: 'already_paid' }
    const stated = code.amount_cents ?? (amount > 0 ? amount : null)
    if (stated !== null && stated !== request.amount_cents) return { refusal: 'amount_mismatch' }
    const element = { brcode: emv, taxId, ...terms(request), ...(stated === null ? { amount: request.amount_cents } : {}) }
    return { resource: 'brcode-payment', element, payee: partyOf(seen.payment, bankOf(seen.payment.bankCode)) }
  }

  /** The bank pays what the registry says it costs; that must be what was confirmed. */
  async function slipOf(request: PaymentRequest, barCode: string): Promise<Plan | Refused> {
    const seen = await preview(client, barCode)
    if (!seen || seen.type === 'brcode-payment') return { refusal: 'slip_not_found' }
    if (seen.type === 'boleto-payment' && seen.payment.status !== 'active') return { refusal: 'already_paid' }
    if (seen.payment.amount !== request.amount_cents) return { refusal: 'amount_mismatch' }
    const element = { barCode, ...terms(request) }
    if (seen.type !== 'boleto-payment') return { resource: seen.type, element, payee: null }
    return { resource: seen.type, element: { ...element, taxId: seen.payment.taxId }, payee: partyOf(seen.payment, '') }
  }

  const bankOf = (ispb: string): string => ground.bankNameOf(ispb) ?? (ispb === '' ? '' : `Banco ${ispb}`)

  async function post({ id, resource }: Pick<Sent, 'id' | 'resource'>, element: object): Promise<Payment> {
    const isTransfer = resource === 'transfer'
    const request = { method: 'POST', path: `/${resource}`, body: { [isTransfer ? 'transfers' : 'payments']: [element] } } as const
    const made = isTransfer ? (await client.send(request, Transfers))?.transfers : (await client.send(request, Payments))?.payments
    if (!made) throw new NotTaken('the bank does not know the address of the call')
    const [one] = made
    if (!one) throw new Unanswered('the bank answered without the payment')
    await books.keepBankId(id, one.id)
    return one
  }

  /** A repeat is refused as a duplicate while what it repeats may not be listed yet. */
  async function refuseUnlisted(id: string): Promise<void> {
    const sent = await books.find(id)
    const found = sent && (await read(sent))
    if (found || !sent || now() - Date.parse(sent.sent_at) < LISTED_AFTER_MS) throw new Unanswered('refused as sent before')
  }

  async function send(sent: Pick<Sent, 'id' | 'resource' | 'payee'>, element: object, isRepeat: boolean): Promise<PaymentState> {
    try {
      return stateOf(sent, await post(sent, element))
    } catch (error) {
      if (error instanceof NotTaken && !isRepeat) await books.release(sent.id)
      if (!(error instanceof StarkRefused)) throw error
      if (isRepeat) await refuseUnlisted(sent.id)
      await books.refuse(sent.id, 'refused', error.message)
      return rejected(sent.id, 'refused', sent.payee, error.message)
    }
  }

  const payment = async (id: string): Promise<PaymentState | undefined> => {
    const sent = await books.find(id)
    if (!sent || sent.resource === 'invoice') return undefined
    if (sent.refusal !== null) return rejected(id, sent.refusal, sent.payee, sent.reason)
    const found = await read(sent)
    if (found) return { ...stateOf(sent, found), reason: found.status === 'failed' ? await whyFailed(sent.resource, found.id) : null }
    // The bank refuses a second transfer of the same id; of anything else it would pay both.
    if (sent.resource === 'transfer') return undefined
    throw new Unanswered('sent, and not in the list of the bank')
  }

  return {
    payment,

    /** Looks in the bank's list for one whose answer was lost. */
    async find(id: string): Promise<void> {
      const sent = await books.find(id)
      if (sent) await read(sent)
    },

    async pay(request: PaymentRequest): Promise<PaymentState> {
      const before = await payment(request.id)
      if (before) return before
      const plan = await planOf(request)
      if ('refusal' in plan) return rejected(request.id, plan.refusal, null, null)
      const { resource, element, payee } = plan
      const { id, amount_cents } = request
      const mine = await books.claim({ id, resource, amount_cents, payee }, now())
      if (!mine && resource !== 'transfer') throw new Unanswered('being sent')
      return send({ id, resource, payee }, element, !mine)
    },
  }
}

export const dictPath = (key: string): string => `/dict-key/${encodeURIComponent(key)}`

const transferTerms = ({ id, amount_cents, description }: PaymentRequest) => ({
  amount: amount_cents,
  externalId: id,
  tags: [id],
  ...(description === null ? {} : { description }),
})

const terms = ({ id, description }: PaymentRequest) => ({
  description: (description ?? 'Pagamento').padEnd(LEAST_DESCRIPTION, '.'),
  tags: [id],
})

function stateOf({ id, payee }: Pick<Sent, 'id' | 'payee'>, found: Payment): PaymentState {
  const status = STATUS[found.status]
  return {
    id,
    status,
    refusal: status === 'REJECTED' ? 'refused' : null,
    transaction_code: found.transactionIds[0] ?? null,
    settled_at: status === 'SETTLED' ? (found.updated ?? null) : null,
    payee,
  }
}

const rejected = (id: string, refusal: PaymentRefusal, payee: Party | null, reason: string | null): PaymentState => ({
  id,
  status: 'REJECTED',
  refusal,
  reason,
  transaction_code: null,
  settled_at: null,
  payee,
})
