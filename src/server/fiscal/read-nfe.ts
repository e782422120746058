// A received NF-e, or its cancel, read from its XML (nfeProc, procEventoNFe): whose it is, that nobody touched it, and what it says.
import type { InvoiceParty } from '#contract/invoices.ts'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { isAccessKey, readAccessKey } from '#domain/fiscal/access-key.ts'
import { FINALITY_CODES, ofCode, PRESENCE_CODES, paymentMethodOf, SHIPPING_CODES } from '#domain/fiscal/codes.ts'
import { QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import type { NoteItem, ProductContent } from './notes.ts'
import { checkSignature } from './sign.ts'
import { centsOf, nodeAt, nodesAt, parseXml, textAt, type XmlNode, XmlRefused } from './xml.ts'

export interface ReceivedNfe {
  access_key: string
  serie: string
  number: number
  /** Of the buyer. */
  buyer_document: string
  issuer: InvoiceParty
  protocol: string
  issued_at: string
  amount_cents: number
  content: ProductContent
}

/** cStat of an authorised note: in time, or late. */
const AUTHORISED = new Set(['100', '150'])
/** And of a cancelled one, as the protocol of older layouts and of event returns says it. */
const CANCELLED = new Set(['101', '135', '151', '155'])

/** What its issuer did to a note after it was issued. */
export interface ReceivedCancel {
  access_key: string
  cancelled_at: string
  reason: string
}

const CANCEL_EVENTS = new Set(['110111', '110112'])
/** cStat of a registered event: tied to its note, or to none that the authority knows here. */
const REGISTERED = new Set(['135', '136', '155'])

/** A received document: an authorised, untouched NF-e of model 55, or the cancel of one. Throws XmlRefused with the pt-BR reason otherwise. */
export function readReceived(bytes: Uint8Array): ReceivedNfe | ReceivedCancel {
  const root = parseXml(bytes)
  return nodeAt(root, 'procEventoNFe') ? readCancel(root, bytes) : readNote(root, bytes)
}

function readCancel(root: XmlNode, bytes: Uint8Array): ReceivedCancel {
  const event = nodeAt(root, 'procEventoNFe', 'evento', 'infEvento')
  const registered = nodeAt(root, 'procEventoNFe', 'retEvento', 'infEvento')
  const access_key = textAt(event, 'chNFe')
  if (!isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  if (!CANCEL_EVENTS.has(textAt(event, 'tpEvento'))) throw new XmlRefused('Dos eventos de uma nota, só o cancelamento é capturado.')
  if (textAt(registered, 'chNFe') !== access_key || !REGISTERED.has(textAt(registered, 'cStat')))
    throw new XmlRefused('O cancelamento não está registrado.')
  if (documentOf(event) !== readAccessKey(access_key)?.document) throw new XmlRefused('O cancelamento não é do emitente da nota.')
  refuseAltered(bytes)
  return {
    access_key,
    cancelled_at: instantOf(textAt(registered, 'dhRegEvento') || textAt(event, 'dhEvento')),
    reason: textAt(event, 'detEvento', 'xJust').slice(0, 255),
  }
}

function refuseAltered(bytes: Uint8Array): void {
  if (!checkSignature(new TextDecoder().decode(bytes)).valid)
    throw new XmlRefused('A assinatura da nota não confere: o arquivo foi alterado.')
}

function readNote(root: XmlNode, bytes: Uint8Array): ReceivedNfe {
  const info = nodeAt(root, 'nfeProc', 'NFe', 'infNFe')
  const protocol = nodeAt(root, 'nfeProc', 'protNFe', 'infProt')
  if (!info || !protocol) throw new XmlRefused('Envie o XML completo da NF-e, com o protocolo de autorização (nfeProc).')
  const access_key = textAt(info, '@Id').replace(/^NFe/, '')
  const key = readAccessKey(access_key)
  if (!key || !isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  if (key.model !== '55') throw new XmlRefused('Só a NF-e (modelo 55) é capturada.')
  const status = textAt(protocol, 'cStat')
  if (CANCELLED.has(status)) throw new XmlRefused('A nota foi cancelada por quem a emitiu.')
  if (textAt(protocol, 'chNFe') !== access_key || !AUTHORISED.has(status)) throw new XmlRefused('A nota não está autorizada.')
  refuseAltered(bytes)
  const issuer = partyOf(nodeAt(info, 'emit'))
  if (issuer.document_number !== key.document) throw new XmlRefused('A chave de acesso não é do emitente da nota.')
  return {
    access_key,
    serie: String(key.series),
    number: key.number,
    buyer_document: documentOf(nodeAt(info, 'dest')),
    issuer,
    protocol: textAt(protocol, 'nProt'),
    issued_at: instantOf(textAt(protocol, 'dhRecbto') || textAt(info, 'ide', 'dhEmi')),
    amount_cents: centsOf(textAt(info, 'total', 'ICMSTot', 'vNF')),
    content: contentOf(info, key.code),
  }
}

const documentOf = (node: XmlNode | undefined): string => (textAt(node, 'CNPJ') || textAt(node, 'CPF')).toUpperCase()

/** Older layouts leave the zone out: the hour is Brasília's. */
function instantOf(text: string): string {
  const instant = Date.parse(/T[\d:.]+$/.test(text) ? `${text}-03:00` : text)
  if (Number.isNaN(instant)) throw new XmlRefused('A nota não diz quando foi autorizada.')
  return new Date(instant).toISOString()
}

const orNull = (text: string): string | null => text || null

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
  const instalments = nodesAt(nodeAt(info, 'cobr'), 'dup').filter(dup => /^\d{4}-\d\d-\d\d$/.test(textAt(dup, 'dVenc')))
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
