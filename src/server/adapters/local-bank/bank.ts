// The bank of the local environment: behaves like one over time, keeps its books in PostgreSQL, and fails when it is told to.

import { sql } from 'kysely'
import { BANK_CAPABILITIES } from '#domain/payments/digital-banks.ts'
import { DEADLINE_MS, type Party, type PaymentRequest, type Payments } from '../payments.ts'
import { accountOf, accountState, movementsOf, openAccount, post } from './accounts.ts'
import { cancelCharge, chargeState, location, payDueCharges, refundCharge, registerCharge } from './charges.ts'
import {
  atBank,
  type FaultMode,
  type FaultyOperation,
  faulted,
  type Ground,
  type GroundOptions,
  groundOf,
  LOCAL_ISPB,
  LOCAL_LOCATIONS,
  LOCAL_ROUTING_NUMBER,
  readSigned,
  tellFault,
} from './ground.ts'
import { claimKey, claimState, deleteKey, keyHolder, registerKey, seedKey } from './keys.ts'
import { pay, paymentState, settleDuePayments } from './payments.ts'
import { registerSlip, type SlipRow, slipOf } from './slips.ts'

/** What only the local bank can do: the other side of things, for the demonstration, tests and a person trying. */
export interface LocalBank extends Payments {
  readonly environment: 'local'
  /** The next so many calls of the operation fail in that way. */
  fail(operation: FaultyOperation, mode: FaultMode, times?: number): Promise<void>
  registerSlip(slip: Omit<SlipRow, 'status'>): Promise<void>
  seedKey(key: { key: string; type: string; holder: Party }): Promise<void>
  /** Somebody sends money to one of our accounts. */
  deposit(accountId: string, amountCents: number, from: Party): Promise<void>
}

export interface LocalBankOptions extends GroundOptions {
  deadlineMs?: number
}

/** The product's own account, which its subscribers pay to. */
const OWN_ACCOUNT = '00000000-0000-4000-8000-000000000001'

async function ownAccount(ground: Ground): Promise<void> {
  await sql`
    insert into local_bank_accounts (id, document_number, name, opens_at, opened)
    values (${OWN_ACCOUNT}, '11222333000181', 'Razão', now(), true) on conflict do nothing`.execute(ground.db)
}

export function localBank(options: LocalBankOptions): LocalBank {
  const ground = groundOf(options)

  const faulty = <T>(operation: FaultyOperation, reference: string, effect: (fault: FaultMode | undefined) => Promise<T>) =>
    faulted(ground, operation, reference, effect)
  const settled = async (accountId: string) => {
    await settleDuePayments(ground, accountId)
    await payDueCharges(ground, accountId)
  }

  return {
    environment: 'local',
    can: BANK_CAPABILITIES.local,
    ispb: LOCAL_ISPB,
    routing_number: LOCAL_ROUTING_NUMBER,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    openAccount: request => openAccount(ground, request),
    async account(id) {
      await settled(id)
      return accountState(ground, id)
    },
    accountOf: documentNumber => accountOf(ground, documentNumber),
    async movements(accountId, after) {
      await settled(accountId)
      return faulty('movements', accountId, () => movementsOf(ground, accountId, after))
    },
    slip: barcode => slipOf(ground, barcode),
    pixKey: key => keyHolder(ground, key),
    location: url => location(ground, url),
    locationOf: txid => `${LOCAL_LOCATIONS}/${txid}`,
    registerKey: request => registerKey(ground, request),
    deleteKey: request => deleteKey(ground, request),
    claimKey: request => claimKey(ground, request),
    claim: id => claimState(ground, id),
    pay: (request: PaymentRequest) => faulty('pay', request.reference, fault => pay(ground, request, fault)),
    payment: id => faulty('payment', id, fault => paymentState(ground, id, fault)),
    registerCharge: request => faulty('registerCharge', request.id, () => registerCharge(ground, request)),
    charge: id => chargeState(ground, id),
    cancelCharge: id => cancelCharge(ground, id),
    refundCharge: request => refundCharge(ground, request),
    async collect(request) {
      await ownAccount(ground)
      return registerCharge(ground, {
        ...request,
        account_id: OWN_ACCOUNT,
        fee_cents: 0,
        barcode: null,
        payer: null,
        additional_information: null,
      })
    },
    readCallback: (body, signature) => readSigned(ground.secret, body, signature),

    async fail(operation, mode, times = 1) {
      await tellFault(ground.db, { operation, mode, times })
    },
    registerSlip: slip => registerSlip(ground.db, slip),
    seedKey: key => seedKey(ground, key),
    deposit: (accountId, amount_cents, counterparty) =>
      atBank(ground, async db => {
        await post(ground, db, {
          account_id: accountId,
          type: 'PIX_IN',
          amount_cents,
          description: `Pix recebido de ${counterparty.name}`,
          counterparty,
        })
      }),
  }
}
