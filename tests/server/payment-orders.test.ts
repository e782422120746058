// Payment orders over the real server and a bank that fails when told: paid once, approved by two, honest about what it does not know.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { formatDocument } from '#domain/documents.ts'
import { staticCode } from '#domain/payments/br-code.ts'
import { FAULT_MODES, signCallback } from '#server/adapters/local-bank/ground.ts'
import { DEVICE, FIRST_DEPOSIT_CENTS, knowDevice, type MoneyBooks, moneyBooks, OTHER_HOLDER, OTHER_KEY } from '#tests/kit/money.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const { paymentOrders, bills } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const byKey = { payment_details: { pix_key: OTHER_KEY }, payment_method: 'PIX' }
const PAYER = { name: 'Cliente', document_number: '52998224725', bank_name: 'Banco do Brasil S.A.' }

describe('from bills to the statement', () => {
  test('bills wait for the bank, and are paid and conciliated by the movement it reports', async () => {
    const b = await moneyBooks(server)
    const [one, two] = [await b.bill({ ...byKey, amount_cents: 12_345 }), await b.bill({ ...byKey, amount_cents: 500 })]
    const order = await b.order({ bill_ids: [one.id, two.id], title: 'Fornecedores' })
    expect(order).toMatchObject({ status: 'PROCESSING', total_cents: 12_845, payments_count: 2, settled_count: 0, environment: 'local' })
    expect(order.payments.map(payment => payment.status)).toEqual(['QUEUED', 'QUEUED'])
    expect((await b.billOf(one.id)).status).toBe('WAITING_PAYMENT')
    await server.pass(30_000)
    const done = await b.orderOf(order.id)
    expect(done).toMatchObject({ status: 'COMPLETED', settled_count: 2 })
    expect(done.payments[0]).toMatchObject({ status: 'SETTLED', payee: { name: OTHER_HOLDER.name }, refusal: null, notice: null })
    const paid = await b.billOf(one.id)
    expect(paid).toMatchObject({ status: 'PAID', bank_account_id: b.bankAccount, date: '2026-03-11' })
    expect(paid.bank_statement_entries).toMatchObject([
      { amount_cents: -12_345, status: 'CONCILIATED', transaction_id: done.payments[0]?.end_to_end_id },
    ])
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 12_845)
    const notifications = await server.as(b.owner).ok(contract.notifications.list)
    expect(notifications.map(each => [each.type, each.title])).toContainEqual(['TRANSACTION', 'Pix de R$ 123,45 efetivado'])
  })

  test('what the bank refuses returns the bill to approved, with the reason, and may be sent again', async () => {
    const b = await moneyBooks(server)
    const bill = await b.bill({ ...byKey, amount_cents: FIRST_DEPOSIT_CENTS + 1 })
    const order = await b.order({ bill_ids: [bill.id] })
    await server.pass(10_000)
    const failed = await b.orderOf(order.id)
    expect(failed).toMatchObject({ status: 'FAILED' })
    expect(failed.payments[0]?.refusal).toEqual({ id: 'payment.insufficient_funds', message: 'Saldo insuficiente.' })
    expect((await b.billOf(bill.id)).status).toBe('APPROVED')
    await server.bank.deposit(b.account_id, 1, PAYER)
    server.clock.advance(61_000)
    const again = await b.order({ bill_ids: [bill.id] })
    await server.pass(30_000)
    expect((await b.orderOf(again.id)).status).toBe('COMPLETED')
    expect((await b.billOf(bill.id)).status).toBe('PAID')
  })

  test('a bill is in one live order, and a paid one in no other', async () => {
    const b = await moneyBooks(server)
    const bill = await b.bill(byKey)
    await b.order({ bill_ids: [bill.id] })
    const taken = await server.as(b.owner).refused(bills.move, b.at({ ids: [bill.id], status: 'APPROVED' }))
    expect(taken.message).toBe('Há um envio em andamento no banco: aguarde a resposta.')
    const again = () => server.as(b.owner).refused(paymentOrders.create, b.at({ bill_ids: [bill.id], confirm_duplicate: true }), DEVICE)
    expect(await again()).toMatchObject({ status: 409, message: 'Esta conta já foi enviada para pagamento.' })
    await server.pass(30_000)
    // Taking the settlement back on paper does not take the money back.
    await server.as(b.owner).ok(bills.unconciliate, b.at({ bill_ids: [bill.id] }))
    await server.as(b.owner).ok(bills.move, b.at({ ids: [bill.id], status: 'APPROVED' }))
    expect(await again()).toMatchObject({
      id: 'conflict.already_exists',
      message: 'Esta conta já está em outra ordem de pagamento, ou já foi paga por uma.',
    })
  })

  test('a slip that costs more today settles the bill and writes the interest apart', async () => {
    const b = await moneyBooks(server)
    const slip = await b.slip(10_000, '2026-03-01')
    const bill = await b.bill({ amount_cents: 10_000 })
    // 11 March: 2% once and 1% a month for ten days.
    const order = await b.order({ payments: [{ digitable_line: slip.line, amount_cents: 10_233, bill_id: bill.id }] })
    await server.pass(60_000)
    expect((await b.orderOf(order.id)).status).toBe('COMPLETED')
    const group = await server.as(b.owner).ok(bills.conciliation, { params: { ...b.c, id: bill.id } })
    expect(group?.titles.map(title => [title.amount_cents, title.difference_kind])).toEqual(
      expect.arrayContaining([
        [10_000, null],
        [233, 'interest'],
      ]),
    )
  })

  test('a bill without a way to pay it, or with one twice, is refused by name', async () => {
    const b = await moneyBooks(server)
    const [bill, other] = [await b.bill(), await b.bill(byKey)]
    const refused = (body: object) => server.as(b.owner).refused(paymentOrders.create, b.at(body), DEVICE)
    expect(await refused({ bill_ids: [bill.id] })).toMatchObject({
      details: [{ field: bill.id, message: 'Informe na conta a chave Pix ou o boleto' }],
    })
    expect((await refused({ bill_ids: [other.id, other.id] })).id).toBe('validation.failed')
    expect((await refused({})).id).toBe('validation.failed')
    expect((await refused({ bill_ids: [randomUUID()] })).id).toBe('resource.not_found')
    expect((await refused({ payments: [{ pix_key: OTHER_KEY, digitable_line: '1', amount_cents: 1 }] })).id).toBe('validation.failed')
    await server.as(b.owner).ok(bills.move, b.at({ ids: [other.id], status: 'WAITING_APPROVAL' }))
    expect(await refused({ bill_ids: [other.id] })).toMatchObject({ status: 409 })
  })

  test('what reached the bank is not undone by the journal', async () => {
    const b = await moneyBooks(server)
    const bill = await b.bill(byKey)
    await b.order({ bill_ids: [bill.id] })
    const made = (await server.as(b.owner).ok(contract.batches.list, { params: b.c })).find(batch =>
      /^Ordem de pagamento/.test(batch.label),
    )
    expect(made?.undoable).toBe(false)
    const refused = await server.as(b.owner).refused(contract.batches.undo, { params: { ...b.c, id: made?.id ?? '' } })
    expect(refused).toMatchObject({
      id: 'undo.blocked',
      message: 'Esta ação não pode ser desfeita.',
    })
    expect((await b.billOf(bill.id)).status).toBe('WAITING_PAYMENT')
    const reader = await server.aMember(b.company, 'READER')
    const tables = async (user: TestUser) => {
      const rows = await server.as(user).ok(contract.batches.rows, { params: { ...b.c, id: made?.id ?? '' } })
      return [...new Set(rows.map(row => row.table))].sort()
    }
    expect(await tables(b.owner)).toEqual(['entries', 'payment_orders', 'payments'])
    expect(await tables(reader)).toEqual(['entries'])
  })
})

