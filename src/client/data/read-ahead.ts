// What the frame of a company and every screen in it need, asked for while their code is still on its way.
import { companies } from '#contract/companies.ts'
import { queryClient, reading } from './queries.ts'
import { accountsOf, categoriesOf, contactsOf } from './registers.ts'

export const permissionsOf = (c: string) => reading(companies.permissions, { params: { c } })
export const COMPANIES = reading(companies.organization)

export function readAhead(c: string): void {
  void queryClient.prefetchQuery(permissionsOf(c))
  void queryClient.prefetchQuery(COMPANIES)
  void queryClient.prefetchQuery(accountsOf(c))
  void queryClient.prefetchQuery(categoriesOf(c))
  void queryClient.prefetchQuery(contactsOf(c))
}
