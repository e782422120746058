// Products from a sheet, CSV or XLSX: every row right, or none goes in.
import { ProductFields } from '#contract/products.ts'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { parseAmount } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { product } from '#resources/product.ts'
import type { Context, UploadedFile } from '#server/kernel/context.ts'
import { type RowError, readTable, rowsRefused, sheetImported, type TableRow } from '#server/sheets/table.ts'
import { isKnownNcm, isSaleCfop } from './classifications.ts'
import { insertProducts, type ProductRow, takenCodes, withDefaults } from './rows.ts'

const MAX_ROWS = 10_000

const { columns: COLUMNS, needed: NEEDED } = product.sheet
type Column = keyof typeof COLUMNS

export async function importProducts(ctx: Context, file: UploadedFile) {
  const rows = readTable<Column>(file, COLUMNS, NEEDED, { rows: MAX_ROWS, noun: 'produto' })
  const errors: RowError[] = []
  const products: { line: number; product: ProductRow }[] = []
  for (const row of rows) {
    const read = readRow(row)
    if (typeof read === 'string') errors.push({ line: row.line, message: read })
    else products.push({ line: row.line, product: read })
  }
  errors.push(...(await repeated(ctx, products)))
  if (errors.length > 0) throw rowsRefused(errors)
  await insertProducts(
    ctx.db,
    ctx.companyId,
    products.map(({ product }) => ({ id: ctx.newId(), ...product })),
  )
  ctx.label(counted(products.length, ['produto importado de planilha', 'produtos importados de planilha']))
  return sheetImported(ctx, 'products.import', products.length)
}

/** The product of a row, or the pt-BR sentence that says what is wrong with it. */
function readRow({ cell }: TableRow<Column>): ProductRow | string {
  const price = parseAmount(cell('price_cents'))
  if (price === undefined || price < 0)
    return cell('price_cents') === '' ? 'Informe o preço' : `Preço inválido: ${cell('price_cents').slice(0, 40)}`
  const origin = readOrigin(cell('origin'))
  if (origin === undefined) return `Origem não aceita: ${cell('origin').slice(0, 40)} (use 0 a 8)`
  const icms = cell('icms_rate') === '' ? null : parseAmount(cell('icms_rate').replace('%', ''))
  if (icms === undefined) return `ICMS inválido: ${cell('icms_rate').slice(0, 40)}`
  const read = ProductFields.safeParse({
    code: cell('code'),
    name: cell('name'),
    description: cell('description'),
    unit: cell('unit') || undefined,
    price_cents: price,
    ncm: cell('ncm'),
    cest: cell('cest'),
    cfop: cell('cfop') || undefined,
    gtin: cell('gtin'),
    origin,
    icms_rate: icms,
  })
  if (!read.success) return read.error.issues[0]?.message ?? 'Linha inválida'
  const product = withDefaults(read.data)
  if (!isKnownNcm(product.ncm)) return `NCM não encontrado na tabela: ${product.ncm}`
  if (!isSaleCfop(product.cfop)) return `CFOP não é de saída: ${product.cfop}`
  return product
}

/** The fiscal code 0 to 8; nothing means national. */
const readOrigin = (text: string) => (text === '' ? PRODUCT_ORIGINS[0] : /^\d$/.test(text) ? PRODUCT_ORIGINS[Number(text)] : undefined)

/** Rows whose code is already a product's, here or earlier in the file. */
async function repeated(ctx: Context, products: readonly { line: number; product: ProductRow }[]): Promise<RowError[]> {
  const taken = await takenCodes(
    ctx.db,
    ctx.companyId,
    products.map(({ product }) => product.code),
  )
  const seen = new Map<string, number>()
  const errors: RowError[] = []
  for (const { line, product } of products) {
    const earlier = seen.get(product.code)
    if (taken.has(product.code)) errors.push({ line, message: 'Já existe um produto com este código.' })
    else if (earlier !== undefined) errors.push({ line, message: `Código repetido: já está na linha ${earlier}.` })
    seen.set(product.code, line)
  }
  return errors
}
