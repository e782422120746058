// Taxes over the real server: computed from real books, explained, asked of an authority that takes its time, paid with their bill.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { taxes } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function company(tax_regime: TaxRegime = 'SIMPLES_NACIONAL') {
  const b = await books(server, await server.aCompany(undefined, { tax_regime }))
  const chart = await server.as(b.owner).ok(contract.categories.list, { params: b.c })
  const leaf = (name: string) => chart.flatMap(root => root.categories ?? []).find(each => each.name === name)?.id ?? ''
  return { ...b, leaf, me: server.as(b.owner) }
}

const sale = (b: Books, competence_date: string, amount_cents: number, category_id: string) =>
  b.receivable({ competence_date, due_date: competence_date, amount_cents, category_id })

const das = async (b: { c: { c: string }; me: ReturnType<TestServer['as']> }, body: object = {}) =>
  b.me.ok(taxes.create, { params: b.c, body: { competence_date: '2026-02-01', ...body } })

/** Lets the local authority answer and the jobs take its answer. */
async function authorityAnswers() {
  server.clock.advance(5_000)
  await server.drain()
}

describe('the DAS of a month', () => {
  test('is computed from gross revenue by competence, each activity by its annex, and says how', async () => {
    const b = await company()
    const [goods, service, interest] = [b.leaf('Venda de produtos'), b.leaf('Prestação de serviços'), b.leaf('Juros e multas recebidos')]
    await sale(b, '2025-06-10', 12_000_000, goods)
    await sale(b, '2025-01-10', 50_000_000, goods) // Before the twelve months.
    await sale(b, '2026-02-10', 1_000_000, goods)
    await sale(b, '2026-02-15', 500_000, service)
    await sale(b, '2026-02-15', 90_000, interest) // Not operating revenue.
    await b.bill({ competence_date: '2026-02-10', amount_cents: 700_000, category_id: b.leaf('Devoluções e cancelamentos de vendas') })
    const tax = await das(b)
    // RBT12 120.000,00, first bands: 4% of 10.000,00 and 6% of 5.000,00.
    expect(tax).toMatchObject({
      kind: 'DAS',
      amount_cents: 70_000,
      revenue_cents: 1_500_000,
      due_date: '2026-03-20',
      status: 'OPEN',
      slip: null,
    })
    expect(tax.steps.map(step => [step.label, step.amount_cents])).toEqual([
      ['Receita bruta de fevereiro de 2026', 1_500_000],
      ['Receita dos 12 meses anteriores (RBT12)', 12_000_000],
      ['Anexo I (Comércio), 1ª faixa', 1_000_000],
      ['Imposto pelo Anexo I', 40_000],
      ['Anexo III (Serviços), 1ª faixa', 500_000],
      ['Imposto pelo Anexo III', 30_000],
      ['DAS do mês', 70_000],
    ])
    expect(server.changes.at(-1)).toMatchObject({ company_id: b.company.id, tags: expect.arrayContaining(['taxes']) })
  })

  test('asked again follows the books, in the same record, and undo takes it away', async () => {
    const b = await company()
    await sale(b, '2026-02-10', 1_000_000, b.leaf('Venda de produtos'))
    const first = await das(b)
    await sale(b, '2026-02-11', 1_000_000, b.leaf('Venda de produtos'))
    const made = await b.me.call(taxes.create, { params: b.c, body: { competence_date: '2026-02-28' } })
    expect(made.data).toMatchObject({ id: first.id, amount_cents: 80_000, version: 2 })
    await b.me.ok(contract.batches.undo, { params: { ...b.c, id: made.headers['x-batch-id'] ?? '' } })
    expect(await b.me.ok(taxes.detail, { params: { ...b.c, taxId: first.id } })).toMatchObject({ amount_cents: 40_000 })
  })

  test('of intellectual services depends on twelve months of payroll', async () => {
    const b = await company()
    await b.me.ok(taxes.updateProfile, { params: b.c, body: { main_activity: 'SERVICES', services_annex: 'V' } })
    for (const month of ['2025-10', '2026-02']) await sale(b, `${month}-10`, 1_000_000, b.leaf('Prestação de serviços'))
    expect((await das(b)).amount_cents).toBe(155_000)
    await b.bill({ competence_date: '2025-11-30', amount_cents: 280_000, category_id: b.leaf('Pró-labore') })
    const tax = await das(b)
    expect(tax.amount_cents).toBe(60_000)
    expect(tax.steps.find(step => step.label.startsWith('Folha'))).toMatchObject({ amount_cents: 280_000, text: 'alcança 28%: Anexo III' })
  })

  test('of a company in its first year uses the average month', async () => {
    const b = await company()
    await b.me.ok(taxes.updateProfile, { params: b.c, body: { opening_date: '2025-12-03' } })
    for (const month of ['2025-12', '2026-01', '2026-02']) await sale(b, `${month}-10`, 3_000_000, b.leaf('Venda de produtos'))
    expect((await das(b)).steps[1]).toEqual({
      label: 'Receita dos 12 meses anteriores (RBT12)',
      amount_cents: 36_000_000,
      text: 'empresa no primeiro ano: média de 2 meses × 12',
    })
  })

  test('of an MEI is fixed, and warns near the limit of the year', async () => {
    const b = await company('MEI')
    await b.me.ok(taxes.updateProfile, { params: b.c, body: { mei_activity: 'SERVICES', main_activity: 'SERVICES' } })
    expect(await das(b)).toMatchObject({ kind: 'DAS_MEI', amount_cents: 8_605, revenue_cents: 0, warnings: [] })
    await b.receivable({ competence_date: '2026-01-10', amount_cents: 6_500_000 })
    expect((await das(b)).warnings).toEqual(['A receita do ano já passa de 80% do limite do MEI.'])
    expect((await das(b, { competence_date: '2027-01-01' })).warnings).toEqual([
      'Não temos o salário mínimo de 2027: o INSS usa o do ano mais próximo. Vale o valor da guia.',
    ])
  })

  test('outside Simples must be told: kind, value and due date', async () => {
    const b = await company('LUCRO_PRESUMIDO')
    const body = { competence_date: '2026-02-01' }
    expect((await b.me.refused(taxes.create, { params: b.c, body })).details?.[0]?.field).toBe('kind')
    expect((await b.me.refused(taxes.create, { params: b.c, body: { ...body, kind: 'ISS', amount_cents: 1 } })).details?.[0]?.field).toBe(
      'due_date',
    )
    const told = { ...body, kind: 'ISS', amount_cents: 12_345, due_date: '2026-03-10' }
    expect(await b.me.ok(taxes.create, { params: b.c, body: told })).toMatchObject({
      kind: 'ISS',
      amount_cents: 12_345,
      status: 'OVERDUE',
      fine_cents: 0,
    })
  })
})

