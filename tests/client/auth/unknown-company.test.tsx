// Without a company: invitations answered, a company founded, and what stands there for who may found none.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeTokens } from '#client/data/tokens.ts'
import { openHouse } from '#client/surfaces/house.ts'
import { globalCommands } from '#commands/global.ts'
import type { Profile } from '#contract/auth.ts'
import { fakeServer, refusal } from '../fake-server.ts'
import { closeTab, ids, newTab, openAt, profileOf, toast, tokens } from './way-in.tsx'

const invitation = {
  id: ids.invitation,
  company_id: ids.pharmacy,
  company_name: 'Farmácia Boa Hora',
  role_name: 'Financeiro',
  status: 'WAITING_ACCEPT',
  created_at: '2026-11-18T12:00:00Z',
  expires_at: '2026-11-25T12:00:00Z',
}
const company = {
  id: ids.bakery,
  version: 1,
  document_number: '11222333000181',
  name: 'Padaria Sol Nascente',
  trade_name: null,
  email: null,
  phone_number: null,
  municipal_registration: null,
  state_registration: null,
  tax_regime: 'SIMPLES_NACIONAL',
  legal_entity: {
    id: '11222333000181',
    document_number: '11222333000181',
    name: 'Padaria Sol Nascente',
    trade_name: null,
    email: null,
    address: null,
    phone_number: null,
    verified: false,
    situation: null,
    size: null,
    legal_nature: null,
    branch_matriz: 'MATRIZ',
    social_capital_amount_cents: null,
    opening_date: null,
    main_cnae: null,
    main_cnae_code: null,
    mei_option_date: null,
    mei_exclusion_date: null,
    simples_option_date: null,
    simples_exclusion_date: null,
  },
  company_activations: [],
  invoice_connection_settings: { receive_invoice_company_id: null, rps: [] },
  approval_limit_cents: 0,
  requires_approval: false,
  created_at: '2026-11-20T12:00:00Z',
}
const joined = [{ id: ids.pharmacy, name: 'Farmácia Boa Hora', document_number: '11444777000161' }]

beforeEach(() => {
  newTab()
  storeTokens(tokens)
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
})
afterEach(closeTab)

function open(profile: Partial<Profile>, invitations: unknown[], more: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /v1/profile': { body: profileOf({ companies: [], ...profile }) },
    'GET /v1/invitations': { body: invitations },
    ...more,
  })
  return { ...server, ...openAt('/unknown-company') }
}

it('accepts an invitation and opens its company', async () => {
  const user = userEvent.setup()
  const { count, answer } = open({}, [invitation], {
    [`PATCH /v1/invitations/${ids.invitation}/accept`]: { body: { ...invitation, status: 'ACTIVE' } },
  })
  const list = within(await screen.findByRole('region', { name: 'Convites' }))
  expect(list.getByText('Farmácia Boa Hora')).toBeTruthy()
  expect(list.getByText('Financeiro · vale até 25/11/2026')).toBeTruthy()
  answer('GET /v1/profile', { body: profileOf({ companies: joined }) })
  await user.click(list.getByRole('button', { name: 'Aceitar' }))
  expect(await screen.findByText(`tela: /company/${ids.pharmacy}/cash-flow`)).toBeTruthy()
  expect(count(`PATCH /v1/invitations/${ids.invitation}/accept`)).toBe(1)
})

