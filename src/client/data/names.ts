// Names by id, of lists that are read apart from the records that hold the ids.
import { useMemo } from 'react'
import { companies } from '#contract/companies.ts'
import { useReading } from './queries.ts'

/** Stands where a record's name would be: the record has one, and its list could not be read. */
export const UNREAD_NAME = '(nome não lido)'

/** Nothing for no id, for a record that is not in the list, and while the list is on its way. */
export function namesOf<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  isPending: boolean,
  nameOf: (row: Row) => string,
): (id: string | null | undefined) => string {
  const names = new Map(rows?.map(row => [row.id, nameOf(row)]))
  const missing = rows || isPending ? '' : UNREAD_NAME
  return id => (id ? (names.get(id) ?? missing) : '')
}

/** Of the companies of the office. */
export function useCompanyNames(): (id: string | null | undefined) => string {
  const { data, isPending } = useReading(companies.organization)
  return useMemo(() => namesOf(data, isPending, company => company.name), [data, isPending])
}