describe('two people', () => {
  test('who may create only leaves it for another: approved by one, sent by who asked', async () => {
    const b = await moneyBooks(server)
    const finance = await server.aMember(b.company, 'FINANCE')
    const admin = await server.aMember(b.company, 'ADMIN')
    await knowDevice(server, finance)
    const order = await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 9000 }] }, finance)
    expect(order).toMatchObject({ status: 'WAITING_APPROVAL', payments: [{ status: 'CREATED' }] })
    const news = async (user: TestUser) => (await server.as(user).ok(contract.notifications.list)).map(each => each.title)
    for (const approver of [admin, b.owner]) expect(await news(approver)).toContain('Ordem de pagamento de R$ 90,00 para aprovar')
    expect(await news(finance)).toEqual([])
    const params = { params: { ...b.c, id: order.id } }
    expect((await server.as(finance).refused(paymentOrders.approve, params, DEVICE)).id).toBe('permission.denied')
    expect((await server.as(finance).refused(paymentOrders.send, params, DEVICE)).id).toBe('conflict.invalid_transition')
    await knowDevice(server, admin)
    expect((await server.as(admin).ok(paymentOrders.approve, params, DEVICE)).status).toBe('PROCESSING')
    await server.pass(30_000)
    expect(await b.orderOf(order.id)).toMatchObject({ status: 'COMPLETED', approved_by_name: expect.any(String) })
    expect(await news(finance)).toContain('Ordem de pagamento de R$ 90,00 aprovada')
    const other = await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 9100 }] }, finance)
    await server.as(admin).ok(paymentOrders.reject, b.at({ reason: 'Não é desta empresa' }, { id: other.id }))
    const [refusal] = await server.as(finance).ok(contract.notifications.list)
    expect(refusal).toMatchObject({ title: 'Ordem de pagamento de R$ 91,00 reprovada', body: 'Não é desta empresa' })
  })

  test('above the limit nobody approves their own; in a one-person company a code stands for the second person', async () => {
    const b = await moneyBooks(server)
    await server.aMember(b.company, 'ADMIN')
    const order = await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 500_001 }] })
    expect(order.status).toBe('WAITING_APPROVAL')
    const refused = await server.as(b.owner).refused(paymentOrders.approve, { params: { ...b.c, id: order.id } }, DEVICE)
    expect(refused).toMatchObject({ id: 'permission.denied', message: 'Acima do limite, quem criou a ordem não pode aprová-la.' })
    expect((await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 500_000 }] })).status).toBe('PROCESSING')
    // Whoever creates, whatever adds up to it, and by whichever call: the order waits, and its creator neither approves nor sends it.
    const admin = await server.aMember(b.company, 'ADMIN')
    await knowDevice(server, admin)
    const sums = [[500_001], [499_999, 2], [250_000, 250_001], Array.from({ length: 10 }, () => 50_001), [100_000_000]]
    let tried = 0
    for (const creator of [b.owner, admin])
      for (const amounts of sums) {
        const payments = amounts.map(amount_cents => ({ pix_key: OTHER_KEY, amount_cents }))
        const made = await b.order({ payments, confirm_duplicate: true }, creator)
        expect(made.status, amounts.join()).toBe('WAITING_APPROVAL')
        for (const act of [paymentOrders.approve, paymentOrders.send]) {
          const answer = await server.call(creator, act, { params: { ...b.c, id: made.id } }, DEVICE)
          expect([403, 409], `${act.id} ${amounts.join()}`).toContain(answer.status)
          tried += 1
        }
        expect(await b.orderOf(made.id)).toMatchObject({ status: 'WAITING_APPROVAL' })
      }
    for (const creator of [b.owner, admin]) {
      const direct = await server.call(
        creator,
        contract.pix.send,
        b.at({ amount: 5000.01, pix_key: OTHER_KEY, confirm_duplicate: true }),
        DEVICE,
      )
      expect(JSON.stringify(direct.data)).not.toMatch(/"(SETTLED|PROCESSING|QUEUED|COMPLETED)"/)
      tried += 1
    }
    const alone = await moneyBooks(server)
    expect((await alone.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 500_001 }] })).status).toBe('PROCESSING')
    figure({
      promise: 'E3',
      what: 'quem criou aprova acima de R$ 5.000',
      ours: `recusado ${tried} de ${tried} vezes: inteiro, em partes, por ordem e por Pix; aceito no limite; sozinho na empresa, só com código`,
      floor: '100% recusado',
    })
  })

  test('what was approved is the bill as it stands: another payee or amount under its name needs its own approval', async () => {
    const b = await moneyBooks(server)
    const finance = await server.aMember(b.company, 'FINANCE')
    await knowDevice(server, finance)
    const approved = async () => {
      const bill = await b.bill({ ...byKey, amount_cents: 1_000 })
      await server.as(b.owner).ok(bills.move, b.at({ ids: [bill.id], status: 'APPROVED' }))
      return bill.id
    }
    const status = async (payment: object) =>
      (await b.order({ payments: [{ bill_id: await approved(), ...payment }], confirm_duplicate: true }, finance)).status
    expect(await status({ pix_key: OTHER_KEY, amount_cents: 1_001 })).toBe('WAITING_APPROVAL')
    await server.bank.seedKey({ key: 'outra@exemplo.com.br', type: 'EMAIL', holder: OTHER_HOLDER })
    expect(await status({ pix_key: 'outra@exemplo.com.br', amount_cents: 1_000 })).toBe('WAITING_APPROVAL')
    expect(await status({ digitable_line: (await b.slip(1_000)).line })).toBe('WAITING_APPROVAL')
    expect(await status({ pix_key: OTHER_KEY.toUpperCase(), amount_cents: 1_000 })).toBe('PROCESSING')
    expect((await b.order({ bill_ids: [await approved()], confirm_duplicate: true }, finance)).status).toBe('PROCESSING')
    // A large payment in parts is a large payment.
    const parts = [200_000, 200_001, 199_999].map(amount_cents => ({ pix_key: OTHER_KEY, amount_cents }))
    expect((await b.order({ payments: parts })).status).toBe('WAITING_APPROVAL')
  })

  test('rejected with a reason, cancelled, split, and nothing of it moves again', async () => {
    const b = await moneyBooks(server)
    const operator = await server.aMember(b.company, 'OPERATOR')
    const bill = await b.bill(byKey)
    const order = await b.order({ bill_ids: [bill.id] }, operator)
    const id = (of: { id: string }) => ({ ...b.c, id: of.id })
    const rejected = await server.as(b.owner).ok(paymentOrders.reject, { params: id(order), body: { reason: 'Valor errado' } })
    expect(rejected).toMatchObject({ status: 'REJECTED', reason: 'Valor errado', payments: [{ status: 'CANCELLED' }] })
    expect((await server.as(b.owner).refused(paymentOrders.approve, { params: id(order) })).id).toBe('conflict.invalid_transition')
    server.clock.advance(61_000)
    const second = await b.order({ bill_ids: [bill.id] }, operator)
    expect((await server.as(operator).ok(paymentOrders.cancel, { params: id(second) })).status).toBe('CANCELLED')
    expect((await b.billOf(bill.id)).status).toBe('PENDING')
    expect((await server.as(operator).refused(paymentOrders.send, { params: id(order) })).id).toBe('permission.denied')
  })

  test('a code is asked once for the whole set, when it is large or goes to somebody new', async () => {
    const b = await moneyBooks(server)
    await b.pix({ amount: 1 })
    await server.pass(30_000)
    server.clock.advance(16 * 60_000)
    expect((await b.pix({ amount: 999.99 })).status).toBe('QUEUED')
    const refused = await server.as(b.owner).refused(contract.pix.send, b.at({ amount: 1000.01, pix_key: OTHER_KEY }), DEVICE)
    expect(refused).toMatchObject({ id: 'auth.step_up_required', status: 403, challenge_id: expect.any(String) })
    await server
      .as(b.owner)
      .ok(contract.auth.verifyOtp, { params: { id: refused.challenge_id ?? '' }, body: { otp: await server.lastCode() } }, DEVICE)
    expect((await b.pix({ amount: 1000.01 })).status).toBe('QUEUED')
  })
})

