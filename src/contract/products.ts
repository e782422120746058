// Products the company sells (SPEC.md, Products) and their classifications; the fields are those of an NF-e.
import { z } from 'zod'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Cents, createOf, Done, Id, OptionalText, patchOf, Text } from './kit/fields.ts'
import { SheetImport } from './notifications.ts'

export const Product = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  /** The company's own code, one per live product. */
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Commercial unit: 'UN', 'KG', 'CX'. */
  unit: z.string(),
  price_cents: z.int(),
  ncm: z.string(),
  cest: z.string().nullable(),
  /** For a sale inside the state; the invoice turns it into 6xxx for another state. */
  cfop: z.string(),
  gtin: z.string().nullable(),
  origin: z.enum(PRODUCT_ORIGINS),
  /** Hundredths of a percent; a company outside the Simples needs it to issue. */
  icms_rate: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Product = z.infer<typeof Product>

function digitsOf(text: string, lengths: readonly number[], message: string, ctx: z.RefinementCtx): string {
  const digits = text.replace(/\D/g, '')
  if (!lengths.includes(digits.length)) ctx.addIssue({ code: 'custom', message })
  return digits
}
const Code = z.string().max(30)
/** Digits of a given length, with or without dots; the server checks them against the table. */
const Digits = (lengths: readonly number[], message: string) => Code.transform((text, ctx) => digitsOf(text, lengths, message, ctx))
/** The same for an optional field; an empty text clears it. */
const OptionalDigits = (lengths: readonly number[], message: string) =>
  Code.transform((text, ctx) => (text.trim() === '' ? null : digitsOf(text, lengths, message, ctx))).nullish()

export const ProductFields = z.object({
  code: Text(60).min(1, 'Informe o código'),
  name: Text(120).min(1, 'Informe o nome'),
  description: OptionalText(500).optional(),
  unit: Text(6).min(1, 'Informe a unidade').optional(),
  price_cents: Cents.refine(cents => cents >= 0, 'O preço não pode ser negativo'),
  ncm: Digits([8], 'O NCM tem 8 dígitos'),
  cest: OptionalDigits([7], 'O CEST tem 7 dígitos'),
  cfop: Digits([4], 'O CFOP tem 4 dígitos').optional(),
  gtin: OptionalDigits([8, 12, 13, 14], 'O GTIN tem 8, 12, 13 ou 14 dígitos'),
  origin: z.enum(PRODUCT_ORIGINS).optional(),
  icms_rate: z.int().min(0).max(4000, 'O ICMS vai até 40%').nullish(),
})

/** What a product is by default: national, bought and sold by the unit inside the state. */
export const PRODUCT_DEFAULTS = {
  unit: 'UN',
  cfop: '5102',
  origin: 'NATIONAL',
  description: null,
  cest: null,
  gtin: null,
  icms_rate: null,
} as const

export const CLASSIFICATION_KINDS = ['NCM', 'CFOP'] as const

const writes = ['products', 'batches'] as const

export const products = resource('products', {
  classifications: endpoint('GET /v1/product_classifications', {
    summary: 'CFOP de venda e capítulos do NCM; com os 4 a 8 primeiros dígitos de um NCM em `search`, os códigos que existem.',
    query: z.object({ kind: z.enum(CLASSIFICATION_KINDS).optional(), search: Text(120).optional() }),
    returns: z.array(z.object({ code: z.string(), description: z.string(), kind: z.enum(CLASSIFICATION_KINDS) })),
    tenant: 'none',
  }),
  list: endpoint('GET /v1/companies/{c}/products', {
    summary: 'Lista os produtos.',
    query: z.object({ search: Text(120).optional() }),
    returns: z.array(Product),
    needs: 'products:v',
    reads: ['products'],
  }),
  create: endpoint('POST /v1/companies/{c}/products', {
    summary: 'Cria um produto.',
    body: createOf(ProductFields, Product),
    returns: Product,
    creates: true,
    needs: 'products:c',
    writes,
    fails: ['validation.failed', 'conflict.already_exists'],
  }),
  get: endpoint('GET /v1/companies/{c}/products/{id}', {
    summary: 'Mostra um produto.',
    returns: Product,
    needs: 'products:v',
    reads: ['products'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/products/{id}', {
    summary: 'Altera um produto.',
    body: patchOf(ProductFields, Product),
    returns: Product,
    needs: 'products:u',
    writes,
    fails: ['validation.failed', 'conflict.stale_version', 'conflict.already_exists'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/products/{id}', {
    summary: 'Exclui um produto; as notas emitidas guardam o que ele era.',
    returns: Done,
    needs: 'products:d',
    writes,
  }),
  upload: endpoint('POST /v1/companies/{c}/products/upload', {
    summary: 'Importa produtos de uma planilha CSV ou XLSX; tudo ou nada.',
    form: z.object({}),
    sheet: true,
    returns: SheetImport,
    creates: true,
    rate: 'upload',
    needs: 'products:c',
    writes,
    fails: ['import.file_rejected', 'import.row_errors'],
  }),
})
