// What the company's own answers teach about lines that read alike. The books are the memory: undoing an answer unlearns it.
import { sql } from 'kysely'
import type { History, Lesson, Line, PastDifference, PastSplit, TitleKind } from '#domain/matching/candidates.ts'
import { type CategoryNames, categoryKey, type Ghost } from '#domain/matching/ghosts.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import { memory } from '#domain/matching/weights.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

/** Answers older than this weigh less than a sixteenth. */
const YEARS_KEPT = 2

/** Bounded by the patterns asked for and by two years, for a big company has decades of lines. */
export async function readHistory(db: Db, companyId: string, today: string, lines: readonly Line[]): Promise<History> {
  const patterns = [...new Set(lines.map(line => memoPattern(line.memo)).filter(Boolean))]
  if (patterns.length === 0) return { lessons: [], splits: [], differences: [] }
  return {
    lessons: await readLessons(db, companyId, today, patterns),
    splits: await readSplits(db, companyId, today, patterns),
    differences: await readDifferences(db, companyId, today, patterns),
  }
}

/** The answers and the splits of every pattern that was ever answered. */
export async function readAllAnswers(db: Db, companyId: string, today: string): Promise<Pick<History, 'lessons' | 'splits'>> {
  const rows = await all(
    db,
    sql<{ pattern: string }>`
      select distinct memo_pattern as pattern from statement_entries
      where company_id = ${companyId} and deleted_at is null and status in ('CONCILIATED', 'IGNORED') and memo_pattern <> ''`,
  )
  const patterns = rows.map(({ pattern }) => pattern)
  return { lessons: await readLessons(db, companyId, today, patterns), splits: await readSplits(db, companyId, today, patterns) }
}

/** Whether line `l` became several entries made from it: a lesson of its own. */
const divided = sql`(e.transfer_id is null and e.created_at = c.created_at and e.parent_id is null and exists (select 1 from entries o
  where o.company_id = l.company_id and o.conciliation_id = l.conciliation_id and o.id <> e.id and o.deleted_at is null
    and o.difference_kind is null and o.transfer_id is null and o.created_at = c.created_at and o.parent_id is null)
  and not exists (select 1 from statement_entries s
    where s.company_id = l.company_id and s.conciliation_id = l.conciliation_id and s.id <> l.id and s.deleted_at is null))`

/** How lines were divided, until that was called wrong. */
function readSplits(db: Db, companyId: string, today: string, patterns: readonly string[]): Promise<PastSplit[]> {
  return all(
    db,
    sql<PastSplit>`
      select l.memo_pattern as pattern, case when l.amount_cents < 0 then 'BILL' else 'RECEIVABLE' end as kind, l.date as day,
        json_agg(json_build_object('category_id', e.category_id, 'contact_id', e.contact_id, 'amount_cents', e.amount_cents)
          order by e.category_id nulls last, e.contact_id nulls last, e.amount_cents desc, e.id) as parts
      from statement_entries l
        join conciliations c on c.company_id = l.company_id and c.id = l.conciliation_id
        join entries e on e.company_id = l.company_id and e.conciliation_id = l.conciliation_id and e.deleted_at is null
          and e.difference_kind is null
      where l.company_id = ${companyId} and l.deleted_at is null and l.status = 'CONCILIATED' and l.memo_pattern = any (${patterns})
        and l.date > ${today}::date - ${YEARS_KEPT * 365}::int and ${divided}
        and not exists (select 1 from memory_corrections m
          where m.company_id = ${companyId} and m.deleted_at is null and m.pattern = l.memo_pattern
            and m.kind = case when l.amount_cents < 0 then 'BILL' else 'RECEIVABLE' end and m.answer = 'entry'
            and m.contact_id is null and m.category_id is null and m.created_at >= l.updated_at)
      group by l.id, l.memo_pattern, l.amount_cents, l.date
      order by l.date desc, l.id desc limit 5000`,
  )
}

/**
 * An entry made from its line was created together with its conciliation and is no part of another; any other stood in the books before.
 * What was called wrong for a pattern counts only from that day on.
 */
