// Payments by file over the real server: bills put in, the file written and sent, the return read once, the bill paid, owed again or asked about.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { FilePayment, PaymentFile } from '#contract/payment-files.ts'
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, bills, contacts, paymentAgreements, paymentFiles, slipReturns, taxes } = contract

let server: TestServer
let b: Books
let supplier: string
let agreement: string
let file: PaymentFile
const ACCOUNT = { branch: '7307', account: '14446', account_digit: itauAccountDigit({ branch: '7307', account: '14446' }) }

const me = () => server.as(b.owner)
const at = (body?: object, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, ...(body ? { body } : {}) })

beforeAll(async () => {
  server = await testServer()
  b = await books(server)
  await server.sql`update bank_accounts set routing_number = '341', institution_name = 'Itaú' where id = ${b.account}`
  const body = { company_id: b.company.id, kind: 'SUPPLIER', name: 'José Antônio', document_number: '529.982.247-25' }
  supplier = (await me().ok(contacts.create, { body: { ...body, pix_keys: [{ key: 'jose@padaria.com.br', type: 'EMAIL' }] } })).id
  agreement = (await me().ok(paymentAgreements.create, at({ bank_account_id: b.account, approved: true, ...ACCOUNT }))).id
})
afterAll(() => server?.close())

const owed = (fields: object = {}) => b.bill({ amount_cents: 33_605, contact_id: supplier, ...fields })
const slipLine = (free: string) =>
  lineOfBarcode(barcodeOf({ bank_code: '001', amount_cents: 20_000, due_date: '2026-03-20', free_field: free.padStart(25, '1') }))
const add = (ids: string[], more: object = {}) => me().call(paymentFiles.add, at({ agreement_id: agreement, bill_ids: ids, ...more }))
const generate = (id: string) => me().call(paymentFiles.generate, at({ confirm_duplicate: true }, { id }))
const paymentsOf = (id: string) => me().ok(paymentFiles.payments, at(undefined, { id }))
const fileOf = async (id: string) => ((await me().call(paymentFiles.file, at(undefined, { id }))).data as Buffer).toString('ascii')
const one = async (id: string) => (await me().ok(paymentFiles.list, at())).find(each => each.id === id) as PaymentFile

/** The file as the bank gives it back: its header says so, and each payment of ours carries its codes. */
const answered = (text: string, codes: (line: string) => string) =>
  text
    .split('\r\n')
    .map((line, index) =>
      index === 0 ? `${line.slice(0, 142)}2${line.slice(143)}` : line[7] === '3' ? line.slice(0, 230) + codes(line).padEnd(10) : line,
    )
    .join('\r\n')
const readCall = (text: string) => me().call(slipReturns.read, { params: b.c, form: { file: new File([text], 'pagamentos.ret') } })
const read = (text: string) => me().ok(slipReturns.read, { params: b.c, form: { file: new File([text], 'pagamentos.ret') } })
const refusal = async (text: string) =>
  (await me().refused(slipReturns.read, { params: b.c, form: { file: new File([text], 'pagamentos.ret') } })).message

async function made(
  ids: string[],
  more: object = {},
): Promise<{ file: PaymentFile; text: string; payments: FilePayment[]; batch: string }> {
  const { data } = await add(ids, more)
  const id = (data as { payment_file_id: string }).payment_file_id
  const { status, data: written, headers } = await generate(id)
  expect([status, written]).toEqual([200, expect.anything()])
  return { file: written as PaymentFile, text: await fileOf(id), payments: await paymentsOf(id), batch: headers['x-batch-id'] ?? '' }
}

describe('an agreement to pay', () => {
  test('is refused for a bank whose layout is not known and for digits of another account, and is changed and deleted', async () => {
    const refused = async (body: object) =>
      (await me().refused(paymentAgreements.create, at({ bank_account_id: b.account, ...ACCOUNT, ...body }))).message
    await server.sql`update bank_accounts set routing_number = '208' where id = ${b.otherAccount}`
    expect(await refused({ bank_account_id: b.otherAccount })).toMatch(/Escrevemos: Banco do Brasil, .*Itaú/)
    expect(await refused({ account: '14447' })).toMatch(/confira a agência e a conta/)
    const other = await me().ok(paymentAgreements.create, at({ bank_account_id: b.account, ...ACCOUNT }))
    const change = (body: object) => at(body, { id: other.id })
    expect(await me().ok(paymentAgreements.update, change({ version: other.version, approved: true }))).toMatchObject({ approved: true })
    expect((await me().refused(paymentAgreements.update, change({ version: other.version, approved: false }))).id).toBe(
      'conflict.stale_version',
    )
    await me().ok(paymentAgreements.delete, at(undefined, { id: other.id }))
    expect((await me().refused(paymentAgreements.get, at(undefined, { id: other.id }))).id).toBe('resource.not_found')
  })
})

