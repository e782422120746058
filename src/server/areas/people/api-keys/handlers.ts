// API keys: made with a code, shown once, listed by their beginning, revoked at once.
import type { contract } from '#contract/index.ts'
import { isSubset, RESOURCES, type Rights, readRights } from '#domain/permissions.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { newApiKey } from '#server/kernel/api-keys.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { insertApiKey, listApiKeys, revokeApiKey } from './rows.ts'

export const apiKeyHandlers: Handlers<(typeof contract)['apiKeys']> = {
  list: ctx => listApiKeys(ctx.db, ctx.actor.user_id, companiesWith(ctx, 'v')),

  async create(ctx, { body }) {
    const rights = scopeOf(ctx, body.company_id, body.rights)
    await requireStepUp(ctx)
    const { key, prefix, hash } = newApiKey()
    const id = ctx.newId()
    await insertApiKey(ctx.db, {
      id,
      user_id: ctx.actor.user_id,
      company_id: body.company_id ?? null,
      name: body.name,
      prefix,
      key_hash: hash,
      rights,
    })
    const made = (await listApiKeys(ctx.db, ctx.actor.user_id, [])).find(each => each.id === id)
    if (!made) throw new Error('an API key was not made')
    return { ...made, key }
  },

  async delete(ctx, { query }) {
    if (!(await revokeApiKey(ctx.db, query.id, ctx.actor.user_id, companiesWith(ctx, 'd'), ctx.now))) throw fail('resource.not_found')
    return { ok: true as const }
  },
}

const companiesWith = (ctx: Context, action: 'v' | 'd') => ctx.companies.filter(id => ctx.mayIn(id, 'api_keys', action))

/** What the key may do at most; null leaves it to what its creator may at each call. */
function scopeOf(ctx: Context, companyId: string | undefined, asked: Record<string, string> | undefined): Rights | null {
  if (companyId === undefined) {
    if (asked !== undefined) throw invalid('rights', 'Uma chave sem empresa só lê: escolha a empresa para dar mais')
    return null
  }
  if (!ctx.companies.includes(companyId)) throw fail('resource.not_found')
  if (!ctx.mayIn(companyId, 'api_keys', 'c')) throw fail('permission.denied')
  if (asked === undefined) return null
  const known: readonly string[] = RESOURCES
  const unknown = Object.keys(asked).find(resource => !known.includes(resource))
  if (unknown !== undefined) throw invalid('rights', `Recurso desconhecido: ${unknown.slice(0, 40)}`)
  const rights = readRights(asked)
  if (!isSubset(rights, ctx.rightsIn(companyId))) throw refuse('permission.denied', 'Uma chave não pode mais do que quem a cria.')
  return rights
}
