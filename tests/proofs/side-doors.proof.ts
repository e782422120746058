// C4: what does not come through a list or a record, namely sockets, runs, files, links and caches, opens to no other company either.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { finishedRun } from '#server/jobs/queue.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { openSockets } from '#server/realtime/sockets.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type CallInput, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { rows } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'
import { aVictim, type Victim } from './kit/victim.ts'

/** What files belong to. */
const FILED = ['attachments', 'invoices', 'charges', 'imports']

const DAY_MS = 24 * 3_600_000
const long = { timeout: 3_600_000 }

let server: TestServer
let victim: Victim
let own: Books
beforeAll(async () => {
  server = await testServer()
  victim = await aVictim(server)
  own = await books(server)
}, 300_000)
afterAll(() => server?.close())

const lastPart = (url: string) => url.split('/').at(-1) ?? ''
const status = async (user: TestUser | undefined, row: Endpoint, input: CallInput, headers?: Record<string, string>) => {
  server.clock.advance(2_000)
  const answer = await server.call(user, row, input, headers)
  const seen = answer.data instanceof Uint8Array ? Buffer.from(answer.data).toString('latin1') : JSON.stringify(answer.data)
  return { ...answer, leaks: `${seen}${JSON.stringify(answer.headers)}`.includes(victim.canary) }
}

test('C4: a socket hears of no company but its own, whatever rooms it names', long, async () => {
  const { db, clock, secret, realtime } = server.services
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = openSockets({ http: server.app.server, db, clock, secret })
  Object.assign(realtime, sockets)
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const token = await signAccess(secret, { user_id: own.owner.id, session_id: own.owner.session_id }, server.clock.now())
  const { id } = victim.books.company
  const foreign = [id, `company:${id}`, `user:${victim.books.owner.id}`, `session:${victim.books.owner.session_id}`]
  const open = (transports: ('websocket' | 'polling')[], auth: object, query: Record<string, string>) =>
    io(url, { auth: { token, missed_ms: DAY_MS, ...auth }, query, transports, reconnection: false, forceNew: true })
  const thieves: Socket[] = [
    ...foreign.map(room => open(['websocket'], { room, rooms: foreign, company_id: id, companies: [id] }, { room })),
    open(['polling'], { company_ids: [id] }, { company_id: id }),
  ]
  const heard: string[] = []
  const mine: string[] = []
  await Promise.all(
    thieves.map(socket => new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))),
  )
  for (const socket of thieves) {
    socket.onAny((event, frame) => void (JSON.stringify(frame)?.includes(id) ? heard.push(event) : mine.push(event)))
    for (const event of ['join', 'subscribe', 'room', 'told', 'changed'])
      socket.emit(event, { room: foreign[1], company_id: id, tags: ['bills'] })
  }
  // Nobody is let in without a token of a session that lives.
  for (const stolen of [
    '',
    'nada',
    await signAccess(secret, { user_id: own.owner.id, session_id: victim.books.owner.session_id }, clock.now()),
  ]) {
    const socket = open(['websocket'], { token: stolen }, {})
    await new Promise<void>((resolve, reject) =>
      socket.once('connect_error', () => resolve()).once('connect', () => reject(new Error(stolen))),
    )
    socket.close()
  }
  const before = mine.length
  const writes = times(8, 250)
  for (let n = 0; n < writes; n += 1) {
    server.clock.advance(1_000)
    await victim.books.bill({ additional_information: victim.canary })
  }
  await own.bill()
  const end = Date.now() + 5_000
  while (mine.length < before + thieves.length && Date.now() < end) await new Promise(next => setTimeout(next, 20))
  expect(mine.length, 'its own company it hears of').toBeGreaterThanOrEqual(before + thieves.length)
  expect(heard).toEqual([])
  for (const socket of thieves) socket.close()
  await sockets.close()
  figure({
    promise: 'C4',
    what: `sockets que pedem salas alheias, ${writes} gravações da outra`,
    ours: `0 quadros alheios em ${thieves.length} sockets`,
    floor: '0',
  })
})

/** Links of the victim to one document each: what opens them, and what has them opened no more. */
async function links() {
  const { company, c } = victim.books
  const me = server.as(company.owner)
  const [note = ''] = await ids('invoices', "where status = 'ISSUED' and kind = 'SERVICE'")
  const [charge = ''] = await ids('charges', '')
  const made: { open: Endpoint; token: string; revoke?: () => Promise<unknown> }[] = []
  if (note) {
    const { url } = await me.ok(contract.noteLinks.link, { params: { ...c, id: note } })
    made.push({ open: contract.noteLinks.open, token: lastPart(url) })
  }
  if (charge) {
    const { url } = await me.ok(contract.chargeLinks.link, { params: { ...c, id: charge } })
    made.push({ open: contract.chargeLinks.open, token: lastPart(url) })
  }
  const shared = await me.ok(contract.monthPage.share, { params: c, body: { date: '2026-03-01', days: 7 } })
  const month = await me.ok(contract.monthPage.link, { params: { ...c, id: shared.id } })
  made.push({
    open: contract.monthPage.open,
    token: lastPart(month.url),
    revoke: () => me.ok(contract.monthPage.revoke, { params: { ...c, id: shared.id } }),
  })
  const asked = { text: victim.canary, statement_entry_id: await victim.books.line(-4_321), takes_text: true }
  const question = await me.ok(contract.questions.create, { params: c, body: asked })
  const { url } = await me.ok(contract.questions.link, { params: { ...c, id: question.id } })
  made.push({
    open: contract.questions.open,
    token: lastPart(url),
    revoke: () => me.ok(contract.questions.revoke, { params: { ...c, id: question.id } }),
  })
  return made
}

