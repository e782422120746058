// Caches that follow what is written: by tag and company, from this tab and from the socket; and the small registers.
import { QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onChange, tellChange } from '#client/data/changes.ts'
import { useIsSilent } from '#client/data/connection.ts'
import { connectQueries, queryClient, reading } from '#client/data/queries.ts'
import { flatCategories, registersNow, shortAccount } from '#client/data/registers.ts'
import { bankAccounts } from '#contract/bank-accounts.ts'
import type { Category } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import type { Handshake } from '#contract/kit/handshake.ts'
import { TAGS } from '#contract/kit/tags.ts'
import { account, category } from '../titles/records.ts'

interface Handlers {
  [event: string]: (frame?: object | string) => void
}
const socket = {
  handlers: {} as Handlers,
  closed: false,
  active: false,
  connects: 0,
  ping: () => {},
  options: undefined as undefined | { auth(send: (data: Handshake) => void): void },
}
const handshake = () => {
  let said: Handshake | undefined
  socket.options?.auth(data => {
    said = data
  })
  return said
}
vi.mock('socket.io-client', () => ({
  io: (_: string, options: NonNullable<(typeof socket)['options']>) => {
    socket.options = options
    socket.closed = false
    return {
      on: (event: string, handler: (frame?: object | string) => void) => {
        socket.handlers[event] = handler
      },
      io: {
        on: (_event: 'ping', handler: () => void) => {
          socket.ping = handler
        },
      },
      get active() {
        return socket.active
      },
      connect: () => {
        socket.connects += 1
      },
      close: () => {
        socket.closed = true
      },
    }
  },
}))
const { openRealtime } = await import('#client/data/realtime.ts')

let stop: () => void
beforeEach(() => {
  stop = connectQueries()
  for (const c of ['k', 'other']) {
    // Built first: data written without a query has no meta to find it by.
    const options = reading(bankAccounts.list, { params: { c } })
    queryClient.getQueryCache().build(queryClient, options as never)
    queryClient.setQueryData(options.queryKey, [account])
  }
})
afterEach(() => {
  stop()
  queryClient.clear()
})
const isStale = (c: string) => queryClient.getQueryState(reading(bankAccounts.list, { params: { c } }).queryKey)?.isInvalidated
describe('a write', () => {
  it('refetches what reads its tags in its company only', () => {
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'k' }))
    expect([isStale('k'), isStale('other')]).toEqual([true, false])
  })
  it('of other tags leaves the cache alone', () => {
    act(() => tellChange({ tags: ['contacts'], company_id: 'k' }))
    expect(isStale('k')).toBe(false)
  })
  it('of no company in particular reaches all', () => {
    act(() => tellChange({ tags: ['bank_accounts'], company_id: undefined }))
    expect([isStale('k'), isStale('other')]).toEqual([true, true])
  })
})

describe('what an office reads of all its companies', () => {
  const list = reading(companies.organization)
  const isOld = () => queryClient.getQueryState(list.queryKey)?.isInvalidated
  const told = (company_id: string) => act(() => tellChange({ tags: ['bills'], company_id }))
  beforeEach(() => {
    vi.useFakeTimers()
    queryClient.getQueryCache().build(queryClient, list as never)
    queryClient.setQueryData(list.queryKey, [])
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is read at the first change, and once more for all that come within two seconds', () => {
    told('k')
    expect(isOld()).toBe(true)
    queryClient.setQueryData(list.queryKey, [])
    told('other')
    told('k')
    expect(isOld()).toBe(false)
    vi.advanceTimersByTime(2000)
    expect(isOld()).toBe(true)
  })
  it('hears at once of what concerns no company in particular', () => {
    told('k')
    queryClient.setQueryData(list.queryKey, [])
    act(() => tellChange({ tags: ['companies'], company_id: undefined }))
    expect(isOld()).toBe(true)
  })
})

