// What the XML of a national NFS-e says, read from the part that its issuer (the national system, or the city) signed.
import type { InvoiceParty } from '#contract/invoices.ts'
import { isDay } from '#domain/days.ts'
import { isNfseKey, readNfseKey } from '#domain/fiscal/access-key.ts'
import type { Withholding } from '#domain/fiscal/taxes.ts'
import { allNamed, centsOf, nodeAt, textAt, type XmlNode, XmlRefused } from '../xml.ts'
import { evidenceOf } from './evidence.ts'
import { centsIn, documentOf, instantOf, orNull, rateOf } from './fields.ts'
import { authorityDoubt } from './service-authority.ts'
import { serviceContent } from './service-content.ts'
import { signedPart } from './signed-part.ts'
import type { OpenedXml, ReceivedFile, Trust } from './types.ts'

/** 100 usual, 102 by court order, 103 adopted by the city, 107 of a MEI. */
const ISSUED = new Set(['100', '101', '102', '103', '107'])

export function readNfse({ text, root }: OpenedXml, trust: Trust): ReceivedFile {
  const [plain] = allNamed(root, 'infNFSe')
  const part = signedPart(text, 'infNFSe')
  const info = 'doubt' in part ? plain : part.node
  const access_key = textAt(info, '@Id').replace(/^NFS/, '')
  const key = readNfseKey(access_key)
  if (!info || !key || !isNfseKey(access_key)) throw new XmlRefused('A chave de acesso da NFS-e é inválida.')
  const dps = nodeAt(info, 'DPS', 'infDPS')
  if (!dps) throw new XmlRefused('A NFS-e não traz a declaração do serviço (DPS): baixe o XML completo.')
  // Our own notes and older ones name the provider only in the declaration.
  const emit = nodeAt(info, 'emit') ?? nodeAt(dps, 'prest')
  const issued_at = instantOf(textAt(info, 'dhProc') || textAt(dps, 'dhEmi'), 'A nota não diz quando foi emitida.')
  const buyer_document = orNull(documentOf(nodeAt(dps, 'toma')))
  const evidence = evidenceOf({
    part,
    trust,
    at: Date.parse(issued_at),
    whyNot: holder => authorityDoubt(holder, key.city),
    doubts: [
      (documentOf(emit) !== key.document || Number(textAt(info, 'nNFSe')) !== key.number) && 'key_other',
      !ISSUED.has(textAt(info, 'cStat')) && 'status_unknown',
      textAt(dps, 'tpAmb') !== '1' && !trust.allowsTest && 'test_environment',
      buyer_document === null && 'buyer_absent',
    ],
  })
  return {
    evidence,
    note: {
      kind: 'SERVICE',
      access_key,
      serie: orNull(textAt(dps, 'serie')),
      number: key.number,
      buyer_document,
      issuer: providerOf(emit, dps),
      protocol: orNull(textAt(info, 'nDFSe')),
      issued_at,
      amount_cents: centsIn(dps, 'valores', 'vServPrest', 'vServ'),
      content: contentOf(info, dps, issued_at, key.number),
      fate: null,
      replaces: orNull(textAt(dps, 'subst', 'chSubstda')),
    },
  }
}

function providerOf(emit: XmlNode | undefined, dps: XmlNode): InvoiceParty {
  const at = (name: string) => orNull(textAt(emit, 'enderNac', name))
  return {
    contact_id: null,
    name: (textAt(emit, 'xNome') || textAt(dps, 'prest', 'xNome') || documentOf(emit)).slice(0, 200),
    document_number: documentOf(emit),
    email: orNull(textAt(emit, 'email')),
    phone_number: orNull(textAt(emit, 'fone')),
    state_tax_number: null,
    address: {
      street: at('xLgr'),
      number: at('nro'),
      neighborhood: at('xBairro'),
      city: orNull(textAt(dps, 'xLocEmi')),
      city_code: at('cMun'),
      state: at('UF'),
      postal_code: at('CEP'),
    },
  }
}

function contentOf(info: XmlNode, dps: XmlNode, issued_at: string, number: number) {
  const day = textAt(dps, 'dCompet')
  const cents = (...path: string[]) => centsOf(textAt(dps, 'valores', 'trib', 'tribFed', ...path))
  const withholdings: Partial<Record<Withholding, number>> = {
    irrf: cents('vRetIRRF'),
    pis_cofins_csll: cents('vRetCSLL'),
    inss: cents('vRetCP'),
  }
  const iss_cents = centsOf(textAt(info, 'valores', 'vISSQN'))
  const iss_withheld = ['2', '3'].includes(textAt(dps, 'valores', 'trib', 'tribMun', 'tpRetISSQN'))
  const amount_cents = centsIn(dps, 'valores', 'vServPrest', 'vServ')
  const discount = (name: string) => centsOf(textAt(dps, 'valores', 'vDescCondIncond', name))
  const declared = textAt(info, 'valores', 'vTotalRet')
  const retained = Object.values(withholdings).reduce((sum, each) => sum + each, iss_withheld ? iss_cents : 0)
  return serviceContent({
    code: textAt(dps, 'serv', 'cServ', 'cTribNac'),
    municipal_code: orNull(textAt(dps, 'serv', 'cServ', 'cTribMun')),
    nbs: orNull(textAt(dps, 'serv', 'cServ', 'cNBS')),
    description: textAt(dps, 'serv', 'cServ', 'xDescServ'),
    competence_date: isDay(day) ? day : issued_at.slice(0, 10),
    amount_cents,
    ...payable({
      amount_cents,
      discount_cents: discount('vDescIncond'),
      conditional_cents: discount('vDescCond'),
      withheld_cents: declared === '' ? retained : centsOf(declared),
      net_cents: centsOf(textAt(info, 'valores', 'vLiq')),
    }),
    iss_rate: rateOf(textAt(info, 'valores', 'pAliqAplic')),
    iss_cents,
    iss_withheld,
    withholdings,
    nfse_number: number,
  })
}

interface Amounts {
  amount_cents: number
  discount_cents: number
  /** Taken off the net value, though the buyer has it only on its condition. */
  conditional_cents: number
  withheld_cents: number
  /** Zero where the note does not say it. */
  net_cents: number
}

/** The net value that the note says has the last word: what is not discount of it was withheld. */
function payable({ amount_cents, discount_cents, conditional_cents, withheld_cents, net_cents }: Amounts) {
  const off = amount_cents - discount_cents - net_cents
  if (net_cents === 0 || off < 0) return { discount_cents, withheld_cents }
  const conditional = Math.min(conditional_cents, off)
  return { discount_cents: discount_cents + conditional, withheld_cents: off - conditional }
}
