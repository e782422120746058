// Which roles a person may give, take or change in a company.
import { mayManageRole, type Preset, type Rights } from '#domain/permissions.ts'
import { refuse } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'

interface RoleFacts {
  preset: Preset | null
  rights: Rights
}

/** Whether the actor may give or take a role here; until the company has an owner, whoever registered it gives that role and no other. */
export const mayManage = (ctx: Context, { preset, rights }: RoleFacts): boolean =>
  ctx.founding ? preset === 'OWNER' : mayManageRole(ctx.rights, rights)

export function needManage(ctx: Context, role: RoleFacts): void {
  if (!mayManage(ctx, role)) throw refuse('permission.denied', 'Você só pode dar ou tirar cargos abaixo do seu.')
}
