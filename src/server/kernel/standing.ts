// How a process stands beside its database and its disk: what `/ready` tells of a primary demoted, clocks apart, a newer schema, no room left.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Clock } from '#server/base/ids.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { type Db, first } from '#server/db/query.ts'

/** Something an operator must know; only those that `closes` take the process out of the balance. */
export interface Trouble {
  id: 'database_away' | 'database_read_only' | 'clock_apart' | 'schema_newer' | 'files_full' | 'replica_away' | 'realtime_deaf'
  /** For whoever reads `/ready`, in pt-BR. */
  message: string
  closes: boolean
}

export interface Standing {
  troubles: readonly Trouble[]
  /** The database's clock less ours, in ms, as near as the way there lets it be known; undefined while it does not answer. */
  apartMs: number | undefined
}

export interface StandingOptions {
  db: Db
  clock: Clock
  /** The folder of files; undefined where files go to S3. */
  filesFolder: string | undefined
  /** Waits no longer for the database. */
  patienceMs?: number
  /** What else is wrong, of parts that know it themselves. */
  others?: readonly (() => Promise<Trouble | undefined>)[]
}

const PATIENCE_MS = 800
/** Sessions, codes and leases live by minutes: clocks closer than this are one clock. */
const APART_MS = 2000
/** A file may have 30 MB, and several arrive at once. */
const ROOM_BYTES = 256 * 1024 ** 2

const newest = Object.keys(migrations).sort().at(-1) ?? ''
const inSeconds = (ms: number): string => `${(Math.abs(ms) / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`

interface Told {
  read_only: boolean
  now: number
  schema: string | null
}

const asked = sql<Told>`select current_setting('transaction_read_only') = 'on' as read_only,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now, (select max(name) from kysely_migration) as schema`

/** The database's clock less ours, in ms: what the way there and back cannot explain. */
export async function clockApart(db: Db, clock: Clock): Promise<{ told: Told; apartMs: number }> {
  const before = clock.now()
  const told = await first(db, asked)
  const after = clock.now()
  if (!told) throw new Error('the database said nothing')
  const least = told.now - after
  const most = told.now - before
  return { told, apartMs: least > 0 ? least : Math.min(0, most) }
}

export async function standing(options: StandingOptions): Promise<Standing> {
  const { db, clock, filesFolder, patienceMs = PATIENCE_MS, others = [] } = options
  const [database, ...rest] = await Promise.all([
    within(patienceMs, clockApart(db, clock)),
    filesFolder === undefined ? undefined : roomIn(filesFolder),
    ...others.map(other => other()),
  ])
  const found = database === undefined ? [away(patienceMs)] : troublesOf(database.told, database.apartMs)
  return { troubles: [...found, ...rest.filter(each => each !== undefined)], apartMs: database?.apartMs }
}

const away = (ms: number): Trouble => ({
  id: 'database_away',
  message: `O banco de dados não respondeu em ${inSeconds(ms)}.`,
  closes: true,
})

function troublesOf({ read_only, schema }: Told, apartMs: number): Trouble[] {
  const troubles: Trouble[] = []
  if (read_only)
    troubles.push({
      id: 'database_read_only',
      message: 'O banco de DATABASE_URL não aceita escrita: é uma réplica, ou um primário que deixou de ser.',
      closes: true,
    })
  if (Math.abs(apartMs) > APART_MS)
    troubles.push({
      id: 'clock_apart',
      message: `O relógio do banco está ${inSeconds(apartMs)} ${apartMs > 0 ? 'adiantado' : 'atrasado'} em relação ao deste processo. Acerte os dois (NTP).`,
      closes: false,
    })
  if (schema !== null && schema > newest)
    troubles.push({
      id: 'schema_newer',
      message: `O banco já está na versão ${schema}, mais nova que a deste processo (${newest}). Ele segue servindo; troque-o pela versão nova.`,
      closes: false,
    })
  return troubles
}

async function roomIn(folder: string): Promise<Trouble | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  if (!found || found.bavail * found.bsize >= ROOM_BYTES) return undefined
  const left = Math.floor((found.bavail * found.bsize) / 1024 ** 2)
  return {
    id: 'files_full',
    message: `Restam ${left} MB na pasta de arquivos (${folder}). Arquivos novos serão recusados; o que existe segue servido.`,
    closes: false,
  }
}

/** Undefined when it does not come in time, or fails. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(done => {
    timer = setTimeout(() => done(undefined), ms)
  })
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/** Asks at most once in so many ms, whoever asks meanwhile: a balancer asks five times a second. */
export function lately<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}