describe('the organisation and the public', () => {
  test('a manager sees the orders of the companies of the organisation and splits one; others see neither', async () => {
    const manager = await server.aUser('ORGANIZATION_MANAGER')
    const owner = await server.aUser()
    const company = await server.aCompany(owner, { organization_id: manager.organization_id })
    const b = await moneyBooks(server, company)
    const operator = await server.aMember(company, 'OPERATOR')
    const order = await b.order({ payments: [1, 2, 3].map(cents => ({ pix_key: OTHER_KEY, amount_cents: cents })) }, operator)
    const seen = await server.as(manager).ok(paymentOrders.organization)
    expect(seen.map(each => each.id)).toEqual([order.id])
    const payment_ids = [order.payments[2]?.id ?? '']
    const halves = await server.as(manager).ok(paymentOrders.split, { params: { id: order.id }, body: { payment_ids } })
    expect(halves.map(half => [half.total_cents, half.status])).toEqual([
      [3, 'WAITING_APPROVAL'],
      [3, 'WAITING_APPROVAL'],
    ])
    expect(halves[1]?.split_from_id).toBe(order.id)
    expect((await server.as(owner).refused(paymentOrders.organization)).id).toBe('permission.denied')
    expect((await server.as(owner).refused(paymentOrders.split, { params: { id: order.id }, body: { payment_ids } })).id).toBe(
      'permission.denied',
    )
    const stranger = await server.aUser('ORGANIZATION_MANAGER')
    expect((await server.as(stranger).refused(paymentOrders.split, { params: { id: order.id }, body: { payment_ids } })).status).toBe(404)
  })

  test('its page says how it stands and nothing of who is paid', async () => {
    const b = await moneyBooks(server)
    const order = await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 4200 }] })
    const { key } = await server.as(b.owner).ok(paymentOrders.link, { params: { ...b.c, id: order.id } })
    const answer = await server.call(undefined, paymentOrders.page, { params: { id: order.id }, query: { key } })
    expect(answer.data).toMatchObject({ id: order.id, status: 'PROCESSING', total_cents: 4200, payments_count: 1, settled_count: 0 })
    expect(JSON.stringify(answer.data)).not.toMatch(/boavista|Boa Vista|bill/)
  })

  test('its page says the same to who has only its id, a key of another, or an id of none', async () => {
    const b = await moneyBooks(server)
    const [order, other] = [await b.order({ payments: [{ pix_key: OTHER_KEY, amount_cents: 4200 }] }), randomUUID()]
    const { key } = await server.as(b.owner).ok(paymentOrders.link, { params: { ...b.c, id: order.id } })
    const asked = (id: string, query: object) => server.as(undefined).refused(paymentOrders.page, { params: { id }, query: { ...query } })
    const said = ({ id, message, status }: Awaited<ReturnType<typeof asked>>) => ({ id, message, status })
    const none = said(await asked(other, {}))
    expect(none.status).toBe(404)
    for (const query of [{}, { key: '' }, { key: `${key}x` }, { key: key.slice(1) }])
      expect([said(await asked(order.id, query)), said(await asked(other, query))]).toEqual([none, none])
    expect(said(await asked(other, { key }))).toEqual(none)
    const stranger = await server.aUser()
    expect((await server.as(stranger).refused(paymentOrders.link, { params: { ...b.c, id: order.id } })).status).toBe(404)
  })
})

