// A PKCS#12 file opened with its password: modern (AES) and legacy (RC2, 3DES) ones, which Node's own loader refuses.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

export type OpenedPfx =
  | { refused: 'password' | 'unreadable' }
  | {
      /** PKCS#8, PEM. */
      private_key: string
      /** The holder's certificate first, then the others of the file, PEM. */
      chain: string[]
      /** The CNPJ ICP-Brasil writes into a company's certificate, or null. */
      document_number: string | null
    }

/** Attribute of ICP-Brasil (DOC-ICP-04): the CNPJ of the holder. */
export const CNPJ_OID = '2.16.76.1.3.3'

export function openPfx(bytes: Uint8Array, password: string): OpenedPfx {
  let pfx: forge.pkcs12.Pkcs12Pfx
  try {
    pfx = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('binary'))), password)
  } catch (error) {
    return { refused: error instanceof Error && /password|MAC could not/i.test(error.message) ? 'password' : 'unreadable' }
  }
  try {
    return read(pfx) ?? { refused: 'unreadable' }
  } catch {
    return { refused: 'unreadable' }
  }
}

function read(pfx: forge.pkcs12.Pkcs12Pfx): OpenedPfx | undefined {
  const key = [forge.pki.oids.pkcs8ShroudedKeyBag, forge.pki.oids.keyBag].flatMap(type => bagsOf(pfx, type)).find(bag => bag.key)?.key
  const certificates = bagsOf(pfx, forge.pki.oids.certBag).flatMap(bag => (bag.cert ? [bag.cert] : []))
  if (!key) return undefined
  const private_key = forge.pki.privateKeyInfoToPem(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)))
  const keyObject = createPrivateKey(private_key)
  const leaf = certificates.find(each => new X509Certificate(forge.pki.certificateToPem(each)).checkPrivateKey(keyObject))
  if (!leaf) return undefined
  const others = certificates.filter(each => each !== leaf)
  return {
    private_key,
    chain: [leaf, ...others].map(each => forge.pki.certificateToPem(each)),
    document_number: holderCnpj(leaf),
  }
}

function bagsOf(pfx: forge.pkcs12.Pkcs12Pfx, type: string | undefined): forge.pkcs12.Bag[] {
  return type === undefined ? [] : (pfx.getBags({ bagType: type })[type] ?? [])
}

const CNPJ = /^[0-9A-Z]{12}\d{2}$/

/** From the alternative name of ICP-Brasil, else from the common name 'RAZAO SOCIAL:CNPJ' that every authority also writes. */
function holderCnpj(leaf: forge.pki.Certificate): string | null {
  const extension = leaf.getExtension('subjectAltName') as { value?: string } | undefined
  const named = extension?.value === undefined ? undefined : otherName(forge.asn1.fromDer(extension.value))
  if (named !== undefined && CNPJ.test(named)) return named
  const common = String(leaf.subject.getField('CN')?.value ?? '').split(':')
  const last = common.length > 1 ? (common.at(-1) ?? '') : ''
  return CNPJ.test(last) ? last : null
}

/** GeneralNames → [0] { OID, [0] { text } } with the OID of the CNPJ. */
function otherName(names: forge.asn1.Asn1): string | undefined {
  for (const name of parts(names)) {
    const [oid, value] = parts(name)
    if (oid?.type !== forge.asn1.Type.OID || forge.asn1.derToOid(oid.value as string) !== CNPJ_OID) continue
    const text = value && parts(value)[0]?.value
    if (typeof text === 'string') return text.trim().toUpperCase()
  }
  return undefined
}

const parts = (node: forge.asn1.Asn1): forge.asn1.Asn1[] => (Array.isArray(node.value) ? node.value : [])
