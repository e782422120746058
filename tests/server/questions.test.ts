// Questions to the client: what the link shows and to whom, one answer that rings and comes back as a suggestion, and doors that look alike.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

const { questions, notifications, queue, batches, attachments, bills, contacts } = contract
const DAY = 24 * 3_600_000

let app: TestServer
let b: Books
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set(TEST_NOW)
  b = await books(app)
})

const me = () => app.as(b.owner)
const client = () => app.as(undefined)
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''

async function asked(more: Record<string, unknown> = {}) {
  const line = await b.line(-12_345, { description: 'PIX ENVIADO J SOUZA' })
  const body = {
    statement_entry_id: line,
    text: 'O que é este pagamento?',
    choices: [{ label: 'Aluguel da loja', category_id: b.category, contact_id: b.contact }, { label: 'Retirada minha' }],
    ...more,
  }
  const question = await me().ok(questions.create, { params: b.c, body })
  const { url } = await me().ok(questions.link, { params: { ...b.c, id: question.id } })
  return { line, question, token: tokenOf(url) }
}

describe('a question', () => {
  test('is sent by message with its link, and of the token only the hash is kept', async () => {
    const { token, question } = await asked({ email: 'Dono@exemplo.com.br' })
    expect(question).toMatchObject({ state: 'OPEN', recipient: 'dono@exemplo.com.br', subject: { amount_cents: -12_345 }, answer: null })
    const [sent] = await app.sql<{ recipient: string; text: string }>`select recipient, text from outbox order by at desc limit 1`
    expect(sent?.recipient).toBe('dono@exemplo.com.br')
    expect(sent?.text).toContain(`/question/${token}`)
    expect(token.length).toBeGreaterThanOrEqual(43)
    const kept = await app.sql<{
      row: string
    }>`select row_to_json(q)::text as row from questions q union all select row_to_json(l)::text from question_links l
      union all select coalesce(answer, '') from idempotency`
    expect(kept.some(({ row }) => row.includes(token))).toBe(false)
  })

  test('shows the client the payment and the choices, and nothing else of the company', async () => {
    const { token } = await asked()
    const shown = await client().ok(questions.open, { params: { token } })
    expect(shown).toEqual({
      company_name: expect.stringMatching(/^Empresa \d+ Ltda$/),
      asked_by_name: expect.stringMatching(/^Pessoa \d+$/),
      text: 'O que é este pagamento?',
      choices: ['Aluguel da loja', 'Retirada minha'],
      takes_text: true,
      takes_file: true,
      subject: {
        date: (await b.lineOf((await me().ok(questions.list, { params: b.c }))[0]?.statement_entry_id ?? '')).date,
        amount_cents: -12_345,
        description: 'PIX ENVIADO J SOUZA',
      },
      answered: false,
      files: [],
    })
  })

  test('refuses what leads nowhere: no subject, no way to answer, another company’s line', async () => {
    const text = 'O quê?'
    const line = await b.line(-100)
    const call = (body: unknown) => me().refused(questions.create, { params: b.c, body })
    expect((await call({ text })).id).toBe('validation.failed')
    expect((await call({ text, statement_entry_id: line, takes_text: false, takes_file: false })).details?.[0]?.field).toBe('choices')
    const other = await books(app)
    expect((await call({ text, statement_entry_id: await other.line(-1) })).id).toBe('resource.not_found')
    expect((await call({ text, statement_entry_id: line, choices: [{ label: 'x', category_id: other.category }] })).id).toBe(
      'validation.failed',
    )
  })
})