describe('repetition', () => {
  test('the same key replays; without one an equal payment within a minute is asked about', async () => {
    const b = await moneyBooks(server)
    const send = (headers: object) =>
      server.as(b.owner).call(contract.pix.send, b.at({ amount: 50, pix_key: OTHER_KEY }), { ...DEVICE, ...headers })
    const first = await send({ 'idempotency-key': 'abc' })
    expect((await send({ 'idempotency-key': 'abc' })).data).toEqual(first.data)
    const refused = await server.as(b.owner).refused(contract.pix.send, b.at({ amount: 50, pix_key: OTHER_KEY.toUpperCase() }), DEVICE)
    expect(refused.id).toBe('payment.possible_duplicate')
    expect((await b.pix({ amount: 50, confirm_duplicate: true })).status).toBe('QUEUED')
    server.clock.advance(61_000)
    expect((await b.pix({ amount: 50 })).status).toBe('QUEUED')
    await server.pass(30_000)
    expect(await b.bankBalance()).toBe(FIRST_DEPOSIT_CENTS - 15_000)
  })
})

describe('a bank that fails', () => {
  let b: MoneyBooks
  beforeAll(async () => {
    b = await moneyBooks(server)
  })

  test.each(FAULT_MODES)('%s: each payment leaves once and ends true', async fault => {
    const count = 4
    const before = await b.bankBalance()
    await server.bank.fail('pay', fault, count)
    await server.bank.fail('payment', 'error_before', 3)
    const payments = Array.from({ length: count }, (_, n) => ({ pix_key: OTHER_KEY, amount_cents: 100 + n }))
    const order = await b.order({ payments, confirm_duplicate: true })
    const references = order.payments.map(payment => `${b.company.id}.${payment.id}`)
    await Promise.all([...references, ...references].map(reference => callBack(reference)))
    if (fault === 'delay_2h') server.clock.advance(2 * 3_600_000)
    await server.pass(40_000)
    const done = await b.orderOf(order.id)
    expect(done.payments.map(payment => [payment.status, payment.notice])).toEqual(Array(count).fill(['SETTLED', null]))
    expect(await b.bankBalance()).toBe(before - done.total_cents)
    const ids = order.payments.map(payment => payment.id)
    const movements = await server.sql('select transaction_code from digital_movements where reference = any ($1::uuid[])', [ids])
    expect(new Set(movements.map(each => each.transaction_code)).size).toBe(count)
    expect(movements).toHaveLength(count)
  })

  const callBack = (reference: string, signature = signCallback(server.services.secret, reference)) =>
    server.call(undefined, paymentOrders.callback, { body: { reference, signature } })

  test('that says twice it refused what it pays is believed by its money, and the bill is paid once', async () => {
    const bill = await b.bill({ ...byKey, amount_cents: 4_321 })
    await server.bank.fail('payment', 'contradiction', 2)
    await server.bank.fail('movements', 'reset', 2)
    const order = await b.order({ bill_ids: [bill.id] })
    await server.pass(1_500)
    expect((await b.orderOf(order.id)).payments[0]?.status).toBe('REJECTED')
    expect((await b.billOf(bill.id)).status).toBe('APPROVED')
    await server.pass(120_000)
    expect(await b.orderOf(order.id)).toMatchObject({ status: 'COMPLETED', payments: [{ status: 'SETTLED', refusal: null }] })
    expect((await b.billOf(bill.id)).status).toBe('PAID')
  })

  test('while it is silent the payment says so, is not sent again, and a forged callback is nothing', async () => {
    const before = await b.bankBalance()
    await server.bank.fail('pay', 'timeout_after')
    await server.bank.fail('payment', 'reset', 2)
    const payment = await b.pix({ amount: 77 })
    await server.pass(1000)
    const [doubtful] = (await server.as(b.owner).ok(paymentOrders.list, { params: b.c }))[0]?.payments ?? []
    expect(doubtful).toMatchObject({ id: payment.id, status: 'PROCESSING', notice: { id: 'payment.outcome_unknown' } })
    expect((await callBack(`${b.company.id}.${payment.id}`, 'forjada')).status).toBe(403)
    await server.pass(60_000)
    expect(await b.bankBalance()).toBe(before - 7700)
  })

  test('it is asked again after the process was gone', async () => {
    const before = await b.bankBalance()
    const payment = await b.pix({ amount: 3 })
    await server.sql('update payments set status = $2 where id = $1', [payment.id, 'PROCESSING'])
    const { resumeMoney } = await import('#server/areas/wallet/under-way/resume.ts')
    await resumeMoney(server.services)
    await server.pass(20_000)
    expect(await b.bankBalance()).toBe(before - 300)
  })
})

