// A8: the same calls are answered alike by the embedded PostgreSQL 18 and by a PostgreSQL 15; where there is none it says so.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isMutating } from '#contract/kit/endpoint.ts'
import { withPools } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { isRoot } from '#server/db/unprivileged.ts'
import { books } from '#tests/kit/books.ts'
import { ENDS_SESSION } from '#tests/kit/garbage.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, rows } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'
import { MARK, RandomWrites } from './kit/random-writes.ts'

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
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'razao', '--auth=trust', '-E', 'UTF8', '--locale=C', '-k', '-N'], options)
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60']
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

/** What an answer says but for ids, moments and tokens; rows that nothing but their ids puts in an order are put in one. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => JSON.stringify(said(each))).sort()
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, /token|cursor/i.test(name) ? 'segredo' : said(each)]))
  return typeof value === 'string' ? value.replace(ID, 'id').replace(MARK, 'marca').replace(MOMENT, 'momento') : value
}

/** The answers of one server to a program of writes and then to every row that reads. */
async function told(server: TestServer): Promise<string[]> {
  const text = (data: unknown) => JSON.stringify(said(data))
  const b = await books(server)
  await b.bills(1)
  for (const cents of [-1000, -2500, -10_000, 700]) await b.line(cents, { description: 'PIX' })
  const writes = new RandomWrites(server, b, () => false)
  const answers: string[] = []
  const rounds = times(2, 20)
  for (let round = 0; round < rounds; round += 1)
    for (const [name, write] of Object.entries(writes.all)) {
      server.clock.advance(2_000)
      const wanted = await write({ pick: round, more: round * 5 })
      if (!wanted) continue
      const { status, data } = await server.call(b.owner, ...wanted)
      answers.push(`${name} ${status} ${text(data)}`)
    }
  for (const row of rows.filter(each => !isMutating(each) && !each.spec.file && !ENDS_SESSION.includes(each.id))) {
    server.clock.advance(2_000)
    const { status, data } = await server.call(b.owner, row, callOf(row, b.company.id))
    if (!(data instanceof Uint8Array)) answers.push(`${row.id} ${status} ${text(data)}`)
  }
  return answers
}

test('A8: PostgreSQL 15 answers as the embedded 18 does', { timeout: 1_200_000 }, async context => {
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
    figure({ promise: 'A8', what: 'respostas do PostgreSQL 15 e do 18', ours: `0 diferenças em ${one.length}`, floor: '0' })
  } finally {
    await older.stop()
  }
})
