// The two roles of the database: the owner of the tables, and the role of requests, which row-level security binds.
import pg from 'pg'

/** Three ways into one cluster. `admin` is the superuser on database `postgres`: bootstrap, backup and restore only. */
export interface ClusterConfigs {
  readonly adminConfig: pg.ClientConfig
  readonly ownerConfig: pg.ClientConfig
  readonly appConfig: pg.ClientConfig
}

export const ownerRole = 'razao_owner'
export const appRole = 'razao_app'
export const productDatabase = 'razao'

/** Makes the roles and the product's database in an embedded cluster; skips what exists, so that it completes an interrupted first start. */
export async function makeEmbeddedRoles({ adminConfig, ownerConfig }: ClusterConfigs): Promise<void> {
  await withClient(adminConfig, async admin => {
    const password = typeof adminConfig.password === 'string' ? ` PASSWORD ${admin.escapeLiteral(adminConfig.password)}` : ''
    for (const role of [ownerRole, appRole]) {
      const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
      if (rowCount === 0) await admin.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE${password}`)
    }
    await makeDatabase(admin, productDatabase)
  })
  await grantToApp(ownerConfig)
}

/** Creates an empty database of the owner unless it exists. */
export async function makeDatabase(admin: pg.Client, name: string): Promise<void> {
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount === 0) await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)} OWNER ${ownerRole}`)
}

/**
 * Lets the app role read and write whatever the owner creates from now on, in any schema. Existing tables are never
 * granted again, so that a migration's REVOKE (the audit trail) stays.
 */
export async function grantToApp(ownerConfig: pg.ClientConfig): Promise<void> {
  await withClient(ownerConfig, owner =>
    owner.query(`
      ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO ${appRole};
      ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${appRole};
      ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO ${appRole}`),
  )
}

/** For migrations: wraps the statement in a block that does nothing where the app role does not exist (its user may not create roles). */
export function whereAppRoleExists(statement: string): string {
  const quoted = `'${statement.replaceAll("'", "''")}'`
  return `DO $block$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${appRole}') THEN EXECUTE ${quoted}; END IF; END $block$`
}

/** Runs `work` on one connection and closes it whatever happens. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => {}) // a lost connection is told by the query that waits on it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
