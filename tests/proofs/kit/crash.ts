// Kills the connection that writes, at a chosen point of its transaction, as a process that dies there would leave it.
import type { TestServer } from '#tests/kit/server.ts'

export interface CrashPoint {
  table: string
  on: 'insert' | 'update'
  /** At this written row, or when the transaction commits. */
  at: number | 'commit'
}

/** Runs `work` while whoever reaches the point for the company loses its connection. Tells how often it was reached. */
export async function crashing(
  server: TestServer,
  companyId: string,
  { table, on, at }: CrashPoint,
  work: () => Promise<unknown>,
): Promise<number> {
  await server.sql(`create sequence if not exists crash_rows`)
  await server.sql(`create sequence if not exists crashes`)
  await server.sql(`select setval('crash_rows', 1, false), setval('crashes', 1, false)`)
  await server.sql(`create or replace function crash_here() returns trigger language plpgsql security definer as $$
    begin
      if new.company_id = '${companyId}' and ${at === 'commit' ? 'true' : `nextval('crash_rows') = ${at}`} then
        perform nextval('crashes'), pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(5);
      end if;
      return null;
    end $$`)
  const timing = at === 'commit' ? 'deferrable initially deferred' : ''
  await server.sql(
    `create ${at === 'commit' ? 'constraint ' : ''}trigger crash after ${on} on ${table} ${timing} for each row execute function crash_here()`,
  )
  try {
    await work()
  } finally {
    await server.sql(`drop trigger crash on ${table}`)
  }
  // Sequences are not rolled back.
  const [row] = await server.sql<{ n: number }>(`select case when is_called then last_value else 0 end::int as n from crashes`)
  return row?.n ?? 0
}
