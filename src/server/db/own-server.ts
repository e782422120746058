// An external PostgreSQL (DATABASE_URL): what it must offer, and under which role requests run there.
import pg from 'pg'
import { isDirect, withOption } from './pooler.ts'
import { appRole, grantToApp, withClient } from './roles.ts'
import { reasonOf, StartError } from './start-error.ts'

export interface OwnServer {
  /** Migrations and maintenance, straight at PostgreSQL. */
  readonly ownerConfig: pg.ClientConfig
  /** Requests straight at PostgreSQL: what needs a connection of its own, as listening does. */
  readonly appConfig: pg.ClientConfig
  /** The address of requests when a pooler may stand before it. */
  readonly pooledUrl: string | undefined
  /** Of requests; undefined: the connecting user's own. */
  readonly role: string | undefined
  readonly summary: string
}

export interface OwnServerOptions {
  /** False only in tests: accepts a server that does not sync. */
  readonly durable?: boolean
  /** The address of PostgreSQL itself, where the first leads through a pooler. */
  readonly directUrl?: string | undefined
}

interface Facts {
  version_num: number
  version: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  checksums: string | null
  standby: boolean
  read_only: boolean
  can_create: boolean
  encoding: string
  /** Of letters: which are the capitals of which. */
  ctype: string
  knows_letters: boolean
  makes_roles: boolean
}

const factsQuery = `
  SELECT current_setting('server_version_num')::int AS version_num, current_setting('server_version') AS version,
         current_setting('fsync', true) AS fsync, current_setting('full_page_writes', true) AS full_page_writes,
         current_setting('synchronous_commit', true) AS synchronous_commit, current_setting('data_checksums', true) AS checksums,
         pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only,
         pg_encoding_to_char(encoding) AS encoding, datctype AS ctype, lower('ÁÇÕ') = 'áçõ' AS knows_letters,
         has_schema_privilege('public', 'CREATE') AS can_create, (rolsuper OR rolcreaterole) AS makes_roles
  FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`

/** Checks the server and settles the roles. */
export async function openOwnServer(url: string, { durable = true, directUrl }: OwnServerOptions = {}): Promise<OwnServer> {
  const address = directUrl ?? url
  const named = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const ownerConfig: pg.ClientConfig = { connectionString: address }
  let facts: Facts
  let direct: boolean
  try {
    facts = await withClient(ownerConfig, client => readFacts(client))
    direct = await isDirect(address)
  } catch (error) {
    throw new StartError(`Não foi possível conectar ao banco de ${named}: ${reasonOf(error)}.`, { cause: error })
  }
  refuseUnfit(facts, durable)
  if (!direct)
    throw new StartError(
      `${named} passa por um pooler que não guarda o que se diz ao conectar. Defina também DATABASE_DIRECT_URL, com o endereço do próprio PostgreSQL: por ele vão as migrações e os avisos entre processos.`,
    )
  const isNamed = await settleAppRole(address, facts)
  if (isNamed) await grantToApp(ownerConfig)
  const appConfig = isNamed ? asAppRole(address) : ownerConfig
  await refuseUnbound(appConfig)
  const sums = facts.checksums === 'on' ? 'ligadas' : 'DESLIGADAS neste servidor'
  const role = isNamed ? `papel ${appRole}` : 'papel do próprio usuário'
  const way = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_URL, com DATABASE_DIRECT_URL ao lado'
  return {
    ownerConfig,
    appConfig,
    pooledUrl: directUrl === undefined ? undefined : url,
    role: isNamed ? appRole : undefined,
    summary: `PostgreSQL ${facts.version} de ${way} (${role}, somas de verificação ${sums})`,
  }
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(factsQuery)
  if (!rows[0]) throw new Error('o usuário não aparece em pg_roles')
  return rows[0]
}

function refuseUnfit(facts: Facts, durable: boolean): void {
  const major = Math.floor(facts.version_num / 10_000)
  if (major < 15 || major > 18)
    throw new StartError(`O banco de DATABASE_URL é PostgreSQL ${facts.version}; o Razão precisa de uma versão de 15 a 18.`)
  if (facts.standby)
    throw new StartError('O banco de DATABASE_URL é uma réplica, que não aceita escrita. Aponte para o primário (target_session_attrs).')
  if (facts.read_only)
    throw new StartError(
      'O banco de DATABASE_URL não aceita escrita (default_transaction_read_only): é um primário que deixou de ser. Aponte para o atual.',
    )
  if (!facts.can_create) throw new StartError('O usuário de DATABASE_URL não pode criar tabelas no esquema public. Torne-o dono do banco.')
  if (facts.encoding !== 'UTF8' || !facts.knows_letters)
    throw new StartError(
      `O banco de DATABASE_URL não conhece letras acentuadas (codificação ${facts.encoding}, LC_CTYPE ${facts.ctype}): "água" não acharia "ÁGUA". Crie-o de template0 com ENCODING 'UTF8' e LC_CTYPE 'C.UTF-8' ou 'pt_BR.UTF-8'.`,
    )
  if (!durable) return
  for (const [name, value] of Object.entries({
    fsync: facts.fsync,
    full_page_writes: facts.full_page_writes,
    synchronous_commit: facts.synchronous_commit,
  }))
    if (value === 'off')
      throw new StartError(
        `O banco de DATABASE_URL está com ${name} desligado: dados confirmados poderiam se perder. Ligue-o e tente de novo.`,
      )
}

// True when requests can run as the app role; false when they run as the connecting user, whom FORCE ROW LEVEL SECURITY also binds.
async function settleAppRole(url: string, facts: Facts): Promise<boolean> {
  await withClient({ connectionString: url }, async client => {
    if (!facts.makes_roles) return
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [appRole])
    // Two processes may start at once: the second finds the role made (42710) or half made (23505, 40001-like catalogue races).
    if (rowCount === 0)
      await ignoring(['42710', '23505'], client.query(`CREATE ROLE ${appRole} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`))
    await ignoring(['42501', 'XX000'], client.query(`GRANT ${appRole} TO CURRENT_USER`)) // without ADMIN on a role made by others: the try below decides
  })
  try {
    return await withClient(asAppRole(url), async client => {
      const { rows } = await client.query<{ current_user: string }>('SELECT current_user')
      return rows[0]?.current_user === appRole
    })
  } catch {
    return false
  }
}

/** The role is set while connecting, so no statement ever runs without it. */
const asAppRole = (url: string): pg.ClientConfig => withOption(url, `role=${appRole}`)

async function refuseUnbound(config: pg.ClientConfig): Promise<void> {
  const unbound = await withClient(config, async client => {
    const { rows } = await client.query<{ unbound: boolean }>(
      'SELECT (rolsuper OR rolbypassrls) AS unbound FROM pg_roles WHERE rolname = current_user',
    )
    return rows[0]?.unbound ?? true
  })
  if (unbound)
    throw new StartError(
      `O usuário de DATABASE_URL ignora a segurança por linha e não pode usar o papel ${appRole}. Conceda-o (GRANT ${appRole} TO usuário) ou use um usuário comum.`,
    )
}

async function ignoring(codes: readonly string[], query: Promise<unknown>): Promise<void> {
  try {
    await query
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && codes.includes(error.code ?? ''))) throw error
  }
}
