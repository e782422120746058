// A5: a disk without room is told by name wherever it is met, a row or a file or the whole database, and nothing acknowledged is lost by it.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { withPools } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { checkBooks } from '#server/db/invariants.ts'
import { migrate } from '#server/db/migrate.ts'
import { productDatabase, withClient } from '#server/db/roles.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type CallInput, type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'
import { callOf, rows } from './kit/calls.ts'
import { type CompanyWatch, differences, watchCompanies } from './kit/company-state.ts'
import { figure, times } from './kit/figure.ts'
import { RandomWrites } from './kit/random-writes.ts'

let server: TestServer
let b: Books
let watch: CompanyWatch
beforeAll(async () => {
  server = await testServer()
  watch = await watchCompanies(server)
  b = await furnishedBooks(server)
})
afterAll(() => server?.close())

async function furnishedBooks(at: TestServer): Promise<Books> {
  const made = await books(at)
  await made.bills(3)
  await made.receivable()
  for (const cents of [-1000, -2500, -10_000, 700]) await made.line(cents, { description: 'PIX' })
  return made
}

const told = ({ status, data, headers }: TestAnswer) => [status, (data as { id?: string }).id, Number(headers['retry-after']) > 0]

/** While `work` runs, a write of the journal finds no room. */
async function withoutRoom(work: () => Promise<void>): Promise<void> {
  await server.sql(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await server.sql(`create trigger no_room before insert on batches for each row execute function no_room()`)
  try {
    await work()
  } finally {
    await server.sql(`drop trigger no_room on batches; drop function no_room()`)
  }
}

test('A5: every kind of write says that there is no room, changes nothing, and goes through under the same key once there is', async () => {
  const writes = new RandomWrites(server, b, () => false)
  const calls: { call: [Endpoint, CallInput]; key: { 'idempotency-key': string } }[] = []
  for (const write of Object.values(writes.all))
    for (let at = 0; at < times(1, 3); at += 1) {
      const call = await write({ pick: at, more: 2 + at })
      if (call) calls.push({ call, key: { 'idempotency-key': randomUUID() } })
    }
  const refused: typeof calls = []
  const before = await watch.state(b.company.id)
  await withoutRoom(async () => {
    for (const each of calls) {
      server.clock.advance(2_000)
      const answer = await server.call(b.owner, ...each.call, each.key)
      // What changes nothing, or may not be done, needs no room.
      if (answer.status < 500) expect(answer.headers['x-batch-id'], each.call[0].id).toBeUndefined()
      else {
        expect(told(answer), each.call[0].id).toEqual([503, 'storage.unavailable', true])
        refused.push(each)
      }
    }
  })
  expect(differences(before, await watch.state(b.company.id))).toEqual([])
  const [first] = refused
  if (!first) throw new Error('nothing met the full disk')
  expect((await server.call(b.owner, ...first.call, first.key)).status).toBeLessThan(300)
  figure({
    promise: 'A5',
    what: 'escritas de cada tipo sem espaço no banco',
    ours: `${refused.length} de ${refused.length} ditas storage.unavailable, 0 linhas mudadas`,
    floor: 'todas',
  })
})

test('A5: every row that takes a file says that there is no room for it, and keeps no record of it', async () => {
  const { files } = server.services
  let asked = 0
  const full = () => {
    asked += 1
    return Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }))
  }
  const before = await watch.state(b.company.id)
  server.services.files = { ...files, put: full }
  const met: string[] = []
  try {
    for (const row of rows.filter(({ spec }) => spec.form)) {
      const input = callOf(row, b.company.id)
      const fields = row.spec.form ? { bank_account_id: b.account } : {}
      const answer = await server.call(b.owner, row, { ...input, form: { ...fields, file: new File([tinyPdf('recibo')], 'recibo.pdf') } })
      const was = asked
      asked = 0
      if (was === 0) continue
      met.push(row.id)
      expect(told(answer), row.id).toEqual([503, 'storage.unavailable', true])
    }
  } finally {
    server.services.files = files
  }
  expect(met).toContain('attachments.create')
  expect(differences(before, await watch.state(b.company.id))).toEqual([])
  figure({ promise: 'A5', what: 'arquivos sem espaço onde guardar', ours: `${met.length} de ${met.length} rotas o dizem`, floor: 'todas' })
})

