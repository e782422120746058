// F11: whatever file is sent wherever a file is taken, cut, changed, oversized, under another name, locked or empty: it is refused in one sentence and
// changes nothing, or it is taken because nothing in it could tell.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { SHEET_SAMPLES } from '#domain/sheet-samples.ts'
import { csvOf } from '#domain/sheets.ts'
import { scanCsv } from '#domain/statements/csv-scan.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { AGREEMENT_240 } from '#tests/kit/collection.ts'
import { pfxOf } from '#tests/kit/pfx.ts'
import { nfeProc, SUPPLIER } from '#tests/kit/received-notes.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { lockedFiles, wholeFiles } from '#tests/kit/whole-files.ts'
import { sheetXml, textRow, workbookOf } from '#tests/kit/zips.ts'
import { rows } from './kit/calls.ts'
import { type CompanyWatch, differences, watchCompanies } from './kit/company-state.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { bytesOf, randomOf, shapesOf } from './kit/statement-shapes.ts'

const long = { timeout: 7_200_000 }

let server: TestServer
let b: Books
let watch: CompanyWatch
let atBank: string
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
  watch = await watchCompanies(server)
  await server.as(b.owner).ok(contract.invoiceSettings.activateCapture, { params: b.c, body: {} })
  await server.as(b.owner).ok(contract.agreements.create, { params: b.c, body: { bank_account_id: b.account, ...AGREEMENT_240 } })
  const addresses = { base_url: 'https://pix.banco.exemplo.com.br/api/v2', token_url: 'https://pix.banco.exemplo.com.br/oauth/token' }
  const agreed = { bank_account_id: b.account, environment: 'TEST', pix_key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', ...addresses }
  atBank = (await server.as(b.owner).ok(contract.pixAgreements.create, { params: b.c, body: agreed })).id
})
afterAll(() => server?.close())

interface Door {
  row: Endpoint
  params?: Record<string, string>
  fields?: Record<string, string>
  /** What it takes, by extension. */
  takes: Record<string, Buffer>
  /** Kinds whose beginning is a whole file of fewer lines: cut, they may come in. */
  cuttable?: readonly string[]
  /** A byte more than it takes. */
  overBytes: number
  /** Without it, what is sent goes no further than a look at it. */
  preview?: boolean
}

const MEGABYTE = 1024 * 1024

/** Every row that takes a file by a session. */
function doors(): Door[] {
  const supplier = makeCertificate({ name: `FORNECEDORA LTDA:${SUPPLIER}`, cnpj: SUPPLIER })
  const shapes = shapesOf(randomOf(1))
  const shape = (name: string): Buffer => {
    const found = shapes.find(each => each.name === name)
    if (!found) throw new Error(name)
    return Buffer.from(bytesOf(found))
  }
  const sheet = (kind: keyof typeof SHEET_SAMPLES): Record<string, Buffer> => {
    const { header, rows: lines } = SHEET_SAMPLES[kind]
    const csv = csvOf(header, lines)
    return {
      csv: Buffer.from(csv),
      xlsx: workbookOf(
        sheetXml(
          scanCsv(csv.slice(1), ';')
            .map(({ cells }) => textRow(cells))
            .join(''),
        ),
      ),
    }
  }
  const over = 10 * MEGABYTE + 1
  return [
    // The first: it wants a person who confirmed who they are a moment ago.
    {
      row: contract.pixAgreements.credentials,
      params: { id: atBank },
      fields: { client_id: 'razao', client_secret: 'segredo', password: 'segredo' },
      takes: { pfx: Buffer.from(pfxOf(server, b.company)) },
      overBytes: 64 * 1024 + 1,
    },
    { row: contract.attachments.create, takes: wholeFiles(), overBytes: over },
    {
      row: contract.certificates.create,
      fields: { password: 'segredo' },
      takes: { pfx: Buffer.from(pfxOf(server, b.company)) },
      overBytes: 64 * 1024 + 1,
    },
    {
      row: contract.fiscalDocuments.capture,
      takes: { xml: Buffer.from(nfeProc(supplier, { buyer: b.company.document_number })) },
      overBytes: 2 * MEGABYTE + 1,
    },
    {
      row: contract.bankStatements.upload,
      fields: { bank_account_id: b.account },
      takes: { ofx: shape('OFX 1.0.2'), csv: shape('CSV com sinal e saldo'), ret: shape('CNAB 240') },
      cuttable: ['ofx', 'csv', 'ret'],
      overBytes: 30 * MEGABYTE + 1,
      preview: true,
    },
    { row: contract.contacts.import, takes: sheet('contacts'), cuttable: ['csv'], overBytes: over },
    { row: contract.products.upload, takes: sheet('products'), cuttable: ['csv'], overBytes: over },
    { row: contract.entries.upload, takes: sheet('entries'), cuttable: ['csv'], overBytes: over },
    { row: contract.sheetImports.upload, fields: { kind: 'contacts' }, takes: sheet('contacts'), cuttable: ['csv'], overBytes: over },
    { row: contract.chartAccounts.upload, takes: sheet('chart'), cuttable: ['csv'], overBytes: over },
    { row: contract.slipReturns.read, takes: { ret: shape('CNAB 240') }, cuttable: ['ret'], overBytes: 8 * MEGABYTE + 1 },
  ]
}

/** Refused: one sentence of pt-BR; undefined: taken. */
interface Heard {
  status: number
  said: string | undefined
}