const NOBODY = 'ninguem@exemplo.com.br'

describe('whom the bank names', () => {
  const planOf = async (b: MoneyBooks, bill: string, way?: string) =>
    (await server.as(b.owner).ok(paymentOrders.plan, { params: b.c, query: { bill_ids: bill, ...(way ? { way } : {}) } }))[0]

  test('is seen before anything is confirmed, with what the books know of them', async () => {
    const b = await moneyBooks(server)
    const bill = await b.bill({ ...byKey, contact_id: b.contact, amount_cents: 1_500 })
    const { name, document_number, bank_name } = OTHER_HOLDER
    const shown = { name, document_number: formatDocument(document_number), bank_name }
    const expected = async (document: string) => server.sql`update contacts set document_number = ${document} where id = ${b.contact}`
    await expected(document_number)
    expect(await planOf(b, bill.id)).toMatchObject({ payee: shown, match: 'SAME', last_paid: null })
    await expected(`${document_number.slice(0, 8)}000262`)
    expect(await planOf(b, bill.id)).toMatchObject({ match: 'BRANCH' })
    await expected('52998224725')
    expect(await planOf(b, bill.id)).toMatchObject({ match: 'OTHER' })
    await b.order({ bill_ids: [bill.id] })
    await server.pass(30_000)
    const next = await b.bill({ ...byKey, amount_cents: 1_500 })
    expect(await planOf(b, next.id)).toMatchObject({ match: null, last_paid: { date: '2026-03-11', amount_cents: 1_500 } })
  })

  test('is asked of whatever is typed for one bill, and a registered slip says what it costs today', async () => {
    const b = await moneyBooks(server)
    const bill = await b.bill({ amount_cents: 10_000 })
    const late = await b.slip(10_000, '2026-03-01')
    expect(await planOf(b, bill.id, late.line)).toMatchObject({
      kind: 'BOLETO',
      payee: { name: OTHER_HOLDER.name },
      amount_cents: 10_233,
      fine_cents: 200,
      interest_cents: 33,
    })
    expect(await planOf(b, bill.id, OTHER_KEY)).toMatchObject({ kind: 'PIX_KEY', amount_cents: 10_000, refusal: null })
    expect(await planOf(b, bill.id, NOBODY)).toMatchObject({ payee: null, refusal: 'Confira a chave Pix.' })
    const order = await b.order({
      bill_ids: [(await b.bill({ amount_cents: 10_000, payment_details: { boleto: { digitable_line: late.line } } })).id],
    })
    expect(order.total_cents).toBe(10_233)
  })

  test('a key that is nobody’s enters no order, by bill, by hand or by a code, and nothing of the order is kept', async () => {
    const b = await moneyBooks(server)
    const bill = await b.bill({ payment_details: { pix_key: NOBODY } })
    const refused = (body: object) => server.as(b.owner).refused(paymentOrders.create, b.at(body), DEVICE)
    expect(await refused({ bill_ids: [bill.id] })).toMatchObject({ id: 'pix.key_not_found', details: [{ field: bill.id }] })
    expect((await refused({ payments: [{ pix_key: NOBODY, amount_cents: 1 }] })).id).toBe('pix.key_not_found')
    const emv_code = staticCode({ pix_key: NOBODY, merchant_name: 'X', merchant_city: 'Y' })
    expect((await refused({ payments: [{ emv_code, amount_cents: 1 }] })).id).toBe('pix.key_not_found')
    expect(await server.as(b.owner).ok(paymentOrders.list, { params: b.c })).toEqual([])
    expect((await b.billOf(bill.id)).status).toBe('PENDING')
  })

  test('is shown to the approver, and a key that changed hands or went away since is refused', async () => {
    const b = await moneyBooks(server)
    const finance = await server.aMember(b.company, 'FINANCE')
    await knowDevice(server, finance)
    const key = `fornecedor-${randomUUID().slice(0, 8)}@exemplo.com.br`
    await server.bank.seedKey({ key, type: 'EMAIL', holder: OTHER_HOLDER })
    const order = await b.order({ payments: [{ pix_key: key, amount_cents: 700 }] }, finance)
    expect(order.payments[0]?.payee).toEqual({ ...OTHER_HOLDER, document_number: formatDocument(OTHER_HOLDER.document_number) })
    const params = { params: { ...b.c, id: order.id } }
    const [word] = await server.as(b.owner).ok(paymentOrders.payees, params)
    expect(word).toMatchObject({ payment_id: order.payments[0]?.id, payee: { name: OTHER_HOLDER.name }, last_paid: null, refusal: null })
    const approve = () => server.as(b.owner).refused(paymentOrders.approve, params, DEVICE)
    await server.sql`update local_bank_keys set holder = holder || ${JSON.stringify(PAYER)}::jsonb where key = ${key}`
    expect(await approve()).toMatchObject({
      id: 'conflict.invalid_transition',
      message: expect.stringContaining('O banco agora diz que quem recebe é Cliente'),
    })
    await server.sql`delete from local_bank_keys where key = ${key}`
    expect((await approve()).id).toBe('pix.key_not_found')
    expect((await b.orderOf(order.id)).status).toBe('WAITING_APPROVAL')
  })
})