const DISK_MB = 192

/** A small disk of its own in memory; undefined where nobody may mount one. */
async function smallDisk(): Promise<{ folder: string; remove(): Promise<void> } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'razao-disco-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true })
    return undefined
  }
  await chmod(folder, 0o755)
  return {
    folder,
    async remove() {
      spawnSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Takes all the room there is but so much. */
async function fillUp(folder: string, leftBytes: number): Promise<string> {
  const path = join(folder, 'lastro')
  const { bavail, bsize } = await statfs(folder)
  const file = await open(path, 'w')
  const block = Buffer.alloc(64 * 1024)
  for (let room = bavail * bsize - leftBytes; room > 0; room -= block.length) await file.write(block, 0, Math.min(room, block.length))
  await file.close()
  return path
}

test('A5: a database whose disk fills up loses nothing it said it kept, and goes on when there is room', {
  timeout: 3_600_000,
}, async context => {
  const disk = await smallDisk()
  if (!disk) {
    console.log('A5  nenhum disco pequeno pode ser montado por este usuário: só as faltas de espaço postas à mão foram provadas.')
    return context.skip()
  }
  const embedded = await startEmbedded({ dir: join(disk.folder, 'postgres') })
  try {
    await migrate(embedded.ownerConfig)
    const adminConfig = { ...embedded.adminConfig, database: productDatabase }
    const pools = withPools(embedded.ownerConfig, embedded.appConfig)
    const full = await testServer({ database: { ...pools, name: productDatabase, adminConfig, drop: async () => {} } })
    const at = await furnishedBooks(full)
    const kept = new Set<string>()
    const said = new Map<string, number>()
    const write = async () => {
      full.clock.advance(1_000)
      const text = 'x'.repeat(1_900)
      const body = { amount_cents: 100, due_date: '2026-12-10', bank_account_id: at.account, additional_information: text }
      const answer = await full.call(at.owner, contract.bills.create, { params: at.c, body }).catch(() => undefined)
      const { id } = (answer?.data ?? {}) as { id?: string }
      const how = answer === undefined ? 'sem resposta' : answer.status < 300 ? 'feita' : `${answer.status} ${id}`
      said.set(how, (said.get(how) ?? 0) + 1)
      if (how === 'feita' && id) kept.add(id)
      return how
    }
    const rounds = times(1, 30)
    for (let round = 0; round < rounds; round += 1) {
      const ballast = await fillUp(disk.folder, Math.floor(Math.random() * 2_000_000))
      for (let tries = 0, failed = 0; failed < 20 && tries < 4_000; tries += 20)
        failed += (await Promise.all(Array.from({ length: 20 }, write))).filter(how => how !== 'feita').length
      await rm(ballast)
      await expect.poll(write, { timeout: 60_000, interval: 250 }).toBe('feita')
    }
    // A client of its own: a database that found no room for its log restarts, and the one of before is gone.
    const stand = await withClient(adminConfig, client => client.query('select id from entries where id = any ($1::uuid[])', [[...kept]]))
    expect(stand.rowCount).toBe(kept.size)
    expect((await checkBooks(adminConfig)).faults).toEqual([])
    const others = [...said.keys()].filter(how => !['feita', '503 storage.unavailable', '503 server.busy', 'sem resposta'].includes(how))
    expect(others).toEqual([])
    await full.close()
    figure({
      promise: 'A5',
      what: `disco de ${DISK_MB} MB cheio ${rounds} vezes`,
      ours: `0 de ${kept.size} perdidas (${[...said].map(([how, count]) => `${count} ${how}`).join(', ')})`,
      floor: '0',
    })
  } finally {
    await embedded.stop()
    await disk.remove()
  }
})
