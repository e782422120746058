// A1, of a move: killed anywhere on its way to another server it has lost nothing, the source is as it was, and a second run brings everything over.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { diskFiles } from '#server/adapters/files.ts'
import { withPools } from '#server/db/connect.ts'
import { type Embedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeDatabase, productDatabase, withClient } from '#server/db/roles.ts'
import { books } from '#tests/kit/books.ts'
import { productArgs } from '#tests/kit/programs.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'
import { addressOf } from '#tests/kit/scratch-server.ts'
import { testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'
import { figure, times } from './kit/figure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const KILLS = times(2, 40)
const FILES = 5

let folder: string
let target: Embedded
const home = () => join(folder, 'livro')
const cluster = () => join(home(), 'postgres')

/** One digest for each table, past row security; when each migration ran is a place's own. */
async function digestsOf(config: pg.ClientConfig): Promise<Record<string, string>> {
  return withClient(config, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'kysely_migration' order by 1`,
    )
    const digests: Record<string, string> = {}
    for (const { name } of rows) {
      const found = await client.query<{ it: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as it from "${name}" t`,
      )
      digests[name] = found.rows[0]?.it ?? ''
    }
    return digests
  })
}

/** Names and contents of every file of a place. */
async function filesOf(place: string): Promise<Record<string, string>> {
  const names = (await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])).filter(entry => entry.isFile())
  const paths = names.map(entry => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(await Promise.all(paths.map(async path => [path.slice(place.length), await readFile(path, 'latin1')])))
}

async function source() {
  const running = await startEmbedded({ dir: cluster() })
  try {
    return await digestsOf({ ...running.adminConfig, database: productDatabase })
  } finally {
    await running.stop()
  }
}

beforeAll(async () => {
  folder = await scratchFolder('razao-mudanca-')
  const running = await startEmbedded({ dir: cluster() })
  await migrate(running.ownerConfig)
  const pools = withPools(running.ownerConfig, running.appConfig)
  const adminConfig = { ...running.adminConfig, database: productDatabase }
  const kit = await testServer({ database: { ...pools, name: productDatabase, adminConfig, drop: async () => {} } })
  kit.services.files = diskFiles(join(home(), 'files'))
  const b = await books(kit)
  await b.bills(50, { additional_information: 'a levar' })
  for (let n = 0; n < FILES; n += 1) {
    const form = { file: new File([tinyPdf(`recibo ${n}`)], `${n}.pdf`) }
    await kit.as(b.owner).ok(contract.attachments.create, { params: b.c, form })
  }
  await kit.close()
  await running.stop()
  target = await startEmbedded({ dir: join(folder, 'servidor/postgres') })
}, 300_000)
afterAll(async () => {
  await target?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The command as a process of its own; killed with everything it started, as a machine that goes down, when `killAt` says so. */
async function move(database: string, place: string, killAt?: () => Promise<unknown>) {
  const child = spawn(process.execPath, await productArgs('move', '--to', addressOf(target.adminConfig, { database }), '--files', place), {
    cwd: root,
    env: { ...process.env, RAZAO_DIR: home(), DATABASE_URL: '', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => void heard.push(String(data)))
  const started = performance.now()
  const left = once(child, 'exit') as Promise<[number | null]>
  if (killAt) void Promise.race([killAt(), left]).then(() => child.kill('SIGKILL'))
  const [code] = await left
  return { code, said: heard.join(''), ms: performance.now() - started }
}

/** When the first tables stand in the target, and nobody in them. */
async function hasTables(database: string): Promise<void> {
  for (;;) {
    const { rows } = await withClient(inTarget(database), client =>
      client.query<{ has: boolean }>(`select to_regclass('users') is not null as has`),
    )
    if (rows[0]?.has) return
    await wait(20)
  }
}

/** Ends whoever else is connected, and waits until they have gone. */
async function alone(database: string): Promise<void> {
  const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  await withClient(inTarget(database), async client => {
    await client.query(`select pg_terminate_backend(pid) ${others}`)
    while ((await client.query(`select 1 ${others}`)).rowCount !== 0) await wait(20)
  })
}

const inTarget = (database: string): pg.ClientConfig => ({ ...target.adminConfig, database })

async function arrivedWhole(database: string, place: string, books: Record<string, string>, files: Record<string, string>) {
  expect(await digestsOf(inTarget(database))).toEqual(books)
  expect(await filesOf(join(place, 'files'))).toEqual(files)
}

test('A1: a move that is killed loses nothing, and the next one goes through', { timeout: 3_600_000 }, async () => {
  const before = await source()
  const files = await filesOf(join(home(), 'files'))
  expect(Object.keys(files)).toHaveLength(FILES)
  const make = (database: string) => withClient(target.adminConfig, admin => makeDatabase(admin, database))
  await make('inteira')
  const whole = await move('inteira', join(folder, 'inteira'))
  expect(whole.said).toContain('Daqui em diante')
  // What the kit wrote past the product stands outside the audit chain, and is told so with every copy.
  expect([whole.code, whole.said]).toEqual([2, expect.stringMatching(/fora da cadeia/)])
  await arrivedWhole('inteira', join(folder, 'inteira'), before, files)

  const found = { nothing: 0, tables: 0, whole: 0 }
  for (let n = 0; n < KILLS; n += 1) {
    const database = `alvo_${n}`
    const place = join(folder, database)
    await make(database)
    // From its first statement on; before it, what is killed is a program being read.
    const later = () => wait(whole.ms * (0.3 + (0.7 * (n + Math.random())) / KILLS), undefined, { ref: false })
    const killed = await move(database, place, n % 4 === 0 ? () => hasTables(database) : later)
    // The database of the killed command ends by itself; what was under way in the target is ended, or was committed at its last moment.
    await alone(database)
    expect(await source(), 'the source').toEqual(before)
    expect(await filesOf(join(home(), 'files'))).toEqual(files)
    const there = await digestsOf(inTarget(database))
    const filled = Object.keys(there).filter(name => there[name] === before[name] && name in before)
    if (Object.keys(there).length === 0) found.nothing += 1
    else if (JSON.stringify(there) === JSON.stringify(before)) found.whole += 1
    else {
      found.tables += 1
      expect(there.entries, `killed after ${killed.ms} ms: ${filled.length} tables`).not.toBe(before.entries)
    }
    const again = await move(database, place)
    const wasThere = again.said.includes('não está vazio')
    expect([again.code, again.said]).toEqual([wasThere ? 1 : whole.code, again.said])
    expect(wasThere).toBe(JSON.stringify(there) === JSON.stringify(before))
    await arrivedWhole(database, place, before, files)
  }
  expect(found.tables).toBeGreaterThan(0)
  expect((await readdir(home())).filter(name => name.startsWith('mudanca'))).toEqual([])
  figure({
    promise: 'A1',
    what: `mudança para outro servidor, morta em ${KILLS} pontos (${found.nothing} antes das tabelas, ${found.tables} antes dos dados, ${found.whole} já inteira)`,
    ours: `0 perdidos, 0 pela metade, origem igual ${KILLS} de ${KILLS}, a segunda passou todas as vezes`,
    floor: '0',
  })
})