describe('the list', () => {
  test('holds what falls due in a period, late federal taxes with fine and interest of today', async () => {
    const b = await company('MEI')
    for (const competence_date of ['2025-12-01', '2026-01-01', '2026-02-01']) await das(b, { competence_date })
    const query = { start_date: '2026-01-01', end_date: '2026-02-28' }
    const list = await b.me.ok(taxes.list, { params: b.c, query })
    expect(list.map(tax => [tax.due_date, tax.status, tax.amount_cents, tax.fine_cents, tax.interest_cents])).toEqual([
      // 8.205 of 2026 or 7.690 of 2025; 50 days late, February's Selic and 1%; 19 days late and 1%.
      ['2026-01-20', 'OVERDUE', 7_690, 1_269, 171],
      ['2026-02-20', 'OVERDUE', 8_205, 514, 82],
    ])
    expect(await b.me.ok(taxes.list, { params: b.c })).toHaveLength(3)
  })
})

describe('a slip', () => {
  test('is asked for, comes with digits and Pix, tells the person and goes to the bill', async () => {
    const b = await company('MEI')
    const tax = await das(b, { create_bill: true })
    const asked = await b.me.call(taxes.issue, { params: { ...b.c, taxId: tax.id }, body: {} })
    expect(asked.data).toMatchObject({ slip: { status: 'PROCESSING', amount_cents: 8_205, pay_until: '2026-03-20', digitable_line: null } })
    server.changes.length = 0
    await authorityAnswers()
    const detail = await b.me.ok(taxes.detail, { params: { ...b.c, taxId: tax.id } })
    expect(detail.slip).toMatchObject({
      status: 'DONE',
      digitable_line: expect.stringMatching(/^858\d{45}$/),
      barcode: expect.stringMatching(/^858\d{41}$/),
    })
    expect(detail.slip?.emv_code).toMatch(/^000201.*540582\.05.*6304[0-9A-F]{4}$/)
    expect(server.changes.map(change => change.tags)).toContainEqual(expect.arrayContaining(['taxes']))
    const bill = await b.billOf(tax.bill_id ?? '')
    expect(bill).toMatchObject({ amount_cents: 8_205, due_date: '2026-03-20', category: { name: 'DAS-MEI' } })
    expect(bill.payment_details).toMatchObject({ boleto: { digitable_line: detail.slip?.digitable_line } })
    const [notice] = await b.me.ok(contract.notifications.list)
    expect(notice).toMatchObject({ type: 'TAX', title: 'DAS-MEI de fevereiro de 2026', action: `/company/${b.company.id}/taxes/${tax.id}` })
    // The same again is the same slip.
    expect((await b.me.ok(taxes.issue, { params: { ...b.c, taxId: tax.id }, body: {} })).slips).toHaveLength(1)
  })

  test('asked for after the due date carries fine and interest up to the day it is paid', async () => {
    const b = await company('MEI')
    const tax = await das(b, { competence_date: '2026-01-01' })
    const params = { ...b.c, taxId: tax.id }
    await b.me.ok(taxes.issue, { params, body: {} })
    await authorityAnswers()
    const later = await b.me.ok(taxes.issue, { params, body: { payment_date: '2026-03-31' } })
    // 19 days to 11 March: 6,27%; 39 days to 31 March: 12,87%; 1% either way.
    expect(later.slips.map(slip => [slip.pay_until, slip.amount_cents, slip.status])).toEqual([
      ['2026-03-31', 8_205 + 1_056 + 82, 'PROCESSING'],
      ['2026-03-11', 8_205 + 514 + 82, 'DONE'],
    ])
    expect((await b.me.refused(taxes.issue, { params, body: { payment_date: '2026-03-01' } })).details?.[0]?.field).toBe('payment_date')
  })

  test('waits for an authority that is away, gives up saying so, and may be asked for again', async () => {
    const b = await company('MEI')
    const tax = await das(b)
    const params = { ...b.c, taxId: tax.id }
    server.taxAuthority.fault = 'unavailable'
    await b.me.ok(taxes.issue, { params, body: {} })
    for (let tries = 0; tries < 6; tries += 1) await authorityAnswers()
    expect((await b.me.ok(taxes.detail, { params })).slip).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('não respondeu'),
    })
    server.taxAuthority.fault = undefined
    await b.me.ok(taxes.issue, { params, body: {} })
    await authorityAnswers()
    expect((await b.me.ok(taxes.detail, { params })).slips.map(slip => slip.status)).toEqual(['DONE', 'FAILED'])
  })

  test('that says another amount than the tax, since it was corrected or reckoned again, is paid no more, nor stays with the bill', async () => {
    const b = await company()
    const line = async (bill: string | null) => (await b.billOf(bill ?? '')).payment_details?.boleto?.digitable_line
    const told = await das(b, { kind: 'ISS', amount_cents: 12_345, due_date: '2026-03-20', create_bill: true })
    await sale(b, '2026-02-10', 1_000_000, b.leaf('Venda de produtos'))
    const reckoned = await das(b, { create_bill: true })
    const changes = [
      [told, () => b.me.ok(taxes.correct, { params: { ...b.c, taxId: told.id }, body: { amount_cents: 23_456 } })],
      [reckoned, async () => sale(b, '2026-02-11', 500_000, b.leaf('Venda de produtos')).then(() => das(b))],
    ] as const
    for (const [tax, change] of changes) {
      const params = { ...b.c, taxId: tax.id }
      await b.me.ok(taxes.issue, { params, body: {} })
      await authorityAnswers()
      const first = (await b.me.ok(taxes.detail, { params })).slip
      expect(first?.payable).toBe(true)
      expect(await line(tax.bill_id)).toBe(first?.digitable_line)
      await change()
      expect((await b.me.ok(taxes.detail, { params })).slip).toMatchObject({ id: first?.id, status: 'DONE', payable: false })
      expect(await line(tax.bill_id)).toBeUndefined()
      const again = await b.me.ok(taxes.issue, { params, body: {} })
      await authorityAnswers()
      expect((await b.me.ok(taxes.detail, { params })).slips.map(slip => slip.payable)).toEqual([true, false])
      expect(await line(tax.bill_id)).toBe((await b.me.ok(taxes.detail, { params })).slip?.digitable_line)
      expect(again.slip?.id).not.toBe(first?.id)
    }
  })

  test('whose answer comes after the tax was corrected is not given to its bill', async () => {
    const b = await company()
    const tax = await das(b, { kind: 'ISS', amount_cents: 12_345, due_date: '2026-03-20', create_bill: true })
    const params = { ...b.c, taxId: tax.id }
    await b.me.ok(taxes.issue, { params, body: {} })
    await b.me.ok(taxes.correct, { params, body: { due_date: '2026-03-25', amount_cents: 20_000 } })
    await authorityAnswers()
    expect((await b.me.ok(taxes.detail, { params })).slip).toMatchObject({ status: 'DONE', payable: false })
    expect((await b.billOf(tax.bill_id ?? '')).payment_details?.boleto).toBeUndefined()
  })

  test('that the authority refuses says why', async () => {
    const b = await company('MEI')
    const tax = await das(b)
    const params = { ...b.c, taxId: tax.id }
    server.taxAuthority.fault = 'reject'
    await b.me.ok(taxes.issue, { params, body: {} })
    await authorityAnswers()
    server.taxAuthority.fault = undefined
    expect((await b.me.ok(taxes.detail, { params })).slip).toMatchObject({
      status: 'REJECTED',
      reason: expect.stringContaining('pendência'),
    })
  })

  test('below ten reais does not exist', async () => {
    const b = await company()
    await sale(b, '2026-02-10', 20_000, b.leaf('Venda de produtos'))
    const tax = await das(b)
    expect(tax.amount_cents).toBe(800)
    expect((await b.me.refused(taxes.issue, { params: { ...b.c, taxId: tax.id }, body: {} })).id).toBe('validation.failed')
  })
})

