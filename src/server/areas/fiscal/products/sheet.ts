// Products from a sheet, CSV or XLSX.
import { ProductFields } from '#contract/products.ts'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { parseAmount } from '#domain/money.ts'
import { product } from '#resources/product.ts'
import { defineSheet, type PlannedRow, type SheetDesk } from '#server/sheets/sheet.ts'
import type { TableRow } from '#server/sheets/table.ts'
import { isKnownNcm, isSaleCfop } from './classifications.ts'
import { insertProducts, type ProductRow, takenCodes, withDefaults } from './rows.ts'

const { columns, needed } = product.sheet
type Column = keyof typeof columns

export const productSheet = defineSheet<Column, ProductRow>({
  command: 'products.upload',
  columns,
  needed,
  noun: 'produto',
  label: ['produto importado de planilha', 'produtos importados de planilha'],
  strict: true,
  plan: (desk, rows) =>
    told(
      desk,
      rows.map(row => ({ line: row.line, ...readRow(row) })),
    ),
  insert: (desk, products) =>
    insertProducts(
      desk.db,
      desk.companyId,
      products.map(product => ({ id: desk.newId(), ...product })),
    ),
})

type Read = Pick<PlannedRow<ProductRow>, 'problems' | 'records'>

/** The product of a row, and all that is wrong with it. */
function readRow({ cell }: TableRow<Column>): Read {
  const price = parseAmount(cell('price_cents'))
  const isPrice = price !== undefined && price >= 0
  const origin = readOrigin(cell('origin'))
  const icms = cell('icms_rate') === '' ? null : parseAmount(cell('icms_rate').replace('%', ''))
  const wrong = [
    !isPrice && (cell('price_cents') === '' ? 'Informe o preço' : `Preço inválido: ${cell('price_cents').slice(0, 40)}`),
    origin === undefined && `Origem não aceita: ${cell('origin').slice(0, 40)} (use 0 a 8)`,
    icms === undefined && `ICMS inválido: ${cell('icms_rate').slice(0, 40)}`,
  ].filter(problem => typeof problem === 'string')
  const read = ProductFields.safeParse({
    code: cell('code'),
    name: cell('name'),
    description: cell('description'),
    unit: cell('unit') || undefined,
    price_cents: isPrice ? price : 0,
    ncm: cell('ncm'),
    cest: cell('cest'),
    cfop: cell('cfop') || undefined,
    gtin: cell('gtin'),
    origin: origin ?? PRODUCT_ORIGINS[0],
    icms_rate: icms ?? null,
  })
  if (!read.success) return { problems: [...wrong, ...read.error.issues.map(issue => issue.message)], records: [] }
  const product = withDefaults(read.data)
  if (!isKnownNcm(product.ncm)) wrong.push(`NCM não encontrado na tabela: ${product.ncm}`)
  if (!isSaleCfop(product.cfop)) wrong.push(`CFOP não é de saída: ${product.cfop}`)
  return { problems: wrong, records: wrong.length > 0 ? [] : [product] }
}

/** The fiscal code 0 to 8; nothing means national. */
const readOrigin = (text: string) => (text === '' ? PRODUCT_ORIGINS[0] : /^\d$/.test(text) ? PRODUCT_ORIGINS[Number(text)] : undefined)

/** Adds whose code is a product's already, here or earlier in the file. */
async function told({ db, companyId }: SheetDesk, rows: readonly (Read & { line: number })[]): Promise<PlannedRow<ProductRow>[]> {
  const codes = rows.flatMap(row => row.records).map(product => product.code)
  const taken = new Set(await takenCodes(db, companyId, codes))
  const seen = new Map<string, number>()
  return rows.map(({ line, problems, records }) => {
    const code = records[0]?.code
    if (code === undefined) return { line, problems, records }
    const earlier = seen.get(code)
    seen.set(code, line)
    if (taken.has(code)) return { line, problems, records, present: 'Já existe um produto com este código.' }
    return { line, problems: earlier === undefined ? problems : [`Código repetido: já está na linha ${earlier}.`], records }
  })
}