const ids = async (table: string, where: string) =>
  (await server.sql<{ id: string }>(`select id from ${table} ${where || 'where true'} and company_id = '${victim.books.company.id}'`)).map(
    row => row.id,
  )

/** The token with one character changed, at every kind of place. */
const changed = (token: string, n: number) => {
  const at = (n * 7) % token.length
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}

test('C4: runs, files, links and caches open to nobody else, and to nobody after their time', long, async () => {
  let tried = 0
  const opened: string[] = []
  const mustNot = async (user: TestUser | undefined, row: Endpoint, input: CallInput, headers?: Record<string, string>) => {
    const answer = await status(user, row, input, headers)
    tried += 1
    if (answer.status < 300 || answer.leaks) opened.push(`${row.id} ${JSON.stringify(input)} → ${answer.status}`)
  }
  const others: (TestUser | undefined)[] = [own.owner, await server.aUser(), undefined]
  const { company } = victim.books
  // Files, and their metadata: by id, in the foreign and in the own company.
  const files = rows.filter(
    ({ id, method, path, spec }) =>
      (spec.file || id.startsWith('attachments.')) && method === 'GET' && !spec.public && /\{(c|id)\}/.test(path),
  )
  // Those that have files, and at full length some of every table.
  const known = [...victim.ids].flatMap(([table, of]) => of.slice(0, times(FILED.includes(table) ? 1 : 0, 8)))
  for (const row of files) {
    for (const user of others) {
      for (const scope of [company.id, own.company.id]) {
        for (const id of row.path.includes('{id}') ? known : [undefined]) {
          if (id === undefined && scope === own.company.id) continue
          const params = { c: scope, ...(id ? { id } : {}), pa: '202603', document: 'xml', year: '2026', userId: company.owner.id }
          await mustNot(user, row, { params, query: row.spec.query ? { company_id: scope } : {} })
        }
      }
    }
  }
  // Runs: by anyone's session, another run's token, an invented one.
  const run = await server.inCompany([company.id], db =>
    finishedRun(db, 'import.read', company.id, company.owner.id, { text: victim.canary }),
  )
  const mine = await server.inCompany([own.company.id], db => finishedRun(db, 'import.read', own.company.id, own.owner.id, {}))
  const session = await signAccess(server.services.secret, { user_id: own.owner.id, session_id: own.owner.session_id }, server.clock.now())
  for (const bearer of [session, mine.publicAccessToken, run.publicAccessToken.replace(company.id, own.company.id), randomUUID()])
    await mustNot(undefined, contract.jobs.get, { params: { id: run.id } }, { authorization: `Bearer ${bearer}` })
  // Links: changed anywhere, at the door of another kind, and after their time.
  const made = await links()
  for (const { open, token } of made) {
    expect((await status(undefined, open, { params: { token } })).status, open.id).toBe(200)
    for (let n = 0; n < times(10, 100); n += 1) await mustNot(undefined, open, { params: { token: changed(token, n) } })
    for (const other of made.filter(each => each.open !== open)) await mustNot(undefined, open, { params: { token: other.token } })
  }
  expect(made.map(({ open }) => open.id)).toEqual(['noteLinks.open', 'chargeLinks.open', 'monthPage.open', 'questions.open'])
  // Caches: the cursor of another company's list brings nothing of it, and no cache in between keeps an answer.
  for (const row of rows.filter(each => each.spec.columns && each.path.includes('{c}'))) {
    const query = { start_date: '2026-01-01', end_date: '2026-12-31', date_type: 'due_date' }
    const ask = (user: TestUser, of: string, more: object) =>
      status(user, row, { params: { c: of }, query: { ...query, ...more } }, { accept: COLUMNS_MEDIA_TYPE })
    const theirs = await ask(company.owner, company.id, {})
    if (theirs.status !== 200) continue
    const cursor = (theirs.data as { cursor: string }).cursor
    const answer = await ask(own.owner, own.company.id, { since: cursor })
    tried += 1
    if (answer.leaks) opened.push(`${row.id} by the cursor of another company`)
    expect([row.id, theirs.headers['cache-control']]).toEqual([row.id, expect.stringContaining('no-store')])
  }
  for (const { open, token, revoke } of made)
    if (revoke) {
      await revoke()
      await mustNot(undefined, open, { params: { token } })
    }
  server.clock.advance(400 * DAY_MS)
  for (const { open, token } of made) await mustNot(undefined, open, { params: { token } })
  expect(opened).toEqual([])
  figure({
    promise: 'C4',
    what: `${files.length} chamadas de arquivos, tarefas, 4 tipos de link e caches`,
    ours: `0 de ${tried.toLocaleString('pt-BR')} alcançados, alterados ou vencidos`,
    floor: '0 de 1.000',
  })
})
