// The sockets over a real connection: who may open one, from where, how many, how long, and what they say.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { isAllowedOrigin, openSockets, type Sockets } from '#server/realtime/sockets.ts'
import { Told } from '#server/realtime/told.ts'
import { type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

let server: TestServer
let company: TestCompany
let sockets: Sockets
let url: string
const opened: Socket[] = []

beforeAll(async () => {
  server = await testServer()
  company = await server.aCompany()
})
afterAll(() => server?.close())
beforeEach(async () => {
  const http = createServer()
  const { clock, db, secret } = server.services
  sockets = openSockets({ http, db, clock, secret })
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.close()
  await sockets.close()
})

interface Opening {
  token?: string
  missed_ms?: number
  headers?: Record<string, string>
}

const tokenOf = (user: TestUser, now = server.clock.now()) =>
  signAccess(server.services.secret, { user_id: user.id, session_id: user.session_id }, now)

interface Heard {
  company_id?: string
  tags: string[]
}

interface Opened {
  socket: Socket
  said: 'connected' | string
  /** Frames from the connection on. */
  frames: Heard[]
}

async function open(user: TestUser, { token, missed_ms, headers }: Opening = {}): Promise<Opened> {
  const socket = io(url, {
    auth: { token: token ?? (await tokenOf(user)), missed_ms },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(headers ? { extraHeaders: headers } : {}),
  })
  opened.push(socket)
  const frames: Heard[] = []
  socket.on('changed', (frame: Heard) => frames.push(frame))
  const said = await new Promise<string>(done => {
    socket.once('connect', () => done('connected'))
    socket.once('connect_error', error => done(error.message))
  })
  return { socket, said, frames }
}

const closed = (socket: Socket) => new Promise<string>(done => socket.once('disconnect', done))

describe('a person', () => {
  test('opens twenty, not one more, and another when one is closed', async () => {
    const user = await server.aUser()
    const said: string[] = []
    for (let n = 1; n <= 21; n += 1) said.push((await open(user)).said)
    expect(said.slice(0, 20)).toEqual(Array(20).fill('connected'))
    expect(said[20]).toBe('rate.limited')
    opened[0]?.close()
    await expect.poll(async () => (await open(user)).said).toBe('connected')
  })

  test('connects sixty times a minute, not once more, and again a second later', async () => {
    const user = await server.aUser()
    const said: string[] = []
    for (let n = 1; n <= 61; n += 1) {
      const one = await open(user)
      said.push(one.said)
      one.socket.close()
    }
    expect(new Set(said.slice(0, 60))).toEqual(new Set(['connected']))
    expect(said[60]).toBe('rate.limited')
    server.clock.advance(1000)
    await expect.poll(async () => (await open(user)).said).toBe('connected')
  })

  test('says twenty frames a minute; the twenty-first closes the socket', async () => {
    const { socket } = await open(await server.aUser())
    const end = closed(socket)
    for (let n = 1; n <= 20; n += 1) socket.emit('hello', n)
    await new Promise(done => setTimeout(done, 200))
    expect(socket.connected).toBe(true)
    socket.emit('hello', 21)
    expect(await end).toBe('io server disconnect')
  })

  test('says frames of 16 KB, not of a byte more', async () => {
    const user = await server.aUser()
    // '42["x","…"]' stands around the text.
    const text = (bytes: number) => 'a'.repeat(bytes - '42["x",""]'.length)
    const { socket } = await open(user)
    socket.emit('x', text(16_383))
    socket.emit('x', text(16_384))
    await new Promise(done => setTimeout(done, 200))
    expect(socket.connected).toBe(true)
    const end = closed(socket)
    socket.emit('x', text(16_385))
    expect(await end).toMatch(/transport/)
  })

  test('is closed when the token ends, and comes back with a new one only', async () => {
    const user = await server.aUser()
    const now = server.clock.now()
    const token = await tokenOf(user, now - 599_000)
    // From before it opens: on a busy machine the second may begin long before this test sees it open.
    const at = performance.now()
    const { socket, said } = await open(user, { token })
    expect(said).toBe('connected')
    expect(await closed(socket)).toBe('io server disconnect')
    expect(performance.now() - at).toBeGreaterThan(500)
    server.clock.advance(1000)
    expect((await open(user, { token })).said).toBe('auth.token_expired')
    expect((await open(user)).said).toBe('connected')
  })

  test('whose session ended is told so', async () => {
    const user = await server.aUser()
    await server.as(user).ok(contract.auth.signOut)
    expect((await open(user)).said).toBe('auth.session_revoked')
  })
})

describe('a page', () => {
  test('of another origin opens none; this server’s own, and a program, do', async () => {
    const user = await server.aUser()
    expect((await open(user, { headers: { origin: 'https://mau.exemplo' } })).said).not.toBe('connected')
    expect((await open(user, { headers: { origin: url } })).said).toBe('connected')
    expect((await open(user)).said).toBe('connected')
  })

  test.each([
    [undefined, 'a:1', [], true],
    ['http://a:1', 'a:1', [], true],
    ['http://a:2', 'a:1', [], false],
    ['null', 'a:1', [], false],
    ['https://livro.exemplo', 'a:1', ['https://livro.exemplo'], true],
    ['https://livro.exemplo.mau', 'livro.exemplo.mau', ['https://livro.exemplo'], false],
    ['http://livro.exemplo', 'livro.exemplo', ['https://livro.exemplo'], false],
  ] as const)('%s asking %s, where %j are allowed: %s', (origin, host, origins, allowed) => {
    expect(isAllowedOrigin(origin, host, origins)).toBe(allowed)
  })
})

describe('a change', () => {
  test.each(['taxes', 'bank_accounts', 'payment_orders', 'annual-billing-statements'] as const)(
    'of %s is told under its own name too, to the company’s people only, and never with the data',
    async tag => {
      const { socket } = await open(company.owner)
      const { socket: stranger } = await open(await server.aUser())
      const heard: unknown[] = []
      const foreign: unknown[] = []
      for (const name of [tag, 'changed']) {
        socket.on(name, frame => void heard.push(frame))
        stranger.on(name, frame => void foreign.push(frame))
      }
      sockets.changed({ company_id: company.id, user_id: undefined, tags: [tag], ids: ['a'], batch_id: undefined })
      await expect.poll(() => heard.length).toBe(2)
      for (const frame of heard) {
        expect(Object.keys(frame as object).sort()).toEqual(['company_id', 'event', 'ids', 'seq', 'tags'])
        expect(frame).toMatchObject({ company_id: company.id, tags: [tag], ids: ['a'] })
      }
      expect(foreign).toEqual([])
    },
  )
})

describe('a page that came late', () => {
  const change = (company_id: string | undefined, tags: Tag[], user_id?: string) =>
    sockets.changed({ company_id, user_id, tags, ids: ['a'], batch_id: undefined })
  /** Frames come in order: once the last is here, so is whatever came before it. */
  const heardUntilNow = async ({ frames }: Opened) => {
    change(company.id, ['jobs'])
    await expect.poll(() => frames.at(-1)?.tags).toEqual(['jobs'])
    return frames.slice(0, -1).map(({ company_id, tags }) => ({ company_id, tags: [...tags].sort() }))
  }

  test('is told what changed meanwhile: of its companies and of itself, each tag once, nothing older', async () => {
    const other = await server.aCompany()
    change(company.id, ['contacts'])
    server.clock.advance(10_000)
    change(company.id, ['invoices'])
    change(company.id, ['invoices', 'bills'])
    change(other.id, ['taxes'])
    change(undefined, ['notifications'], company.owner.id)
    change(undefined, ['invitations'], other.owner.id)
    server.clock.advance(3000)
    expect(await heardUntilNow(await open(company.owner, { missed_ms: 5000 }))).toEqual([
      { company_id: undefined, tags: ['notifications'] },
      { company_id: company.id, tags: ['bills', 'invoices'] },
    ])
    figure({
      promise: 'I3',
      what: '6 mudanças perdidas, 2 delas de outros',
      ours: 'ditas ao voltar, cada uma uma vez, nenhuma alheia, nenhum dado no aviso',
      floor: 'tudo dito',
    })
  })

  test('is told nothing when nothing changed, and a program that does not ask is told nothing at all', async () => {
    server.clock.advance(60_000)
    change(company.id, ['bills'])
    server.clock.advance(3000)
    expect(await heardUntilNow(await open(company.owner, { missed_ms: 2000 }))).toEqual([])
    expect(await heardUntilNow(await open(company.owner))).toEqual([])
  })

  test('is told that everything may have changed when the server is younger than the gap', async () => {
    expect(await heardUntilNow(await open(company.owner, { missed_ms: 1 }))).toEqual([{ company_id: undefined, tags: [...TAGS].sort() }])
  })

  test('misses nothing that is told while its handshake is read', async () => {
    server.clock.advance(60_000)
    const opening = open(company.owner, { missed_ms: 1000 })
    const told = setInterval(() => change(company.id, ['rules']), 1)
    const page = await opening
    clearInterval(told)
    expect(await heardUntilNow(page)).toContainEqual({ company_id: company.id, tags: ['rules'] })
  })
})

describe('what rooms were told', () => {
  const QUARTER_MS = 15 * 60_000

  test('is known for a quarter of an hour at least and half an hour at most', () => {
    const told = new Told(0)
    told.keep('a', ['bills'], 1)
    told.keep('a', ['taxes'], QUARTER_MS + 1)
    expect(told.since('a', 0)?.sort()).toEqual(['bills', 'taxes'])
    expect(told.since('a', 2)).toEqual(['taxes'])
    told.keep('b', ['bills'], 2 * QUARTER_MS + 2)
    expect(told.since('a', QUARTER_MS)).toBeUndefined()
    expect(told.since('a', QUARTER_MS + 1)).toEqual(['taxes'])
  })

  test('is unknown before the moment at which frames were lost', () => {
    const told = new Told(0)
    told.keep('a', ['bills'], 5)
    told.forget(10)
    expect([told.since('a', 9), told.since('a', 10)]).toEqual([undefined, []])
  })
})
