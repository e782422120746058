// What the XML of an NF-e or NFC-e says: read from the part that its issuer signed, beside the protocol that nobody signs.
import type { InvoiceParty } from '#contract/invoices.ts'
import { isDay } from '#domain/days.ts'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { type AccessKeyParts, isAccessKey, readAccessKey } from '#domain/fiscal/access-key.ts'
import { FINALITY_CODES, ofCode, PRESENCE_CODES, paymentMethodOf, SHIPPING_CODES } from '#domain/fiscal/codes.ts'
import type { Fate } from '#domain/fiscal/note-checks.ts'
import { QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import type { NoteItem, ProductContent } from '../notes.ts'
import { allNamed, centsOf, nodeAt, nodesAt, textAt, type XmlNode, XmlRefused } from '../xml.ts'
import { evidenceOf, isOf } from './evidence.ts'
import { centsIn, documentOf, instantOf, orNull } from './fields.ts'
import { signedPart } from './signed-part.ts'
import type { OpenedXml, ReceivedFile, Trust } from './types.ts'

/** cStat of an authorised note: in time, or late. */
const AUTHORISED = new Set(['100', '150'])
const DENIED = new Set(['110', '205', '301', '302', '303'])
/** As the protocol of older layouts and of event returns says it. */
const CANCELLED = new Set(['101', '135', '151', '155'])

export function readNfe({ text, root }: OpenedXml, trust: Trust): ReceivedFile {
  const [plain] = allNamed(root, 'infNFe')
  const part = signedPart(text, 'infNFe')
  const info = 'doubt' in part ? plain : part.node
  const access_key = textAt(info, '@Id').replace(/^NFe/, '')
  const key = readAccessKey(access_key)
  if (!info || !key || !isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  if (key.model !== '55' && key.model !== '65') throw new XmlRefused(`Só NF-e e NFC-e são recebidas: a chave é do modelo ${key.model}.`)
  const protocols = allNamed(root, 'infProt')
  const protocol = protocols.find(each => textAt(each, 'chNFe') === access_key)
  const status = textAt(protocol, 'cStat')
  const issuer = partyOf(nodeAt(info, 'emit'))
  const buyer_document = orNull(documentOf(nodeAt(info, 'dest')))
  const issued = textAt(info, 'ide', 'dhEmi') || textAt(info, 'ide', 'dEmi')
  const issued_at = instantOf(issued || textAt(protocol, 'dhRecbto'), 'A nota não diz quando foi emitida.')
  const fate = fateOf(status)
  const evidence = evidenceOf({
    part,
    trust,
    at: Date.parse(issued_at),
    whyNot: holder => (isOf(holder, issuer.document_number) ? undefined : 'issuer_other'),
    doubts: [
      !fitsKey(info, key, issued) && 'key_other',
      protocols.length === 0 && 'protocol_absent',
      protocols.length > 0 && (!protocol || isOther(protocol, part)) && 'protocol_other',
      protocol && !fate && !AUTHORISED.has(status) && 'status_unknown',
      textAt(info, 'ide', 'tpAmb') !== '1' && !trust.allowsTest && 'test_environment',
      buyer_document === null && 'buyer_absent',
    ],
  })
  return {
    evidence,
    note: {
      kind: key.model === '65' ? 'CONSUMER' : 'PRODUCT',
      access_key,
      serie: String(key.series),
      number: key.number,
      buyer_document,
      issuer,
      protocol: orNull(textAt(protocol, 'nProt')),
      issued_at,
      amount_cents: centsIn(info, 'total', 'ICMSTot', 'vNF'),
      content: contentOf(info, key.code),
      fate,
      replaces: null,
    },
  }
}

/** A protocol repeats the digest that the note's signature states. */
function isOther(protocol: XmlNode, part: ReturnType<typeof signedPart>): boolean {
  const digest = textAt(protocol, 'digVal')
  return digest !== '' && 'digest' in part && digest !== part.digest
}

/** The protocol's word that a note is no more is believed: it makes no bill. */
const fateOf = (status: string): Fate | null => (DENIED.has(status) ? 'DENIED' : CANCELLED.has(status) ? 'CANCELLED' : null)

function fitsKey(info: XmlNode, key: AccessKeyParts, issued: string): boolean {
  const ide = (name: string) => textAt(info, 'ide', name)
  return (
    documentOf(nodeAt(info, 'emit')) === key.document &&
    ide('mod') === key.model &&
    Number(ide('serie')) === key.series &&
    Number(ide('nNF')) === key.number &&
    ide('cUF') === key.uf &&
    issued.slice(2, 7).replace('-', '') === key.year_month
  )
}

function partyOf(node: XmlNode | undefined): InvoiceParty {
  const at = (name: string) => orNull(textAt(node, 'enderEmit', name))
  return {
    contact_id: null,
    name: textAt(node, 'xNome').slice(0, 200),
    document_number: documentOf(node),
    email: orNull(textAt(node, 'email')),
    phone_number: at('fone'),
    state_tax_number: orNull(textAt(node, 'IE')),
    address: {
      street: at('xLgr'),
      number: at('nro'),
      neighborhood: at('xBairro'),
      city: at('xMun'),
      city_code: at('cMun'),
      state: at('UF'),
      postal_code: at('CEP'),
    },
  }
}

function contentOf(info: XmlNode, code: string): ProductContent {
  const total = (name: string) => centsOf(textAt(info, 'total', 'ICMSTot', name))
  const details = nodesAt(info, 'det')
  return {
    finality: ofCode(FINALITY_CODES, textAt(info, 'ide', 'finNFe'), 'DEFAULT'),
    nature: textAt(info, 'ide', 'natOp'),
    direction: textAt(info, 'ide', 'tpNF') === '0' ? 'IN' : 'OUT',
    items: details.map(itemOf),
    totals: {
      items: details.map(detail => {
        const cents = (name: string) => centsOf(textAt(detail, 'prod', name))
        const [freight_cents, insurance_cents, other_cents] = [cents('vFrete'), cents('vSeg'), cents('vOutro')]
        const value = cents('vProd') - cents('vDesc') + freight_cents + insurance_cents + other_cents
        const icms = icmsOf(detail)
        const st_cents = centsOf(textAt(icms, 'vICMSST'))
        const ipi = nodeAt(detail, 'imposto', 'IPI', 'IPITrib')
        const ipi_cents = centsOf(textAt(ipi, 'vIPI'))
        return {
          subtotal_cents: cents('vProd'),
          discount_cents: cents('vDesc'),
          freight_cents,
          insurance_cents,
          other_cents,
          total_cents: value + ipi_cents + st_cents,
          icms_base_cents: centsOf(textAt(icms, 'vBC')),
          icms_cents: centsOf(textAt(icms, 'vICMS')),
          ipi_base_cents: centsOf(textAt(ipi, 'vBC')),
          ipi_cents,
          st_base_cents: centsOf(textAt(icms, 'vBCST')),
          st_cents,
          pis_cents: 0,
          cofins_cents: 0,
          ibs_cbs: undefined,
        }
      }),
      products_cents: total('vProd'),
      discount_cents: total('vDesc'),
      freight_cents: total('vFrete'),
      insurance_cents: total('vSeg'),
      other_cents: total('vOutro'),
      total_cents: total('vNF'),
      icms_base_cents: total('vBC'),
      icms_cents: total('vICMS'),
      ipi_cents: total('vIPI'),
      st_base_cents: total('vBCST'),
      st_cents: total('vST'),
      pis_cents: total('vPIS'),
      cofins_cents: total('vCOFINS'),
      ibs_cbs: undefined,
    },
    order_discount_cents: 0,
    operation_type: ofCode(PRESENCE_CODES, textAt(info, 'ide', 'indPres'), 'NOT_APPLICABLE'),
    shipping_mode: ofCode(SHIPPING_CODES, textAt(info, 'transp', 'modFrete'), 'NO_TRANSPORT_OCCURRENCE'),
    payment: paymentOf(info),
    additional_information: orNull(textAt(info, 'infAdic', 'infCpl').slice(0, 2000)),
    reference_key: orNull(textAt(info, 'ide', 'NFref', 'refNFe')),
    code,
  }
}

function itemOf(detail: XmlNode): NoteItem {
  const at = (name: string) => textAt(detail, 'prod', name)
  const quantity = Math.round(Number(at('qCom')) * QUANTITY_BASE)
  return {
    product_id: null,
    code: at('cProd'),
    name: at('xProd'),
    ncm: at('NCM'),
    cest: orNull(at('CEST')),
    cfop: at('CFOP'),
    unit: at('uCom'),
    gtin: /^\d+$/.test(at('cEAN')) ? at('cEAN') : null,
    origin: PRODUCT_ORIGINS[Number(textAt(icmsOf(detail), 'orig'))] ?? PRODUCT_ORIGINS[0],
    quantity: Number.isSafeInteger(quantity) ? quantity : 0,
    unit_price_cents: centsOf(at('vUnCom')),
    discount_cents: centsOf(at('vDesc')),
    icms_rate: 0,
    ipi_rate: 0,
    icms_st: null,
  }
}

/** The tax group's name varies by regime; whichever there is. */
const icmsOf = (detail: XmlNode): XmlNode | undefined => Object.values(nodeAt(detail, 'imposto', 'ICMS') ?? {})[0] as XmlNode | undefined

/** Instalments are the note's own duplicatas; without them what was paid, at once. */
function paymentOf(info: XmlNode): ProductContent['payment'] {
  const methods = nodesAt(nodeAt(info, 'pag'), 'detPag')
  const first = paymentMethodOf(textAt(methods[0], 'tPag'))
  const instalments = nodesAt(nodeAt(info, 'cobr'), 'dup').filter(dup => isDay(textAt(dup, 'dVenc')))
  if (instalments.length > 0) {
    return {
      kind: 'INSTALLMENTS',
      amount_cents: instalments.map(dup => centsOf(textAt(dup, 'vDup'))),
      payment_method: instalments.map(() => first),
      due_dates: instalments.map(dup => textAt(dup, 'dVenc')),
    }
  }
  return {
    kind: 'CASH',
    amount_cents: methods.map(method => centsOf(textAt(method, 'vPag'))),
    payment_method: methods.map(method => paymentMethodOf(textAt(method, 'tPag'))),
    due_dates: [],
  }
}
