// The events that cancel: 110111 of NF-e and NFC-e, e101101 of the national NFS-e.
import { documentKind } from '#domain/documents.ts'
import { NFSE_NAMESPACE } from './dps.ts'
import { NFE_NAMESPACE } from './nfe.ts'
import { brasilia, buildXml, plain } from './xml.ts'

export interface CancelEvent {
  access_key: string
  document_number: string
  protocol: string
  justification: string
  /** Milliseconds. */
  at: number
  environment: '1' | '2'
}

const CANCEL = '110111'

/** Unsigned: `signXml(xml, 'infEvento', …)` comes next. */
export function buildNfeCancel(event: CancelEvent): string {
  return buildXml({
    evento: {
      '@xmlns': NFE_NAMESPACE,
      '@versao': '1.00',
      infEvento: {
        '@Id': `ID${CANCEL}${event.access_key}01`,
        cOrgao: event.access_key.slice(0, 2),
        tpAmb: event.environment,
        [documentKind(event.document_number)]: event.document_number,
        chNFe: event.access_key,
        dhEvento: brasilia(event.at),
        tpEvento: CANCEL,
        nSeqEvento: '1',
        verEvento: '1.00',
        detEvento: { '@versao': '1.00', descEvento: 'Cancelamento', nProt: event.protocol, xJust: plain(event.justification, 255) },
      },
    },
  })
}

const NFSE_CANCEL = '101101'

/** Unsigned: `signXml(xml, 'infPedReg', …)` comes next. Reason 9: other, in words. */
export function buildNfseCancel(event: CancelEvent): string {
  return buildXml({
    pedRegEvento: {
      '@xmlns': NFSE_NAMESPACE,
      '@versao': '1.01',
      infPedReg: {
        '@Id': `PRE${event.access_key}${NFSE_CANCEL}`,
        tpAmb: event.environment,
        verAplic: 'Razao-0.1',
        dhEvento: brasilia(event.at),
        [`${documentKind(event.document_number)}Autor`]: event.document_number,
        chNFSe: event.access_key,
        e101101: { xDesc: 'Cancelamento de NFS-e', cMotivo: '9', xMotivo: plain(event.justification, 255) },
      },
    },
  })
}
