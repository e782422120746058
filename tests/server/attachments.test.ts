// Attachments over the real server and disk: what is kept, what is refused, and how a file comes back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { insertEntries } from '#server/areas/ledger/entries/rows.ts'
import { newId } from '#server/base/ids.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf, wholeFiles } from '#tests/kit/whole-files.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const { attachments, batches } = contract

let server: TestServer
let company: TestCompany
let billId: string

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  company = await server.aCompany()
  billId = await anEntry(company, 'BILL')
})

async function anEntry(of: TestCompany, kind: 'BILL' | 'RECEIVABLE'): Promise<string> {
  const id = newId()
  const day = '2026-03-10'
  const entry = { id, kind, status: 'PENDING', amount_cents: 100, date: day, due_date: day, competence_date: day }
  await server.inCompany([of.id], db => insertEntries(db, of.id, [entry]))
  return id
}

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...part].map(letter => letter.charCodeAt(0)) : part)))

const PDF = bytes(tinyPdf('...'))
const whole = (extension: string) => Uint8Array.from(wholeFiles()[extension] ?? [])
const PNG = whole('png')
const ZIP = whole('xlsx')

const user = () => server.as(company.owner)
const form = (content: Uint8Array<ArrayBuffer>, name: string, fields: object = { bill_id: billId }) => ({
  ...fields,
  file: new File([content], name, { type: 'text/html' }),
})
const send = (content: Uint8Array<ArrayBuffer>, name: string, fields?: object) =>
  user().ok(attachments.create, { params: { c: company.id }, form: form(content, name, fields) })

