// The summary of an NF-e (resNFe), which comes before the note itself: who issued it, when and for how much, and nothing of what was bought.
import { isAccessKey, readAccessKey } from '#domain/fiscal/access-key.ts'
import type { ProductContent } from '../notes.ts'
import { nodeAt, parseXml, textAt, XmlRefused } from '../xml.ts'
import { centsIn, documentOf, instantOf, orNull } from './fields.ts'
import type { ReceivedFile } from './types.ts'

const AUTHORISED = '1'

/** Undefined for one that says the note is no more: that is an event of it. */
export function readSummary(bytes: Uint8Array): ReceivedFile | undefined {
  const summary = nodeAt(parseXml(bytes), 'resNFe')
  const access_key = textAt(summary, 'chNFe')
  const key = readAccessKey(access_key)
  if (!summary || !key || !isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  if (textAt(summary, 'cSitNFe') !== AUTHORISED) return undefined
  const document_number = documentOf(summary) || key.document
  const amount_cents = centsIn(summary, 'vNF')
  return {
    evidence: { state: 'UNVERIFIED', doubts: ['summary_only'], signer: null },
    note: {
      kind: 'PRODUCT',
      access_key,
      serie: String(key.series),
      number: key.number,
      buyer_document: null,
      issuer: {
        contact_id: null,
        name: textAt(summary, 'xNome').slice(0, 200) || document_number,
        document_number,
        email: null,
        phone_number: null,
        state_tax_number: orNull(textAt(summary, 'IE')),
        address: null,
      },
      protocol: orNull(textAt(summary, 'nProt')),
      issued_at: instantOf(textAt(summary, 'dhEmi'), 'O resumo não diz quando a nota foi emitida.'),
      amount_cents,
      content: contentOf(amount_cents, key.code, textAt(summary, 'tpNF') === '0' ? 'IN' : 'OUT'),
      fate: null,
      replaces: null,
    },
  }
}

const contentOf = (total_cents: number, code: string, direction: 'IN' | 'OUT'): ProductContent => ({
  finality: 'DEFAULT',
  nature: '',
  direction,
  items: [],
  totals: {
    items: [],
    products_cents: 0,
    discount_cents: 0,
    freight_cents: 0,
    insurance_cents: 0,
    other_cents: 0,
    total_cents,
    icms_base_cents: 0,
    icms_cents: 0,
    ipi_cents: 0,
    st_base_cents: 0,
    st_cents: 0,
    pis_cents: 0,
    cofins_cents: 0,
    ibs_cbs: undefined,
  },
  order_discount_cents: 0,
  operation_type: 'NOT_APPLICABLE',
  shipping_mode: 'NO_TRANSPORT_OCCURRENCE',
  payment: { kind: 'CASH', amount_cents: [], payment_method: [], due_dates: [] },
  additional_information: null,
  reference_key: null,
  code,
})
