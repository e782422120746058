// What a person can do with the products and services a company sells: create, copy, import, delete.
import { products } from '#contract/products.ts'
import { services } from '#contract/services.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

const inProducts: Clause = { area: 'products', company: true }
const inServices: Clause = { area: 'services', company: true }
const produtos = (count: number): string => (count === 1 ? '1 produto' : `${count.toLocaleString('pt-BR')} produtos`)
const servicos = (count: number): string => (count === 1 ? '1 serviço' : `${count.toLocaleString('pt-BR')} serviços`)

const INVOICES_STAY = 'As notas já emitidas guardam o que eles eram. Dá para desfazer.'

export const productCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'product.create',
    title: 'Novo produto',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['products.page', 'products.empty'],
    words: ['mercadoria', 'item', 'criar', 'cadastrar'],
    when: inProducts,
    calls: [products.create],
    run: async (_, target) => ({ go: pathTo('products.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'product.import',
    title: 'Importar produtos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['products.bar', 'products.empty'],
    hint: 'planilha CSV ou XLSX',
    words: ['planilha', 'csv', 'xlsx', 'excel'],
    when: inProducts,
    calls: [products.upload],
    run: async (_, target) => ({ go: pathTo('products.upload', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'product.copy',
    title: 'Duplicar produto',
    short: 'duplicar',
    icon: 'copy',
    of: 'product',
    takes: 'one',
    keys: ['d'],
    places: ['products.toolbar', 'product.row', 'product.drawer'],
    words: ['copiar', 'cópia'],
    when: inProducts,
    calls: [products.create],
    run: async (_, target) => ({
      go: { to: pathTo('products.create', { companyId: companyIn(target).id }), search: { copia: target.records[0].id } },
    }),
  }),
  defineCommand({
    id: 'product.delete',
    title: 'Excluir produto',
    short: 'excluir',
    icon: 'trash',
    of: 'product',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['products.toolbar', 'product.row/danger', 'product.drawer'],
    words: ['apagar', 'remover'],
    when: inProducts,
    calls: [products.delete],
    // One product is asked about at its own address.
    confirm: target =>
      target.count > 1 ? { title: `Excluir ${produtos(target.count)}?`, body: INVOICES_STAY, action: 'Excluir', danger: true } : undefined,
    async run(ports, target) {
      const c = companyIn(target).id
      const [productId = ''] = target.ids
      if (target.count === 1) return { go: pathTo('products.delete', { companyId: c, productId }) }
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(products.delete, { params: { c, id } }))
      return outcomeOf(target, written, count => `${produtos(count)} ${count === 1 ? 'excluído' : 'excluídos'}`)
    },
  }),
]

export const serviceCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'service.create',
    title: 'Novo serviço',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['services.page', 'services.empty'],
    words: ['criar', 'cadastrar'],
    when: inServices,
    calls: [services.create],
    run: async (_, target) => ({ go: pathTo('services.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'service.copy',
    title: 'Duplicar serviço',
    short: 'duplicar',
    icon: 'copy',
    of: 'service',
    takes: 'one',
    keys: ['d'],
    places: ['services.toolbar', 'service.row', 'service.drawer'],
    words: ['copiar', 'cópia'],
    when: inServices,
    calls: [services.create],
    run: async (_, target) => ({
      go: { to: pathTo('services.create', { companyId: companyIn(target).id }), search: { copia: target.records[0].id } },
    }),
  }),
  defineCommand({
    id: 'service.delete',
    title: 'Excluir serviço',
    short: 'excluir',
    icon: 'trash',
    of: 'service',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['services.toolbar', 'service.row/danger', 'service.drawer'],
    words: ['apagar', 'remover'],
    when: inServices,
    calls: [services.delete],
    confirm: target =>
      target.count > 1 ? { title: `Excluir ${servicos(target.count)}?`, body: INVOICES_STAY, action: 'Excluir', danger: true } : undefined,
    async run(ports, target) {
      const c = companyIn(target).id
      const [companyServiceId = ''] = target.ids
      if (target.count === 1) return { go: pathTo('services.delete', { companyId: c, companyServiceId }) }
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(services.delete, { params: { c, id } }))
      return outcomeOf(target, written, count => `${servicos(count)} ${count === 1 ? 'excluído' : 'excluídos'}`)
    },
  }),
]
