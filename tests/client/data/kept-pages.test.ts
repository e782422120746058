// How a page looked, kept on the device: what its address finds again, and everything that is not believed.
import 'fake-indexeddb/auto'
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findPage, keepPage } from '#client/data/kept-pages.ts'
import { forgetSession } from '#client/data/session.ts'
import { storeTokens } from '#client/data/tokens.ts'

const signIn = (user: string) =>
  storeTokens({ accessToken: `h.${btoa(JSON.stringify({ sub: user, sid: 's1' })).replaceAll('=', '')}.s`, refreshToken: 'r' })

const LOOK = { parts: ['Contas a pagar'] }
const look = Promise.resolve(LOOK)
const later = () => Date.now() + 60_000

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
  history.replaceState({}, '', '/company/k/bills?periodo=tudo')
  signIn('ana')
})
afterEach(async () => {
  forgetSession()
  await new Promise(done => setTimeout(done, 20))
  vi.unstubAllGlobals()
})

describe('a page kept on the device', () => {
  it('is found by its whole address, and by no other', async () => {
    await keepPage(look, later())
    expect(await findPage()).toEqual(LOOK)
    history.replaceState({}, '', '/company/k/bills')
    expect(await findPage()).toBeUndefined()
    history.replaceState({}, '', '/company/j/bills?periodo=tudo')
    expect(await findPage()).toBeUndefined()
  })
  it('is of the address at which it was kept, whatever the page shows by the time it is written', async () => {
    const kept = keepPage(look, later())
    history.replaceState({}, '', '/company/k/contacts')
    await kept
    expect(await findPage()).toBeUndefined()
    history.replaceState({}, '', '/company/k/bills?periodo=tudo')
    expect(await findPage()).toEqual(LOOK)
  })
  it('gives way when many others were kept since, the longest unused first', async () => {
    const at = (n: number) => history.replaceState({}, '', `/company/k/bills?pagina=${n}`)
    const start = Date.now()
    const clock = vi.spyOn(Date, 'now')
    for (let n = 0; n < 50; n++) {
      clock.mockReturnValue(start + n)
      at(n)
      await keepPage(Promise.resolve({ n }), start + 60_000)
    }
    const found: number[] = []
    for (let n = 0; n < 50; n++) {
      at(n)
      if (await findPage()) found.push(n)
    }
    clock.mockRestore()
    expect(found).toEqual(Array.from({ length: 48 }, (_, n) => n + 2))
  })
  it('is told to the server by a cookie of its path until its day ends or its session does, of the newest alone', async () => {
    const told: string[] = []
    const cookies = vi.spyOn(document, 'cookie', 'set').mockImplementation(cookie => void told.push(cookie))
    const cookie = (path: string, seconds: number) => `razao.look=1; Path=${path}; Max-Age=${seconds}; SameSite=Lax`
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    await keepPage(look, Date.now() + 90_000)
    await keepPage(undefined, Date.now() + 90_000)
    expect(told.splice(0)).toEqual([cookie('/company/k/bills', 90), cookie('/company/k/bills', 0)])
    for (let n = 0; n < 33; n++) {
      history.replaceState({}, '', `/company/${n}/bills`)
      await keepPage(look, Date.now() + 90_000)
    }
    expect(told.filter(text => text.includes('Max-Age=0'))).toEqual([cookie('/company/0/bills', 0)])
    told.length = 0
    forgetSession()
    expect(told.sort()).toEqual(Array.from({ length: 32 }, (_, n) => cookie(`/company/${n + 1}/bills`, 0)).sort())
    now.mockRestore()
    cookies.mockRestore()
  })
  it('is not believed after its day, nor once it was dropped', async () => {
    await keepPage(look, Date.now() - 1)
    expect(await findPage()).toBeUndefined()
    await keepPage(look, later())
    await keepPage(undefined, later())
    expect(await findPage()).toBeUndefined()
  })
  it('is nothing to another person of the same browser, and leaves with the session', async () => {
    await keepPage(look, later())
    signIn('bruno')
    expect(await findPage()).toBeUndefined()
    signIn('ana')
    await keepPage(look, later())
    forgetSession()
    await keepPage(look, later())
    expect(await findPage()).toBeUndefined()
    await new Promise(done => setTimeout(done, 20))
    signIn('ana')
    expect(await findPage()).toBeUndefined()
  })
})
