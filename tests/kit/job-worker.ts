// A separate process that works the jobs of the database in its environment, made to be killed: it says 'ready' and keeps working.
import { pino } from 'pino'
import { localBank } from '#server/adapters/local-bank/bank.ts'
import { resumeMoney } from '#server/areas/wallet/under-way/resume.ts'
import { createWorkers } from '#server/areas/workers.ts'
import { systemClock } from '#server/base/ids.ts'
import { columnParsers } from '#server/db/column-parsers.ts'
import { openKysely } from '#server/db/kysely.ts'
import { openJobs } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'

const jobsDb = openKysely({ ...JSON.parse(process.env.RAZAO_JOB_CONFIG ?? '{}'), types: columnParsers })
const clock = systemClock
const report = (error: Error) => console.error(error.message)
const queue = await openJobs(jobsDb, report)
// What the workers of money need; the rest of the process is missing.
const services = {
  clock,
  db: jobsDb,
  jobsDb,
  queue,
  payments: localBank({ db: jobsDb, clock, secret: new Uint8Array(32) }),
  realtime: { changed: () => {}, dropSession: () => {}, dropUser: () => {} },
  log: pino({ level: 'silent' }),
} as unknown as Services
await queue.work(createWorkers(services))
await resumeMoney(services)
console.log('ready')
