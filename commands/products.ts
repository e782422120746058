// What a person can do with the products and services a company sells: what any register can, and products from a sheet.
import type { Product } from '#contract/products.ts'
import type { Service } from '#contract/services.ts'
import { product } from '#resources/product.ts'
import { service } from '#resources/service.ts'
import { registerCommands } from './register.ts'

declare module './kit/command.ts' {
  interface Records {
    product: Product
    service: Service
  }
}

const ofProducts = registerCommands(product)
export const productCommands = [
  ofProducts.create({ words: ['mercadoria', 'item'] }),
  ofProducts.copy(),
  ofProducts.edit(),
  ofProducts.export(),
  ofProducts.delete(),
  ofProducts.import('products', 'products.upload'),
] as const

const ofServices = registerCommands(service)
export const serviceCommands = [
  ofServices.create(),
  ofServices.copy(),
  ofServices.edit(),
  ofServices.export(),
  ofServices.delete(),
] as const
