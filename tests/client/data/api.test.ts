// The client of the contract under 401s: one refresh for all, one sign-out when it fails, and answers that must have the contract's shape.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, call, connectApi, OfflineError, SchemaError } from '#client/data/api.ts'
import { accessToken, refreshToken, storeTokens } from '#client/data/tokens.ts'
import { auth } from '#contract/auth.ts'
import { batches } from '#contract/batches.ts'
import { bills } from '#contract/bills.ts'
import type { BillStatus } from '#domain/enums.ts'
import { figure } from '#tests/proofs/kit/figure.ts'
import { type FakeServer, fakeServer, refusal, type SentRequest } from '../fake-server.ts'

const REFRESH = 'POST /v1/refresh-token'
const PROFILE = 'GET /v1/profile'
const profile = {
  id: '0199f0c2-0000-7000-8000-000000000001',
  name: 'Ana Prado',
  document_number: '52998224725',
  email: 'ana@aurora.example',
  phone_number: null,
  birth_date: null,
  kind: 'ACCOUNT_MANAGER',
  created_at: '2026-01-02T10:00:00Z',
  organization_id: null,
  companies: [],
  subscription: null,
}

const soon = () => new Promise(resolve => setTimeout(resolve, 5))
const expired = refusal(401, 'auth.token_expired', 'Entre novamente para continuar.')
/** The profile for who holds this token. */
const onlyWith = (token: string) => async (request: SentRequest) => {
  await soon()
  return request.headers.get('authorization') === `Bearer ${token}` ? { body: profile } : expired
}
/** Slow enough for every other call to find the session expired meanwhile. */
const renewal = async () => {
  await soon()
  await soon()
  return { body: { accessToken: 'new', refreshToken: 'r2' } }
}

let signedOut = vi.fn()
beforeEach(() => {
  localStorage.clear()
  signedOut = vi.fn()
  connectApi({ signedOut, wrote: () => {} })
  storeTokens({ accessToken: 'old', refreshToken: 'r1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('an expired access token', () => {
  it('is renewed once for fifty calls at the same time, and each of them is answered', async () => {
    const server = fakeServer({ [PROFILE]: onlyWith('new'), [REFRESH]: renewal })
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(auth.profile)))
    expect(answers.map(answer => answer.data.name)).toEqual(Array.from({ length: 50 }, () => 'Ana Prado'))
    expect(server.count(REFRESH)).toBe(1)
    expect(server.bodies(REFRESH)).toEqual([{ token: 'r1' }])
    expect(server.count(PROFILE)).toBe(100)
    expect([accessToken(), refreshToken()]).toEqual(['new', 'r2'])
    expect(signedOut).not.toHaveBeenCalled()
  })

  it('is not renewed again for a call that was refused before the renewal and heard of it afterwards', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let calls = 0
    const server = fakeServer({
      [REFRESH]: renewal,
      [PROFILE]: async request => {
        calls += 1
        if (calls === 1) await held
        return onlyWith('new')(request)
      },
    })
    const late = call(auth.profile)
    await call(auth.profile)
    release()
    await late
    expect(server.count(REFRESH)).toBe(1)
  })

  it('is renewed once by five tabs with twenty calls each', async () => {
    let queue: Promise<unknown> = Promise.resolve()
    const locks = {
      request: (_: string, work: () => Promise<boolean>) => {
        queue = queue.then(work)
        return queue
      },
    }
    vi.stubGlobal('navigator', { locks })
    const server = fakeServer({ [PROFILE]: onlyWith('new'), [REFRESH]: renewal })
    const tabs: typeof import('#client/data/api.ts')[] = []
    for (let tab = 0; tab < 5; tab += 1) {
      vi.resetModules()
      tabs.push(await import('#client/data/api.ts'))
    }
    expect(new Set(tabs.map(tab => tab.call)).size).toBe(5)
    await Promise.all(tabs.flatMap(tab => Array.from({ length: 20 }, () => tab.call(auth.profile))))
    expect(server.count(REFRESH)).toBe(1)
    expect(signedOut).not.toHaveBeenCalled()
    figure({ promise: 'H1', what: '5 abas com 20 chamadas de acesso vencido', ours: '1 renovação', floor: '1' })
  })
})

