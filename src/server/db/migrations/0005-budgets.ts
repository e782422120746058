// Budgets and the reports by category: one plan per category at a time, held for every writer, and the index the reports scan.
import { type Kysely, sql } from 'kysely'

export const budgets = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create index category_budgets_category on category_budgets (company_id, category_id) where deleted_at is null;

create index entries_competence on entries (company_id, competence_date) include (kind, category_id, amount_cents, status)
  where deleted_at is null and transfer_id is null and not has_children;

/* Two plans of one category never cover the same day; whoever plans a category holds it, so that two people cannot both be first. */
create function razao_budget_overlap() returns trigger language plpgsql as $$
begin
  perform 1 from categories c where (c.company_id, c.id) in (select company_id, category_id from new_rows) order by c.id for no key update;
  if exists (select 1 from new_rows n join category_budgets o
      on o.company_id = n.company_id and o.category_id = n.category_id and o.id <> n.id and o.deleted_at is null
        and o.initial_date <= n.end_date and n.initial_date <= o.end_date
      where n.deleted_at is null) then
    raise exception 'budgets overlap' using errcode = '23P01';
  end if;
  return null;
end $$;

create trigger overlap_insert after insert on category_budgets referencing new table as new_rows for each statement execute function razao_budget_overlap();
create trigger overlap_update after update on category_budgets referencing new table as new_rows for each statement execute function razao_budget_overlap();`,
      )
      .execute(db)
  },
}
