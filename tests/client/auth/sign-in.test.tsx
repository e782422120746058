// Signing in: document and password, the code, and every refusal said where it belongs.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, refusal } from '../fake-server.ts'
import { challengeOf, closeTab, ids, newTab, openAt, profileOf, reload, toast, tokens } from './way-in.tsx'

beforeEach(newTab)
afterEach(closeTab)

const VERIFY = `POST /v1/verify-otp/${ids.challenge}`
const server = (more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'POST /v1/authenticate': { body: challengeOf() },
    [VERIFY]: { body: tokens },
    'GET /v1/profile': { body: profileOf() },
    'GET /runtime-config.json': { body: { local: true } },
    ...more,
  })

const messageOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ')
const documentField = () => screen.findByLabelText('CPF ou CNPJ')
const password = () => screen.getByLabelText('Senha')
const codeField = () => screen.findByLabelText('Código de 6 dígitos')

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await documentField(), '52998224725')
  await user.type(password(), 'razao-demo-2026{Enter}')
}

describe('document and password', () => {
  it('masks a CPF, a CNPJ and a CNPJ with letters while they are typed', async () => {
    const user = userEvent.setup()
    server()
    openAt('/login')
    const field = (await documentField()) as HTMLInputElement
    for (const [typed, masked] of [
      ['52998224725', '529.982.247-25'],
      ['11222333000181', '11.222.333/0001-81'],
      ['12abc34501de35', '12.ABC.345/01DE-35'],
    ] as const) {
      await user.clear(field)
      await user.type(field, typed)
      expect(field.value).toBe(masked)
    }
  })

  it('says beside each field what is missing or wrong, focuses the first, and asks the server nothing', async () => {
    const user = userEvent.setup()
    const { count } = server()
    openAt('/login')
    const field = await documentField()
    await user.click(screen.getByRole('button', { name: /Continuar/ }))
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(messageOf(field)).toBe('Informe o CPF ou o CNPJ')
    expect(messageOf(password())).toBe('Informe a senha')
    await user.type(field, '52998224724')
    expect(messageOf(field)).toBe('CPF é inválido')
    await user.type(field, '111')
    expect(messageOf(field)).toBe('CNPJ é inválido')
    expect(count('POST /v1/authenticate')).toBe(0)
  })

  it('says at the password that the pair is wrong, and shows no toast', async () => {
    const user = userEvent.setup()
    server({ 'POST /v1/authenticate': refusal(401, 'auth.invalid_credentials', 'Documento ou senha incorretos.') })
    const { href } = openAt('/login')
    await signIn(user)
    await waitFor(() => expect(messageOf(password())).toBe('Documento ou senha incorretos.'))
    expect(document.activeElement).toBe(password())
    expect(toast()).toBeNull()
    expect(href()).toBe('/login')
  })

  it('says above the button how long to wait when too many tries were made', async () => {
    const user = userEvent.setup()
    server({ 'POST /v1/authenticate': refusal(429, 'auth.locked', 'Aguarde 15 min para tentar de novo.', { retry_after: 900 }) })
    openAt('/login')
    await signIn(user)
    expect((await screen.findByRole('alert')).textContent).toBe('Muitas tentativas. Aguarde 15 min para tentar de novo.')
  })

  it('shows the toast of the spec when the server fails', async () => {
    const user = userEvent.setup()
    server({ 'POST /v1/authenticate': refusal(500, 'boom.unknown', '') })
    openAt('/login')
    await signIn(user)
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Erro no servidor', variant: 'destructive' }))
  })

  it('sends the document without its mask, and keeps the query on the way to the code', async () => {
    const user = userEvent.setup()
    const { bodies } = server()
    const { href } = openAt('/login?url=%2Fcompany%2F1%2Fbills')
    await signIn(user)
    await screen.findByText('Enviamos um código por SMS para (**) *****\u2011**21.')
    expect(bodies('POST /v1/authenticate')).toEqual([{ document_number: '52998224725', password: 'razao-demo-2026' }])
    expect(href()).toBe('/login/verify-otp?url=%2Fcompany%2F1%2Fbills')
  })

  it('offers the first access, the forgotten password and the sign-up, and no link that leads nowhere', async () => {
    server()
    openAt('/login')
    await documentField()
    expect(screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Esqueci a senha', '/login/document-number'],
      ['Criar a senha', '/login/document-number'],
      ['Criar conta', '/signup/user-data'],
    ])
  })
})