describe('an answer', () => {
  test('rings, shows in the queue, and takes its category and contact to the line, which undo gives back', async () => {
    const { token, line, question } = await asked()
    await client().ok(questions.answer, { params: { token }, body: { choice: 0, text: 'do mês de março' } })
    expect((await client().ok(questions.open, { params: { token } })).answered).toBe(true)
    const [told] = await me().ok(notifications.list)
    expect(told).toMatchObject({
      title: expect.stringMatching(/^Empresa \d+ Ltda: respondido pelo cliente$/),
      action: `/company/${b.company.id}/conciliation?bank_account_id=${b.account}&linha=${line}`,
    })
    expect(app.changes.some(change => change.user_id === b.owner.id && change.tags.includes('notifications'))).toBe(true)
    expect(app.changes.some(change => change.company_id === b.company.id && change.tags.includes('questions'))).toBe(true)
    const answer = { label: 'Aluguel da loja', category_id: b.category, contact_id: b.contact, text: 'do mês de março' }
    expect((await me().ok(questions.list, { params: b.c }))[0]).toMatchObject({ id: question.id, state: 'ANSWERED', answer })
    expect((await me().ok(queue.list)).find(row => row.id === b.company.id)).toMatchObject({ answers_count: 1, questions_count: 0 })

    const applied = await me().call(questions.apply, { params: { ...b.c, id: question.id } })
    expect(applied.data).toMatchObject({ state: 'SETTLED' })
    expect(await b.lineOf(line)).toMatchObject({ category_id: b.category, contact_id: b.contact })
    expect(await me().ok(questions.list, { params: b.c })).toEqual([])
    await me().ok(batches.undo, { params: { ...b.c, id: applied.headers['x-batch-id'] ?? '' } })
    expect(await b.lineOf(line)).toMatchObject({ category_id: null, contact_id: null })
  })

  test('counts once, must say something, and stays within the choices', async () => {
    const { token } = await asked({ takes_text: false })
    const say = (body: unknown) => client().refused(questions.answer, { params: { token }, body })
    expect((await say({})).id).toBe('validation.failed')
    expect((await say({ text: 'não se pede texto' })).id).toBe('validation.failed')
    expect((await say({ choice: 2 })).id).toBe('validation.failed')
    await client().ok(questions.answer, { params: { token }, body: { choice: 1 } })
    expect((await say({ choice: 0 })).id).toBe('conflict.invalid_transition')
  })

  test('brings a file, which the office reads and a stranger to the question cannot', async () => {
    const { token, question } = await asked()
    const file = new File([tinyPdf('recibo')], 'recibo.pdf')
    expect((await client().ok(questions.attach, { params: { token }, form: { file } })).files).toEqual(['recibo.pdf'])
    const refused = await client().refused(questions.attach, { params: { token }, form: { file: new File(['MZ'], 'programa.exe') } })
    expect(refused.id).toBe('attachment.rejected')
    await client().ok(questions.answer, { params: { token }, body: {} })
    const [answered] = await me().ok(questions.list, { params: b.c })
    expect(answered).toMatchObject({ id: question.id, state: 'ANSWERED', files: [{ name: 'recibo.pdf', content_type: 'application/pdf' }] })
    const id = answered?.files[0]?.id ?? ''
    expect((await me().call(attachments.file, { params: { ...b.c, id } })).status).toBe(200)
  })

  test('of a title in a closed period changes nothing', async () => {
    const bill = await b.bill({ date: '2026-02-10', due_date: '2026-02-10' })
    const body = { entry_id: bill.id, text: 'O que é?', choices: [{ label: 'Aluguel', category_id: b.category }] }
    const question = await me().ok(questions.create, { params: b.c, body })
    const { url } = await me().ok(questions.link, { params: { ...b.c, id: question.id } })
    await client().ok(questions.answer, { params: { token: tokenOf(url) }, body: { choice: 0 } })
    await b.close('2026-02-01', '2026-02-28')
    const refused = await me().refused(questions.apply, { params: { ...b.c, id: question.id } })
    expect(refused.details?.[0]?.id ?? refused.id).toBe('period.closed')
    expect((await b.billOf(bill.id)).category_id).toBe(bill.category_id)
  })
})

describe('an answer about a title', () => {
  const other = async () => {
    const body = { company_id: b.company.id, kind: 'SUPPLIER', name: 'Outro credor', document_number: '935.411.347-80' }
    return (await me().ok(contacts.create, { body })).id
  }
  async function answered(entry_id: string) {
    const contact_id = await other()
    const body = { entry_id, text: 'De quem é?', choices: [{ label: 'De outro', category_id: b.category, contact_id }] }
    const { id } = await me().ok(questions.create, { params: b.c, body })
    const { url } = await me().ok(questions.link, { params: { ...b.c, id } })
    await client().ok(questions.answer, { params: { token: tokenOf(url) }, body: { choice: 0 } })
    return { params: { ...b.c, id }, contact_id }
  }

  test('withdraws an approval with the payee, as an edit by hand does', async () => {
    const bill = await b.bill({ contact_id: b.contact })
    await me().ok(bills.move, { params: b.c, body: { ids: [bill.id], status: 'APPROVED' } })
    const { params, contact_id } = await answered(bill.id)
    await me().ok(questions.apply, { params })
    expect(await b.billOf(bill.id)).toMatchObject({ contact_id, category_id: b.category, status: 'PENDING' })
    expect(await b.stored('entries', [bill.id])).toMatchObject([{ approved_by: null }])
  })

  test('leaves the payee of what the bank is paying', async () => {
    const bill = await b.bill({ contact_id: b.contact })
    const { params } = await answered(bill.id)
    await app.sql`update entries set status = 'WAITING_PAYMENT' where company_id = ${b.company.id} and id = ${bill.id}`
    expect((await me().refused(questions.apply, { params })).id).toBe('conflict.not_editable')
    expect(await b.billOf(bill.id)).toMatchObject({ contact_id: b.contact })
  })
})

describe('a link', () => {
  test('that ran out, was taken back or never was has one same answer', async () => {
    const { token, question } = await asked()
    const never = await client().refused(questions.open, { params: { token: 'A'.repeat(43) } })
    await me().ok(questions.revoke, { params: { ...b.c, id: question.id } })
    const late = await asked()
    app.clock.advance(15 * DAY)
    const { request_id: _, ...same } = never
    for (const each of [token, late.token])
      for (const refused of [
        await client().refused(questions.open, { params: { token: each } }),
        await client().refused(questions.answer, { params: { token: each }, body: { choice: 0 } }),
        await client().refused(questions.attach, { params: { token: each }, form: { file: new File([tinyPdf('a')], 'a.pdf') } }),
      ])
        expect(refused).toMatchObject({ ...same, id: 'resource.not_found', status: 404 })
  })

  test('is shown to who may work in the company alone', async () => {
    const { question } = await asked()
    const reader = await app.aMember(b.company, 'READER')
    expect((await app.as(reader).refused(questions.link, { params: { ...b.c, id: question.id } })).id).toBe('permission.denied')
    const stranger = await app.aUser()
    expect((await app.as(stranger).refused(questions.list, { params: b.c })).id).toBe('resource.not_found')
    const other = await books(app)
    expect((await app.as(other.owner).refused(questions.revoke, { params: { ...other.c, id: question.id } })).id).toBe('resource.not_found')
  })

  test('is asked for a limited number of times', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => client().call(questions.open, { params: { token: 'x' } })))
    expect(answers.filter(answer => answer.status === 429).length).toBeGreaterThan(0)
  })
})
