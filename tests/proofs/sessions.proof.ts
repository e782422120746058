// D1 to D3: a code is not guessed, a refresh token serves once, and a right taken away is gone with the next request.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { hashPassword } from '#server/modules/auth/passwords.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

const { auth, bills } = contract
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

async function signIn(document_number: string): Promise<{ accessToken: string; refreshToken: string }> {
  const id = await challenge(document_number)
  const code = await server.lastCode()
  return server.as(undefined).ok(auth.verifyOtp, { params: { id }, body: { otp: code } })
}

test('D1: of many guesses at once no more than five count, and the right code no longer opens after them', long, async () => {
  const { document_number } = await aPerson()
  const id = await challenge(document_number)
  const code = await server.lastCode()
  const guesses = times(120, 20_000)
  let counted = 0
  for (let sent = 0; sent < guesses; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const guess = String((Number(code) + 1 + sent + at) % 1_000_000).padStart(6, '0')
        return server.call(undefined, auth.verifyOtp, { params: { id }, body: { otp: guess } })
      }),
    )
    expect(answers.filter(answer => answer.status < 300)).toEqual([])
    counted += answers.filter(answer => idOf(answer) === 'auth.otp_invalid').length
    // So that the limits of requests are not what refuses.
    server.clock.advance(4_000)
  }
  expect(counted).toBeLessThanOrEqual(5)
  expect((await server.call(undefined, auth.verifyOtp, { params: { id }, body: { otp: code } })).status).toBeGreaterThanOrEqual(400)
  figure({ promise: 'D1', what: 'palpites de código em paralelo', ours: `${counted} conferidos de ${guesses}, 0 aceitos`, floor: '≤ 5' })
})

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
    server.clock.advance(60_000)
    const next = await server.as(undefined).ok(auth.refreshToken, { body: { token: successor } })
    const reused = await server.call(undefined, auth.refreshToken, { body: { token: refreshToken } })
    expect(reused.status).toBe(401)
    expect((await server.call(undefined, auth.refreshToken, { body: { token: next.refreshToken } })).status).toBe(401)
  }
  figure({ promise: 'D2', what: '100 renovações da mesma chave', ours: `1 sucessora, família encerrada no reuso, ${rounds}×`, floor: '1' })
})

test('D3: rights taken away are gone at the next request', long, async () => {
  const rounds = times(6, 100)
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    server.clock.advance(2_000)
    const member = await server.aMember(b.company, 'FINANCE')
    const body = { amount_cents: 1, due_date: '2026-03-20' }
    const create = () => server.call(member, bills.create, { params: b.c, body })
    expect((await create()).status).toBe(201)
    const started = performance.now()
    if (round % 3 === 0) await server.sql`update memberships set status = 'INACTIVE' where user_id = ${member.id}`
    if (round % 3 === 1) await server.sql`update memberships set role_id = ${b.company.roles.READER} where user_id = ${member.id}`
    if (round % 3 === 2) await server.as(member).ok(auth.signOut, { body: {} })
    const refused = await create()
    slowest = Math.max(slowest, performance.now() - started)
    expect([refused.status, idOf(refused)]).toEqual(
      [
        [404, 'resource.not_found'],
        [403, 'permission.denied'],
        [401, 'auth.session_revoked'],
      ][round % 3],
    )
  }
  expect(slowest).toBeLessThan(1_000)
  figure({
    promise: 'D3',
    what: 'direitos retirados',
    ours: `${rounds} de ${rounds} no pedido seguinte, ${slowest.toFixed(0)} ms`,
    floor: '< 1 s',
  })
})
