// The registry of CNPJ at a public REST service, as BrasilAPI answers it. Of persons no such service tells anything: they are not known.
import { sql } from 'kysely'
import { z } from 'zod'
import { maskPostalCode, toE164 } from '#domain/contact-points.ts'
import type { CompanySituation, CompanySize } from '#domain/enums.ts'
import { centsOfReais } from '#domain/payments/reais.ts'
import { type Db, first } from '#server/db/query.ts'
import { Unanswered } from './payments.ts'
import type { EntityRegistry, LegalFacts } from './registry.ts'
import { readRest } from './rest.ts'

/** As long as a record's field may be. */
const text = (max = 200) =>
  z
    .string()
    .nullish()
    .transform(value => value?.trim().slice(0, max) || null)
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullish()
  .transform(value => value ?? null)

const SITUATIONS: Record<number, CompanySituation> = { 1: 'NULA', 2: 'ATIVA', 3: 'SUSPENSA', 4: 'INAPTA', 8: 'BAIXADA' }

/** The codes of the open data of Receita Federal, which BrasilAPI passes on. */
const Answer = z.object({
  razao_social: z.string().min(1),
  nome_fantasia: text(),
  situacao_cadastral: z.number().refine(code => code in SITUATIONS),
  codigo_porte: z.number().nullish(),
  natureza_juridica: text(),
  codigo_natureza_juridica: z.number().nullish(),
  identificador_matriz_filial: z.number().nullish(),
  capital_social: z.number().nullish(),
  data_inicio_atividade: day,
  cnae_fiscal: z.number().nullish(),
  cnae_fiscal_descricao: text(),
  opcao_pelo_mei: z.boolean().nullish(),
  data_opcao_pelo_mei: day,
  data_exclusao_do_mei: day,
  data_opcao_pelo_simples: day,
  data_exclusao_do_simples: day,
  email: text(),
  ddd_telefone_1: text(),
  descricao_tipo_de_logradouro: text(),
  logradouro: text(),
  numero: text(20),
  complemento: text(),
  bairro: text(120),
  cep: z.union([z.string(), z.number()]).nullish(),
  municipio: text(120),
  codigo_municipio_ibge: z.number().nullish(),
  uf: text(2),
})
type Answer = z.output<typeof Answer>

/** How long what was told counts without asking again. */
const FRESH_MS = 24 * 3_600_000

/** Keeps what it is told; while the service is away, what it told before still counts. */
export function restRegistry(base: string, db: Db, now: () => number): EntityRegistry {
  const kept = (cnpj: string) =>
    first(
      db,
      sql<{ facts: LegalFacts; told_at: string }>`
        select facts, told_at from local_registry where document_number = ${cnpj} and source = 'provider'`,
    )
  return {
    source: 'provider',
    async legal(cnpj) {
      const before = await kept(cnpj)
      if (before && now() - Date.parse(before.told_at) < FRESH_MS) return before.facts
      try {
        const answer = await readRest(base, cnpj, Answer)
        return answer && (await keep(db, factsOf(cnpj, answer), now()))
      } catch (error) {
        if (before && error instanceof Unanswered) return before.facts
        throw error
      }
    },
    natural: async () => undefined,
    companiesOf: async () => [],
  }
}

async function keep(db: Db, facts: LegalFacts, now: number): Promise<LegalFacts> {
  const told_at = new Date(now)
  await sql`insert into local_registry (document_number, facts, source, told_at)
    values (${facts.document_number}, ${JSON.stringify(facts)}::jsonb, 'provider', ${told_at})
    on conflict (document_number) do update set facts = excluded.facts, source = excluded.source, told_at = excluded.told_at`.execute(db)
  return facts
}

const sizeOf = (answer: Answer): CompanySize =>
  answer.opcao_pelo_mei && !answer.data_exclusao_do_mei
    ? 'MEI'
    : answer.codigo_porte === 1
      ? 'ME'
      : answer.codigo_porte === 3
        ? 'EPP'
        : 'DEMAIS'

function factsOf(cnpj: string, answer: Answer): LegalFacts {
  const street = [answer.descricao_tipo_de_logradouro, answer.logradouro].filter(Boolean).join(' ')
  const nature = [answer.codigo_natureza_juridica, answer.natureza_juridica].filter(Boolean).join(' ')
  const postalCode = answer.cep === null || answer.cep === undefined ? '' : String(answer.cep).padStart(8, '0')
  return {
    document_number: cnpj,
    trade_name: answer.nome_fantasia,
    name: answer.razao_social,
    email: answer.email?.toLowerCase() ?? null,
    address: {
      ...(postalCode ? { postal_code: maskPostalCode(postalCode) } : {}),
      street: street || null,
      number: answer.numero,
      additional_information: answer.complemento,
      neighborhood: answer.bairro,
      city: answer.municipio,
      ...(answer.codigo_municipio_ibge ? { city_code: String(answer.codigo_municipio_ibge) } : {}),
      state: answer.uf,
      country: 'Brasil',
    },
    phone_number: toE164(answer.ddd_telefone_1 ?? '') ?? null,
    verified: true,
    situation: SITUATIONS[answer.situacao_cadastral] as CompanySituation,
    size: sizeOf(answer),
    legal_nature: nature || null,
    branch_matriz: answer.identificador_matriz_filial === 2 ? 'FILIAL' : 'MATRIZ',
    social_capital_amount_cents: centsOfReais(answer.capital_social ?? '') ?? null,
    opening_date: answer.data_inicio_atividade,
    main_cnae: answer.cnae_fiscal_descricao,
    main_cnae_code: answer.cnae_fiscal ? String(answer.cnae_fiscal).padStart(7, '0') : null,
    mei_option_date: answer.data_opcao_pelo_mei,
    mei_exclusion_date: answer.data_exclusao_do_mei,
    simples_option_date: answer.data_opcao_pelo_simples,
    simples_exclusion_date: answer.data_exclusao_do_simples,
    score: null,
  }
}
