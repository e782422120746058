// Certificates of strangers: who holds one, by what ICP-Brasil writes into it, and whether it comes from an authority that is trusted.
import type { X509Certificate } from 'node:crypto'
import forge from 'node-forge'

/** Attributes of ICP-Brasil (DOC-ICP-04): the CNPJ of a company, and the data of a person, where the CPF follows the birth date. */
export const CNPJ_OID = '2.16.76.1.3.3'
const PERSON_OID = '2.16.76.1.3.1'
const ALTERNATIVE_NAMES = '2.5.29.17'

export interface Holder {
  /** The common name, without the document after it. */
  name: string
  /** CNPJ, else CPF, canonical. */
  document: string | null
  /** DNS names, lower case; the common name counts as one. */
  hosts: string[]
}

const CNPJ = /^[0-9A-Z]{12}\d{2}$/
const CPF = /^\d{11}$/
const DNS_NAME = 2

/** From the alternative names of ICP-Brasil, else from the common name 'RAZAO SOCIAL:CNPJ' that every authority also writes. */
export function holderOf(certificate: X509Certificate): Holder {
  const common = commonName(certificate.subject)
  const [name = '', ...rest] = common.split(':')
  const names = alternativeNames(certificate)
  const cnpj = otherName(names, CNPJ_OID)
  const cpf = otherName(names, PERSON_OID)?.slice(8, 19)
  const last = rest.at(-1) ?? ''
  const found = [cnpj, CNPJ.test(last) ? last : undefined, cpf, CPF.test(last) ? last : undefined]
  const hosts = names.flatMap(each => (each.type === (DNS_NAME as forge.asn1.Type) && typeof each.value === 'string' ? [each.value] : []))
  return {
    name,
    document: found.find(each => each !== undefined && (CNPJ.test(each) || CPF.test(each))) ?? null,
    hosts: [...hosts, common].map(host => host.toLowerCase()),
  }
}

export const commonName = (subject: string): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')

const parts = (node: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] => (Array.isArray(node?.value) ? node.value : [])

/** GeneralNames, read from the certificate's bytes: keys of any kind do. */
function alternativeNames(certificate: X509Certificate): forge.asn1.Asn1[] {
  const [body] = parts(fromDer(certificate.raw.toString('latin1')))
  // [3] { Extensions }, the last member of a certificate's body.
  const extensions = parts(
    parts(parts(body).find(each => each.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && (each.type as number) === 3))[0],
  )
  const found = extensions.find(each => oidOf(parts(each)[0]) === ALTERNATIVE_NAMES)
  const bytes = parts(found).at(-1)?.value
  return typeof bytes === 'string' ? parts(fromDer(bytes)) : parts(parts(parts(found).at(-1))[0])
}

function fromDer(bytes: string): forge.asn1.Asn1 | undefined {
  try {
    return forge.asn1.fromDer(bytes)
  } catch {
    return undefined
  }
}

const oidOf = (node: forge.asn1.Asn1 | undefined): string | undefined =>
  node?.type === forge.asn1.Type.OID && typeof node.value === 'string' ? forge.asn1.derToOid(node.value) : undefined

/** [0] { OID, [0] { text } } with the OID asked for. */
function otherName(names: readonly forge.asn1.Asn1[], oid: string): string | undefined {
  for (const name of names) {
    const [id, value] = parts(name)
    if (oidOf(id) !== oid) continue
    const text = parts(value)[0]?.value
    if (typeof text === 'string') return text.trim().toUpperCase()
  }
  return undefined
}

const MAX_DEPTH = 6

/** Each link is signed by the next, which is an authority within its days at `at`, up to one that is trusted. */
export function isTrusted(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  at: number,
): boolean {
  let link = leaf
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const anchor = anchors.find(each => isIssuer(each, link, at))
    if (anchor) return true
    const next = others.find(each => each !== link && isIssuer(each, link, at))
    if (!next) return false
    link = next
  }
  return false
}

function isIssuer(authority: X509Certificate, link: X509Certificate, at: number): boolean {
  return authority.ca && isInDays(authority, at) && link.checkIssued(authority) && link.verify(authority.publicKey)
}

export const isInDays = (certificate: X509Certificate, at: number): boolean =>
  Date.parse(certificate.validFrom) <= at && at < Date.parse(certificate.validTo)
