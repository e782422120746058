// The index of words leads with the company: a common word is read of a few companies at a time, until there are hits enough.
import { type Kysely, sql } from 'kysely'
import { appRole } from '../roles.ts'

/** Words of two companies with the same mark meet in the index only: who asks is kept to their own by the policy. */
const MARK = 'right(company::text, 4)'

/** Words and queries hold lower case letters and figures, each word in quotes. */
const MARKED = `
create function razao_company_words(company uuid, words tsvector) returns tsvector language sql immutable parallel safe as $$
  select replace(' ' || words::text, ' ''', ' ''' || ${MARK})::tsvector $$;
create function razao_company_query(company uuid, query text) returns text language sql immutable parallel safe as $$
  select '(' || regexp_replace(query, '''(?=[a-z0-9])', '''' || ${MARK}, 'g') || ')' $$;
`

const INDEX = `
drop index search_texts_words;
create index search_texts_words on search_texts using gin (razao_company_words(company_id, words)) with (gin_pending_list_limit = 512);
alter policy sought on search_texts
  using ((company_id = any ((select razao_companies())::uuid[])) is true and razao_company_words(company_id, words) @@ razao_sought());
`

/** A query of sixteen companies is as fast as it is large: twice as many would take four times as long. Hits come in no order. */
const SEARCH = `
create or replace function razao_search(query text, bills uuid[], receivables uuid[], contacts uuid[], invoices uuid[])
returns table (company_id uuid, id uuid, kind text, day date) language plpgsql security definer
set search_path from current set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  companies uuid[] := array(select unnest(bills) union select unnest(receivables) union select unnest(contacts) union select unnest(invoices));
  found int;
  hits int := 0;
begin
  for at in 1 .. cardinality(companies) by 16 loop
    perform set_config('razao.search', string_agg(razao_company_query(c, query), ' | '), true) from unnest(companies[at : at + 15]) c;
    return query select s.company_id, s.id, s.kind, s.day from search_texts s
      where razao_company_words(s.company_id, s.words) @@ razao_sought()
        and s.company_id = any (
          case s.kind when 'BILL' then bills when 'RECEIVABLE' then receivables when 'CONTACT' then contacts else invoices end)
      limit 2000;
    get diagnostics found = row_count;
    hits := hits + found;
    exit when hits >= 2000;
  end loop;
end $$;`

export const companyWords = {
  /** Where requests run as the owner, the policy keeps any index of words from being used: nothing changes. */
  async up(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql`select from pg_roles where rolname = ${appRole}`.execute(db)
    if (rows.length > 0) await sql.raw([MARKED, INDEX, SEARCH].join('\n')).execute(db)
  },
}
