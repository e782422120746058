// D1 to D3 and D7: a code is not guessed, a refresh token serves once, a right taken away is gone with the next request, and a copied token
// renews nothing without the key of the browser it was given to.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { hashPassword } from '#server/areas/people/auth/passwords.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { openSockets } from '#server/realtime/sockets.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

const { auth, bills, users } = contract
const PASSWORD = 'uma senha longa de prova'

let server: TestServer
let b: Books
let people = 4_000
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const long = { timeout: 3_600_000 }
const idOf = (answer: TestAnswer) => (answer.data as { id?: string }).id

async function aPerson() {
  const document_number = cpfNumber(++people)
  const user = await server.aUser('SOLO_USER', { document_number, password_hash: await hashPassword(PASSWORD) })
  return { user, document_number }
}

async function challenge(document_number: string): Promise<string> {
  const answer = await server.call(undefined, auth.authenticate, { body: { document_number, password: PASSWORD } })
  expect(answer.status, JSON.stringify(answer.data)).toBe(200)
  return idOf(answer) ?? ''
}

async function signIn(document_number: string, key?: Key): Promise<{ accessToken: string; refreshToken: string }> {
  const id = await challenge(document_number)
  const code = await server.lastCode()
  const headers = key ? { dpop: await proof(key, `/v1/verify-otp/${id}`, id) } : {}
  return server.as(undefined).ok(auth.verifyOtp, { params: { id }, body: { otp: code } }, headers)
}

interface Key {
  privateKey: CryptoKey
  jwk: JWK
}

async function aKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  return { privateKey, jwk: await exportJWK(publicKey) }
}

/** As a browser proves its key: over the call and what the call uses up. */
function proof({ privateKey, jwk }: Key, path: string, used: string, htm = 'POST'): Promise<string> {
  const ath = createHash('sha256').update(used).digest('base64url')
  return new SignJWT({ htm, htu: `https://razao.exemplo${path}`, ath, jti: randomUUID() })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
    .sign(privateKey)
}

const ADDRESSES = 200
/** Of one challenge, and of one account in a day. */
const TRIES = { challenge: 5, day: 20 }

