// A1 and A2: a served product is killed again and again in the middle of bulks, imports, payments and copies, in part or whole. A model keeps what
// was acknowledged: all of it is there afterwards, nothing is half there, and nothing is there twice.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { inspectBackup } from '#server/backup/backup.ts'
import { withPools } from '#server/db/connect.ts'
import { attachEmbedded } from '#server/db/embedded.ts'
import { productDatabase, withClient } from '#server/db/roles.ts'
import { checkTrails } from '#server/db/trail.ts'
import { readEnvironment } from '#server/env.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { DEVICE, type MoneyBooks, moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { ofxText } from '#tests/kit/ofx-files.ts'
import { productArgs } from '#tests/kit/programs.ts'
import { type Served, type ServedHome, servedHome } from '#tests/kit/served.ts'
import { testServer } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const KILLS = times(2, 200)
const BULK = 25
const LINES = 30

let home: ServedHome
let served: Served
let secret: Uint8Array
let b: MoneyBooks
let admin: pg.ClientConfig
/** What every bulk changes. */
let bulkIds: string[] = []
/** What the kit wrote itself, past the product. */
let outsideTheChain: unknown

beforeAll(async () => {
  home = await servedHome()
  served = await home.start()
  secret = readEnvironment({ RAZAO_DIR: home.dir }).secret
  const cluster = attachEmbedded(join(home.dir, 'postgres'))
  if (!cluster) throw new Error('the served product has no database')
  admin = { ...cluster.adminConfig, database: productDatabase }
  // The people and books are made beside the product, by the kit of all tests.
  const pools = withPools(cluster.ownerConfig, cluster.appConfig)
  const kit = await testServer({ database: { ...pools, name: productDatabase, adminConfig: admin, drop: async () => {} } })
  kit.clock.set(Date.now())
  b = await moneyBooks(kit)
  bulkIds = (await b.bills(BULK, { additional_information: 'lote 0' })).map(({ id }) => id)
  await kit.close()
  outsideTheChain = (await checkTrails(admin)).faults
})
afterAll(() => home?.remove())

interface Sent {
  params?: Record<string, string>
  body?: unknown
  form?: FormData
  key?: string
}

