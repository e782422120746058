// What the registry knows of a company beside what the company says of itself.
import type { Company } from '#contract/companies.ts'
import type { Day } from '#domain/days.ts'
import type { TaxRegime } from '#domain/enums.ts'
import type { LegalFacts } from '#server/adapters/registry.ts'
import type { CompanyRow, NewCompany } from './rows.ts'

/** Whether an option counts on a day. */
const holds = (option: string | null, exclusion: string | null, day: Day): boolean =>
  option !== null && option <= day && (exclusion === null || exclusion > day)

function regimeOf(facts: LegalFacts, today: Day): TaxRegime | undefined {
  if (holds(facts.mei_option_date, facts.mei_exclusion_date, today)) return 'MEI'
  return holds(facts.simples_option_date, facts.simples_exclusion_date, today) ? 'SIMPLES_NACIONAL' : undefined
}

/** What a new company is where whoever founds it says nothing. */
export function registered(facts: LegalFacts | undefined, today: Day): Partial<NewCompany> {
  if (!facts) return {}
  const { trade_name, email, phone_number } = facts
  return { trade_name, email, phone_number, tax_regime: regimeOf(facts, today) }
}

export function legalEntityOf(company: CompanyRow, facts: LegalFacts | undefined): Company['legal_entity'] {
  const { document_number, name, trade_name } = company
  if (facts) {
    const { score: _, ...told } = facts
    return { id: document_number, ...told }
  }
  return {
    id: document_number,
    document_number,
    trade_name,
    name,
    email: null,
    address: null,
    phone_number: null,
    verified: false,
    situation: null,
    size: null,
    legal_nature: null,
    // The branch is part of the number itself.
    branch_matriz: document_number.slice(8, 12) === '0001' ? 'MATRIZ' : 'FILIAL',
    social_capital_amount_cents: null,
    opening_date: null,
    main_cnae: null,
    main_cnae_code: null,
    mei_option_date: null,
    mei_exclusion_date: null,
    simples_option_date: null,
    simples_exclusion_date: null,
  }
}

/** By the registry's dates; of a company it does not know, the regime the company says, without dates. */
export function activationsOf(company: CompanyRow, facts: LegalFacts | undefined): Company['company_activations'] {
  const { tax_regime } = company
  if (!facts)
    return tax_regime === 'MEI' || tax_regime === 'SIMPLES_NACIONAL' ? [{ type: tax_regime, opted_in: null, exclusion_in: null }] : []
  return [
    { type: 'SIMPLES_NACIONAL' as const, opted_in: facts.simples_option_date, exclusion_in: facts.simples_exclusion_date },
    { type: 'MEI' as const, opted_in: facts.mei_option_date, exclusion_in: facts.mei_exclusion_date },
  ].filter(activation => activation.opted_in !== null)
}