describe('before and after an order', () => {
  test('the plan says how each bill would be paid, and what keeps one out', async () => {
    const b = await moneyBooks(server)
    const [ready, bare, sent] = [await b.bill({ ...byKey, amount_cents: 700 }), await b.bill({ amount_cents: 800 }), await b.bill(byKey)]
    await b.order({ bill_ids: [sent.id] })
    const slip = await b.slip(10_000)
    const printed = await b.bill({ amount_cents: 10_000, payment_details: { boleto: { digitable_line: slip.line } } })
    const ids = [printed.id, ready.id, bare.id, sent.id]
    const plan = (bill_ids: string) => ({ params: b.c, query: { bill_ids } })
    const lines = await server.as(b.owner).ok(paymentOrders.plan, plan(ids.join(';')))
    expect(lines.map(line => [line.bill_id, line.kind, line.refusal])).toEqual([
      [printed.id, 'BOLETO', null],
      [ready.id, 'PIX_KEY', null],
      [bare.id, null, 'Informe na conta a chave Pix ou o boleto'],
      [sent.id, 'PIX_KEY', 'Esta conta já foi enviada para pagamento.'],
    ])
    expect(lines[1]).toMatchObject({ pix_key: OTHER_KEY, amount_cents: 700, known_payee: false })
    await server.pass(30_000)
    const [again] = await server.as(b.owner).ok(paymentOrders.plan, plan(ready.id))
    expect(again?.known_payee).toBe(true)
    expect((await server.as(b.owner).refused(paymentOrders.plan, plan(randomUUID()))).id).toBe('resource.not_found')
  })

  test('a bill without a way of its own goes to the only Pix key of its contact', async () => {
    const b = await moneyBooks(server)
    const keyed = (pix_keys: object[]) =>
      server.sql`update contacts set pix_keys = ${JSON.stringify(pix_keys)}::jsonb where id = ${b.contact}`
    const bill = await b.bill({ contact_id: b.contact })
    const plan = async () => (await server.as(b.owner).ok(paymentOrders.plan, { params: b.c, query: { bill_ids: bill.id } }))[0]
    const key = { key: OTHER_KEY, type: 'EMAIL' }
    await keyed([key])
    expect(await plan()).toMatchObject({ kind: 'PIX_KEY', pix_key: OTHER_KEY, refusal: null })
    await keyed([key, { key: 'outra@exemplo.com.br', type: 'EMAIL' }])
    expect(await plan()).toMatchObject({ kind: null, refusal: 'Informe na conta a chave Pix ou o boleto' })
  })

  test('a contact without a key is paid by its bank data, with a code the first time', async () => {
    const b = await moneyBooks(server)
    const data = { routing_number: '260', branch_number: '0001', account_number: '3819671-3', account_type: 'CHECKING' }
    const bank_account = { ...data, holder_document_number: null, holder_name: null }
    await server.sql`update contacts set pix_keys = '[]', document_number = '52998224725', name = 'Ana Prado',
      bank_account = ${JSON.stringify(bank_account)}::jsonb where id = ${b.contact}`
    const bill = await b.bill({ contact_id: b.contact, amount_cents: 4_200 })
    const plan = async () => (await server.as(b.owner).ok(paymentOrders.plan, { params: b.c, query: { bill_ids: bill.id } }))[0]
    expect(await plan()).toMatchObject({
      kind: 'PIX_ACCOUNT',
      bank_account: { ...data, name: 'Ana Prado', document_number: '***.982.247-**' },
      payee: null,
      known_payee: false,
      refusal: null,
    })
    await server.sql`update sessions set stepped_up_at = now() - interval '100 days' where user_id = ${b.owner.id}`
    expect((await server.as(b.owner).refused(paymentOrders.create, b.at({ bill_ids: [bill.id] }), DEVICE)).id).toBe('auth.step_up_required')
    await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())} where user_id = ${b.owner.id}`
    const order = await b.order({ bill_ids: [bill.id] })
    await server.pass(30_000)
    expect(await b.orderOf(order.id)).toMatchObject({
      status: 'COMPLETED',
      payments: [{ kind: 'PIX_ACCOUNT', status: 'SETTLED', payee: { name: 'Ana Prado' } }],
    })
    expect((await plan())?.known_payee).toBe(true)
    await server.sql`update contacts set document_number = null where id = ${b.contact}`
    expect(await plan()).toMatchObject({ kind: null, bank_account: null })
  })

  test('what was tried again is not paid twice, hours later either, until a person says that it is another', async () => {
    const b = await moneyBooks(server)
    const order = await b.order({ payments: [FIRST_DEPOSIT_CENTS, 900].map(amount_cents => ({ pix_key: OTHER_KEY, amount_cents })) })
    await server.pass(30_000)
    expect((await b.orderOf(order.id)).payments.map(payment => payment.status).sort()).toEqual(['REJECTED', 'SETTLED'])
    await server.bank.deposit(b.account_id, 2 * FIRST_DEPOSIT_CENTS, PAYER)
    const wait = async (ms: number) => {
      await server.pass(ms)
      await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())} where user_id = ${b.owner.id}`
    }
    await wait(61_000)
    const retry = (body: object = {}) => server.as(b.owner).call(paymentOrders.retry, b.at(body, { id: order.id }), DEVICE)
    expect((await retry()).status).toBeLessThan(300)
    await wait(2 * 3_600_000 + 60_000)
    expect(await retry()).toMatchObject({
      status: 409,
      data: { id: 'payment.possible_duplicate', message: expect.stringContaining('há 2 h.') },
    })
    expect((await retry({ confirm_duplicate: true })).status).toBeLessThan(300)
  })

  test('only what the bank refused is tried again, in an order of its own', async () => {
    const b = await moneyBooks(server)
    const [small, large] = [await b.bill({ ...byKey, amount_cents: 900 }), await b.bill({ ...byKey, amount_cents: FIRST_DEPOSIT_CENTS })]
    const order = await b.order({ bill_ids: [small.id, large.id] })
    await server.pass(30_000)
    expect(await b.orderOf(order.id)).toMatchObject({ status: 'PARTIALLY_COMPLETED', settled_count: 1 })
    await server.bank.deposit(b.account_id, 900, PAYER)
    server.clock.advance(61_000)
    const retried = await server.as(b.owner).ok(paymentOrders.retry, b.at({}, { id: order.id }), DEVICE)
    expect(retried.payments).toMatchObject([{ bill_id: large.id, amount_cents: FIRST_DEPOSIT_CENTS }])
    const twice = await server.as(b.owner).refused(paymentOrders.retry, b.at({}, { id: order.id }), DEVICE)
    expect(twice).toMatchObject({ id: 'conflict.invalid_transition' })
    await server.pass(30_000)
    expect((await b.orderOf(retried.id)).status).toBe('COMPLETED')
    expect((await b.billOf(large.id)).status).toBe('PAID')
  })
})
