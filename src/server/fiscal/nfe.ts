// The XML of NF-e and NFC-e, layout 4.00, in the order of its schema.
import { documentKind } from '#domain/documents.ts'
import { CRT_CODES, FINALITY_CODES, PAYMENT_CODES, PRESENCE_CODES, SHIPPING_CODES } from '#domain/fiscal/codes.ts'
import { hasStateRegistration, isFinalConsumer } from '#domain/fiscal/sale.ts'
import { type ItemTotals, QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import { itemTaxes } from './nfe-taxes.ts'
import { isWhole, type NoteItem, type ProductNote, type TechnicalContact } from './notes.ts'
import { consumerQrCode, consumerQueryAddress } from './qr-code.ts'
import { brasilia, buildXml, digitsOf, money, plain, type XmlNode } from './xml.ts'

export const NFE_NAMESPACE = 'http://www.portalfiscal.inf.br/nfe'
const TEST_NAME = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'
const TEST_ITEM = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

/** Unsigned: `signXml(xml, 'infNFe', …)` comes next. */
export function buildNfe(note: ProductNote, contact: TechnicalContact | undefined): string {
  const { content, issuer } = note
  const isTest = note.environment === '2'
  const infNFe: XmlNode = {
    '@versao': '4.00',
    '@Id': `NFe${note.access_key}`,
    ide: identification(note),
    emit: emitter(note),
    dest: recipient(note, isTest),
    det: content.items.map((item, index) => detail(note, item, content.totals.items[index] as ItemTotals, index)),
    total: totals(note),
    transp: { modFrete: SHIPPING_CODES[content.shipping_mode] },
    cobr: instalments(note),
    pag: payments(note),
    infAdic: content.additional_information ? { infCpl: plain(content.additional_information, 2000) } : undefined,
    infRespTec: contact && { CNPJ: contact.cnpj, xContato: plain(contact.name, 60), email: contact.email, fone: contact.phone },
  }
  const supplement =
    note.kind === 'CONSUMER'
      ? {
          qrCode: consumerQrCode(issuer.address.state, note.access_key, note.environment),
          urlChave: consumerQueryAddress(issuer.address.state, note.environment),
        }
      : undefined
  return buildXml({ NFe: { '@xmlns': NFE_NAMESPACE, infNFe, infNFeSupl: supplement } })
}

function identification(note: ProductNote): XmlNode {
  const { access_key, content, kind, number, serie, sent_at, environment, issuer, party, contingency } = note
  const isConsumer = kind === 'CONSUMER'
  return {
    cUF: access_key.slice(0, 2),
    cNF: content.code,
    natOp: plain(content.nature, 60),
    mod: isConsumer ? '65' : '55',
    serie: String(Number(serie)),
    nNF: String(number),
    dhEmi: brasilia(sent_at),
    tpNF: content.direction === 'IN' ? '0' : '1',
    idDest: isConsumer || destination(issuer.address.state, party.address?.state) === 'same' ? '1' : '2',
    cMunFG: issuer.address.city_code,
    tpImp: isConsumer ? '4' : '1',
    tpEmis: access_key.slice(34, 35),
    cDV: access_key.slice(43),
    tpAmb: environment,
    finNFe: FINALITY_CODES[content.finality],
    indFinal: isFinalConsumer(kind, party) ? '1' : '0',
    indPres: PRESENCE_CODES[content.operation_type],
    // Sold from afar, and on one's own site: no marketplace in between.
    indIntermed: REMOTE.has(PRESENCE_CODES[content.operation_type]) ? '0' : undefined,
    procEmi: '0',
    verProc: 'Razao 0.1',
    dhCont: contingency && brasilia(contingency.since),
    xJust: contingency && plain(contingency.reason, 256),
    NFref: content.reference_key ? { refNFe: content.reference_key } : undefined,
  }
}

/** indPres of what asks who stood in between. */
const REMOTE = new Set(['2', '3', '4', '9'])

export const destination = (from: string, to: string | null | undefined): 'same' | 'other' => (!to || to === from ? 'same' : 'other')

const documentTag = (document: string): XmlNode => ({ [documentKind(document)]: document })

function emitter({ issuer }: ProductNote): XmlNode {
  return {
    ...documentTag(issuer.document_number),
    xNome: plain(issuer.name, 60),
    xFant: plain(issuer.trade_name, 60),
    enderEmit: address(issuer.address, issuer.phone_number),
    IE: digitsOf(issuer.state_registration) ?? 'ISENTO',
    CRT: CRT_CODES[issuer.tax_regime],
  }
}

function address(of: NonNullable<ProductNote['party']['address']>, phone: string | null): XmlNode {
  return {
    xLgr: plain(of.street, 60),
    nro: plain(of.number, 60) ?? 'S/N',
    xCpl: plain(of.additional_information, 60),
    xBairro: plain(of.neighborhood, 60),
    cMun: of.city_code ?? undefined,
    xMun: plain(of.city, 60),
    UF: of.state ?? undefined,
    CEP: digitsOf(of.postal_code),
    cPais: '1058',
    xPais: 'BRASIL',
    fone: digitsOf(phone)?.replace(/^55(?=\d{10,11}$)/, ''),
  }
}

function recipient({ party, kind }: ProductNote, isTest: boolean): XmlNode | undefined {
  if (kind === 'CONSUMER' && !party.document_number) return undefined
  const registered = hasStateRegistration(party)
  return {
    ...(party.document_number ? documentTag(party.document_number) : {}),
    xNome: isTest ? TEST_NAME : plain(party.name, 60),
    enderDest: party.address && isWhole(party.address) ? address(party.address, party.phone_number) : undefined,
    indIEDest: registered ? '1' : '9',
    IE: registered ? digitsOf(party.state_tax_number) : undefined,
    email: plain(party.email, 60),
  }
}

/** A field that is written only when there is something to say. */
const positive = (cents: number): string | undefined => (cents > 0 ? money(cents) : undefined)

function detail(note: ProductNote, item: NoteItem, totals: ItemTotals, index: number): XmlNode {
  const quantity = (item.quantity / QUANTITY_BASE).toFixed(4)
  const name = note.environment === '2' && note.kind === 'CONSUMER' && index === 0 ? TEST_ITEM : plain(item.name, 120)
  return {
    '@nItem': String(index + 1),
    prod: {
      cProd: plain(item.code, 60),
      cEAN: item.gtin ?? 'SEM GTIN',
      xProd: name,
      NCM: item.ncm,
      CEST: item.cest ?? undefined,
      CFOP: item.cfop,
      uCom: item.unit,
      qCom: quantity,
      vUnCom: money(item.unit_price_cents),
      vProd: money(totals.subtotal_cents),
      cEANTrib: item.gtin ?? 'SEM GTIN',
      uTrib: item.unit,
      qTrib: quantity,
      vUnTrib: money(item.unit_price_cents),
      vFrete: positive(totals.freight_cents),
      vSeg: positive(totals.insurance_cents),
      vDesc: positive(totals.discount_cents),
      vOutro: positive(totals.other_cents),
      indTot: '1',
    },
    imposto: itemTaxes(note, item, totals),
  }
}

function totals({ content }: ProductNote): XmlNode {
  const { totals: sum } = content
  const zero = '0.00'
  const reform = sum.ibs_cbs && {
    vBCIBSCBS: money(sum.ibs_cbs.base_cents),
    gIBS: {
      gIBSUF: { vDif: zero, vDevTrib: zero, vIBSUF: money(sum.ibs_cbs.ibs_cents) },
      gIBSMun: { vDif: zero, vDevTrib: zero, vIBSMun: zero },
      vIBS: money(sum.ibs_cbs.ibs_cents),
      vCredPres: zero,
      vCredPresCondSus: zero,
    },
    gCBS: { vDif: zero, vDevTrib: zero, vCBS: money(sum.ibs_cbs.cbs_cents), vCredPres: zero, vCredPresCondSus: zero },
  }
  return {
    ICMSTot: {
      vBC: money(sum.icms_base_cents),
      vICMS: money(sum.icms_cents),
      vICMSDeson: zero,
      vFCP: zero,
      vBCST: money(sum.st_base_cents),
      vST: money(sum.st_cents),
      vFCPST: zero,
      vFCPSTRet: zero,
      vProd: money(sum.products_cents),
      vFrete: money(sum.freight_cents),
      vSeg: money(sum.insurance_cents),
      vDesc: money(sum.discount_cents),
      vII: zero,
      vIPI: money(sum.ipi_cents),
      vIPIDevol: zero,
      vPIS: money(sum.pis_cents),
      vCOFINS: money(sum.cofins_cents),
      vOutro: money(sum.other_cents),
      vNF: money(sum.total_cents),
    },
    IBSCBSTot: reform,
  }
}

function instalments({ content, kind, number }: ProductNote): XmlNode | undefined {
  const { payment, totals: sum } = content
  if (kind === 'CONSUMER' || payment.kind !== 'INSTALLMENTS') return undefined
  const total = money(sum.total_cents)
  return {
    fat: { nFat: String(number), vOrig: total, vDesc: '0.00', vLiq: total },
    dup: payment.amount_cents.map((cents, index) => ({
      nDup: String(index + 1).padStart(3, '0'),
      dVenc: payment.due_dates[index],
      vDup: money(cents),
    })),
  }
}

function payments({ content }: ProductNote): XmlNode {
  const { payment } = content
  const isLater = payment.kind === 'INSTALLMENTS'
  return {
    detPag: payment.payment_method.map((method, index) => {
      const code = PAYMENT_CODES[method]
      const isCard = code === '03' || code === '04' || code === '17'
      return {
        indPag: code === '90' ? undefined : isLater ? '1' : '0',
        tPag: code,
        xPag: code === '99' ? 'Outros' : undefined,
        vPag: code === '90' ? '0.00' : money(payment.amount_cents[index] ?? 0),
        // Not integrated with a card machine or bank: 2.
        card: isCard ? { tpIntegra: '2' } : undefined,
      }
    }),
  }
}
