// The company's certificate over the real server: what is accepted, what each refusal says, and that nothing secret stays or leaves.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestAuthority } from '#server/adapters/test-authority.ts'
import { certificateTrust } from '#server/adapters/trust.ts'
import { withSigner } from '#server/areas/fiscal/certificates/vault.ts'
import { openSecret, sealSecret } from '#server/kernel/envelope.ts'
import { openPfx } from '#server/parsers/open-pfx.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { legacyPfx } from '#tests/kit/legacy-pfx.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const { certificates } = contract
const DAY_MS = 24 * 3_600_000

let app: TestServer
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app?.close())

const send = (company: TestCompany, bytes: Uint8Array, password?: string) =>
  app.as(company.owner).ok(certificates.create, { params: { c: company.id }, form: pfxForm(bytes, password) })
const refused = (company: TestCompany, bytes: Uint8Array, password?: string) =>
  app.as(company.owner).refused(certificates.create, { params: { c: company.id }, form: pfxForm(bytes, password) })
const read = (company: TestCompany) => app.as(company.owner).ok(certificates.get, { params: { c: company.id } })

describe('a certificate', () => {
  test('is read back as metadata, and signs', async () => {
    const company = await app.aCompany()
    expect(await read(company)).toBeNull()
    const created = await send(company, pfxOf(app, company))
    expect(created).toMatchObject({
      kind: 'A1',
      document_number: company.document_number,
      name: 'EMPRESA DE TESTE LTDA',
      issuer: 'Razão AC de teste (sem valor legal)',
      status: 'VALID',
      days_left: 300,
    })
    expect(await read(company)).toEqual(created)
    expect(JSON.stringify(created)).not.toMatch(/PRIVATE|segredo|BEGIN/)
    const kind = await app.inCompany([company.id], db =>
      withSigner(db, app.services.secret, company.id, app.clock.now(), signer => [
        signer.key.asymmetricKeyType,
        signer.certificate.slice(0, 27),
      ]),
    )
    expect(kind).toEqual(['rsa', '-----BEGIN CERTIFICATE-----'])
  })

  test('serves a branch of the same root, and takes the place of the one before', async () => {
    const company = await app.aCompany()
    const first = await send(company, pfxOf(app, company))
    const branch = complete(`${company.document_number.slice(0, 8)}0002`)
    const second = await send(company, pfxOf(app, company, { document_number: branch, legacy: true }))
    expect(second.document_number).toBe(branch)
    expect(second.id).not.toBe(first.id)
    expect(await app.sql`select certificate_id as id from certificate_keys where company_id = ${company.id}`).toEqual([{ id: second.id }])
  })

  test('is deleted with its key, and no undo brings it back', async () => {
    const company = await app.aCompany()
    await send(company, pfxOf(app, company))
    await app.as(company.owner).ok(certificates.delete, { params: { c: company.id } })
    expect(await read(company)).toBeNull()
    expect(await app.sql`select 1 from certificate_keys where company_id = ${company.id}`).toEqual([])
    const [batch] = await app.as(company.owner).ok(contract.batches.list, { params: { c: company.id } })
    expect(batch).toMatchObject({ label: 'Certificado digital apagado', undoable: false })
    const undo = { params: { c: company.id, id: batch?.id ?? '' } }
    expect((await app.as(company.owner).refused(contract.batches.undo, undo)).id).toBe('undo.blocked')
    const again = await app.as(company.owner).refused(certificates.delete, { params: { c: company.id } })
    expect(again.id).toBe('resource.not_found')
  })

  test('warns in its last thirty days, and is expired after them', async () => {
    const company = await app.aCompany()
    await send(company, pfxOf(app, company, { valid_to: new Date(app.clock.now() + 31 * DAY_MS) }))
    const states = []
    const start = app.clock.now()
    for (const days of [0, 1, 2, 31]) {
      app.clock.set(start + days * DAY_MS)
      const seen = await read(company)
      states.push([seen?.status, seen?.days_left])
    }
    app.clock.set(start)
    expect(states).toEqual([
      ['VALID', 31],
      ['VALID', 30],
      ['EXPIRING', 29],
      ['EXPIRED', 0],
    ])
  })
})

