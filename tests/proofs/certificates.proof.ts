// G6: a company's key and its password are read nowhere; what was exchanged or bent does not open; the master key is changed while notes are
// signed, and none fails.
import { createHash, createPrivateKey, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { contextOf, sealCertificate, withSigner } from '#server/areas/fiscal/certificates/vault.ts'
import { rotateSecrets } from '#server/areas/rotation.ts'
import { backup } from '#server/backup/backup.ts'
import { newId } from '#server/base/ids.ts'
import { withClient } from '#server/db/roles.ts'
import { type Envelope, openSecret, type Secret } from '#server/kernel/envelope.ts'
import { openPfx } from '#server/parsers/open-pfx.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { type KeptLog, loggedServer } from '#tests/kit/logged-server.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import type { TestAnswer, TestCompany, TestServer } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'

const { certificates } = contract
const PASSWORD = 'senha-canario-7719'

let server: TestServer
let company: TestCompany
let folder: string
let log: KeptLog
/** As the files of authorities hold it. */
let opened: { private_key: string; chain: readonly string[] }
let answers: TestAnswer[]

beforeAll(async () => {
  const logged = await loggedServer()
  server = logged.server
  log = logged.log
  folder = await mkdtemp(join(tmpdir(), 'razao-certificado-'))
  company = await server.aCompany()
  const pfx = pfxOf(server, company, { password: PASSWORD })
  const found = openPfx(pfx, PASSWORD)
  if ('refused' in found) throw new Error('the test certificate does not open')
  opened = found
  const params = { c: company.id }
  const send = (password: string) => server.call(company.owner, certificates.create, { params, form: pfxForm(pfx, password) })
  answers = [await send(`${PASSWORD}x`), await send(PASSWORD), await server.call(company.owner, certificates.get, { params })]
  expect(answers.map(({ status }) => status)).toEqual([422, 201, 200])
}, 120_000)
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const sign = (id: string, secret: Secret = server.services.secret) =>
  server.inCompany([id], db => withSigner(db, secret, id, server.clock.now(), ({ key }) => key.asymmetricKeyType))

/** The key as text, as its bytes and as the numbers in it, each as a database, a log or a file might write them. */
function canaries(): readonly string[] {
  const key = createPrivateKey(opened.private_key)
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const { d = '', p = '' } = key.export({ format: 'jwk' })
  const secrets = [Buffer.from(d, 'base64url'), Buffer.from(p, 'base64url'), der.subarray(-200)]
  const lines = opened.private_key.split(/\r?\n/).filter(line => line.length === 64)
  return [
    PASSWORD,
    Buffer.from(PASSWORD).toString('hex'),
    'PRIVATE KEY',
    ...lines.slice(3),
    ...secrets.flatMap(bytes =>
      (['hex', 'base64', 'base64url', 'latin1'] as const).map(form => bytes.subarray(3, 35).toString(form).slice(0, 32)),
    ),
  ]
}

/** Every row of every table, as text. */
const dump = (): Promise<string> =>
  withClient(server.adminConfig, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    let all = ''
    for (const { name } of rows)
      all += (await client.query<{ t: string }>(`select coalesce(string_agg(t::text, chr(10)), '') as t from ${name} t`)).rows[0]?.t
    return all
  })

/** What a copy without a key holds: unpacked, wherever a packed part begins. */
async function copied(): Promise<string> {
  const file = join(folder, 'copia.razao')
  await backup({ from: server.adminConfig, files: server.services.files, file, now: new Date('2026-11-28T10:00:00Z') })
  const bytes = await readFile(file)
  let all = bytes.toString('latin1')
  for (let at = bytes.indexOf('\x1f\x8b\b', 0, 'latin1'); at >= 0; at = bytes.indexOf('\x1f\x8b\b', at + 1, 'latin1'))
    try {
      all += gunzipSync(bytes.subarray(at), { finishFlush: 2 }).toString('latin1')
    } catch {
      // Three bytes that only look like a beginning.
    }
  return all
}

