// Everything with a life cycle as one shape: real rows put into any status, the calls that would move them, and what the domain's table says of each.
import { randomUUID } from 'node:crypto'
import type { ErrorId } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import {
  BILL_STATUSES,
  type BillStatus,
  CHARGE_STATUSES,
  INVOICE_STATUSES,
  PAYMENT_ORDER_STATUSES,
  RECEIVABLE_STATUSES,
  SUBSCRIPTION_STATUSES,
  type TitleKind,
} from '#domain/enums.ts'
import { canMoveInvoice } from '#domain/fiscal/invoice-rules.ts'
import { type MembershipChange, membershipRefusal, type Standing } from '#domain/memberships.ts'
import { CHARGE_MOVES, mayFollow, PAYMENT_ORDER_MOVES, SUBSCRIPTION_MOVES } from '#domain/payments/life-cycles.ts'
import {
  type Action,
  may,
  mayManageRole,
  PRESET_RIGHTS,
  type Preset,
  type Resource,
  type Rights,
  rightOfMove,
} from '#domain/permissions.ts'
import { canMove } from '#domain/transitions.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import { knowDevice, type MoneyBooks, moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import type { CallInput, TestServer, TestUser } from '#tests/kit/server.ts'

export interface Put {
  table: string
  id: string
  /** Who else may be asked to make the move: the invited person of an invitation. */
  instead?: TestUser
  /** What the call says beside the id. */
  more?: object
}

export interface Move {
  name: string
  to: string
  row: Endpoint
  input(put: Put): CallInput
  /** How it may be refused: nothing when it must succeed. */
  refusals(from: string, role: Preset): readonly ErrorId[]
}

export interface Machine {
  name: string
  statuses: readonly string[]
  moves: readonly Move[]
  /** A row of the company in that status. */
  put(from: string, move: Move): Promise<Put>
  /** What may be seen once the move was taken: where it went, and where whoever was told about it took it from there. */
  lands(from: string, to: string): readonly string[]
}

const denied: readonly ErrorId[] = ['permission.denied']
const invalid: readonly ErrorId[] = ['conflict.invalid_transition']
const none: readonly ErrorId[] = []

/** The right of the row first, then the table. */
const decided = (row: Endpoint, legal: boolean, role: Preset, refusal = invalid): readonly ErrorId[] => {
  const [resource, action] = (row.spec.needs ?? '').split(':') as [Resource, Action]
  return may(PRESET_RIGHTS[role], resource, action) ? (legal ? none : refusal) : denied
}

