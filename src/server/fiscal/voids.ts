// The request that voids a range of numbers never used (inutilização) of NF-e or NFC-e, layout 4.00.
import { NFE_NAMESPACE } from './nfe.ts'
import { brasilia, buildXml, plain } from './xml.ts'

export interface NumberRange {
  kind: 'PRODUCT' | 'CONSUMER'
  /** IBGE code of the state. */
  uf: string
  /** A CNPJ: the layout knows no other. */
  document_number: string
  serie: string
  first_number: number
  last_number: number
  justification: string
  /** Milliseconds. */
  at: number
  environment: '1' | '2'
}

/** Unsigned: `signXml(xml, 'infInut', …)` comes next. */
export function buildNumberVoid(range: NumberRange): string {
  const year = brasilia(range.at).slice(2, 4)
  const model = range.kind === 'CONSUMER' ? '65' : '55'
  const numbers = [range.first_number, range.last_number].map(number => String(number).padStart(9, '0'))
  const id = [range.uf, year, range.document_number, model, range.serie.padStart(3, '0'), ...numbers].join('')
  return buildXml({
    inutNFe: {
      '@xmlns': NFE_NAMESPACE,
      '@versao': '4.00',
      infInut: {
        '@Id': `ID${id}`,
        tpAmb: range.environment,
        xServ: 'INUTILIZAR',
        cUF: range.uf,
        ano: year,
        CNPJ: range.document_number,
        mod: model,
        serie: String(Number(range.serie)),
        nNFIni: String(range.first_number),
        nNFFin: String(range.last_number),
        xJust: plain(range.justification, 255),
      },
    },
  })
}
