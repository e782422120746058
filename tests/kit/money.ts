// A company with an open digital account and a device that the bank knows, and short ways to pay and be paid in it.
import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import type { Payment, PaymentOrder } from '#contract/payments.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { FIRST_DEPOSIT_CENTS } from '#server/adapters/local-bank/accounts.ts'
import { hashSecret } from '#server/base/secrets.ts'
import { type Books, books } from './books.ts'
import type { CallInput, TestCompany, TestServer, TestUser } from './server.ts'

export { FIRST_DEPOSIT_CENTS }

/** A device on which every person of these tests has signed in before. */
export const DEVICE = { 'x-device-id': 'aparelho-de-teste' }

export interface MoneyBooks extends Books {
  account_id: string
  /** The digital account's bank account. */
  bankAccount: string
  /** The balance according to the bank. */
  bankBalance(): Promise<number>
  pix(fields: object, user?: TestUser): Promise<Payment>
  order(body: object, user?: TestUser): Promise<PaymentOrder>
  orderOf(id: string): Promise<PaymentOrder>
  /** A slip registered at the local bank. */
  slip(amountCents: number, dueDate?: string): Promise<{ barcode: string; line: string }>
  at(body?: unknown, params?: Record<string, string>): CallInput
}

export const OTHER_HOLDER = { name: 'Fornecedora Boa Vista Ltda', document_number: '11222333000181', bank_name: 'Itaú Unibanco S.A.' }
export const OTHER_KEY = 'financeiro@boavista.com.br'

export async function knowDevice(server: TestServer, user: TestUser): Promise<void> {
  await server.sql('insert into devices (user_id, device_hash) values ($1, $2) on conflict do nothing', [
    user.id,
    hashSecret(`device:${DEVICE['x-device-id']}`),
  ])
}

export async function moneyBooks(server: TestServer, of?: TestCompany | Books): Promise<MoneyBooks> {
  const base = of && 'c' in of ? of : await books(server, of)
  await knowDevice(server, base.owner)
  await server.bank.seedKey({ key: OTHER_KEY, type: 'EMAIL', holder: OTHER_HOLDER })
  const me = server.as(base.owner)
  const account = await me.ok(contract.digitalAccounts.open, { body: { company_id: base.company.id } })
  await server.pass(5000)
  const open = await me.ok(contract.digitalAccounts.get, { params: base.c })
  if (open?.status !== 'ACTIVE' || !open.bank_account_id) throw new Error('the digital account did not open')
  await server.pass(5000)
  const at = (body?: unknown, params: Record<string, string> = {}): CallInput => ({
    params: { ...base.c, ...params },
    ...(body === undefined ? {} : { body }),
  })
  let slips = 0
  return {
    ...base,
    account_id: account.id,
    bankAccount: open.bank_account_id,
    at,
    async bankBalance() {
      return (await me.ok(contract.digitalAccounts.balance, { params: base.c })).balance_cents
    },
    pix: (fields, user = base.owner) => server.as(user).ok(contract.pix.send, at({ amount: 100, pix_key: OTHER_KEY, ...fields }), DEVICE),
    order: (body, user = base.owner) => server.as(user).ok(contract.paymentOrders.create, at(body), DEVICE),
    orderOf: id => me.ok(contract.paymentOrders.get, at(undefined, { id })),
    async slip(amount_cents, due_date = '2026-03-20') {
      slips += 1
      const free_field = `${slips}${randomUUID().replace(/\D/g, '')}`.padEnd(25, '7').slice(0, 25)
      const barcode = barcodeOf({ bank_code: '341', amount_cents, due_date, free_field })
      await server.bank.registerSlip({
        barcode,
        amount_cents,
        due_date,
        fine_basis_points: 200,
        monthly_interest_basis_points: 100,
        recipient: OTHER_HOLDER,
        payer: null,
        reference_number: `NF ${slips}`,
      })
      return { barcode, line: lineOfBarcode(barcode) }
    },
  }
}