describe('with its bill', () => {
  test('a tax is paid, and then neither asked for, corrected, computed again nor deleted', async () => {
    const b = await company('MEI')
    const tax = await das(b, { create_bill: true })
    await b.me.ok(contract.bills.update, { params: { ...b.c, id: tax.bill_id ?? '' }, body: { bank_account_id: b.account } })
    const params = { ...b.c, taxId: tax.id }
    const correct = { params, body: { amount_cents: 1_000 } }
    expect((await b.me.refused(taxes.correct, correct)).message).toMatch(/saem dos livros: calcule o imposto de novo/)
    await b.me.ok(contract.bills.move, { params: b.c, body: { ids: [tax.bill_id], status: 'PAID' } })
    expect((await b.me.ok(taxes.detail, { params })).status).toBe('PAID')
    expect((await b.me.refused(taxes.correct, correct)).message).toMatch(/já foi pago: desfaça antes o pagamento/)
    for (const refused of [
      await b.me.refused(taxes.issue, { params, body: {} }),
      await b.me.refused(taxes.create, { params: b.c, body: { competence_date: '2026-02-01' } }),
      await b.me.refused(taxes.delete, { params }),
    ])
      expect(refused.id).toBe('conflict.invalid_transition')
  })

  test('of another company or none is not taken', async () => {
    const [b, other] = [await company('MEI'), await company('MEI')]
    const theirs = await other.bill()
    const refused = await b.me.refused(taxes.create, { params: b.c, body: { competence_date: '2026-02-01', bill_id: theirs.id } })
    expect(refused.details?.[0]?.field).toBe('bill_id')
    const own = await b.bill({ amount_cents: 8_205 })
    expect(await das(b, { bill_id: own.id })).toMatchObject({ bill_id: own.id })
  })
})

