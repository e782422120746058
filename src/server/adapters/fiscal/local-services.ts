// The NFS-e that the local authority makes of a DPS, and the cancel that it registers of one.
import { X509Certificate } from 'node:crypto'
import { documentKind } from '#domain/documents.ts'
import { findServiceItem } from '#domain/fiscal/service-list.ts'
import { atRate } from '#domain/fiscal/taxes.ts'
import { holderOf } from '#server/base/certificates.ts'
import { NFSE_NAMESPACE } from '#server/fiscal/dps.ts'
import { brasilia, buildXml, centsOf, money, nodeAt, parseXml, textAt } from '#server/fiscal/xml.ts'
import { PROLOG, withoutProlog } from './local-documents.ts'
import type { LocalNote } from './local-rows.ts'

export function nfseOf(dps: string, note: LocalNote, now: number): string {
  const root = parseXml(Buffer.from(dps))
  const at = (...path: string[]) => textAt(root, 'DPS', 'infDPS', ...path)
  const cents = (...path: string[]) => centsOf(at('valores', ...path))
  const base = cents('vServPrest', 'vServ') - cents('vDescCondIncond', 'vDescIncond')
  const rate = centsOf(at('valores', 'trib', 'tribMun', 'pAliq'))
  const iss = at('valores', 'trib', 'tribMun', 'tpRetISSQN') === '2' ? atRate(base, rate) : 0
  const retained = ['vRetCP', 'vRetIRRF', 'vRetCSLL'].reduce((sum, name) => sum + cents('trib', 'tribFed', name), iss)
  const document = at('prest', 'CNPJ') || at('prest', 'CPF')
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
    emit: { [documentKind(document)]: document, xNome: signerOf(dps) ?? document },
    valores: { vBC: money(base), vTotalRet: retained > 0 ? money(retained) : undefined, vLiq: money(base - retained) },
  })
  return `${PROLOG}<NFSe versao="1.01" xmlns="${NFSE_NAMESPACE}"><infNFSe Id="NFS${note.issued_key}">${info}${withoutProlog(dps)}</infNFSe></NFSe>`
}

/** Of a DPS that its provider signed. */
function signerOf(dps: string): string | undefined {
  const certificate = /<(?:\w+:)?X509Certificate>([^<]+)</.exec(dps)?.[1]
  return certificate && holderOf(new X509Certificate(Buffer.from(certificate, 'base64'))).name
}

/** The registered cancel of an NFS-e. */
export function nfseCancelOf(document: string, at: number): string {
  const info = nodeAt(parseXml(Buffer.from(document)), 'NFSe', 'infNFSe')
  const key = textAt(info, '@Id').replace(/^NFS/, '')
  const provider = nodeAt(info, 'DPS', 'infDPS', 'prest')
  return `${PROLOG}${buildXml({
    evento: {
      '@xmlns': NFSE_NAMESPACE,
      '@versao': '1.01',
      infEvento: {
        '@Id': `EVT${key}101101001`,
        verAplic: 'RAZAO-LOCAL',
        ambGer: '2',
        nSeqEvento: '1',
        dhProc: brasilia(at),
        nDFe: textAt(info, 'nDFSe'),
        pedRegEvento: {
          '@versao': '1.01',
          infPedReg: {
            '@Id': `PRE${key}101101`,
            tpAmb: '2',
            verAplic: 'RAZAO-LOCAL',
            dhEvento: brasilia(at),
            CNPJAutor: textAt(provider, 'CNPJ') || undefined,
            CPFAutor: textAt(provider, 'CPF') || undefined,
            chNFSe: key,
            e101101: { xDesc: 'Cancelamento de NFS-e', cMotivo: '9', xMotivo: 'Cancelada no ambiente local' },
          },
        },
      },
    },
  })}`
}
