// API keys as credentials: 'rzk_' and 256 random bits, looked up by hash at each call, so that a revoked key stops working at once.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Endpoint, isMutating, tenantOf } from '#contract/kit/endpoint.ts'
import type { UserKind } from '#domain/enums.ts'
import { ACTIONS, intersectRights, RESOURCES, type Rights, readRights } from '#domain/permissions.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { hashSecret } from '#server/base/secrets.ts'
import { type Db, first } from '#server/db/query.ts'
import type { Actor, ApiKeyScope } from './context.ts'

const MARK = 'rzk_'
const PREFIX_LENGTH = 12

export interface FreshApiKey {
  key: string
  /** The part of the key that may be shown later. */
  prefix: string
  hash: Buffer
}

export function newApiKey(): FreshApiKey {
  const key = `${MARK}${randomBytes(32).toString('base64url')}`
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hashSecret(key) }
}

export const isApiKey = (bearer: string): boolean => bearer.startsWith(MARK)

interface KeyRow {
  id: string
  user_id: string
  company_id: string | null
  rights: Record<string, string> | null
  kind: UserKind
  name: string | null
  organization_id: string | null
  unmarked: boolean
}

/** Its use is marked so often at most. */
const USE_MS = 60_000

/** Whoever meets another call of the key at its row leaves the mark to that one: calls of a key never wait for each other. */
const markUse = (db: Db, id: string, now: number) =>
  sql`update api_keys set last_used_at = ${new Date(now)}
    where id = (select id from api_keys where id = ${id} and revoked_at is null for no key update skip locked)`.execute(db)

/** Long ago: a key never confirmed anything with a code. */
const NEVER = new Date(0).toISOString()

/** The person behind a key, marked as the key; scopes the transaction to both, as a session does. Throws `auth.key_invalid` for any other, revoked or never made. */
export async function readApiKey(db: Db, key: string, now: number, companyId: string | undefined): Promise<Actor> {
  const row = await first(
    db,
    sql<KeyRow>`
      select k.id, k.user_id, k.company_id, k.rights, u.kind, u.name, u.organization_id,
        k.last_used_at is null or k.last_used_at <= ${new Date(now - USE_MS)} as unmarked
      from api_keys k join users u on u.id = k.user_id where k.key_hash = ${hashSecret(key)} and k.revoked_at is null`,
  )
  if (!row) throw fail('auth.key_invalid')
  if (row.unmarked) await markUse(db, row.id, now)
  const { id, user_id, company_id, rights, kind, name, organization_id } = row
  await sql`select set_config('razao.user', ${user_id}, true), set_config('razao.companies', ${companyId ?? ''}, true)`.execute(db)
  return {
    user_id,
    session_id: id,
    kind,
    name,
    organization_id,
    stepped_up_at: NEVER,
    api_key: { id, company_id, rights: rights ? readRights(rights) : null },
  }
}

const READING: Rights = Object.fromEntries(RESOURCES.map(resource => [resource, ACTIONS[0]])) as Record<(typeof RESOURCES)[number], string>

/** A key's rights in a company: its creator's rights there, within the key's scope; undefined in other companies. */
export function rightsOfKey(scope: ApiKeyScope, companyId: string, creator: Rights): Rights | undefined {
  if (scope.company_id === null) return intersectRights(creator, READING)
  if (scope.company_id !== companyId) return undefined
  return scope.rights ? intersectRights(creator, scope.rights) : creator
}

/** Rows without a company that reveal nothing about the person. */
const READABLE = new Set([
  'companies.organization',
  'billings.list',
  'institutions.list',
  'locations.states',
  'locations.cities',
  'locations.address',
  'boleto.read',
])

/** Keys must not touch what belongs to the person alone (profile, password, sessions, keys, invitations). */
export const isReachableByKey = (row: Endpoint): boolean =>
  row.spec.needs !== undefined || READABLE.has(row.id) || (tenantOf(row) !== 'none' && !isMutating(row))

export function refuseOwnRows(row: Endpoint): void {
  if (isReachableByKey(row)) return
  throw refuse('permission.denied', 'Uma chave de API não alcança o que é só da pessoa.')
}
