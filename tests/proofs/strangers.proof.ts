// D4 and D5: whoever knocks learns from no answer, nor from its time, who has an account; and nobody is locked out by the knocking of others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { hashPassword } from '#server/areas/people/auth/passwords.ts'
import { median } from '#tests/bench/kit/statistics.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type CallInput, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'

const { auth } = contract
const PASSWORD = 'sol-poente-na-serra-7'
const MINUTE_MS = 60_000
const long = { timeout: 3_600_000 }

let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer()
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server?.close())

const person = () => server.aUser('SOLO_USER', { password_hash })
let strangers = 700_000
const nobody = () => ({
  document_number: cpfNumber(++strangers),
  email: `n${strangers}@exemplo.com.br`,
  phone_number: `+55119${80_000_000 + strangers}`,
})

type Known = Pick<TestUser, 'document_number'> & { email: string; phone_number: string }
async function somebody(): Promise<Known> {
  const user = await person()
  const [row] = await server.sql<Known>`select document_number, email, phone_number from users where id = ${user.id}`
  return row as Known
}

/** Every way to ask about somebody without being signed in. */
const KNOCKS: readonly { row: Endpoint; with: (who: Known) => CallInput }[] = [
  { row: auth.authenticate, with: ({ document_number }) => ({ body: { document_number, password: 'errada-mesmo' } }) },
  { row: auth.firstAccess, with: ({ document_number }) => ({ body: { document_number } }) },
  { row: auth.validPhone, with: ({ phone_number }) => ({ params: { phone: phone_number } }) },
  { row: auth.validEmail, with: ({ email }) => ({ params: { email } }) },
  {
    row: auth.register,
    with: ({ document_number, email, phone_number }) => ({
      body: { kind: 'SOLO_USER', name: 'Ana Prado', password: PASSWORD, document_number, email, phone_number },
    }),
  },
]

let from = 0
/** Each knock from elsewhere and later, so that no limit answers in its place. */
async function knock({ row, with: inputOf }: (typeof KNOCKS)[number], who: Known) {
  from += 1
  server.clock.advance(MINUTE_MS)
  const { params = {}, body } = inputOf(who)
  const url = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const started = performance.now()
  const answer = await server.app.inject({
    method: row.method,
    url,
    remoteAddress: `203.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`,
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const ms = performance.now() - started
  await server.drain()
  return { answer, ms }
}

/** Everything of an answer but what is drawn anew each time, or follows from what the caller sent. */
function shapeOf({ answer }: Awaited<ReturnType<typeof knock>>): unknown {
  const { request_id: _, id, masked_destination, expires_at, ...said } = answer.json() as Record<string, unknown>
  const drawn = { id: answer.statusCode < 300 ? typeof id : id, expires_at: typeof expires_at }
  const mask = typeof masked_destination === 'string' ? masked_destination.replace(/\d\d$/, 'NN') : undefined
  const { date: _date, 'content-length': _length, ...headers } = answer.headers
  return { status: answer.statusCode, said, drawn, mask, headers }
}

test('D4: known and unknown people are answered alike, and as fast', long, async () => {
  const rounds = times(3, 1_000)
  const apart: string[] = []
  for (const each of KNOCKS) {
    const taken = { known: [] as number[], unknown: [] as number[] }
    // All of them first: whoever was just written is found faster.
    const people: Known[] = []
    while (people.length < rounds) people.push(await somebody())
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      const shapes: unknown[] = []
      for (const kind of order) {
        const found = await knock(each, kind === 'known' ? (people[round] as Known) : nobody())
        taken[kind].push(found.ms)
        shapes.push(shapeOf(found))
      }
      expect(shapes[0], each.row.id).toEqual(shapes[1])
    }
    const [known, unknown] = [median(taken.known), median(taken.unknown)]
    const difference = Math.abs(known - unknown) / Math.max(known, unknown)
    apart.push(`${each.row.id} ${known.toFixed(1)} e ${unknown.toFixed(1)} ms`)
    // A few calls on a busy machine tell more of the machine than of the server.
    if (isFull)
      expect([each.row.id, known, unknown, difference < 0.05 || Math.abs(known - unknown) < 0.25]).toEqual([
        each.row.id,
        known,
        unknown,
        true,
      ])
  }
  figure({
    promise: 'D4',
    what: `${rounds} perguntas de cada um dos ${KNOCKS.length} modos, alternadas, por quem existe e por quem não`,
    ours: `situação, corpo e cabeçalhos iguais; medianas: ${apart.join(', ')}`,
    floor: 'iguais; < 5% (no inteiro)',
  })
})

test('D5: whatever strangers try, their owner signs in on the device of before', long, async () => {
  const owner = await person()
  const own = { 'x-device-id': 'da-dona' }
  const enter = (password: string, headers: Record<string, string>) =>
    server.call(undefined, auth.authenticate, { body: { document_number: owner.document_number, password } }, headers)
  let entered = 0
  const signIn = async () => {
    server.clock.advance(MINUTE_MS)
    const asked = await enter(PASSWORD, own)
    expect(asked.status, JSON.stringify(asked.data)).toBe(200)
    const { id } = asked.data as { id: string }
    await server.as(undefined).ok(auth.verifyOtp, { params: { id }, body: { otp: await server.lastCode() } }, own)
    entered += 1
  }
  await signIn()
  const tries = times(240, 10_000)
  const answers = new Map<string, number>()
  for (let n = 0; n < tries; n += 1) {
    // Long enough apart, now and then, for the waits to end: each try that is checked makes the next wait longer.
    if (n % 2 === 0) server.clock.advance(16 * MINUTE_MS)
    const { id } = (await enter('errada-mesmo', n % 3 === 0 ? {} : { 'x-device-id': `estranho-${n % 50}` })).data as { id: string }
    answers.set(id, (answers.get(id) ?? 0) + 1)
    if (n % Math.ceil(tries / 8) === 0) await signIn()
  }
  expect((await enter(PASSWORD, { 'x-device-id': 'estranho' })).status, 'a stranger with the right password waits').toBe(429)
  await signIn()
  expect([...answers.keys()].sort()).toEqual(['auth.invalid_credentials', 'auth.locked'])
  expect(answers.get('auth.invalid_credentials')).toBeGreaterThanOrEqual(100)
  figure({
    promise: 'D5',
    what: `${tries.toLocaleString('pt-BR')} senhas erradas de outros aparelhos (${answers.get('auth.locked')} mandadas esperar)`,
    ours: `a dona entrou no aparelho dela ${entered} de ${entered} vezes, no meio e no fim`,
    floor: 'entra sempre, em 10.000',
  })
})
