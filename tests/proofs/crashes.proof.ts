// A1 and A2: a served product is killed again and again in the middle of bulks, imports, payments and copies, in part or whole. A model keeps what
// was acknowledged: all of it is there afterwards, nothing is half there, and nothing is there twice.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { inspectBackup } from '#server/backup/backup.ts'
import { checkBooks } from '#server/db/invariants.ts'
import { checkTrails } from '#server/db/trail.ts'
import { type MoneyBooks, moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { ofxText } from '#tests/kit/ofx-files.ts'
import type { CallInput, TestUser } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { FAULTS, type Fault, isStarted, killable } from './kit/killed.ts'
import { RandomWrites } from './kit/random-writes.ts'

const KILLS = times(2, 200)
const BULK = 25
const LINES = 30

let product: Awaited<ReturnType<typeof killable<{ b: MoneyBooks; bulkIds: string[]; people: TestUser[] }>>>
let b: MoneyBooks
/** What every bulk changes. */
let bulkIds: string[]
/** What the kit wrote itself, past the product. */
let outsideTheChain: unknown

beforeAll(async () => {
  product = await killable(async kit => {
    const made = await moneyBooks(kit)
    const bills = await made.bills(BULK, { additional_information: 'lote 0' })
    for (const cents of [-1000, -2500, -10_000, 700]) await made.line(cents, { description: 'PIX' })
    const members = [await kit.aMember(made.company, 'ADMIN'), await kit.aMember(made.company, 'FINANCE')]
    return { b: made, bulkIds: bills.map(({ id }) => id), people: [made.owner, ...members] }
  })
  b = product.made.b
  bulkIds = product.made.bulkIds
  outsideTheChain = (await checkTrails(product.admin)).faults
})
afterAll(() => product?.home.remove())

async function sent(by: TestUser, row: Endpoint, call: CallInput, key?: string) {
  const answer = await product.send(by, row, { params: b.c, ...call }, key)
  if (answer && answer.status >= 500)
    // The local bank keeps its books in the database that was killed: it is away too.
    expect(['503 server.busy', '503 provider.unavailable'], JSON.stringify(answer.data)).toContain(
      `${answer.status} ${(answer.data as { id?: string }).id}`,
    )
  return answer
}
const send = (row: Endpoint, call: CallInput, key?: string) => sent(b.owner, row, call, key)

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
    const form = { bank_account_id: b.account, file: new File([ofxText({ rows })], 'extrato.ofx') }
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
  mine.taken = isTaken(await send(row, { body: mine.body }, mine.name))
  await wait(pauseMs)
}

/** Half of them kill all at once, most of those in a checkpoint. */
const ORDER = [...FAULTS, 'tudo num checkpoint', 'tudo num checkpoint', 'tudo de uma vez', 'tudo num checkpoint'] satisfies Fault[]

/** Beside the other proofs of `npm test` the processors are not ours alone. */
const PATIENCE = isFull ? 1 : 6

/** Nothing of a copy, or all of it. */
async function expectWholeCopy(file: string): Promise<void> {
  if (existsSync(file)) await inspectBackup(file, readFileSync(join(product.home.dir, 'backup.key'), 'utf8').trim())
}