describe('a renewal that fails', () => {
  it('signs out once for fifty calls, forgets the tokens, and tries no call twice', async () => {
    const server = fakeServer({
      [PROFILE]: onlyWith('new'),
      [REFRESH]: async () => {
        await renewal()
        return refusal(401, 'auth.session_revoked', 'Entre novamente para continuar.')
      },
    })
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => call(auth.profile)))
    expect(answers.every(answer => answer.status === 'rejected' && answer.reason instanceof ApiError)).toBe(true)
    expect(signedOut).toHaveBeenCalledTimes(1)
    expect(server.count(REFRESH)).toBe(1)
    expect(server.count(PROFILE)).toBe(50)
    expect([accessToken(), refreshToken()]).toEqual([null, null])
  })

  it('signs out again when the next session dies too', async () => {
    fakeServer({ [PROFILE]: onlyWith('new'), [REFRESH]: refusal(401, 'auth.session_revoked', '') })
    storeTokens({ accessToken: 'one', refreshToken: 'r8' })
    await call(auth.profile).catch(() => {})
    storeTokens({ accessToken: 'another', refreshToken: 'r9' })
    await call(auth.profile).catch(() => {})
    expect(signedOut).toHaveBeenCalledTimes(2)
  })

  it('ends there when the renewed token is refused too: one renewal, one more try, no circle', async () => {
    const server = fakeServer({ [PROFILE]: expired, [REFRESH]: renewal })
    await expect(call(auth.profile)).rejects.toMatchObject({ id: 'auth.token_expired' })
    expect(server.count(REFRESH)).toBe(1)
    expect(server.count(PROFILE)).toBe(2)
    expect(signedOut).toHaveBeenCalledTimes(1)
  })

  it('keeps the session when the server could not be reached', async () => {
    const server = fakeServer({ [PROFILE]: onlyWith('new') })
    server.answer(REFRESH, () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(call(auth.profile)).rejects.toBeInstanceOf(OfflineError)
    expect(refreshToken()).toBe('r1')
    expect(signedOut).not.toHaveBeenCalled()
  })
})

describe('a 401 of the way in', () => {
  it.each([
    ['sign-in', () => call(auth.authenticate, { body: { document_number: '52998224725', password: 'errada-errada' } })],
    ['code', () => call(auth.verifyOtp, { params: { id: profile.id }, body: { otp: '000000' } })],
    ['another code', () => call(auth.sendOtp, { params: { id: profile.id } })],
    ['first access', () => call(auth.firstAccess, { body: { document_number: '52998224725' } })],
    ['renewal', () => call(auth.refreshToken, { body: { token: 'r1' } })],
  ])('of the %s row renews nothing and signs nobody out', async (_, run) => {
    const answer = refusal(401, 'auth.invalid_credentials', 'Documento ou senha incorretos.')
    const server = fakeServer({
      'POST /v1/authenticate': answer,
      [`POST /v1/verify-otp/${profile.id}`]: answer,
      [`POST /v1/send-otp/${profile.id}`]: answer,
      'POST /v1/first-access': answer,
      [REFRESH]: answer,
    })
    await expect(run()).rejects.toMatchObject({ id: 'auth.invalid_credentials', status: 401 })
    expect(server.sent).toHaveLength(1)
    expect(server.sent[0]?.headers.get('authorization')).toBeNull()
    expect(signedOut).not.toHaveBeenCalled()
    expect(accessToken()).toBe('old')
  })
})

describe('an answer', () => {
  it('of another shape than the contract says raises the message of the schema, without the values', async () => {
    fakeServer({ [PROFILE]: { body: { ...profile, kind: 'SECRET-KIND', companies: 'none' } } })
    const error = await call(auth.profile).catch(failure => failure)
    expect(error).toBeInstanceOf(SchemaError)
    expect(error.message).toContain('auth.profile: kind: ')
    expect(error.message).toContain('companies: ')
    expect(error.message).not.toContain('SECRET-KIND')
  })

  const endingIn = (error: Error) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"SECRET'))
        controller.error(error)
      },
    })
  it.each([
    ['is not waited for any more', endingIn(new DOMException('signal is aborted without reason', 'AbortError')), DOMException, 0],
    ['is cut short by the line', endingIn(new TypeError('network error')), OfflineError, 0],
    ['is no JSON', 'SECRET', SchemaError, 1],
  ])('whose body %s is told as that', async (_, body, told, misread) => {
    const heard = vi.fn()
    connectApi({ signedOut, wrote: () => {}, misread: heard })
    vi.stubGlobal('fetch', async () => new Response(body))
    const error = await call(auth.profile).catch(failure => failure)
    expect(error).toBeInstanceOf(told)
    expect(error.message).not.toContain('SECRET')
    expect(heard).toHaveBeenCalledTimes(misread)
  })

  it('of a refusal carries id, catalogue title, message and the challenge to answer', async () => {
    fakeServer({
      'PATCH /v1/password': refusal(403, 'auth.step_up_required', 'Digite o código enviado ao seu celular.', { challenge_id: 'c1' }),
    })
    await expect(call(auth.changePassword, { body: { password: 'nova-senha-1' } })).rejects.toMatchObject({
      id: 'auth.step_up_required',
      title: 'Confirme que é você',
      message: 'Digite o código enviado ao seu celular.',
      body: { challenge_id: 'c1' },
    })
  })
})

