// The demo written into a database by the process itself, with how long it took.
import { sql } from 'kysely'
import type pg from 'pg'
import { dayInSaoPaulo } from '#domain/days.ts'
import { elapsed } from '#server/base/elapsed.ts'
import { systemClock } from '#server/base/ids.ts'
import { openKysely } from '#server/db/kysely.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Environment } from '#server/env.ts'
import { openKeeping } from '#server/outside.ts'

interface Filling {
  env: Environment
  say(line: string): void
  /** As many as the demo has by itself when undefined. */
  companies?: number | undefined
  entries?: number | undefined
}

/** Does nothing where the environment wants no demo. */
export async function fill(owner: pg.ClientConfig, filling: Filling): Promise<void> {
  if (filling.env.demo) await asOwner(owner, db => write(db, filling))
}

/** Does nothing where anyone is registered already. */
export async function fillIfEmpty(owner: pg.ClientConfig, filling: Filling): Promise<void> {
  if (!filling.env.demo) return
  await asOwner(owner, async db => {
    const users = await all(db, sql<{ id: string }>`select id from users limit 1`)
    if (users.length === 0) await write(db, filling)
  })
}

async function asOwner(owner: pg.ClientConfig, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openKysely(owner)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

async function write(owner: Db, { env, say, companies, entries }: Filling): Promise<void> {
  const started = performance.now()
  say('Criando os dados de demonstração…')
  // Read where it is needed: a start that finds its books needs none of it.
  const { fillDemo } = await import('./demo.ts')
  await fillDemo(owner, {
    today: dayInSaoPaulo(systemClock.now()),
    say,
    outside: { ...openKeeping(env, systemClock), secret: env.secret },
    ...(companies ? { companies } : {}),
    ...(entries ? { entries } : {}),
  })
  await sql`analyze`.execute(owner)
  say(`Demonstração pronta em ${elapsed(started)}.`)
}
