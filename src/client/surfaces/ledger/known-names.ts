// The names a filter may mean in the open company: what it offers, and whether what it says is borne by someone (after a jump it may not be).
import { type Registers, shortAccount } from '#client/data/registers.ts'
import type { FilterToken } from '#domain/filter.ts'
import { fold } from '#domain/text.ts'

export type Knows = (token: FilterToken) => boolean
/** The names a register gives a field of the filter; undefined where it has none. */
export type NamesOf = (field: string) => readonly string[] | undefined

export function namesIn({ contacts, categories, accounts }: Registers): NamesOf {
  const names: Readonly<Record<string, () => readonly string[]>> = {
    contact: () => contacts.map(contact => contact.name),
    category: () => categories.map(category => category.name),
    bank_account: () => accounts.map(shortAccount),
  }
  return field => names[field]?.()
}

/** While some register is unread every name counts as known; names are folded when a filter first asks for them. */
export function knownNames(registers: Registers): Knows {
  if (registers.unread) return () => true
  const namesOf = namesIn(registers)
  const folded = new Map<string, readonly string[]>()
  return token => {
    if (token.op !== 'contains' && token.op !== 'equals') return true
    const known = folded.get(token.field) ?? namesOf(token.field)?.map(fold)
    if (known === undefined) return true
    folded.set(token.field, known)
    return token.values.some(value => known.some(name => (token.op === 'equals' ? name === value : name.includes(value))))
  }
}
