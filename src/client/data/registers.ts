// The small registers that every screen of a company needs: accounts, categories, contacts. Loaded once, kept current by their tags.
import { useMemo } from 'react'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { type Category, categories } from '#contract/categories.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { namesOf } from './names.ts'
import { queryClient, reading, type Unread, useReading } from './queries.ts'

export const accountsOf = (c: string) => reading(bankAccounts.list, { params: { c } })
export const categoriesOf = (c: string) => reading(categories.list, { params: { c } })
export const contactsOf = (c: string) => reading(contacts.list, { query: { companyId: c } })

const NONE: readonly never[] = []

export type FlatCategory = Omit<Category, 'categories'>

/** The tree as a list, parents before children. */
export function flatCategories(tree: readonly Category[]): FlatCategory[] {
  return tree.flatMap(({ categories: children, ...category }) => [category, ...flatCategories(children ?? [])])
}

export interface Registers {
  accounts: readonly BankAccount[]
  categories: readonly FlatCategory[]
  contacts: readonly Contact[]
  /** Names by id, for columns that hold ids: nothing while they are on their way, `UNREAD_NAME` where they could not be read. */
  accountName(id: string | null | undefined): string
  categoryName(id: string | null | undefined): string
  contactName(id: string | null | undefined): string
  /** Why lists of them may lack some: what is not found may be among those on their way. One that failed is empty. */
  unread: Unread | undefined
  /** Why there are no accounts. */
  error: unknown
}

/** 'Itaú 45871-3': the short name of an account. */
export const shortAccount = (account: Pick<BankAccount, 'institution_name' | 'account_number'>): string =>
  [account.institution_name, account.account_number].filter(Boolean).join(' ')

export function useRegisters(c: string): Registers {
  const { data: accounts, isPending: awaitsAccounts, error: refused } = useReading(bankAccounts.list, { params: { c } })
  const { data: tree, isPending: awaitsCategories } = useReading(categories.list, { params: { c } })
  const { data: people, isPending: awaitsContacts } = useReading(contacts.list, { query: { companyId: c } })
  const error = accounts === undefined ? refused : null
  return useMemo(() => {
    const flat = tree && flatCategories(tree)
    const isComing = awaitsAccounts || awaitsCategories || awaitsContacts
    return {
      accounts: accounts ?? NONE,
      categories: flat ?? NONE,
      contacts: people ?? NONE,
      accountName: namesOf(accounts, awaitsAccounts, shortAccount),
      categoryName: namesOf(flat, awaitsCategories, category => category.name),
      contactName: namesOf(people, awaitsContacts, contact => contact.name),
      unread: isComing ? 'coming' : accounts && tree && people ? undefined : 'failed',
      error,
    }
  }, [accounts, tree, people, awaitsAccounts, awaitsCategories, awaitsContacts, error])
}

/** The present content of the cache, for code outside components: the palette and the steps of commands. */
export function registersNow(c: string): {
  accounts: readonly BankAccount[]
  categories: readonly FlatCategory[]
  contacts: readonly Contact[]
} {
  return {
    accounts: queryClient.getQueryData(accountsOf(c).queryKey) ?? NONE,
    categories: flatCategories(queryClient.getQueryData(categoriesOf(c).queryKey) ?? NONE),
    contacts: queryClient.getQueryData(contactsOf(c).queryKey) ?? NONE,
  }
}
