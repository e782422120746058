// What the LGPD owes a person: what an erasure takes out of the journal, told so that the chain still holds, and who read whose data when.
import { type Kysely, sql } from 'kysely'
import { batchLine, rowLine } from '../chain-lines.ts'
import { appRole, whereAppRoleExists } from '../roles.ts'
import { secured } from './tenant-table.ts'

const TABLES = `
/* A line of the journal that an erasure changed, and what the chain needs to check it: of a row the digest it was linked by; of a batch's own
   line, which has no number, the link before it. */
create table erased_images (
  company_id uuid not null,
  batch_id uuid not null,
  seq bigint not null,
  digest bytea not null,
  erasure_id uuid not null,
  primary key (company_id, batch_id, seq)
);
/* Reads of personal data, once an hour: by whom, through which call, of which record (none: a whole list). */
create table personal_reads (
  company_id uuid not null,
  user_id uuid not null,
  hour timestamptz not null,
  endpoint text not null,
  subject_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (company_id, user_id, hour, endpoint, subject_id)
);`

const TEXTS = `
/* Takes every one of these words out of a text, the longest first, in upper or lower case. */
create function razao_without(line text, words text[], said text) returns text language plpgsql immutable as $$
declare word text;
begin
  for word in select w from unnest(words) w order by length(w) desc, w loop
    line := regexp_replace(line, regexp_replace(word, '([^[:alnum:] ])', '\\\\\\1', 'g'), said, 'gi');
  end loop;
  return line;
end $$;
/* An image with the columns of \`fields\` as they stand there, and without the words in the columns of \`texts\`. */
create function razao_erased(image jsonb, fields jsonb, texts jsonb, words text[], said text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case
    when fields ? key then fields -> key
    when texts ? key and jsonb_typeof(value) = 'string' then to_jsonb(razao_without(value #>> '{}', words, said))
    else value end), '{}') from jsonb_each(image) $$;`

/**
 * The app role may not change the journal; this alone does, of the one company its caller is scoped to, and only within a batch, into which it
 * writes what each line was linked by and what it is now.
 */
const ERASE = `
create function razao_erase(company uuid, ids uuid[], fields jsonb, text_ids uuid[], texts jsonb, words text[], said text)
returns bigint language plpgsql security definer set search_path from current as $$
declare
  erasure uuid := nullif(current_setting('razao.batch', true), '')::uuid;
  images jsonb;
  lines jsonb;
begin
  if erasure is null or (company = any ((select razao_companies())::uuid[])) is not true then
    raise exception 'erasure outside a batch of its company' using errcode = 'RZ002';
  end if;
  with found as (
    select r.batch_id, r.seq, sha256(convert_to(${rowLine('r')}, 'UTF8')) as digest, r.before, razao_erased(r.before,
      case when r.row_id = any (ids) then fields -> r.table_name end, case when r.row_id = any (text_ids) then texts -> r.table_name end, words, said) as after
    from batch_rows r where r.company_id = company and r.row_id = any (ids || text_ids) and r.before is not null),
  moved as (
    update batch_rows r set before = f.after from found f
    where r.company_id = company and r.batch_id = f.batch_id and r.seq = f.seq and f.after is distinct from f.before
    returning r.batch_id, r.seq, f.digest, sha256(convert_to(${rowLine('r')}, 'UTF8')) as now),
  linked as (
    insert into erased_images (company_id, batch_id, seq, digest, erasure_id)
    select company, m.batch_id, m.seq, m.digest, erasure from moved m where m.batch_id <> erasure
    on conflict (company_id, batch_id, seq) do update set erasure_id = excluded.erasure_id returning batch_id, seq, digest)
  select jsonb_agg(jsonb_build_array(l.batch_id, l.seq, encode(l.digest, 'hex'), encode(m.now, 'hex')) order by l.seq) into images
    from linked l join moved m using (batch_id, seq);
  with moved as (
    update batches b set label = razao_without(b.label, words, said)
    from batch_links l left join batch_links p on p.company_id = l.company_id and p.seq = l.seq - 1
    where b.company_id = company and l.company_id = company and l.batch_id = b.id and b.label <> razao_without(b.label, words, said)
    returning b.id, coalesce(p.link, decode(repeat('0', 64), 'hex')) as digest, sha256(convert_to(${batchLine('b', 'l.rows_digest')}, 'UTF8')) as now),
  linked as (
    insert into erased_images (company_id, batch_id, seq, digest, erasure_id) select company, m.id, 0, m.digest, erasure from moved m
    on conflict (company_id, batch_id, seq) do update set erasure_id = excluded.erasure_id)
  select jsonb_agg(jsonb_build_array(m.id, 0, encode(m.digest, 'hex'), encode(m.now, 'hex')) order by m.id) into lines from moved m;
  insert into batch_rows (company_id, batch_id, table_name, row_id, before, state_after)
    values (company, erasure, 'erased_images', erasure, jsonb_build_object('erased', coalesce(images, '[]') || coalesce(lines, '[]')), 1);
  return jsonb_array_length(coalesce(images, '[]')) + jsonb_array_length(coalesce(lines, '[]'));
end $$;`

export const personalData = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw([TABLES, TEXTS, ERASE, secured('erased_images'), secured('personal_reads')].join('\n')).execute(db)
    await sql
      .raw(
        whereAppRoleExists(`
          revoke insert, update, delete on erased_images from ${appRole};
          revoke update on personal_reads from ${appRole}`),
      )
      .execute(db)
  },
}