export async function machinesOf(server: TestServer): Promise<{ b: MoneyBooks; machines: Machine[] }> {
  const issuer = await issuingCompany(server)
  const b = await moneyBooks(server, issuer.company)
  const me = server.as(b.owner)
  const set = (table: string, id: string, columns: string) =>
    server.sql(`update ${table} set ${columns} where company_id = $1 and id = $2`, [b.company.id, id])
  const at = ({ id, more }: Put): CallInput => ({ params: { ...b.c, id }, ...(more ? { body: more } : {}) })

  const titles = (kind: TitleKind): Machine => {
    const rows = kind === 'BILL' ? contract.bills : contract.receivables
    const statuses = kind === 'BILL' ? BILL_STATUSES : RECEIVABLE_STATUSES
    const settled = kind === 'BILL' ? 'PAID' : 'RECEIVED'
    const ids = kind === 'BILL' ? 'bill_ids' : 'receivable_ids'
    const byTable = (from: string, to: string, role: Preset, via: 'user' | 'conciliation') =>
      canMove<TitleKind>(kind, from as BillStatus, to as BillStatus, {
        via,
        has_account: true,
        actor_is_creator: true,
        actor_may_approve: may(PRESET_RIGHTS[role], kind === 'BILL' ? 'bills' : 'receivables', 'a'),
      })
    return {
      name: kind === 'BILL' ? 'conta a pagar' : 'conta a receber',
      statuses,
      moves: [
        ...statuses.map(
          (to): Move => ({
            name: 'mover',
            to,
            row: rows.move,
            input: ({ id }) => ({ params: b.c, body: { ids: [id], status: to } }),
            refusals(from, role) {
              const { resource, action } = rightOfMove(kind, to)
              if (decided(rows.move, true, role) === denied || !may(PRESET_RIGHTS[role], resource, action)) return denied
              const refusal = byTable(from, to, role, 'user')
              return refusal ? [refusal.id] : none
            },
          }),
        ),
        {
          name: 'conciliar',
          to: settled,
          row: rows.conciliate,
          input: ({ id, more }) => ({ params: b.c, body: { [ids]: [id], ...more } }),
          refusals(from, role) {
            const refusal = from === settled ? undefined : byTable(from, settled, role, 'conciliation')
            return decided(rows.conciliate, refusal === undefined, role, refusal && [refusal.id])
          },
        },
        {
          name: 'desconciliar',
          to: 'PENDING',
          row: rows.unconciliate,
          input: ({ id }) => ({ params: b.c, body: { [ids]: [id] } }),
          refusals: (from, role) => decided(rows.unconciliate, from === settled, role, ['conciliation.not_done']),
        },
      ],
      async put(from, move) {
        const due = from === 'OVERDUE' ? '2026-02-10' : '2026-03-20'
        const made = kind === 'BILL' ? await b.bill({ due_date: due }) : await b.receivable({ due_date: due })
        const isSettled = from === settled
        await set(
          'entries',
          made.id,
          `status = '${from === 'OVERDUE' ? 'PENDING' : from}', created_by = null${isSettled ? ", date = '2026-03-05', applied_at = now()" : ''}`,
        )
        if (move.name !== 'conciliar') return { table: 'entries', id: made.id }
        const line = await b.line(kind === 'BILL' ? -10_000 : 10_000, { bank_account_id: b.account })
        return { table: 'entries', id: made.id, more: { bank_statement_entry_ids: [line] } }
      },
      // A receivable whose due date went by shows as overdue wherever it is pending.
      lands: (_, to) => [to, ...(to === 'OVERDUE' ? ['PENDING'] : [])],
    }
  }

  const simple = (row: Endpoint, to: string, legal: (from: string) => boolean, input = at): Move => ({
    name: row.id,
    to,
    row,
    input,
    refusals: (from, role) => decided(row, legal(from), role),
  })

  const charge: Machine = {
    name: 'cobrança',
    statuses: CHARGE_STATUSES,
    moves: [
      simple(
        contract.billings.cancel,
        'CANCELLED',
        from => mayFollow(CHARGE_MOVES, from as 'PAID', 'CANCELLED'),
        ({ id }) => ({ params: { id } }),
      ),
      simple(
        contract.billings.refund,
        'REFUNDED',
        from => mayFollow(CHARGE_MOVES, from as 'PAID', 'REFUNDED'),
        ({ id }) => ({
          params: { id },
          body: {},
        }),
      ),
    ],
    async put(from) {
      const { id } = await me.ok(contract.billings.create, b.at({ transaction_amount: 10_099, due_date: '2026-03-20' }))
      // What is overdue or expired is so by its days.
      const days = { OVERDUE: "due_date = '2026-02-10'", EXPIRED: "due_date = '2026-01-10', expiration_date = '2026-02-10'" }
      const stored = from in days ? days[from as keyof typeof days] : `status = '${from}'`
      await set('charges', id, `${stored}${from === 'PAID' ? ", paid_at = '2026-03-11T12:00:00Z', paid_with = 'PIX'" : ''}`)
      return { table: 'charges', id }
    },
    // A refund is asked of the bank, whose word changes the status.
    lands: (from, to) => (to === 'REFUNDED' ? [from, to] : [to]),
  }

  const order: Machine = {
    name: 'ordem de pagamento',
    statuses: PAYMENT_ORDER_STATUSES,
    moves: (
      [
        [contract.paymentOrders.approve, 'APPROVED'],
        [contract.paymentOrders.reject, 'REJECTED'],
        [contract.paymentOrders.send, 'PROCESSING'],
        [contract.paymentOrders.cancel, 'CANCELLED'],
      ] as const
    ).map(([row, to]) =>
      simple(
        row,
        to,
        from => mayFollow(PAYMENT_ORDER_MOVES, from as 'APPROVED', to),
        ({ id }) => ({
          params: { ...b.c, id },
          ...(to === 'REJECTED' ? { body: {} } : {}),
        }),
      ),
    ),
    async put(from) {
      const { id } = await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 1 }], confirm_duplicate: true }, operator)
      await set('payment_orders', id, `status = '${from}'`)
      return { table: 'payment_orders', id }
    },
    // Approved by who may send, it is sent; sent, the bank ends it.
    lands: (_, to) => (to === 'APPROVED' || to === 'PROCESSING' ? [to, 'PROCESSING', 'COMPLETED'] : [to]),
  }
  const operator = await server.aMember(b.company, 'OPERATOR')
  await knowDevice(server, operator)

  const subscription: Machine = {
    name: 'assinatura',
    statuses: SUBSCRIPTION_STATUSES,
    moves: [simple(contract.subscriptions.cancel, 'CANCELLED', from => mayFollow(SUBSCRIPTION_MOVES, from as 'ACTIVE', 'CANCELLED'))],
    async put(from) {
      await server.sql`update subscriptions set status = 'CANCELLED' where company_id = ${b.company.id}`
      const body = { company_id: b.company.id, reference: 'ME_2' }
      const { id } = await me.ok(contract.subscriptions.create, { body })
      await set('subscriptions', id, `status = '${from}'`)
      return { table: 'subscriptions', id }
    },
    lands: (_, to) => [to],
  }

  const people = await peopleMachine(server, b)
  return {
    b,
    machines: [titles('BILL'), titles('RECEIVABLE'), charge, order, subscription, ...invoiceMachines(server, b, issuer), people],
  }
}

