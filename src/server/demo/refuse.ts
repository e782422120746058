// A database that was tried out with the demo holds people whose password everybody knows: production does not open it.
import { sql } from 'kysely'
import type pg from 'pg'
import { checkPassword } from '#server/areas/people/auth/passwords.ts'
import { openKysely } from '#server/db/kysely.ts'
import { all } from '#server/db/query.ts'
import { StartError } from '#server/db/start-error.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './people.ts'

export async function refuseDemoPeople(owner: pg.ClientConfig): Promise<void> {
  const documents = DEMO_USERS.map(({ document }) => document)
  const db = openKysely({ ...owner, max: 1 })
  try {
    const known = await all(
      db,
      sql<{ name: string | null; password_hash: string | null }>`
        select name, password_hash from users where document_number = any (${documents}::text[]) order by name`,
    )
    for (const { name, password_hash } of known)
      if (await checkPassword(password_hash, DEMO_PASSWORD, async () => {}))
        throw new StartError(
          `Este banco guarda a demonstração: ${name ?? 'uma pessoa'} entra com uma senha que é pública. Em produção, use outro RAZAO_DIR ou DATABASE_URL, ou troque as senhas.`,
        )
  } finally {
    await db.destroy()
  }
}