describe('the code', () => {
  it('sends itself at the sixth digit, once, and opens the page that was asked for', async () => {
    const user = userEvent.setup()
    const { bodies } = server({
      [VERIFY]: async () => {
        await new Promise(resolve => setTimeout(resolve, 50))
        return { body: tokens }
      },
    })
    openAt(`/login?url=${encodeURIComponent(`/company/${ids.pharmacy}/bills?bills=vence:hoje`)}`)
    await signIn(user)
    await user.type(await codeField(), '123456{Enter}')
    expect(await screen.findByText(`tela: /company/${ids.pharmacy}/bills?bills=vence%3Ahoje`)).toBeTruthy()
    expect(bodies(VERIFY)).toEqual([{ otp: '123456' }])
    expect(localStorage.getItem('razao.access-token')).toBe('access')
    expect(sessionStorage.getItem('razao.challenge')).toBeNull()
  })

  it('does not follow a url that leaves the origin', async () => {
    const user = userEvent.setup()
    server()
    openAt('/login?url=%2F%2Fevil.example%2Fcompany')
    await signIn(user)
    await user.type(await codeField(), '123456')
    expect(await screen.findByText(`tela: /company/${ids.bakery}/cash-flow`)).toBeTruthy()
  })

  it('says how many tries remain, empties the field and keeps the focus in it', async () => {
    const user = userEvent.setup()
    const { count } = server({ [VERIFY]: refusal(422, 'auth.otp_invalid', 'Confira o código. Restam 4 tentativas.') })
    openAt('/login')
    await signIn(user)
    const field = (await codeField()) as HTMLInputElement
    await user.type(field, '000000')
    await waitFor(() => expect(messageOf(field)).toBe('Confira o código. Restam 4 tentativas.'))
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    await user.type(field, '1')
    expect(messageOf(field)).toBe('')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(messageOf(field)).toBe('O código tem 6 dígitos'))
    expect(count(VERIFY)).toBe(1)
  })

  it('survives a reload', async () => {
    const user = userEvent.setup()
    server()
    openAt('/login')
    await signIn(user)
    await codeField()
    reload('/login/verify-otp')
    await user.type(await codeField(), '123456')
    expect(await screen.findByText(`tela: /company/${ids.bakery}/cash-flow`)).toBeTruthy()
  })

  it('without one on its way, leads back to the sign-in', async () => {
    server()
    const { href } = openAt('/login/verify-otp')
    await documentField()
    expect(href()).toBe('/login')
  })

  it('in the local environment links to the outbox', async () => {
    const user = userEvent.setup()
    server()
    openAt('/login')
    await signIn(user)
    expect((await screen.findByRole('link', { name: 'Ambiente local: ver o código' })).getAttribute('href')).toBe('/dev/outbox')
  })

  it('shows no way to the outbox elsewhere', async () => {
    const user = userEvent.setup()
    const { count } = server({ 'GET /runtime-config.json': { body: { local: false } } })
    openAt('/login')
    await signIn(user)
    await codeField()
    await waitFor(() => expect(count('GET /runtime-config.json')).toBe(1))
    expect(screen.queryByText(/Ambiente local/)).toBeNull()
  })
})

describe('another code', () => {
  const SEND = `POST /v1/send-otp/${ids.challenge}`
  const start = async (more: Parameters<typeof fakeServer>[0]) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T12:00:00Z') })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const fake = server(more)
    openAt('/login')
    await signIn(user)
    await codeField()
    return { user, ...fake }
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const again = () => screen.getByRole('button', { name: /Enviar outro/ })

  it('may be asked for after a minute that counts down, and then the count starts again', async () => {
    const { user, count } = await start({ [SEND]: { body: challengeOf() } })
    expect(again().textContent).toMatch(/^Enviar outro em (1:00|0:5\d)$/)
    await user.click(again())
    expect(count(SEND)).toBe(0)
    await pass(20_000)
    expect(again().textContent).toMatch(/^Enviar outro em 0:(39|40)$/)
    await pass(41_000)
    expect(again().textContent).toBe('Enviar outro código')
    await user.click(again())
    expect(await screen.findByText(/Enviamos outro código\./)).toBeTruthy()
    expect(count(SEND)).toBe(1)
    expect(again().textContent).toMatch(/^Enviar outro em /)
    expect(document.activeElement).toBe(await codeField())
  })

  it('may be asked for at once when the last one expired', async () => {
    const { user } = await start({ [VERIFY]: refusal(422, 'auth.otp_expired', 'O código expirou. Peça um novo.') })
    const field = await codeField()
    await user.type(field, '123456')
    await waitFor(() => expect(messageOf(field)).toBe('O código expirou. Peça um novo.'))
    expect(again().textContent).toBe('Enviar outro código')
  })

  it('takes the place of one whose tries are spent, after the wait the server names', async () => {
    const { user, bodies } = await start({
      [VERIFY]: refusal(429, 'auth.otp_locked', 'Aguarde 2 min para tentar de novo.', { retry_after: 120 }),
      [SEND]: { body: challengeOf(ids.nextChallenge) },
      [`POST /v1/verify-otp/${ids.nextChallenge}`]: { body: tokens },
    })
    const field = await codeField()
    await user.type(field, '123456')
    await waitFor(() => expect(messageOf(field)).toBe('Muitas tentativas. Aguarde 2 min para tentar de novo.'))
    expect(again().textContent).toMatch(/^Enviar outro em (2:00|1:59)$/)
    await pass(121_000)
    await user.click(again())
    await screen.findByText(/Enviamos outro código\./)
    await user.type(field, '654321')
    expect(await screen.findByText(`tela: /company/${ids.bakery}/cash-flow`)).toBeTruthy()
    expect(bodies(`POST /v1/verify-otp/${ids.nextChallenge}`)).toEqual([{ otp: '654321' }])
  })

  it('is not possible for a challenge that is over: one starts again with the document', async () => {
    const { user } = await start({ [SEND]: refusal(422, 'auth.otp_expired', 'O código expirou. Peça um novo.') })
    await pass(61_000)
    await user.click(again())
    await user.click(await screen.findByRole('button', { name: 'Começar de novo' }))
    expect(await documentField()).toBeTruthy()
    expect(sessionStorage.getItem('razao.challenge')).toBeNull()
  })
})
