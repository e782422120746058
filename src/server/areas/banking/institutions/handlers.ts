// Banks by compensation code, from the tables of Banco Central.
import { getBanks } from '@brazilian-utils/brazilian-utils'
import type { contract } from '#contract/index.ts'
import { compareText } from '#domain/text.ts'
import type { Handlers } from '#server/kernel/context.ts'

const BANKS = getBanks()
  .map(({ code, ispb, name }) => ({ routing_number: code, ispb, name }))
  .sort((a, b) => compareText(a.routing_number, b.routing_number))

const NAME_OF = new Map(BANKS.map(bank => [bank.routing_number, bank.name]))

/** The institution of a compensation code of three digits ('341'), or undefined. */
export function institutionName(routingNumber: string): string | undefined {
  return NAME_OF.get(routingNumber)
}

const BY_ISPB = new Map(BANKS.map(bank => [bank.ispb, bank.name]))
const ISPB_OF = new Map(BANKS.map(bank => [bank.routing_number, bank.ispb]))

/** Of an ISPB of eight digits, or undefined. */
export const bankNameOf = (ispb: string): string | undefined => BY_ISPB.get(ispb)
/** The ISPB of a compensation code, or undefined. */
export const ispbOf = (routingNumber: string): string | undefined => ISPB_OF.get(routingNumber)

const BY_BOTH = new Map(
  BANKS.flatMap(({ routing_number, ispb }) => [[ispb, routing_number] as const, [routing_number, routing_number] as const]),
)
/** The compensation code of a bank named by that code or by its ISPB; undefined of no bank. */
export const routingNumberOf = (code: string): string | undefined => BY_BOTH.get(code)

export const institutionHandlers: Handlers<(typeof contract)['institutions']> = {
  async list() {
    return BANKS
  },
}
