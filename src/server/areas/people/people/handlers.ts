// The people of a company.
import type { contract } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { invite } from './inviting.ts'
import { listPeople } from './rows.ts'
import { changeGrants, changeRole, changeStatus, readPerson, toCompanyUser } from './standing.ts'

export const userHandlers: Handlers<(typeof contract)['users']> = {
  list: async ctx => (await listPeople(ctx.db, ctx.companyId)).map(row => toCompanyUser(ctx, row)),
  create: async (ctx, { body }) => readPerson(ctx, (await invite(ctx, body)).id),

  async invite(ctx, { body }) {
    const { id, company_name, role, expires_at } = await invite(ctx, body)
    return {
      id,
      company_id: ctx.companyId,
      company_name,
      role_name: role.name,
      status: 'WAITING_ACCEPT' as const,
      created_at: new Date(ctx.now).toISOString(),
      expires_at: expires_at.toISOString(),
    }
  },

  deactivate: (ctx, { params }) => changeStatus(ctx, params.userId, 'INACTIVE'),
  activate: (ctx, { params }) => changeStatus(ctx, params.userId, 'ACTIVE'),
  changeRole: (ctx, { params }) => changeRole(ctx, params.userId, params.roleId),
  grant: (ctx, { params, body }) => changeGrants(ctx, params.userId, body.owner_grants),
}
