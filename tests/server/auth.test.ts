// Sign-in, codes, sessions and profile over the real server and database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { checkPassword, hashPassword } from '#server/areas/people/auth/passwords.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { TEST_NOW, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const { auth, preferences } = contract
const PASSWORD = 'sol-poente-na-serra-7'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: TestServer
let passwordHash: string
let next = 0

beforeAll(async () => {
  server = await testServer()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())
// Sixty days apart, so that no test stands in the limits of another.
beforeEach(() => server.clock.set(TEST_NOW + next++ * 60 * 24 * HOUR))

interface Tokens {
  accessToken: string
  refreshToken: string
}
interface Challenge {
  id: string
  channel: string
  masked_destination: string
  expires_at: string
}

const withPassword = () => server.aUser('SOLO_USER', { password_hash: passwordHash })
const device = (id: string) => ({ 'x-device-id': id })
const enter = (document_number: string, password: string, headers: Record<string, string> = {}) =>
  server.call(undefined, auth.authenticate, { body: { document_number, password } }, headers)
const verify = (id: string, otp: string, headers: Record<string, string> = {}) =>
  server.call(undefined, auth.verifyOtp, { params: { id }, body: { otp } }, headers)
const errorId = (answer: { data: unknown }) => (answer.data as { id: string }).id
const other = (code: string) => (code === '000000' ? '000001' : '000000')

/** The whole sign-in by password and code. */
async function signIn(user: TestUser, headers: Record<string, string> = {}): Promise<Tokens & { session_id: string }> {
  const challenge = (await enter(user.document_number, PASSWORD, headers)).data as Challenge
  const answer = await verify(challenge.id, await server.lastCode(), headers)
  expect(answer.status).toBe(200)
  const tokens = answer.data as Tokens
  return { ...tokens, session_id: tokens.refreshToken.split('.')[0] ?? '' }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refresh = (token: string) => server.call(undefined, auth.refreshToken, { body: { token } })

describe('password', () => {
  test('document, password and code open a session', async () => {
    const user = await withPassword()
    const { accessToken } = await signIn(user)
    const profile = await server.as(undefined).ok(auth.profile, {}, bearer(accessToken))
    expect(profile.id).toBe(user.id)
    expect(profile).not.toHaveProperty('password_hash')
  })

  test('a wrong password and an unknown document look the same', async () => {
    const user = await withPassword()
    const wrong = await enter(user.document_number, 'errada-mesmo')
    const unknown = await enter(cpfNumber(900_000), 'errada-mesmo')
    const withoutRequest = (data: unknown) => ({ ...(data as object), request_id: '' })
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(withoutRequest(wrong.data)).toEqual(withoutRequest(unknown.data))
    expect(errorId(wrong)).toBe('auth.invalid_credentials')
  })

  test('a bad CPF is told before anything is looked up', async () => {
    const answer = await enter('123.456.789-00', PASSWORD)
    expect(answer.status).toBe(422)
    expect((answer.data as { message: string }).message).toBe('CPF é inválido')
  })

  test('five wrong passwords are answered, the sixth waits, and the waits double', async () => {
    const user = await withPassword()
    for (let n = 0; n < 5; n += 1) expect(errorId(await enter(user.document_number, 'errada-mesmo'))).toBe('auth.invalid_credentials')
    const sixth = await enter(user.document_number, PASSWORD)
    expect(sixth.status).toBe(429)
    expect(sixth.data).toMatchObject({ id: 'auth.locked', message: 'Aguarde 1 s para tentar de novo.', retry_after: 1 })
    server.clock.advance(1000)
    expect(errorId(await enter(user.document_number, 'errada-mesmo'))).toBe('auth.invalid_credentials')
    expect((await enter(user.document_number, PASSWORD)).data).toMatchObject({ id: 'auth.locked', retry_after: 2 })
    server.clock.advance(2000)
    expect((await enter(user.document_number, PASSWORD)).status).toBe(200)
    expect(errorId(await enter(user.document_number, 'errada-mesmo'))).toBe('auth.invalid_credentials')
  })

  test('an unknown document locks as a known one does', async () => {
    const document = cpfNumber(900_001)
    for (let n = 0; n < 5; n += 1) await enter(document, 'errada-mesmo')
    expect(errorId(await enter(document, 'errada-mesmo'))).toBe('auth.locked')
  })

  test('parallel guesses cannot outrun the count', async () => {
    const user = await withPassword()
    const answers = await Promise.all(Array.from({ length: 12 }, () => enter(user.document_number, 'errada-mesmo')))
    const checked = answers.filter(answer => errorId(answer) === 'auth.invalid_credentials').length
    expect(checked).toBe(5)
  })

  test('a storm of sign-ins is never failed, and other calls are served meanwhile', async () => {
    const user = await withPassword()
    const storm = Array.from({ length: 60 }, (_, n) => enter(cpfNumber(920_000 + n), 'errada-mesmo'))
    expect((await server.as(user).ok(auth.profile)).id).toBe(user.id)
    const statuses = (await Promise.all(storm)).map(answer => answer.status)
    expect(statuses.filter(status => status !== 401 && status !== 429)).toEqual([])
    expect((await enter(user.document_number, PASSWORD)).status).toBe(200)
  })

  test('more passwords at once than are checked soon are asked to come back', async () => {
    const checks = await Promise.allSettled(Array.from({ length: 60 }, () => checkPassword(undefined, 'errada-mesmo', async () => {})))
    const refused = checks.flatMap(check => (check.status === 'rejected' ? [check.reason.id] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused)).toEqual(new Set(['rate.limited']))
  })

  test('strangers cannot lock the owner out of a device that signed in before', async () => {
    const user = await withPassword()
    await signIn(user, device('da-dona'))
    server.clock.advance(MINUTE)
    for (let n = 0; n < 8; n += 1) await enter(user.document_number, 'errada-mesmo', device(`estranho-${n}`))
    expect(errorId(await enter(user.document_number, PASSWORD, device('estranho')))).toBe('auth.locked')
    expect((await enter(user.document_number, PASSWORD, device('da-dona'))).status).toBe(200)
  })

  test('the hundredth failure in a row stops strangers for a day', async () => {
    const user = await withPassword()
    for (let n = 0; n < 99; n += 1) {
      const answer = await enter(user.document_number, 'errada-mesmo')
      expect(errorId(answer)).toBe('auth.invalid_credentials')
      server.clock.advance(15 * MINUTE)
    }
    expect(errorId(await enter(user.document_number, 'errada-mesmo'))).toBe('auth.invalid_credentials')
    server.clock.advance(HOUR)
    expect((await enter(user.document_number, PASSWORD)).data).toMatchObject({
      id: 'auth.locked',
      message: 'Aguarde 23 h para tentar de novo.',
    })
    server.clock.advance(23 * HOUR)
    expect((await enter(user.document_number, PASSWORD)).status).toBe(200)
  })
})

describe('code', () => {
  test('the code is six digits, hashed at rest, told in pt-BR, and its destination is masked', async () => {
    const user = await withPassword()
    const challenge = (await enter(user.document_number, PASSWORD)).data as Challenge
    expect(challenge).toMatchObject({ channel: 'SMS', masked_destination: expect.stringMatching(/^\(\*\*\) \*{5}-\*\*\d{2}$/) })
    const code = await server.lastCode()
    const [sent] = await server.sql<{ text: string }>`select text from outbox where code = ${code} order by at desc limit 1`
    expect(sent?.text).toBe(`Razão: seu código de acesso é ${code}. Vale por 5 minutos.`)
    const [row] = await server.sql<{
      found: boolean
    }>`select row_to_json(c)::text like ${`%${code}%`} as found from otp_challenges c where id = ${challenge.id}`
    expect(row?.found).toBe(false)
  })

  test('a wrong code says how many tries are left and the fifth closes the challenge', async () => {
    const user = await withPassword()
    const challenge = (await enter(user.document_number, PASSWORD)).data as Challenge
    const code = await server.lastCode()
    for (const left of [4, 3, 2, 1]) {
      expect((await verify(challenge.id, other(code))).data).toMatchObject({
        id: 'auth.otp_invalid',
        message: `Confira o código. ${left === 1 ? 'Resta 1 tentativa' : `Restam ${left} tentativas`}.`,
      })
    }
    expect(errorId(await verify(challenge.id, other(code)))).toBe('auth.otp_locked')
    expect(errorId(await verify(challenge.id, code))).toBe('auth.otp_locked')
  })

  test('a hundred parallel guesses are checked five times', async () => {
    const user = await withPassword()
    const challenge = (await enter(user.document_number, PASSWORD)).data as Challenge
    const code = await server.lastCode()
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(challenge.id, other(code))))
    expect(answers.filter(answer => errorId(answer) === 'auth.otp_invalid').length).toBe(4)
    const [row] = await server.sql<{ tries: number }>`select tries from otp_challenges where id = ${challenge.id}`
    expect(row?.tries).toBe(5)
  })

  test('a code works once, even when it is sent twenty times at once', async () => {
    const user = await withPassword()
    const challenge = (await enter(user.document_number, PASSWORD)).data as Challenge
    const code = await server.lastCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(challenge.id, code)))
    expect(answers.filter(answer => answer.status === 200).length).toBe(1)
    expect(errorId(await verify(challenge.id, code))).toBe('auth.otp_expired')
  })

  test('a code expires after five minutes, to the millisecond', async () => {
    const user = await withPassword()
    const first = (await enter(user.document_number, PASSWORD)).data as Challenge
    const firstCode = await server.lastCode()
    server.clock.advance(5 * MINUTE)
    expect(errorId(await verify(first.id, firstCode))).toBe('auth.otp_expired')
    const second = (await enter(user.document_number, PASSWORD)).data as Challenge
    const secondCode = await server.lastCode()
    server.clock.advance(5 * MINUTE - 1)
    expect((await verify(second.id, secondCode)).status).toBe(200)
  })

  test('a code of another challenge or from another device is refused', async () => {
    const [ana, bia] = [await withPassword(), await withPassword()]
    const ofAna = (await enter(ana.document_number, PASSWORD, device('a'))).data as Challenge
    const codeOfAna = await server.lastCode()
    const ofBia = (await enter(bia.document_number, PASSWORD, device('b'))).data as Challenge
    const codeOfBia = await server.lastCode()
    if (codeOfAna !== codeOfBia) expect(errorId(await verify(ofBia.id, codeOfAna, device('b')))).toBe('auth.otp_invalid')
    expect(errorId(await verify(ofAna.id, codeOfAna, device('outro')))).toBe('auth.otp_invalid')
    expect((await verify(ofAna.id, codeOfAna, device('a'))).status).toBe(200)
  })

  test('a sign-in inside the minute gets the running challenge, a later one a new code', async () => {
    const user = await withPassword()
    const first = (await enter(user.document_number, PASSWORD)).data as Challenge
    server.clock.advance(2_999)
    expect(((await enter(user.document_number, PASSWORD)).data as Challenge).id).toBe(first.id)
    server.clock.advance(1)
    expect(((await enter(user.document_number, PASSWORD)).data as Challenge).id).not.toBe(first.id)
  })

  test('another code is sent only after the wait, and the older one stops working', async () => {
    const user = await withPassword()
    const challenge = (await enter(user.document_number, PASSWORD)).data as Challenge
    const code = await server.lastCode()
    server.clock.advance(2_000)
    const early = await server.as(undefined).refused(auth.sendOtp, { params: { id: challenge.id } })
    expect(early).toMatchObject({ id: 'rate.limited', status: 429, retry_after: 1 })
    server.clock.advance(1_000)
    const again = await server.as(undefined).ok(auth.sendOtp, { params: { id: challenge.id } })
    const newCode = await server.lastCode()
    if (newCode !== code) expect(errorId(await verify(again.id, code))).toBe('auth.otp_invalid')
    expect((await verify(again.id, newCode)).status).toBe(200)
  })

  test('after the fifth wrong code another sending opens a new challenge', async () => {
    const user = await withPassword()
    const challenge = (await enter(user.document_number, PASSWORD)).data as Challenge
    const code = await server.lastCode()
    for (let n = 0; n < 5; n += 1) await verify(challenge.id, other(code))
    server.clock.advance(3_000)
    const again = await server.as(undefined).ok(auth.sendOtp, { params: { id: challenge.id } })
    expect(again.id).not.toBe(challenge.id)
    expect((await verify(again.id, await server.lastCode())).status).toBe(200)
  })

  test('twenty wrong codes in a day end the day, and a known device keeps its own count', async () => {
    const user = await withPassword()
    await signIn(user, device('da-dona'))
    let checked = 0
    for (let round = 0; round < 6; round += 1) {
      server.clock.advance(MINUTE)
      const challenge = (await enter(user.document_number, PASSWORD, device('estranho'))).data as Challenge
      const code = await server.lastCode()
      for (let n = 0; n < 4; n += 1) {
        if (errorId(await verify(challenge.id, other(code), device('estranho'))) === 'auth.otp_invalid') checked += 1
      }
    }
    expect(checked).toBe(20)
    server.clock.advance(MINUTE)
    await signIn(user, device('da-dona'))
    figure({
      promise: 'D5',
      what: 'códigos errados de outro aparelho até o bloqueio do dia',
      ours: 'a dona entrou no aparelho dela',
      floor: 'entra',
    })
  })

  test('where codes really go out, sending is 60 s apart and five an hour', async () => {
    const real = await testServer({ local: false })
    try {
      const user = await real.aUser('SOLO_USER', { password_hash: passwordHash })
      const ask = () => real.call(undefined, auth.authenticate, { body: { document_number: user.document_number, password: PASSWORD } })
      const first = (await ask()).data as Challenge
      real.clock.advance(59_999)
      expect(((await ask()).data as Challenge).id).toBe(first.id)
      real.clock.advance(1)
      for (let n = 0; n < 4; n += 1) {
        expect((await ask()).status).toBe(200)
        real.clock.advance(MINUTE)
      }
      expect((await ask()).data).toMatchObject({ id: 'rate.limited' })
    } finally {
      await real.close()
    }
  })
})

