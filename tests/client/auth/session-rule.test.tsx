// Who may be where: the index, the session rule, and the way back to the page first asked for.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeTokens } from '#client/data/tokens.ts'
import { landingOf } from '#client/surfaces/landing.ts'
import { fakeServer, refusal } from '../fake-server.ts'
import { closeTab, ids, newTab, openAt, profileOf, tokens } from './way-in.tsx'

beforeEach(newTab)
afterEach(closeTab)

const signedIn = (profile = profileOf()) => {
  storeTokens(tokens)
  return fakeServer({ 'GET /v1/profile': { body: profile }, 'GET /v1/invitations': { body: [] } })
}
const landing = async (href: string) => {
  openAt(href)
  return (await screen.findByText(/^tela: /)).textContent
}

describe('the index', () => {
  it.each(['ACCOUNT_MANAGER', 'ORGANIZATION_MANAGER'] as const)('leads %s to the cash flow of the first company', async kind => {
    signedIn(profileOf({ kind }))
    expect(await landing('/')).toBe(`tela: /company/${ids.bakery}/cash-flow`)
  })
  it.each(['SOLO_USER', 'COMPANY_MEMBER'] as const)('leads %s to the dashboard', async kind => {
    signedIn(profileOf({ kind }))
    expect(await landing('/')).toBe(`tela: /company/${ids.bakery}/dashboard`)
  })
  it('prefers the company used last', async () => {
    signedIn()
    localStorage.setItem('razao.company', ids.pharmacy)
    expect(await landing('/')).toBe(`tela: /company/${ids.pharmacy}/cash-flow`)
  })
  it('forgets a company one is no longer part of', async () => {
    signedIn()
    localStorage.setItem('razao.company', ids.invitation)
    expect(await landing('/')).toBe(`tela: /company/${ids.bakery}/cash-flow`)
  })
  it('follows the url of the query, drops it, and keeps the rest of the query', async () => {
    signedIn()
    expect(await landing('/?periodo=2026-10&url=%2Fcompany%2F1%2Fbills%3Fbills%3Dvence%3Ahoje')).toBe(
      'tela: /company/1/bills?periodo=2026-10&bills=vence%3Ahoje',
    )
  })
  it('leads to the certificate page with certificate=true, before any url', async () => {
    signedIn()
    expect(await landing('/?certificate=true&url=%2Fcompany%2F1%2Fbills')).toBe(`tela: /company/${ids.bakery}/certificate`)
  })
  it('leads who has no company to the page for that', async () => {
    signedIn(profileOf({ companies: [] }))
    const { href } = openAt('/?url=%2Fcompany%2F1%2Fbills')
    expect(await screen.findByRole('heading', { name: 'Criar empresa' })).toBeTruthy()
    expect(href()).toBe('/unknown-company')
  })
  it('leads to the sign-in when nobody is signed in', async () => {
    const { sent } = fakeServer({})
    const { href } = openAt('/?url=%2Fcompany%2F1%2Fbills')
    await screen.findByLabelText('CPF ou CNPJ')
    expect(href()).toBe('/login?url=%2Fcompany%2F1%2Fbills')
    expect(sent.filter(request => request.at === 'GET /v1/profile')).toEqual([])
  })
})

describe('a landing', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example',
    '/%2f/evil.example',
    '/',
    '/login',
    '/login/verify-otp?x=1',
    '/login#a',
  ])('is the default page when the url is %s', url => {
    expect(landingOf(profileOf(), { url }, null)).toBe(`/company/${ids.bakery}/cash-flow`)
  })
})

describe('the session rule', () => {
  it('remembers the whole address that was asked for', async () => {
    fakeServer({})
    const { href } = openAt('/unknown-company?periodo=2026-10')
    await screen.findByLabelText('CPF ou CNPJ')
    expect(href()).toBe('/login?url=%2Funknown-company%3Fperiodo%3D2026-10')
  })
  it('sends away whose session has ended', async () => {
    storeTokens(tokens)
    fakeServer({
      'GET /v1/profile': refusal(401, 'auth.session_revoked', ''),
      'POST /v1/refresh-token': refusal(401, 'auth.session_revoked', ''),
    })
    const { href } = openAt('/unknown-company')
    await screen.findByLabelText('CPF ou CNPJ')
    expect(href()).toBe('/login?url=%2Funknown-company')
    expect(localStorage.getItem('razao.refresh-token')).toBeNull()
  })
  it.each(['/login', '/login/verify-otp', '/login/document-number'])('keeps who is signed in away from %s', async href => {
    signedIn()
    expect(await landing(`${href}?url=%2Fcompany%2F1%2Fbills`)).toBe('tela: /company/1/bills')
  })
  it('loads the profile once for a whole way', async () => {
    const { count } = signedIn()
    await landing('/login')
    await waitFor(() => expect(count('GET /v1/profile')).toBe(1))
  })
})
