// Rules over several rows of a company, which an undo may break though none of its rows moved on: the tree of categories, the shares of
// associates, the numbers of what was handed over, notes and their bills.
import { type RawBuilder, sql } from 'kysely'
import { MAX_CATEGORY_DEPTH } from '#domain/categories.ts'
import { all, type Db } from '#server/db/query.ts'

/** The tables whose rows make one thing together. */
const WHOLES = ['categories', 'associates'] as const
export type Whole = (typeof WHOLES)[number]

/** Whoever changes what the rows make together holds all of it until the end of the transaction. */
export async function lockWhole(db: Db, companyId: string, whole: Whole): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${whole} ${companyId}`}, 0))`.execute(db)
}

/** Of what an undo is about to write, in one order for all. */
export async function lockWholes(db: Db, companyId: string, written: ReadonlySet<string>): Promise<void> {
  // Closing and reopening wait for every writer of the company, whoever hands over for whoever does, and so does undoing any of it.
  if (written.has('date_ranges') || written.has('handovers'))
    await sql`select 1 from companies where id = ${companyId} for update`.execute(db)
  for (const whole of WHOLES) if (written.has(whole)) await lockWhole(db, companyId, whole)
}

interface Broken {
  id: string
  message: string
}

/** The rows of a batch just restored that no longer fit into the whole, with the pt-BR reason. */
export async function brokenWholes(db: Db, companyId: string, batchId: string, written: ReadonlySet<string>): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [table, rule] of Object.entries(RULES)) if (written.has(table)) broken.push(...(await all(db, rule(companyId, batchId))))
  return broken
}

/** Categories above one another: each of the batch, or below one of it, at most so many levels deep and of the kind of the one above. */
const misplacedCategories = (companyId: string, batchId: string) => sql<Broken>`
  with recursive moved as (
    select distinct row_id as id from batch_rows where company_id = ${companyId} and batch_id = ${batchId} and table_name = 'categories'
  ), live as materialized (
    select id, parent_category_id, kind, name from categories where company_id = ${companyId} and deleted_at is null
  ), up as (
    select id, id as at, parent_category_id as above, 1 as depth from live
    union all select u.id, p.id, p.parent_category_id, u.depth + 1 from up u join live p on p.id = u.above
      where u.depth <= ${MAX_CATEGORY_DEPTH}
  )
  select c.id, 'A categoria ' || c.name || ' ficaria abaixo de si mesma ou além do terceiro nível.' as message from live c
  where exists (select from up u where u.id = c.id and u.depth > ${MAX_CATEGORY_DEPTH})
    and exists (select from up u join moved m on m.id = u.at where u.id = c.id)
  union all
  select c.id, 'A categoria ' || c.name || ' ficaria com um tipo que não é o da categoria acima.' from live c
  join live p on p.id = c.parent_category_id and p.kind <> c.kind
  where c.id in (select id from moved) or p.id in (select id from moved)
  limit 100`

const WHOLE_SHARE = 10_000

const sharesBeyondWhole = (companyId: string, batchId: string) => sql<Broken>`
  select distinct a.id, 'As participações dos sócios somariam mais de 100%.' as message from batch_rows r
  join associates a on a.company_id = r.company_id and a.id = r.row_id and a.deleted_at is null
  where r.company_id = ${companyId} and r.batch_id = ${batchId} and r.table_name = 'associates'
    and r.before ?| array['share_basis_points', 'deleted_at']
    and ${WHOLE_SHARE} < (select sum(o.share_basis_points) from associates o where o.company_id = a.company_id and o.deleted_at is null)
  limit 100`

/** What was handed over later is a complement of what went before, and goes on from its numbers. */
const handedOverSince = (companyId: string, batchId: string) => sql<Broken>`
  select distinct h.id, 'Houve outra entrega depois desta, que conta com ela.' as message from batch_rows r
  join handovers h on h.company_id = r.company_id and h.id = r.row_id
  join handovers later on later.company_id = h.company_id and later.id <> h.id and later.deleted_at is null
    and later.last_number >= h.first_number
  where r.company_id = ${companyId} and r.batch_id = ${batchId} and r.table_name = 'handovers'
  limit 100`

const refusedButBooked = (companyId: string, batchId: string) => sql<Broken>`
  select distinct d.id, 'Esta nota já foi lançada: exclua a conta a pagar antes.' as message from batch_rows r
  join fiscal_decisions d on d.company_id = r.company_id and d.id = r.row_id and d.deleted_at is null and d.decision = 'REJECTED'
  join invoice_entries l on l.company_id = d.company_id and l.invoice_id = d.invoice_id and l.deleted_at is null
  join entries e on e.company_id = l.company_id and e.id = l.entry_id and e.deleted_at is null
  where r.company_id = ${companyId} and r.batch_id = ${batchId} and r.table_name = 'fiscal_decisions'
  limit 100`

const RULES: Readonly<Record<string, (companyId: string, batchId: string) => RawBuilder<Broken>>> = {
  categories: misplacedCategories,
  associates: sharesBeyondWhole,
  handovers: handedOverSince,
  fiscal_decisions: refusedButBooked,
}