describe('refresh', () => {
  test('a token renews once into its successor, and the successor goes on', async () => {
    const user = await withPassword()
    const session = await signIn(user)
    const second = (await refresh(session.refreshToken)).data as Tokens
    expect(second.refreshToken).not.toBe(session.refreshToken)
    expect((await server.call(undefined, auth.profile, {}, bearer(second.accessToken))).status).toBe(200)
    expect((await refresh(second.refreshToken)).status).toBe(200)
  })

  test('a lost answer asked again within 30 s gets the same successor', async () => {
    const session = await signIn(await withPassword())
    const once = (await refresh(session.refreshToken)).data as Tokens
    server.clock.advance(30_000)
    const twice = (await refresh(session.refreshToken)).data as Tokens
    expect(twice.refreshToken).toBe(once.refreshToken)
    expect((await refresh(twice.refreshToken)).status).toBe(200)
  })

  test('a hundred parallel posts of one token make one successor', async () => {
    const session = await signIn(await withPassword())
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(session.refreshToken)))
    expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(answer => (answer.data as Tokens).refreshToken)).size).toBe(1)
  })

  test('an old token after 30 s ends the session and its sockets', async () => {
    const session = await signIn(await withPassword())
    const successor = (await refresh(session.refreshToken)).data as Tokens
    server.clock.advance(30_001)
    expect(errorId(await refresh(session.refreshToken))).toBe('auth.session_revoked')
    expect(server.dropped).toContain(session.session_id)
    expect(errorId(await refresh(successor.refreshToken))).toBe('auth.session_revoked')
    expect(errorId(await server.call(undefined, auth.profile, {}, bearer(successor.accessToken)))).toBe('auth.session_revoked')
  })

  test('an old token whose successor was used ends the session at once, however old it is', async () => {
    const session = await signIn(await withPassword())
    const second = (await refresh(session.refreshToken)).data as Tokens
    const third = (await refresh(second.refreshToken)).data as Tokens
    expect(errorId(await refresh(session.refreshToken))).toBe('auth.session_revoked')
    expect(errorId(await refresh(third.refreshToken))).toBe('auth.session_revoked')
  })

  test('a made-up token of a known session ends nothing', async () => {
    const session = await signIn(await withPassword())
    expect(errorId(await refresh(`${session.session_id}.${'a'.repeat(43)}.${'b'.repeat(43)}`))).toBe('auth.session_revoked')
    expect((await refresh(session.refreshToken)).status).toBe(200)
  })

  test('twelve idle hours end a session, use keeps it', async () => {
    const user = await withPassword()
    await signIn(user, device('mesa'))
    server.clock.advance(MINUTE)
    const session = await signIn(user, device('mesa'))
    server.clock.advance(12 * HOUR - 1)
    const renewed = (await refresh(session.refreshToken)).data as Tokens
    server.clock.advance(12 * HOUR)
    expect(errorId(await refresh(renewed.refreshToken))).toBe('auth.session_revoked')
  })

  test('a session lives 12 hours on a new device and 30 days on a confirmed one', async () => {
    const user = await withPassword()
    let fresh = await signIn(user, device('notebook'))
    server.clock.advance(11 * HOUR)
    fresh = { ...fresh, ...((await refresh(fresh.refreshToken)).data as Tokens) }
    server.clock.advance(HOUR)
    expect(errorId(await refresh(fresh.refreshToken))).toBe('auth.session_revoked')
    let token = (await signIn(user, device('notebook'))).refreshToken
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      server.clock.advance(10 * HOUR)
      const answer = await refresh(token)
      expect(answer.status).toBe(200)
      token = (answer.data as Tokens).refreshToken
    }
    server.clock.advance(10 * HOUR)
    expect(errorId(await refresh(token))).toBe('auth.session_revoked')
  })
})

