// The embedded server's starter, against the real binaries and real kills.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { prepareBinaries } from '#server/db/postgres-binaries.ts'
import { isPostgresAlive } from '#server/db/postmaster.ts'
import { withClient } from '#server/db/roles.ts'
import { isRoot, runAsFor } from '#server/db/unprivileged.ts'
import { holdCluster } from '#tests/kit/held-cluster.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'
import { figure, times } from '#tests/proofs/kit/figure.ts'

const ordinary = { uid: 1000, gid: 1000 }
let folder: string
let dir: string

beforeEach(async () => {
  folder = await scratchFolder('razao-start-')
  dir = join(folder, '.razao', 'postgres')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const entries = () => readdirSync(dirname(dir)).sort()

async function gone(pid: number, within_ms: number): Promise<boolean> {
  const until = Date.now() + within_ms
  while (isPostgresAlive(pid)) {
    if (Date.now() > until) return false
    await wait(20)
  }
  return true
}

describe('the embedded server', () => {
  it('keeps every safety setting on, listens on no address and serves requests under a role that row security binds', async () => {
    const server = await startEmbedded({ dir })
    const read = (name: string) => withClient(server.appConfig, async client => (await client.query(`SHOW ${name}`)).rows[0]?.[name])
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) expect(await read(name), name).toBe('on')
    expect(await read('listen_addresses')).toBe('')
    expect(statSync(server.dir).mode & 0o777).toBe(0o700)
    const roles = await withClient(
      server.appConfig,
      async client =>
        (await client.query('SELECT rolname, rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname LIKE $1 ORDER BY 1', ['razao%']))
          .rows,
    )
    expect(roles).toEqual([
      { rolname: 'razao_app', free: false },
      { rolname: 'razao_owner', free: false },
    ])
    await server.stop()
    expect(existsSync(join(server.dir, 'postmaster.pid'))).toBe(false)
    expect(await gone(server.pid, 0)).toBe(true)
  })

  it('lets the app role use what the owner creates, and create nothing itself', async () => {
    const server = await startEmbedded({ dir, durable: false })
    await withClient(server.ownerConfig, owner => owner.query('CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY, text text)'))
    await withClient(server.appConfig, async app => {
      await app.query("INSERT INTO note (text) VALUES ('a')")
      await expect(app.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/)
      await expect(app.query('DROP TABLE note')).rejects.toThrow(/must be owner/)
    })
    await server.stop()
  })

  it('works in a deep path with spaces and accents, where a socket would not fit', async () => {
    dir = join(folder, 'Área de trabalho do escritório', 'x'.repeat(60), '.razao', 'postgres')
    for (const round of [1, 2]) {
      const server = await startEmbedded({ dir, durable: false })
      expect(server.ownerConfig.host, `round ${round}`).not.toContain('escritório')
      const socketFolder = String(server.ownerConfig.host)
      expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
      await server.stop()
      expect(existsSync(socketFolder)).toBe(false)
    }
  })

  it('refuses a second process quickly, in words, and leaves the first unharmed', async () => {
    const first = holdCluster(dir)
    const { ownerConfig } = await first.opened
    const before = {
      entries: entries(),
      pid: readFileSync(join(dir, 'postmaster.pid'), 'utf8'),
      log: statSync(join(folder, '.razao/postgres.log')).size,
    }
    const refusals: number[] = []
    for (let attempt = times(1, 20); attempt > 0; attempt -= 1) {
      const { code, said } = await holdCluster(dir).left
      expect(code).toBe(1)
      expect(said).toContain(`já está aberto com os dados de ${dir} (processo ${first.process.pid})`)
      expect(said).not.toContain('    at ')
      refusals.push(Number(/refused in (\d+) ms/.exec(said)?.[1]))
    }
    // It waits for no start and no lock: either would take minutes.
    expect(Math.max(...refusals)).toBeLessThan(15_000)
    expect({
      entries: entries(),
      pid: readFileSync(join(dir, 'postmaster.pid'), 'utf8'),
      log: statSync(join(folder, '.razao/postgres.log')).size,
    }).toEqual(before)
    await withClient(ownerConfig, client => client.query('SELECT 1'))
    first.process.stdin?.end()
    expect((await first.left).code).toBe(0)
    figure({
      promise: 'A4',
      what: 'um segundo processo sobre os mesmos dados',
      ours: `${refusals.length} recusas com palavras, a mais lenta em ${Math.max(...refusals)} ms, nada escrito`,
      floor: '20 recusas em menos de 2 s',
    })
  }, 300_000)

  it('ends when its parent is killed, and the next start holds every acknowledged row', async () => {
    const holder = holdCluster(dir)
    const { pid, ownerConfig } = await holder.opened
    const acknowledged = await insertUntilLost(ownerConfig, 400, () => void holder.process.kill('SIGKILL'))
    const started = Date.now()
    const server = await startEmbedded({ dir })
    // Waiting out a timeout would take two minutes.
    expect(Date.now() - started).toBeLessThan(60_000)
    expect(await gone(pid, 0)).toBe(true)
    expect(await countRows(server.ownerConfig)).toBeGreaterThanOrEqual(acknowledged)
    await server.stop()
  })

  it('is stopped by its supervisor alone when nobody starts it again', async () => {
    const holder = holdCluster(dir)
    const { pid } = await holder.opened
    holder.process.kill('SIGKILL')
    expect(await gone(pid, 14_000)).toBe(true)
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false)
  })

  it('recovers when postmaster, supervisor and parent die at once', async () => {
    const holder = holdCluster(dir)
    const { pid, ownerConfig } = await holder.opened
    const supervisor = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    const acknowledged = await insertUntilLost(ownerConfig, 400, () => {
      for (const victim of [holder.process.pid ?? 0, supervisor, pid]) process.kill(victim, 'SIGKILL')
    })
    await holder.left
    const server = await startEmbedded({ dir })
    expect(await countRows(server.ownerConfig)).toBeGreaterThanOrEqual(acknowledged)
    await server.stop()
  })

  it('starts again where it was each time it is killed, and keeps what it acknowledged', async () => {
    const said: string[] = []
    const server = await startEmbedded({ dir, log: line => said.push(line) })
    await withClient(server.ownerConfig, client => client.query('CREATE TABLE kept (n int)'))
    for (const round of [1, 2, 3]) {
      await withClient(server.ownerConfig, client => client.query('INSERT INTO kept VALUES ($1)', [round]))
      const { pid } = server
      process.kill(pid, 'SIGKILL')
      await gone(pid, 5_000)
      await expect.poll(() => server.pid, { timeout: 20_000 }).not.toBe(pid)
      expect(await withClient(server.ownerConfig, async client => (await client.query('SELECT n FROM kept')).rowCount)).toBe(round)
    }
    expect(said.filter(line => line.includes('voltou'))).toHaveLength(3)
    await server.stop()
    expect(await gone(server.pid, 0)).toBe(true)
  }, 60_000)

  it('starts again though a backend computes on and does not notice', async () => {
    const server = await startEmbedded({ dir })
    const busy = new pg.Client(server.ownerConfig)
    busy.on('error', () => {})
    await busy.connect()
    const counting = busy.query('SELECT count(*) FROM generate_series(1, 1000000000) a, generate_series(1, 1000) b').catch(() => 'ended')
    await wait(300)
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    // The statement has no end and no time-out: before, the server waited for it and was given up.
    await expect.poll(() => server.pid, { timeout: 60_000 }).not.toBe(pid)
    expect(await counting).toBe('ended')
    expect(await withClient(server.ownerConfig, async client => (await client.query('SELECT 1')).rowCount)).toBe(1)
    await server.stop()
  }, 120_000)

  it('is given up, with the reason, when it does not start any more', async () => {
    const server = await startEmbedded({ dir, durable: false, mostFailures: 2 })
    rmSync(join(dir, 'PG_VERSION'))
    process.kill(server.pid, 'SIGKILL')
    expect((await server.lost).message).toContain('parou e não volta')
    await server.stop()
  }, 60_000)

  it('starts after first starts killed at any moment', async () => {
    const rounds = times(1, 10)
    let kills = 0
    for (let round = 0; round < rounds; round += 1) {
      rmSync(dirname(dir), { recursive: true, force: true })
      for (const after_ms of [0, 40, 120, 250, 450]) {
        const holder = holdCluster(dir)
        while (!existsSync(dirname(dir)) || !entries().some(name => name.startsWith('postgres.inicio-'))) await wait(2)
        await wait(after_ms)
        holder.process.kill('SIGKILL')
        await holder.left
        kills += 1
        if (existsSync(dir)) break // this one was fast enough to finish
      }
      const server = await startEmbedded({ dir, durable: false })
      await server.stop()
      await (await startEmbedded({ dir, durable: false })).stop()
      expect(entries()).toEqual(['postgres', 'postgres.log'])
    }
    figure({
      promise: 'A3',
      what: 'mortes no meio do primeiro início',
      ours: `${kills} mortes, ${rounds} de ${rounds} inícios depois`,
      floor: '50 mortes, 50 inícios',
    })
  }, 900_000)

  it('recovers from a stale postmaster.pid that names a living process of somebody else', async () => {
    await (await startEmbedded({ dir, durable: false })).stop()
    writeFileSync(join(dir, 'postmaster.pid'), `${process.pid}\n${dir}\n1\n5432\n${dir}\n\n  0 0\nready\n`)
    await (await startEmbedded({ dir, durable: false })).stop()
  })

  it('refuses a cluster without checksums and a folder that is not its own, changing neither', async () => {
    await (await startEmbedded({ dir, durable: false })).stop()
    const marker = readFileSync(join(dir, 'razao.json'))
    const runAs = runAsFor(dir)
    rmSync(dir, { recursive: true })
    mkdirSync(dir, { mode: 0o700 })
    if (runAs) chownSync(dir, runAs.uid, runAs.gid)
    const { initdb } = prepareBinaries(runAs, folder, () => {})
    const made = spawnSync(initdb, ['-D', dir, '-U', 'postgres', '--no-data-checksums', '--no-sync'], {
      ...runAs,
      cwd: '/',
      env: { LC_ALL: 'C' },
    })
    expect(made.status, made.stderr.toString()).toBe(0)
    await expect(startEmbedded({ dir })).rejects.toThrow('não foi criada pelo Razão')
    writeFileSync(join(dir, 'razao.json'), marker)
    await expect(startEmbedded({ dir })).rejects.toThrow('sem somas de verificação')
    rmSync(dir, { recursive: true })
    mkdirSync(dir)
    writeFileSync(join(dir, 'carta.txt'), 'minha')
    await expect(startEmbedded({ dir })).rejects.toThrow('não foi criada pelo Razão')
    expect(readFileSync(join(dir, 'carta.txt'), 'utf8')).toBe('minha')
  })

  it.skipIf(!isRoot())('started by root under a private home, puts the data where PostgreSQL can reach it and says so', async () => {
    const home = join(folder, 'home')
    mkdirSync(home, { mode: 0o700 })
    dir = join(home, '.razao', 'postgres')
    const said: string[] = []
    const server = await startEmbedded({ dir, durable: false, log: line => said.push(line) })
    expect(said.join()).toContain(`Os dados ficam em ${server.dir}`)
    await server.stop()
    const again = await startEmbedded({ dir, durable: false })
    expect(again.dir).toBe(server.dir)
    expect(realpathSync(dir)).toBe(server.dir)
    await again.stop()
    rmSync(dirname(server.dir), { recursive: true })
  })

  it.skipIf(!isRoot())('works for an ordinary user, and for root after that', async () => {
    chownSync(folder, ordinary.uid, ordinary.gid)
    const holder = holdCluster(dir, ordinary)
    await holder.opened
    expect(statSync(dir).uid).toBe(ordinary.uid)
    holder.process.stdin?.end()
    expect((await holder.left).code).toBe(0)
    await (await startEmbedded({ dir, durable: false })).stop()
    expect(statSync(join(dir, 'PG_VERSION')).uid).toBe(ordinary.uid)
  })
})

// Inserts one row per transaction until the connection breaks; returns how many were acknowledged.
async function insertUntilLost(config: Parameters<typeof withClient>[0], killAfter_ms: number, kill: () => void): Promise<number> {
  let acknowledged = 0
  await withClient(config, async client => {
    await client.query('CREATE TABLE kept (n int)')
    setTimeout(kill, killAfter_ms)
    for (;;) {
      await client.query('INSERT INTO kept VALUES ($1)', [acknowledged])
      acknowledged++
    }
  }).catch(() => {})
  expect(acknowledged).toBeGreaterThan(0)
  return acknowledged
}

const countRows = (config: Parameters<typeof withClient>[0]) =>
  withClient(config, async client => Number((await client.query('SELECT count(*)::int AS n FROM kept')).rows[0]?.n))