/** A guess from one of many places. */
async function guess(id: string, otp: string, from: number): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/v1/verify-otp/${id}`,
    remoteAddress: `203.0.${from >> 7}.${from & 127}`,
    payload: { otp },
  })
  return answer.statusCode < 300 ? 'accepted' : (answer.json() as { id: string }).id
}

test(
  'D1: of guesses from everywhere at once five of a challenge and twenty of a day count, and the code opens once only',
  long,
  async () => {
    const { document_number } = await aPerson()
    const guesses = times(500, 1_000_000)
    const counted = new Map<string, number>()
    let [sent, id, code] = [0, await challenge(document_number), await server.lastCode()]
    while (sent < guesses) {
      const answers = await Promise.all(
        Array.from({ length: ADDRESSES }, (_, from) =>
          guess(id, String((Number(code) + 1 + ((sent + from) % 999_999)) % 1_000_000).padStart(6, '0'), from),
        ),
      )
      sent += ADDRESSES
      expect(new Set(answers)).not.toContain('accepted')
      counted.set(id, (counted.get(id) ?? 0) + answers.filter(each => each === 'auth.otp_invalid').length)
      expect(await guess(id, code, 0), 'the right code after the tries').not.toBe('accepted')
      // So that the limits of requests are not what refuses; past the minute the thief asks for another code.
      server.clock.advance(300)
      if (sent % (ADDRESSES * 2) === 0 && counted.size < 8) {
        server.clock.advance(61_000)
        const again = await server.call(undefined, auth.authenticate, { body: { document_number, password: PASSWORD } })
        if (again.status === 200) [id, code] = [idOf(again) ?? '', await server.lastCode()]
      }
    }
    const perDay = [...counted.values()].reduce((sum, each) => sum + each, 0)
    expect(Math.max(...counted.values())).toBeLessThanOrEqual(TRIES.challenge)
    expect(perDay).toBeLessThanOrEqual(TRIES.day)
    // The attack cannot be what refuses from here on: other people, as many codes.
    const rounds = times(2, 50)
    for (let round = 0; round < rounds; round += 1) {
      server.clock.advance(61_000)
      const [one, other] = [await aPerson(), await aPerson()]
      const first = await challenge(one.document_number)
      const right = await server.lastCode()
      const second = await challenge(other.document_number)
      const different = await server.lastCode()
      if (right !== different) expect(await guess(second, right, 0)).toBe('auth.otp_invalid')
      expect(await guess(first, right, 0)).toBe('accepted')
      expect(await guess(first, right, 0), 'used again').not.toBe('accepted')
      server.clock.advance(5 * 60_000 + 1)
      expect(await guess(second, different, 0)).toBe('auth.otp_expired')
    }
    figure({
      promise: 'D1',
      what: `palpites de código, de ${ADDRESSES} endereços ao mesmo tempo`,
      ours: `${Math.max(...counted.values())} por código e ${perDay} no dia conferidos de ${sent.toLocaleString('pt-BR')}, 0 aceitos; reuso, outro código e vencido: 0 de ${3 * rounds}`,
      floor: '≤ 5; ≤ 20; 0',
    })
  },
)

test('D2: of a hundred who present the same refresh token one gets a successor; used again it ends the family', long, async () => {
  const rounds = times(1, 20)
  for (let round = 0; round < rounds; round += 1) {
    server.clock.advance(60_000)
    const { document_number } = await aPerson()
    const { refreshToken } = await signIn(document_number)
    const answers: TestAnswer[] = []
    for (let sent = 0; sent < 100; sent += 20) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, () => server.call(undefined, auth.refreshToken, { body: { token: refreshToken } })),
        )),
      )
      server.clock.advance(500)
    }
    const successors = new Set(
      answers.filter(answer => answer.status < 300).map(answer => (answer.data as { refreshToken: string }).refreshToken),
    )
    expect(successors.size).toBe(1)
    const [successor = ''] = successors
    // The answer was lost on the way and the client asks again, in time.
    server.clock.advance(26_000)
    const retried = await server.as(undefined).ok(auth.refreshToken, { body: { token: refreshToken } })
    expect(retried.refreshToken).toBe(successor)
    server.clock.advance(60_000)
    const next = await server.as(undefined).ok(auth.refreshToken, { body: { token: successor } })
    const dropped = server.dropped.length
    const reused = await server.call(undefined, auth.refreshToken, { body: { token: refreshToken } })
    expect(reused.status).toBe(401)
    expect(server.dropped.length, 'its sockets').toBe(dropped + 1)
    expect((await server.call(undefined, auth.refreshToken, { body: { token: next.refreshToken } })).status).toBe(401)
  }
  figure({
    promise: 'D2',
    what: '100 renovações da mesma chave',
    ours: `1 sucessora, a mesma após 28 s sem resposta, família e sockets encerrados no reuso, ${rounds}×`,
    floor: '1',
  })
})

const TAKEN_AWAY = [
  ['cargo', 403, 'permission.denied'],
  ['acesso', 404, 'resource.not_found'],
  ['saída', 401, 'auth.session_revoked'],
  ['senha', 401, 'auth.session_revoked'],
] as const

test('D3: rights taken away are gone at the next request and on the socket', long, async () => {
  const { db, clock, secret, realtime } = server.services
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = openSockets({ http: server.app.server, db, clock, secret })
  Object.assign(realtime, sockets)
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const rounds = times(8, 100)
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    server.clock.advance(2_000)
    await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())}`
    const member = await server.aMember(b.company, 'FINANCE')
    const elsewhere = { ...member, session_id: randomUUID() }
    await server.sql`insert into sessions (id, user_id, device, refresh_hash, stepped_up_at, created_at, last_used_at, idle_expires_at, expires_at)
      select ${elsewhere.session_id}, user_id, device, ${randomBytes(32)}, stepped_up_at, created_at, last_used_at, idle_expires_at, expires_at from sessions where id = ${member.session_id}`
    const [what, status, id] = TAKEN_AWAY[round % TAKEN_AWAY.length] as (typeof TAKEN_AWAY)[number]
    // A new password ends the other sessions, not the one that set it.
    const thief = what === 'senha' ? elsewhere : member
    const token = await signAccess(secret, { user_id: thief.id, session_id: thief.session_id }, server.clock.now())
    const open = () => io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
    const socket = open()
    await once(socket, 'connect')
    const create = () => server.call(thief, bills.create, { params: b.c, body: { amount_cents: 1, due_date: '2026-03-20' } })
    expect((await create()).status).toBe(201)
    const closed = once(socket, 'disconnect')
    const params = { ...b.c, userId: member.id, roleId: b.company.roles.READER }
    if (what === 'cargo') await server.as(b.owner).ok(users.changeRole, { params })
    if (what === 'acesso') await server.as(b.owner).ok(users.deactivate, { params })
    if (what === 'saída') await server.as(member).ok(auth.signOut, { body: {} })
    if (what === 'senha') await server.as(member).ok(auth.changePassword, { body: { password: `${PASSWORD} ${round}` } })
    const done = performance.now()
    const refused = await create()
    const nextRequest = performance.now() - done
    await closed
    // The call that takes away is not what is measured.
    slowest = Math.max(slowest, nextRequest, performance.now() - done)
    expect([what, refused.status, idOf(refused)]).toEqual([what, status, id])
    if (status === 401) {
      const again = open()
      expect((await once(again, 'connect_error')).message).toBe(id)
      again.close()
    }
  }
  await sockets.close()
  expect(slowest).toBeLessThan(1_000)
  figure({
    promise: 'D3',
    what: 'direitos retirados: cargo, acesso, saída e senha',
    ours: `${rounds} de ${rounds} no pedido seguinte e no socket, ${slowest.toFixed(0)} ms`,
    floor: '< 1 s',
  })
})

