// One folder of files for all processes of a database: it carries a mark that the database knows.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newId } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'
import { StartError } from '#server/db/start-error.ts'

const MARK = '.lugar'

/** The first process marks its folder; throws StartError where another folder is known. */
export async function refuseForeignFolder(db: Db, folder: string): Promise<void> {
  const path = join(folder, MARK)
  const here = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
  const mine = here ?? newId()
  await sql`insert into pgboss.razao_file_place (id) values (${mine}) on conflict do nothing`.execute(db)
  const known = await first(db, sql<{ id: string }>`select id from pgboss.razao_file_place`)
  if (known?.id !== mine)
    throw new StartError(
      `Outro processo guarda os arquivos deste banco em outra pasta, e ${folder} não os tem. Monte aqui a mesma pasta (RAZAO_DIR), ou guarde os arquivos em S3 (S3_ENDPOINT, S3_BUCKET e as chaves).`,
    )
  if (here !== undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, mine, { mode: 0o600 })
}
