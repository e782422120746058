// K2, of the clock: a server whose clock was a day wrong and is set right locks nobody out, lets nobody in longer, and keeps what was done; and
// days are São Paulo's wherever the process stands, through every change of daylight saving time there ever was.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day, dayInSaoPaulo } from '#domain/days.ts'
import { hashPassword } from '#server/areas/people/auth/passwords.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, isFull } from './kit/figure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const PASSWORD = 'uma senha longa de prova'
const long = { timeout: 600_000 }
const { auth, bills, batches } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

let people = 8_100
async function aPerson() {
  const document_number = cpfNumber(++people)
  await server.aUser('SOLO_USER', { document_number, password_hash: await hashPassword(PASSWORD) })
  const headers = { 'x-device-id': `aparelho-${people}` }
  const knock = (password: string) => server.call(undefined, auth.authenticate, { body: { document_number, password } }, headers)
  const enter = async () => {
    const asked = await knock(PASSWORD)
    expect(asked.status, JSON.stringify(asked.data)).toBe(200)
    const { id } = asked.data as { id: string }
    return server.as(undefined).ok(auth.verifyOtp, { params: { id }, body: { otp: await server.lastCode() } }, headers)
  }
  return { knock, enter, headers }
}
const idOf = ({ data }: TestAnswer) => (data as { id?: string }).id

/** Public look-ups from one address until they are refused. */
async function emptied(): Promise<number> {
  for (let n = 1; n < 60; n += 1) {
    const answer = await server.call(undefined, auth.validEmail, { params: { email: `p${n}@exemplo.com.br` } })
    if (answer.status === 429) return n
  }
  throw new Error('nobody counts')
}

test.each([
  ['adiantado', DAY_MS],
  ['atrasado', -DAY_MS],
])('K2: a clock a day %s, and set right again, locks nobody out and keeps what was done', long, async (how, jump) => {
  const right = server.clock.now()
  const [locked, asking, working] = [await aPerson(), await aPerson(), await aPerson()]
  const before = await working.enter()
  server.clock.set(right + jump)
  // Under the wrong clock: one is locked out, one has a code sent, one signs in and works, an address uses up its share.
  for (let n = 0; n < 7; n += 1) await locked.knock('errada-mesmo')
  expect(idOf(await locked.knock(PASSWORD))).toBe('auth.locked')
  const sent = await asking.knock(PASSWORD)
  expect(sent.status).toBe(200)
  const code = await server.lastCode()
  const session = await working.enter()
  await emptied()
  const made = await server.call(b.owner, bills.create, { params: b.c, body: { amount_cents: 500, due_date: '2026-04-01' } })
  expect(made.status).toBe(201)

  server.clock.set(right + 2 * MINUTE_MS)
  // A minute's share is there again after a minute, and a wait is over when it would have been.
  await server
    .call(undefined, auth.validEmail, { params: { email: 'depois@exemplo.com.br' } })
    .then(({ status }) => expect(status).not.toBe(429))
  await locked.enter()
  // The code sent under a clock that was ahead is no code for a day, and another may be asked for at once.
  if (jump > 0) {
    const { id } = sent.data as { id: string }
    const late = await server.call(undefined, auth.verifyOtp, { params: { id }, body: { otp: code } }, asking.headers)
    expect([late.status, idOf(late)]).toEqual([422, 'auth.otp_expired'])
  }
  await asking.enter()
  // The session of before goes on or is asked for by name; the one opened meanwhile renews, and confirms nothing that needs a fresh code.
  for (const { refreshToken } of [before, session]) {
    const renewed = await server.call(undefined, auth.refreshToken, { body: { token: refreshToken } })
    expect([200, 401]).toContain(renewed.status)
    if (renewed.status === 401) expect(idOf(renewed)).toBe('auth.session_revoked')
  }
  // What was done stands, is undone, and is listed.
  const { id } = made.data as { id: string }
  expect((await server.as(b.owner).ok(bills.get, { params: { ...b.c, id } })).amount_cents).toBe(500)
  await server.as(b.owner).ok(batches.undo, { params: { ...b.c, id: made.headers['x-batch-id'] ?? '' } })
  expect((await server.call(b.owner, bills.get, { params: { ...b.c, id } })).status).toBe(404)
  figure({
    promise: 'K2',
    what: `relógio um dia ${how} e acertado`,
    ours: 'ninguém preso fora, nenhum código ou confirmação por um dia a mais, o que se fez continua e se desfaz',
    floor: 'nada preso, nada a mais',
  })
})

test('K2: a code answered under a clock that was ahead confirms nothing once it is right', async () => {
  const { owner } = await server.aCompany()
  const right = server.clock.now()
  await server.sql`update sessions set stepped_up_at = ${new Date(right + DAY_MS)} where id = ${owner.session_id}`
  const company = await server.aCompany(owner)
  const refused = await server.as(owner).refused(contract.certificates.delete, { params: { c: company.id } })
  expect(refused.id).toBe('auth.step_up_required')
  await server.sql`update sessions set stepped_up_at = ${new Date(right - MINUTE_MS)} where id = ${owner.session_id}`
  expect((await server.as(owner).refused(contract.certificates.delete, { params: { c: company.id } })).id).toBe('resource.not_found')
})

const ZONES = ['America/Sao_Paulo', 'Pacific/Apia', ...(isFull ? ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'] : [])]
/** Days, months and moments around every change of 1985 to 2019 and of today, told by a process in that zone. */
const TOLD = `
  import { addDays, addMonths, dayInSaoPaulo, formatDay, formatInstant } from './src/domain/days.ts'
  import { createHash } from 'node:crypto'
  const hash = createHash('sha256')
  for (let at = Date.UTC(1985, 9, 1); at < Date.UTC(2027, 0, 1); at += 23 * 3600_000 + 60_000) {
    const day = dayInSaoPaulo(at)
    hash.update([day, addDays(day, 1), addDays(day, -1), addMonths(day, 1), formatDay(day), formatInstant(new Date(at).toISOString())].join())
  }
  console.log(hash.digest('hex'))`

test('K2: a day is the same day in whatever zone the process runs, through every change of daylight saving time', long, () => {
  const told = ZONES.map(TZ =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', TOLD], {
      cwd: root,
      env: { ...process.env, TZ },
      encoding: 'utf8',
    }),
  )
  expect(new Set(told).size).toBe(1)
  let day: Day = '1985-01-01'
  let days = 0
  for (; day < '2027-01-01'; day = addDays(day, 1)) {
    // The longest and the shortest day had its noon, too.
    const same = [addDays(addDays(day, 1), -1), dayInSaoPaulo(Date.parse(`${day}T15:30:00Z`))]
    if (same.some(each => each !== day)) expect(same).toEqual([day, day])
    days += 1
  }
  figure({
    promise: 'K2',
    what: `${days.toLocaleString('pt-BR')} dias de 1985 a 2026, com todos os horários de verão, em ${ZONES.length} fusos do processo`,
    ours: '0 diferenças',
    floor: '0',
  })
})
