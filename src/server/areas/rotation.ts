// `npm run rotate`: every secret at rest under the newest master key, beside a running server.
import { sql } from 'kysely'
import type pg from 'pg'
import { openKysely } from '#server/db/kysely.ts'
import { all, type Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { type Envelope, newestVersion, resealed, type Secret, SecretLost } from '#server/kernel/envelope.ts'
import { contextOf as certificate } from './fiscal/certificates/vault.ts'
import { portalContext } from './fiscal/invoices/settings.ts'
import { owner as webhook } from './platform/webhooks/secrets.ts'
import { contextOf as stark } from './wallet/digital-bank/bank.ts'
import { contextOf as pix } from './wallet/pix-agreements/vault.ts'

type Row = Envelope &
  Record<'company_id' | 'certificate_id' | 'webhook_id' | 'digital_account_id' | 'pix_agreement_id' | 'base_url' | 'token_url', string>

/** Where secrets are kept, and whom each is sealed for. */
const SEALED: Readonly<Record<string, (row: Row) => string>> = {
  certificate_keys: row => certificate(row.company_id, row.certificate_id),
  invoice_portal_secrets: row => portalContext(row.company_id),
  webhook_secrets: row => webhook(row.company_id, row.webhook_id),
  stark_connections: stark,
  pix_credentials: row => pix({ ...row, id: row.pix_agreement_id }),
}

export interface Rotated {
  readonly version: number
  /** Sealed anew. */
  readonly sealed: number
  /** That no known key opens, by table and company: they were lost before, and stay as they are. */
  readonly lost: readonly string[]
}

export async function rotateSecrets(owner: pg.ClientConfig, secret: Secret): Promise<Rotated> {
  const db = openKysely({ ...owner, max: 1 })
  const version = newestVersion(secret)
  const lost: string[] = []
  let sealed = 0
  try {
    for (const { id } of await all(db, sql<{ id: string }>`select id from companies order by id`))
      sealed += await db.transaction().execute(async tx => {
        const scoped: Db = tx
        await scope(scoped, { companies: [id] })
        return rotateCompany(scoped, id, secret, lost)
      })
    return { version, sealed, lost }
  } finally {
    await db.destroy()
  }
}

/** What is written anew meanwhile is under the newest key already: only what was read is replaced. */
async function rotateCompany(db: Db, company: string, secret: Secret, lost: string[]): Promise<number> {
  let sealed = 0
  for (const [table, contextOf] of Object.entries(SEALED)) {
    const rows = await all(
      db,
      sql<Row>`select * from ${sql.ref(table)} where company_id = ${company} and key_version <> ${newestVersion(secret)}`,
    )
    for (const row of rows)
      try {
        const { key_version, wrapped_key, sealed: body } = resealed(secret, contextOf(row), row)
        const { numAffectedRows = 0n } = await sql`
          update ${sql.ref(table)} set key_version = ${key_version}, wrapped_key = ${wrapped_key}, sealed = ${body}
          where company_id = ${company} and wrapped_key = ${row.wrapped_key}`.execute(db)
        sealed += Number(numAffectedRows)
      } catch (error) {
        if (!(error instanceof SecretLost)) throw error
        lost.push(`${table} ${company}`)
      }
  }
  return sealed
}
