// A product: what the company sells, with what its invoices need to know of it.
import { PRODUCT_DEFAULTS, ProductFields, products } from '#contract/products.ts'
import { maskCest, maskNcm } from '#domain/fiscal/masks.ts'
import { PRODUCT_ORIGIN_LABELS } from '#domain/labels.ts'
import { choice, digits, money, pick, rate, text } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

export const product = defineResource(products, ProductFields, {
  ...names.product,
  fields: {
    code: text('Código', {
      help: 'O seu: cada produto tem um',
      column: { width: 104 },
      search: true,
      sheet: ['codigo', 'sku', 'referencia'],
    }),
    name: text('Nome', { column: { least: 220 }, search: true, sheet: ['nome', 'produto'] }),
    description: text('Descrição', { search: true, sheet: ['descricao'] }),
    unit: text('Unidade', {
      help: 'UN, KG, CX, PC, L, M',
      start: PRODUCT_DEFAULTS.unit,
      upper: true,
      column: { width: 80, leaves: 2 },
      sheet: ['unidade', 'un'],
    }),
    price_cents: money('Preço', {
      missing: 'Informe o preço',
      column: { width: 116 },
      sheet: ['preco', 'valor', 'preco (r$)', 'valor (r$)'],
    }),
    ncm: pick('NCM', 'ncm', {
      missing: 'Informe o NCM',
      mask: maskNcm,
      abbr: 'NCM',
      column: { width: 112, leaves: 4 },
      search: true,
      sheet: ['ncm'],
    }),
    cfop: pick('CFOP', 'cfop', {
      missing: 'Escolha o CFOP',
      start: PRODUCT_DEFAULTS.cfop,
      column: { width: 72, leaves: 3 },
      sheet: ['cfop'],
    }),
    origin: choice('Origem da mercadoria', PRODUCT_ORIGIN_LABELS, {
      title: 'Origem',
      start: PRODUCT_DEFAULTS.origin,
      help: 'Nacional, a menos que seja importada ou leve peças importadas',
      column: { width: 200, leaves: 1 },
      sheet: ['origem'],
    }),
    cest: digits('CEST', { mask: maskCest, max: 9, help: '7 dígitos, só se há substituição tributária', search: true, sheet: ['cest'] }),
    gtin: digits('GTIN', { max: 14, help: 'O número do código de barras', search: true, sheet: ['gtin', 'ean', 'codigo de barras'] }),
    icms_rate: rate('ICMS (%)', {
      title: 'ICMS',
      most: 4000,
      help: 'Só para empresa fora do Simples Nacional',
      sheet: ['icms', 'aliquota icms', 'icms (%)'],
    }),
  },
  columns: ['code', 'name', 'ncm', 'cfop', 'origin', 'unit', 'price_cents'],
  form: [
    ['name'],
    ['code', 'unit'],
    ['price_cents'],
    ['description'],
    'Para as notas fiscais',
    ['ncm'],
    ['cfop'],
    ['origin'],
    ['cest', 'gtin'],
    ['icms_rate'],
  ],
  title: 'name',
  amount: { of: 'price_cents', per: 'unit' },
  lead: 'description',
  drawer: { Dados: ['code', 'unit', 'gtin'], 'Para as notas fiscais': ['ncm', 'cfop', 'cest', 'origin', 'icms_rate'] },
  card: [['code', 'ncm'], ['unit']],
  own: ['code'],
  placeholder: 'Filtrar por nome, código ou NCM',
  about: 'O que a empresa vende, com preço e classificação fiscal, para as notas saírem sem digitar tudo de novo.',
  stays: 'As notas já emitidas guardam o que ele era. Dá para desfazer.',
  sheetNote: 'A origem é o dígito de 0 a 8.',
})
