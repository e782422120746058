// NFeDistribuicaoDFe, of the national environment: SOAP 1.2 over mutual TLS, up to fifty documents a time, each gzipped in base64.
import { documentKind } from '#domain/documents.ts'
import { NFE_NAMESPACE } from '#server/fiscal/nfe.ts'
import { buildXml, textAt, type XmlNode } from '#server/fiscal/xml.ts'
import type { DistributedDocument, Distribution, KeyAsked, NoteDistribution } from './distribution.ts'
import { MOST_ANSWERED, opened, told } from './distribution-answers.ts'
import { type Call, NONSENSE, type Outgoing, Silence } from './mutual-tls.ts'
import { readAnswer } from './sefaz-messages.ts'

/** As the Portal da NF-e publishes them. */
const ADDRESSES: Record<'TEST' | 'PRODUCTION', string> = {
  TEST: 'https://hom1.nfe.fazenda.gov.br/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx',
  PRODUCTION: 'https://www1.nfe.fazenda.gov.br/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx',
}

export interface NfeDistributionOptions {
  call: Call
  environment: 'TEST' | 'PRODUCTION'
  distributionAddress?: string
}

const SERVICE = 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe'
const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const FOUND = '138'
const NOTHING = '137'
const UNDUE_USE = '656'
const NSU = /^\d{15}$/

export function nfeDistribution({
  call,
  environment,
  distributionAddress = ADDRESSES[environment],
}: NfeDistributionOptions): Pick<NoteDistribution, 'nfe' | 'nfeByKey'> {
  const ask = (asked: Asked, question: XmlNode) =>
    told(async () => {
      const answer = await call(asked.company_id, requestOf(distributionAddress, environment, asked, question))
      return read(answer.status, answer.body)
    })
  return {
    nfe: asked => ask(asked, { distNSU: { ultNSU: asked.after } }),
    nfeByKey: asked => ask(asked, { consChNFe: { chNFe: asked.key } }),
  }
}

type Asked = Omit<KeyAsked, 'key'>

function requestOf(url: string, environment: 'TEST' | 'PRODUCTION', { document_number, uf }: Asked, question: XmlNode): Outgoing {
  const message = buildXml({
    distDFeInt: {
      '@xmlns': NFE_NAMESPACE,
      '@versao': '1.01',
      tpAmb: environment === 'PRODUCTION' ? '1' : '2',
      cUFAutor: uf,
      [documentKind(document_number)]: document_number,
      ...question,
    },
  })
  return {
    method: 'POST',
    url,
    headers: { 'content-type': `application/soap+xml; charset=utf-8; action="${SERVICE}/nfeDistDFeInteresse"` },
    body: `<?xml version="1.0" encoding="UTF-8"?><soap12:Envelope xmlns:soap12="${SOAP}"><soap12:Body><nfeDistDFeInteresse xmlns="${SERVICE}"><nfeDadosMsg>${message}</nfeDadosMsg></nfeDistDFeInteresse></soap12:Body></soap12:Envelope>`,
    maxBytes: MOST_ANSWERED,
  }
}

const ZIPPED = /<(?:\w+:)?docZip\s([^>]*)>([^<]*)<\/(?:\w+:)?docZip>/g

/** The documents are taken out first: what is left says how it went, and is small. */
async function read(status: number, body: Buffer): Promise<Distribution> {
  const text = body.toString()
  const { result } = readAnswer({ status, body: Buffer.from(text.replace(ZIPPED, '')) }, 'retDistDFeInt')
  const code = textAt(result, 'cStat')
  const said = textAt(result, 'xMotivo')
  const last = textAt(result, 'ultNSU')
  const known = NSU.test(last) ? last : undefined
  if (code === NOTHING) return { outcome: 'NOTHING', last: known, text: said }
  if (code === UNDUE_USE) return { outcome: 'BLOCKED', last: known, text: said }
  if (code !== FOUND) return { outcome: 'REFUSED', text: `${code}: ${said}` }
  const documents: DistributedDocument[] = []
  for (const [, attributes = '', zipped = ''] of text.matchAll(ZIPPED)) documents.push(await documentOf(attributes, zipped))
  if (known === undefined || documents.length === 0) throw new Silence(NONSENSE)
  return { outcome: 'LOT', documents, last: known, more: known < textAt(result, 'maxNSU') }
}

async function documentOf(attributes: string, zipped: string): Promise<DistributedDocument> {
  const nsu = /NSU="(\d{15})"/.exec(attributes)?.[1]
  const schema = /schema="([\w.-]{1,60})"/.exec(attributes)?.[1]
  if (nsu === undefined || schema === undefined) throw new Silence(NONSENSE)
  return { nsu, schema, access_key: null, ...(await opened(zipped)) }
}
