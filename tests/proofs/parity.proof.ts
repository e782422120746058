// A8: the same calls are answered alike by the embedded PostgreSQL 18 and by a PostgreSQL 15, and leave the same rows; where there is none it says
// so. At full length every row of the contract is called on records that stand, and the server's whole suite runs on the older one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Endpoint, isMutating } from '#contract/kit/endpoint.ts'
import { withPools } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { isRoot } from '#server/db/unprivileged.ts'
import { books } from '#tests/kit/books.ts'
import { ENDS_SESSION } from '#tests/kit/garbage.ts'
import { type CallInput, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { callOf, type Position, positionsOf, rows, withId } from './kit/calls.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { MARK, marksInOrder, RandomWrites } from './kit/random-writes.ts'
import { idsByTable, tenantTables } from './kit/victim.ts'

const places = [process.env.PG15_BINDIR, '/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin', '/opt/homebrew/opt/postgresql@15/bin']
const binaries = places.find(place => place !== undefined && existsSync(join(place, 'initdb')))

const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A cluster of its own, ready to accept; PostgreSQL refuses to run as root. */
async function cluster15(bin: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'razao-15-'))
  const runAs = isRoot() ? { uid: 65_534, gid: 65_534 } : {}
  if (isRoot()) await chown(folder, 65_534, 65_534)
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const options = { ...runAs, cwd: '/', encoding: 'utf8' } as const
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'razao', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-k', '-N'],
    options,
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200']
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap(each => ['-c', each])], {
    ...runAs,
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = new Promise(done => child.once('exit', done))
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], options).status
  await expect.poll(isReady, { timeout: 60_000 }).toBe(0)
  return {
    url: `postgres://razao@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g

/** Drawn anew in each place, and what is made of it. */
const DRAWN =
  /token|cursor|secret|cipher|nonce|digest|hash|signature|_mac|chave|qr_?code|copy_?paste|pix_code|end_to_end|txid|access_key|barcode|digitable|^(changed|seq|size_bytes|serial_number|identity_key)$/i
const CODE = /\b(?=[0-9A-Za-z+/=_-]*\d)[0-9A-Za-z+/=_-]{18,}|\d{8,}|(?<=\*{3})\w{8}\b|2025\.\d+|(?<=<cDV>)\d/g

/** What an answer says but for ids, moments and what is drawn; rows that nothing but their ids puts in an order are put in one. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => JSON.stringify(said(each))).sort()
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, DRAWN.test(name) ? each !== null : said(each)]))
  if (typeof value !== 'string') return value
  return value.replace(ID, 'id').replace(MARK, 'marca').replace(MOMENT, 'momento').replace(CODE, 'código')
}
const isAsked = (row: Endpoint): boolean => !ENDS_SESSION.includes(row.id)

/** The answers of one server to a program of writes and then to every row that reads; at full length to every row there is. */
async function told(server: TestServer): Promise<string[]> {
  const answers: string[] = []
  const ask = async (by: TestUser, row: Endpoint, call: CallInput): Promise<number> => {
    server.clock.advance(2_000)
    const { status, data } = await server.call(by, row, call)
    answers.push(`${row.id} ${status} ${data instanceof Uint8Array ? 'arquivo' : JSON.stringify(said(data))}`)
    return status
  }
  const b = await books(server)
  await b.bills(1)
  for (const cents of [-1000, -2500, -10_000, 700]) await b.line(cents, { description: 'PIX' })
  const writes = new RandomWrites(server, b, () => false, marksInOrder())
  for (let round = 0; round < times(2, 20); round += 1)
    for (const write of Object.values(writes.all)) {
      const wanted = await write({ pick: round, more: round * 5 })
      if (wanted) await ask(b.owner, ...wanted)
    }
  for (const row of rows.filter(each => !isMutating(each) && !each.spec.file && isAsked(each)))
    await ask(b.owner, row, callOf(row, b.company.id))
  if (isFull) answers.push(...(await toldOfAll(server, ask)))
  return answers
}

/** Every row on the first record that answers to it, those that read before those that write; then what stands in every table. */
async function toldOfAll(server: TestServer, ask: (by: TestUser, row: Endpoint, call: CallInput) => Promise<number>): Promise<string[]> {
  const { owner, company } = await furnish(server, 'Paridade')
  const ids = [...(await idsByTable(server, company.id))].filter(([, found]) => found.length > 0)
  for (const row of rows.filter(isAsked).sort((one, other) => Number(isMutating(one)) - Number(isMutating(other)))) {
    const call = callOf(row, company.id)
    const places = positionsOf(row).filter(place => !place.company)
    const path = places.find(place => place.in === 'path')
    const resource = row.id.split('.')[0]?.toLowerCase() ?? ''
    const near = (name: string) => (name.replaceAll('_', '').startsWith(resource.slice(0, 6)) ? 0 : 1)
    for (const [table, [id = '']] of path ? ids.toSorted(([one], [other]) => near(one) - near(other)) : [['', ['']] as const]) {
      const known = (place: Position) => ids.find(([name]) => `${place.path.at(-1)?.replace(/_ids?$/, '')}s` === name)?.[1][0]
      const filled = places.reduce((made, place) => withId(made, place, place === path ? id : (known(place) ?? id)), call)
      if ((await ask(owner, row, table === '' ? call : filled)) !== 404) break
    }
  }
  const left: string[] = []
  for (const { name } of await tenantTables(server)) {
    const found = await server.sql<{ row: object }>(`select to_jsonb(t) as row from ${name} t`)
    left.push(`${name} ${JSON.stringify(said(found.map(({ row }) => row)))}`)
  }
  return left
}

/** The server's own suite, every expectation of which was written beside the embedded one; its last words. */
async function suiteOn(url: string): Promise<{ passed: boolean; said: string }> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter', 'dot'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, TEST_DATABASE_URL: url, RAZAO_PROOFS_REPORT: '', RAZAO_PROOFS: '', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => void heard.push(String(data)))
  const [code] = (await once(child, 'exit')) as [number]
  const text = heard.join('')
  const failed = new Set(text.match(/FAIL .*/g))
  const said = [...failed, /Tests {2}(.*)/.exec(text)?.[1] ?? text.slice(-2_000)]
  return { passed: code === 0, said: said.join('\n') }
}

test('A8: PostgreSQL 15 answers as the embedded 18 does', { timeout: 3_600_000 }, async context => {
  if (binaries === undefined) {
    const why = 'não há PostgreSQL 15 nesta máquina; PG15_BINDIR diz onde está'
    figure({ promise: 'A8', what: 'respostas do PostgreSQL 15 e do 18', ours: why, floor: 'iguais' })
    return context.skip()
  }
  const older = await cluster15(binaries)
  try {
    const { ownerConfig, appConfig } = await openOwnServer(older.url, { durable: false })
    await migrate(ownerConfig)
    const pools = withPools(ownerConfig, appConfig)
    const on15 = await testServer({
      database: { ...pools, name: 'postgres', adminConfig: { connectionString: older.url }, drop: async () => {} },
    })
    const on18 = await testServer()
    const versions = await Promise.all(
      [on15, on18].map(server => server.sql<{ v: number }>(`select current_setting('server_version_num')::int / 10000 as v`)),
    )
    expect(versions.map(([row]) => row?.v)).toEqual([15, 18])
    const [one, other] = [await told(on15), await told(on18)]
    expect(one).toEqual(other)
    await Promise.all([on15.close(), on18.close()])
    figure({ promise: 'A8', what: 'respostas e tabelas do PostgreSQL 15 e do 18', ours: `0 diferenças em ${one.length}`, floor: '0' })
    if (!isFull) return
    const suite = await suiteOn(older.url)
    expect(suite.passed, suite.said).toBe(true)
    figure({ promise: 'A8', what: 'a suíte inteira do servidor no PostgreSQL 15', ours: suite.said, floor: 'passa inteira' })
  } finally {
    await older.stop()
  }
})