it('asks before rejecting an invitation, and the list is read again', async () => {
  const user = userEvent.setup()
  const { count, answer } = open({}, [invitation], {
    [`PATCH /v1/invitations/${ids.invitation}/reject`]: { body: { ...invitation, status: 'INACTIVE' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Recusar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Recusar o convite de Farmácia Boa Hora?' }))
  expect(document.activeElement).toBe(question.getByRole('button', { name: /Voltar/ }))
  expect(count(`PATCH /v1/invitations/${ids.invitation}/reject`)).toBe(0)
  answer('GET /v1/invitations', { body: [] })
  await user.click(question.getByRole('button', { name: 'Recusar convite' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Convites' })).toBeNull())
  expect(toast()).toMatchObject({ title: 'Convite recusado' })
  expect(await screen.findByRole('form', { name: 'Criar empresa' })).toBeTruthy()
})

it('says in a toast that an invitation has run out', async () => {
  const user = userEvent.setup()
  open({}, [invitation], {
    [`PATCH /v1/invitations/${ids.invitation}/accept`]: refusal(409, 'invitation.expired', 'Peça um novo convite.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Aceitar' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Convite expirado', description: 'Peça um novo convite.' }))
})

const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByLabelText('CNPJ'), '11222333000181')
  await user.type(screen.getByLabelText('Razão social'), 'Padaria Sol Nascente')
  await user.click(screen.getByLabelText('Regime tributário'))
  await user.click(await screen.findByRole('option', { name: 'Simples Nacional' }))
  await user.click(screen.getByRole('button', { name: /Criar empresa/ }))
}

it('founds a company, with a fresh code when the server asks for one, and opens it', async () => {
  const user = userEvent.setup()
  const { bodies, answer } = open({ kind: 'SOLO_USER' }, [], {
    'POST /v1/companies': refusal(403, 'auth.step_up_required', '', { challenge_id: ids.challenge }),
    [`POST /v1/verify-otp/${ids.challenge}`]: { body: tokens },
  })
  await fill(user)
  const code = await screen.findByLabelText('Código de 6 dígitos')
  answer('POST /v1/companies', { status: 201, body: company })
  answer('GET /v1/profile', {
    body: profileOf({ kind: 'SOLO_USER', companies: [{ id: ids.bakery, name: company.name, document_number: company.document_number }] }),
  })
  await user.type(code, '123456')
  expect(await screen.findByText(`tela: /company/${ids.bakery}/dashboard`)).toBeTruthy()
  expect(bodies('POST /v1/companies')).toEqual(
    Array.from({ length: 2 }, () => ({ document_number: '11222333000181', name: 'Padaria Sol Nascente', tax_regime: 'SIMPLES_NACIONAL' })),
  )
})

it('says beside the fields what a company lacks, and at the CNPJ that it exists already', async () => {
  const user = userEvent.setup()
  const { count } = open({}, [], {
    'POST /v1/companies': refusal(409, 'conflict.already_exists', 'Já existe uma empresa com este CNPJ.'),
  })
  await screen.findByLabelText('CNPJ')
  await user.click(screen.getByRole('button', { name: /Criar empresa/ }))
  for (const message of ['Informe o CNPJ', 'Informe a razão social', 'Escolha o regime tributário'])
    expect(await screen.findByText(message)).toBeTruthy()
  await user.type(screen.getByLabelText('CNPJ'), '52998224725')
  expect(await screen.findByText('CNPJ é inválido')).toBeTruthy()
  expect(count('POST /v1/companies')).toBe(0)
  await user.clear(screen.getByLabelText('CNPJ'))
  await fill(user)
  expect(await screen.findByText('Já existe uma empresa com este CNPJ.')).toBeTruthy()
})

it('tells a member, who may found none, to ask for an invitation', async () => {
  open({ kind: 'COMPANY_MEMBER' }, [])
  expect(await screen.findByText(/Peça um convite a quem administra a empresa\./)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Criar empresa')).toBeNull())
})

it('lets who has companies choose one', async () => {
  const user = userEvent.setup()
  open({ companies: profileOf().companies }, [])
  await user.click(await screen.findByRole('button', { name: /Farmácia Boa Hora/ }))
  expect(await screen.findByText(`tela: /company/${ids.pharmacy}/cash-flow`)).toBeTruthy()
  expect(localStorage.getItem('razao.company')).toBe(ids.pharmacy)
})

it('shows the form for a new company in the place of the list, and the list again', async () => {
  const user = userEvent.setup()
  open({ companies: profileOf().companies }, [])
  await user.click(await screen.findByRole('button', { name: 'Criar empresa' }))
  expect(document.activeElement).toBe(await screen.findByLabelText('CNPJ'))
  expect(screen.queryByRole('region', { name: 'Suas empresas' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Voltar à lista' }))
  expect(await screen.findByRole('region', { name: 'Suas empresas' })).toBeTruthy()
})

it('offers to try again when the invitations could not be read', async () => {
  const user = userEvent.setup()
  const { answer } = open({}, [], { 'GET /v1/invitations': refusal(503, 'server.busy', 'Estamos com muito movimento.') })
  expect(await screen.findByText('Não foi possível carregar os convites.')).toBeTruthy()
  answer('GET /v1/invitations', { body: [invitation] })
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('Um convite espera a sua resposta.')).toBeTruthy()
})

it('offers to leave, by the command of the house', async () => {
  openHouse({ commands: globalCommands, ports: {} as never, mapError: () => ({ title: '' }) })
  open({}, [invitation])
  expect((await screen.findByRole('button', { name: 'Sair' })).dataset.command).toBe('session.sign-out')
})
