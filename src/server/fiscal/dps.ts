// The XML of a DPS, from which the national system makes the NFS-e: layout 1.01.
import { documentKind } from '#domain/documents.ts'
import { isSimples } from '#domain/fiscal/codes.ts'
import { ibsCbsRates, pisCofinsRates, type Withholding } from '#domain/fiscal/taxes.ts'
import type { ServiceNote } from './notes.ts'
import { brasilia, buildXml, digitsOf, money, percent, plain, type XmlNode } from './xml.ts'

export const NFSE_NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse'

/** Unsigned: `signXml(xml, 'infDPS', …)` comes next. `access_key` of the note is the DPS id until the NFS-e has its own. */
export function buildDps(note: ServiceNote): string {
  const { content, issuer, party } = note
  const city = issuer.address.city_code
  return buildXml({
    DPS: {
      '@xmlns': NFSE_NAMESPACE,
      '@versao': '1.01',
      infDPS: {
        '@Id': note.access_key,
        tpAmb: note.environment,
        dhEmi: brasilia(note.sent_at),
        verAplic: 'Razao-0.1',
        serie: String(Number(note.serie)),
        nDPS: String(note.number),
        dCompet: content.competence_date,
        tpEmit: '1',
        cLocEmi: city,
        prest: provider(note),
        toma: customer(party),
        serv: {
          locPrest: { cLocPrestacao: city },
          cServ: {
            cTribNac: content.municipal_service_code,
            cTribMun: code(content.municipal_code, 3),
            xDescServ: plain(content.description, 2000),
            cNBS: code(content.nbs, 9),
          },
        },
        valores: values(note),
        IBSCBS: reform(note),
      },
    },
  })
}

/** An optional code, where what the register says is one: a city's longer code has no place in the national layout. */
function code(text: string | null, length: number): string | undefined {
  const digits = digitsOf(text)
  return digits?.length === length ? digits : undefined
}

const documentTag = (document: string): XmlNode => ({ [documentKind(document)]: document })

const phoneOf = (phone: string | null): string | undefined => digitsOf(phone)?.replace(/^55(?=\d{10,11}$)/, '')

/** opSimpNac: 1 none, 2 MEI, 3 ME/EPP; regApTribSN 1: federal and city taxes by the Simples. */
function provider({ issuer }: ServiceNote): XmlNode {
  const option = issuer.tax_regime === 'MEI' ? '2' : issuer.tax_regime === 'SIMPLES_NACIONAL' ? '3' : '1'
  return {
    ...documentTag(issuer.document_number),
    IM: digitsOf(issuer.municipal_registration),
    fone: phoneOf(issuer.phone_number),
    email: plain(issuer.email, 80),
    regTrib: { opSimpNac: option, regApTribSN: option === '3' ? '1' : undefined, regEspTrib: '0' },
  }
}

function customer(party: ServiceNote['party']): XmlNode {
  const { address } = party
  return {
    ...(party.document_number ? documentTag(party.document_number) : { cNaoNIF: '0' }),
    xNome: plain(party.name, 300),
    end:
      address?.city_code && address.postal_code
        ? {
            endNac: { cMun: address.city_code, CEP: digitsOf(address.postal_code) },
            xLgr: plain(address.street, 255) ?? 'NAO INFORMADO',
            nro: plain(address.number, 60) ?? 'S/N',
            xCpl: plain(address.additional_information, 156),
            xBairro: plain(address.neighborhood, 60) ?? 'NAO INFORMADO',
          }
        : undefined,
    fone: phoneOf(party.phone_number),
    email: plain(party.email, 80),
  }
}

function values({ content, issuer, amount_cents }: ServiceNote): XmlNode {
  const cents = (name: Withholding): string | undefined => {
    const withheld = content.withholdings[name]
    return withheld === undefined ? undefined : money(withheld)
  }
  const ownTaxes = ownPisCofins(content, issuer, amount_cents)
  return {
    vServPrest: { vServ: money(amount_cents) },
    vDescCondIncond: content.discount_cents > 0 ? { vDescIncond: money(content.discount_cents) } : undefined,
    trib: {
      tribMun: {
        tribISSQN: '1',
        tpRetISSQN: content.iss_withheld ? '2' : '1',
        // In the Simples the rate is the annex's, stated only when the customer withholds.
        pAliq: isSimples(issuer.tax_regime) && !content.iss_withheld ? undefined : percent(content.iss_rate),
      },
      tribFed:
        ownTaxes || content.withheld.length > 0
          ? { piscofins: ownTaxes, vRetCP: cents('inss'), vRetIRRF: cents('irrf'), vRetCSLL: cents('pis_cofins_csll') }
          : undefined,
      totTrib: isSimples(issuer.tax_regime) ? { pTotTribSN: '0.00' } : { indTotTrib: '0' },
    },
  }
}

/** What the national system takes out of the base of IBS and CBS beside the ISS; tpRetPisCofins: 1 withheld, 2 not. */
function ownPisCofins(content: ServiceNote['content'], issuer: ServiceNote['issuer'], amountCents: number): XmlNode | undefined {
  if (isSimples(issuer.tax_regime)) return undefined
  const rates = pisCofinsRates(issuer.tax_regime)
  return {
    CST: '01',
    vBCPisCofins: money(amountCents - content.discount_cents),
    pAliqPis: percent(rates.pis),
    pAliqCofins: percent(rates.cofins),
    vPis: money(content.pis_cents),
    vCofins: money(content.cofins_cents),
    tpRetPisCofins: content.withheld.includes('pis_cofins_csll') ? '1' : '2',
  }
}

function reform({ issuer, sent_at }: ServiceNote): XmlNode | undefined {
  if (!ibsCbsRates(issuer.tax_regime, Number(brasilia(sent_at).slice(0, 4)))) return undefined
  return {
    finNFSe: '0',
    indFinal: '0',
    cIndOp: '100301',
    indDest: '0',
    valores: { trib: { gIBSCBS: { CST: '000', cClassTrib: '000001' } } },
  }
}
