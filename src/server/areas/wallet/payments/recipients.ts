// Who receives, as the bank names them: asked before an order is made, approved or sent, so that nobody confirms what they have not seen.
import { sql } from 'kysely'
import type { PayeeWord } from '#contract/payments.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { type LastPaid, payeeMatch } from '#domain/payments/payees.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import { sliced } from '#domain/slices.ts'
import { KeyHolder, LocationCharge, type Party, type PaymentRefusal, type Payments, Slip } from '#server/adapters/payments.ts'
import { fail } from '#server/base/fail.ts'
import { all } from '#server/db/query.ts'
import { lookUp } from '#server/kernel/asking.ts'
import type { Context } from '#server/kernel/context.ts'
import { type Asking, allLookedUp } from '#server/kernel/look-ups.ts'
import { bankToAsk } from '../digital-bank/bank.ts'
import { refusalText, shownParty } from './rows.ts'
import type { StoredTarget, Target } from './targets.ts'

/** What the bank says of a target now. */
export interface BankWord {
  /** Null where the bank names nobody beforehand: bank data, and slips of taxes and utilities. */
  payee: Party | null
  refusal: PaymentRefusal | null
  /** What a slip costs on the day it would be paid. */
  slip: Pick<Slip, 'total_cents' | 'fine_cents' | 'interest_cents'> | null
}
export type BankWords = ReadonlyMap<string, BankWord>

type Payable = Pick<Target, 'payee_key' | 'target'>

const SILENT: BankWord = { payee: null, refusal: null, slip: null }
const ASKED_AT_ONCE = 20

/** By the payee's key. Throws `provider.unavailable` when the bank does not answer, and `rate.limited` when too many are not there. */
export function bankWords(ctx: Context, targets: readonly Payable[]): BankWords {
  const keys = [...new Set(targets.map(target => target.payee_key))].sort()
  return ctx.askFirst(`payees ${keys.join(' ')}`, () => wordsOfBank(ctx, targets))
}

/** The same, asked by a worker: in no transaction. */
export async function wordsOfBank(ctx: Asking & { companyId: string }, targets: readonly Payable[]): Promise<BankWords> {
  const bank = await bankToAsk(ctx.services, ctx.companyId)
  const asked = new Map(targets.map(({ payee_key, target }) => [payee_key, target]))
  const keys = [...asked].flatMap(([payee_key, target]) => {
    const key = pixKeyOf(target)
    return key === undefined ? [] : [[payee_key, key] as const]
  })
  const holders = await allLookedUp(ctx, 'payees', keys.length, () => inTurns(keys, ([, key]) => lookUp(KeyHolder, bank.pixKey(key))))
  const held = new Map(keys.map(([payee_key], at) => [payee_key, holders[at]]))
  const words = await inTurns([...asked], async ([payee_key, target]) =>
    held.has(payee_key) ? ofHolder(held.get(payee_key)) : ofSlipOrCharge(bank, target),
  )
  return new Map([...asked.keys()].map((payee_key, at) => [payee_key, words[at] ?? SILENT]))
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const some of sliced(items, ASKED_AT_ONCE)) done.push(...(await Promise.all(some.map(work))))
  return done
}

/** The key of the directory that the target names. */
function pixKeyOf(target: StoredTarget): string | undefined {
  if (target.kind === 'PIX_KEY') return target.pix_key
  const key = target.kind === 'PIX_QR' ? parseBrCode(target.emv_code)?.pix_key : undefined
  return key ? (readPixKey(key)?.key ?? key) : undefined
}

const ofHolder = (holder: KeyHolder | undefined): BankWord =>
  holder ? { ...SILENT, payee: partyIn(holder) } : { ...SILENT, refusal: 'key_not_found' }

const partyIn = ({ name, document_number, bank_name }: Party): Party => ({ name, document_number, bank_name })

async function ofSlipOrCharge(payments: Payments, target: StoredTarget): Promise<BankWord> {
  if (target.kind === 'BOLETO') {
    const slip = await lookUp(Slip, payments.slip(target.barcode))
    if (!slip) return SILENT
    const refusal = slip.status === 'CANCELLED' ? 'slip_not_found' : slip.status === 'PAID' ? 'already_paid' : null
    return { payee: partyIn(slip.recipient), refusal, slip }
  }
  if (target.kind !== 'PIX_QR') return SILENT
  const charge = await lookUp(LocationCharge, payments.location(parseBrCode(target.emv_code)?.url ?? '', target.emv_code))
  if (!charge) return { ...SILENT, refusal: 'key_not_found' }
  return { ...SILENT, payee: partyIn(charge.recipient), refusal: charge.payable ? null : 'already_paid' }
}

/** A Pix key that is nobody's is never accepted; of a bill its id says which. */
export function refuseUnknownKeys(payments: readonly { payee_key: string; bill_id: string | null }[], words: BankWords): void {
  const nobody = payments.filter(({ payee_key }) => words.get(payee_key)?.refusal === 'key_not_found')
  if (nobody.length === 0) return
  const message = refusalText('key_not_found')
  const details = nobody.flatMap(({ bill_id }) => (bill_id === null ? [] : [{ field: bill_id, id: 'pix.key_not_found' as const, message }]))
  throw fail('pix.key_not_found', {}, details.length > 0 ? { details } : {})
}

/** The last payment that settled to each of the documents. */
export async function lastPaidTo(ctx: Pick<Context, 'db' | 'companyId'>, documents: readonly string[]): Promise<Map<string, LastPaid>> {
  const rows = await all(
    ctx.db,
    sql<LastPaid & { document: string }>`
      select distinct on (payee->>'document_number') payee->>'document_number' as document, amount_cents,
        (settled_at at time zone 'America/Sao_Paulo')::date as date
      from payments where company_id = ${ctx.companyId} and status = 'SETTLED' and payee->>'document_number' = any (${[...documents]})
      order by payee->>'document_number', settled_at desc`,
  )
  return new Map(rows.map(({ document, ...last }) => [document, last]))
}

/** What a person reads of each target, where `expected` is the document of the contact it should go to. */
export async function payeeWords(
  ctx: Context,
  targets: readonly (Payable & { expected: string | null })[],
): Promise<ReadonlyMap<Payable, PayeeWord & Pick<BankWord, 'slip'>>> {
  const words = bankWords(ctx, targets)
  const documents = [...words.values()].flatMap(({ payee }) => payee?.document_number ?? [])
  const last = await lastPaidTo(ctx, documents)
  return new Map(
    targets.map(target => {
      const { payee, refusal, slip } = words.get(target.payee_key) ?? SILENT
      const word = {
        payee: payee && shownParty(payee),
        match: payeeMatch(payee?.document_number, target.expected) ?? null,
        last_paid: (payee && last.get(payee.document_number)) ?? null,
        refusal: refusal && refusalText(refusal),
        slip,
      }
      return [target, word]
    }),
  )
}