describe('sessions', () => {
  test('sign-out ends this session for the next request and its sockets', async () => {
    const user = await withPassword()
    const session = await signIn(user)
    await server.as(undefined).ok(auth.signOut, {}, bearer(session.accessToken))
    expect(server.dropped).toContain(session.session_id)
    expect(errorId(await server.call(undefined, auth.profile, {}, bearer(session.accessToken)))).toBe('auth.session_revoked')
  })

  test('one lists own sessions and ends any of them, never those of another person', async () => {
    const [ana, bia] = [await server.aUser(), await server.aUser()]
    const mine = await server.as(ana).ok(auth.sessions)
    expect(mine).toMatchObject([{ id: ana.session_id, current: true }])
    expect((await server.as(ana).refused(auth.revokeSession, { params: { id: bia.session_id } })).id).toBe('resource.not_found')
    await server.as(ana).ok(auth.revokeSession, { params: { id: ana.session_id } })
    expect((await server.as(ana).refused(auth.profile)).id).toBe('auth.session_revoked')
  })

  test('the thirty-first session ends the one longest unused', async () => {
    const user = await withPassword()
    for (let n = 0; n < 29; n += 1) {
      await server.sql`insert into sessions (id, user_id, refresh_hash, stepped_up_at, last_used_at, idle_expires_at, expires_at)
        values (gen_random_uuid(), ${user.id}, sha256(gen_random_uuid()::text::bytea), now(), ${new Date(server.clock.now() - 1000 * n)}, '2100-01-01', '2100-01-01')`
    }
    await server.sql`update sessions set last_used_at = '2000-01-01' where id = ${user.session_id}`
    await signIn(user)
    expect(server.dropped).toContain(user.session_id)
    const [row] = await server.sql<{ n: number }>`select count(*)::int as n from sessions where user_id = ${user.id} and revoked_at is null`
    expect(row?.n).toBe(30)
  })

  test('a call without a token, or with a foreign one, is asked to refresh', async () => {
    expect((await server.as(undefined).refused(auth.profile)).id).toBe('auth.token_expired')
    expect(errorId(await server.call(undefined, auth.profile, {}, bearer('eyJhbGciOiJub25lIn0.e30.')))).toBe('auth.token_expired')
  })
})

