// The documents an authority gives back: the note with its protocol (nfeProc), and what it registered beside it.
import { NFE_NAMESPACE } from '#server/fiscal/nfe.ts'
import { brasilia, buildXml, nodeAt, parseXml, textAt } from '#server/fiscal/xml.ts'
import type { LocalNote, LocalVoid } from './local-rows.ts'
import { processedEvent, processedVoid } from './sefaz-messages.ts'

export const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>'
export const withoutProlog = (xml: string): string => xml.replace(/^\s*<\?xml[^>]*\?>\s*/, '')

/** The digest that the note's own signature states: the protocol repeats it. */
const digestOf = (xml: string): string => /<DigestValue>([^<]+)<\/DigestValue>/.exec(xml)?.[1] ?? ''

export function nfeProcessed(signed: string, note: LocalNote, now: number): string {
  const protNFe = buildXml({
    protNFe: {
      '@versao': '4.00',
      infProt: {
        tpAmb: '2',
        verAplic: 'RAZAO-LOCAL',
        chNFe: note.access_key,
        dhRecbto: brasilia(now),
        nProt: note.protocol,
        digVal: digestOf(signed),
        cStat: note.code,
        xMotivo: note.code === '150' ? 'Autorizado o uso da NF-e, autorização fora de prazo' : 'Autorizado o uso da NF-e',
      },
    },
  })
  return `${PROLOG}<nfeProc versao="4.00" xmlns="${NFE_NAMESPACE}">${withoutProlog(signed)}${protNFe}</nfeProc>`
}

interface Registered {
  /** Who registered it. */
  organ: string
  type: string
  name: string
  key: string
  sequence: number
  protocol: string
  at: number
}

/** A correction letter or manifestation with its registration. */
export function registeredEvent(signed: string, { organ, type, name, key, sequence, protocol, at }: Registered): string {
  const retEvento = buildXml({
    retEvento: {
      '@versao': '1.00',
      infEvento: {
        tpAmb: '2',
        verAplic: 'RAZAO-LOCAL',
        cOrgao: organ,
        cStat: '135',
        xMotivo: 'Evento registrado e vinculado a NF-e',
        chNFe: key,
        tpEvento: type,
        xEvento: name,
        nSeqEvento: String(sequence),
        dhRegEvento: brasilia(at),
        nProt: protocol,
      },
    },
  })
  return processedEvent(withoutProlog(signed), retEvento)
}

/** What the receiver is told of a note before it says anything itself. `state`: 1 authorised, 3 cancelled. */
export function summaryOf(document: string, { state, at }: { state: '1' | '3'; at: number }): string {
  const root = nodeAt(parseXml(Buffer.from(document)), 'nfeProc')
  const note = (...path: string[]) => textAt(root, 'NFe', 'infNFe', ...path)
  const protocol = (name: string) => textAt(root, 'protNFe', 'infProt', name)
  return buildXml({
    resNFe: {
      '@xmlns': NFE_NAMESPACE,
      '@versao': '1.01',
      chNFe: protocol('chNFe'),
      CNPJ: note('emit', 'CNPJ') || undefined,
      CPF: note('emit', 'CPF') || undefined,
      xNome: note('emit', 'xNome'),
      IE: note('emit', 'IE') || undefined,
      dhEmi: note('ide', 'dhEmi'),
      tpNF: note('ide', 'tpNF'),
      vNF: note('total', 'ICMSTot', 'vNF'),
      digVal: protocol('digVal'),
      dhRecbto: brasilia(at),
      nProt: protocol('nProt'),
      cSitNFe: state,
    },
  })
}

export function processedVoidOf(signed: string, range: LocalVoid, at: number): string {
  const asked = (name: string) => textAt(parseXml(Buffer.from(signed)), 'inutNFe', 'infInut', name)
  const retInutNFe = buildXml({
    retInutNFe: {
      '@versao': '4.00',
      infInut: {
        tpAmb: '2',
        verAplic: 'RAZAO-LOCAL',
        cStat: '102',
        xMotivo: 'Inutilização de número homologado',
        cUF: asked('cUF'),
        ano: asked('ano'),
        CNPJ: asked('CNPJ'),
        mod: asked('mod'),
        serie: String(range.serie),
        nNFIni: String(range.first_number),
        nNFFin: String(range.last_number),
        dhRecbto: brasilia(at),
        nProt: range.protocol,
      },
    },
  })
  return processedVoid(withoutProlog(signed), retInutNFe)
}
