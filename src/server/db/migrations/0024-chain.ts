// Each company's batches in one chain: a link holds the digest of its batch, its rows and the link before it, so that no past can be rewritten
// without rewriting all that followed.
import { type Kysely, sql } from 'kysely'
import { batchLine, rowLine } from '../chain-lines.ts'
import { appRole, whereAppRoleExists } from '../roles.ts'
import { secured } from './tenant-table.ts'

const LINKS = `
create table batch_links (
  company_id uuid not null,
  /* From 1, without a gap: the order in which the company's batches were committed. */
  seq bigint not null,
  batch_id uuid not null,
  rows_digest bytea not null,
  link bytea not null,
  primary key (company_id, seq),
  unique (company_id, batch_id)
);`

/**
 * The digest of the rows is made before the lock, and nothing waits for anything after it: the batch is the last that a transaction writes. So
 * two commits of one company wait for each other no longer than one of them takes to commit, and never in a circle.
 */
const LINKING = `
create function razao_link(b batches) returns void language plpgsql as $$
declare digest bytea;
begin
  select sha256(convert_to(coalesce(string_agg(encode(sha256(convert_to(${rowLine('r')}, 'UTF8')), 'hex'), chr(10) order by r.seq), ''), 'UTF8'))
    into digest from batch_rows r where r.company_id = b.company_id and r.batch_id = b.id;
  perform pg_advisory_xact_lock(hashtextextended('razao.chain ' || b.company_id, 0));
  /* A statement of its own sees what was committed while it waited. */
  insert into batch_links (company_id, seq, batch_id, rows_digest, link)
    select b.company_id, coalesce(h.seq, 0) + 1, b.id, digest,
      sha256(convert_to(coalesce(encode(h.link, 'hex'), repeat('0', 64)) || chr(10) || ${batchLine('b', 'digest')}, 'UTF8'))
    from (select 1) one left join lateral (select l.seq, l.link from batch_links l where l.company_id = b.company_id order by l.seq desc limit 1) h on true;
end $$;
create function razao_chain() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform razao_link(new);
  return null;
end $$;
create trigger chain after insert on batches for each row execute function razao_chain();`

/** What was there before the chain is its beginning, in the order it was written. */
const ADOPT = `
alter table batches no force row level security;
alter table batch_rows no force row level security;
do $block$ declare b batches; begin
  for b in select * from batches order by company_id, created_at, id loop perform razao_link(b); end loop;
end $block$;
alter table batches force row level security;
alter table batch_rows force row level security;`

export const chain = {
  async up(db: Kysely<unknown>) {
    await sql.raw([LINKS, LINKING, ADOPT, secured('batch_links')].join('\n')).execute(db)
    // Nobody but the trigger makes a link, and nobody changes one.
    await sql
      .raw(
        whereAppRoleExists(`
          revoke insert, update, delete on batch_links from ${appRole};
          revoke execute on function razao_link(batches) from public`),
      )
      .execute(db)
  },
}
