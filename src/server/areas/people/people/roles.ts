// Roles of a company: the six fixed ones and its own, each of them part of its creator's rights.
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { Role } from '#contract/people.ts'
import { intersectRights, isSubset, NO_RIGHTS, PRESET_RIGHTS, PRESETS, type Preset, type Rights, readRights } from '#domain/permissions.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { mayManage } from './managing.ts'
import { lockPeople } from './rows.ts'

export interface StoredRole {
  id: string
  name: string
  version: number
  preset: Preset | null
  rights: Rights
}

export const roleHandlers: Handlers<(typeof contract)['roles']> = {
  async list(ctx) {
    const rows = await readRoles(ctx.db, ctx.companyId)
    const place = (role: StoredRole) => (role.preset === null ? PRESETS.length : PRESETS.indexOf(role.preset))
    return rows.sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'pt-BR')).map(role => toRole(ctx, role))
  },

  async create(ctx, { body }) {
    const rights = body.rights ? readRights(body.rights) : intersectRights(PRESET_RIGHTS.READER, ctx.rights)
    if (isSubset(rights, NO_RIGHTS)) throw invalid('rights', 'Escolha ao menos um direito')
    if (!isSubset(rights, ctx.rights)) throw refuse('permission.denied', 'Um cargo só pode ter direitos que você tem.')
    const role: StoredRole = { id: ctx.newId(), name: body.name, version: 1, preset: null, rights }
    await sql`
      insert into roles (company_id, id, name, rights)
      values (${ctx.companyId}, ${role.id}, ${role.name}, ${JSON.stringify(rights)})`.execute(ctx.db)
    ctx.touch(role.id)
    ctx.label(`Cargo ${role.name} criado`)
    return toRole(ctx, role)
  },

  async delete(ctx, { params }) {
    await lockPeople(ctx.db, ctx.companyId)
    const role = await mustFindRole(ctx, params.id)
    if (role.preset !== null) throw fail('conflict.not_editable', { motivo: 'Os cargos fixos não podem ser excluídos.' })
    if (!isSubset(role.rights, ctx.rights)) throw refuse('permission.denied', 'Este cargo tem direitos que você não tem.')
    if (await isInUse(ctx.db, ctx.companyId, role.id)) throw fail('role.in_use')
    await sql`update roles set deleted_at = ${new Date(ctx.now)} where company_id = ${ctx.companyId} and id = ${role.id}`.execute(ctx.db)
    ctx.touch(role.id)
    ctx.label(`Cargo ${role.name} excluído`)
    return { ok: true as const }
  },
}

const toRole = (ctx: Context, role: StoredRole): Role => ({ ...role, may_give: mayManage(ctx, role) })

/** Unsorted; `id` narrows to one. */
async function readRoles(db: Db, companyId: string, id?: string): Promise<StoredRole[]> {
  const rows = await all(
    db,
    sql<StoredRole>`select id, name, version, preset, rights from roles
      where company_id = ${companyId} and deleted_at is null and ${id === undefined ? sql`true` : sql`id = ${id}`}`,
  )
  return rows.map(row => ({ ...row, rights: readRights(row.rights) }))
}

export async function mustFindRole(ctx: Context, id: string): Promise<StoredRole> {
  const [role] = await readRoles(ctx.db, ctx.companyId, id)
  if (!role) throw fail('resource.not_found')
  return role
}

/** Held by somebody who has access, may still accept, or may get access back. */
async function isInUse(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await first(
    db,
    sql<{ used: boolean }>`select exists (select 1 from memberships
      where company_id = ${companyId} and role_id = ${id} and (status <> 'INACTIVE' or accepted_at is not null)) as used`,
  )
  return row?.used ?? false
}
