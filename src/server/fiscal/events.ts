// The events of a note: 110111 cancels an NF-e or NFC-e, 110110 corrects an NF-e, 2102xx say what its receiver makes of it; e101101 cancels an NFS-e.
import { documentKind } from '#domain/documents.ts'
import { MANIFESTATION_CODES, type Manifestation } from '#domain/fiscal/manifestations.ts'
import { NFSE_NAMESPACE } from './dps.ts'
import { NFE_NAMESPACE } from './nfe.ts'
import { brasilia, buildXml, plain, type XmlNode } from './xml.ts'

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
const CORRECTION = '110110'

interface NfeEvent {
  access_key: string
  document_number: string
  /** Milliseconds. */
  at: number
  environment: '1' | '2'
}

/** `organ` takes the event: the state of the note, where nobody else is named. */
function nfeEvent(event: NfeEvent, type: string, sequence: number, detail: XmlNode, organ = event.access_key.slice(0, 2)): string {
  return buildXml({
    evento: {
      '@xmlns': NFE_NAMESPACE,
      '@versao': '1.00',
      infEvento: {
        '@Id': eventId(type, event.access_key, sequence),
        cOrgao: organ,
        tpAmb: event.environment,
        [documentKind(event.document_number)]: event.document_number,
        chNFe: event.access_key,
        dhEvento: brasilia(event.at),
        tpEvento: type,
        nSeqEvento: String(sequence),
        verEvento: '1.00',
        detEvento: { '@versao': '1.00', ...detail },
      },
    },
  })
}

/** What an event is known by: its type, its note and which of its type it is. */
export const eventId = (type: string, accessKey: string, sequence: number): string =>
  `ID${type}${accessKey}${String(sequence).padStart(2, '0')}`

/** Unsigned: `signXml(xml, 'infEvento', …)` comes next. */
export const buildNfeCancel = (event: CancelEvent): string =>
  nfeEvent(event, CANCEL, 1, { descEvento: 'Cancelamento', nProt: event.protocol, xJust: plain(event.justification, 255) })

export interface CorrectionEvent extends NfeEvent {
  sequence: number
  text: string
}

/** As the layout has it, letter by letter. */
const CONDITIONS =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do remetente ou do destinatario; III - a data de emissao ou de saida.'

/** Each letter says all that is corrected: it takes the place of those before it. Unsigned, as the cancel. */
export const buildNfeCorrection = (event: CorrectionEvent): string =>
  nfeEvent(event, CORRECTION, event.sequence, {
    descEvento: 'Carta de Correcao',
    xCorrecao: plain(event.text, 1000),
    xCondUso: CONDITIONS,
  })

export interface ManifestationEvent extends NfeEvent {
  kind: Manifestation
  sequence: number
  /** Of what did not happen: why. */
  justification: string | null
}

/** The national environment, which takes what receivers say. */
const NATIONAL = '91'

/** As the layout has them, letter by letter. */
const DESCRIPTIONS: Record<Manifestation, string> = {
  ACKNOWLEDGED: 'Ciencia da Operacao',
  CONFIRMED: 'Confirmacao da Operacao',
  UNRECOGNISED: 'Desconhecimento da Operacao',
  UNFULFILLED: 'Operacao nao Realizada',
}

/** Unsigned, as the cancel. */
export const buildManifestation = (event: ManifestationEvent): string =>
  nfeEvent(
    event,
    MANIFESTATION_CODES[event.kind],
    event.sequence,
    { descEvento: DESCRIPTIONS[event.kind], xJust: event.kind === 'UNFULFILLED' ? plain(event.justification, 255) : undefined },
    NATIONAL,
  )

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
