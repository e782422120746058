// The registry of entities as a port. The local one knows the demo's and the tests' own entities and invents nothing about anybody else.
import { sql } from 'kysely'
import type { LegalEntity, NaturalEntity } from '#contract/registry.ts'
import { all, type Db, first } from '#server/db/query.ts'

export type LegalFacts = Omit<LegalEntity, 'id' | 'source'> & { score: number | null }
export type NaturalFacts = Omit<NaturalEntity, 'source'>
export type Partnership = Pick<LegalEntity, 'document_number' | 'name' | 'trade_name' | 'situation'> & { qualification: string }

/** Undefined and empty are the registry's own 'not known here'. Documents come canonical. Never asked inside a transaction. */
export interface EntityRegistry {
  readonly source: 'provider' | 'local'
  legal(cnpj: string): Promise<LegalFacts | undefined>
  natural(cpf: string): Promise<NaturalFacts | undefined>
  companiesOf(cpf: string): Promise<Partnership[]>
}

type Told = LegalFacts | NaturalFacts

const toldOf = async (db: Db, document: string): Promise<Told | undefined> =>
  (await first(db, sql<{ facts: Told }>`select facts from local_registry where document_number = ${document} and source = 'local'`))?.facts

export function localRegistry(db: Db): EntityRegistry {
  return {
    source: 'local',
    legal: async cnpj => (await toldOf(db, cnpj)) as LegalFacts | undefined,
    natural: async cpf => (await toldOf(db, cpf)) as NaturalFacts | undefined,
    companiesOf: cpf =>
      all(
        db,
        sql<Partnership>`
          select r.document_number, r.facts->>'name' as name, r.facts->>'trade_name' as trade_name, r.facts->>'situation' as situation,
            p.qualification
          from local_registry_partners p join local_registry r on r.document_number = p.cnpj where p.cpf = ${cpf}
          order by r.facts->>'name', r.document_number`,
      ),
  }
}

/** What a registry last told of a CNPJ, kept here: asks nobody, so that a record of a company can be read with it. */
export async function knownLegalFacts(db: Db, cnpj: string): Promise<LegalFacts | undefined> {
  return (await first(db, sql<{ facts: LegalFacts }>`select facts from local_registry where document_number = ${cnpj}`))?.facts
}

/** Fills the local registry: the demo and the tests tell it their own entities. */
export async function registerLocally(
  db: Db,
  entities: readonly Told[],
  partners: readonly { cpf: string; cnpj: string; qualification: string }[] = [],
): Promise<void> {
  await sql`insert into local_registry (document_number, facts)
    select r->>'document_number', r from jsonb_array_elements(${JSON.stringify(entities)}::jsonb) r
    on conflict (document_number) do nothing`.execute(db)
  await sql`insert into local_registry_partners (cpf, cnpj, qualification)
    select p.cpf, p.cnpj, p.qualification
    from jsonb_to_recordset(${JSON.stringify(partners)}::jsonb) as p(cpf text, cnpj text, qualification text)
    on conflict do nothing`.execute(db)
}
