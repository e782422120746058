// A file of payments of a bank beside Itaú over the real server: the agreement with what the bank asks, the file as a test and for real, its return.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { FilePayment, PaymentAgreement, PaymentFile } from '#contract/payment-files.ts'
import type { PayingAgreement } from '#domain/payment-files/agreement.ts'
import { barcodeOf, collectionBarcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { books } from '#tests/kit/books.ts'
import { PAYING_AGREEMENTS } from '#tests/kit/paying.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, contacts, paymentAgreements, paymentFiles, slipReturns, taxes } = contract
const PAY_ON = '2026-03-12'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

async function desk(bank: string) {
  const b = await books(server)
  const me = server.as(b.owner)
  await server.sql`update bank_accounts set routing_number = ${bank}, institution_name = 'Banco' where id = ${b.account}`
  const supplier = async (name: string, document_number: string, way: object) =>
    (await me.ok(contacts.create, { body: { company_id: b.company.id, kind: 'SUPPLIER', name, document_number, ...way } })).id
  const bank_account = { routing_number: '260', branch_number: '0001', account_number: '3819671-3', account_type: 'CHECKING' }
  const payees = {
    account: await supplier('Bia', '935.411.347-80', { bank_account }),
    key: await supplier('José Antônio', '529.982.247-25', { pix_keys: [{ key: 'jose@padaria.com.br', type: 'EMAIL' }] }),
  }
  return { b, me, payees }
}
type Desk = Awaited<ReturnType<typeof desk>>

const at = ({ b }: Desk, body?: object, params: Record<string, string> = {}) => ({
  params: { ...b.c, ...params },
  ...(body ? { body } : {}),
})
const ofBank = (bank: string): Omit<PayingAgreement, 'bank_code'> => {
  const { bank_code: _, ...fields } = PAYING_AGREEMENTS[bank] as PayingAgreement
  return fields
}
const agree = (d: Desk, bank: string, more: object = {}): Promise<PaymentAgreement> =>
  d.me.ok(paymentAgreements.create, at(d, { bank_account_id: d.b.account, ...ofBank(bank), ...more }))
const add = (d: Desk, agreement: PaymentAgreement, bill_ids: string[]) =>
  d.me.call(paymentFiles.add, at(d, { agreement_id: agreement.id, bill_ids, pay_on: PAY_ON }))
const reasonsOf = async (d: Desk, agreement: PaymentAgreement, ids: string[]): Promise<Record<string, string>> => {
  const { status, data } = await add(d, agreement, ids)
  expect(status).toBe(422)
  const { details, message } = data as { details?: { field: string; message: string }[]; message: string }
  return details ? Object.fromEntries(details.map(each => [each.field, each.message])) : { [ids[0] ?? '']: message }
}
const paymentsOf = (d: Desk, id: string): Promise<FilePayment[]> => d.me.ok(paymentFiles.payments, at(d, undefined, { id }))
const read = (d: Desk, text: string) => d.me.ok(slipReturns.read, { params: d.b.c, form: { file: new File([text], 'pagamentos.ret') } })

async function written(d: Desk, agreement: PaymentAgreement, ids: string[]): Promise<{ file: PaymentFile; text: string }> {
  const { data } = await add(d, agreement, ids)
  const id = (data as { payment_file_id: string }).payment_file_id
  const file = await d.me.ok(paymentFiles.generate, at(d, { confirm_duplicate: true }, { id }))
  return { file, text: ((await d.me.call(paymentFiles.file, at(d, undefined, { id }))).data as Buffer).toString('ascii') }
}

const returned = (text: string, codes: (line: string) => string) =>
  text
    .split('\r\n')
    .map((line, index) =>
      index === 0 ? `${line.slice(0, 142)}2${line.slice(143)}` : line[7] === '3' ? line.slice(0, 230) + codes(line).padEnd(10) : line,
    )
    .join('\r\n')

/** The bill of a DARF without a bar code. */
async function darf(d: Desk, amount_cents = 50_000): Promise<string> {
  const facts = { revenue_code: '0561', assessment_date: '2026-02-28', create_bill: true }
  const tax = { competence_date: '2026-02-01', kind: 'DARF' as const, amount_cents, due_date: '2026-03-20', ...facts }
  return ((await d.me.call(taxes.create, { params: d.b.c, body: tax })).data as { bill_id: string }).bill_id
}

let free = 0
const slip = (d: Desk, amount_cents = 20_000) => {
  free += 1
  const barcode = barcodeOf({ bank_code: '001', amount_cents, due_date: '2026-03-20', free_field: String(free).padStart(25, '1') })
  return d.b.bill({ amount_cents, contact_id: d.payees.key, payment_details: { boleto: { digitable_line: lineOfBarcode(barcode) } } })
}

describe('an agreement to pay', () => {
  test('is asked what its bank asks, of the bank of its account, and is undone as it was made', async () => {
    const d = await desk('237')
    const refused = async (more: object) => {
      const { data } = await d.me.call(paymentAgreements.create, at(d, { bank_account_id: d.b.account, ...ofBank('237'), ...more }))
      const [first] = (data as { details: { field: string; message: string }[] }).details
      return [first?.field, first?.message]
    }
    expect(await refused({ code: '' })).toEqual(['code', 'Convênio: preencha com até 20 algarismos'])
    expect(await refused({ branch_digit: 'X' })).toEqual(['branch_digit', 'Dígito da agência: 1 algarismo ou P'])
    expect(await refused({ bank_code: '104' })).toEqual(['bank_code', 'A conta escolhida não é da Caixa: troque o banco ou a conta.'])
    expect(await refused({ bank_code: '208' })).toEqual(['bank_code', 'Escolha o banco'])
    const { data, headers } = await d.me.call(
      paymentAgreements.create,
      at(d, { bank_account_id: d.b.account, ...ofBank('237'), bank_code: '237', branch_digit: 'p', commitment_code: '0001' }),
    )
    const made = data as PaymentAgreement
    expect(made).toMatchObject({ bank_code: '237', branch_digit: 'P', code: '317324', commitment_code: '', transmission_code: '' })
    const changed = await d.me.ok(paymentAgreements.update, at(d, { version: made.version, code: '55' }, { id: made.id }))
    expect(changed).toMatchObject({ code: '55', branch_digit: 'P' })
    await d.me.ok(paymentAgreements.delete, at(d, undefined, { id: made.id }))
    const again = await d.me.call(paymentAgreements.create, at(d, { bank_account_id: d.b.account, ...ofBank('237') }))
    await d.me.ok(batches.undo, at(d, undefined, { id: again.headers['x-batch-id'] ?? '' }))
    expect([headers['x-batch-id'] !== '', await d.me.ok(paymentAgreements.list, at(d))]).toEqual([true, []])
  })
})

describe('at Bradesco', () => {
  let d: Desk
  let agreement: PaymentAgreement
  beforeAll(async () => {
    d = await desk('237')
    agreement = await agree(d, '237')
  })

  test('Pix goes alone', async () => {
    const [pix, boleto] = [await d.b.bill({ contact_id: d.payees.key }), await slip(d)]
    expect(await reasonsOf(d, agreement, [boleto.id, pix.id])).toEqual({
      [boleto.id]: expect.stringMatching(/^o Bradesco quer Pix num arquivo só dele, e esta remessa é de Pix/),
    })
    await add(d, agreement, [pix.id])
    expect(await reasonsOf(d, agreement, [boleto.id])).toEqual({
      [boleto.id]: expect.stringMatching(/e esta remessa é de Pix: gere-a sem esta conta/),
    })
    const [open] = await d.me.ok(paymentFiles.list, at(d))
    expect(open).toMatchObject({ status: 'OPEN', bank_code: '237', payments_count: 1, is_test: true })
    const file = await d.me.ok(paymentFiles.generate, at(d, {}, { id: open?.id ?? '' }))
    const text = ((await d.me.call(paymentFiles.file, at(d, undefined, { id: file.id }))).data as Buffer).toString('ascii')
    expect([text.slice(157, 174), text.split('\r\n')[3]?.slice(13, 16)]).toEqual(['00000108901600PIX', 'B02'])
  })

  test('a test file pays nothing by itself; a real one settles, refuses and gives back, each word of the bank once', async () => {
    const trial = await written(d, agreement, [(await slip(d, 300)).id])
    expect(trial.file).toMatchObject({ is_test: true, sequence: 2, file_name: 'PG110302-TESTE.REM' })
    expect(
      await read(
        d,
        returned(trial.text, () => '00'),
      ),
    ).toMatchObject({ open: 1 })
    await d.me.ok(paymentAgreements.update, at(d, { approved: true }, { id: agreement.id }))
    const guide = collectionBarcodeOf({ segment: '3', amount_cents: 8_990, body: '0162', free_field: '20260311' })
    const owing = [
      await slip(d),
      await d.b.bill({ contact_id: d.payees.account, amount_cents: 70_000 }),
      await d.b.bill({ amount_cents: 8_990, payment_details: { boleto: { digitable_line: lineOfBarcode(guide) } } }),
    ]
    const { file, text } = await written(
      d,
      agreement,
      owing.map(bill => bill.id),
    )
    expect(file).toMatchObject({ is_test: false, sequence: 3, payments_count: 3, file_name: 'PG110303.REM' })
    const records = text.split('\r\n').slice(0, -1)
    expect(records.map(line => line.length)).toEqual(records.map(() => 240))
    expect(records.flatMap(line => (line[7] === '1' ? [line.slice(8, 16)] : []))).toEqual(['C2211012', 'C2031040', 'C2041045'])
    expect(text.slice(32, 72)).toBe('317324              0350760000000003646 ')
    await d.me.ok(paymentFiles.send, at(d, undefined, { id: file.id }))
    expect(
      await read(
        d,
        returned(text, () => 'BD'),
      ),
    ).toMatchObject({ told: '3 com o banco', taken: 3 })
    const codes = (line: string) => (line.includes('BIA') ? 'HF' : line[13] === 'O' ? 'ZZ' : '00')
    expect(await read(d, returned(text, codes))).toMatchObject({ told: '1 pagamento feito, 1 recusado, 1 a decidir', open: 1 })
    expect(await read(d, returned(text, codes))).toMatchObject({ taken: 0, known: 3 })
    const after = await paymentsOf(d, file.id)
    expect(after.map(each => [each.kind, each.status, each.reason])).toEqual([
      ['SLIP', 'PAID', '00: pago'],
      ['TRANSFER', 'REFUSED', 'HF: saldo insuficiente'],
      ['COLLECTION', 'UNKNOWN', 'ZZ'],
    ])
    const statuses = async () => Promise.all(owing.map(async each => (await d.b.billOf(each.id)).status))
    expect(await statuses()).toEqual(['PAID', 'APPROVED', 'WAITING_PAYMENT'])
    await d.me.ok(paymentFiles.answer, at(d, { payment_id: after[2]?.id, answer: 'PAID' }, { id: file.id }))
    // What was refused is sent again, in a file of the next number.
    const second = await written(d, agreement, [owing[1]?.id ?? ''])
    expect(second.file.sequence).toBe(4)
    await read(
      d,
      returned(second.text, () => '00'),
    )
    expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID'])
    expect(
      await read(
        d,
        returned(second.text, () => 'H4'),
      ),
    ).toMatchObject({ told: '1 devolvido' })
    expect(await statuses()).toEqual(['PAID', 'APPROVED', 'PAID'])
  })
})

test('at Caixa a return names payments of every kind by the six digits that its file had', async () => {
  const d = await desk('104')
  const agreement = await agree(d, '104', { approved: true })
  const guide = collectionBarcodeOf({ segment: '3', amount_cents: 100, body: '0162', free_field: '1' })
  const bills = [
    await slip(d),
    await d.b.bill({ contact_id: d.payees.account, amount_cents: 70_000 }),
    await d.b.bill({ contact_id: d.payees.key, amount_cents: 30_000 }),
    await d.b.bill({ amount_cents: 100, payment_details: { boleto: { digitable_line: lineOfBarcode(guide) } } }),
  ]
  const { file, text } = await written(d, agreement, [...bills.map(bill => bill.id), await darf(d)])
  expect(text).not.toContain('RZ000')
  expect(text.slice(32, 52)).toBe('44477301P    0000   ')
  expect(
    await read(
      d,
      returned(text, () => '00'),
    ),
  ).toMatchObject({ told: '5 pagamentos feitos', warnings: [] })
  expect((await paymentsOf(d, file.id)).map(each => each.status)).toEqual(bills.map(() => 'PAID').concat('PAID'))
})

test('at Inter the agreement tells the versions of the layout, and a file is written and read with them', async () => {
  const d = await desk('077')
  const asked = await d.me.call(paymentAgreements.create, at(d, { bank_account_id: d.b.account, ...ofBank('077'), file_version: '' }))
  expect((asked.data as { details: unknown[] }).details).toEqual([
    expect.objectContaining({ field: 'file_version', message: 'Versão do arquivo: preencha com 3 algarismos' }),
  ])
  const made = await agree(d, '077', { approved: true })
  expect(made).toMatchObject({ code: '', file_version: '107', lot_version: '046' })
  const agreement = await d.me.ok(paymentAgreements.update, at(d, { version: made.version, lot_version: '045' }, { id: made.id }))
  const bills = [await slip(d), await d.b.bill({ contact_id: d.payees.account }), await d.b.bill({ contact_id: d.payees.key })]
  const { file, text } = await written(
    d,
    agreement,
    bills.map(bill => bill.id),
  )
  const records = text.split('\r\n')
  expect(records[0]?.slice(163, 166)).toBe('107')
  expect(records.flatMap(line => (line[7] === '1' ? [line.slice(8, 16)] : []))).toEqual(['C2031045', 'C2041045', 'C2045045'])
  expect(
    await read(
      d,
      returned(text, () => '00'),
    ),
  ).toMatchObject({ told: '3 pagamentos feitos', warnings: [] })
  expect((await paymentsOf(d, file.id)).map(each => each.status)).toEqual(['PAID', 'PAID', 'PAID'])
})

test('at Sicredi one file pays a DARF, a key and an account, and its return settles each', async () => {
  const d = await desk('748')
  const agreement = await agree(d, '748', { approved: true })
  const bills = [
    await darf(d),
    (await d.b.bill({ contact_id: d.payees.key, amount_cents: 10_000 })).id,
    (await d.b.bill({ contact_id: d.payees.account, amount_cents: 70_000 })).id,
  ]
  const { file, text } = await written(d, agreement, bills)
  expect(text.split('\r\n').flatMap(line => (line[7] === '1' ? [line.slice(8, 16)] : []))).toEqual(['C2216012', 'C2041045', 'C2045045'])
  const codes = (line: string) => (line[13] === 'N' ? '01' : '00')
  expect(await read(d, returned(text, codes))).toMatchObject({ told: '2 pagamentos feitos, 1 recusado', warnings: [] })
  expect((await paymentsOf(d, file.id)).map(each => [each.kind, each.status]).sort()).toEqual([
    ['DARF', 'REFUSED'],
    ['PIX', 'PAID'],
    ['TRANSFER', 'PAID'],
  ])
})

test('at Banco do Brasil the file itself says that it is a test, until the bank has approved it', async () => {
  const d = await desk('001')
  const agreement = await agree(d, '001')
  expect((await written(d, agreement, [(await slip(d)).id])).text.slice(32, 52)).toBe('0001234560126     TS')
  await d.me.ok(paymentAgreements.update, at(d, { approved: true }, { id: agreement.id }))
  expect((await written(d, agreement, [(await slip(d)).id])).text.slice(32, 52)).toBe('0001234560126       ')
})
