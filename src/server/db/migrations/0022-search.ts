// The words by which titles, contacts and invoices are found across companies: one small row each, beside the records.
import { type Kysely, sql } from 'kysely'
import { appRole } from '../roles.ts'

/**
 * Apart from the records, so that moving ten thousand of them to another status touches no word. An amount is the word `r` and its cents;
 * what is searched is folded alike in `areas/office/search/words.ts`.
 */
const WORDS = `
create table search_texts (
  company_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('BILL', 'RECEIVABLE', 'CONTACT', 'INVOICE')),
  day date not null,
  words tsvector not null,
  primary key (company_id, id)
);
/* What waits to be sorted into it is read by every search: little may wait. */
create index search_texts_words on search_texts using gin (words) with (gin_pending_list_limit = 512);
create function razao_words(variadic parts text[]) returns tsvector language sql stable as $$
  select array_to_tsvector(array_remove(string_to_array(regexp_replace(
    translate(lower(left(array_to_string(parts, ' '), 4000)), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'), '[^a-z0-9]+', ' ', 'g'), ' '), '')) $$;
`

const ENTRY = (row: string) =>
  `${row}.company_id, ${row}.id, ${row}.kind, ${row}.due_date, razao_words(${row}.additional_information, ${row}.document_number, 'r' || ${row}.amount_cents)`
const CONTACT = (row: string) =>
  `${row}.company_id, ${row}.id, 'CONTACT', ${row}.created_at::date, razao_words(${row}.name, ${row}.nickname, ${row}.document_number)`
const INVOICE = (row: string) =>
  `${row}.company_id, ${row}.id, 'INVOICE', coalesce(${row}.issued_at, ${row}.created_at)::date, razao_words(${row}.number::text, ${row}.access_key, ${row}.party->>'name', 'r' || ${row}.amount_cents)`

interface Searched {
  readonly table: string
  readonly cells: (row: string) => string
  /** What its words come from. */
  readonly from: readonly string[]
}

const SEARCHED: readonly Searched[] = [
  { table: 'entries', cells: ENTRY, from: ['additional_information', 'document_number', 'amount_cents'] },
  { table: 'contacts', cells: CONTACT, from: ['name', 'nickname', 'document_number'] },
  { table: 'invoices', cells: INVOICE, from: ['number', 'access_key', 'party', 'amount_cents', 'issued_at'] },
]

const COLUMNS = '(company_id, id, kind, day, words)'

/** Many new rows are one statement; of a change only the rows whose words it moved. */
const kept = ({ table, cells, from }: Searched): string => `
create function razao_search_new_${table}() returns trigger language plpgsql as $$
begin
  insert into search_texts ${COLUMNS} select ${cells('n')} from new_rows n;
  return null;
end $$;
create trigger search_new after insert on ${table} referencing new table as new_rows for each statement execute function razao_search_new_${table}();
create function razao_search_moved_${table}() returns trigger language plpgsql as $$
begin
  insert into search_texts ${COLUMNS} select ${cells('new')}
    on conflict (company_id, id) do update set day = excluded.day, words = excluded.words;
  return null;
end $$;
create trigger search_moved after update on ${table} for each row
  when ((${from.map(column => `old.${column}`).join(', ')}) is distinct from (${from.map(column => `new.${column}`).join(', ')}))
  execute function razao_search_moved_${table}();`

/** For a company whose rows came in while the triggers were silent: an older database, the demo. */
const FILL = `
create function razao_search_fill(company uuid) returns void language sql as $$
  ${SEARCHED.map(({ table, cells }) => `insert into search_texts ${COLUMNS} select ${cells('t')} from ${table} t where t.company_id = company on conflict do nothing;`).join('\n  ')}
$$;`

/**
 * No operator on words is leakproof: asked under a policy, PostgreSQL looks at every row of the companies before it looks at one word. So the
 * words that are sought are part of the policy itself, of the role that owns the function alone, and the index answers both at once. Where
 * requests run as the owner (a database whose user may not make roles), the plain policy stands: right, and slow.
 */
const SEARCH = `
create function razao_sought() returns tsquery language sql stable as $$ select nullif(current_setting('razao.search', true), '')::tsquery $$;
create function razao_search(query text, bills uuid[], receivables uuid[], contacts uuid[], invoices uuid[])
returns table (company_id uuid, id uuid, kind text, day date) language plpgsql security definer set search_path from current set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  perform set_config('razao.search', query, true);
  return query select found.company_id, found.id, found.kind, found.day from (
    select s.company_id, s.id, s.kind, s.day from search_texts s
    where s.words @@ razao_sought()
      and s.company_id = any (case s.kind when 'BILL' then bills when 'RECEIVABLE' then receivables when 'CONTACT' then contacts else invoices end)
    limit 2000) found
  order by found.day desc, found.id limit 80;
end $$;
alter table search_texts enable row level security;
alter table search_texts force row level security;
do $block$ begin
  if exists (select from pg_roles where rolname = '${appRole}') then
    create policy tenant on search_texts to ${appRole} using (company_id = any ((select razao_companies())::uuid[]));
    /* IS TRUE keeps the planner from walking a company's rows instead of the words. */
    create policy sought on search_texts for select to current_user
      using ((company_id = any ((select razao_companies())::uuid[])) is true and words @@ razao_sought());
    create policy kept on search_texts for insert to current_user with check (company_id = any ((select razao_companies())::uuid[]));
  else
    create policy tenant on search_texts using (company_id = any ((select razao_companies())::uuid[]));
  end if;
end $block$;`

/** Nobody is in scope yet, and the rows of every company are read. */
const BACKFILL = `
alter table search_texts no force row level security;
${SEARCHED.map(({ table }) => `alter table ${table} no force row level security;`).join('\n')}
select razao_search_fill(id) from companies;
${SEARCHED.map(({ table }) => `alter table ${table} force row level security;`).join('\n')}
alter table search_texts force row level security;`

export const search = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw([WORDS, ...SEARCHED.map(kept), FILL, SEARCH, BACKFILL].join('\n')).execute(db)
  },
}
