// Products: what the company sells, classified for its invoices.
import type { contract } from '#contract/index.ts'
import type { Product } from '#contract/products.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { takeAtOnce } from '#server/sheets/sheet.ts'
import { findClassifications, isKnownNcm, isSaleCfop } from './classifications.ts'
import { deleteProduct, findProduct, insertProducts, listProducts, type ProductRow, updateProduct, withDefaults } from './rows.ts'
import { productSheet } from './sheet.ts'

export const productHandlers: Handlers<(typeof contract)['products']> = {
  classifications: async (_, { query }) => findClassifications(query.kind, query.search),

  list: (ctx, { query }) => listProducts(ctx.db, ctx.companyId, query.search),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async create(ctx, { body }) {
    const id = ctx.newId()
    const product = withDefaults(body)
    checkCodes(product)
    await insertProducts(ctx.db, ctx.companyId, [{ id, ...product }])
    ctx.touch(id)
    ctx.label(`Produto ${product.name} criado`)
    return mustFind(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await mustFind(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ProductRow>
    const after: ProductRow = { ...before, ...given }
    checkCodes(after)
    if (!(await updateProduct(ctx.db, ctx.companyId, params.id, before.version, after))) {
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    }
    ctx.touch(params.id)
    ctx.label(`Produto ${after.name} alterado`)
    return mustFind(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const product = await mustFind(ctx, params.id)
    await deleteProduct(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Produto ${product.name} excluído`)
    return { ok: true as const }
  },

  upload: (ctx, { file }) => takeAtOnce(ctx, productSheet, file),
}

function checkCodes(product: Pick<ProductRow, 'ncm' | 'cfop'>): void {
  if (!isKnownNcm(product.ncm)) throw invalid('ncm', 'NCM não encontrado na tabela')
  if (!isSaleCfop(product.cfop)) throw invalid('cfop', 'Escolha um CFOP de saída (5xxx, 6xxx ou 7xxx)')
}

async function mustFind(ctx: Context, id: string): Promise<Product> {
  const product = await findProduct(ctx.db, ctx.companyId, id)
  if (!product) throw fail('resource.not_found')
  return product
}
