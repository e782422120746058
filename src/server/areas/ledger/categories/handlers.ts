// Categories: a tree whose children inherit kind and flags, and which a closed period locks.
import type { contract } from '#contract/index.ts'
import { categoryTree, DEFAULT_CATEGORIES, MAX_CATEGORY_DEPTH } from '#domain/categories.ts'
import { formatDay } from '#domain/days.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { lockWhole } from '#server/kernel/wholes.ts'
import {
  type CategoryRow,
  closedUse,
  descendants,
  findCategory,
  insertCategories,
  listCategories,
  type NewCategory,
  setKind,
  setStatus,
  updateCategory,
} from './rows.ts'

const FLAGS = ['is_fixed', 'is_non_operational_expense', 'is_deductible', 'is_increasing', 'is_hidden_from_income_statement'] as const
type Flags = Pick<CategoryRow, (typeof FLAGS)[number]>

export const categoryHandlers: Omit<Handlers<(typeof contract)['categories']>, 'balance'> = {
  async initialSetup(ctx) {
    if ((await listCategories(ctx.db, ctx.companyId)).length > 0) throw fail('category.setup_done')
    await insertCategories(
      ctx.db,
      ctx.companyId,
      defaultChart(() => ctx.newId()),
    )
    ctx.label('Plano de contas padrão criado')
    return categoryTree(await listCategories(ctx.db, ctx.companyId))
  },

  async create(ctx, { body }) {
    // Above it the branch must stay where it is read.
    if (body.parent_category_id) await lockWhole(ctx.db, ctx.companyId, 'categories')
    const parent = body.parent_category_id ? await mustFind(ctx, body.parent_category_id) : undefined
    const kind = parent?.kind ?? body.kind
    if (!kind) throw invalid('kind', 'Escolha o tipo')
    if (parent && (await depthOf(ctx, parent)) >= MAX_CATEGORY_DEPTH) throw invalid('parent_category_id', 'A árvore tem até três níveis')
    const flags = Object.fromEntries(FLAGS.map(flag => [flag, body[flag] ?? parent?.[flag] ?? false])) as Flags
    refuseContradiction(flags)
    const category: NewCategory = {
      id: ctx.newId(),
      name: body.name,
      kind,
      parent_category_id: parent?.id ?? null,
      ...flags,
      sorting_index: 0,
    }
    await insertCategories(ctx.db, ctx.companyId, [category])
    ctx.label(`Categoria ${body.name} criada`)
    return mustFind(ctx, category.id)
  },

  async list(ctx) {
    return categoryTree(await listCategories(ctx.db, ctx.companyId))
  },

  get: (ctx, { params }) => mustFind(ctx, params.id),

  async update(ctx, { params, body }) {
    // The tree is one thing to move in: two people moving branches into each other wait here.
    await lockWhole(ctx.db, ctx.companyId, 'categories')
    const before = await mustFind(ctx, params.id)
    if (body.version !== undefined && body.version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const { version: _, ...fields } = body
    const moved: CategoryRow = {
      ...before,
      ...definedOf(fields),
      parent_category_id: fields.parent_category_id === undefined ? before.parent_category_id : fields.parent_category_id,
    }
    const parent = moved.parent_category_id === null ? undefined : await mustFind(ctx, moved.parent_category_id)
    const after: CategoryRow = { ...moved, kind: parent?.kind ?? moved.kind }
    refuseContradiction(after)
    if (parent) await refuseCycle(ctx, after)
    const below = await descendants(ctx.db, ctx.companyId, params.id)
    if (parent && (await depthOf(ctx, parent)) + Math.max(0, ...below.map(row => row.depth)) >= MAX_CATEGORY_DEPTH)
      throw invalid('parent_category_id', 'A árvore tem até três níveis')
    await refuseClosedUse(ctx, before, after)
    if (!(await updateCategory(ctx.db, ctx.companyId, after)))
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    if (before.kind !== after.kind) {
      for (const child of below) await refuseClosedUse(ctx, { ...before, id: child.id }, after)
      await setKind(
        ctx.db,
        ctx.companyId,
        below.map(row => row.id),
        after.kind,
      )
    }
    ctx.label(`Categoria ${after.name} alterada`)
    return mustFind(ctx, params.id)
  },

  inactivate: (ctx, { params }) => changeStatus(ctx, params.id, 'INACTIVE'),
  activate: (ctx, { params }) => changeStatus(ctx, params.id, 'ACTIVE'),
}

async function changeStatus(ctx: Context, id: string, status: 'ACTIVE' | 'INACTIVE') {
  const category = await mustFind(ctx, id)
  await setStatus(ctx.db, ctx.companyId, id, status)
  ctx.label(`Categoria ${category.name} ${status === 'ACTIVE' ? 'reativada' : 'inativada'}`)
  return mustFind(ctx, id)
}

async function mustFind(ctx: Context, id: string): Promise<CategoryRow> {
  const row = await findCategory(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  return row
}

function definedOf<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

function refuseContradiction(flags: Flags): void {
  if (flags.is_deductible && flags.is_increasing) throw invalid('is_increasing', 'Uma categoria não pode deduzir e somar')
}

async function depthOf(ctx: Context, category: CategoryRow): Promise<number> {
  let depth = 1
  for (let at = category; at.parent_category_id; depth += 1) at = await mustFind(ctx, at.parent_category_id)
  return depth
}

async function refuseCycle(ctx: Context, category: CategoryRow): Promise<void> {
  for (let parentId = category.parent_category_id; parentId; ) {
    if (parentId === category.id) throw invalid('parent_category_id', 'Uma categoria não pode ficar abaixo de si mesma')
    parentId = (await mustFind(ctx, parentId)).parent_category_id
  }
}

/** In a closed period a category may be renamed, but neither moved to another block of the DRE nor reflagged. */
async function refuseClosedUse(ctx: Context, before: CategoryRow, after: CategoryRow): Promise<void> {
  const same =
    before.kind === after.kind &&
    before.parent_category_id === after.parent_category_id &&
    FLAGS.every(flag => before[flag] === after[flag])
  if (same) return
  const used = await closedUse(ctx.db, ctx.companyId, before.id)
  if (used) throw fail('period.closed', { data: formatDay(used.day) })
}

/** The default chart with ids, parents before children. */
export function defaultChart(newId: () => string): NewCategory[] {
  const roots = new Map<string, string>()
  return DEFAULT_CATEGORIES.map(({ parent, ...category }, sorting_index) => {
    const id = newId()
    if (parent === null) roots.set(category.name, id)
    return { ...category, id, parent_category_id: parent === null ? null : (roots.get(parent) ?? null), sorting_index }
  })
}