describe('step-up', () => {
  test('a new phone asks for a code, and answering it allows the change', async () => {
    const user = await server.aUser()
    server.clock.advance(15 * MINUTE + 1)
    const refusal = await server.as(user).refused(auth.updateProfile, { body: { phone_number: '(11) 98888-7777' } })
    expect(refusal).toMatchObject({ id: 'auth.step_up_required', status: 403, challenge_id: expect.any(String) })
    const answer = await verify(refusal.challenge_id ?? '', await server.lastCode())
    expect(answer.status).toBe(200)
    const profile = await server
      .as(undefined)
      .ok(auth.updateProfile, { body: { phone_number: '(11) 98888-7777' } }, bearer((answer.data as Tokens).accessToken))
    expect(profile.phone_number).toBe('+5511988887777')
  })

  test('a code answered fifteen minutes ago still counts', async () => {
    const user = await server.aUser()
    server.clock.advance(15 * MINUTE)
    const profile = await server.as(user).ok(auth.updateProfile, { body: { email: 'Nova@Exemplo.com.br' } })
    expect(profile.email).toBe('nova@exemplo.com.br')
  })

  test('a new name asks for nothing', async () => {
    const user = await server.aUser()
    server.clock.advance(HOUR)
    expect((await server.as(user).ok(auth.updateProfile, { body: { name: 'Outro Nome', birth_date: '1980-02-29' } })).name).toBe(
      'Outro Nome',
    )
  })

  test('the step-up code gives the session new tokens and keeps it alive', async () => {
    const user = await withPassword()
    const session = await signIn(user)
    server.clock.advance(16 * MINUTE)
    const renewed = (await refresh(session.refreshToken)).data as Tokens
    const challenge = await server.as(undefined).ok(auth.stepUp, {}, bearer(renewed.accessToken))
    const answer = (await verify(challenge.id, await server.lastCode())).data as Tokens
    expect(answer.refreshToken.split('.')[0]).toBe(session.session_id)
    expect((await refresh(answer.refreshToken)).status).toBe(200)
  })

  test('the document is given once and then stays', async () => {
    const user = await server.aUser()
    const refusal = await server.as(user).refused(auth.updateProfile, { body: { document_number: cpfNumber(900_010) } })
    expect(refusal.details?.[0]).toMatchObject({ field: 'document_number' })
  })
})

