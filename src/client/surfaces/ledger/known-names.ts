// Whether the names in a filter are borne by someone in the open company: after a jump from another one, some are not.
import { type Registers, shortAccount } from '#client/data/registers.ts'
import type { FilterToken } from '#domain/filter.ts'
import { fold } from '#domain/text.ts'

export type Knows = (token: FilterToken) => boolean

/** Folds a register's names when a filter first asks for them. */
function once(names: () => readonly string[]): () => readonly string[] {
  let folded: readonly string[] | undefined
  return () => {
    folded ??= names().map(fold)
    return folded
  }
}

/** While the registers are on their way every name counts as known. */
export function knownNames({ contacts, categories, accounts, ready }: Registers): Knows {
  if (!ready) return () => true
  const names: Readonly<Record<string, () => readonly string[]>> = {
    contact: once(() => contacts.map(contact => contact.name)),
    category: once(() => categories.map(category => category.name)),
    bank_account: once(() => accounts.map(shortAccount)),
  }
  return token => {
    const of = token.op === 'contains' || token.op === 'equals' ? names[token.field]?.() : undefined
    if (of === undefined || (token.op !== 'contains' && token.op !== 'equals')) return true
    return token.values.some(value => of.some(name => (token.op === 'equals' ? name === value : name.includes(value))))
  }
}
