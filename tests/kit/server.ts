// The whole server in a test: HTTP without a socket over its own database, a clock that stands still, and people already signed in.

import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql as fragment } from 'kysely'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { inject, onTestFinished, TestRunner } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { type Answer, type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { BRAND_HOSTS } from '#domain/brands.ts'
import type { UserKind } from '#domain/enums.ts'
import type { Preset } from '#domain/permissions.ts'
import { localAppointments } from '#server/adapters/appointments/local.ts'
import type { CardAcquirer } from '#server/adapters/card-acquirer.ts'
import { diskFiles } from '#server/adapters/files.ts'
import type { FiscalAuthority } from '#server/adapters/fiscal/authority.ts'
import type { NoteDistribution } from '#server/adapters/fiscal/distribution.ts'
import { localAuthority } from '#server/adapters/fiscal/local.ts'
import { localDistribution } from '#server/adapters/fiscal/local-distribution.ts'
import { type LocalBank, localBank } from '#server/adapters/local-bank/bank.ts'
import { localAcquirer } from '#server/adapters/local-bank/cards.ts'
import { type Messages, outboxMessages } from '#server/adapters/messages/outbox.ts'
import type { OpenFinance } from '#server/adapters/open-finance.ts'
import { localOpenFinance } from '#server/adapters/open-finance-local.ts'
import { outbound } from '#server/adapters/outbound.ts'
import { pixBanks } from '#server/adapters/pix-api/bank.ts'
import { postalCodeRanges } from '#server/adapters/postal-codes.ts'
import { localRegistry } from '#server/adapters/registry.ts'
import { starkBanks } from '#server/adapters/stark/bank.ts'
import { type LocalTaxAuthority, localTaxAuthority } from '#server/adapters/tax-authority.ts'
import { certificateTrust } from '#server/adapters/trust.ts'
import { bankNameOf, ispbOf } from '#server/areas/banking/institutions/handlers.ts'
import { handlers } from '#server/areas/index.ts'
import { createOrganization, createUser, type NewUser } from '#server/areas/people/auth/rows.ts'
import { addMember, createCompany, type NewCompany } from '#server/areas/people/companies/rows.ts'
import { createWorkers } from '#server/areas/workers.ts'
import { newId } from '#server/base/ids.ts'
import { hashSecret, randomSecret } from '#server/base/secrets.ts'
import { builtThreads } from '#server/base/thread.ts'
import { columnParsers } from '#server/db/column-parsers.ts'
import { openKysely, type PoolConfig } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import type { Workers } from '#server/jobs/queue.ts'
import { Admission } from '#server/kernel/admission.ts'
import { buildHttp } from '#server/kernel/http.ts'
import type { Change, Services } from '#server/kernel/services.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { expectDeclared } from './declared.ts'
import { cnpjNumber, cpfNumber } from './documents.ts'
import { inlineJobs } from './inline-jobs.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { toldWithIds } from './raw-ids.ts'
import { expectSheetForPeople } from './sheets-for-people.ts'

/** A Wednesday, 11 March 2026, noon in São Paulo. */
export const TEST_NOW = Date.parse('2026-03-11T15:00:00.000Z')
export const TEST_TODAY = '2026-03-11'

export interface TestUser {
  id: string
  kind: UserKind
  document_number: string
  session_id: string
  organization_id: string | null
}

export interface TestCompany {
  id: string
  document_number: string
  /** The company's role for each preset. */
  roles: Record<Preset, string>
  owner: TestUser
}

/** What a test passes to a row; never checked here, so that bad input can be sent too. */
export interface CallInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown> & { file: Blob }
}

export interface TestAnswer {
  status: number
  data: unknown
  headers: Record<string, string>
}

