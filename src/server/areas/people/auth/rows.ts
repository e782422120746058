// The SQL of people, their devices and their profile.
import { sql } from 'kysely'
import type { Profile } from '#contract/auth.ts'
import type { UserKind } from '#domain/enums.ts'
import { newId } from '#server/base/ids.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { subscriptionOf } from '../plan/rows.ts'

export interface UserRow {
  id: string
  name: string | null
  document_number: string | null
  email: string | null
  phone_number: string | null
  birth_date: string | null
  kind: UserKind
  organization_id: string | null
  password_hash: string | null
  /** When the phone or address that receives the codes was last changed. */
  codes_moved_at: string | null
  created_at: string
}

export interface NewUser {
  id?: string
  kind: UserKind
  name?: string | null | undefined
  document_number?: string | null | undefined
  email?: string | null | undefined
  /** E.164. */
  phone_number?: string | null | undefined
  organization_id?: string | null | undefined
  /** Of `hashPassword`; without one the person signs in by first access only. */
  password_hash?: string | null | undefined
}

/** Adds a person. Throws a unique violation (`conflict.already_exists`) when the document is taken. */
export async function createUser(db: Db, user: NewUser): Promise<string> {
  const id = user.id ?? newId()
  await sql`insert into users (id, document_number, name, email, phone_number, kind, organization_id, password_hash)
    values (${id}, ${user.document_number ?? null}, ${user.name ?? null}, ${user.email ?? null}, ${user.phone_number ?? null},
      ${user.kind}, ${user.organization_id ?? null}, ${user.password_hash ?? null})`.execute(db)
  return id
}

export async function createOrganization(
  db: Db,
  organization: { id?: string; name: string; document_number?: string | null },
): Promise<string> {
  const id = organization.id ?? newId()
  await sql`
    insert into organizations (id, name, document_number)
    values (${id}, ${organization.name}, ${organization.document_number ?? null})`.execute(db)
  return id
}

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return first(db, sql<UserRow>`select * from users where id = ${id}`)
}

export function findUserByDocument(db: Db, documentNumber: string): Promise<UserRow | undefined> {
  return first(db, sql<UserRow>`select * from users where document_number = ${documentNumber}`)
}

export async function isKnownDevice(db: Db, userId: string | null, deviceHash: Buffer | null): Promise<boolean> {
  const row = await first(
    db,
    sql<{ known: boolean }>`select exists (select 1 from devices where user_id = ${userId} and device_hash = ${deviceHash}) as known`,
  )
  return row?.known ?? false
}

export async function confirmDevice(db: Db, userId: string, deviceHash: Buffer, now: number): Promise<void> {
  await sql`
    insert into devices (user_id, device_hash, confirmed_at) values (${userId}, ${deviceHash}, ${new Date(now)})
    on conflict do nothing`.execute(db)
}

export async function readProfile(db: Db, userId: string, companies: readonly string[], today: string): Promise<Profile> {
  const user = await findUser(db, userId)
  if (!user) throw new Error('a live session has no user')
  const mine = await all(
    db,
    sql<Profile['companies'][number]>`
      select id, coalesce(trade_name, name) as name, document_number from companies where id = any (${[...companies]}::uuid[]) order by 2`,
  )
  const subscription = await subscriptionOf(db, userId, companies, today)
  return { ...user, companies: mine, subscription: subscription ?? null }
}

export type ProfileChange = Partial<Pick<UserRow, 'name' | 'email' | 'phone_number' | 'birth_date' | 'document_number' | 'codes_moved_at'>>

export async function updateUser(db: Db, userId: string, change: ProfileChange, now: number): Promise<void> {
  const assignments = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update users set ${sql.join([...assignments, sql`updated_at = ${new Date(now)}`])} where id = ${userId}`.execute(db)
}

export async function setPassword(db: Db, userId: string, passwordHash: string, now: number): Promise<void> {
  await sql`update users set password_hash = ${passwordHash}, updated_at = ${new Date(now)} where id = ${userId}`.execute(db)
}
