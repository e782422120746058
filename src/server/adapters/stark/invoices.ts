// Charges at Stark Bank: an invoice pays by Pix alone, its code is the bank's, and what it never asked for (fine, interest) is said to be none.
import { diffDays } from '#domain/days.ts'
import { type ChargeRequest, type ChargeState, Unanswered } from '../payments.ts'
import type { Sent } from './books.ts'
import { NotTaken, StarkRefused } from './client.ts'
import { type Ground, known, listAll, unlessRefused } from './ground.ts'
import { type Invoice, Invoices, OneInvoice } from './wire.ts'

const DAY_SECONDS = 86_400
/** Until then an invoice may be missing from the list. Nobody has the code of one whose answer was lost, so that it may be made again. */
const LISTED_AFTER_MS = 600_000

const STATUS = { created: 'OPEN', overdue: 'OPEN', paid: 'PAID', expired: 'CANCELLED', canceled: 'CANCELLED', voided: 'REFUNDED' } as const

export function starkInvoices({ client, books, now }: Ground) {
  async function read(sent: Sent): Promise<Invoice | undefined> {
    if (sent.bank_id !== null) return known(await client.send({ method: 'GET', path: pathOf(sent) }, OneInvoice)).invoice
    const listed = await listAll(client, '/invoice', { tags: sent.id }, Invoices, page => page.invoices)
    const found = listed.find(({ tags }) => tags.includes(sent.id))
    if (found) await books.keepBankId(sent.id, found.id)
    return found
  }

  async function change(sent: Sent, body: object): Promise<Invoice | undefined> {
    const asked = { method: 'PATCH', path: pathOf(sent), body } as const
    return (await unlessRefused(client.send(asked, OneInvoice)))?.invoice
  }

  const charge = async (id: string): Promise<ChargeState | undefined> => {
    const sent = await books.find(id)
    if (!sent) return undefined
    if (sent.refusal !== null) return refused(sent)
    const found = await read(sent)
    return found && stateOf(sent, found)
  }

  const mustFind = async (id: string): Promise<Sent> => {
    const sent = await books.find(id)
    if (!sent) throw new Unanswered('the bank was never told of the charge')
    if (sent.bank_id === null) {
      if (!(await read(sent))) throw new Unanswered('sent, and not in the list of the bank')
      return mustFind(id)
    }
    return sent
  }

  return {
    charge,

    async registerCharge(request: ChargeRequest): Promise<ChargeState> {
      const { id, amount_cents } = request
      const before = await charge(id)
      if (before) return before
      const sent = await books.find(id)
      if (sent && now() - Date.parse(sent.sent_at) < LISTED_AFTER_MS) throw new Unanswered('sent, and not in the list of the bank')
      if (sent) await books.sendAgain(id, now())
      else if (!(await books.claim({ id, resource: 'invoice', amount_cents, payee: null }, now()))) throw new Unanswered('being sent')
      try {
        const body = { invoices: [elementOf(request)] }
        const made = await client.send({ method: 'POST', path: '/invoice', body }, Invoices)
        if (!made) throw new NotTaken('the bank does not know the address of the call')
        const [invoice] = made.invoices
        if (!invoice) throw new Unanswered('the bank answered without the invoice')
        await books.keepBankId(id, invoice.id)
        return stateOf({ id, amount_cents }, invoice)
      } catch (error) {
        if (error instanceof NotTaken && !sent) await books.release(id)
        if (!(error instanceof StarkRefused)) throw error
        await books.refuse(id, 'refused', error.message)
        return refused({ id, reason: error.message })
      }
    },

    /** One that was paid meanwhile stays what it is. */
    async cancelCharge(id: string): Promise<ChargeState | undefined> {
      const before = await books.find(id)
      if (!before || before.refusal !== null) return charge(id)
      const sent = await mustFind(id)
      const changed = await change(sent, { status: 'canceled' })
      return changed ? stateOf(sent, changed) : charge(id)
    },

    /** The bank is told what shall remain: asked twice, it gives back once. */
    async refundCharge(request: { charge_id: string; amount_cents: number }): Promise<ChargeState | undefined> {
      const sent = await mustFind(request.charge_id)
      const before = known(await read(sent))
      const remaining = before.amount - request.amount_cents
      if (remaining < 0) return stateOf(sent, before)
      const changed = await change(sent, { amount: remaining })
      if (!changed) return charge(sent.id)
      if (changed.amount !== remaining) throw new Unanswered('the bank has not given it back yet')
      return stateOf(sent, changed)
    },
  }
}

const pathOf = ({ bank_id }: Sent): string => `/invoice/${bank_id}`

function elementOf({ id, amount_cents, payer, due_date, expiration_date, additional_information }: ChargeRequest): object {
  if (!payer) throw new RangeError('an invoice names its payer')
  return {
    amount: amount_cents,
    name: payer.name,
    taxId: payer.document_number,
    due: due_date,
    expiration: Math.max(1, diffDays(due_date, expiration_date) * DAY_SECONDS),
    fine: 0,
    interest: 0,
    tags: [id],
    ...(additional_information === null ? {} : { descriptions: [{ key: 'Descrição', value: additional_information }] }),
  }
}

function stateOf({ id, amount_cents }: Pick<Sent, 'id' | 'amount_cents'>, invoice: Invoice): ChargeState {
  const status = STATUS[invoice.status]
  const isPaid = status === 'PAID' || status === 'REFUNDED'
  const refunded_cents = status === 'REFUNDED' ? amount_cents : status === 'PAID' ? amount_cents - invoice.amount : 0
  return {
    id,
    status: isPaid && refunded_cents === amount_cents ? 'REFUNDED' : status,
    paid_at: isPaid ? (invoice.updated ?? null) : null,
    paid_cents: isPaid ? amount_cents : 0,
    refunded_cents,
    end_to_end_id: null,
    paid_with: isPaid ? 'PIX' : null,
    emv_code: invoice.brcode ?? null,
  }
}

const refused = ({ id, reason }: Pick<Sent, 'id' | 'reason'>): ChargeState => ({
  id,
  status: 'CANCELLED',
  paid_at: null,
  paid_cents: 0,
  refunded_cents: 0,
  end_to_end_id: null,
  paid_with: null,
  reason,
})
