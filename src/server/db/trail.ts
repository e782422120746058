// A company's audit trail: its chain of batches as lines that anybody can check, and our own check of them.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { TrailCheck, type TrailFault, type TrailResult } from '#server/base/trail-check.mjs'
import { batchLine, rowLine } from './chain-lines.ts'
import { openKysely } from './kysely.ts'
import { all, type Db } from './query.ts'
import { scope } from './scope.ts'
import { slicesOf } from './slices.ts'

const BATCH_LINE = sql.raw(batchLine('b', 'l.rows_digest'))
const ROW_LINE = sql.raw(rowLine('r'))

/** The lines that erasures changed, and the same of a database from before there were any. */
const ERASED = sql`erased_images`
const NOTHING_ERASED = sql`(select company_id, batch_id, 0::bigint as seq, link as digest from batch_links where false)`

/** The lines of each link in order, then what no link leads to. `withheld`: tables whose rows are told by their digest alone. */
const linesOfLinks = (companyId: string, withheld: readonly string[], erased: RawBuilder<unknown>) => sql`
  select concat_ws(chr(10),
    'E ' || jsonb_build_object('seq', l.seq, 'batch_id', l.batch_id, 'link', encode(l.link, 'hex'), 'undone_by_id', b.undone_by_id,
      'images_pruned', coalesce(b.images_pruned, false))::text,
    case when e.digest is null then 'B ' else 'C ' end || ${BATCH_LINE}, r.lines) as lines
  from batch_links l left join batches b on b.company_id = l.company_id and b.id = l.batch_id
  left join ${erased} e on e.company_id = l.company_id and e.batch_id = l.batch_id and e.seq = 0
  left join lateral (
    select string_agg(case
      when r.table_name = any (${withheld}::text[]) then 'H ' || encode(coalesce(o.digest, sha256(convert_to(${ROW_LINE}, 'UTF8'))), 'hex')
      when o.digest is not null then 'A ' || encode(o.digest, 'hex') || ' ' || ${ROW_LINE}
      else 'R ' || ${ROW_LINE} end, chr(10) order by r.seq) as lines
    from batch_rows r left join ${erased} o on o.company_id = r.company_id and o.batch_id = r.batch_id and o.seq = r.seq
    where r.company_id = l.company_id and r.batch_id = l.batch_id) r on true
  where l.company_id = ${companyId} order by l.seq`

const linesOfStrays = (companyId: string) => sql<{ lines: string }>`
  select 'S ' || jsonb_build_object('batch_id', s.id, 'label', s.label, 'created_at', s.created_at)::text as lines from (
    select b.id, b.label, to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at from batches b
      where b.company_id = ${companyId} and not exists (select from batch_links l where l.company_id = b.company_id and l.batch_id = b.id)
    union all
    select distinct r.batch_id, null::text, null::text from batch_rows r
      where r.company_id = ${companyId} and not exists (select from batches b where b.company_id = r.company_id and b.id = r.batch_id)) s
  order by s.id`

/** The trail in slices of whole lines. Only in a transaction scoped to the company. */
export async function* trailOf(db: Db, companyId: string, withheld: readonly string[] = []): AsyncGenerator<string[]> {
  const [schema] = await all(db, sql<{ erases: boolean }>`select to_regclass('erased_images') is not null as erases`)
  const links = linesOfLinks(companyId, withheld, schema?.erases ? ERASED : NOTHING_ERASED)
  for await (const rows of slicesOf<{ lines: string }>(db, 'razao_trail', links)) yield rows.flatMap(row => row.lines.split('\n'))
  const strays = await all(db, linesOfStrays(companyId))
  yield strays.map(row => row.lines)
}

/** Where a company's chain stood. */
export interface Anchor {
  readonly company_id: string
  readonly seq: number
  readonly link: string
}

export const LINKS = 'batch_links'

/** The newest link of every company that the client's transaction sees. */
export async function anchorsOf(client: pg.ClientBase): Promise<Anchor[]> {
  const { rows } = await client.query<Anchor>(
    `SELECT DISTINCT ON (company_id) company_id, seq::int, encode(link, 'hex') AS link FROM ${LINKS} ORDER BY company_id, ${LINKS}.seq DESC`,
  )
  return rows
}

/** One digest for all of them, to write down. */
export function digestOf(anchors: readonly Anchor[]): string {
  const lines = anchors.map(({ company_id, seq, link }) => `${company_id} ${seq} ${link}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

export interface Trails {
  readonly anchors: readonly Anchor[]
  readonly batches: number
  readonly faults: readonly (TrailFault & { readonly company: string })[]
}

/** Checks the chain of every company of a database (one of an older schema has none), and that each of the `known` links is still in it. */
export async function checkTrails(owner: pg.ClientConfig, known: readonly Anchor[] = []): Promise<Trails> {
  const db = openKysely({ ...owner, max: 1, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  try {
    const [chained] = await all(db, sql<{ is: boolean }>`select to_regclass(${LINKS}) is not null as is`)
    if (!chained?.is) return { anchors: [], batches: 0, faults: [] }
    const companies = await all(db, sql<{ id: string; name: string }>`select id, name from companies order by id`)
    const ids = new Set(companies.map(({ id }) => id))
    const missing = known.filter(({ company_id }) => !ids.has(company_id)).map(({ company_id }) => ({ id: company_id, name: company_id }))
    const anchors: Anchor[] = []
    const faults: Trails['faults'][number][] = []
    let batches = 0
    for (const { id, name } of [...companies, ...missing]) {
      const found = await checkScoped(db, id, known)
      if (found.links > 0) anchors.push({ company_id: id, seq: found.links, link: found.link })
      faults.push(...found.faults.map(fault => ({ ...fault, company: name })))
      batches += found.batches
    }
    return { anchors, batches, faults }
  } finally {
    await db.destroy()
  }
}

function checkScoped(db: Db, companyId: string, known: readonly Anchor[]): Promise<TrailResult> {
  return db.transaction().execute(async tx => {
    const scoped: Db = tx
    await scope(scoped, { companies: [companyId] })
    return checkTrail(scoped, companyId, known)
  })
}

/** Only in a transaction scoped to the company. */
export async function checkTrail(db: Db, companyId: string, known: readonly Anchor[] = []): Promise<TrailResult> {
  const check = new TrailCheck(known.filter(anchor => anchor.company_id === companyId).map(({ seq, link }) => [seq, link] as const))
  for await (const lines of trailOf(db, companyId)) for (const line of lines) check.add(line)
  return check.end()
}
