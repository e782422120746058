// A PKCS#12 file opened with its password: modern (AES) and legacy (RC2, 3DES) ones, which Node's own loader refuses.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { holderOf } from '#server/base/certificates.ts'

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
    document_number: companyOf(leaf),
  }
}

function bagsOf(pfx: forge.pkcs12.Pkcs12Pfx, type: string | undefined): forge.pkcs12.Bag[] {
  return type === undefined ? [] : (pfx.getBags({ bagType: type })[type] ?? [])
}

/** A person's certificate names no company. */
function companyOf(leaf: forge.pki.Certificate): string | null {
  const { document } = holderOf(new X509Certificate(forge.pki.certificateToPem(leaf)))
  return document?.length === 14 ? document : null
}