/** Undefined when nobody answered. */
async function send(row: Endpoint, { params = b.c, body, form, key }: Sent) {
  const token = signAccess(secret, { user_id: b.owner.id, session_id: b.owner.session_id }, Date.now())
  const sent = await fetch(served.url + pathOf(row, params), {
    method: row.method,
    headers: {
      ...DEVICE,
      authorization: `Bearer ${await token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  }).then(
    async answer => ({ status: answer.status, data: (await answer.json()) as { id?: string } }),
    () => undefined,
  )
  if (sent && sent.status >= 500)
    // The local bank keeps its books in the database that was killed: it is away too.
    expect(['503 server.busy', '503 provider.unavailable'], JSON.stringify(sent.data)).toContain(`${sent.status} ${sent.data?.id}`)
  return sent
}

const isTaken = (answer: { status: number } | undefined): boolean => answer !== undefined && answer.status < 300

/** What was asked under a name, and whether it was acknowledged. */
interface Asked {
  name: string
  taken: boolean
}

/** The model: everything that was ever asked. */
const model = {
  bulk: [] as Asked[],
  imports: [] as Asked[],
  single: [] as (Asked & { body: object })[],
  orders: [] as (Asked & { body: object })[],
}

const due = { due_date: '2026-12-20', amount_cents: 100 }
/** One number for each thing asked. */
let asked = 0
const next = () => {
  asked += 1
  return asked
}

/** Each writer asks one thing after the other until it is told to stop; what was not answered is known as such. */
const writers: (() => Promise<void>)[] = [
  async () => {
    const mine = { name: `lote ${next()}`, taken: false }
    model.bulk.push(mine)
    mine.taken = isTaken(await send(contract.bills.updateMany, { body: { ids: bulkIds, additional_information: mine.name } }))
  },
  async () => {
    const mine = { name: `I${next()}X`, taken: false }
    model.imports.push(mine)
    const rows = Array.from({ length: LINES }, (_, at) => ({
      day: '2026-03-10',
      amount_cents: -(100 + at),
      memo: `${mine.name} ${at}`,
      fitid: `${mine.name}${at}`,
    }))
    const form = new FormData()
    form.set('bank_account_id', b.account)
    form.set('file', new File([ofxText({ rows })], 'extrato.ofx'))
    mine.taken = isTaken(await send(contract.bankStatements.upload, { form }))
    await wait(150)
  },
  () => repeated(contract.bills.create, model.single, { ...due, bank_account_id: b.account, additional_information: 'Só uma' }, 0),
  () =>
    repeated(
      contract.paymentOrders.create,
      model.orders,
      { payments: [{ pix_key: OTHER_KEY, amount_cents: 1 }], confirm_duplicate: true },
      900,
    ),
]

/** Asks under a key of its own, and again what was never answered. */
async function repeated(row: Endpoint, kept: (Asked & { body: object })[], body: object, pauseMs: number): Promise<void> {
  const open = kept.find(({ taken }) => !taken)
  const mine = open ?? { name: randomUUID(), taken: false, body }
  if (!open) kept.push(mine)
  mine.taken = isTaken(await send(row, { body: mine.body, key: mine.name }))
  await wait(pauseMs)
}

/** Asked again while the database is on its way back. */
async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  for (const end = Date.now() + 30_000; ; await wait(100)) {
    try {
      return await withClient(admin, async client => (await client.query<T>(text, values)).rows)
    } catch (error) {
      const isAway = !/^(?!57)\d/.test((error as { code?: string }).code ?? '')
      if (!isAway || Date.now() > end) throw error
    }
  }
}

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
const postmaster = (): number => Number(readFileSync(join(home.dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

async function killBackend(name: string): Promise<void> {
  const found = await query<{ pid: number }>(`select pid from pg_stat_activity where application_name = $1 order by random() limit 1`, [
    name,
  ])
  for (const { pid } of found) process.kill(pid, 'SIGKILL')
}

/** Whom a fault kills, and whether the product has to be started again by a person. */
const faults = {
  'processo de um pedido': () => killBackend('razao-app'),
  'tudo de uma vez': () => {
    const database = postmaster()
    for (const pid of [served.child.pid ?? 0, parentOf(database), database]) process.kill(pid, 'SIGKILL')
  },
  servidor: () => void served.child.kill('SIGKILL'),
  banco: () => void process.kill(postmaster(), 'SIGKILL'),
  'processo de uma tarefa': () => killBackend('razao-job'),
} satisfies Record<string, () => unknown>
type Fault = keyof typeof faults
const FAULTS = Object.keys(faults) as Fault[]

async function ready(): Promise<void> {
  for (const end = Date.now() + 60_000; ; await wait(50)) {
    const answer = await fetch(`${served.url}/ready`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > end) throw new Error('the product did not come back')
  }
}

/** A person starts it again. */
const isStarted = (fault: Fault): boolean => fault === 'servidor' || fault === 'tudo de uma vez'

/** Beside the other proofs of `npm test` the processors are not ours alone. */
const PATIENCE = isFull ? 1 : 6

/** Nothing of a copy, or all of it. */
async function expectWholeCopy(file: string): Promise<void> {
  if (existsSync(file)) await inspectBackup(file, readFileSync(join(home.dir, 'backup.key'), 'utf8').trim())
}

/** A copy under way, which dies with the rest. */
async function copying(file: string): Promise<() => void> {
  const child = spawn(process.execPath, await productArgs('backup', file), {
    cwd: root,
    env: { ...process.env, RAZAO_DIR: home.dir, DATABASE_URL: '', NODE_ENV: 'development' },
    stdio: 'ignore',
  })
  return () => void child.kill('SIGKILL')
}

async function expectModelKept(): Promise<void> {
  const bulk = await query<{ name: string; n: number }>(
    `select additional_information as name, count(*)::int as n from entries where id = any ($1::uuid[]) group by 1`,
    [bulkIds],
  )
  expect(bulk, 'half a bulk').toHaveLength(1)
  const lastTaken = model.bulk.findLastIndex(({ taken }) => taken)
  const stored = model.bulk.findIndex(({ name }) => name === bulk[0]?.name)
  expect(stored, 'an acknowledged bulk is gone').toBeGreaterThanOrEqual(lastTaken)

  const lines = await query<{ name: string; n: number }>(
    `select split_part(description, ' ', 1) as name, count(*)::int as n from statement_entries where company_id = $1 and description ~ '^I[0-9]+X ' group by 1`,
    [b.company.id],
  )
  const byName = new Map(lines.map(({ name, n }) => [name, n]))
  expect(
    lines.filter(({ n }) => n !== LINES),
    'half an import',
  ).toEqual([])
  const gone = model.imports.filter(({ name, taken }) => taken && byName.get(name) !== LINES)
  expect(gone, 'an acknowledged import is gone').toEqual([])
}

test('A1: whoever is killed, what was acknowledged is there, whole and once', { timeout: 4 * 3_600_000 }, async () => {
  model.bulk.push({ name: 'lote 0', taken: true })
  const back = new Map<Fault, number>()
  const killed = new Map<Fault, number>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const fault = FAULTS[kill % FAULTS.length] as Fault
    let going = true
    const work = writers.map(async write => {
      while (going) await write()
    })
    const file = join(home.dir, `copia-${kill}.razao`)
    const stopCopy = kill % 4 === 3 ? await copying(file) : undefined
    await wait(Math.random() * 1_200 + (stopCopy ? 1_500 : 300))
    await faults[fault]()
    killed.set(fault, (killed.get(fault) ?? 0) + 1)
    stopCopy?.()
    await wait(300)
    going = false
    await Promise.all(work)
    const began = performance.now()
    if (isStarted(fault)) served = await home.start()
    await ready()
    back.set(fault, Math.max(back.get(fault) ?? 0, performance.now() - began))
    await settled()
    await expectWholeCopy(file)
    await expectModelKept()
  }
  await expectRepeatedOnce()
  expect((await checkTrails(admin)).faults).toEqual(outsideTheChain)
  const all = [...model.bulk, ...model.imports, ...model.single, ...model.orders]
  const words = [...killed].map(([name, count]) => `${count} de ${name}`).join(', ')
  const ours = `0 perdidos, 0 pela metade, 0 em dobro de ${all.length} pedidos (${all.filter(({ taken }) => taken).length} confirmados); volta ${[...back].map(([name, ms]) => `de ${name} em ${(ms / 1000).toFixed(1)} s`).join(', ')}`
  // Whoever is started by a person reads its sources first here.
  for (const [name, ms] of back) expect([name, ms < (isStarted(name) ? 20_000 : 10_000) * PATIENCE]).toEqual([name, true])
  figure({
    promise: 'A1',
    what: `${KILLS} mortes: ${words}`,
    ours,
    floor: '100 mortes, 0, 0, 0; volta sozinho < 10 s, iniciado de novo (das fontes) < 20 s',
  })
  figure({
    promise: 'A2',
    what: 'servidor, supervisor e banco mortos de uma vez',
    ours: `${killed.get('tudo de uma vez') ?? 0} vezes, 0 confirmados perdidos, sempre aberto de novo`,
    floor: '0 perdidos, 0 sem abrir',
  })
})

/** Until every import is taken in: a job of the dead is another's within seconds. */
async function settled(): Promise<void> {
  const open = () => query(`select id from imports where company_id = $1 and status <> 'COMMITTED' limit 1`, [b.company.id])
  for (const end = Date.now() + 90_000; (await open()).length > 0; await wait(200))
    if (Date.now() > end) throw new Error('an import stayed under way')
}

/** What was asked again under its key until it was answered is there once; each payment left once. */
async function expectRepeatedOnce(): Promise<void> {
  for (const [row, kept] of [
    [contract.bills.create, model.single],
    [contract.paymentOrders.create, model.orders],
  ] as const)
    for (let tries = 0; kept.some(({ taken }) => !taken); tries += 1) {
      const open = kept.find(({ taken }) => !taken)
      if (open) await repeated(row, kept, open.body, 1_000)
      expect(tries).toBeLessThan(100)
    }
  const [bills] = await query<{ n: number }>(
    `select count(*)::int as n from entries where company_id = $1 and additional_information = 'Só uma' and deleted_at is null`,
    [b.company.id],
  )
  expect(bills?.n).toBe(model.single.length)
  const paid = () =>
    query<{ orders: number; open: number; movements: number; most: number }>(
      `select (select count(*)::int from payment_orders where company_id = $1) as orders,
        (select count(*)::int from payments where company_id = $1 and status not in ('SETTLED')) as open,
        (select count(*)::int from local_bank_movements m join payments p on m.reference = p.id::text where p.company_id = $1) as movements,
        (select coalesce(max(n), 0)::int from (select count(*) as n from local_bank_movements m join payments p on m.reference = p.id::text where p.company_id = $1 group by p.id) each) as most`,
      [b.company.id],
    )
  for (const end = Date.now() + 120_000; ((await paid())[0]?.open ?? 1) > 0; await wait(500))
    if (Date.now() > end) throw new Error('a payment stayed open')
  expect(await paid()).toEqual([
    { orders: model.orders.length, open: 0, movements: model.orders.length, most: model.orders.length > 0 ? 1 : 0 },
  ])
}
