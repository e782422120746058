// Enveloped XML signatures as the fiscal layouts ask: canonical XML 1.0, the holder's certificate inside, SHA-1 for NF-e, SHA-256 for NFS-e.
import { type KeyObject, X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

export interface Signer {
  key: KeyObject
  /** The holder's certificate, PEM. */
  certificate: string
}

const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const ALGORITHMS = {
  sha1: { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
  sha256: { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: 'http://www.w3.org/2001/04/xmlenc#sha256' },
} as const

/** Signs the element (which carries an Id); the signature is the last of the document, after whatever else follows the element. */
export function signXml(xml: string, element: string, signer: Signer, hash: keyof typeof ALGORITHMS): string {
  const { signature, digest } = ALGORITHMS[hash]
  const xpath = `//*[local-name(.)='${element}']`
  const signed = new SignedXml({
    privateKey: signer.key,
    publicCert: signer.certificate,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: C14N,
  })
  signed.addReference({ xpath, transforms: [ENVELOPED, C14N], digestAlgorithm: digest })
  signed.computeSignature(xml, { location: { reference: '/*', action: 'append' } })
  return signed.getSignedXml()
}

export type SignatureCheck = { valid: true; certificate: X509Certificate } | { valid: false; reason: 'absent' | 'altered' }

/**
 * Whether the document's first signature holds, and by whose certificate; whether that one is trusted is the caller's question.
 * Layouts allow no space between tags, so a file that someone indented is also read without it.
 */
export function checkSignature(xml: string): SignatureCheck {
  const found = verify(xml)
  return found.valid || found.reason === 'absent' ? found : verify(xml.replace(/>\s+</g, '><'))
}

function verify(xml: string): SignatureCheck {
  const document = new DOMParser({ onError: () => {} }).parseFromString(xml, 'text/xml')
  const node = document.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'Signature')[0]
  const inside = node?.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'X509Certificate')[0]?.textContent
  if (!node || !inside) return { valid: false, reason: 'absent' }
  try {
    const certificate = new X509Certificate(Buffer.from(inside, 'base64'))
    const signed = new SignedXml({ publicCert: certificate.publicKey.export({ type: 'spki', format: 'pem' }) })
    signed.loadSignature(node as unknown as Node)
    return signed.checkSignature(xml) ? { valid: true, certificate } : { valid: false, reason: 'altered' }
  } catch {
    return { valid: false, reason: 'altered' }
  }
}
