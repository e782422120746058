// A6: copies taken while people work are restored one after the other into empty places, each with its books in order, its files whole and its
// certificate readable; a wrong key and a second restore at the same moment change nothing.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { diskFiles } from '#server/adapters/files.ts'
import { withSigner } from '#server/areas/fiscal/certificates/vault.ts'
import { backup, restore } from '#server/backup/backup.ts'
import { checkBooks } from '#server/db/invariants.ts'
import { openKysely } from '#server/db/kysely.ts'
import { withClient } from '#server/db/roles.ts'
import { scope } from '#server/db/scope.ts'
import { checkTrails } from '#server/db/trail.ts'
import { seedBills, seedRegisters } from '#tests/bench/kit/seed.ts'
import type { MoneyBooks } from '#tests/kit/money.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { RandomWrites } from './kit/random-writes.ts'

const KEY = 'chave das cópias'
const GIGABYTE = 2 ** 30
const now = new Date('2026-11-20T10:00:00Z')

let server: TestServer
let b: MoneyBooks
let folder: string
let outsideTheChain: unknown
beforeAll(async () => {
  server = await testServer()
  b = await furnish(server, 'Copiada')
  await server.as(b.owner).ok(contract.certificates.create, { params: b.c, form: pfxForm(pfxOf(server, b.company)) })
  if (isFull) {
    const large = await server.aCompany()
    await withClient(server.adminConfig, async admin => {
      await seedRegisters(admin, large)
      await seedBills(admin, large, times(0, 200_000))
    })
  }
  folder = await mkdtemp(join(tmpdir(), 'razao-copias-'))
  // What the kit writes past the product stands outside the chain.
  outsideTheChain = (await checkTrails(server.adminConfig)).faults.length
}, 600_000)
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes of every kind, one after the other, until told to stop; gives how many were acknowledged. */
function working(): { stop(): Promise<number> } {
  const writes = new RandomWrites(server, b, () => false)
  const kinds = Object.values(writes.all)
  let going = true
  let done = 0
  const work = (async () => {
    for (let n = 0; going; n += 1) {
      const wanted = await kinds[n % kinds.length]?.({ pick: n, more: n * 7 })
      if (wanted && (await server.call(b.owner, ...wanted)).status < 300) done += 1
    }
  })()
  return {
    async stop() {
      going = false
      await work
      return done
    },
  }
}

const sizeOf = (database: TestDatabase): Promise<number> =>
  withClient(database.adminConfig, async client => {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    return Number(rows[0]?.bytes)
  })

async function signs(database: TestDatabase): Promise<string | undefined> {
  const db = openKysely({ ...database.adminConfig, max: 1 })
  try {
    return await db.transaction().execute(async tx => {
      await scope(tx, { companies: [b.company.id] })
      return withSigner(tx, server.services.secret, b.company.id, server.clock.now(), ({ key }) => key.asymmetricKeyType)
    })
  } finally {
    await db.destroy()
  }
}

test('A6: copies taken while people work come back whole, each of them', { timeout: 7_200_000 }, async () => {
  const rounds = times(1, 30)
  let [written, files, slowest] = [0, 0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `${round}.razao`)
    const place = await mkdtemp(join(folder, 'lugar-'))
    const people = working()
    const report = await backup({ from: { ...server.adminConfig }, files: server.services.files, file, key: KEY, now })
    written += await people.stop()
    const target = await createTestDatabase({ empty: true })
    const began = performance.now()
    const restored = await restore({ into: target.ownerConfig, files: diskFiles(place), file, key: KEY })
    const minutes = (performance.now() - began) / 60_000
    slowest = Math.max(slowest, minutes / ((await sizeOf(target)) / GIGABYTE))
    expect([restored.tables, restored.files, restored.trails.faults.length]).toEqual([report.tables, report.files, outsideTheChain])
    expect((await checkBooks(target.adminConfig)).faults).toEqual([])
    expect(await signs(target)).toBe('rsa')
    files = restored.files.count
    await target.drop()
    await rm(place, { recursive: true })
    await rm(file)
  }
  if (isFull) expect(slowest).toBeLessThan(2)
  figure({
    promise: 'A6',
    what: `cópias feitas durante ${written} gravações, cada uma restaurada em um lugar vazio`,
    ours: `${rounds} de ${rounds} iguais: tabelas, ${files} arquivos, livros, trilha e certificado; ${slowest.toFixed(1)} min por GB`,
    floor: '30 de 30, 2 min por GB',
  })
})

test('A6: a wrong key, and a second restore into the same place at the same moment, change nothing', { timeout: 600_000 }, async () => {
  const file = join(folder, 'uma.razao')
  const report = await backup({ from: { ...server.adminConfig }, files: server.services.files, file, key: KEY, now })
  expect((await stat(file)).size).toBe(report.bytes)
  const target = await createTestDatabase({ empty: true })
  const into = (key: string) => restore({ into: target.ownerConfig, files: diskFiles(join(folder, 'lugar')), file, key })
  await expect(into('outra chave')).rejects.toThrow(/chave/)
  const both = await Promise.allSettled([into(KEY), into(KEY)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(String(refused.reason.message)).toMatch(
    /^(Outra restauração está em curso|O banco de destino não está vazio).*Nada foi alterado\.$/s,
  )
  expect((await checkBooks(target.adminConfig)).faults).toEqual([])
  await expect(into(KEY)).rejects.toThrow(/não está vazio/)
  await target.drop()
  figure({
    promise: 'A6',
    what: 'duas restaurações ao mesmo tempo, e uma com a chave errada',
    ours: 'uma entra inteira, as outras não mudam nada',
    floor: '1 de 2; 0 mudanças',
  })
})
