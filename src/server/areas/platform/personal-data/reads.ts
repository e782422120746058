// Whose data somebody read: from the hours of their calls to the people who stood in the answers.
import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#contract/kit/endpoint.ts'
import type { personalData } from '#contract/personal-data.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { WHOLE_LIST } from '#server/kernel/personal-reads.ts'

type ReadPerson = Answer<typeof personalData.reads>[number]

/** Each kind of people, and the calls that show them by id or in lists. What names none of the others names contacts. */
const KINDS: readonly { kind: ReadPerson['kind']; calls: string; people: RawBuilder<unknown> }[] = [
  { kind: 'ASSOCIATE', calls: '^associates\\.|^personalData\\.ofAssociate$', people: sql`associates p` },
  { kind: 'DEPENDENT', calls: '^(associates|dependents)\\.|^personalData\\.ofAssociate$', people: sql`dependents p` },
  {
    kind: 'USER',
    calls: '^(users|organizations|companies)\\.',
    people: sql`(select m.company_id, u.id, u.name, u.document_number, m.created_at from memberships m join users u on u.id = m.user_id) p`,
  },
  {
    kind: 'CONTACT',
    calls: '^(?!(associates|dependents|users|organizations|companies)\\.|personalData\\.ofAssociate$)',
    people: sql`contacts p`,
  },
]

/** Whether the user has, or ever had, a place in the company. */
export async function isOfCompany(db: Db, companyId: string, userId: string): Promise<boolean> {
  return (await first(db, sql`select 1 from memberships where company_id = ${companyId} and user_id = ${userId}`)) !== undefined
}

export async function peopleRead(
  db: Db,
  companyId: string,
  { user_id, start_date, end_date }: { user_id: string; start_date?: string | undefined; end_date?: string | undefined },
): Promise<ReadPerson[]> {
  const from = start_date ? sql`hour >= ${start_date}::date` : sql`true`
  const to = end_date ? sql`hour < ${end_date}::date + 1` : sql`true`
  const reads = sql`select endpoint, subject_id, min(hour) as first_at, max(hour) as last_at from personal_reads
    where company_id = ${companyId} and user_id = ${user_id} and ${from} and ${to} group by endpoint, subject_id`
  const kinds = KINDS.map(
    ({ kind, calls, people }) => sql`
      select ${kind}::text as kind, p.id, p.name, p.document_number, s.how, s.first_at, s.last_at from ${people} join (
        select null::uuid as id, 'LIST' as how, min(first_at) as first_at, max(last_at) as last_at from reads
          where subject_id = ${WHOLE_LIST} and endpoint ~ ${calls} having count(*) > 0
        union all select person, 'RECORD', min(first_at), max(last_at) from named where endpoint ~ ${calls} group by person) s
      on (s.id = p.id or s.id is null and p.created_at < s.last_at + interval '1 hour')
      where p.company_id = ${companyId} and length(coalesce(p.document_number, '')) <> 14`,
  )
  return all(
    db,
    sql<ReadPerson>`with reads as materialized (${reads}),
      named as materialized (select r.endpoint, r.first_at, r.last_at, coalesce(e.contact_id, i.contact_id, r.subject_id) as person
        from reads r left join entries e on e.company_id = ${companyId} and e.id = r.subject_id
        left join invoices i on i.company_id = ${companyId} and i.id = r.subject_id
        where r.subject_id <> ${WHOLE_LIST}),
      people as (${sql.join(kinds, sql` union all `)})
      select kind, id, name, document_number, case when bool_or(how = 'RECORD') then 'RECORD' else 'LIST' end as how, min(first_at) as first_at, max(last_at) as last_at
      from people group by kind, id, name, document_number order by min(first_at), kind, name, id`,
  )
}
