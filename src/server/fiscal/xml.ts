// XML of strangers and of our own: read only when it is small, flat enough and without a document type; written in the order given.
import { lightFormat } from 'date-fns/lightFormat'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { inUtc } from '#domain/civil-date.ts'

/** Why a file is not taken as fiscal XML, in pt-BR. */
export class XmlRefused extends Error {}

export type XmlValue = string | number | XmlNode | readonly XmlValue[] | undefined
export interface XmlNode {
  readonly [name: string]: XmlValue
}

const MAX_BYTES = 2 * 1024 ** 2
const MAX_DEPTH = 50

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: true,
})

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: false, format: false })

/** Undefined members are left out; strings are escaped. */
export const buildXml = (root: XmlNode): string => builder.build(withoutUndefined(root))

function withoutUndefined(value: XmlValue): XmlValue {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value as XmlNode)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, withoutUndefined(member)]),
  )
}

/** The document as nested objects: text for leaves, arrays for repeated tags, '@name' for attributes. */
export const parseXml = (bytes: Uint8Array): XmlNode => parseXmlText(textOfXml(bytes))

/** The text of a document that is small enough, in the charset it declares. */
export function textOfXml(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new XmlRefused('O XML passa de 2 MB.')
  return decode(bytes)
}

export function parseXmlText(text: string): XmlNode {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new XmlRefused('O XML declara um DOCTYPE, o que não é aceito.')
  if (depthOf(text) > MAX_DEPTH) throw new XmlRefused('O XML tem níveis demais.')
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new XmlRefused(whyMalformed(text, valid.err))
  try {
    return parser.parse(text) as XmlNode
  } catch {
    throw new XmlRefused('O XML está malformado.')
  }
}

/** An element as a sentence names it: what stands there in a broken file may be longer than any name. */
export const tagSaid = (name: string): string => (name.length > 40 ? `<${name.slice(0, 40)}…>` : `<${name}>`)

/** Where it breaks: a file that was cut ends before its first element does. */
function whyMalformed(text: string, { line, col }: { line: number; col?: number }): string {
  const root = /<([A-Za-z_][\w.:-]*)/.exec(text)?.[1]
  if (root !== undefined && !text.includes(`</${root}`))
    return `O XML está cortado: termina na linha ${text.split('\n').length} sem fechar ${tagSaid(root)}.`
  return `O XML está malformado na linha ${line}${col === undefined || Number.isNaN(col) ? '' : `, coluna ${col}`}.`
}

/** A city's system may write Latin-1 and declare UTF-8: what is no UTF-8 is read as Latin-1. */
function decode(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /encoding=["']([\w-]+)["']/i.exec(head)?.[1]?.toLowerCase()
  if (declared === 'iso-8859-1' || declared === 'windows-1252') return new TextDecoder('windows-1252').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** How deep elements nest, told by their tags alone: before any parser builds a tree of them. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const tag of text.matchAll(/<(?:!--[\s\S]*?--|!\[CDATA\[[\s\S]*?\]\]|(\/?)[A-Za-z_][^<>]*?(\/?))>/g)) {
    if (tag[1] === undefined) continue
    if (tag[1] === '/') depth -= 1
    else if (tag[2] !== '/') depth += 1
    if (depth > deepest) deepest = depth
    if (deepest > MAX_DEPTH) return deepest
  }
  return deepest
}

/** The node at a path, or undefined; the first of repeated ones. */
export function nodeAt(node: XmlValue, ...path: readonly string[]): XmlNode | undefined {
  let at: XmlValue = node
  for (const name of path) at = first(isNode(at) ? at[name] : undefined)
  return isNode(at) ? at : undefined
}

/** The text at a path; '' when there is none. */
export function textAt(node: XmlValue, ...path: readonly string[]): string {
  const parent = nodeAt(node, ...path.slice(0, -1))
  const value = first(parent?.[path.at(-1) ?? ''])
  if (typeof value === 'string') return value
  const inner = isNode(value) ? value['#text'] : undefined
  return typeof inner === 'string' ? inner : ''
}

/** Every node of a name, wherever it is, in the document's order. */
export function allNamed(node: XmlValue, name: string): XmlNode[] {
  if (Array.isArray(node)) return node.flatMap(each => allNamed(each, name))
  if (!isNode(node)) return []
  return Object.entries(node).flatMap(([key, value]) => [...(key === name ? nodesAt(node, name) : []), ...allNamed(value, name)])
}

/** Every node of a repeated tag. */
export function nodesAt(node: XmlValue, name: string): XmlNode[] {
  const value = isNode(node) ? node[name] : undefined
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

const first = (value: XmlValue): XmlValue => (Array.isArray(value) ? value[0] : value)
const isNode = (value: XmlValue): value is XmlNode => typeof value === 'object' && !Array.isArray(value)

/** Text as layouts take it (TString): one line, single spaces, no ends, and no character beyond Latin-1. */
export const plain = (text: string | null | undefined, max: number): string | undefined =>
  latin(text ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim() || undefined

const BEYOND_LATIN = /[^\p{ASCII}\u0080-\u00ff]/gu
const TYPOGRAPHY: Record<string, string> = { '–': '-', '—': '-', '‘': "'", '’': "'", '“': '"', '”': '"', '…': '...', '•': '-', '€': 'EUR' }

/** What people paste, in the characters that remain: dashes and quotes plain, accents unknown to Latin-1 taken off, the rest left out. */
const latin = (text: string): string =>
  text.normalize('NFC').replace(BEYOND_LATIN, char => TYPOGRAPHY[char] ?? char.normalize('NFKD').replace(BEYOND_LATIN, ''))

export const digitsOf = (text: string | null | undefined): string | undefined => text?.replace(/\D/g, '') || undefined

/** Cents as '1234.56'. */
export { decimalOfCents as money } from '#domain/money.ts'

/** Hundredths of a percent as '18.00', or with four places as '0.9000'. */
export const percent = (rate: number, places: 2 | 4 = 2): string => (rate / 100).toFixed(places)

/** '1234.56' in cents, half up where there are more places; 0 for what is no amount. */
export function centsOf(text: string): number {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,10}))?$/.exec(text)
  if (!match) return 0
  const mills = (match[3] ?? '').padEnd(3, '0')
  const cents = Number(match[2]) * 100 + Number(mills.slice(0, 2)) + (Number(mills[2]) >= 5 ? 1 : 0)
  return match[1] ? -cents : cents
}

const OFFSET_MS = 3 * 3_600_000
/** An instant as layouts write it, in Brasília: '2026-03-11T12:00:00-03:00'. */
export const brasilia = (instant: number): string => lightFormat(inUtc(instant - OFFSET_MS), "yyyy-MM-dd'T'HH:mm:ss'-03:00'")
