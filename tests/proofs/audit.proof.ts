// K3: the journal is a chain that nobody rewrites unseen: whatever is changed, taken out, put in or moved is named with its batch, by us, by
// the program of the export, and after a restore; only the whole tail could be made anew, and a link written down earlier shows that.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { diskFiles } from '#server/adapters/files.ts'
import { backup, move, restore } from '#server/backup/backup.ts'
import { tellTrails } from '#server/backup/telling.ts'
import { TrailCheck, type TrailResult } from '#server/base/trail-check.mjs'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { withClient } from '#server/db/roles.ts'
import { scope } from '#server/db/scope.ts'
import { type Anchor, checkTrail, checkTrails, trailOf } from '#server/db/trail.ts'
import { closeBatch } from '#server/kernel/journal.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import type { MoneyBooks } from '#tests/kit/money.ts'
import { createTestDatabase } from '#tests/kit/postgres.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { afterPlanting } from './kit/taken-back.ts'

const { batches, bills } = contract

let server: TestServer
let b: MoneyBooks
let accountant: TestUser
let reader: TestUser
let folder: string
let owner: Db

beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'razao-trilha-'))
  owner = openKysely({ ...server.adminConfig, max: 1 })
  b = await furnish(server, 'Padaria')
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => b.bill({ amount_cents: 1000 + n })))
  // People at once, bulks over each other's rows, an undo and its redo: all of them are links. More at once would be asked to come back.
  const ids = made.map(bill => bill.id)
  for (let round = 0; round < times(1, 25); round += 1) {
    server.clock.advance(5_000)
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        server.as(b.owner).ok(bills.updateMany, {
          params: b.c,
          body: { ids: ids.slice(n % 6), additional_information: `volta ${round}, ${n}` },
        }),
      ),
    )
  }
  const moved = await server.call(b.owner, bills.move, { params: b.c, body: { ids, status: 'APPROVED' } })
  expect(moved.status, JSON.stringify(moved.data)).toBe(200)
  const id = moved.headers['x-batch-id'] ?? ''
  await server.as(b.owner).ok(batches.undo, { params: { ...b.c, id } })
  await server.as(b.owner).ok(batches.undo, { params: { ...b.c, id: await undoneBy(id) } })
  accountant = await server.aMember(b.company, 'ACCOUNTANT')
  reader = await server.aMember(b.company, 'READER')
  // The fixtures write rows past the product.
  await server.sql(
    'delete from batch_rows r where not exists (select from batches b where b.company_id = r.company_id and b.id = r.batch_id)',
  )
})
afterAll(async () => {
  await owner?.destroy()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function undoneBy(id: string): Promise<string> {
  const [row] = await server.sql<{ by: string }>('select undone_by_id as by from batches where id = $1', [id])
  return row?.by ?? ''
}

/** What the check says while `tampering` stands; it is taken back afterwards. */
const after = (tampering: string, known: readonly Anchor[] = []): Promise<TrailResult> =>
  afterPlanting(owner, b.company.id, sql.raw(tampering), db => checkTrail(db, b.company.id, known))

async function linesOf(companyId: string): Promise<string[]> {
  const lines: string[] = []
  await server.inCompany([companyId], async db => {
    for await (const slice of trailOf(db, companyId)) lines.push(...slice)
  })
  return lines
}

const checked = (lines: readonly string[], known: [number, string][] = []): TrailResult => {
  const check = new TrailCheck(known)
  for (const line of lines) check.add(line)
  return check.end()
}

test('K3: every batch is a link, in one chain without a gap, and only the product makes links', async () => {
  const found = await after('select 1')
  const [row] = await server.sql<{ batches: number; links: number; last: number }>(
    `select (select count(*)::int from batches where company_id = $1) as batches, count(*)::int as links, max(seq)::int as last
      from batch_links where company_id = $1`,
    [b.company.id],
  )
  expect(found).toMatchObject({ faults: [], batches: row?.batches, links: row?.last })
  expect(row?.links).toBe(row?.batches)
  for (const forbidden of [
    `insert into batch_links select company_id, seq + 1000, gen_random_uuid(), rows_digest, link from batch_links`,
    `update batch_links set link = rows_digest`,
    `delete from batch_links`,
    `update batches set label = ''`,
    `delete from batches`,
    `update batch_rows set before = null`,
    `delete from batch_rows`,
    `select razao_link(b) from batches b`,
  ])
    await expect(
      server.inCompany([b.company.id], db => sql.raw(forbidden).execute(db)),
      forbidden,
    ).rejects.toMatchObject({ code: '42501' })
})

/** One batch in the middle of the chain that is whole in every way a tampering needs. */
const some = () =>
  `(select l.batch_id from batch_links l join batches b on b.id = l.batch_id where l.company_id = '${b.company.id}' and l.seq > 3 and b.rows_count > 1 order by l.seq limit 1)`
const lastUndone = () =>
  `(select id from batches where company_id = '${b.company.id}' and undone_by_id is not null order by created_at desc limit 1)`
const row = () => `(batch_id, seq) = (select r.batch_id, min(r.seq) from batch_rows r where r.batch_id = ${some()} group by 1)`

const tamperings = (): Record<string, string> => ({
  'a row changed': `update batch_rows set before = coalesce(before, '{}') || '{"amount_cents": 1}' where ${row()}`,
  'a row given to another record': `update batch_rows set row_id = gen_random_uuid() where ${row()}`,
  'a row deleted': `delete from batch_rows where ${row()}`,
  'a row inserted': `insert into batch_rows (company_id, batch_id, table_name, row_id, before, state_after)
    select company_id, id, 'entries', gen_random_uuid(), null, 1 from batches where id = ${some()}`,
  'rows reordered': `with two as (select min(seq) as a, max(seq) as b from batch_rows where batch_id = ${some()})
    update batch_rows r set table_name = o.table_name, row_id = o.row_id, before = o.before, state_after = o.state_after
    from batch_rows o, two where r.batch_id = ${some()} and o.batch_id = r.batch_id and (r.seq, o.seq) in ((two.a, two.b), (two.b, two.a))`,
  'all rows deleted as if old': `with gone as (delete from batch_rows where batch_id = ${some()})
    update batches set images_pruned = true where id = ${some()}`,
  'who did it': `update batches set user_id = gen_random_uuid() where id = ${some()}`,
  'when it was done': `update batches set created_at = created_at - interval '1 day' where id = ${some()}`,
  'what it said': `update batches set label = 'nada' where id = ${some()}`,
  'a batch deleted': `delete from batches where id = ${some()}`,
  'a batch with its link deleted': `with b as (delete from batches where id = ${some()} returning id), r as (delete from batch_rows where batch_id = ${some()})
    delete from batch_links where batch_id in (select id from b)`,
  'a batch inserted': `insert into batches (company_id, id, command, label) select company_id, gen_random_uuid(), 'bills.move', 'posto' from batches where id = ${some()}`,
  'two links exchanged': `create temp table two on commit drop as select l.* from batch_links l where l.company_id = '${b.company.id}' and (l.batch_id = ${some()}
      or l.seq = 1 + (select n.seq from batch_links n where n.batch_id = ${some()}));
    delete from batch_links where batch_id in (select batch_id from two);
    insert into batch_links select company_id, (select sum(seq) from two) - seq, batch_id, rows_digest, link from two`,
  'a row and its digest': `with r as (update batch_rows set state_after = 9 where ${row()} returning batch_id)
    update batch_links set rows_digest = sha256('x') where batch_id in (select batch_id from r)`,
  'a mark of undone taken away': `update batches set undone_by_id = null where id = ${lastUndone()}`,
  'a mark of undone put': `update batches set undone_by_id = gen_random_uuid() where id = ${some()}`,
})

test('K3: whatever is tampered with in the database is named with its batch', async () => {
  const [wantedOf] = await server.sql<{ id: string; undone: string }>(`select ${some()} as id, ${lastUndone()} as undone`)
  for (const [what, tampering] of Object.entries(tamperings())) {
    const { faults } = await after(tampering)
    expect(faults.length, what).toBeGreaterThan(0)
    const wanted = what === 'a mark of undone taken away' ? wantedOf?.undone : wantedOf?.id
    const isNamed = faults.some(({ batch_id, fault, label }) => batch_id === wanted || label === 'posto' || /falta o elo/.test(fault))
    expect(isNamed, `${what}: ${JSON.stringify(faults)}`).toBe(true)
  }
  expect((await after('select 1')).faults).toEqual([])
})

test('K3: any of a thousand records changed, dropped, put in, repeated or moved breaks the trail', async () => {
  const lines = await linesOf(b.company.id)
  expect(checked(lines).faults).toEqual([])
  let tried = 0
  const rounds = times(60, 20_000)
  const { links, link } = checked(lines)
  for (let round = 0; round < rounds; round += 1) {
    const at = Math.floor(Math.random() * lines.length)
    const line = lines[at] ?? ''
    const tampered = [...lines]
    const kind = round % 5
    if (kind === 0) tampered[at] = changed(line)
    else if (kind === 1) tampered.splice(at, 1)
    else if (kind === 2) tampered.splice(at, 0, changed(line))
    else if (kind === 3) tampered.splice(at, 0, line)
    else {
      const other = (at + 1 + Math.floor(Math.random() * (lines.length - 1))) % lines.length
      if (lines[other] === line) continue
      tampered[at] = lines[other] ?? ''
      tampered[other] = line
    }
    // A tail cut off is what a link written down is for.
    expect(checked(tampered, [[links, link]]).faults.length, `${kind} at ${at}: ${line}`).toBeGreaterThan(0)
    tried += 1
  }
  figure({
    promise: 'K3',
    what: 'registros da trilha mudados, tirados, postos, repetidos ou trocados',
    ours: `${tried} de ${tried} achados`,
    floor: 'todos',
  })
})

/** One character of what is said, never of how it is written. */
function changed(line: string): string {
  const at = 2 + Math.floor(Math.random() * (line.length - 2))
  return `${line.slice(0, at)}${line[at] === '7' ? '8' : '7'}${line.slice(at + 1)}`
}

/** The members of a stored ZIP. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [length, name] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
    const from = at + 30 + name
    members.set(zip.toString('utf8', at + 30, from), zip.subarray(from, from + length))
    at = from + length
  }
  return members
}

async function exported(user: TestUser): Promise<{ place: string; text: string; last: string }> {
  server.clock.advance(60_000)
  const token = await signAccess(server.services.secret, { user_id: user.id, session_id: user.session_id }, server.clock.now())
  const answer = await server.app.inject({ url: pathOf(batches.trail, b.c), headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  const place = await mkdtemp(join(folder, 'exportada-'))
  const members = unpacked(answer.rawPayload)
  for (const [name, bytes] of members) await writeFile(join(place, name), bytes)
  const last = /Último elo: (\d+:[0-9a-f]{64})/.exec(String(members.get('LEIA-ME.txt')))?.[1] ?? ''
  return { place, text: gunzipSync(members.get('trilha.txt.gz') ?? '').toString(), last }
}

/** As a third party runs it: in a folder with nothing else. */
const verify = (place: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise(done =>
    execFile(process.execPath, ['conferir.mjs', ...args], { cwd: place, env: {} }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    ),
  )

const SUBSCRIBED = /^R \[\d+, "subscriptions"/m

test('K3: whoever has the export checks it alone, also one that keeps what its reader may not see', async () => {
  const { place, text, last } = await exported(b.owner)
  const whole = await verify(place)
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('A trilha confere.') })
  expect(whole.said).toContain(`Último elo: ${last}`)
  const [batch] = await server.sql<{ id: string }>(`select ${some()} as id`)
  const lines = text.split('\n')
  const at = lines.findIndex(line => line.startsWith('B ') && line.includes(`"id": "${batch?.id}"`)) + 1
  await writeFile(
    join(place, 'mudada.txt.gz'),
    gzipSync([...lines.slice(0, at), changed(lines[at] ?? ''), ...lines.slice(at + 1)].join('\n')),
  )
  expect(await verify(place, 'mudada.txt.gz')).toMatchObject({ code: 1, said: expect.stringContaining(`lote ${batch?.id}`) })
  await writeFile(join(place, 'cortada.txt'), lines.slice(0, -2).join('\n'))
  expect(await verify(place, 'cortada.txt')).toMatchObject({ code: 1, said: expect.stringContaining('o fim da trilha') })

  const partial = await exported(accountant)
  expect(await verify(partial.place, 'trilha.txt.gz', last)).toMatchObject({
    code: 0,
    said: expect.stringContaining('por falta de permissão'),
  })
  expect([SUBSCRIBED.test(text), SUBSCRIBED.test(partial.text)]).toEqual([true, false])
  const refused = await server.call(reader, batches.trail, { params: b.c })
  expect(refused.status).toBe(403)
})

test('K3: a whole tail made anew agrees with itself, and not with a link written down before', async () => {
  const { anchors } = await checkTrails(server.adminConfig)
  // Everything from the third link on is written again by who may do anything.
  const rewriting = `create temp table tail on commit drop as select seq, batch_id from batch_links where company_id = '${b.company.id}' and seq >= 3;
    update batches set label = 'outra coisa' where id = (select batch_id from tail where seq = 4);
    delete from batch_links where company_id = '${b.company.id}' and seq >= 3;
    do $$ declare b batches; begin
      for b in select x.* from batches x join tail t on t.batch_id = x.id order by t.seq loop perform razao_link(b); end loop;
    end $$`
  expect((await after(rewriting)).faults).toEqual([])
  const { faults } = await after(rewriting, anchors)
  expect(faults).toEqual([expect.objectContaining({ fault: expect.stringContaining('reescrita') })])
  const cut = `delete from batch_links where seq > 5; delete from batch_rows where batch_id not in (select batch_id from batch_links);
    delete from batches where id not in (select batch_id from batch_links)`
  expect((await after(cut)).faults.filter(({ fault }) => !fault.includes('desfeito'))).toEqual([])
  expect((await after(cut, anchors)).faults.map(({ fault }) => fault)).toContainEqual(expect.stringContaining('não está mais'))
})

test('K3: the chain comes back with a copy and moves with the product, and a restore tells a broken one by name', async () => {
  const { anchors } = await checkTrails(server.adminConfig)
  const [from, files, now] = [server.adminConfig, server.services.files, new Date('2026-11-23T10:00:00Z')]
  const file = join(folder, 'copia.razao')
  const copied = await backup({ from, files, file, now })
  expect(copied.anchors).toEqual(expect.arrayContaining([...anchors]))
  const [restored, moved] = [await createTestDatabase({ empty: true }), await createTestDatabase({ empty: true })]
  const place = diskFiles(join(folder, 'lugar'))
  expect((await restore({ into: restored.ownerConfig, files: place, file })).trails).toMatchObject({ anchors, faults: [] })
  const options = { from, filesFrom: files, into: moved.ownerConfig, files: place, temporaryFile: join(folder, 'mudanca.razao'), now }
  expect((await move(options)).trails).toMatchObject({ anchors, faults: [] })
  // What is written there goes on from the same link.
  await withClient(moved.adminConfig, client =>
    client.query(`select set_config('razao.companies', '${b.company.id}', false);
      insert into batches (company_id, id, command) values ('${b.company.id}', gen_random_uuid(), 'bills.create')`),
  )
  const after = await checkTrails(moved.ownerConfig, anchors)
  expect([after.faults, after.batches]).toEqual([[], 1 + (await checkTrails(restored.ownerConfig)).batches])

  const [batch] = await server.sql<{ id: string }>(`select ${some()} as id`)
  await withClient(restored.adminConfig, client => client.query(`update batches set label = 'outra' where id = '${batch?.id}'`))
  const broken = join(folder, 'quebrada.razao')
  await backup({ from: restored.adminConfig, files: place, file: broken, now })
  const again = await createTestDatabase({ empty: true })
  const { trails } = await restore({ into: again.ownerConfig, files: place, file: broken })
  expect(trails.faults).toEqual([expect.objectContaining({ batch_id: batch?.id, fault: 'o lote ou o seu lugar foi alterado' })])
  const said: string[] = []
  tellTrails(trails, line => said.push(line))
  expect([process.exitCode, said.join('\n')]).toEqual([2, expect.stringContaining(`lote ${batch?.id}`)])
  process.exitCode = 0
  await Promise.all([restored, moved, again].map(database => database.drop()))
  figure({
    promise: 'K3',
    what: 'cadeia depois de cópia, restauração e mudança',
    ours: `${anchors.length} empresas iguais, a quebrada dita pelo lote`,
    floor: 'todas',
  })
})

test('K3: a transaction that writes in two companies is a link in the chain of each', async () => {
  const others = await Promise.all([server.aCompany(b.owner), server.aCompany(b.owner)])
  const ids = others.map(({ id }) => id)
  await server.inCompany(ids, async db => {
    const id = randomUUID()
    await scope(db, { batch: id })
    for (const company of ids)
      await sql`insert into contacts (company_id, id, kind, type, name) values (${company}, gen_random_uuid(), 'SUPPLIER', 'LEGAL', 'Gráfica')`.execute(
        db,
      )
    const [company_id = ''] = ids
    const batch = { id, company_id, user_id: undefined, command: 'contacts.create', label: 'dois', tags: [], request_id: id }
    expect(await closeBatch(db, server.services.queue, batch)).toBe(true)
  })
  const links = await server.sql<{ company_id: string }>(
    `select l.company_id from batch_links l join batches b on b.company_id = l.company_id and b.id = l.batch_id
      where b.label = 'dois' and b.rows_count = 1 and l.company_id = any ($1::uuid[])`,
    [ids],
  )
  expect(links.map(({ company_id }) => company_id).sort()).toEqual(ids.sort())
})