describe('new password', () => {
  test('needs a recent code, ends the other sessions and opens the door to the new one only', async () => {
    const user = await withPassword()
    const elsewhere = await signIn(user)
    const fresh = 'outra-serra-ao-luar-9'
    await server.as(user).ok(auth.changePassword, { body: { password: fresh } })
    expect(server.dropped).toContain(elsewhere.session_id)
    expect(errorId(await server.call(undefined, auth.profile, {}, bearer(elsewhere.accessToken)))).toBe('auth.session_revoked')
    expect((await server.as(user).ok(auth.profile)).id).toBe(user.id)
    expect(errorId(await enter(user.document_number, PASSWORD))).toBe('auth.invalid_credentials')
    server.clock.advance(MINUTE)
    expect((await enter(user.document_number, fresh)).status).toBe(200)
    server.clock.advance(HOUR)
    expect((await server.as(user).refused(auth.changePassword, { body: { password: 'mais-uma-serra-ali' } })).id).toBe(
      'auth.step_up_required',
    )
  })

  test('refuses seven characters and takes eight, takes 128 and refuses 129', async () => {
    const user = await server.aUser()
    const set = (password: string) => server.as(user).call(auth.changePassword, { body: { password } })
    expect((await set('xk4ph9w')).status).toBe(422)
    expect((await set('xk4ph9wv')).status).toBe(200)
    const long = Array.from({ length: 26 }, (_, n) => `k${n}wz`).join('')
    expect((await set(long.padEnd(128, 'xyv').slice(0, 128))).status).toBe(200)
    expect((await set(long.padEnd(129, 'xyv').slice(0, 129))).status).toBe(422)
  })

  test.each([
    '12345678',
    'senha123',
    'Senha@123',
    'S3nh@2024',
    'qwerty123',
    'flamengo2019',
    'razao2026',
    'Razão-2026!',
    'aaaaaaaa',
    '1q2w3e4r',
    'deusefiel',
    '01021990',
    'iloveyou1',
  ])('refuses the common password %s', async password => {
    const user = await server.aUser()
    const refusal = await server.as(user).refused(auth.changePassword, { body: { password } })
    expect(refusal.details?.[0]).toMatchObject({ field: 'password', message: 'Esta senha é muito comum. Escolha outra.' })
  })

  test.each(['cavalo correto bateria', 'xK9!pQ2z', 'minha tia tem 3 gatos', PASSWORD])('takes %s', async password => {
    const user = await server.aUser()
    await server.as(user).ok(auth.changePassword, { body: { password } })
  })

  test('refuses own facts as a password', async () => {
    const user = await server.aUser()
    const refusal = await server.as(user).refused(auth.changePassword, { body: { password: user.document_number } })
    expect(refusal.details?.[0]?.message).toContain('documento')
  })

  test('first access answers alike for known and unknown people, and its code allows a password', async () => {
    const user = await server.aUser()
    const known = await server.as(undefined).ok(auth.firstAccess, { body: { document_number: user.document_number } })
    const code = await server.lastCode()
    const unknown = await server.as(undefined).ok(auth.firstAccess, { body: { document_number: cpfNumber(900_020) } })
    expect(Object.keys(unknown)).toEqual(Object.keys(known))
    expect(unknown.masked_destination).toMatch(/^\(\*\*\) \*{5}-\*\*\d{2}$/)
    expect(await server.lastCode()).toBe(code)
    expect(errorId(await verify(unknown.id, code))).toBe('auth.otp_invalid')
    const again = await server.as(undefined).ok(auth.firstAccess, { body: { document_number: cpfNumber(900_020) } })
    expect(again).toEqual(unknown)
    const { accessToken } = (await verify(known.id, code)).data as Tokens
    await server.as(undefined).ok(auth.changePassword, { body: { password: PASSWORD } }, bearer(accessToken))
    expect((await enter(user.document_number, PASSWORD)).status).toBe(200)
  })

  test('a new password forgives the failures of the old one', async () => {
    const user = await withPassword()
    for (let n = 0; n < 6; n += 1) await enter(user.document_number, 'errada-mesmo')
    await server.as(user).ok(auth.changePassword, { body: { password: 'outra-serra-ao-luar-9' } })
    expect((await enter(user.document_number, 'outra-serra-ao-luar-9')).status).toBe(200)
  })
})

