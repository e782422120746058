// Certificates as ICP-Brasil issues them, made by the tests: a root, an authority under it, and holders named by CNPJ, CPF or host.
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { Signer } from '#server/fiscal/sign.ts'

export interface TestCertificate extends Signer {
  x509: X509Certificate
}

interface Subject {
  name: string
  /** Into the alternative name of ICP-Brasil. */
  cnpj?: string | undefined
  cpf?: string | undefined
  host?: string | undefined
  authority?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
}

const keys: forge.pki.rsa.KeyPair[] = []

/** Making a key is what costs: a few serve all certificates of a file of tests. */
function keyPair(at: number): forge.pki.rsa.KeyPair {
  const made = keys[at]
  if (made) return made
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const privateKey = forge.pki.privateKeyFromPem(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const fresh = { privateKey, publicKey: forge.pki.setRsaPublicKey(privateKey.n, privateKey.e) }
  keys[at] = fresh
  return fresh
}

interface Made extends TestCertificate {
  forge: forge.pki.Certificate
  pair: forge.pki.rsa.KeyPair
}

export function makeCertificate(subject: Subject, issuer?: Made, key = 2): Made {
  const pair = keyPair(key)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = pair.publicKey
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`
  certificate.setSubject([{ name: 'commonName', value: subject.name }])
  certificate.setIssuer(issuer ? issuer.forge.subject.attributes : certificate.subject.attributes)
  certificate.validity.notBefore = new Date(subject.from ?? '2020-01-01T00:00:00Z')
  certificate.validity.notAfter = new Date(subject.to ?? '2035-01-01T00:00:00Z')
  certificate.setExtensions([
    ...(subject.authority
      ? [
          { name: 'basicConstraints', cA: true, critical: true },
          { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
        ]
      : [{ name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true }]),
    ...(namesOf(subject) ?? []),
  ])
  certificate.sign((issuer?.pair ?? pair).privateKey, forge.md.sha256.create())
  const pem = forge.pki.certificateToPem(certificate)
  const privateKey = createPrivateKey(forge.pki.privateKeyToPem(pair.privateKey))
  return { certificate: pem, key: privateKey, x509: new X509Certificate(pem), forge: certificate, pair }
}

function namesOf({ cnpj, cpf, host }: Subject): { id: string; value: string }[] | undefined {
  const { asn1 } = forge
  const context = (tag: number, constructed: boolean, value: string | forge.asn1.Asn1[]) =>
    asn1.create(asn1.Class.CONTEXT_SPECIFIC, tag as forge.asn1.Type, constructed, value)
  const other = (oid: string, text: string) => {
    const id = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(oid).getBytes())
    return context(0, true, [id, context(0, true, [asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, text)])])
  }
  const names = [
    ...(cnpj === undefined ? [] : [other('2.16.76.1.3.3', cnpj)]),
    ...(cpf === undefined ? [] : [other('2.16.76.1.3.1', `01011980${cpf}00000000000`)]),
    ...(host === undefined ? [] : [context(2, false, host)]),
  ]
  if (names.length === 0) return undefined
  return [{ id: '2.5.29.17', value: asn1.toDer(asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, names)).getBytes() }]
}

/** A root and an authority under it, as a bundle holds them. */
export function testHierarchy() {
  const root = makeCertificate({ name: 'Autoridade Certificadora Raiz de Teste v1', authority: true }, undefined, 0)
  const middle = makeCertificate({ name: 'AC de Teste RFB v1', authority: true }, root, 1)
  return { root, middle, bundle: [root.certificate, middle.certificate] }
}
