// A journal image holds what its statement moved and nothing else, for writing thousands of whole rows as JSON cost more than moving them;
// and what past conciliations taught is found by its pattern.
import { type Kysely, sql } from 'kysely'

const JOURNAL = `
/* Old values of one statement's rows go to the journal, only of the columns that any of them moved; a write outside a batch is refused. */
create or replace function razao_journal() returns trigger language plpgsql as $$
declare
  batch uuid := nullif(current_setting('razao.batch', true), '')::uuid;
  moved text;
begin
  if batch is null then
    raise exception 'write to % outside a batch', tg_table_name using errcode = 'RZ002';
  end if;
  if tg_op = 'INSERT' then
    insert into batch_rows (company_id, batch_id, table_name, row_id, before, state_after)
      select company_id, batch, tg_table_name, id, null, state from new_rows;
    return null;
  end if;
  execute (
    select format('select concat_ws('','', %s) from old_rows o join new_rows n using (company_id, id)',
      string_agg(format('case when bool_or(o.%1$I is distinct from n.%1$I) then %2$L end', attname, format('o.%I', attname)), ','))
    from pg_attribute
    where attrelid = tg_relid and attnum > 0 and not attisdropped and attname not in ('version', 'changed', 'updated_at')
  ) into moved;
  execute format('insert into batch_rows (company_id, batch_id, table_name, row_id, before, state_after)
    select o.company_id, $1, $2, o.id, to_jsonb((select image from (select %s) image)), n.state from old_rows o join new_rows n using (company_id, id)', moved)
    using batch, tg_table_name;
  return null;
end $$;

/* Several images of one row as one: aggregate newest first, so that of each column the oldest value stays. */
create aggregate razao_image(jsonb) (sfunc = jsonb_concat, stype = jsonb);`

/** What a line's like taught, found without reading years of conciliations. */
const HISTORY = `
create index statement_entries_learned on statement_entries (company_id, memo_pattern) where status = 'CONCILIATED' and deleted_at is null and memo_pattern <> '';`

export const speed = {
  async up(db: Kysely<unknown>) {
    await sql.raw(JOURNAL + HISTORY).execute(db)
  },
}
