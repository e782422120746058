// Pluggy's answers in the words of the port: states, accounts and movements.
import { dayInSaoPaulo } from '#domain/days.ts'
import type { ProvidedAccount, ProvidedTransaction } from '#domain/open-finance.ts'
import type { ProviderItem } from '../open-finance.ts'
import type { Account, Item, Transaction } from './wire.ts'

export function stateOf(item: Item): ProviderItem {
  return {
    status: item.status,
    execution_status: item.executionStatus,
    consent_expires_at: item.consentExpiresAt ? dayInSaoPaulo(Date.parse(item.consentExpiresAt)) : null,
    authorize_url: item.status === 'WAITING_USER_ACTION' || item.status === 'WAITING_USER_INPUT' ? addressIn(item) : null,
    asks_label: item.status === 'WAITING_USER_INPUT' ? (item.parameter?.label.slice(0, 200) ?? null) : null,
  }
}

/** The page of the bank where the person authorises: the only https address among what the item says. */
function addressIn({ parameter, userAction }: Item): string | null {
  const said = [...Object.values(userAction?.attributes ?? {}), parameter?.data]
  return said.find((text): text is string => typeof text === 'string' && text.length <= 4000 && isHttps(text)) ?? null
}

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'

/** Cards are left out: their movements are those of a bill, not of an account. */
export function accountsOf(accounts: readonly Account[], routingNumber: string, today: string): ProvidedAccount[] {
  return accounts
    .filter(account => account.type === 'BANK')
    .map(account => {
      const [bank, branch, number] = numbersOf(account)
      return {
        id: account.id,
        kind: account.subtype === 'SAVINGS_ACCOUNT' ? ('SAVINGS' as const) : ('CHECKING' as const),
        routing_number: bank ?? routingNumber,
        branch_number: branch ?? null,
        account_number: number ?? account.number,
        balance_cents: centsOf(account.balance),
        balance_day: account.updatedAt ? dayInSaoPaulo(Date.parse(account.updatedAt)) : today,
      }
    })
}

/** Bank, branch and account: '341/1234/56789-0' where money may be sent to it, else '1234/56789-0' as the bank prints it. */
function numbersOf({ bankData, number }: Account): (string | undefined)[] {
  const whole = /^(\d{3})\/([\dxX-]+)\/([\dxX-]+)$/.exec(bankData?.transferNumber ?? '')
  if (whole) return whole.slice(1)
  const own = /^([\dxX-]+)\/([\dxX-]+)$/.exec(number)
  return [undefined, own?.[1], own?.[2]]
}

/** Oldest first. */
export function transactionsOf(transactions: readonly Transaction[]): ProvidedTransaction[] {
  return transactions
    .map(each => ({
      id: each.id,
      day: dayInSaoPaulo(Date.parse(each.date)),
      // The word decides the direction: on some accounts the sign means the other way round.
      amount_cents: (each.type === 'DEBIT' ? -1 : 1) * Math.abs(centsOf(each.amount)),
      description: descriptionOf(each),
      ...(each.categoryId ? { category_id: each.categoryId } : {}),
      ...(each.category ? { category: each.category } : {}),
      pending: each.status === 'PENDING',
    }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1))
}

/** The bank's own words, with the name and document of the other side where they do not say them. */
function descriptionOf({ type, description, descriptionRaw, paymentData }: Transaction): string {
  const words = descriptionRaw || description
  const other = type === 'DEBIT' ? paymentData?.receiver : paymentData?.payer
  const more = [other?.name, other?.documentNumber?.value].filter(text => text && !words.toLowerCase().includes(text.toLowerCase()))
  return [words, ...more].join(' ')
}

/** Exact for what is written with up to two decimals; a third one is rounded half away from zero. */
export function centsOf(amount: number): number {
  const [, sign, whole = '0', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  if (sign === undefined) return Math.round(amount * 100)
  const rounded = Number(whole) * 100 + Number(cents.slice(0, 2).padEnd(2, '0')) + (Number(cents[2] ?? 0) >= 5 ? 1 : 0)
  return sign === '-' && rounded !== 0 ? -rounded : rounded
}
