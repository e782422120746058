// What is said to the web services of NF-e and NFC-e 4.00, and how their answers are read: SOAP 1.2 around the messages of the MOC.
import { NFE_NAMESPACE } from '#server/fiscal/nfe.ts'
import { buildXml, nodesAt, textAt, type XmlNode, type XmlValue } from '#server/fiscal/xml.ts'
import { type Incoming, NONSENSE, type Outgoing, parseAnswer, Silence } from './mutual-tls.ts'
import type { SefazService } from './sefaz-addresses.ts'

type TpAmb = '1' | '2'

const METHODS: Record<SefazService, string> = {
  NFeAutorizacao4: 'nfeAutorizacaoLote',
  NFeRetAutorizacao4: 'nfeRetAutorizacaoLote',
  NFeConsultaProtocolo4: 'nfeConsultaNF',
  NFeRecepcaoEvento4: 'nfeRecepcaoEvento',
  NFeInutilizacao4: 'nfeInutilizacaoNF',
  NFeStatusServico4: 'nfeStatusServicoNF',
}

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>'
const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const wsdl = (service: SefazService): string => `http://www.portalfiscal.inf.br/nfe/wsdl/${service}`

export function soapRequest(url: string, service: SefazService, message: string): Outgoing {
  const action = `${wsdl(service)}/${METHODS[service]}`
  return {
    method: 'POST',
    url,
    headers: { 'content-type': `application/soap+xml; charset=utf-8; action="${action}"` },
    body: `${PROLOG}<soap12:Envelope xmlns:soap12="${SOAP}"><soap12:Body><nfeDadosMsg xmlns="${wsdl(service)}">${message}</nfeDadosMsg></soap12:Body></soap12:Envelope>`,
  }
}

const ask = (name: string, fields: XmlNode): string => buildXml({ [name]: { '@xmlns': NFE_NAMESPACE, '@versao': '4.00', ...fields } })

/** The signed note goes in as it is: its digest is of these very bytes. A lot is numbered by its only note. */
export const noteMessage = (key: string, signed: string): string =>
  `<enviNFe xmlns="${NFE_NAMESPACE}" versao="4.00"><idLote>${key.slice(-15)}</idLote><indSinc>1</indSinc>${signed}</enviNFe>`

export const receiptMessage = (tpAmb: TpAmb, nRec: string): string => ask('consReciNFe', { tpAmb, nRec })

export const queryMessage = (tpAmb: TpAmb, chNFe: string): string => ask('consSitNFe', { tpAmb, xServ: 'CONSULTAR', chNFe })

export const statusMessage = (tpAmb: TpAmb, cUF: string): string => ask('consStatServ', { tpAmb, cUF, xServ: 'STATUS' })

export const eventMessage = (key: string, signed: string): string =>
  `<envEvento xmlns="${NFE_NAMESPACE}" versao="1.00"><idLote>${key.slice(-15)}</idLote>${signed}</envEvento>`

/** An answer: its fields, and its text for the parts that are kept as they came. */
export interface SefazAnswer {
  result: XmlNode
  text: string
}

/** The result (`retEnviNFe` and its like) inside the envelope, whatever the server wrapped it in; Silence when there is none. */
export function readAnswer({ status, body }: Incoming, result: string): SefazAnswer {
  if (status !== 200) throw new Silence(`A autoridade respondeu HTTP ${status}.`)
  const found = descend(parseAnswer(body), result)
  // The answer about a range of numbers says all it says one level below.
  if (!found || (textAt(found, 'cStat') || textAt(found, 'infInut', 'cStat')) === '') throw new Silence(NONSENSE)
  return { result: found, text: body.toString() }
}

function descend(node: XmlNode, name: string): XmlNode | undefined {
  const [here] = nodesAt(node, name)
  if (here) return here
  for (const value of Object.values(node)) {
    for (const inner of [value].flat() as XmlValue[]) {
      const found = typeof inner === 'object' ? descend(inner as XmlNode, name) : undefined
      if (found) return found
    }
  }
  return undefined
}

/** The element as the authority wrote it, which it may have signed; written anew where a namespace prefix would be lost with its context. */
export function elementOf(text: string, name: string, node: XmlNode, holding = ''): string {
  const written = text.match(new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`, 'g')) ?? []
  return written.find(each => each.includes(holding)) ?? buildXml({ [name]: node })
}

/** nfeProc: the note with the protocol that authorises it, as it is kept and handed over. */
export const processedNote = (signed: string, protocol: string): string =>
  `${PROLOG}<nfeProc xmlns="${NFE_NAMESPACE}" versao="4.00">${signed}${protocol}</nfeProc>`

/** procEventoNFe: the event with its registration. */
export const processedEvent = (signed: string, registration: string): string =>
  `${PROLOG}<procEventoNFe xmlns="${NFE_NAMESPACE}" versao="1.00">${signed}${registration}</procEventoNFe>`

/** procInutNFe: the request with what the authority made of it. */
export const processedVoid = (signed: string, answer: string): string =>
  `${PROLOG}<procInutNFe xmlns="${NFE_NAMESPACE}" versao="4.00">${signed}${answer}</procInutNFe>`
