// The certificate authority of the local environment: made once, kept in the data directory, trusted nowhere else.
import { createPrivateKey, generateKeyPairSync, type KeyObject, privateEncrypt, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import { daysLater } from '#domain/days.ts'
import { CNPJ_OID } from '#server/base/certificates.ts'

export interface TestPfx {
  /** Canonical CNPJ of the holder; null makes a certificate that names none. */
  document_number: string | null
  name: string
  password: string
  valid_from: Date
  valid_to: Date
  /** 3DES instead of AES, as older authorities wrote their files. */
  legacy?: boolean
}

export interface TestAuthority {
  /** PEM. */
  readonly root: string
  /** A PKCS#12 file of a company, signed by this authority. */
  issue(holder: TestPfx): Uint8Array
}

/** Of the files the local pages hand out. */
export const TEST_PFX_PASSWORD = 'razao'

const YEARS = 20

export function openTestAuthority(dir: string, now: () => number): TestAuthority {
  const path = join(dir, 'test-authority.pem')
  if (!existsSync(path)) {
    mkdirSync(dir, { recursive: true })
    writeFileSync(path, makeRoot(now()), { mode: 0o600 })
  }
  const pem = readFileSync(path, 'utf8')
  const key = createPrivateKey(pem.slice(0, pem.indexOf('-----BEGIN CERTIFICATE')))
  const root = forge.pki.certificateFromPem(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')))
  return { root: forge.pki.certificateToPem(root), issue: holder => issue(key, root, holder) }
}

function makeRoot(now: number): string {
  const { key, certificate } = begin(newKey(), [{ name: 'commonName', value: 'Razão AC de teste (sem valor legal)' }])
  certificate.setIssuer(certificate.subject.attributes)
  certificate.validity.notBefore = daysLater(now, -1)
  certificate.validity.notAfter = daysLater(now, YEARS * 365)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ])
  sign(certificate, createPrivateKey(forge.pki.privateKeyToPem(key)))
  return forge.pki.privateKeyToPem(key) + forge.pki.certificateToPem(certificate)
}

/** One for all holders of this process: a key is what a certificate costs, and these are worth nothing. */
let holdersKey: forge.pki.rsa.PrivateKey | undefined

function issue(authority: KeyObject, root: forge.pki.Certificate, holder: TestPfx): Uint8Array {
  const common = holder.document_number === null ? holder.name : `${holder.name}:${holder.document_number}`
  holdersKey ??= newKey()
  const { key, certificate } = begin(holdersKey, [
    { name: 'countryName', value: 'BR' },
    { name: 'organizationName', value: 'Razão ambiente local' },
    { name: 'commonName', value: common },
  ])
  certificate.setIssuer(root.subject.attributes)
  certificate.validity.notBefore = holder.valid_from
  certificate.validity.notAfter = holder.valid_to
  certificate.setExtensions([
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', clientAuth: true, emailProtection: true },
    ...(holder.document_number === null ? [] : [{ id: '2.5.29.17', value: cnpjNames(holder.document_number) }]),
  ])
  sign(certificate, authority)
  const pfx = forge.pkcs12.toPkcs12Asn1(key, [certificate, root], holder.password, {
    algorithm: holder.legacy ? '3des' : 'aes256',
    friendlyName: holder.name,
    // What stretches a password protects nothing of worth here, and is most of what such a file costs.
    count: 1,
  })
  return Uint8Array.from(Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'binary'))
}

function newKey(): forge.pki.rsa.PrivateKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return forge.pki.privateKeyFromPem(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
}

/** DER of what stands before a SHA-256 digest in a signature of PKCS#1. */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** By Node's own RSA: node-forge's is written in JavaScript, and a hundred times slower. */
function sign(certificate: forge.pki.Certificate, key: KeyObject): void {
  const signer = {
    sign: (digest: forge.md.MessageDigest) =>
      privateEncrypt(key, Buffer.concat([SHA256_INFO, Buffer.from(digest.digest().getBytes(), 'binary')])).toString('binary'),
  }
  certificate.sign(signer as forge.pki.rsa.PrivateKey, forge.md.sha256.create())
}

function begin(key: forge.pki.rsa.PrivateKey, subject: forge.pki.CertificateField[]) {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.rsa.setPublicKey(key.n, key.e)
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`
  certificate.setSubject(subject)
  return { key, certificate }
}

/** GeneralNames with the otherName of ICP-Brasil that carries the CNPJ. */
function cnpjNames(cnpj: string): string {
  const { asn1 } = forge
  const { Class, Type } = asn1
  const oid = asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(CNPJ_OID).getBytes())
  const text = asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, cnpj)
  const value = asn1.create(Class.CONTEXT_SPECIFIC, 0 as forge.asn1.Type, true, [text])
  const name = asn1.create(Class.CONTEXT_SPECIFIC, 0 as forge.asn1.Type, true, [oid, value])
  return asn1.toDer(asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [name])).getBytes()
}
