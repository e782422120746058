// The schemas of the job queue and of the sockets' shared frames, made by the owner so that the server needs no right to create tables.
import { type Kysely, sql } from 'kysely'
import PgBoss from 'pg-boss'

export const JOB_QUEUES = ['import.read', 'import.commit'] as const

export const jobs = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        PgBoss.getConstructionPlans('pgboss')
          .replace(/^\s*BEGIN;/, '')
          .replace(/COMMIT;\s*$/, ''),
      )
      .execute(db)
    await sql`create table razao_socket_attachments (id bigserial primary key, created_at timestamptz not null default now(), payload bytea)`.execute(
      db,
    )
    for (const name of JOB_QUEUES) {
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy: 'standard', retry_limit: 2, retry_backoff: true, expire_in_seconds: 600 })}::json)`.execute(
        db,
      )
    }
  },
}
