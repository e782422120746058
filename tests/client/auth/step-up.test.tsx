// Confirming who one is: the code, the new tokens, and the same call again.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError, call } from '#client/data/api.ts'
import { accessToken, storeTokens } from '#client/data/tokens.ts'
import { StepUpHost, withStepUp } from '#client/features/auth/step-up.tsx'
import { auth } from '#contract/auth.ts'
import { fakeServer, refusal } from '../fake-server.ts'
import { challengeOf, closeTab, ids, newTab, profileOf } from './way-in.tsx'

beforeEach(() => {
  newTab()
  storeTokens({ accessToken: 'old', refreshToken: 'r1' })
})
afterEach(closeTab)

const VERIFY = `POST /v1/verify-otp/${ids.challenge}`
const fresh = { accessToken: 'fresh', refreshToken: 'r2' }
const asked = refusal(403, 'auth.step_up_required', 'Digite o código enviado ao seu celular.', { challenge_id: ids.challenge })
const server = (more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'PATCH /v1/profile': request => (request.headers.get('authorization') === 'Bearer fresh' ? { body: profileOf() } : asked),
    [VERIFY]: { body: fresh },
    ...more,
  })
const change = () => withStepUp(() => call(auth.updateProfile, { body: { email: 'ana@outra.example' } }))
const codeField = () => screen.findByLabelText('Código de 6 dígitos')

it('asks for the code, stores the new tokens and calls again with them', async () => {
  const user = userEvent.setup()
  const { count, bodies } = server()
  render(<StepUpHost />)
  const answer = change()
  expect(await screen.findByRole('dialog', { name: 'Confirme que é você' })).toBeTruthy()
  expect(screen.getByText('Digite o código enviado ao seu celular.')).toBeTruthy()
  expect(document.activeElement).toBe(await codeField())
  await user.keyboard('123456')
  expect((await answer).data.name).toBe('Ana Prado')
  expect(accessToken()).toBe('fresh')
  expect(bodies(VERIFY)).toEqual([{ otp: '123456' }])
  expect(count('PATCH /v1/profile')).toBe(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks again for a second code, and says where that one went', async () => {
  const user = userEvent.setup()
  const sent = 'Digite o código enviado para (**) *****-**21.'
  const second = refusal(403, 'auth.step_up_required', sent, { challenge_id: ids.user })
  let calls = 0
  const { bodies } = server({
    'PATCH /v1/profile': () => [asked, second, { body: profileOf() }][calls++] ?? asked,
    [VERIFY.replace(ids.challenge, ids.user)]: { body: fresh },
  })
  render(<StepUpHost />)
  const answer = change()
  await user.type(await codeField(), '123456')
  await screen.findByText(sent)
  await user.type(await codeField(), '654321')
  expect((await answer).data.name).toBe('Ana Prado')
  expect(bodies(VERIFY.replace(ids.challenge, ids.user))).toEqual([{ otp: '654321' }])
})

it('asks once for calls that meet, and each of them goes on', async () => {
  const user = userEvent.setup()
  const { count } = server()
  render(<StepUpHost />)
  const answers = Promise.all([change(), change(), change()])
  await user.type(await codeField(), '123456')
  expect(await answers).toHaveLength(3)
  expect(count(VERIFY)).toBe(1)
  expect(count('PATCH /v1/profile')).toBe(6)
})

it('lets the refusal stand when the person leaves, and calls no second time', async () => {
  const user = userEvent.setup()
  const { count } = server()
  render(<StepUpHost />)
  const answer = change().catch(error => error)
  await codeField()
  await user.keyboard('{Escape}')
  expect(await answer).toBeInstanceOf(ApiError)
  expect(await answer).toMatchObject({ id: 'auth.step_up_required' })
  expect(count('PATCH /v1/profile')).toBe(1)
  expect(accessToken()).toBe('old')
})

it('gives the focus back to where it was', async () => {
  const user = userEvent.setup()
  server()
  render(
    <>
      <button type="button" onClick={() => void change().catch(() => {})}>
        Salvar
      </button>
      <StepUpHost />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(document.activeElement).toBe(await codeField())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Salvar' })))
})

it('stays open on a wrong code, and says where another one went', async () => {
  const user = userEvent.setup()
  const { answer } = server({
    [VERIFY]: refusal(422, 'auth.otp_expired', 'O código expirou. Peça um novo.'),
    [`POST /v1/send-otp/${ids.challenge}`]: { body: challengeOf() },
  })
  render(<StepUpHost />)
  const done = change()
  await user.type(await codeField(), '111111')
  expect(await screen.findByText('O código expirou. Peça um novo.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enviar outro código' }))
  expect(await screen.findByText('Enviamos um código por SMS para (**) *****\u2011**21.')).toBeTruthy()
  answer(VERIFY, { body: fresh })
  await user.type(await codeField(), '222222')
  expect((await done).data.id).toBe(ids.user)
})

it('passes on what other calls are refused for, unasked', async () => {
  server({ 'PATCH /v1/profile': refusal(403, 'permission.denied', 'Seu cargo não permite esta ação.') })
  render(<StepUpHost />)
  await expect(change()).rejects.toMatchObject({ id: 'permission.denied' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