describe('a file', () => {
  test('is kept with its bill under a generated name and comes back byte for byte, unable to run', async () => {
    const created = await send(PDF, '../../recibo março;x.pdf', { bill_id: billId, metadata: '{"origem":"email"}' })
    const url = `/v1/companies/${company.id}/attachments/${created.id}/file`
    expect(created).toMatchObject({
      bill_id: billId,
      receivable_id: null,
      reference_id: billId,
      name: 'recibo março;x.pdf',
      content_type: 'application/pdf',
      size_bytes: PDF.length,
      metadata: { origem: 'email' },
      bucket_url: url,
      preview_url: url,
    })
    const [row] = await server.sql<{ storage_key: string; sha256: string }>`select * from attachments where id = ${created.id}`
    expect(row?.storage_key).toBe(`${company.id}/${row?.sha256.slice(0, 2)}/${row?.sha256}`)
    const answer = await user().call(attachments.file, { params: { c: company.id, id: created.id } })
    expect(new Uint8Array(answer.data as Buffer)).toEqual(PDF)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="recibo mar_o_x.pdf"; filename*=UTF-8''recibo%20mar%C3%A7o%3Bx.pdf`,
    )
  })

  test('that no browser shows by itself has no preview', async () => {
    expect(await send(ZIP, 'planilha.XLSX')).toMatchObject({ preview_url: null, content_type: expect.stringContaining('spreadsheetml') })
    expect((await send(PNG, 'foto.png')).preview_url).not.toBeNull()
  })

  const DISGUISED = [
    ['pdf', 'a.pdf', PNG],
    ['png', 'a.png', PDF],
    ['jpg', 'a.jpg', bytes('GIF89a')],
    ['webp', 'a.webp', bytes('RIFF0000WAVE')],
    ['xlsx', 'a.xlsx', bytes('a;b')],
    ['xml', 'a.xml', bytes('nada')],
    ['csv that is binary', 'a.csv', bytes('a', [0], 'b')],
    ['txt that is a zip', 'a.txt', ZIP],
    ['html', 'a.html', bytes('<script>alert(1)</script>')],
    ['svg', 'a.svg', bytes('<svg onload="alert(1)"/>')],
    ['exe', 'a.exe', bytes('MZ')],
    ['no extension', 'arquivo', PDF],
    ['an inherited name', 'a.constructor', PDF],
    ['empty', 'a.pdf', bytes()],
  ] as const
  test.each(DISGUISED)('whose content is not what its name says is refused: %s', async (_, name, content) => {
    const refusal = await user().refused(attachments.create, { params: { c: company.id }, form: form(content, name) })
    expect(refusal).toMatchObject({ id: 'attachment.rejected', status: 422 })
    expect(await user().ok(attachments.list, { params: { c: company.id }, query: { bill_id: billId } })).toEqual([])
  })

  const SCRIPTS = [
    '<script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<!doctype html><body onload=alert(1)>',
    '<?xml-stylesheet href="javascript:alert(1)"?>',
    '\n/*',
    '*/=1;alert(1)//',
    '%PDF-1.7 /OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
    'GIF89a/*<svg/onload=alert(1)>*/',
    '<iframe srcdoc="<script>alert(1)</script>">',
    'Content-Type: text/html\r\n\r\n<img src=x onerror=alert(1)>',
  ]
  const joined = (one: Uint8Array, other: Uint8Array) => new Uint8Array([...one, ...other])

  test('is served as one to keep, never to run, whatever it is', async () => {
    const kinds = [
      ['recibo.pdf', PDF],
      ['foto.png', PNG],
      ['planilha.xlsx', ZIP],
      ['nota.xml', bytes('<nota><script>alert(1)</script></nota>')],
      ['lista.csv', bytes('<script>alert(1)</script>;1')],
      ['texto.txt', bytes('<svg onload=alert(1)>')],
    ] as const
    // Each is also what a browser would run, if it looked for itself.
    const polyglots = kinds.flatMap(([name, content]) => SCRIPTS.map(script => [name, joined(content, bytes(script))] as const))
    let refused = 0
    for (const [name, content] of [...kinds, ...polyglots]) {
      server.clock.advance(2_000)
      const sent = await user().call(attachments.create, { params: { c: company.id }, form: form(content, name) })
      if (sent.status === 422 && !kinds.some(([, plain]) => plain === content)) {
        refused += 1
        continue
      }
      const { id } = sent.data as { id: string }
      expect(sent.status, JSON.stringify(sent.data)).toBeLessThan(300)
      const { headers } = await user().call(attachments.file, { params: { c: company.id, id } })
      expect(headers['content-disposition'], name).toMatch(/^attachment;/)
      expect([headers['x-content-type-options'], headers['content-security-policy']], name).toEqual([
        'nosniff',
        expect.stringContaining('sandbox'),
      ])
      expect(headers['content-type'], name).not.toMatch(/html|svg|javascript/)
      // A record keeps twenty.
      await user().ok(attachments.delete, { params: { c: company.id, id } })
    }
    figure({
      promise: 'F7',
      what: 'arquivos hostis enviados e servidos',
      ours: `${DISGUISED.length} disfarçados recusados, ${kinds.length} formas e ${polyglots.length - refused} poliglotas servidos como anexo, sem execução, ${refused} poliglotas recusados`,
      floor: '100% de 60 poliglotas',
    })
  })

  test('of 10 MB is kept, of a byte more refused', async () => {
    // What a scanner leaves behind the end is not looked at.
    const large = new Uint8Array(10 * 1024 * 1024)
    large.set(PDF)
    await send(large, 'grande.pdf')
    const over = new Uint8Array(large.length + 1)
    over.set(PDF)
    const refusal = await user().refused(attachments.create, { params: { c: company.id }, form: form(over, 'maior.pdf') })
    expect(refusal).toMatchObject({ id: 'request.too_large', message: 'O envio passa de 10 MB.' })
  })

  test('is the twentieth of its record at most, and deleting one makes room', async () => {
    const sent = []
    for (let n = 1; n <= 20; n += 1) sent.push(await send(PDF, `${n}.pdf`))
    const twentyFirst = { params: { c: company.id }, form: form(PDF, '21.pdf') }
    expect(await user().refused(attachments.create, twentyFirst)).toMatchObject({
      id: 'attachment.rejected',
      message: 'Cada lançamento guarda até 20 anexos.',
    })
    await user().ok(attachments.delete, { params: { c: company.id, id: sent[0]?.id ?? '' } })
    await user().ok(attachments.create, twentyFirst)
  })
})

test('a list is that of one bill or receivable; deleted files leave it and undoing brings them back', async () => {
  const receivableId = await anEntry(company, 'RECEIVABLE')
  const mine = await send(PDF, 'a.pdf')
  const theirs = await send(PNG, 'b.png', { receivable_id: receivableId })
  const list = async (query: object) =>
    (await user().ok(attachments.list, { params: { c: company.id }, query: query as never })).map(each => each.id)
  expect(theirs).toMatchObject({ bill_id: null, receivable_id: receivableId })
  expect(await list({ bill_id: billId })).toEqual([mine.id])
  expect(await list({ receivable_id: receivableId })).toEqual([theirs.id])
  expect(await list({})).toEqual([mine.id, theirs.id])
  const answer = await user().call(attachments.delete, { params: { c: company.id, id: mine.id } })
  expect(await list({ bill_id: billId })).toEqual([])
  expect((await user().refused(attachments.file, { params: { c: company.id, id: mine.id } })).status).toBe(404)
  await user().ok(batches.undo, { params: { c: company.id, id: answer.headers['x-batch-id'] ?? '' } })
  expect(await list({ bill_id: billId })).toEqual([mine.id])
})

test('metadata that is no object is refused', async () => {
  for (const metadata of ['nada', '[1]', '"x"', 'null']) {
    const input = { params: { c: company.id }, form: form(PDF, 'a.pdf', { bill_id: billId, metadata }) }
    expect(await user().refused(attachments.create, input)).toMatchObject({ id: 'validation.failed', details: [{ field: 'metadata' }] })
  }
})

test('files and records of another company do not exist, and an operator deletes none', async () => {
  const created = await send(PDF, 'a.pdf')
  const other = await server.aCompany()
  const stranger = server.as(other.owner)
  for (const row of [attachments.get, attachments.file, attachments.delete]) {
    expect((await stranger.refused(row, { params: { c: other.id, id: created.id } })).status).toBe(404)
  }
  const onForeign = { params: { c: other.id }, form: form(PDF, 'a.pdf') }
  expect((await stranger.refused(attachments.create, onForeign)).status).toBe(404)
  expect((await stranger.refused(attachments.list, { params: { c: other.id }, query: { bill_id: billId } })).status).toBe(404)
  const asReceivable = { params: { c: company.id }, form: form(PDF, 'a.pdf', { receivable_id: billId }) }
  expect((await user().refused(attachments.create, asReceivable)).status).toBe(404)
  const associate = { params: { c: company.id }, form: form(PDF, 'a.pdf', { associate_id: newId() }) }
  expect((await user().refused(attachments.create, associate)).status).toBe(404)
  const operator = server.as(await server.aMember(company, 'OPERATOR'))
  expect((await operator.refused(attachments.delete, { params: { c: company.id, id: created.id } })).id).toBe('permission.denied')
  figure({ promise: 'C4', what: 'anexos de outra empresa, por id, por lista e por registro', ours: '0 de 7 alcançados', floor: '0' })
})