interface Caller {
  call(row: Endpoint, input?: CallInput, headers?: Record<string, string>): Promise<TestAnswer>
  /** The parsed answer of a call that must succeed. */
  ok<E extends Endpoint>(row: E, input?: CallInput, headers?: Record<string, string>): Promise<Answer<E>>
  /** The refusal of a call that must fail. */
  refused(row: Endpoint, input?: CallInput, headers?: Record<string, string>): Promise<ErrorBody & { status: number }>
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: { now(): number; set(instant: number | string): void; advance(ms: number): void }
  /** The party behind payments, which can be told to fail. */
  readonly bank: LocalBank
  /** Asks no more about the money of a company. */
  forget(companyId: string): void
  /** Lets this much time pass; jobs that fall due in it run at their time. */
  pass(ms: number): Promise<void>
  /** Every socket frame and every dropped session, in order. */
  readonly changes: Change[]
  readonly dropped: string[]
  /** People whose sockets were closed, in order. */
  readonly droppedUsers: string[]
  /** Can be told to fail; answers once the test moves the clock and drains the jobs. */
  readonly taxAuthority: LocalTaxAuthority
  /** Runs the jobs that are due. */
  drain(): Promise<void>
  call(user: TestUser | undefined, row: Endpoint, input?: CallInput, headers?: Record<string, string>): Promise<TestAnswer>
  as(user: TestUser | undefined): Caller
  aUser(kind?: UserKind, with_?: Partial<NewUser>): Promise<TestUser>
  /** A company owned by the given user, or by a new SOLO_USER. */
  aCompany(owner?: TestUser, with_?: Partial<NewCompany>): Promise<TestCompany>
  /** A new or given user with a preset role in the company. */
  aMember(company: TestCompany, preset: Preset, user?: TestUser): Promise<TestUser>
  /** Runs as the superuser, past row security, in its own journal batch: sql('… $1', [x]) or sql`… ${x}`. */
  sql<T = Record<string, unknown>>(text: string | TemplateStringsArray, ...values: unknown[]): Promise<T[]>
  /** A transaction as the server's role, scoped to the companies, to call rows.ts directly. */
  inCompany<T>(companyIds: readonly string[], work: (db: Db) => Promise<T>): Promise<T>
  /** The code sent last. */
  lastCode(): Promise<string>
  /** For whatever connects beside the server. */
  readonly appConfig: pg.ClientConfig
  readonly jobConfig: pg.PoolConfig
  /** Past row security. */
  readonly adminConfig: pg.ClientConfig
  /** Where its files are. */
  readonly folder: string
  close(): Promise<void>
}

export interface TestServerOptions {
  /** By default a new one in the cluster of all tests. */
  database?: TestDatabase
  /** False applies the sending limits of production. */
  local?: boolean
  /** Real message channels instead of only the outbox. */
  transports?: Messages['transports']
  /** How long the bank hangs and how long the server waits; by default the bank hangs up before anyone stops waiting. */
  bank?: { hangMs: number; deadlineMs: number }
  /** By default there are none. */
  log?: Logger
  /** Replaces the local authority; receives what the product gives the real one. */
  fiscal?: (from: { db: Db; secret: Uint8Array; now(): number }) => FiscalAuthority
  /** Replaces the local distribution of notes; receives the same. */
  distribution?: (from: { db: Db; secret: Uint8Array; now(): number }) => NoteDistribution
  /** Replaces the local aggregator. */
  openFinance?: (from: { db: Db; clock: { now(): number } }) => OpenFinance
  /** Where Stark Bank answers; nowhere by default. */
  starkUrl?: string
  /** PEM of roots believed at companies' own banks. */
  pixRoots?: readonly string[]
  /** Replaces the local acquirer. */
  cards?: (from: { db: Db; clock: { now(): number } }) => CardAcquirer
  /** Origins of the product; the first one by https is where parties outside may call. */
  origins?: readonly string[]
  /** Replaces the product's own. */
  workers?: (services: Services) => Partial<Workers>
}

/** Calls that meet at a row wait for each other in turn; on a busy machine that takes longer than the product would let them. */
const PATIENT = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000, lock_timeout: 20_000 }
const patient = (config: PoolConfig): PoolConfig =>
  config.perTransaction ? { ...config, perTransaction: { ...config.perTransaction, ...PATIENT } } : { ...config, ...PATIENT }

