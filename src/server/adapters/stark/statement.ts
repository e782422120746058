// The statement at Stark Bank: read anew from two days before the newest known movement, each row given a number of ours, once.
import { addDays, type Day, dayInSaoPaulo } from '#domain/days.ts'
import type { Movement, Party } from '../payments.ts'
import { Unanswered } from '../payments.ts'
import { type Ground, known, listAll, partyOf } from './ground.ts'
import { Balances, InvoicePayment, OneDeposit, type Transaction, Transactions } from './wire.ts'

const OVERLAP_DAYS = 2

/** The rows do not add up to the balances beside them: nothing is read until they do. */
export class StatementUneven extends Unanswered {
  override name = 'StatementUneven'
}

/** `since`: the day from which the company's books follow the account. */
export function starkStatement(ground: Ground, since: Day, readUnanswered: () => Promise<void>) {
  const { client, books } = ground

  /** Oldest first; one that stands on two pages counts once. */
  async function list(after: Day): Promise<Transaction[]> {
    const rows = await listAll(client, '/transaction', { after }, Transactions, page => page.transactions)
    const once = [...new Map(rows.map(row => [row.id, row])).values()]
    return once.toReversed().sort((a, b) => a.created.localeCompare(b.created))
  }

  const balance = async (): Promise<number> =>
    known((await known(await client.send({ method: 'GET', path: '/balance' }, Balances))).balances[0]).amount

  async function movementOf(row: Transaction, reference: string | null): Promise<Omit<Movement, 'seq'>> {
    const [resource = '', bankId = ''] = row.source.split('/')
    const said = { ...ORIGINLESS, ...(row.amount > 0 ? await originOf(resource, bankId) : {}) }
    return {
      code: row.id,
      type: said.type ?? typeOf(resource, row.amount),
      amount_cents: row.amount,
      balance_cents: row.balance,
      at: row.created,
      description: row.description || 'Movimento da conta digital',
      counterparty: said.counterparty,
      end_to_end_id: said.end_to_end_id,
      reference,
    }
  }

  async function originOf(resource: string, bankId: string): Promise<Partial<Origin>> {
    if (resource === 'invoice') {
      const paid = await client.send({ method: 'GET', path: `/invoice/${bankId}/payment` }, InvoicePayment)
      return paid ? { end_to_end_id: paid.payment.endToEndId, counterparty: whoPaid(paid.payment) } : {}
    }
    if (resource !== 'deposit') return {}
    const deposit = await client.send({ method: 'GET', path: `/deposit/${bankId}` }, OneDeposit)
    return deposit ? { type: deposit.deposit.type === 'pix' ? 'PIX_IN' : 'DEPOSIT', counterparty: whoPaid(deposit.deposit) } : {}
  }

  const whoPaid = ({ name, taxId, bankCode }: Payer): Party | null =>
    name && taxId ? partyOf({ name, taxId }, ground.bankNameOf(bankCode ?? '') ?? (bankCode ? `Banco ${bankCode}` : '')) : null

  async function bring(): Promise<void> {
    const newest = await books.newestAt()
    const rows = withFees(await list(newest === undefined ? since : addDays(dayInSaoPaulo(Date.parse(newest)), -OVERLAP_DAYS)))
    const unseen = await books.unseen(rows.map(row => row.id))
    const fresh = rows.filter(row => unseen.has(row.id))
    if (fresh.length === 0) return
    // What was sent and not answered may be what these rows are of.
    await readUnanswered()
    const references = await books.referencesOf(fresh.map(row => row.source))
    const made: Omit<Movement, 'seq'>[] = []
    for (const row of fresh) made.push(await movementOf(row, references.get(row.source) ?? null))
    await books.keepMovements(made)
  }

  return {
    balance,

    /** What there was before the first row that will be read. */
    async opening(): Promise<number> {
      // In this order: what comes between the two is in the list.
      const now = await balance()
      const [first] = await list(since)
      return first ? first.balance - first.amount : now
    },

    async movements(after: number): Promise<Movement[]> {
      await bring()
      return books.movementsAfter(after)
    },
  }
}

type Payer = { [of in 'name' | 'taxId' | 'bankCode']?: string | null | undefined }

interface Origin {
  type: Movement['type'] | undefined
  counterparty: Party | null
  end_to_end_id: string | null
}
const ORIGINLESS: Origin = { type: undefined, counterparty: null, end_to_end_id: null }

/** A fee that left with its row becomes a row of its own. Throws `StatementUneven` when a balance does not follow from the one before. */
function withFees(rows: readonly Transaction[]): Transaction[] {
  return rows.flatMap((row, at) => {
    const before = rows[at - 1]
    if (!before || before.balance + row.amount === row.balance) return [row]
    if (row.fee === 0 || before.balance + row.amount - row.fee !== row.balance) throw new StatementUneven('the balance does not follow')
    const fee = {
      ...row,
      id: `${row.id}-fee`,
      source: `fee/${row.id}`,
      amount: -row.fee,
      fee: 0,
      description: `Tarifa: ${row.description}`,
    }
    return [{ ...row, balance: row.balance + row.fee }, fee]
  })
}

const PIX_OUT = ['transfer', 'brcode-payment']
const SLIP_OUT = ['boleto-payment', 'utility-payment', 'tax-payment', 'darf-payment']
const GIVEN_BACK = ['invoice', 'deposit']

function typeOf(resource: string, amount: number): Movement['type'] {
  if (PIX_OUT.includes(resource)) return amount < 0 ? 'PIX_OUT' : 'REFUND_IN'
  if (SLIP_OUT.includes(resource)) return amount < 0 ? 'BOLETO_OUT' : 'REFUND_IN'
  if (amount < 0) return GIVEN_BACK.includes(resource) ? 'REFUND_OUT' : 'FEE'
  if (resource === 'invoice' || resource === 'dynamic-brcode') return 'PIX_IN'
  return resource === 'boleto' ? 'BOLETO_IN' : 'DEPOSIT'
}