async function expectModelKept(): Promise<void> {
  const bulk = await product.query<{ name: string; n: number }>(
    `select additional_information as name, count(*)::int as n from entries where id = any ($1::uuid[]) group by 1`,
    [bulkIds],
  )
  expect(bulk, 'half a bulk').toHaveLength(1)
  const lastTaken = model.bulk.findLastIndex(({ taken }) => taken)
  const stored = model.bulk.findIndex(({ name }) => name === bulk[0]?.name)
  expect(stored, 'an acknowledged bulk is gone').toBeGreaterThanOrEqual(lastTaken)

  const lines = await product.query<{ name: string; n: number }>(
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
    const fault = ORDER[kill % ORDER.length] as Fault
    let going = true
    const work = writers.map(async write => {
      while (going) await write()
    })
    const file = join(product.home.dir, `copia-${kill}.razao`)
    const stopCopy = kill % 4 === 3 ? await product.copying(file) : undefined
    await wait(Math.random() * 1_200 + (stopCopy ? 1_500 : 300))
    await product.killed(fault)
    killed.set(fault, (killed.get(fault) ?? 0) + 1)
    stopCopy?.()
    await wait(300)
    going = false
    await Promise.all(work)
    back.set(fault, Math.max(back.get(fault) ?? 0, await product.back(fault)))
    await settled()
    await expectWholeCopy(file)
    await expectModelKept()
  }
  await expectRepeatedOnce()
  expect((await checkTrails(product.admin)).faults).toEqual(outsideTheChain)
  const all = [...model.bulk, ...model.imports, ...model.single, ...model.orders]
  const words = [...killed].map(([name, count]) => `${count} de ${name}`).join(', ')
  const ours = `0 perdidos, 0 pela metade, 0 em dobro de ${all.length} pedidos (${all.filter(({ taken }) => taken).length} confirmados); volta ${[...back].map(([name, ms]) => `de ${name} em ${(ms / 1000).toFixed(1)} s`).join(', ')}`
  const allAtOnce = [...killed].reduce((sum, [name, count]) => sum + (name.startsWith('tudo') ? count : 0), 0)
  figure({
    promise: 'A1',
    what: `${KILLS} mortes: ${words}`,
    ours,
    floor: '100 mortes, 0, 0, 0; iniciado de novo < 3 s, volta sozinho < 10 s',
  })
  figure({
    promise: 'A2',
    what: 'servidor, supervisor e banco mortos de uma vez',
    ours: `${allAtOnce} vezes, ${product.inCheckpoint()} no meio de um checkpoint: 0 confirmados perdidos, sempre aberto de novo`,
    floor: '100 vezes, 40 em checkpoints: 0 perdidos, 0 sem abrir',
  })
  for (const [name, ms] of back) expect([name, ms < (isStarted(name) ? 3_000 : 10_000) * PATIENCE]).toEqual([name, true])
})

/** Until every import is taken in: a job of the dead is another's within seconds. */
async function settled(): Promise<void> {
  const open = () => product.query(`select id from imports where company_id = $1 and status <> 'COMMITTED' limit 1`, [b.company.id])
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
  const [bills] = await product.query<{ n: number }>(
    `select count(*)::int as n from entries where company_id = $1 and additional_information = 'Só uma' and deleted_at is null`,
    [b.company.id],
  )
  expect(bills?.n).toBe(model.single.length)
  const paid = () =>
    product.query<{ orders: number; open: number; movements: number; most: number }>(
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

/** Any write of three people, known by its batch when it was acknowledged. */
async function randomWork(acknowledged: Set<string>, isGoing: () => boolean): Promise<void> {
  const writes = product.made.people.map(user => ({
    user,
    all: new RandomWrites({ sql: (text, values) => product.query(String(text), values as unknown[]) }, b, () => false).all,
  }))
  await Promise.all(
    writes.map(async ({ user, all }) => {
      const each = Object.values(all)
      while (isGoing()) {
        const at = Math.floor(Math.random() * 10_000)
        const wanted = await each[at % each.length]?.({ pick: at, more: at % 24 })
        const answer = wanted && (await sent(user, ...wanted, randomUUID()))
        if (isTaken(answer) && answer?.batch) acknowledged.add(answer.batch)
      }
    }),
  )
}

test('K2: the whole process dies under random people, and no rule of the books is broken', { timeout: 4 * 3_600_000 }, async () => {
  const kills = times(1, 100)
  const acknowledged = new Set<string>()
  for (let kill = 0; kill < kills; kill += 1) {
    const fault = (['tudo de uma vez', 'servidor', 'banco'] as const)[kill % 3] ?? 'servidor'
    let going = true
    const work = randomWork(acknowledged, () => going)
    await wait(300 + Math.random() * 1_500)
    await product.killed(fault)
    await wait(200)
    going = false
    // Who was asking the database something waits for its return.
    await Promise.all([work, product.back(fault)])
    expect((await checkBooks(product.admin)).faults, `${kill}: ${fault}`).toEqual([])
    const stand = await product.query(`select id from batches where company_id = $1 and id = any ($2::uuid[])`, [
      b.company.id,
      [...acknowledged],
    ])
    expect(stand.length, 'an acknowledged write is gone').toBe(acknowledged.size)
  }
  expect((await checkTrails(product.admin)).faults).toEqual(outsideTheChain)
  figure({
    promise: 'K2',
    what: `o produto inteiro, o servidor ou o banco mortos ${kills} vezes debaixo de três pessoas ao acaso`,
    ours: `0 regras quebradas, ${acknowledged.size} de ${acknowledged.size} escritas confirmadas no histórico, trilha inteira`,
    floor: '100 mortes, 0, 0',
  })
})