function readLessons(db: Db, companyId: string, today: string, patterns: readonly string[]): Promise<Lesson[]> {
  return all(
    db,
    sql<Lesson>`
      with answered as (
        select l.memo_pattern as pattern, l.date, l.updated_at, case when l.amount_cents < 0 then 'BILL' else 'RECEIVABLE' end as kind,
          case when l.status = 'IGNORED' then 'ignore' when e.transfer_id is not null then 'transfer'
            when e.created_at = c.created_at and e.parent_id is null then 'entry' else 'title' end as answer,
          case when e.transfer_id is null then e.contact_id end as contact_id,
          case when e.transfer_id is null then e.category_id end as category_id,
          case when e.transfer_id is not null then
            case when l.amount_cents < 0 then t.to_bank_account_id else t.from_bank_account_id end end as bank_account_id
        from statement_entries l
          left join conciliations c on c.company_id = l.company_id and c.id = l.conciliation_id
          left join entries e on e.company_id = l.company_id and e.conciliation_id = l.conciliation_id and e.deleted_at is null
            and e.difference_kind is null
          left join transfers t on t.company_id = e.company_id and t.id = e.transfer_id
        where l.company_id = ${companyId} and l.deleted_at is null and l.memo_pattern = any (${patterns})
          and l.date > ${today}::date - ${YEARS_KEPT * 365}::int and l.amount_cents <> 0
          and (l.status = 'IGNORED' or (l.status = 'CONCILIATED' and e.id is not null and not ${divided}))
      )
      select a.pattern, a.kind, a.answer, a.contact_id, a.category_id, a.bank_account_id, count(*)::int as times,
        sum(power(0.5, (${today}::date - a.date) / ${memory.halfLifeDays}::float8))::float8 as weight, max(a.date) as last_day
      from answered a
      where not exists (select 1 from memory_corrections m
        where m.company_id = ${companyId} and m.deleted_at is null and m.pattern = a.pattern and m.kind = a.kind and m.answer = a.answer
          and m.contact_id is not distinct from a.contact_id and m.category_id is not distinct from a.category_id
          and m.bank_account_id is not distinct from a.bank_account_id and m.created_at >= a.updated_at)
      group by a.pattern, a.kind, a.answer, a.contact_id, a.category_id, a.bank_account_id
      order by weight desc limit 20000`,
  )
}

/** What lines differed from their titles by; legal charges are computed, so they are not learnt. */
function readDifferences(db: Db, companyId: string, today: string, patterns: readonly string[]): Promise<PastDifference[]> {
  return all(
    db,
    sql<PastDifference>`
      select l.memo_pattern as pattern, case when l.amount_cents < 0 then 'BILL' else 'RECEIVABLE' end as kind,
        d.difference_kind as difference, d.amount_cents, t.titles_cents, count(*)::int as times
      from statement_entries l
        join entries d on d.company_id = l.company_id and d.conciliation_id = l.conciliation_id and d.deleted_at is null
          and d.difference_kind in ('fee', 'discount', 'withholding')
        join lateral (select sum(e.amount_cents)::bigint as titles_cents from entries e
          where e.company_id = l.company_id and e.conciliation_id = l.conciliation_id and e.deleted_at is null
            and e.difference_kind is null) t on t.titles_cents > 0
      where l.company_id = ${companyId} and l.deleted_at is null and l.status = 'CONCILIATED' and l.memo_pattern = any (${patterns})
        and l.date > ${today}::date - ${YEARS_KEPT * 365}::int
      group by 1, 2, 3, 4, 5 order by times desc limit 20000`,
  )
}

/** The company's categories by name, for words that mean one thing in every bank; of two with one name, the older. */
export async function categoryNames(db: Db, companyId: string): Promise<CategoryNames> {
  const rows = await all(
    db,
    sql<{ id: string; name: string }>`
      select id, name from categories where company_id = ${companyId} and deleted_at is null and status = 'ACTIVE' order by created_at desc, id desc`,
  )
  return new Map(rows.map(({ id, name }) => [categoryKey(name), id]))
}

export interface Correction {
  readonly pattern: string
  readonly kind: TitleKind
  readonly answer: Ghost['answer']
  readonly category_id?: string | null | undefined
  readonly contact_id?: string | null | undefined
  readonly bank_account_id?: string | null | undefined
}

/** What was learnt so far of this answer counts no more; undone, it counts again. */
export async function insertCorrection(ctx: Context, correction: Correction): Promise<void> {
  const { pattern, kind, answer } = correction
  await sql`
    insert into memory_corrections (company_id, id, pattern, kind, answer, contact_id, category_id, bank_account_id, created_by)
    values (${ctx.companyId}, ${ctx.newId()}, ${pattern}, ${kind}, ${answer}, ${correction.contact_id ?? null},
      ${correction.category_id ?? null}, ${correction.bank_account_id ?? null}, ${ctx.actor.user_id})`.execute(ctx.db)
}
