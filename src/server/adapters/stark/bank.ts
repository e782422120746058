// The account that a company has at Stark Bank, as the bank behind its digital account.
import { createHash } from 'node:crypto'
import type { Day } from '#domain/days.ts'
import type { PixKeyType } from '#domain/enums.ts'
import { BANK_CAPABILITIES, type StarkEnvironment } from '#domain/payments/digital-banks.ts'
import type { Db } from '#server/db/query.ts'
import { type KeyHolder, type LocationCharge, type Payments, type Slip, Unanswered } from '../payments.ts'
import { type Holder, starkBooks } from './books.ts'
import { type StarkAccess, type StarkClient, type StarkClientOptions, starkClient } from './client.ts'
import { type Ground, partyOf, preview, unlessRefused } from './ground.ts'
import { starkInvoices } from './invoices.ts'
import { type BankKey, starkNotices } from './notices.ts'
import { dictPath, starkPaying } from './paying.ts'
import { starkStatement } from './statement.ts'
import { DictKey } from './wire.ts'

export const STARK_ISPB = '20018183'
/** Of the same bank, in the central bank's table. */
export const STARK_ROUTING_NUMBER = '665'
export const STARK_NAME = 'Stark Bank'

/** A preview, a transfer and a look at it. */
const DEADLINE_MS = 45_000
/** Many look-ups of keys without a payment after them are blocked by the central bank. */
const KEY_KEPT_MS = 600_000
/** More are forgotten: each only keeps its silence. */
const MOST_KEPT = 1000

export interface StarkAccount extends Holder {
  /** As its holder reads them at the bank, which does not tell them. */
  branch_number: string
  account_number: string
  /** The day from which the company's books follow it. */
  since: Day
}

export interface StarkBankOptions extends StarkClientOptions, Pick<Ground, 'ispbOf' | 'bankNameOf'> {
  db: Db
}

export type StarkBank = Payments & ReturnType<typeof starkNotices>
export type StarkBanks = (access: StarkAccess, account: StarkAccount) => StarkBank

const NO_KEY: BankKey = { content: undefined, asked_at: Number.NEGATIVE_INFINITY }

/** One client for each access, so that its silence is kept. */
export function starkBanks(options: StarkBankOptions): StarkBanks {
  const clients = new Map<string, StarkClient>()
  const keys: Keys = new Map()
  const bankKeys: Record<StarkEnvironment, BankKey> = { stark: { ...NO_KEY }, 'stark-sandbox': { ...NO_KEY } }
  return (access, account) => {
    const name = createHash('sha256').update(JSON.stringify(access)).digest('base64')
    const client = clients.get(name) ?? starkClient(access, options)
    if (clients.size >= MOST_KEPT) clients.clear()
    clients.set(name, client)
    const bank = starkBank(client, access, account, { ...options, books: starkBooks(options.db, account) }, keys)
    return { ...bank, ...starkNotices(client, options.now, bankKeys[access.environment]) }
  }
}

type Keys = Map<string, { holder: KeyHolder; until: number }>
type BankOptions = StarkBankOptions & Pick<Ground, 'books'>