describe('a line that swallows what is asked', () => {
  afterEach(() => vi.useRealTimers())

  it('is given up for a read after a minute, and never for a write or for an answer under way', async () => {
    vi.useFakeTimers()
    const given: (AbortSignal | undefined)[] = []
    vi.stubGlobal('fetch', (_: string, { signal }: { signal?: AbortSignal }) => {
      given.push(signal)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const waiting = new AbortController()
    const [read, left] = [call(auth.profile), call(auth.profile, {}, { signal: waiting.signal })].map(asked => asked.catch(error => error))
    const ended = vi.fn()
    void call(auth.changePassword, { body: { password: 'nova-senha-1' } }).then(ended, ended)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(given.map(signal => signal?.aborted)).toEqual([false, false, undefined])
    waiting.abort()
    expect((await left).name).toBe('AbortError')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await read).toMatchObject({ name: 'OfflineError', message: 'O servidor não respondeu em um minuto.' })
    expect(given).toHaveLength(3)
    expect(ended).not.toHaveBeenCalled()

    vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
      given.push(signal)
      return new Response(JSON.stringify(profile))
    })
    await call(auth.profile)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(given.at(-1)?.aborted).toBe(false)
  })
})

describe('an answer that stops in the middle', () => {
  afterEach(() => vi.useRealTimers())

  /** Answers the profile in two halves, the second when it is told to. */
  function halves() {
    const text = JSON.stringify(profile)
    const bytes = [text.slice(0, 20), text.slice(20)].map(half => new TextEncoder().encode(half))
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    let asked: AbortSignal | undefined
    vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
      asked = signal
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          controller.enqueue(bytes[0] as Uint8Array)
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body)
    })
    const finish = () => {
      stream?.enqueue(bytes[1] as Uint8Array)
      stream?.close()
    }
    return { finish, asked: () => asked }
  }

  it('is given up after a silent minute', async () => {
    vi.useFakeTimers()
    halves()
    const ended = vi.fn()
    const read = call(auth.profile).catch(error => error)
    void read.then(ended)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await read).toMatchObject({ name: 'OfflineError', message: 'O servidor não respondeu em um minuto.' })
  })

  it('of a file is given up, too, however long the file took to be made', async () => {
    vi.useFakeTimers()
    let begin = () => {}
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(8))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Promise<Response>(resolve => {
        begin = () => resolve(new Response(body))
      })
    })
    const ended = vi.fn()
    const read = call(batches.trail, { params: { c: profile.id } }).catch(error => error)
    void read.then(ended)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ended).not.toHaveBeenCalled()
    begin()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await read).toMatchObject({ name: 'OfflineError' })
  })

  it('is waited for while it moves, and left in peace once it is whole', async () => {
    vi.useFakeTimers()
    const { finish, asked } = halves()
    const read = call(auth.profile)
    await vi.advanceTimersByTimeAsync(50_000)
    finish()
    expect((await read).data.id).toBe(profile.id)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked()?.aborted).toBe(false)
  })
})

describe('a write without an answer', () => {
  const MOVE = `PATCH /v1/companies/${profile.id}/bills/move`
  const moveTo = (status: BillStatus) => call(bills.move, { params: { c: profile.id }, body: { ids: [profile.id], status } })
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const keys = (server: FakeServer) => server.sent.map(request => request.headers.get('idempotency-key'))

  it('keeps its key when it is asked again in the same words, and has a new one once it was answered', async () => {
    const server = fakeServer({ [MOVE]: lost })
    await expect(moveTo('PAID')).rejects.toBeInstanceOf(OfflineError)
    server.answer(MOVE, refusal(503, 'storage.unavailable', ''))
    await expect(moveTo('PAID')).rejects.toBeInstanceOf(ApiError)
    server.answer(MOVE, { body: { updated: 1 } })
    await moveTo('PAID')
    await moveTo('PAID')
    const [first, second, third, fourth] = keys(server)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it('is meant anew in other words, and after another write was answered', async () => {
    const server = fakeServer({ [MOVE]: lost })
    await expect(moveTo('PAID')).rejects.toBeInstanceOf(OfflineError)
    server.answer(MOVE, { body: { updated: 1 } })
    await moveTo('PENDING')
    await moveTo('PAID')
    expect(new Set(keys(server)).size).toBe(3)
  })

  it('is forgotten when the server refused it', async () => {
    const server = fakeServer({ [MOVE]: refusal(409, 'conflict.invalid_transition', '') })
    await expect(moveTo('PAID')).rejects.toBeInstanceOf(ApiError)
    await expect(moveTo('PAID')).rejects.toBeInstanceOf(ApiError)
    expect(new Set(keys(server)).size).toBe(2)
  })
})
