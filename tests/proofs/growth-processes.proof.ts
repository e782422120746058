// L2, L3, L4, L8: several processes over one database: sockets and jobs are shared, one after another is replaced and no call fails, an older
// one works on beside a newer schema, and an idle one leaves the database alone.
import { type Migration, sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { type Cluster, makeCluster, pause } from '#tests/kit/clusters.ts'
import { balancer, type Fleet, openFleet, settle, stopped, type Worker, writeBills } from '#tests/kit/fleet.ts'
import type { Served } from '#tests/kit/served.ts'
import { figure, times } from './kit/figure.ts'

let cluster: Cluster
let fleet: Fleet
let workers: Worker[]
beforeAll(async () => {
  // Its transactions would count as the processes'.
  cluster = await makeCluster({ settings: ['autovacuum=off'] })
  workers = await settle(cluster.url(), 8)
  fleet = await openFleet(cluster.url())
}, 900_000)
afterAll(async () => {
  await fleet?.remove()
  await cluster?.remove()
})

const post = ({ company, token }: Worker, url: string, path: string, body: object) =>
  fetch(`${url}/v1/companies/${company}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const DAY = '2026-12-10'
const bill = { amount_cents: 1, due_date: DAY, date: DAY, competence_date: DAY }

describe('two processes that serve and one that works', () => {
  let served: Served[]
  let working: Served
  beforeAll(async () => {
    served = await Promise.all([fleet.start({ RAZAO_ROLES: 'http' }), fleet.start({ RAZAO_ROLES: 'http' })])
    working = await fleet.start({ RAZAO_ROLES: 'jobs' })
  }, 900_000)

  test('L2: what one writes the sockets of the other tell, and a job asked of one is done by the worker', {
    timeout: 120_000,
  }, async () => {
    const [worker] = workers as [Worker]
    const [one, other] = served as [Served, Served]
    const delays: number[] = []
    const socket: Socket = io(other.url, { auth: { token: worker.token }, transports: ['websocket'] })
    await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed))
    for (let n = 0; n < times(5, 50); n += 1) {
      const heard = new Promise(done => socket.once('changed', done))
      const started = performance.now()
      expect((await post(worker, one.url, 'bills', bill)).status).toBe(201)
      await heard
      delays.push(performance.now() - started)
    }
    socket.close()
    const file = new FormData()
    file.set('file', new Blob([OFX], { type: 'application/x-ofx' }), 'extrato.ofx')
    const sent = await fetch(`${one.url}/v1/companies/${worker.company}/bank_statements/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${worker.token}` },
      body: file,
    })
    expect([200, 201]).toContain(sent.status)
    const done = async () =>
      (await cluster.sql<{ done: boolean }>(`select exists (select 1 from runs where status = 'success') as done`))[0]?.done
    await expect.poll(done, { timeout: 120_000 }).toBe(true)
    const median = delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)] ?? 0
    figure({
      promise: 'L2',
      what: 'dois processos servem e um trabalha',
      ours: `${delays.length} mudanças de um ouvidas no outro, mediana ${median.toFixed(0)} ms da escrita ao aviso; um extrato lido pelo terceiro`,
      floor: 'todas ouvidas, a tarefa feita',
    })
  })

  test('L8: idle, they leave the database alone', { timeout: 900_000 }, async () => {
    const count = async () =>
      Number(
        (await cluster.sql<{ n: string }>(`select xact_commit + xact_rollback as n from pg_stat_database where datname = 'razao'`))[0]?.n,
      )
    // What came before is told late: by a connection that rests, ten seconds later.
    await pause(times(3, 12) * 1000)
    const before = await count()
    const seconds = times(5, 30)
    await pause(seconds * 1000)
    const perSecond = ((await count()) - before) / seconds
    figure({
      promise: 'L8',
      what: 'três processos ociosos (dois servem, um trabalha)',
      ours: `${perSecond.toFixed(1)} transações por segundo ao todo`,
      floor: '15',
    })
    expect(perSecond).toBeLessThan(15)
  })

  afterAll(async () => {
    await Promise.all([...served, working].map(stopped))
  })
})

test('L3: each process is replaced under load, and no call fails', { timeout: 900_000 }, async () => {
  const served: Served[] = [await fleet.start(), await fleet.start()]
  const balanced = balancer(() => served)
  let going = true
  const writing = writeBills(workers, balanced.send, () => going)
  await pause(1000)
  const rounds = times(1, 3)
  for (let n = 0; n < 2 * rounds; n += 1) {
    const [oldest] = served as [Served]
    served.push(await fleet.start())
    await pause(500)
    expect(await stopped(oldest)).toBe(0)
    served.shift()
  }
  going = false
  const written = await writing
  balanced.close()
  await Promise.all(served.map(stopped))
  expect(written.acknowledged.size).toBeGreaterThan(20)
  figure({
    promise: 'L3',
    what: `troca de processos sob carga, ${2 * rounds} trocas`,
    ours: `${written.acknowledged.size} escritas, ${[...written.others.values()].reduce((sum, n) => sum + n, 0)} recusadas ou cortadas`,
    floor: '0 recusadas ou cortadas',
  })
  expect([...written.others]).toEqual([])
})

test('L4: an older process works on beside a newer schema, and says so; one that starts is refused', { timeout: 900_000 }, async () => {
  const served = [await fleet.start()]
  const balanced = balancer(() => served)
  let going = true
  const writing = writeBills(workers, balanced.send, () => going)
  await pause(1500)
  await expandAll(cluster.url())
  await pause(times(1500, 8000))
  going = false
  const written = await writing
  balanced.close()
  const ready = await fetch(`${served[0]?.url}/ready`)
  const told = (await ready.json()) as { troubles: { id: string; message: string }[] }
  expect([ready.status, told.troubles.map(({ id }) => id)]).toEqual([200, ['schema_newer']])
  // While the migration takes every table a call may be told to come again; nothing else is ever said.
  const told503 = written.others.get(503) ?? 0
  expect([...written.others.keys()].filter(status => status !== 503)).toEqual([])
  expect(told503).toBeLessThan(written.acknowledged.size / 20)
  await expect(fleet.start()).rejects.toThrow('versão mais nova do Razão')
  await Promise.all(served.map(stopped))
  figure({
    promise: 'L4',
    what: 'processo antigo ao lado de um esquema que ganhou uma coluna em cada uma das cinco tabelas mais usadas',
    ours: `${written.acknowledged.size} escritas, ${told503} ouviram 503 enquanto ela tomava as tabelas, 0 erros; /ready diz schema_newer, um início novo recusado`,
    floor: '0 erros, 503 em menos de 5%',
  })
})

/** What every call reads or writes. */
const GROWN = ['sessions', 'users', 'companies', 'memberships', 'entries']

/** As the migration of a later version may: a column more in the busiest tables, a table more, an index more. */
async function expandAll(url: string): Promise<void> {
  const newest = Object.keys(migrations).sort().at(-1) ?? ''
  const later: Migration = {
    async up(db) {
      for (const name of GROWN) await sql`alter table ${sql.ref(name)} add column later_on text not null default 'x'`.execute(db)
      await sql`create table later_on (id uuid primary key)`.execute(db)
      await sql`create index on entries (later_on)`.execute(db)
    },
  }
  await migrate({ connectionString: url }, { migrations: { ...migrations, [`${newest}z`]: later } })
}

const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260311<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>BRL
<BANKACCTFROM><BANKID>341<ACCTID>12345-6<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260310
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260305<TRNAMT>-10.00<FITID>a1<MEMO>PIX</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20260310</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
