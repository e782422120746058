// First access and forgotten password: document, code, new password.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeTokens } from '#client/data/tokens.ts'
import { fakeServer, refusal } from '../fake-server.ts'
import { challengeOf, closeTab, ids, newTab, openAt, profileOf, reload, toast, tokens } from './way-in.tsx'

beforeEach(newTab)
afterEach(closeTab)

const PAGE = '/login/document-number'
const VERIFY = `POST /v1/verify-otp/${ids.challenge}`
const server = (more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'POST /v1/first-access': { body: challengeOf() },
    [VERIFY]: { body: tokens },
    'GET /v1/profile': { body: profileOf() },
    'PATCH /v1/password': { body: { ok: true } },
    ...more,
  })

const toCode = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByLabelText('CPF ou CNPJ'), '52998224725{Enter}')
  return screen.findByLabelText('Código de 6 dígitos')
}
const newPassword = () => screen.findByLabelText('Nova senha')

it('goes from the document through the code to a password, and into the product', async () => {
  const user = userEvent.setup()
  const { bodies } = server()
  openAt(`${PAGE}?url=%2Fcompany%2F1%2Fbills`)
  await user.type(await toCode(user), '123456')
  await user.type(await newPassword(), 'cavalo bateria grampo{Enter}')
  expect(await screen.findByText('tela: /company/1/bills')).toBeTruthy()
  expect(bodies('POST /v1/first-access')).toEqual([{ document_number: '52998224725' }])
  expect(bodies('PATCH /v1/password')).toEqual([{ password: 'cavalo bateria grampo' }])
  expect(toast()).toMatchObject({ title: 'Senha criada', variant: 'success' })
  expect(sessionStorage.length).toBe(0)
})

it('says the same to who is known and who is not', async () => {
  const user = userEvent.setup()
  server()
  openAt(PAGE)
  await toCode(user)
  expect(screen.getByText('Se este documento tem cadastro, enviamos um código por SMS para (**) *****\u2011**21.')).toBeTruthy()
})

it('survives a reload at the code and at the password', async () => {
  const user = userEvent.setup()
  server()
  openAt(PAGE)
  await toCode(user)
  reload(PAGE)
  await user.type(await screen.findByLabelText('Código de 6 dígitos'), '123456')
  await newPassword()
  reload(PAGE)
  await user.type(await newPassword(), 'cavalo bateria grampo{Enter}')
  expect(await screen.findByText(/^tela: /)).toBeTruthy()
})

it('refuses a short password before asking the server, and puts the refusal of the server beside the field', async () => {
  const user = userEvent.setup()
  const { count } = server({
    'PATCH /v1/password': refusal(422, 'validation.failed', 'Senha comum', {
      details: [{ field: 'password', id: 'validation.failed', message: 'Esta senha é muito usada. Escolha outra.' }],
    }),
  })
  openAt(PAGE)
  await user.type(await toCode(user), '123456')
  await user.type(await newPassword(), 'curta{Enter}')
  expect(await screen.findByText('Ao menos 8 caracteres')).toBeTruthy()
  expect(count('PATCH /v1/password')).toBe(0)
  await user.type(await newPassword(), 'password1{Enter}')
  expect(await screen.findByText('Esta senha é muito usada. Escolha outra.')).toBeTruthy()
})

it('lets another document be given instead of a code', async () => {
  const user = userEvent.setup()
  server()
  openAt(PAGE)
  await toCode(user)
  await user.click(screen.getByRole('button', { name: 'Informar outro' }))
  expect(await screen.findByLabelText('CPF ou CNPJ')).toBeTruthy()
  expect(sessionStorage.length).toBe(0)
})

it('asks for the document again when the session of the password step is gone', async () => {
  server()
  sessionStorage.setItem('razao.first-access', JSON.stringify({ step: 'password' }))
  openAt(PAGE)
  expect(await screen.findByLabelText('CPF ou CNPJ')).toBeTruthy()
})

it('asks for a fresh code when the one given is too old for a new password, and then saves it', async () => {
  const user = userEvent.setup()
  storeTokens(tokens)
  sessionStorage.setItem('razao.first-access', JSON.stringify({ step: 'password' }))
  const { answer, bodies } = server({
    'PATCH /v1/password': refusal(403, 'auth.step_up_required', 'Digite o código enviado ao seu celular.', { challenge_id: ids.challenge }),
  })
  openAt(PAGE)
  await user.type(await newPassword(), 'cavalo bateria grampo{Enter}')
  const code = await screen.findByLabelText('Código de 6 dígitos')
  answer('PATCH /v1/password', { body: { ok: true } })
  await user.type(code, '123456')
  expect(await screen.findByText(/^tela: /)).toBeTruthy()
  await waitFor(() => expect(bodies('PATCH /v1/password')).toHaveLength(2))
})
