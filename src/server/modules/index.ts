// Every handler of the contract: a row without one does not compile.
import type { Contract } from '#contract/index.ts'
import type { Handlers } from '../kernel/context.ts'
import { categoryHandlers } from './categories/handlers.ts'

export const handlers: { [K in keyof Contract]: Handlers<Contract[K]> } = {
  categories: categoryHandlers,
}
