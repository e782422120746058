// What the local registry knows of the demo: its companies and their owners, and nobody else.
import type { Day } from '#domain/days.ts'
import { type LegalFacts, registerLocally } from '#server/adapters/registry.ts'
import type { Db } from '#server/db/query.ts'
import type { DemoCompany } from './companies.ts'
import type { SectorName } from './sectors.ts'

interface Owner {
  readonly document: string
  readonly name: string
}

/** Subclasses of CNAE 2.3. */
const ACTIVITIES: Record<SectorName, readonly [code: string, name: string]> = {
  bakery: ['4721102', 'Padaria e confeitaria com predominância de revenda'],
  sweets: ['1091102', 'Fabricação de produtos de padaria e confeitaria com predominância de produção própria'],
  wholesale: ['4639701', 'Comércio atacadista de produtos alimentícios em geral'],
  grocery: ['4712100', 'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios'],
  pharmacy: ['4771701', 'Comércio varejista de produtos farmacêuticos, sem manipulação de fórmulas'],
  clinic: ['8630503', 'Atividade médica ambulatorial restrita a consultas'],
  parts: ['4530703', 'Comércio a varejo de peças e acessórios novos para veículos automotores'],
  clothing: ['4781400', 'Comércio varejista de artigos do vestuário e acessórios'],
  software: ['6201501', 'Desenvolvimento de programas de computador sob encomenda'],
  gym: ['9313100', 'Atividades de condicionamento físico'],
  school: ['8512100', 'Educação infantil - pré-escola'],
  transport: ['4930202', 'Transporte rodoviário de carga, intermunicipal, interestadual e internacional'],
  agency: ['7311400', 'Agências de publicidade'],
  trades: ['4321500', 'Instalação e manutenção elétrica'],
  salon: ['9602501', 'Cabeleireiros, manicure e pedicure'],
  cleaning: ['8121400', 'Limpeza em prédios e em domicílios'],
}

export async function writeRegistry(db: Db, company: DemoCompany, owner: Owner, index: number, opened: Day): Promise<void> {
  const isMei = company.regime === 'MEI'
  const [main_cnae_code, main_cnae] = ACTIVITIES[company.sector]
  const facts: LegalFacts = {
    document_number: company.document_number,
    trade_name: company.trade_name,
    name: company.name,
    email: `contato@empresa${index + 1}.exemplo.com.br`,
    address: { city: company.city, state: company.state, country: 'Brasil' },
    phone_number: null,
    verified: true,
    situation: 'ATIVA',
    size: isMei ? 'MEI' : company.revenue * 12 > 36_000_000 ? 'EPP' : 'ME',
    legal_nature: isMei ? '2135 Empresário (Individual)' : '2062 Sociedade Empresária Limitada',
    branch_matriz: 'MATRIZ',
    social_capital_amount_cents: isMei ? 100_000 : 5_000_000,
    opening_date: opened,
    main_cnae,
    main_cnae_code,
    mei_option_date: isMei ? opened : null,
    mei_exclusion_date: null,
    simples_option_date: isMei || company.regime === 'SIMPLES_NACIONAL' ? opened : null,
    simples_exclusion_date: null,
    score: 500 + ((index * 97) % 450),
  }
  await registerLocally(
    db,
    [facts, { document_number: owner.document, name: owner.name, situation: 'REGULAR' }],
    [{ cpf: owner.document, cnpj: company.document_number, qualification: isMei ? 'Empresário' : 'Sócio-administrador' }],
  )
}
