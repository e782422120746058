// The documents an authority gives back: the note with its protocol (nfeProc), and the NFS-e made of a DPS.
import { findServiceItem } from '#domain/fiscal/service-list.ts'
import { NFSE_NAMESPACE } from '../../fiscal/dps.ts'
import { NFE_NAMESPACE } from '../../fiscal/nfe.ts'
import { brasilia, buildXml, centsOf, money, parseXml, textAt } from '../../fiscal/xml.ts'
import type { LocalNote } from './local-rows.ts'

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>'
const withoutProlog = (xml: string): string => xml.replace(/^\s*<\?xml[^>]*\?>\s*/, '')

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

export function nfseOf(dps: string, note: LocalNote, now: number): string {
  const root = parseXml(Buffer.from(dps))
  const at = (...path: string[]) => textAt(root, 'DPS', 'infDPS', ...path)
  const service = centsOf(at('valores', 'vServPrest', 'vServ'))
  const base = service - centsOf(at('valores', 'vDescCondIncond', 'vDescIncond'))
  const info = buildXml({
    xLocEmi: at('cLocEmi'),
    xLocPrestacao: at('serv', 'locPrest', 'cLocPrestacao'),
    nNFSe: String(note.number),
    cLocIncid: at('cLocEmi'),
    xTribNac: findServiceItem(at('serv', 'cServ', 'cTribNac'))?.description,
    verAplic: 'RAZAO-LOCAL',
    ambGer: '2',
    tpEmis: '1',
    procEmi: '1',
    cStat: note.code,
    dhProc: brasilia(now),
    nDFSe: note.protocol,
    valores: { vBC: money(base) },
  })
  return `${PROLOG}<NFSe versao="1.01" xmlns="${NFSE_NAMESPACE}"><infNFSe Id="NFS${note.issued_key}">${info}${withoutProlog(dps)}</infNFSe></NFSe>`
}