function starkBank(client: StarkClient, { environment }: StarkAccess, account: StarkAccount, options: BankOptions, keys: Keys): Payments {
  const { books, now, ispbOf, bankNameOf } = options
  const ground: Ground = { client, books, now, ispbOf, bankNameOf }
  const paying = starkPaying(ground)
  const invoices = starkInvoices(ground)
  const readUnanswered = async () => {
    for (const { id, resource } of await books.unanswered()) {
      if (resource === 'invoice') await invoices.charge(id)
      else await paying.find(id)
    }
  }
  const statement = starkStatement(ground, account.since, readUnanswered)

  return {
    environment,
    can: BANK_CAPABILITIES[environment],
    ispb: STARK_ISPB,
    routing_number: STARK_ROUTING_NUMBER,
    deadlineMs: DEADLINE_MS,

    async openAccount() {
      return { initial_balance_cents: await statement.opening() }
    },
    async account(id) {
      const { branch_number, account_number } = account
      const said = { routing_number: STARK_ROUTING_NUMBER, bank_name: STARK_NAME, branch_number, account_number }
      return { id, status: 'ACTIVE', ...said, balance_cents: await statement.balance() }
    },
    /** The bank looks nobody up by their document. */
    accountOf: async () => undefined,
    movements: (_, after) => statement.movements(after),

    slip: barcode => slipAt(client, barcode),

    async pixKey(key) {
      const kept = keys.get(key)
      if (kept && kept.until > now()) return kept.holder
      const found = await unlessRefused(client.send({ method: 'GET', path: dictPath(key) }, DictKey))
      if (!found) return undefined
      const { type, ispb, bankName } = found.key
      const party = partyOf(found.key, bankName ?? bankNameOf(ispb) ?? `Banco ${ispb}`)
      // Branch and account come encrypted: they are for paying, not for showing.
      const holder = { ...party, key, type: KEY_TYPES[type], branch_number: '', account_number: '', account_id: null }
      if (keys.size >= MOST_KEPT) keys.clear()
      keys.set(key, { holder, until: now() + KEY_KEPT_MS })
      return holder
    },

    location: (_, emv) => locationAt(ground, emv),
    locationOf: () => lacks('own_txid'),
    registerKey: async () => lacks('keys'),
    deleteKey: async () => lacks('keys'),
    claimKey: async () => lacks('keys'),
    claim: async () => lacks('keys'),

    pay: paying.pay,
    payment: paying.payment,

    registerCharge: invoices.registerCharge,
    charge: invoices.charge,
    cancelCharge: invoices.cancelCharge,
    refundCharge: invoices.refundCharge,

    collect: async () => Promise.reject(new Unanswered('the product collects nothing in an account of a company')),
    readCallback: () => undefined,
  }
}

const KEY_TYPES: Record<'email' | 'cpf' | 'cnpj' | 'phone' | 'evp', PixKeyType> = {
  email: 'EMAIL',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'PHONE_NUMBER',
  evp: 'RANDOM',
}

/** Callers ask `can` first. */
function lacks(what: string): never {
  throw new Error(`Stark Bank has no ${what}`)
}

/** Guides of taxes and utilities stand in no registry. The bank does not tell a paid slip from a cancelled one. */
async function slipAt(client: StarkClient, barcode: string): Promise<Slip | undefined> {
  const seen = await preview(client, barcode)
  if (seen?.type !== 'boleto-payment') return undefined
  const { status, amount, fineAmount, interestAmount, discountAmount, due, payerName, payerTaxId } = seen.payment
  return {
    barcode,
    status: status === 'active' ? 'PENDING' : 'CANCELLED',
    total_cents: amount,
    amount_cents: amount - fineAmount - interestAmount + discountAmount,
    fine_cents: fineAmount,
    interest_cents: interestAmount,
    due_date: due.slice(0, 10),
    recipient: partyOf(seen.payment, ''),
    payer:
      payerName && payerTaxId
        ? { name: payerName, document_number: partyOf({ name: payerName, taxId: payerTaxId }, '').document_number }
        : null,
    reference_number: '',
  }
}

async function locationAt({ client, bankNameOf }: Ground, emv: string): Promise<LocationCharge | undefined> {
  const seen = await preview(client, emv)
  if (seen?.type !== 'brcode-payment') return undefined
  const { status, amount, bankCode, description, reconciliationId } = seen.payment
  return {
    txid: reconciliationId ?? '',
    amount_cents: amount,
    due_date: null,
    payable: status === 'active',
    recipient: partyOf(seen.payment, bankNameOf(bankCode) ?? (bankCode === '' ? '' : `Banco ${bankCode}`)),
    additional_information: description ?? null,
  }
}