describe('is refused', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await app.aCompany()
  })

  test('with a wrong password', async () => {
    expect(await refused(company, pfxOf(app, company), 'outra')).toMatchObject({
      id: 'certificate.password_wrong',
      status: 422,
      message: 'Senha incorreta.',
    })
  })

  test('when it is no PKCS#12 file', async () => {
    expect((await refused(company, new TextEncoder().encode('não é um certificado'))).id).toBe('certificate.unreadable')
  })

  test('past its days, and before them', async () => {
    const now = app.clock.now()
    const old = pfxOf(app, company, { valid_from: new Date(now - 400 * DAY_MS), valid_to: new Date(now - DAY_MS) })
    expect(await refused(company, old)).toMatchObject({ id: 'certificate.expired', message: 'Venceu em 10/03/2026.' })
    const next = pfxOf(app, company, { valid_from: new Date(now + DAY_MS) })
    expect(await refused(company, next)).toMatchObject({ id: 'certificate.expired', message: 'Só vale a partir de 12/03/2026.' })
  })

  test('when it belongs to another CNPJ, or to none', async () => {
    const other = await refused(company, pfxOf(app, company, { document_number: cnpjNumber(9_999) }))
    expect(other.id).toBe('certificate.wrong_company')
    expect(other.message).toMatch(/^Pertence a outro CNPJ: \d\d\./)
    expect((await refused(company, pfxOf(app, company, { document_number: null }))).id).toBe('certificate.wrong_company')
  })

  test('from an authority that is not trusted: another test authority, and every one of them in production', async () => {
    const stranger = openTestAuthority(mkdtempSync(join(tmpdir(), 'razao-ca-')), app.clock.now)
    const now = app.clock.now()
    const forged = stranger.issue({
      document_number: company.document_number,
      name: 'EMPRESA',
      password: 'segredo',
      valid_from: new Date(now - DAY_MS),
      valid_to: new Date(now + DAY_MS),
    })
    expect((await refused(company, forged)).id).toBe('certificate.untrusted')
    expect(certificateTrust({ testDir: undefined, rootsFile: undefined, now: app.clock.now }).anchors()).toEqual([])
  })

  test('above 64 KB', async () => {
    expect((await refused(company, new Uint8Array(64 * 1024))).id).toBe('certificate.unreadable')
    expect(await refused(company, new Uint8Array(64 * 1024 + 1))).toMatchObject({
      id: 'request.too_large',
      message: 'O envio passa de 64 KB.',
    })
  })

  test('without a fresh code', async () => {
    const pfx = pfxOf(app, company)
    app.clock.advance(16 * 60_000)
    const asked = await refused(company, pfx)
    expect(asked).toMatchObject({ id: 'auth.step_up_required', status: 403 })
    expect((await app.as(company.owner).refused(certificates.delete, { params: { c: company.id } })).id).toBe('auth.step_up_required')
    await app
      .as(company.owner)
      .ok(contract.auth.verifyOtp, { params: { id: asked.challenge_id ?? '' }, body: { otp: await app.lastCode() } })
  })
})

describe('secrets', () => {
  test('the database holds no key, chain or password in the clear', async () => {
    const company = await app.aCompany()
    await send(company, pfxOf(app, company, { password: 'senha-canario-77' }), 'senha-canario-77')
    const [row] = await app.sql<{ text: string }>`select encode(sealed, 'escape') || encode(wrapped_key, 'escape') as text
      from certificate_keys where company_id = ${company.id}`
    expect(row?.text).not.toMatch(/PRIVATE|CERTIFICATE|senha-canario/)
    const [journal] = await app.sql<{
      text: string
    }>`select coalesce(string_agg(before::text, ''), '') as text from batch_rows where company_id = ${company.id}`
    expect(journal?.text).not.toMatch(/PRIVATE|sealed/)
  })

  test('an envelope opens for its own record and master key only', () => {
    const secret = new Uint8Array(32).fill(7)
    const envelope = sealSecret(secret, 'empresa|certificado', Buffer.from('chave'))
    expect(openSecret(secret, 'empresa|certificado', envelope).toString()).toBe('chave')
    expect(() => openSecret(secret, 'outra|certificado', envelope)).toThrow()
    expect(() => openSecret(new Uint8Array(32), 'empresa|certificado', envelope)).toThrow()
    const bent = { ...envelope, sealed: Buffer.from(envelope.sealed) }
    bent.sealed[bent.sealed.length - 1]! ^= 1
    expect(() => openSecret(secret, 'empresa|certificado', bent)).toThrow()
    figure({
      promise: 'G6',
      what: 'chave em claro, envelope trocado, bit virado, arquivos RC2 e 3DES',
      ours: '0 em claro, trocas recusadas, antigos abertos',
      floor: '0; 100%; abertos',
    })
  })

  test('files of older authorities (RC2, 3DES) open, with the CNPJ of their common name', () => {
    const opened = openPfx(legacyPfx(), 'senha-velha')
    expect(opened).toMatchObject({ document_number: '11222333000181', private_key: expect.stringContaining('BEGIN PRIVATE KEY') })
    expect(openPfx(legacyPfx(), 'senha-nova')).toEqual({ refused: 'password' })
  })
})

test('the local page hands out a test certificate to this machine alone', async () => {
  const company = await app.aCompany()
  const url = `/dev/certificate.pfx?cnpj=${company.document_number}`
  const given = await app.app.inject({ url, headers: { host: 'localhost:3210' } })
  expect((await send(company, given.rawPayload, 'razao')).document_number).toBe(company.document_number)
  expect((await app.app.inject({ url, headers: { host: 'razao.exemplo.com.br' } })).statusCode).toBe(404)
})

/** A CNPJ of the given first twelve characters. */
function complete(body: string): string {
  const digit = (text: string) => {
    let sum = 0
    for (let at = text.length - 1, weight = 2; at >= 0; at -= 1, weight = weight === 9 ? 2 : weight + 1)
      sum += (text.charCodeAt(at) - 48) * weight
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = `${body}${digit(body)}`
  return `${first}${digit(first)}`
}
