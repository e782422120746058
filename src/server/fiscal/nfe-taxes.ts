// The taxes of one item of an NF-e or NFC-e, layout 4.00: ICMS by regime, with or without substitution, IPI, PIS, COFINS, IBS and CBS.
import { isSimples, originCode } from '#domain/fiscal/codes.ts'
import { ibsCbsRates, pisCofinsRates } from '#domain/fiscal/taxes.ts'
import type { ItemTotals } from '#domain/fiscal/totals.ts'
import type { NoteItem, ProductNote } from './notes.ts'
import { brasilia, money, percent, type XmlNode } from './xml.ts'

/** In the order of the schema. */
export function itemTaxes({ issuer, sent_at }: ProductNote, item: NoteItem, totals: ItemTotals): XmlNode {
  return {
    ICMS: icms(issuer.tax_regime, item, totals),
    IPI: item.ipi_rate > 0 ? ipi(item, totals) : undefined,
    ...pisCofins(issuer.tax_regime, totals),
    IBSCBS: ibsCbs(issuer.tax_regime, sent_at, totals),
  }
}

/** What the item is worth before the taxes added to it. */
const untaxed = (totals: ItemTotals): number => totals.total_cents - totals.ipi_cents - totals.st_cents

function icms(regime: ProductNote['issuer']['tax_regime'], item: NoteItem, totals: ItemTotals): XmlNode {
  const orig = originCode(item.origin)
  const st = item.icms_st ? substitution(item.icms_st, totals) : undefined
  if (isSimples(regime)) return st ? { ICMSSN202: { orig, CSOSN: '202', ...st } } : { ICMSSN102: { orig, CSOSN: '102' } }
  const own = { modBC: '3', vBC: money(totals.icms_base_cents), pICMS: percent(item.icms_rate), vICMS: money(totals.icms_cents) }
  return st ? { ICMS10: { orig, CST: '10', ...own, ...st } } : { ICMS00: { orig, CST: '00', ...own } }
}

/** modBCST 4: by a margin added to the value. */
const substitution = (st: NonNullable<NoteItem['icms_st']>, totals: ItemTotals): XmlNode => ({
  modBCST: '4',
  pMVAST: percent(st.mva_rate),
  vBCST: money(totals.st_base_cents),
  pICMSST: percent(st.rate),
  vICMSST: money(totals.st_cents),
})

/** cEnq 999: taxed by the general rule. CST 50: taxed, on the way out. */
const ipi = (item: NoteItem, totals: ItemTotals): XmlNode => ({
  cEnq: '999',
  IPITrib: { CST: '50', vBC: money(totals.ipi_base_cents), pIPI: percent(item.ipi_rate), vIPI: money(totals.ipi_cents) },
})

function pisCofins(regime: ProductNote['issuer']['tax_regime'], totals: ItemTotals): XmlNode {
  if (isSimples(regime)) {
    const none = { CST: '49', vBC: '0.00' }
    return {
      PIS: { PISOutr: { ...none, pPIS: '0.00', vPIS: '0.00' } },
      COFINS: { COFINSOutr: { ...none, pCOFINS: '0.00', vCOFINS: '0.00' } },
    }
  }
  const rates = pisCofinsRates(regime)
  const vBC = money(untaxed(totals) - totals.icms_cents)
  return {
    PIS: { PISAliq: { CST: '01', vBC, pPIS: percent(rates.pis), vPIS: money(totals.pis_cents) } },
    COFINS: { COFINSAliq: { CST: '01', vBC, pCOFINS: percent(rates.cofins), vCOFINS: money(totals.cofins_cents) } },
  }
}

/** NT 2025.002: the group of the reform, of full taxation. */
function ibsCbs(regime: ProductNote['issuer']['tax_regime'], sentAt: number, { ibs_cbs }: ItemTotals): XmlNode | undefined {
  const rates = ibsCbsRates(regime, Number(brasilia(sentAt).slice(0, 4)))
  if (!rates || !ibs_cbs) return undefined
  return {
    CST: '000',
    cClassTrib: '000001',
    gIBSCBS: {
      vBC: money(ibs_cbs.base_cents),
      gIBSUF: { pIBSUF: percent(rates.ibs_state, 4), vIBSUF: money(ibs_cbs.ibs_cents) },
      gIBSMun: { pIBSMun: percent(rates.ibs_city, 4), vIBSMun: '0.00' },
      vIBS: money(ibs_cbs.ibs_cents),
      gCBS: { pCBS: percent(rates.cbs, 4), vCBS: money(ibs_cbs.cbs_cents) },
    },
  }
}
