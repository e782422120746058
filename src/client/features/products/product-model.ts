// The form of a product as data: its schema, what it starts with, and the copy of another one.
import { z } from 'zod'
import { PRODUCT_DEFAULTS, type Product, ProductFields } from '#contract/products.ts'
import { maskCest, parseRate, typedRate } from '#domain/fiscal/masks.ts'

/** A picker emptied by hand holds null. */
const picked = <T extends z.ZodType<unknown, string>>(schema: T, message: string) =>
  z
    .string()
    .nullable()
    .transform(value => value ?? '')
    .pipe(z.string().min(1, message))
    .pipe(schema)

const { name, code, description, origin } = ProductFields.shape

export const ProductForm = z.object({
  name,
  code,
  description,
  origin,
  unit: z
    .string()
    .trim()
    .min(1, 'Informe a unidade')
    .max(6, 'Até 6 caracteres')
    .transform(unit => unit.toUpperCase()),
  price_cents: z
    .number({ error: ({ input }) => (input === null ? 'Informe o preço' : 'Valor inválido') })
    .int('Valor inválido')
    .min(0, 'O preço não pode ser negativo'),
  ncm: picked(ProductFields.shape.ncm, 'Informe o NCM'),
  cfop: picked(z.string(), 'Escolha o CFOP'),
  cest: ProductFields.shape.cest,
  gtin: ProductFields.shape.gtin,
  icms_rate: z.string().transform((text, ctx) => {
    if (text.trim() === '') return null
    const rate = parseRate(text)
    if (rate === undefined || rate > 4000) ctx.addIssue({ code: 'custom', message: 'Um percentual de 0 a 40' })
    return rate ?? null
  }),
})
export type ProductInput = z.input<typeof ProductForm>
export type ProductValues = z.output<typeof ProductForm>

export function productDefaults(product?: Product): ProductInput {
  const { unit, cfop, origin } = product ?? PRODUCT_DEFAULTS
  return {
    name: product?.name ?? '',
    code: product?.code ?? '',
    description: product?.description ?? '',
    unit,
    price_cents: product?.price_cents ?? (null as unknown as number),
    ncm: product?.ncm ?? null,
    cfop,
    origin,
    cest: maskCest(product?.cest ?? ''),
    gtin: product?.gtin ?? '',
    icms_rate: product?.icms_rate == null ? '' : typedRate(product.icms_rate),
  }
}

/** Everything of another product but its code, which is each product's own. */
export const copyDefaults = (product: Product): ProductInput => ({ ...productDefaults(product), code: '' })
