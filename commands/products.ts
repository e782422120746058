// What a person can do with the products and services a company sells: what any register can, and products from a sheet.
import { products } from '#contract/products.ts'
import { counted } from '#domain/text.ts'
import { product } from '#resources/product.ts'
import { service } from '#resources/service.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { SheetInput, sheet } from './kit/form.ts'
import { registerCommands } from './register.ts'
import { pathTo } from './screens.ts'

export const productCommands = [
  ...registerCommands(product, ['mercadoria', 'item']),
  defineCommand({
    id: 'product.import',
    title: 'Importar produtos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    keysIn: 'products',
    places: ['products.bar', 'products.empty'],
    hint: 'planilha CSV ou XLSX',
    words: ['planilha', 'csv', 'xlsx', 'excel'],
    when: { company: true },
    calls: [products.upload],
    input: SheetInput,
    asks: sheet({
      words: product.sheet.words,
      title: 'Importar produtos',
      submit: 'Importar',
      at: target => pathTo('products.upload', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, { file }) {
      const c = companyIn(target).id
      const { data, batch_id } = await ports.call(products.upload, { params: { c }, form: { file } })
      const say = counted(data.imported, ['produto importado', 'produtos importados'])
      return { say, undo: batch_id === undefined ? [] : [batch_id], go: pathTo('products', { companyId: c }) }
    },
  }),
] as const

export const serviceCommands = registerCommands(service)
