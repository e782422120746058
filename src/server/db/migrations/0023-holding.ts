// Who holds which job: a process says that it lives, so that the jobs of a dead one are others' within seconds.
import { type Kysely, sql } from 'kysely'

const HOLDING = `
create table pgboss.razao_workers (
  id uuid primary key,
  beat_at timestamptz not null default now()
);
create table pgboss.razao_holdings (
  name text not null,
  job_id uuid not null,
  /* The retry count under which the job was handed out. */
  fence int not null,
  worker_id uuid not null,
  primary key (name, job_id)
);
create index razao_active on pgboss.job (started_on) where state = 'active';`

export const holding = {
  async up(db: Kysely<unknown>) {
    await sql.raw(HOLDING).execute(db)
  },
}