describe('registration', () => {
  const someone = (n: number, extra: object = {}) => ({
    name: 'Rita Nova',
    phone_number: `(11) 97777-${String(1000 + n)}`,
    email: `Rita${n}@exemplo.com.br`,
    kind: 'SOLO_USER',
    document_number: cpfNumber(910_000 + n),
    password: PASSWORD,
    ...extra,
  })

  test('the person exists after the code, not before', async () => {
    const body = someone(1)
    const challenge = await server.as(undefined).ok(auth.register, { body })
    expect(errorId(await enter(body.document_number, PASSWORD))).toBe('auth.invalid_credentials')
    const { accessToken } = (await verify(challenge.id, await server.lastCode())).data as Tokens
    const profile = await server.as(undefined).ok(auth.profile, {}, bearer(accessToken))
    expect(profile).toMatchObject({
      name: 'Rita Nova',
      email: 'rita1@exemplo.com.br',
      phone_number: '+5511977771001',
      kind: 'SOLO_USER',
      companies: [],
    })
    expect((await enter(body.document_number, PASSWORD)).status).toBe(200)
  })

  test('the payload of the spec, without document and password, is enough', async () => {
    const { phone_number, email, kind } = someone(2)
    const challenge = await server.as(undefined).ok(auth.register, { body: { phone_number, email, kind } })
    const { accessToken } = (await verify(challenge.id, await server.lastCode())).data as Tokens
    const document_number = cpfNumber(910_002)
    expect((await server.as(undefined).ok(auth.updateProfile, { body: { document_number } }, bearer(accessToken))).document_number).toBe(
      document_number,
    )
  })

  test('a taken document is told after the code only', async () => {
    const user = await server.aUser()
    const challenge = await server.as(undefined).ok(auth.register, { body: someone(3, { document_number: user.document_number }) })
    expect(errorId(await verify(challenge.id, await server.lastCode()))).toBe('conflict.already_exists')
  })

  test.each([
    ['phone_number', '12345'],
    ['phone_number', '+1 202 555 0123'],
    ['email', 'sem-arroba'],
    ['password', 'senha123'],
    ['kind', 'ADMIN'],
    ['document_number', '111.111.111-11'],
  ])('refuses %s = %s', async (field, value) => {
    const refusal = await server.as(undefined).refused(auth.register, { body: someone(4, { [field]: value }) })
    expect(refusal).toMatchObject({ id: 'validation.failed', status: 422 })
    expect(refusal.details?.[0]?.field).toBe(field)
  })

  test('who registers as an organisation manager founds the organisation', async () => {
    const challenge = await server.as(undefined).ok(auth.register, { body: someone(5, { kind: 'ORGANIZATION_MANAGER' }) })
    const { accessToken } = (await verify(challenge.id, await server.lastCode())).data as Tokens
    expect((await server.as(undefined).ok(auth.profile, {}, bearer(accessToken))).organization_id).toEqual(expect.any(String))
  })
})