export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase())
  builtThreads.folder = inject('threads')
  const folder = await mkdtemp(join(tmpdir(), 'razao-files-'))
  const db = openKysely({ ...patient(database.appConfig), max: 20 })
  const jobsDb = openKysely({ ...database.jobConfig, max: 8 })
  const admin = new pg.Client({ ...database.adminConfig, types: columnParsers })
  admin.on('error', () => {})
  await admin.connect()
  let now = TEST_NOW
  const clock = {
    now: () => now,
    set: (instant: number | string) => {
      now = typeof instant === 'number' ? instant : Date.parse(instant)
    },
    advance: (ms: number) => {
      now += ms
    },
  }
  const changes: Change[] = []
  const dropped: string[] = []
  const droppedUsers: string[] = []
  const jobs = inlineJobs(db, () => workers, clock.now)
  const taxAuthority = localTaxAuthority(jobsDb, clock)
  const secret = createHash('sha256').update(randomUUID()).digest()
  /** Callbacks that the bank is sending. */
  let arriving: Promise<unknown>[] = []
  const callback = (reference: string, signature: string) =>
    void arriving.push(app.inject({ method: 'POST', url: '/v1/payment_callbacks', payload: { reference, signature } }))
  const bank = localBank({ db: jobsDb, clock, secret, hangMs: 30, callback, ...options.bank })
  const drain = async () => {
    await jobs.drain()
    while (arriving.length > 0) {
      const came = arriving
      arriving = []
      await Promise.all(came)
      await jobs.drain()
    }
  }
  const services: Services = {
    clock,
    db,
    jobsDb,
    secret,
    local: options.local ?? true,
    origins: options.origins ?? [],
    brands: BRAND_HOSTS,
    files: diskFiles(folder),
    trust: certificateTrust({ testDir: options.local === false ? undefined : folder, rootsFile: undefined, now: clock.now }),
    messages: outboxMessages({
      queue: jobs,
      transports: options.transports ?? {},
      say: options.local === false && options.transports ? undefined : () => {},
    }),
    fiscal: options.fiscal?.({ db: jobsDb, secret, now: clock.now }) ?? localAuthority({ db: jobsDb, now: clock.now, delayMs: 0 }),
    distribution: options.distribution?.({ db: jobsDb, secret, now: clock.now }) ?? localDistribution(jobsDb),
    appointments: localAppointments(jobsDb, clock.now),
    openFinance: options.openFinance?.({ db: jobsDb, clock }) ?? localOpenFinance(jobsDb, clock),
    taxAuthority,
    registry: localRegistry(jobsDb),
    postalCodes: postalCodeRanges,
    payments: bank,
    cards: options.cards?.({ db: jobsDb, clock }) ?? localAcquirer({ db: jobsDb, clock, secret, hangMs: 30, ...options.bank }),
    outbound: { webhooks: outbound({ inside: true }), pix: outbound({ inside: true }) },
    stark: starkBanks({ url: options.starkUrl ?? 'http://127.0.0.1:1', db: jobsDb, now: clock.now, ispbOf, bankNameOf }),
    pixApi: pixBanks({ outbound: outbound({ inside: true }), extraRoots: options.pixRoots ?? [], now: clock.now }),
    queue: jobs,
    realtime: {
      changed: change => void changes.push(change),
      dropSession: id => void dropped.push(id),
      dropUser: id => void droppedUsers.push(id),
    },
    log: options.log ?? pino({ level: process.env.RAZAO_LOG ?? 'silent' }),
  }
  const workers = (options.workers ?? createWorkers)(services)
  // A busy machine keeps nobody out of a test that is not about keeping out.
  const admission = new Admission({ patientMs: 60_000, hastyMs: 60_000 })
  const app = await buildHttp({ services, handlers, clientDir: undefined, version: 'test', ready: async () => true, admission })
  await app.ready()

  const call: TestServer['call'] = async (user, row, input = {}, headers = {}) => {
    const token = user && (await signAccess(services.secret, { user_id: user.id, session_id: user.session_id }, now))
    const sent = await requestOf(input)
    const response = await app.inject({
      method: row.method,
      url: urlOf(row, input),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...sent.headers, ...headers },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    })
    await drain()

    const isParsed = /json/.test(String(response.headers['content-type'] ?? ''))
    const data = isParsed && response.body !== '' ? JSON.parse(response.body) : isParsed ? undefined : response.rawPayload
    if (response.statusCode >= 400) expectDeclared(row, response.statusCode, data)
    // A file that a person put there says what that person wrote.
    else if (row.spec.file && row.id !== 'attachments.file')
      expectSheetForPeople(row.id, String(response.headers['content-type']), response.rawPayload)
    return {
      status: response.statusCode,
      data,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    }
  }

  const as: TestServer['as'] = user => ({
    call: (row, input, headers) => call(user, row, input, headers),
    async ok<E extends Endpoint>(row: E, input?: CallInput, headers?: Record<string, string>) {
      const answer = await call(user, row, input, headers)
      if (answer.status >= 300) throw new Error(`${row.id} answered ${answer.status}: ${JSON.stringify(answer.data)}`)
      return answer.data as Answer<E>
    },
    async refused(row, input, headers) {
      const answer = await call(user, row, input, headers)
      if (answer.status < 400) throw new Error(`${row.id} answered ${answer.status} instead of a refusal`)
      return { ...(answer.data as ErrorBody), status: answer.status }
    },
  })

  let people = 0
  let companies = 0

  const aUser: TestServer['aUser'] = async (kind = 'SOLO_USER', given = {}) => {
    people += 1
    const n = people
    const id = newId()
    const session_id = newId()
    const document_number = given.document_number ?? cpfNumber(n)
    const organization_id =
      given.organization_id ?? (kind === 'ORGANIZATION_MANAGER' ? await createOrganization(db, { name: `Escritório ${n}` }) : null)
    await createUser(db, {
      id,
      kind,
      name: `Pessoa ${n}`,
      email: `pessoa${n}@exemplo.com.br`,
      phone_number: `+55119${String(80_000_000 + n)}`,
      ...given,
      document_number,
      organization_id,
    })
    const at = new Date(now)
    const far = new Date(now + 365 * 24 * 3_600_000)
    await fragment`insert into sessions (id, user_id, device, refresh_hash, stepped_up_at, created_at, last_used_at, idle_expires_at, expires_at)
      values (${session_id}, ${id}, 'Teste', ${hashSecret(randomSecret())}, ${at}, ${at}, ${at}, ${far}, ${far})`.execute(db)
    return { id, kind, document_number, session_id, organization_id }
  }

  const aCompany: TestServer['aCompany'] = async (owner, given = {}) => {
    const person = owner ?? (await aUser())
    companies += 1
    const document_number = given.document_number ?? cnpjNumber(companies)
    const company = await db.transaction().execute(async tx => {
      await scope(tx, { batch: newId() })
      const made = await createCompany(tx, {
        name: `Empresa ${companies} Ltda`,
        organization_id: person.organization_id,
        ...given,
        document_number,
      })
      await addMember(tx, { company_id: made.id, role_id: made.roles.OWNER, user_id: person.id })
      return made
    })
    // What asks about its money would go on asking in every later test of the file.
    if (TestRunner.getCurrentTest()) onTestFinished(() => jobs.forget(company.id))
    return { ...company, document_number, owner: person }
  }

  return {
    app,
    services,
    clock,
    bank,
    forget: jobs.forget,
    async pass(ms) {
      const end = now + ms
      await drain()
      for (let next = jobs.nextAt(); next !== undefined && next <= end; next = jobs.nextAt()) {
        now = Math.max(now, next)
        await drain()
      }
      now = end
    },
    changes,
    dropped,
    droppedUsers,
    taxAuthority,
    appConfig: database.appConfig,
    jobConfig: database.jobConfig,
    adminConfig: database.adminConfig,
    folder,
    drain,
    call,
    as,
    aUser,
    aCompany,
    async aMember(company, preset, user) {
      const person = user ?? (await aUser('COMPANY_MEMBER'))
      await inCompany(db, [company.id], tx => addMember(tx, { company_id: company.id, role_id: company.roles[preset], user_id: person.id }))
      return person
    },
    async sql<T = Record<string, unknown>>(text: string | TemplateStringsArray, ...values: unknown[]) {
      const [query, parameters] =
        typeof text === 'string'
          ? [text, (values[0] as unknown[] | undefined) ?? []]
          : [text.reduce((all, part, at) => `${all}$${at}${part}`), values]
      await admin.query("select set_config('razao.batch', $1, false)", [newId()])
      const { rows } = await admin.query(query, parameters)
      return rows as T[]
    },
    inCompany: (companyIds, work) => inCompany(db, companyIds, work),
    async lastCode() {
      const { rows } = await admin.query<{ code: string }>('select code from outbox where code is not null order by at desc limit 1')
      const code = rows[0]?.code
      if (code === undefined) throw new Error('no code was sent')
      return code
    },
    async close() {
      await app.close()
      const told = await toldWithIds(admin)
      await admin.end()
      await db.destroy()
      await jobsDb.destroy()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      if (told.length > 0) throw new Error(`people are told raw ids: ${told.slice(0, 5).join(' | ')}`)
    },
  }
}

function inCompany<T>(db: Db, companyIds: readonly string[], work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    await scope(tx, { companies: companyIds, batch: newId() })
    return work(tx)
  })
}

function urlOf(row: Endpoint, input: CallInput): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return pathOf(row, input.params) + (text === '' ? '' : `?${text}`)
}

async function requestOf(input: CallInput): Promise<{ headers: Record<string, string>; payload?: string | Buffer }> {
  if (input.form) return multipart(input.form)
  if (input.body === undefined) return { headers: {} }
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(input.body) }
}

/** Fields come before the file, as in a browser's form. */
export function formDataOf(form: Record<string, unknown>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) if (!(value instanceof Blob) && value !== undefined) data.set(name, String(value))
  for (const [name, value] of Object.entries(form)) if (value instanceof Blob) data.set(name, value)
  return data
}

async function multipart(form: Record<string, unknown>): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const request = new Request('http://localhost', { method: 'POST', body: formDataOf(form) })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
