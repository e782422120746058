// A process of its own that works the jobs of the database in its environment, to be killed as a process is: says 'ready' and goes on.
import { pino } from 'pino'
import { localBank } from '#server/adapters/local-bank/bank.ts'
import { columnParsers } from '#server/db/column-parsers.ts'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { openJobs } from '#server/jobs/queue.ts'
import { createWorkers } from '#server/jobs/workers.ts'
import { systemClock } from '#server/kernel/ids.ts'
import type { Services } from '#server/kernel/services.ts'
import { resumeMoney } from '#server/modules/payments/resume.ts'

const jobsDb = openKysely({ ...JSON.parse(process.env.RAZAO_JOB_CONFIG ?? '{}'), types: columnParsers }) as Db
const clock = systemClock
const report = (error: Error) => console.error(error.message)
const queue = await openJobs(jobsDb, report)
// What the workers of money stand on; the rest of the process is not there.
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
