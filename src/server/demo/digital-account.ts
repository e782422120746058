// A demo company's digital account, in our tables and in the books of the local bank.
import { sql } from 'kysely'
import { addDays } from '#domain/days.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { codeParty, dynamicCode } from '#domain/payments/br-code.ts'
import { BRANCH, LOCAL_BANK_NAME, LOCAL_LOCATIONS, LOCAL_ROUTING_NUMBER, localParty } from '#server/adapters/local-bank/ground.ts'
import { registerSlip } from '#server/adapters/local-bank/slips.ts'
import type { ChargeRequest } from '#server/adapters/payments.ts'
import { all, first } from '#server/db/query.ts'
import { digitalAccountNumber } from './companies.ts'
import { type DemoCharge, type DemoMovement, type DemoPayment, type DigitalBooks, OPENED_DAYS_AGO, partyOf } from './digital-books.ts'
import { DEMO_USERS } from './people.ts'
import type { Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

interface Desk extends Recording {
  /** The account's number, at the bank and here. */
  readonly id: string
  readonly openedAt: number
}

export async function writeDigitalAccount(recording: Recording, books: DigitalBooks): Promise<void> {
  const openedAt = instantOf(addDays(recording.books.facts.today, -OPENED_DAYS_AGO), -4)
  const desk = { ...recording, openedAt, id: recording.random.id(openedAt) }
  const cursor = await writeMovements(desk, books)
  desk.books.facts.sink.add('digital_accounts', {
    id: desk.id,
    created_at: textOf(openedAt),
    status: 'ACTIVE',
    routing_number: LOCAL_ROUTING_NUMBER,
    bank_name: LOCAL_BANK_NAME,
    branch_number: BRANCH,
    account_number: books.account.number,
    bank_account_id: books.account.id,
    movement_cursor: cursor,
    opened_at: textOf(openedAt),
    created_by: desk.books.facts.ownerId,
  })
  await writeKeys(desk)
  for (const charge of books.charges) await writeCharge(desk, charge)
  await writeOrders(desk, books)
  await desk.books.facts.sink.flush(true)
}

/** The bank's movements, there and here, from the first deposit on; returns the number of the last. */
async function writeMovements(desk: Desk, { account, movements }: DigitalBooks): Promise<number> {
  const { db, companyId, books, random, id, openedAt } = desk
  const { company, sink, today } = books.facts
  const opened = addDays(today, -OPENED_DAYS_AGO)
  const stored = await first(
    db,
    sql<{ initial: number; balance: number | null }>`
      update bank_accounts set date_initial_balance = ${opened} where company_id = ${companyId} and id = ${account.id}
      returning initial_balance_amount_cents as initial, balance_cents as balance`,
  )
  if (!stored || stored.balance === null) throw new Error('the demo has no digital account among its accounts')
  await sql`insert into local_bank_accounts (id, document_number, name, number, balance_cents, opens_at, opened) overriding system value
    values (${id}, ${company.document_number}, ${company.name}, ${digitalAccountNumber(desk.index)}, ${stored.balance},
      ${textOf(openedAt)}, true)`.execute(db)
  const lines = await all(
    db,
    sql<{ id: string; transaction_id: string }>`select id, transaction_id from statement_entries
      where company_id = ${companyId} and bank_account_id = ${account.id} and transaction_id is not null`,
  )
  const lineOf = new Map(lines.map(line => [line.transaction_id, line.id]))
  const deposit: DemoMovement = {
    code: `DEP${random.digits(21)}`,
    type: 'DEPOSIT',
    amount_cents: stored.initial,
    description: 'Depósito inicial do ambiente local',
    counterparty: null,
    end_to_end_id: null,
    reference: null,
    at: openedAt,
  }
  let balance_cents = 0
  let last = 0
  for (const { at, ...movement } of [deposit, ...movements]) {
    balance_cents += movement.amount_cents
    const { code, ...rest } = movement
    sink.add('digital_movements', {
      ...rest,
      id: random.id(at),
      created_at: textOf(at),
      transaction_code: code,
      digital_account_id: id,
      balance_cents,
      occurred_at: textOf(at),
      statement_entry_id: lineOf.get(movement.end_to_end_id ?? code) ?? null,
    })
    const row = await first(
      db,
      sql<{ seq: number }>`
        insert into local_bank_movements (account_id, code, type, amount_cents, balance_cents, at, description, counterparty,
          end_to_end_id, reference)
        values (${id}, ${code}, ${movement.type}, ${movement.amount_cents}, ${balance_cents}, ${textOf(at)}, ${movement.description},
          ${movement.counterparty && JSON.stringify(movement.counterparty)}::jsonb, ${movement.end_to_end_id}, ${movement.reference})
        returning seq`,
    )
    last = row?.seq ?? last
  }
  return last
}

async function writeKeys({ db, books, random, id, index, openedAt }: Desk): Promise<void> {
  const { company, sink, ownerId } = books.facts
  const drawn = random.id(openedAt)
  const keys = [
    { key: company.document_number, type: 'CNPJ' },
    { key: `financeiro@empresa${index + 1}.exemplo.com.br`, type: 'EMAIL' },
    { key: `${drawn.slice(0, 14)}4${drawn.slice(15)}`, type: 'RANDOM' },
  ]
  for (const [at, { key, type }] of keys.entries()) {
    const made = openedAt + (at + 1) * 60_000
    sink.add('pix_keys', { id: random.id(made), created_at: textOf(made), key, type, status: 'ACTIVE', created_by: ownerId })
    await sql`
      insert into local_bank_keys (key, type, account_id, holder)
      values (${key}, ${type}, ${id}, ${JSON.stringify(localParty(company))}::jsonb)
      on conflict do nothing`.execute(db)
  }
}

async function writeCharge(desk: Desk, charge: DemoCharge): Promise<void> {
  const { db, books, random, index } = desk
  const { company, sink, ownerId } = books.facts
  const { id, txid, paid, fee, cents, due, expires, payer } = charge
  const created = instantOf(charge.created, -3)
  const barcode =
    charge.method === 'BOLETO'
      ? barcodeOf({ bank_code: LOCAL_ROUTING_NUMBER, amount_cents: cents, due_date: due, free_field: random.digits(25) })
      : null
  const settled = paid && { paid_at: textOf(paid.at), paid_with: charge.method, end_to_end_id: paid.end_to_end_id }
  sink.add('charges', {
    id,
    created_at: textOf(created),
    status: charge.status,
    kind: 'BILLING',
    payment_method: charge.method,
    transaction_amount: cents,
    fee_amount: fee,
    assume_fee: true,
    due_date: due,
    expiration_date: expires,
    txid,
    emv_code: dynamicCode({ url: `${LOCAL_LOCATIONS}/${txid}`, ...codeParty(company.trade_name, company.city) }),
    barcode,
    digitable_line: barcode && lineOfBarcode(barcode),
    recipient: { document_number: company.document_number, email: `contato@empresa${index + 1}.exemplo.com.br`, name: company.trade_name },
    payer: { document_number: payer.document, email: null, name: payer.name },
    receivable_id: charge.title?.id ?? null,
    billing_id: id,
    ...settled,
    created_by: ownerId,
  })
  const request: ChargeRequest = {
    id,
    account_id: desk.id,
    txid,
    amount_cents: cents,
    fee_cents: fee,
    due_date: due,
    expiration_date: expires,
    barcode,
    payer: { name: payer.name, document_number: payer.document },
    additional_information: null,
  }
  // Nobody pays the open ones automatically: the demo stays as it is until a person acts.
  await sql`insert into local_bank_charges (id, account_id, txid, barcode, request, status, paid_at, paid_cents, paid_with, end_to_end_id)
    values (${id}, ${desk.id}, ${txid}, ${barcode}, ${JSON.stringify(request)}::jsonb,
      ${charge.status === 'PENDING' ? 'OPEN' : charge.status},
      ${settled?.paid_at ?? null}, ${paid ? cents : 0}, ${settled?.paid_with ?? null}, ${paid?.end_to_end_id ?? null})`.execute(db)
  if (barcode === null || charge.status !== 'PENDING') return
  const slip = { barcode, amount_cents: cents, due_date: due, fine_basis_points: 0, monthly_interest_basis_points: 0 }
  await registerSlip(db, { ...slip, recipient: localParty(company), payer: request.payer, reference_number: txid.slice(0, 20) })
}

async function writeOrders(desk: Desk, { paid, waiting, refused }: DigitalBooks): Promise<void> {
  const { accountantId, ownerId, ownerDocument } = desk.books.facts
  const sentAt = paid[0]?.settled?.at ?? desk.openedAt
  const approval = {
    approved_by: ownerId,
    approved_at: textOf(sentAt - 60_000),
    send_requested_by: ownerId,
    sent_at: textOf(sentAt - 30_000),
  }
  await writeOrder(desk, paid, 'SETTLED', sentAt - 3_600_000, {
    status: 'COMPLETED',
    title: 'Fornecedores da semana',
    created_by: accountantId,
    ...approval,
  })
  const { today } = desk.books.facts
  // Only an owner who signs in to the demo could approve it.
  if (DEMO_USERS.some(({ document }) => document === ownerDocument))
    await writeOrder(desk, waiting, 'CREATED', instantOf(addDays(today, -1), -2), {
      status: 'WAITING_APPROVAL',
      title: 'Compras avulsas',
      created_by: accountantId,
    })
  await writeOrder(desk, refused, 'CANCELLED', instantOf(addDays(today, -3), -2), {
    status: 'REJECTED',
    title: 'Compra a conferir',
    created_by: accountantId,
    reason: 'Aguardar a nota fiscal do fornecedor',
  })
}

async function writeOrder(
  { db, companyId, books, random }: Desk,
  payments: readonly DemoPayment[],
  status: 'SETTLED' | 'CREATED' | 'CANCELLED',
  at: number,
  order: Record<string, unknown>,
): Promise<void> {
  const { sink } = books.facts
  const orderId = random.id(at)
  sink.add('payment_orders', { id: orderId, created_at: textOf(at), ...order })
  await sql`insert into payment_order_links (id, opens_company_id) values (${orderId}, ${companyId})`.execute(db)
  for (const [position, { id, bill, payee, settled }] of payments.entries()) {
    const holder = partyOf(payee)
    sink.add('payments', {
      id,
      created_at: textOf(at),
      payment_order_id: orderId,
      position,
      kind: 'PIX_KEY',
      status,
      bill_id: bill.id,
      amount_cents: bill.amount_cents,
      payee_key: `pix:${payee.document}`,
      target: { kind: 'PIX_KEY', pix_key: payee.document },
      description: bill.additional_information,
      requested_at: textOf(at),
      payee: holder,
      ...(settled
        ? {
            end_to_end_id: settled.end_to_end_id,
            transaction_code: settled.code,
            sent_at: textOf(settled.at - 30_000),
            settled_at: textOf(settled.at),
          }
        : {}),
    })
    await sql`
      insert into local_bank_keys (key, type, holder) values (${payee.document}, 'CNPJ', ${JSON.stringify(holder)}::jsonb)
      on conflict do nothing`.execute(db)
  }
}