describe('its bill', () => {
  test('names the tax for as long as it is there; another bill names none', async () => {
    const b = await company('MEI')
    const tax = await das(b, { create_bill: true })
    const taxOf = async (id: string | null) => (await b.billOf(id ?? '')).tax_id
    expect(await taxOf(tax.bill_id)).toBe(tax.id)
    expect(await taxOf((await b.bill()).id)).toBeNull()
    const gone = await b.me.call(taxes.delete, { params: { ...b.c, taxId: tax.id } })
    expect(await taxOf(tax.bill_id)).toBeNull()
    await b.me.ok(contract.batches.undo, { params: { ...b.c, id: gone.headers['x-batch-id'] ?? '' } })
    expect(await taxOf(tax.bill_id)).toBe(tax.id)
  })
})

describe('what left the house', () => {
  test('is in the journal and cannot be undone; a deletion can', async () => {
    const b = await company('MEI')
    const tax = await das(b)
    const params = { ...b.c, taxId: tax.id }
    await b.me.ok(taxes.issue, { params, body: {} })
    await authorityAnswers()
    const gone = await b.me.call(taxes.delete, { params })
    expect((await b.me.refused(taxes.detail, { params })).status).toBe(404)
    await b.me.ok(contract.batches.undo, { params: { ...b.c, id: gone.headers['x-batch-id'] ?? '' } })
    expect((await b.me.ok(taxes.detail, { params })).slip?.status).toBe('DONE')
  })

  test('an owner may all of it, a reader only look', async () => {
    const b = await company('MEI')
    const tax = await das(b)
    const reader = server.as(await server.aMember(b.company, 'READER'))
    expect(await reader.ok(taxes.list, { params: b.c })).toHaveLength(1)
    expect((await reader.refused(taxes.issue, { params: { ...b.c, taxId: tax.id }, body: {} })).id).toBe('permission.denied')
    const stranger = server.as((await company()).owner)
    expect((await stranger.refused(taxes.detail, { params: { ...b.c, taxId: tax.id } })).status).toBe(404)
  })
})

