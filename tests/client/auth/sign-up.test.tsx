// The sign-up step by step over a fake server: what is asked, what is sent, what a reload keeps, and how it ends.
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, refusal } from '../fake-server.ts'
import { challengeOf, closeTab, ids, newTab, openAt, profileOf, reload, tokens } from './way-in.tsx'

const valid = { body: { valid: true } }
const answers = {
  'GET /v1/emails/ana%40aurora.example/valid': valid,
  'GET /v1/phones/%2B5511999990021/valid': valid,
  'POST /v1/register': { body: challengeOf() },
  [`POST /v1/verify-otp/${ids.challenge}`]: { body: tokens },
  'GET /v1/profile': { body: profileOf({ companies: [], kind: 'SOLO_USER' }) },
  'GET /v1/invitations': { body: [] },
}
const PASSWORD = 'uma senha bem longa 9'

const typed = (field: HTMLElement) => (field as HTMLInputElement).value
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

beforeEach(newTab)
afterEach(closeTab)

async function fillFirstStep(user: ReturnType<typeof userEvent.setup>, kind = /Usuário individual/) {
  fill(await screen.findByLabelText('Nome'), 'Ana Prado')
  fill(screen.getByLabelText('E-mail'), 'ana@aurora.example')
  fill(screen.getByLabelText('Celular'), '11999990021')
  await user.click(screen.getByRole('radio', { name: kind }))
  await user.click(screen.getByRole('button', { name: /^Continuar/ }))
}

async function fillAccess(user: ReturnType<typeof userEvent.setup>) {
  fill(await screen.findByLabelText('Seu CPF ou CNPJ'), '52998224725')
  fill(screen.getByLabelText('Senha'), PASSWORD)
  await user.click(screen.getByRole('button', { name: /^Criar conta/ }))
}

describe('the sign-up', () => {
  it('asks for everything, sends it once, and goes on to the company', async () => {
    const server = fakeServer(answers)
    const user = userEvent.setup()
    const { href } = openAt('/signup/user-data')
    await user.click(await screen.findByRole('button', { name: /^Continuar/ }))
    expect(await screen.findByText('Escolha como você vai usar')).toBeTruthy()
    await fillFirstStep(user)
    await fillAccess(user)
    await user.type(await screen.findByLabelText('Código de 6 dígitos'), '123456')
    expect(await screen.findByRole('heading', { name: 'Sua empresa' })).toBeTruthy()
    expect(href()).toBe('/signup/company-document-number')
    expect(server.bodies('POST /v1/register')).toEqual([
      {
        name: 'Ana Prado',
        email: 'ana@aurora.example',
        phone_number: '+5511999990021',
        kind: 'SOLO_USER',
        document_number: '52998224725',
        password: PASSWORD,
      },
    ])
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD)
  })

  it('survives a reload at each step', async () => {
    fakeServer(answers)
    const user = userEvent.setup()
    openAt('/signup/user-data')
    await fillFirstStep(user)
    await screen.findByLabelText('Seu CPF ou CNPJ')
    reload('/signup/user-access')
    await fillAccess(user)
    await screen.findByLabelText('Código de 6 dígitos')
    reload('/signup/verify-otp')
    expect(await screen.findByLabelText('Código de 6 dígitos')).toBeTruthy()
  })

  it('sends whoever skipped a step to the first', async () => {
    fakeServer(answers)
    const { href } = openAt('/signup/verify-otp')
    expect(await screen.findByRole('heading', { name: 'Criar conta' })).toBeTruthy()
    expect(href()).toBe('/signup/user-data')
  })

  it('says after the code that a document has an account already, and leads to the sign-in', async () => {
    fakeServer({
      ...answers,
      [`POST /v1/verify-otp/${ids.challenge}`]: refusal(409, 'conflict.already_exists', 'Já existe um usuário com este documento.'),
    })
    const user = userEvent.setup()
    const { href } = openAt('/signup/user-data')
    await fillFirstStep(user)
    await fillAccess(user)
    await user.type(await screen.findByLabelText('Código de 6 dígitos'), '123456')
    expect(await screen.findByRole('heading', { name: 'Este documento já tem conta' })).toBeTruthy()
    expect(href()).toBe('/signup/user-data/feedback/already-registered')
    await user.click(screen.getByRole('button', { name: /^Entrar/ }))
    expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy()
  })

  it('begins with what a lead brought, and leaves it out of the address', async () => {
    fakeServer(answers)
    const user = userEvent.setup()
    const { href } = openAt('/lead?name=Nina&email=nina@exemplo.com.br&phone=11999990021')
    await user.click(await screen.findByRole('button', { name: /^Continuar/ }))
    expect(typed(await screen.findByLabelText('Celular'))).toBe('(11) 99999-0021')
    expect(typed(screen.getByLabelText('Nome'))).toBe('Nina')
    expect(href()).toBe('/signup/user-data')
  })

  it('is offered by the sign-in', async () => {
    fakeServer(answers)
    openAt('/login')
    expect((await screen.findByRole('link', { name: 'Criar conta' })).getAttribute('href')).toBe('/signup/user-data')
  })
})

describe('/go-to', () => {
  const signedIn = { ...answers, 'GET /v1/profile': { body: profileOf() } }

  it('opens an area in the company used last', async () => {
    fakeServer(signedIn)
    localStorage.setItem('razao.access-token', 'a')
    localStorage.setItem('razao.company', ids.pharmacy)
    const { href } = openAt('/go-to?area=bank-accounts&periodo=tudo')
    expect(await screen.findByText(/^tela:/)).toBeTruthy()
    expect(href()).toBe(`/company/${ids.pharmacy}/bank-accounts?periodo=tudo`)
  })

  it('refuses to lead out of the company, and asks a stranger to sign in first', async () => {
    fakeServer(signedIn)
    localStorage.setItem('razao.access-token', 'a')
    const { href } = openAt('/go-to?area=../../login')
    expect(await screen.findByText(/^tela:/)).toBeTruthy()
    expect(href()).toBe(`/company/${ids.bakery}/cash-flow`)
    closeTab()
    newTab()
    fakeServer(answers)
    const stranger = openAt('/go-to?area=bills')
    expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy()
    expect(stranger.href()).toContain('/login?url=')
  })
})