/** The files of the product; among them the test authority's own key, which is no company's. */
async function kept(): Promise<string> {
  const entries = await readdir(server.folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return (await Promise.all(files.map(entry => readFile(join(entry.parentPath, entry.name), 'latin1')))).join('\n')
}

test('G6: key and password are read nowhere', async () => {
  expect(await sign(company.id)).toBe('rsa')
  const copy = await copied()
  // What must be there is found by the same look.
  expect(copy).toContain(company.document_number)
  const places = { dump: await dump(), copy, log: log.text, answers: JSON.stringify(answers.map(({ data, headers }) => [data, headers])) }
  expect(places.log.length).toBeGreaterThan(100)
  const looked = canaries()
  for (const [place, text] of Object.entries(places))
    for (const canary of looked) expect(text.includes(canary), `${place}: ${canary}`).toBe(false)
  const stored = await kept()
  for (const canary of looked.filter(each => each !== 'PRIVATE KEY')) expect(stored.includes(canary), `files: ${canary}`).toBe(false)
  figure({
    promise: 'G6',
    what: `${looked.length} formas da chave e da senha`,
    ours: '0 no banco, na cópia, no registro, nas respostas e nos arquivos',
    floor: '0',
  })
})

test('G6: what was exchanged or bent is refused', async () => {
  const [row] = await server.sql<Envelope & { certificate_id: string }>(`select * from certificate_keys where company_id = $1`, [
    company.id,
  ])
  if (!row) throw new Error('no key')
  const { secret } = server.services
  const context = contextOf(company.id, row.certificate_id)
  expect(openSecret(secret, context, row).toString()).toContain('PRIVATE KEY')
  const other = await server.aCompany()
  await server.as(other.owner).ok(certificates.create, { params: { c: other.id }, form: pfxForm(pfxOf(server, other)) })
  const [theirs] = await server.sql<Envelope & { certificate_id: string }>(`select * from certificate_keys where company_id = $1`, [
    other.id,
  ])
  if (!theirs) throw new Error('no key')
  let refused = 0
  const isRefused = (envelope: Envelope, of = context) => {
    expect(() => openSecret(secret, of, envelope)).toThrow('a secret does not open')
    refused += 1
  }
  for (const swapped of [theirs, { ...row, sealed: theirs.sealed }, { ...row, wrapped_key: theirs.wrapped_key }]) isRefused(swapped)
  for (const of of [contextOf(other.id, row.certificate_id), contextOf(company.id, theirs.certificate_id), `${company.id}|portal`])
    isRefused(row, of)
  // Every bit of the wrapped key, and of what is sealed at full length.
  const bits = (bytes: Buffer) => bytes.length * 8
  for (const name of ['wrapped_key', 'sealed'] as const)
    for (let bit = 0; bit < bits(row[name]); bit += isFull ? 1 : 101) {
      const bent = Buffer.from(row[name])
      bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      isRefused({ ...row, [name]: bent })
    }
  // In the database, as whoever may write there would do it.
  await server.sql(
    `update certificate_keys a set sealed = b.sealed, wrapped_key = b.wrapped_key from certificate_keys b where a.company_id = $1 and b.company_id = $2`,
    [other.id, company.id],
  )
  await expect(sign(other.id)).rejects.toMatchObject({ id: 'certificate.lost' })
  expect(await sign(company.id)).toBe('rsa')
  figure({
    promise: 'G6',
    what: 'cifrados trocados entre empresas ou com um bit virado',
    ours: `${refused + 1} de ${refused + 1} recusados`,
    floor: '100 %',
  })
})

/** Companies with a certificate each, written past the product: all have one key, sealed for each of them. */
async function manyCertificates(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, at) => ({ id: newId(), certificate: newId(), document: cnpjNumber(500_000 + at) }))
  await withClient(server.adminConfig, async client => {
    await client.query('set session_replication_role = replica')
    for (const { id, certificate, document } of made) {
      const { key_version, wrapped_key, sealed } = sealCertificate(server.services.secret, id, certificate, opened)
      await client.query(`insert into companies (id, document_number, name) values ($1, $2, 'Certificada')`, [id, document])
      await client.query(
        `insert into certificates (company_id, id, document_number, name, issuer, serial_number, fingerprint, valid_from, valid_to, created_by)
          values ($1, $2, $3, 'Certificada', 'AC', '1', $4, now() - interval '1 year', '2100-01-01', $5)`,
        [id, certificate, document, createHash('sha256').update(id).digest('hex'), company.owner.id],
      )
      await client.query(
        `insert into certificate_keys (company_id, certificate_id, key_version, wrapped_key, sealed) values ($1, $2, $3, $4, $5)`,
        [id, certificate, key_version, wrapped_key, sealed],
      )
    }
  })
  return made.map(({ id }) => id)
}

test('G6: the master key is changed while notes are signed, and none fails', { timeout: 1_200_000 }, async () => {
  await server.sql(`delete from certificate_keys where company_id <> $1`, [company.id])
  const ids = [company.id, ...(await manyCertificates(times(20, 1_000)))]
  const old = server.services.secret
  const secret: Secret = Object.assign(Buffer.from(old), { masters: new Map([[2, randomBytes(32)]]) })
  let [signed, running] = [0, true]
  const working = Array.from({ length: 4 }, async (_, worker) => {
    for (let at = worker; running || at < ids.length; at += 4) {
      expect(await sign(ids[at % ids.length] ?? '', secret)).toBe('rsa')
      signed += 1
    }
  })
  const began = performance.now()
  const rotated = await rotateSecrets(server.adminConfig, secret)
  const seconds = (performance.now() - began) / 1000
  running = false
  await Promise.all(working)
  expect(rotated).toEqual({ version: 2, sealed: ids.length, lost: [] })
  expect(await rotateSecrets(server.adminConfig, secret)).toEqual({ version: 2, sealed: 0, lost: [] })
  const [left] = await server.sql<{ n: number }>(`select count(*)::int as n from certificate_keys where key_version <> 2`)
  expect(left?.n).toBe(0)
  // The old key alone opens none of them any more.
  for (const id of ids.slice(0, 5)) await expect(sign(id, old)).rejects.toMatchObject({ id: 'certificate.lost' })
  expect(signed).toBeGreaterThan(ids.length / 2)
  figure({
    promise: 'G6',
    what: `troca da chave mestra de ${ids.length} certificados em ${seconds.toFixed(1)} s, com ${signed} assinaturas enquanto isso`,
    ours: '0 falhas; a chave antiga não abre mais nenhum',
    floor: '1.000 certificados, 0 falhas',
  })
})
