// The part of a document that a signature covers, read from the very bytes that were signed: what stands elsewhere in the file is no part of it.
import { X509Certificate } from 'node:crypto'
import { DOMParser, type Document, type Element, ParseError } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import { allNamed, parseXmlText, textAt, type XmlNode, XmlRefused } from '../xml.ts'
import type { SignedPart } from './types.ts'

const IDS = ['Id', 'id', 'ID']
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

/**
 * The first element of the name that a signature of the document refers to and covers whole.
 * Layouts allow no space between tags, so a file that someone indented is also read without it.
 * `one` is which of the elements, as read of the file, in one that holds several.
 */
export function signedPart(xml: string, element: string, one?: XmlNode): SignedPart {
  const id = one && IDS.map(name => textAt(one, `@${name}`)).find(each => each !== '')
  const found = verified(xml, element, id)
  if (!('doubt' in found) || found.doubt !== 'signature_altered') return found
  const tight = verified(xml.replace(/>\s+</g, '><'), element, id)
  return 'doubt' in tight ? found : tight
}

function verified(xml: string, element: string, id: string | undefined): SignedPart {
  const document = documentOf(xml)
  const signatures = [...document.getElementsByTagNameNS(DSIG, 'Signature')]
  if (signatures.length === 0) return { doubt: 'signature_absent' }
  const own = signatures.filter(signature => covers(document, signature, element, id))
  let last: SignedPart = { doubt: 'signature_elsewhere' }
  for (const signature of own) {
    last = check(xml, signature, element)
    if (!('doubt' in last)) return last
  }
  return last
}

/** What the first reading let pass and this stricter one does not is still a broken file. */
function documentOf(xml: string): Document {
  try {
    return new DOMParser({ onError: () => {} }).parseFromString(xml, 'text/xml')
  } catch (error) {
    const line = error instanceof ParseError ? error.locator?.lineNumber : undefined
    throw new XmlRefused(`O XML está malformado${line === undefined ? '' : ` na linha ${line}`}.`)
  }
}

/** Whether the signature's only reference is to an element of the name, or to one around it; of that id, where one is asked for. */
function covers(document: Document, signature: Element, element: string, id: string | undefined): boolean {
  const references = [...signature.getElementsByTagNameNS(DSIG, 'Reference')]
  const uri = references[0]?.getAttribute('URI')
  if (references.length !== 1 || uri === null || uri === undefined) return false
  if (uri === '') return true
  const has = (each: Element, value: string) => IDS.some(name => each.getAttribute(name) === value)
  const target = [...document.getElementsByTagName('*')].find(each => uri.startsWith('#') && has(each, uri.slice(1)))
  const covered = target?.localName === element ? [target] : [...(target?.getElementsByTagNameNS('*', element) ?? [])]
  return covered.some(each => id === undefined || has(each, id))
}

function check(xml: string, signature: Element, element: string): SignedPart {
  const certificates = certificatesOf(signature)
  const [certificate, ...others] = certificates
  if (!certificate) return { doubt: 'certificate_unreadable' }
  const doubtful = (doubt: Doubt): SignedPart => ({ doubt, certificate })
  try {
    const signed = new SignedXml({
      publicCert: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
      getCertFromKeyInfo: () => null,
    })
    signed.loadSignature(signature as unknown as Node)
    if (!signed.checkSignature(xml)) return doubtful('signature_altered')
    const covered = signed.getSignedReferences()
    if (covered.length !== 1 || covered[0] === undefined) return doubtful('signature_elsewhere')
    const [node, ...more] = allNamed(parseXmlText(covered[0]), element)
    if (!node || more.length > 0) return doubtful('signature_elsewhere')
    return { node, certificate, others, digest: String(signed.getReferences()[0]?.digestValue ?? '') }
  } catch {
    return doubtful('signature_altered')
  }
}

function certificatesOf(signature: Element): X509Certificate[] {
  try {
    return [...signature.getElementsByTagNameNS(DSIG, 'X509Certificate')].map(
      each => new X509Certificate(Buffer.from(each.textContent ?? '', 'base64')),
    )
  } catch {
    return []
  }
}