describe('a read that fails for a reason that passes', () => {
  const options = reading(bankAccounts.list, { params: { c: 'k' } })
  const network = { is: false }
  let observer: QueryObserver<unknown>
  let leave: () => void
  const seen = () => {
    const { status, data } = observer.getCurrentResult()
    return { status, balance: (data as { current_balance: number }[] | undefined)?.[0]?.current_balance }
  }
  const look = () => {
    observer = new QueryObserver(queryClient, options as never)
    leave = observer.subscribe(() => {})
  }
  beforeEach(() => {
    vi.useFakeTimers()
    network.is = false
    const answer = async () => {
      if (!network.is) throw new TypeError('Failed to fetch')
      return Response.json([{ ...account, current_balance: 200 }])
    }
    vi.stubGlobal('fetch', vi.fn(answer))
  })
  afterEach(() => {
    leave()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('leaves on the screen what was there, and comes by itself', async () => {
    look()
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'k' }))
    await vi.advanceTimersByTimeAsync(5000)
    const { result } = renderHook(useIsSilent)
    expect([seen(), result.current]).toEqual([{ status: 'success', balance: account.current_balance }, true])
    network.is = true
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect([seen(), result.current]).toEqual([{ status: 'success', balance: 200 }, false])
  })
  it('is asked again at once when the network is back', async () => {
    look()
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'k' }))
    await vi.advanceTimersByTimeAsync(60_000)
    network.is = true
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(seen().balance).toBe(200)
  })
  it('with nothing on the screen says so at once, and comes by itself', async () => {
    queryClient.removeQueries({ queryKey: options.queryKey })
    look()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen().status).toBe('error')
    await vi.advanceTimersByTimeAsync(5000)
    network.is = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(seen()).toEqual({ status: 'success', balance: 200 })
  })
  it('with nothing on the screen gives a busy server a moment before it says so', async () => {
    queryClient.removeQueries({ queryKey: options.queryKey })
    const busy = { id: 'server.busy', message: 'Estamos com muito movimento.', request_id: 'r' }
    const fetch = vi.fn(async () => Response.json(busy, { status: 503 }))
    vi.stubGlobal('fetch', fetch)
    look()
    await vi.advanceTimersByTimeAsync(500)
    expect([seen().status, fetch.mock.calls.length]).toEqual(['pending', 1])
    await vi.advanceTimersByTimeAsync(600)
    expect([seen().status, fetch.mock.calls.length]).toEqual(['error', 2])
  })
  it('is not asked for any more once nobody looks', async () => {
    look()
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'k' }))
    await vi.advanceTimersByTimeAsync(3000)
    leave()
    await vi.advanceTimersByTimeAsync(60_000)
    const asked = vi.mocked(fetch).mock.calls.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(vi.mocked(fetch).mock.calls.length).toBe(asked)
  })
  it('is not tried again when the server refuses it', async () => {
    const fetch = vi.fn(async () => Response.json({ code: 'auth.forbidden', message: 'Não', details: [] }, { status: 403 }))
    vi.stubGlobal('fetch', fetch)
    look()
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'k' }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([seen().status, fetch.mock.calls.length]).toEqual(['error', 1])
  })
})