describe('a file', () => {
  test('leaves out what cannot go, each with its reason', async () => {
    const [stranger, late, nobody, good] = [
      await owed({ bank_account_id: b.otherAccount }),
      await owed({ due_date: '2026-03-01' }),
      await b.bill({ contact_id: b.contact }),
      await owed(),
    ]
    const { status, data } = await add([stranger.id, late.id, nobody.id, good.id])
    expect(status).toBe(422)
    const told = new Map((data as { details: { field: string; message: string }[] }).details.map(each => [each.field, each.message]))
    expect([stranger, late, nobody, good].map(bill => told.get(bill.id))).toEqual([
      'sai de outra conta bancária',
      'venceu em 01/03/2026: escolha o dia do pagamento',
      'falta a chave Pix, o boleto ou os dados bancários',
      undefined,
    ])
    await me().ok(bills.delete, at(undefined, { id: good.id }))
  })

  test('holds its bills, gives back what is taken out, and is undone as it was done', async () => {
    const [a, c] = [await owed(), await owed({ amount_cents: 20_000, payment_details: { boleto: { digitable_line: slipLine('1') } } })]
    const { data, headers } = await add([a.id, c.id])
    const id = (data as { payment_file_id: string }).payment_file_id
    expect((await b.billOf(a.id)).status).toBe('WAITING_PAYMENT')
    expect((await me().refused(bills.move, at({ ids: [a.id], status: 'APPROVED' }))).message).toMatch(/envio em andamento/)
    expect((await me().refused(paymentFiles.add, at({ agreement_id: agreement, bill_ids: [a.id] }))).message).toMatch(/já foi enviada/)
    const twin = await owed({ amount_cents: 20_000, payment_details: { boleto: { digitable_line: slipLine('1') } } })
    expect((await me().refused(paymentFiles.add, at({ agreement_id: agreement, bill_ids: [twin.id] }))).message).toMatch(
      /já está numa remessa/,
    )
    expect((await me().refused(paymentAgreements.delete, at(undefined, { id: agreement }))).id).toBe('conflict.not_editable')
    expect(
      (
        await me().refused(
          paymentAgreements.update,
          at({ branch: '7308', account_digit: itauAccountDigit({ branch: '7308', account: '14446' }) }, { id: agreement }),
        )
      ).id,
    ).toBe('conflict.not_editable')
    const [first, second] = await paymentsOf(id)
    const out = await me().call(paymentFiles.remove, at({ payment_ids: [second?.id] }, { id }))
    expect(out.data).toMatchObject({ updated: 1 })
    expect((await b.billOf(c.id)).status).toBe('APPROVED')
    await me().ok(batches.undo, at(undefined, { id: out.headers['x-batch-id'] ?? '' }))
    expect((await paymentsOf(id)).map(each => each.id)).toEqual([first?.id, second?.id])
    await me().ok(batches.undo, at(undefined, { id: headers['x-batch-id'] ?? '' }))
    expect((await b.billOf(a.id)).status).toBe('PENDING')
    expect(await me().ok(paymentFiles.list, at())).toEqual([])
  })

  test('is numbered, stays as it was written, is taken back only while nothing followed, and is sent once', async () => {
    const written = await made([(await owed()).id])
    file = written.file
    expect(file).toMatchObject({ status: 'GENERATED', sequence: 1, is_test: false, payments_count: 1, file_name: 'PG110301.REM' })
    const lines = written.text.split('\r\n').slice(0, -1)
    expect(lines.map(line => line.length)).toEqual(lines.map(() => 240))
    expect(lines.map(line => line[7])).toEqual(['0', '1', '3', '3', '5', '9'])
    expect(lines[2]?.slice(73, 93).trim()).toBe(written.payments[0]?.number)
    expect((await me().refused(paymentFiles.remove, at({ payment_ids: [written.payments[0]?.id] }, { id: file.id }))).message).toMatch(
      /não pode ser mudada/,
    )
    await me().ok(batches.undo, at(undefined, { id: written.batch }))
    expect(await one(file.id)).toMatchObject({ status: 'OPEN', sequence: null })
    const again = await generate(file.id)
    expect(again.data).toMatchObject({ sequence: 1, sha256: file.sha256 })
    expect(await fileOf(file.id)).toBe(written.text)
    expect(await me().ok(paymentFiles.send, at(undefined, { id: file.id }))).toMatchObject({ status: 'SENT', sent_at: expect.any(String) })
    expect((await me().refused(batches.undo, at(undefined, { id: again.headers['x-batch-id'] ?? '' }))).id).toBe('undo.blocked')
    expect((await me().refused(paymentFiles.send, at(undefined, { id: file.id }))).id).toBe('conflict.invalid_transition')
  })

  test('is written for real only by whoever confirms it is them, and two alike are asked about', async () => {
    const [a, c] = [await owed(), await owed()]
    const { data } = await add([a.id, c.id])
    const id = (data as { payment_file_id: string }).payment_file_id
    expect((await me().refused(paymentFiles.generate, at({}, { id }))).id).toBe('payment.possible_duplicate')
    await server.sql`update sessions set stepped_up_at = now() - interval '100 days' where user_id = ${b.owner.id}`
    expect((await me().refused(paymentFiles.generate, at({ confirm_duplicate: true }, { id }))).id).toBe('auth.step_up_required')
    await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())} where user_id = ${b.owner.id}`
    await me().ok(paymentFiles.remove, at({ payment_ids: (await paymentsOf(id)).map(each => each.id) }, { id }))
    expect((await me().ok(paymentFiles.list, at())).map(each => each.id)).toEqual([file.id])
  })
})

describe('a return', () => {
  test('of what is scheduled waits; paid, the bill is paid on its day from the account; read again, nothing changes', async () => {
    const text = await fileOf(file.id)
    expect(await read(answered(text, () => 'BD'))).toMatchObject({ kind: 'PAYMENTS', told: '1 com o banco', taken: 1 })
    expect((await paymentsOf(file.id))[0]).toMatchObject({ status: 'PROCESSING', reason: 'BD: agendado' })
    const bill = (await paymentsOf(file.id))[0]?.bill_id ?? ''
    // A day of payment still to come is none: the money has left by today.
    const done = await readCall(answered(text, () => '00'))
    expect(done.data).toMatchObject({ told: '1 pagamento feito', open: 0, warnings: [] })
    expect(await b.billOf(bill)).toMatchObject({ status: 'PAID', date: '2026-03-11', bank_account_id: b.account })
    expect(await one(file.id)).toMatchObject({ status: 'ANSWERED', paid_count: 1 })
    expect(await read(answered(text, () => '00'))).toMatchObject({ told: 'nada de novo: este retorno já foi lido', taken: 0, known: 1 })
    await me().ok(batches.undo, at(undefined, { id: done.headers['x-batch-id'] ?? '' }))
    expect([(await b.billOf(bill)).status, (await one(file.id)).status]).toEqual(['WAITING_PAYMENT', 'SENT'])
    await read(answered(text, () => '00'))
    expect((await b.billOf(bill)).status).toBe('PAID')
    expect(await read(answered(text, () => 'DV'))).toMatchObject({ told: '1 devolvido' })
    const told = await server.sql`select body from notifications where user_id = ${b.owner.id} and title like 'Pagamento de R$%'`
    expect(told.map((row: object) => (row as { body: string }).body)).toEqual([
      expect.stringMatching(/^O dinheiro voltou, e a conta está em aberto/),
    ])
    expect((await b.billOf(bill)).status).toBe('APPROVED')
  })

  test('refuses with the reason, cancels, and asks about what nobody knows', async () => {
    const owing = [
      await owed(),
      await owed({ amount_cents: 20_000, payment_details: { boleto: { digitable_line: slipLine('2') } } }),
      await owed({ amount_cents: 100 }),
      await owed({ amount_cents: 200 }),
    ]
    const {
      file: sent,
      text,
      payments,
    } = await made(
      owing.map(bill => bill.id),
      { pay_on: '2026-03-12' },
    )
    expect(payments.map(each => [each.kind, each.pay_on])).toContainEqual(['SLIP', '2026-03-12'])
    const codeOf = new Map(payments.map((each, index) => [each.number, ['SS', 'RJ', 'CE', 'ZZ'][index] ?? '']))
    const numberIn = (line: string) => payments.find(each => line.includes(each.number))?.number ?? ''
    expect(await read(answered(text, line => codeOf.get(numberIn(line)) ?? ''))).toMatchObject({ open: 1, taken: 4 })
    const after = await paymentsOf(sent.id)
    expect(after.map(each => [each.status, each.reason])).toEqual([
      ['REFUSED', 'SS: saldo insuficiente'],
      ['REFUSED', 'RJ: registro recusado'],
      ['CANCELLED', 'CE: cancelado no banco'],
      ['UNKNOWN', 'ZZ'],
    ])
    const statuses = async () => Promise.all(after.map(async each => (await b.billOf(each.bill_id)).status))
    expect(await statuses()).toEqual(['APPROVED', 'APPROVED', 'APPROVED', 'WAITING_PAYMENT'])
    const answer = (index: number) => at({ payment_id: after[index]?.id, answer: 'PAID' }, { id: sent.id })
    expect((await me().refused(paymentFiles.answer, answer(0))).id).toBe('conflict.invalid_transition')
    expect(await me().ok(paymentFiles.answer, answer(3))).toMatchObject({ status: 'PAID', paid_on: '2026-03-12' })
    expect((await statuses())[3]).toBe('PAID')
    expect(await one(sent.id)).toMatchObject({ status: 'ANSWERED', paid_count: 1, unpaid_count: 3 })
    // What the bank refused first and paid in the end is paid.
    expect(await read(answered(text, line => (numberIn(line) === after[0]?.number ? '00' : '')))).toMatchObject({
      told: expect.stringContaining('1 pagamento feito'),
    })
    expect((await statuses())[0]).toBe('PAID')
  })

  test('that money came back leaves alone a bill that other money paid', async () => {
    const bill = await owed({ amount_cents: 400 })
    const { text } = await made([bill.id])
    await read(answered(text, () => 'SS'))
    await me().ok(bills.move, at({ ids: [bill.id], status: 'PAID' }))
    await read(answered(text, () => '00'))
    await read(answered(text, () => 'DV'))
    expect((await b.billOf(bill.id)).status).toBe('PAID')
    const [told] = await server.sql`select body from notifications where user_id = ${b.owner.id} order by created_at desc, id desc limit 1`
    expect((told as { body: string }).body).toMatch(/confira-a antes de pagar de novo/)
  })

  test('of money sent to accounts pays the bills of those without a key, by the form of the bank they have it at', async () => {
    const payee = async (name: string, document_number: string, routing_number: string, account_number: string) => {
      const bank_account = { routing_number, branch_number: '7307', account_number, account_type: 'CHECKING' }
      const body = { company_id: b.company.id, kind: 'SUPPLIER', name, document_number, bank_account }
      return (await me().ok(contacts.create, { body })).id
    }
    const same = `14446-${ACCOUNT.account_digit}`
    const [ana, bia] = [await payee('Ana', '111.444.777-35', '341', same), await payee('Bia', '935.411.347-80', '260', '3819671-3')]
    const bills_ = [await owed({ contact_id: ana, amount_cents: 700 }), await owed({ contact_id: bia, amount_cents: 900 })]
    const { file: sent, text, payments } = await made(bills_.map(bill => bill.id))
    expect(payments.map(each => [each.kind, each.payee_name])).toEqual([
      ['TRANSFER', 'Ana'],
      ['TRANSFER', 'Bia'],
    ])
    const lots = text.split('\r\n').filter(line => line[7] === '1')
    expect(lots.map(line => line.slice(11, 13))).toEqual(['01', '41'])
    expect(await read(answered(text, line => (line.includes('BIA') ? '00' : 'AN')))).toMatchObject({
      told: '1 pagamento feito, 1 recusado',
    })
    expect((await paymentsOf(sent.id)).map(each => each.status)).toEqual(['REFUSED', 'PAID'])
    expect((await Promise.all(bills_.map(bill => b.billOf(bill.id)))).map(bill => bill.status)).toEqual(['APPROVED', 'PAID'])
  })

  test('pays a DARF by its facts, late with what lateness adds, which the person is told', async () => {
    const create = (body: object) =>
      me().call(taxes.create, {
        params: b.c,
        body: { competence_date: '2026-01-01', kind: 'DARF', amount_cents: 100_000, due_date: '2026-02-20', ...body },
      })
    const refused = async (body: object) => ((await create(body)).data as { details: { message: string }[] }).details[0]?.message
    expect(await refused({ revenue_code: '0561' })).toBe('Informe o período de apuração')
    expect(await refused({ assessment_date: '2026-01-31' })).toBe('Informe o código da receita')
    expect(await refused({ kind: 'ISS', revenue_code: '0561', assessment_date: '2026-01-31' })).toBe('Só um DARF tem código da receita')
    const facts = { revenue_code: '0561', assessment_date: '2026-01-31', reference_number: '77' }
    const { data: tax } = await create({ ...facts, create_bill: true })
    expect(tax).toMatchObject({ ...facts, kind: 'DARF' })
    const bill_id = (tax as { bill_id: string }).bill_id
    const { file: sent, text, payments } = await made([bill_id], { pay_on: '2026-03-11' })
    expect(payments).toMatchObject([{ kind: 'DARF', amount_cents: 107_270, payee_name: 'Receita Federal' }])
    expect(text.split('\r\n')[2]?.slice(13, 23)).toBe('N000020561')
    const other = await b.bill({ amount_cents: 100_000 })
    await create({ ...facts, bill_id: other.id })
    expect(
      (await me().refused(paymentFiles.add, at({ agreement_id: agreement, bill_ids: [other.id], pay_on: '2026-03-11' }))).message,
    ).toMatch(/este DARF já está numa remessa/)
    await read(answered(text, () => '00'))
    expect((await paymentsOf(sent.id))[0]?.status).toBe('PAID')
    expect(await me().ok(taxes.detail, { params: { ...b.c, taxId: (tax as { id: string }).id } })).toMatchObject({ status: 'PAID' })
    // The books have what the bank took: the bill, and beside it what lateness added.
    const beside = async () =>
      (await me().ok(bills.conciliation, { params: { ...b.c, id: bill_id } }))?.titles.map(one => [one.difference_kind, one.amount_cents])
    expect(await beside()).toEqual(
      expect.arrayContaining([
        [null, 100_000],
        ['fine', 6_270],
        ['interest', 1_000],
      ]),
    )
    expect(await beside()).toHaveLength(3)
    // Given back, it takes all of that with it.
    await read(answered(text, () => 'DV'))
    expect((await b.billOf(bill_id)).status).toBe('APPROVED')
    const [left] = await server.sql`select count(*)::int as live from entries
      where company_id = ${b.company.id} and difference_kind in ('fine', 'interest') and deleted_at is null`
    expect(left).toEqual({ live: 0 })
  })

  test('a DARF paid late is proven by its one line, and given back then it is left to a person', async () => {
    const facts = { revenue_code: '0561', assessment_date: '2026-01-15', create_bill: true }
    const body = { competence_date: '2026-01-01', kind: 'DARF', amount_cents: 40_000, due_date: '2026-02-20', ...facts }
    const { bill_id } = (await me().call(taxes.create, { params: b.c, body })).data as { bill_id: string }
    const { text, payments } = await made([bill_id], { pay_on: '2026-03-11' })
    const paid = payments[0]?.amount_cents ?? 0
    expect(paid).toBeGreaterThan(40_000)
    // The bank paid it whatever became of the account here since.
    const archive = (status: string) => server.sql`update bank_accounts set status = ${status} where id = ${b.account}`
    await archive('ARCHIVED')
    await read(answered(text, () => '00'))
    await archive('ACTIVE')
    const line = await b.line(-paid, { date: '2026-03-11' })
    await me().ok(bills.conciliate, at({ bill_ids: [bill_id], bank_statement_entry_ids: [line] }))
    const group = await me().ok(bills.conciliation, { params: { ...b.c, id: bill_id } })
    expect(group?.bank_statement_entries.map(each => each.id)).toEqual([line])
    expect(group?.titles.reduce((sum, each) => sum + each.amount_cents, 0)).toBe(paid)
    await read(answered(text, () => 'DV'))
    expect((await b.billOf(bill_id)).status).toBe('PAID')
    const [told] = await server.sql`select body from notifications where user_id = ${b.owner.id} order by created_at desc, id desc limit 1`
    expect((told as { body: string }).body).toMatch(/^O dinheiro voltou, e a conta está conciliada/)
  })

  test('a DARF is corrected, its bill with it, until a file carries it', async () => {
    const facts = { revenue_code: '0561', assessment_date: '2026-02-28', reference_number: null }
    const body = { competence_date: '2026-02-01', kind: 'DARF', amount_cents: 50_000, due_date: '2026-03-20', ...facts, create_bill: true }
    const tax = (await me().call(taxes.create, { params: b.c, body })).data as { id: string; bill_id: string; version: number }
    const params = { ...b.c, taxId: tax.id }
    const why = async (patch: object) => (await me().refused(taxes.correct, { params, body: patch })).message
    const badly = async (patch: object) =>
      ((await me().call(taxes.correct, { params, body: patch })).data as { details: { message: string }[] }).details[0]?.message
    expect(await badly({ revenue_code: null })).toBe('Informe o código da receita')
    expect(await badly({ assessment_date: null })).toBe('Informe o período de apuração')
    expect((await me().refused(taxes.correct, { params, body: { due_date: '2026-03-25', version: 99 } })).id).toBe('conflict.stale_version')
    const fixed = await me().call(taxes.correct, {
      params,
      body: { revenue_code: '1708', reference_number: '12', amount_cents: 60_000, due_date: '2026-03-25', version: tax.version },
    })
    expect(fixed.data).toMatchObject({ revenue_code: '1708', reference_number: '12', amount_cents: 60_000, due_date: '2026-03-25' })
    expect(await b.billOf(tax.bill_id)).toMatchObject({ amount_cents: 60_000, due_date: '2026-03-25' })
    const { payment_file_id: open } = (await add([tax.bill_id], { pay_on: '2026-03-25' })).data as { payment_file_id: string }
    expect(await why({ revenue_code: '0561' })).toMatch(/está na remessa de pagamentos aberta/)
    // What the file carries is not undone beneath it.
    expect((await me().refused(batches.undo, { params: { ...b.c, id: fixed.headers['x-batch-id'] ?? '' } })).id).toBe('undo.blocked')
    const { data: written } = await generate(open)
    expect(await why({ revenue_code: '0561' })).toMatch(/está no arquivo da remessa \d+/)
    await me().ok(paymentFiles.send, at(undefined, { id: (written as PaymentFile).id }))
    expect(await why({ revenue_code: '0561' })).toMatch(/foi ao banco na remessa \d+/)
  })

  test('a correction is undone with its bill', async () => {
    const body = { competence_date: '2026-01-01', kind: 'ISS', amount_cents: 7_000, due_date: '2026-03-20', create_bill: true }
    const tax = (await me().call(taxes.create, { params: b.c, body })).data as { id: string; bill_id: string }
    const params = { ...b.c, taxId: tax.id }
    const fixed = await me().call(taxes.correct, { params, body: { amount_cents: 8_000 } })
    expect((await b.billOf(tax.bill_id)).amount_cents).toBe(8_000)
    await me().ok(batches.undo, { params: { ...b.c, id: fixed.headers['x-batch-id'] ?? '' } })
    expect([(await b.billOf(tax.bill_id)).amount_cents, (await me().ok(taxes.detail, { params })).amount_cents]).toEqual([7_000, 7_000])
  })

  test('of a file that is a test asks a person, and the bank may refuse a whole file', async () => {
    await me().ok(paymentAgreements.update, at({ approved: false }, { id: agreement }))
    const bill = await owed({ amount_cents: 300 })
    const { file: trial, text } = await made([bill.id])
    expect(trial).toMatchObject({ is_test: true, file_name: 'PG110308-TESTE.REM' })
    expect((await me().refused(paymentFiles.refuse, at(undefined, { id: trial.id }))).id).toBe('conflict.invalid_transition')
    expect(await read(answered(text, () => '00'))).toMatchObject({ open: 1 })
    expect((await b.billOf(bill.id)).status).toBe('WAITING_PAYMENT')
    await me().ok(paymentFiles.send, at(undefined, { id: trial.id }))
    expect(await me().ok(paymentFiles.refuse, at(undefined, { id: trial.id }))).toMatchObject({ status: 'ANSWERED', unpaid_count: 1 })
    expect((await b.billOf(bill.id)).status).toBe('APPROVED')
  })

  test('of another company or account, or our own file, is refused; a payment that is not ours is told', async () => {
    const text = answered(await fileOf(file.id), () => '00')
    const document = b.company.document_number ?? text.slice(18, 32)
    expect(await refusal(text.replaceAll(document, '11222333000181'))).toBe('O retorno é da empresa 11222333000181, e não desta.')
    expect(await refusal(text.replaceAll(' 000000014446 ', ' 000000014447 '))).toMatch(
      /^Não há convênio de pagamento da conta 7307 \/ 14447/,
    )
    expect(await refusal(await fileOf(file.id))).toMatch(/^O arquivo é a remessa de pagamentos/)
    expect(await read(text.replaceAll('RZ00000', 'XX00000'))).toMatchObject({
      told: 'nenhum pagamento feito daqui',
      warnings: [expect.stringMatching(/^1 pagamento não é daqui: XX0/)],
    })
  })
})