const once = (socket: Socket, event: string): Promise<Error> => new Promise(resolve => socket.once(event as 'connect_error', resolve))

const RENEWAL = '/v1/refresh-token'
const unsigned = (jwk: JWK) =>
  [{ typ: 'dpop+jwt', alg: 'none', jwk }, { htm: 'POST', htu: `https://razao.exemplo${RENEWAL}` }, '']
    .map(part => (part === '' ? '' : Buffer.from(JSON.stringify(part)).toString('base64url')))
    .join('.')

/** What whoever copied the tokens, and heard the proofs of earlier calls, may send beside them. */
const THEFTS: readonly ((owner: Key, thief: Key, token: string, heard: string) => Promise<string | undefined>)[] = [
  async () => undefined,
  (_, thief, token) => proof(thief, RENEWAL, token),
  (owner, thief, token) => proof({ privateKey: thief.privateKey, jwk: owner.jwk }, RENEWAL, token),
  async (_owner, _thief, _token, heard) => heard,
  async owner => unsigned(owner.jwk),
  async () => 'nada',
]

test('D7: copies of the tokens renew nothing without the key of their browser, and the owner goes on', long, async () => {
  const copies = times(THEFTS.length * 2, 100)
  const { document_number } = await aPerson()
  const [owner, thief] = [await aKey(), await aKey()]
  let { refreshToken } = await signIn(document_number, owner)
  let renewed = 0
  for (let copy = 0; copy < copies; copy += 1) {
    server.clock.advance(3_000)
    const heard = await proof(owner, RENEWAL, refreshToken)
    const renewal = () => server.call(undefined, auth.refreshToken, { body: { token: refreshToken } }, { dpop: heard })
    const answer = await renewal()
    expect(answer.status, 'the owner').toBe(200)
    const before = refreshToken
    ;({ refreshToken } = answer.data as { refreshToken: string })
    const theft = THEFTS[copy % THEFTS.length] as (typeof THEFTS)[number]
    for (const token of [refreshToken, before]) {
      const dpop = await theft(owner, thief, token, heard)
      // The very call of the owner said again is the lost answer that D2 repeats.
      if (token === before && dpop === heard) continue
      const stolen = await server.call(undefined, auth.refreshToken, { body: { token } }, dpop === undefined ? {} : { dpop })
      if (stolen.status < 300) renewed += 1
      else expect([400, 401]).toContain(stolen.status)
    }
  }
  expect(renewed).toBe(0)
  // Proofs over another call or method are none, and a code answered elsewhere renews nothing either.
  for (const dpop of [await proof(owner, '/v1/authenticate', refreshToken), await proof(owner, RENEWAL, refreshToken, 'GET')])
    expect((await server.call(undefined, auth.refreshToken, { body: { token: refreshToken } }, { dpop })).status).toBe(400)
  const [session_id = ''] = refreshToken.split('.')
  const [{ user_id } = { user_id: '' }] = await server.sql<{ user_id: string }>`select user_id from sessions where id = ${session_id}`
  const asking = { id: user_id, kind: 'SOLO_USER' as const, document_number, session_id, organization_id: null }
  server.clock.advance(61_000)
  const asked = await server.as(asking).ok(auth.stepUp)
  const answered = { params: { id: asked.id }, body: { otp: await server.lastCode() } }
  expect((await server.call(undefined, auth.verifyOtp, answered)).status).toBe(401)
  const dpop = await proof(owner, `/v1/verify-otp/${asked.id}`, asked.id)
  expect((await server.call(undefined, auth.verifyOtp, answered, { dpop })).status).toBe(200)
  figure({
    promise: 'D7',
    what: 'cópias dos tokens usadas sem a chave do navegador',
    ours: `${renewed} renovações em ${copies} cópias, de ${THEFTS.length} modos; a dona renovou todas as vezes`,
    floor: '0 de 100',
  })
})
