// What the registry says of a contact's company stands in its drawer only once a person asks, and a bad standing is said first.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/data/queries.ts'
import { ContactMore } from '#client/features/contacts/contact-more.tsx'
import type { FakeAnswer } from '../fake-server.ts'
import { fakeServer, refusal } from '../fake-server.ts'
import { supplier } from '../titles/records.ts'

const CNPJ = '11222333000181'
const REGISTRY = `GET /v1/legal_entities/${CNPJ}`
const facts = {
  ...{ id: CNPJ, document_number: CNPJ, name: 'Luz Ltda', trade_name: null, email: null, address: null, phone_number: null },
  ...{ verified: true, situation: 'BAIXADA', size: 'ME', legal_nature: null, branch_matriz: 'MATRIZ', opening_date: '2015-03-02' },
  ...{ social_capital_amount_cents: 5_000_000, main_cnae: 'Padaria', main_cnae_code: '1091102', source: 'local' },
  ...{ mei_option_date: null, mei_exclusion_date: null, simples_option_date: null, simples_exclusion_date: null },
}

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(document_number: string, answers: Record<string, FakeAnswer> = {}) {
  vi.stubGlobal('scrollTo', () => {})
  const server = fakeServer({ 'GET /v1/contacts': { body: [{ ...supplier, document_number }] }, ...answers })
  const root = createRootRoute()
  const route = createRoute({
    getParentRoute: () => root,
    path: '/company/$companyId/contacts',
    staticData: { screen: null },
    component: () => <ContactMore id={supplier.id} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`/company/${supplier.company_id}/contacts`] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return server
}

test('asks when told to, warns of a company that is closed, and shows the score', async () => {
  await open(CNPJ, {
    [`${REGISTRY}/registration_data`]: { body: facts },
    [`${REGISTRY}/score`]: { body: { document_number: CNPJ, score: 712, source: 'local' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Consultar o CNPJ' }))
  expect(await screen.findByText('Na Receita, esta empresa está baixada.')).toBeTruthy()
  expect(screen.getByText('712 de 1.000')).toBeTruthy()
  expect(screen.getByText('02/03/2015')).toBeTruthy()
})

test('says what the registry answers of a company it does not know, and offers nothing for a person', async () => {
  await open(CNPJ, {
    [`${REGISTRY}/registration_data`]: refusal(404, 'registry.not_found', 'Não encontramos este documento.'),
    [`${REGISTRY}/score`]: refusal(404, 'registry.not_found', 'Não encontramos este documento.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Consultar o CNPJ' }))
  expect(await screen.findByText('Não encontramos este documento.')).toBeTruthy()
  cleanup()
  queryClient.clear()
  await open('52998224725')
  await new Promise(done => setTimeout(done, 20))
  expect(screen.queryByText('Cadastro público')).toBeNull()
})