function invoiceMachines(server: TestServer, b: MoneyBooks, issuer: IssuingCompany): Machine[] {
  const me = server.as(b.owner)
  const { serviceInvoices, productInvoices, customerInvoices } = contract
  const query = { reason: 'Pedido do comprador, por engano' }
  const goods = { company_id: b.company.id, invoice_products: [{ product_id: issuer.product, amount: 2 }] }
  const payment = { invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] } }
  const kinds = [
    {
      name: 'nota de serviço',
      create: () =>
        me.ok(serviceInvoices.create, {
          params: b.c,
          body: { contact_id: issuer.customer, service_id: issuer.service, amount_cents: 1000 },
        }),
      rows: [serviceInvoices.update, serviceInvoices.transmit, serviceInvoices.cancel],
    },
    {
      name: 'NF-e',
      create: () => me.ok(productInvoices.create, { body: { ...goods, ...payment, contact_id: issuer.customer } }),
      rows: [productInvoices.update, productInvoices.transmit, productInvoices.cancel],
    },
    {
      name: 'NFC-e',
      create: () => me.ok(customerInvoices.create, { body: { ...goods, ...payment } }),
      rows: [productInvoices.update, productInvoices.transmit, customerInvoices.cancel],
    },
  ] as const
  return kinds.map(({ name, create, rows: [update, transmit, cancel] }) => {
    const move = (row: Endpoint, to: 'PROCESSING' | 'CANCELLING', said: CallInput): Move => ({
      name: row.id,
      to,
      row,
      input: ({ id }) => ({ params: { ...b.c, id }, ...said }),
      refusals: (from, role) => decided(row, canMoveInvoice(from as 'ISSUED', to), role),
    })
    return {
      name,
      statuses: INVOICE_STATUSES,
      moves: [move(update, 'PROCESSING', { body: {} }), move(transmit, 'PROCESSING', {}), move(cancel, 'CANCELLING', { query })],
      async put(from) {
        const { id } = (await create()) as { id: string }
        await server.sql(`update invoices set status = $3, sent_at = coalesce(sent_at, now()) where company_id = $1 and id = $2`, [
          b.company.id,
          id,
          from,
        ])
        return { table: 'invoices', id }
      },
      // Prepared by who may not transmit it stays so; else the authority answers.
      lands: (_, to) => (to === 'PROCESSING' ? ['PROCESSING', 'ISSUED', 'REJECTED'] : ['CANCELLING', 'CANCELLED', 'ISSUED']),
    }
  })
}

const STANDINGS: readonly Standing[] = ['ACTIVE', 'INACTIVE', 'WAITING_ACCEPT', 'LAPSED']

async function peopleMachine(server: TestServer, b: MoneyBooks): Promise<Machine> {
  const { users, companies } = contract
  const target: Rights = PRESET_RIGHTS.READER
  const change = (row: Endpoint, what: MembershipChange, to: string): Move => ({
    name: row.id,
    to,
    row,
    input: ({ id, instead }) => ({ params: { ...b.c, userId: instead?.id ?? id, roleId: b.company.roles.READER } }),
    refusals(from, role) {
      const refused = decided(row, membershipRefusal(from as Standing, what) === undefined, role)
      return refused === denied || mayManageRole(PRESET_RIGHTS[role], target) ? refused : denied
    },
  })
  const answer = (row: Endpoint, to: string): Move => ({
    name: row.id,
    to,
    row,
    input: ({ id }) => ({ params: { id } }),
    // Only the invited person answers, once and in time; to anybody else it does not exist.
    refusals: from => (from === 'WAITING_ACCEPT' ? none : from === 'LAPSED' ? ['invitation.expired'] : invalid),
  })
  return {
    name: 'convite',
    statuses: STANDINGS,
    moves: [
      change(users.activate, 'activate', 'ACTIVE'),
      change(users.deactivate, 'deactivate', 'INACTIVE'),
      change(users.changeRole, 'change_role', 'same'),
      answer(companies.acceptInvitation, 'ACTIVE'),
      answer(companies.rejectInvitation, 'INACTIVE'),
    ],
    async put(from, move) {
      const person = await server.aUser('COMPANY_MEMBER')
      const id = randomUUID()
      const waits = from === 'WAITING_ACCEPT' || from === 'LAPSED'
      const answers = move.row === companies.acceptInvitation || move.row === companies.rejectInvitation
      await server.sql(
        `insert into memberships (company_id, id, user_id, invited_document, role_id, status, accepted_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          b.company.id,
          id,
          waits ? null : person.id,
          person.document_number,
          b.company.roles.READER,
          waits ? 'WAITING_ACCEPT' : from,
          waits ? null : '2026-03-01',
          from === 'LAPSED' ? '2026-03-01' : waits ? '2026-03-18' : null,
        ],
      )
      return { table: 'memberships', id, ...(answers || !waits ? { instead: person } : {}) }
    },
    lands: (from, to) => [to === 'same' ? from : to],
  }
}