describe('the profile', () => {
  test('keeps what it is told, once per company, and refuses a stale or foreign word', async () => {
    const [b, other] = [await company(), await company()]
    expect((await b.me.ok(taxes.profile, { params: b.c })).version).toBe(0)
    const ids = [b.leaf('Outras receitas operacionais')]
    const set = await b.me.ok(taxes.updateProfile, { params: b.c, body: { services_category_ids: ids, version: 0 } })
    expect(set).toMatchObject({ version: 1, services_category_ids: ids, main_activity: 'COMMERCE' })
    expect((await b.me.refused(taxes.updateProfile, { params: b.c, body: { main_activity: 'INDUSTRY', version: 0 } })).id).toBe(
      'conflict.stale_version',
    )
    const theirs = { payroll_category_ids: [other.leaf('Salários')] }
    expect((await b.me.refused(taxes.updateProfile, { params: b.c, body: theirs })).details?.[0]?.field).toBe('payroll_category_ids')
    await sale(b, '2026-02-10', 100_000, ids[0] ?? '')
    expect((await das(b)).steps.map(step => step.label)).toContain('Anexo III (Serviços), 1ª faixa')
  })
})

describe('the bill made later', () => {
  test('is made once, pays the tax, and goes with its undo', async () => {
    const b = await company('MEI')
    const tax = await das(b)
    expect(tax.bill_id).toBeNull()
    const params = { ...b.c, taxId: tax.id }
    const made = await b.me.call(taxes.makeBill, { params })
    expect(made.data).toMatchObject({ id: tax.id, bill_id: expect.any(String) })
    expect((await b.me.ok(taxes.makeBill, { params })).bill_id).toBe((made.data as { bill_id: string }).bill_id)
    const bill = await b.me.ok(contract.bills.get, { params: { ...b.c, id: (made.data as { bill_id: string }).bill_id } })
    expect(bill).toMatchObject({
      amount_cents: tax.amount_cents,
      due_date: tax.due_date,
      additional_information: expect.stringMatching(/^DAS-MEI de/),
    })
    await b.me.ok(contract.batches.undo, { params: { ...b.c, id: made.headers['x-batch-id'] ?? '' } })
    expect((await b.me.ok(taxes.detail, { params })).bill_id).toBeNull()
  })

  test('needs the right to make bills, and something to pay', async () => {
    const b = await company()
    const nothing = await das(b)
    const params = { ...b.c, taxId: nothing.id }
    expect((await b.me.refused(taxes.makeBill, { params })).details?.[0]?.field).toBe('amount_cents')
    const reader = server.as(await server.aMember(b.company, 'READER'))
    expect((await reader.refused(taxes.makeBill, { params })).id).toBe('permission.denied')
  })
})

describe('the slip on paper', () => {
  test('is a PDF once the authority answered, and its Pix code is a picture', async () => {
    const b = await company('MEI')
    const tax = await das(b)
    const params = { ...b.c, taxId: tax.id }
    expect((await b.me.refused(taxes.pdf, { params })).id).toBe('conflict.invalid_transition')
    await b.me.ok(taxes.issue, { params, body: {} })
    expect((await b.me.ok(taxes.detail, { params })).qr_code).toBeNull()
    await authorityAnswers()
    expect((await b.me.ok(taxes.detail, { params })).qr_code).toMatch(/^data:image\/svg/)
    const file = await b.me.call(taxes.pdf, { params })
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.headers['content-disposition']).toContain('guia-das_mei-2026-02.pdf')
  })
})
