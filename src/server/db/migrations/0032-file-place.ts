// Which folder has the files: a process of another machine that does not share it is refused before it misses one.
import { type Kysely, sql } from 'kysely'

/* Beside the queue's tables, which no copy takes along: a restored database takes the folder it is started with. */
const FILE_PLACE = `
create table pgboss.razao_file_place (
  id uuid not null,
  /* One row at most. */
  only_one boolean primary key default true check (only_one)
);`

export const filePlace = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(FILE_PLACE).execute(db)
  },
}