describe('look-ups and preferences', () => {
  test('phones and e-mails are checked by form only', async () => {
    const user = await server.aUser()
    const phone = (text: string) => server.as(undefined).ok(auth.validPhone, { params: { phone: text } })
    expect(await phone('+5511999998888')).toEqual({ valid: true })
    expect(await phone('123')).toEqual({ valid: false })
    const [row] = await server.sql<{ email: string }>`select email from users where id = ${user.id}`
    expect(await server.as(undefined).ok(auth.validEmail, { params: { email: row?.email ?? '' } })).toEqual({ valid: true })
    expect(await server.as(undefined).ok(auth.validEmail, { params: { email: 'a@b' } })).toEqual({ valid: false })
  })

  test('resources are those of the permission matrix', async () => {
    const user = await server.aUser()
    const resources = await server.as(user).ok(auth.resources)
    expect(resources).toContainEqual({ resource: 'bills', actions: ['v', 'c', 'u', 'd', 'a'] })
  })

  test('preferences merge by name and null takes one away', async () => {
    const user = await server.aUser()
    await server.as(user).ok(preferences.set, { body: { theme: 'dark', views: { bills: [1, null] } } })
    expect(await server.as(user).ok(preferences.set, { body: { theme: null, keys: {} } })).toEqual({
      views: { bills: [1, null] },
      keys: {},
    })
    expect(await server.as(user).ok(preferences.get)).toEqual({ views: { bills: [1, null] }, keys: {} })
  })

  test('preferences beyond 64 KB are refused and nothing changes', async () => {
    const user = await server.aUser()
    const big = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note": ""}'.length) })
    expect((await server.as(user).call(preferences.set, { body: big(64 * 1024) })).status).toBe(200)
    await server.as(user).ok(preferences.set, { body: { note: null } })
    expect((await server.as(user).refused(preferences.set, { body: big(64 * 1024 + 1) })).id).toBe('request.too_large')
    expect(await server.as(user).ok(preferences.get)).toEqual({})
  })

  test.each(['\u0000', '\ud800'])('preferences with text that cannot be stored are refused, not failed (%j)', async text => {
    const user = await server.aUser()
    expect((await server.as(user).refused(preferences.set, { body: { note: text } })).status).toBe(400)
  })
})

test('the outbox of the local environment shows the code that was sent, and only to this machine', async () => {
  await enter((await withPassword()).document_number, PASSWORD)
  const code = await server.lastCode()
  const shown = await server.app.inject('/dev/outbox.json')
  expect(shown.json()[0]).toMatchObject({ code, text: expect.stringContaining(code) })
  expect((await server.app.inject({ url: '/dev/outbox.json', remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
})

test('in the local environment, and only there, the answer to the last code grows old when asked', async () => {
  const user = await server.aUser()
  const token = await signAccess(server.services.secret, { user_id: user.id, session_id: user.session_id }, server.clock.now())
  const steppedUp = async () =>
    (await server.sql<{ fresh: boolean }>`select stepped_up_at >= created_at as fresh from sessions where id = ${user.session_id}`)[0]
      ?.fresh
  const end = (more: object) =>
    server.app.inject({ method: 'POST', url: '/dev/confirmation/end', headers: { authorization: `Bearer ${token}` }, ...more })
  expect((await end({ remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
  expect(await steppedUp()).toBe(true)
  expect((await end({})).statusCode).toBe(200)
  expect(await steppedUp()).toBe(false)
})
