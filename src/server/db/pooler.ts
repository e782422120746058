// What stands between us and an external PostgreSQL: nothing, a pooler we can work through, or one that would mislead us. Asked at the start.
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { newId } from '#server/base/ids.ts'
import { type PerTransaction, settingsOf } from './kysely.ts'
import { withClient } from './roles.ts'
import { reasonOf, StartError } from './start-error.ts'

/** How long a pooler may let us wait for a second connection while the first is busy. */
const SECOND_CONNECTION_MS = 5000

/** What is said at the connection's start holds, and no two connections share a backend. */
export async function isDirect(url: string): Promise<boolean> {
  const mark = newId()
  try {
    return await withClient(withOption(url, `razao.start=${mark}`), async first => {
      const { rows } = await first.query<{ mark: string | null; pid: number }>(
        `SELECT current_setting('razao.start', true) AS mark, pg_backend_pid() AS pid`,
      )
      const other = await withClient(
        { connectionString: url },
        async second => (await second.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid,
      )
      return rows[0]?.mark === mark && rows[0].pid !== other
    })
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return false
    throw error
  }
}

/** The URL with one more setting said while connecting; pg lets the URL's options win over ours, so they are joined. */
export function withOption(url: string, setting: string): pg.ClientConfig {
  const option = `-c ${setting}`
  if (!URL.canParse(url)) return { connectionString: url, options: option }
  const parsed = new URL(url)
  const given = parsed.searchParams.get('options')
  parsed.searchParams.delete('options')
  return { connectionString: parsed.href, options: given ? `${given} ${option}` : option }
}

export interface Way {
  /** The address of requests, perhaps through a pooler. */
  readonly url: string
  /** The address of PostgreSQL itself. */
  readonly directUrl: string
  readonly perTransaction: PerTransaction
  readonly keepsPrepared: boolean
}

/** Tries what every request will do; throws StartError where the way would not carry it. */
export async function refuseUnfitWay({ url, directUrl, perTransaction, keepsPrepared }: Way): Promise<void> {
  await withClient({ connectionString: url }, async client => {
    await refuseForeignTransactions(client, perTransaction)
    await refuseAnotherDatabase(client, directUrl)
    if (keepsPrepared) await refuseForgetful(client, url)
  })
}

async function refuseForeignTransactions(client: pg.Client, settings: PerTransaction): Promise<void> {
  try {
    await client.query(`BEGIN; ${settingsOf(settings)}`)
    const { rows } = await client.query<{ who: string; time: string; unbound: boolean }>(
      `SELECT current_user AS who, current_setting('statement_timeout') AS time, (rolsuper OR rolbypassrls) AS unbound
         FROM pg_roles WHERE rolname = current_user`,
    )
    const [found] = rows
    await client.query('COMMIT')
    if (found?.time !== `${settings.statement_timeout / 1000}s` || (settings.role !== undefined && found.who !== settings.role))
      throw new StartError(
        'O pooler de DATABASE_URL não leva uma transação inteira à mesma conexão. Use o modo de transação (pool_mode = transaction) ou de sessão.',
      )
    if (found.unbound)
      throw new StartError('O usuário de DATABASE_URL ignora a segurança por linha. Use um usuário comum, que possa usar razao_app.')
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof pg.DatabaseError && error.code === '42501')
      throw new StartError(
        `O usuário de DATABASE_URL não pode usar o papel ${settings.role}. Conceda-o: GRANT ${settings.role} TO usuário;`,
        { cause: error },
      )
    if (/statement pooling/.test(reasonOf(error)))
      throw new StartError(
        'O pooler de DATABASE_URL está em modo de comando (statement), em que não há transações. Use pool_mode = transaction.',
        { cause: error },
      )
    throw new StartError(`Não foi possível abrir uma transação em DATABASE_URL: ${reasonOf(error)}.`, { cause: error })
  }
}

/** A lock taken by one way is met by the other only in one database. */
async function refuseAnotherDatabase(client: pg.Client, directUrl: string): Promise<void> {
  const lock = randomInt(2 ** 31)
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
  const isFree = await withClient(
    { connectionString: directUrl },
    async direct => (await direct.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [lock])).rows[0]?.free,
  )
  await client.query('ROLLBACK')
  if (isFree) throw new StartError('DATABASE_URL e DATABASE_DIRECT_URL não levam ao mesmo banco de dados. Corrija um dos dois.')
}

/** Runs a prepared statement again while another connection keeps its first backend busy. */
async function refuseForgetful(client: pg.Client, url: string): Promise<void> {
  const statement = { name: `razao_${newId()}`, text: 'SELECT 1' }
  await client.query(statement)
  await withClient({ connectionString: url }, async other => {
    await other.query('BEGIN')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StartError('O pooler de DATABASE_URL não deu uma segunda conexão.')), SECOND_CONNECTION_MS)
    })
    try {
      await Promise.race([client.query(statement), late])
    } catch (error) {
      if (error instanceof StartError) throw error
      throw new StartError(
        'O pooler de DATABASE_URL não guarda comandos preparados. Use o PgBouncer 1.21 ou mais novo, com max_prepared_statements, ou defina RAZAO_PREPARED=off.',
        { cause: error },
      )
    } finally {
      clearTimeout(timer)
    }
  })
}
