// The SQL of associates and their dependents.
import { type RawBuilder, sql } from 'kysely'
import type { Associate, Dependent } from '#contract/associates.ts'
import { ageOn, isDeductible, type Kinship } from '#domain/taxes/dependents.ts'
import { type Employer, employerInssCents, proLaboreWarnings, withholdings } from '#domain/taxes/pro-labore.ts'
import { all, type Db, first } from '#server/db/query.ts'

export type AssociateFields = Pick<
  Associate,
  | 'name'
  | 'document_number'
  | 'birth_date'
  | 'email'
  | 'phone_number'
  | 'is_administrator'
  | 'share_basis_points'
  | 'pro_labore_amount_cents'
  | 'joined_on'
>
export type DependentFields = Pick<
  Dependent,
  'associate_id' | 'name' | 'document_number' | 'birth_date' | 'kinship' | 'is_student' | 'is_disabled'
>

type StoredAssociate = Omit<Associate, 'dependents_count' | 'withholdings' | 'employer_inss_cents' | 'warnings'> & {
  employer: Employer & { associates: number }
  kin: { kinship: Kinship; birth_date: string; is_student: boolean; is_disabled: boolean }[]
}

async function readAssociates(db: Db, companyId: string, today: string, where: RawBuilder<unknown>): Promise<Associate[]> {
  const rows = await all(
    db,
    sql<StoredAssociate>`
      select a.*, coalesce((select json_agg(json_build_object('kinship', d.kinship, 'birth_date', d.birth_date, 'is_student', d.is_student,
        'is_disabled', d.is_disabled))
        from dependents d where d.company_id = a.company_id and d.associate_id = a.id and d.deleted_at is null), '[]') as kin, e.employer
      from associates a cross join (${employerOf(companyId)}) e where a.company_id = ${companyId} and a.deleted_at is null and ${where}
      order by lower(a.name), a.id`,
  )
  const year = Number(today.slice(0, 4))
  return rows.map(({ kin, employer, ...row }) => ({
    ...row,
    dependents_count: kin.length,
    withholdings: withholdings(row.pro_labore_amount_cents, kin.filter(each => isDeductible(each, today)).length, today.slice(0, 7)),
    employer_inss_cents: employerInssCents(row.pro_labore_amount_cents, employer),
    warnings: [
      ...proLaboreWarnings(row.pro_labore_amount_cents, employer.tax_regime, year),
      ...(employer.tax_regime === 'MEI' && employer.associates > 1 ? ['O MEI tem um só titular, sem sócios.'] : []),
    ],
  }))
}

/** What the company's side of a partner's pay depends on, as one JSON value. */
const employerOf = (companyId: string) => sql`
  select jsonb_build_object('tax_regime', c.tax_regime, 'is_annex_iv', coalesce(p.main_activity = 'SERVICES'
    and p.services_annex = 'IV', false),
    'associates', (select count(*) from associates o where o.company_id = c.id and o.deleted_at is null)) as employer
  from companies c left join tax_profiles p on p.company_id = c.id and p.deleted_at is null where c.id = ${companyId}`

export const listAssociates = (db: Db, companyId: string, today: string): Promise<Associate[]> =>
  readAssociates(db, companyId, today, sql`true`)

export const findAssociate = async (db: Db, companyId: string, today: string, id: string): Promise<Associate | undefined> =>
  (await readAssociates(db, companyId, today, sql`a.id = ${id}`))[0]

/** Hundredths of a percent that the others hold. */
export async function sharesOfOthers(db: Db, companyId: string, id: string): Promise<number> {
  const row = await first(
    db,
    sql<{ total: number }>`
      select coalesce(sum(share_basis_points), 0)::int as total from associates
      where company_id = ${companyId} and id <> ${id} and deleted_at is null`,
  )
  return row?.total ?? 0
}

export async function insertAssociate(db: Db, companyId: string, id: string, a: AssociateFields): Promise<void> {
  await sql`
    insert into associates (company_id, id, name, document_number, birth_date, email, phone_number, is_administrator, share_basis_points,
      pro_labore_amount_cents, joined_on)
    values (${companyId}, ${id}, ${a.name}, ${a.document_number}, ${a.birth_date}, ${a.email}, ${a.phone_number}, ${a.is_administrator},
      ${a.share_basis_points}, ${a.pro_labore_amount_cents}, ${a.joined_on})`.execute(db)
}

/** False when another write came first. */
export async function updateAssociate(db: Db, companyId: string, id: string, version: number, a: AssociateFields): Promise<boolean> {
  const result = await sql`
      update associates set name = ${a.name}, document_number = ${a.document_number}, birth_date = ${a.birth_date}, email = ${a.email},
        phone_number = ${a.phone_number},
      is_administrator = ${a.is_administrator}, share_basis_points = ${a.share_basis_points},
        pro_labore_amount_cents = ${a.pro_labore_amount_cents}, joined_on = ${a.joined_on}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteAssociate(db: Db, companyId: string, id: string): Promise<void> {
  await sql`
    update dependents set deleted_at = now() where company_id = ${companyId} and associate_id = ${id} and deleted_at is null`.execute(db)
  await sql`update associates set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

async function readDependents(db: Db, companyId: string, today: string, where: RawBuilder<unknown>): Promise<Dependent[]> {
  const rows = await all(
    db,
    sql<Omit<Dependent, 'age' | 'is_deductible'>>`
      select d.* from dependents d where d.company_id = ${companyId} and d.deleted_at is null and ${where} order by d.birth_date, d.id`,
  )
  return rows.map(row => ({ ...row, age: ageOn(row.birth_date, today), is_deductible: isDeductible(row, today) }))
}

export const listDependents = (db: Db, companyId: string, today: string, associateId: string | undefined): Promise<Dependent[]> =>
  readDependents(db, companyId, today, associateId === undefined ? sql`true` : sql`d.associate_id = ${associateId}`)

export const findDependent = async (db: Db, companyId: string, today: string, id: string): Promise<Dependent | undefined> =>
  (await readDependents(db, companyId, today, sql`d.id = ${id}`))[0]

/** The associate is live, and stays so until the end of the transaction. */
export async function holdAssociate(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await first(
    db,
    sql`select 1 from associates where company_id = ${companyId} and id = ${id} and deleted_at is null for key share`,
  )
  return row !== undefined
}

export async function insertDependent(db: Db, companyId: string, id: string, d: DependentFields): Promise<void> {
  await sql`insert into dependents (company_id, id, associate_id, name, document_number, birth_date, kinship, is_student, is_disabled)
    values (${companyId}, ${id}, ${d.associate_id}, ${d.name}, ${d.document_number}, ${d.birth_date}, ${d.kinship}, ${d.is_student},
      ${d.is_disabled})`.execute(db)
}

/** False when another write came first. */
export async function updateDependent(db: Db, companyId: string, id: string, version: number, d: DependentFields): Promise<boolean> {
  const result = await sql`
      update dependents set associate_id = ${d.associate_id}, name = ${d.name}, document_number = ${d.document_number},
        birth_date = ${d.birth_date},
      kinship = ${d.kinship}, is_student = ${d.is_student}, is_disabled = ${d.is_disabled}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteDependent(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update dependents set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}
