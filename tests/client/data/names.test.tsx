// Names of ids while their list is on its way, when it could not be read, and once it has come.
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { UNREAD_NAME, useCompanyNames } from '#client/data/names.ts'
import { queryClient } from '#client/data/queries.ts'
import { categoriesOf, useRegisters } from '#client/data/registers.ts'
import { type FakeAnswer, fakeServer, refusal } from '../fake-server.ts'
import { account, category } from '../titles/records.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const REFUSED = refusal(403, 'permission.denied', 'Seu cargo não permite.')

it('a name that could not be read says so, beside names that were; and stands once it is read', async () => {
  let answer: (answer: FakeAnswer) => void = () => {}
  const server = fakeServer({
    'GET /v1/companies/k/bank_accounts': { body: [account] },
    'GET /v1/companies/k/categories': () => new Promise<FakeAnswer>(resolve => (answer = resolve)),
    'GET /v1/contacts': { body: [] },
  })
  const { result } = renderHook(() => useRegisters('k'), { wrapper })
  await waitFor(() => expect(result.current.accountName(account.id)).not.toBe(''))
  expect([result.current.unread, result.current.categoryName(category.id)]).toEqual(['coming', ''])
  answer(REFUSED)
  await waitFor(() => expect(result.current.unread).toBe('failed'))
  const { accountName, categoryName, contactName } = result.current
  expect([categoryName(category.id), categoryName(''), categoryName(null), contactName('gone')]).toEqual([UNREAD_NAME, '', '', ''])
  expect(accountName(account.id)).toContain(account.account_number)

  server.answer('GET /v1/companies/k/categories', { body: [category] })
  await queryClient.refetchQueries({ queryKey: categoriesOf('k').queryKey })
  await waitFor(() => expect(result.current.categoryName(category.id)).toBe(category.name))
  expect([result.current.unread, result.current.categoryName('gone')]).toEqual([undefined, ''])
})

it('a company of the office likewise', async () => {
  fakeServer({ 'GET /v1/organizations/companies': REFUSED })
  const { result } = renderHook(() => useCompanyNames(), { wrapper })
  expect(result.current('k')).toBe('')
  await waitFor(() => expect(result.current('k')).toBe(UNREAD_NAME))
  expect(result.current(null)).toBe('')
})