describe('a first read', () => {
  const answering = (answers: Promise<unknown>[]) => {
    const fetch = vi.fn(async () => Response.json(await answers.shift()))
    vi.stubGlobal('fetch', fetch)
    return fetch
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('that a change overtakes is made again, and the old answer is never shown', async () => {
    let arrive: (rows: unknown) => void = () => {}
    const late = new Promise(done => {
      arrive = done
    })
    const fetch = answering([late, Promise.resolve([{ ...account, current_balance: 200 }])])
    const read = queryClient.fetchQuery(reading(bankAccounts.list, { params: { c: 'third' } }))
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'third' }))
    arrive([{ ...account, current_balance: 100 }])
    expect(await read).toMatchObject([{ current_balance: 200 }])
  })
  it('that a change of another company passes by is made once', async () => {
    const fetch = answering([Promise.resolve([account])])
    const read = queryClient.fetchQuery(reading(bankAccounts.list, { params: { c: 'third' } }))
    act(() => tellChange({ tags: ['bank_accounts'], company_id: 'k' }))
    await read
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('the socket', () => {
  it('carries the token of the moment of each connection', () => {
    openRealtime()
    localStorage.setItem('razao.access-token', 'first')
    expect(handshake()?.token).toBe('first')
    localStorage.setItem('razao.access-token', 'renewed')
    expect(handshake()?.token).toBe('renewed')
  })
  it('says what changed, passing over tags it does not know', () => {
    const close = openRealtime()
    socket.handlers.changed?.({ company_id: 'k', tags: ['bank_accounts', 'moon'] })
    expect([isStale('k'), isStale('other')]).toEqual([true, false])
    socket.handlers.changed?.({ company_id: 'k' })
    close()
    expect(socket.closed).toBe(true)
  })
  it('says for how long it may have missed frames: since the page began, then since the connection before this one', () => {
    const began = performance.timeOrigin
    vi.useFakeTimers()
    try {
      const close = openRealtime()
      const later = (seconds: number) => vi.setSystemTime(began + seconds * 1000)
      const missed = () => handshake()?.missed_ms
      later(2)
      expect(missed()).toBeCloseTo(2000, -1)
      socket.handlers.connect?.()
      // What this connection was told again has not arrived for sure.
      later(20)
      expect(missed()).toBeCloseTo(20_000, -1)
      socket.handlers.connect?.()
      later(45)
      socket.ping()
      later(60)
      expect(missed()).toBeCloseTo(40_000, -1)
      // Refused at the handshake: its pings prove nothing.
      socket.handlers.disconnect?.('transport close')
      socket.ping()
      // The next frame of the house, an office's after a company's, goes on from there.
      close()
      openRealtime()
      later(61)
      expect(missed()).toBeCloseTo(41_000, -1)
    } finally {
      vi.useRealTimers()
    }
  })
  it('tells the first frame at once and the rest together, so that a busy company makes no list read on and on', () => {
    vi.useFakeTimers()
    const told: string[] = []
    const stopHearing = onChange(({ tags, company_id }) => void told.push(`${company_id} ${[...tags].sort()}`))
    try {
      const close = openRealtime()
      for (let at = 0; at < 100; at += 1) {
        socket.handlers.changed?.({ company_id: at % 2 ? 'k' : 'other', tags: at % 3 ? ['bills'] : ['contacts'] })
        vi.advanceTimersByTime(10)
      }
      expect(told).toEqual(['other contacts', 'k bills,contacts', 'other bills,contacts', 'other bills,contacts', 'k bills,contacts'])
      close()
      vi.advanceTimersByTime(1000)
      expect(told).toHaveLength(5)
    } finally {
      stopHearing()
      vi.useRealTimers()
    }
  })
  it('refetches nothing of itself when it connects, again or for the first time: the server tells what was missed', () => {
    openRealtime()
    socket.handlers.connect?.()
    socket.handlers.connect?.()
    expect([isStale('k'), isStale('other')]).toEqual([false, false])
    socket.handlers.changed?.({ tags: [...TAGS] })
    expect([isStale('k'), isStale('other')]).toEqual([true, true])
  })
  it('comes back when the server closed it, and again when the handshake was refused, until it is closed here', () => {
    vi.useFakeTimers()
    try {
      socket.connects = 0
      const close = openRealtime()
      socket.handlers.disconnect?.('transport close')
      expect(socket.connects).toBe(0)
      socket.handlers.disconnect?.('io server disconnect')
      expect(socket.connects).toBe(1)
      socket.handlers.connect_error?.(new Error('server.failed'))
      vi.advanceTimersByTime(5000)
      expect(socket.connects).toBe(2)
      socket.handlers.connect_error?.(new Error('server.failed'))
      close()
      vi.advanceTimersByTime(5000)
      expect(socket.connects).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
  it('renews a token that ran out while nothing was asked, for who looks only', async () => {
    vi.useFakeTimers()
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(new URL(url, 'http://x').pathname)
      return new Response(JSON.stringify({ accessToken: 'new', refreshToken: 'next' }), { headers: { 'content-type': 'application/json' } })
    })
    const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    try {
      localStorage.setItem('razao.access-token', 'old')
      localStorage.setItem('razao.refresh-token', 'renewing')
      const close = openRealtime()
      socket.handlers.connect_error?.(new Error('auth.token_expired'))
      await vi.advanceTimersByTimeAsync(5000)
      expect(asked).toEqual([])
      shown.mockReturnValue('visible')
      socket.handlers.connect_error?.(new Error('auth.token_expired'))
      await vi.advanceTimersByTimeAsync(5000)
      expect(asked).toEqual(['/v1/refresh-token'])
      expect(localStorage.getItem('razao.access-token')).toBe('new')
      close()
    } finally {
      shown.mockRestore()
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })
})

describe('registers', () => {
  it('a tree of categories is a list with parents before children', () => {
    const named = (name: string, children: Category[] = []): Category => ({ ...category, name, categories: children })
    const flat = flatCategories([named('Despesas', [named('Operacionais', [named('Energia')])]), named('Receitas')])
    expect(flat.map(one => one.name)).toEqual(['Despesas', 'Operacionais', 'Energia', 'Receitas'])
    expect(flat.some(one => 'categories' in one)).toBe(false)
  })
  it('an account is named short, without a dash for what it lacks', () => {
    expect(shortAccount(account)).toBe('Itaú 45871-3')
    expect(shortAccount({ institution_name: 'Caixa da loja', account_number: null })).toBe('Caixa da loja')
  })
  it('what is not loaded yet is empty, never missing', () => {
    expect(registersNow('nobody')).toEqual({ accounts: [], categories: [], contacts: [] })
    expect(registersNow('k').accounts).toHaveLength(1)
  })
})