const SENTENCE = /^[\p{Lu}“\d][^\n]{6,300}[.?]$/u
const FOREIGN = /undefined|NaN|\[object|Error:|Infinity|\bnull\b|\bat \/|[\ufffd]/

async function send({ row, params, fields, preview }: Door, name: string, bytes: Buffer): Promise<Heard> {
  server.clock.advance(10_000)
  const form = { ...fields, file: new File([Uint8Array.from(bytes)], name) }
  const input = { params: { ...b.c, ...params }, ...(preview ? { query: { preview: true } } : {}), form }
  const answer = await server.call(b.owner, row, input as never, { 'idempotency-key': randomUUID() })
  await server.drain()
  return preview && answer.status < 300
    ? previewed(answer)
    : { status: answer.status, said: answer.status < 300 ? undefined : wordsOf(answer) }
}

const wordsOf = ({ data }: TestAnswer): string => (data as { message: string }).message

/** A statement is read by a job, which says in the import what became of it. */
async function previewed({ data }: TestAnswer): Promise<Heard> {
  const { import_id } = data as { import_id: string }
  const found = await server.as(b.owner).ok(contract.imports.get, { params: { ...b.c, id: import_id } })
  if (found.status === 'FAILED') return { status: 422, said: found.error ?? 'no word' }
  return { status: 200, said: undefined }
}

/** Places at which a file is cut: every tenth byte at full length, else some, with its first bytes and all but the last among them. */
function cutsOf(bytes: Buffer): number[] {
  const end = bytes.toString('latin1').replace(/\s+$/, '').length
  if (isFull) return Array.from({ length: Math.ceil(end / 10) }, (_, at) => at * 10)
  return [9, Math.floor(end / 2), end - 1]
}

test('F11: a file of any kind that is damaged is refused in one sentence and changes nothing', long, async () => {
  const counted = { cut: 0, empty: 0, flipped: 0, oversized: 0, mislabelled: 0, locked: 0 }
  const wrong: string[] = []
  const known = doors()
  const taking = rows.filter(({ spec }) => spec.form && !spec.public)
  expect(taking.map(({ id }) => id).sort()).toEqual(known.map(({ row }) => row.id).sort())
  const everything = { ...wholeFiles(), pfx: known[0]?.takes.pfx ?? Buffer.alloc(0) }
  const before = await watch.state(b.company.id)
  const earlier = new Set(await batches())
  for (const door of known) {
    const judged = async (how: keyof typeof counted, name: string, bytes: Buffer, mustRefuse: boolean) => {
      const { status, said } = await send(door, name, bytes)
      counted[how] += 1
      const what = `${door.row.id} ${name} ${how} (${bytes.length} bytes)`
      if (status >= 500) wrong.push(`${what}: ${status} ${said}`)
      else if (said === undefined) {
        if (mustRefuse) wrong.push(`${what}: taken`)
        await takenBack(earlier)
      } else if (!SENTENCE.test(said) || FOREIGN.test(said.replace(/“[^”]*”/g, ''))) wrong.push(`${what} says “${said}”`)
    }
    for (const [extension, whole] of Object.entries(door.takes)) {
      const name = `arquivo.${extension}`
      const isCuttable = door.cuttable?.includes(extension) ?? false
      await judged('empty', name, Buffer.alloc(0), true)
      for (const length of cutsOf(whole)) await judged('cut', name, whole.subarray(0, length), !isCuttable)
      const random = randomOf(extension.length + whole.length)
      for (let n = 0; n < times(1, 40); n += 1) {
        const bytes = Buffer.from(whole)
        const at = random(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
        await judged('flipped', name, bytes, false)
      }
      for (const [other, bytes] of Object.entries(everything))
        if (
          other !== extension &&
          !isSame(door, extension, other, bytes) &&
          (isFull || (other.length * 7 + extension.length + other.charCodeAt(0)) % 5 === 0)
        )
          await judged('mislabelled', name, bytes, true)
      const locked = lockedFiles()[extension]
      if (locked) await judged('locked', name, locked, true)
    }
    const [[extension = '', whole = Buffer.alloc(0)] = []] = Object.entries(door.takes)
    await judged('oversized', `arquivo.${extension}`, Buffer.concat([whole, Buffer.alloc(door.overBytes - whole.length, 32)]), true)
  }
  expect(wrong).toEqual([])
  expect(differences(before, await watch.state(b.company.id))).toEqual([])
  const words = {
    cut: 'cortados',
    empty: 'vazios',
    flipped: 'com um bit virado',
    oversized: 'grandes demais',
    mislabelled: 'com outro nome',
    locked: 'com senha',
  }
  figure({
    promise: 'F11',
    what: `arquivos de todo tipo nas ${known.length} portas que os recebem: ${Object.entries(counted)
      .map(([how, count]) => `${count} ${words[how as keyof typeof counted]}`)
      .join(', ')}`,
    ours: '0 sem uma frase que diga o quê, 0 linhas mudadas pelos recusados',
    floor: '0; 0',
  })
})

/** What one kind cannot tell from another: packed files are alike by their first part, and a statement is read for what it is, whatever its name. */
function isSame(door: Door, extension: string, other: string, bytes: Buffer): boolean {
  if (door.preview) return other === 'ofx'
  if (extension === 'zip') return bytes[0] === 0x50
  if (/^od[st]$/.test(extension)) return /^od[st]$/.test(other)
  return extension === 'csv' && other === 'xlsx'
}

const batches = async (): Promise<string[]> =>
  (await server.sql<{ id: string }>`select id from batches where company_id = ${b.company.id} order by id desc`).map(({ id }) => id)

/** What came in because nothing told is taken back, so that what is compared at the end is what the refused ones did. */
async function takenBack(earlier: Set<string>): Promise<void> {
  for (const id of (await batches()).filter(each => !earlier.has(each)))
    await server.as(b.owner).ok(contract.batches.undo, { params: { ...b.c, id } })
  for (const id of await batches()) earlier.add(id)
}
