// The morning: once a day from six o'clock in São Paulo, by whichever process comes first; one job per company, so that a broken one
// holds up no other.
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import { addDays, type Day, dayInSaoPaulo, sinceMidnightInSaoPaulo } from '#domain/days.ts'
import { closeAllExpired, hasExpired } from '#server/areas/people/people/rows.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { cleanAll, cleanCompany } from './cleaning.ts'
import { remind } from './reminders.ts'

const MORNING_MS = 6 * millisecondsInHour

/** At the start of the process: the next morning, or this one if nobody worked through it. */
export async function scheduleMorning({ jobsDb, clock, queue }: Services): Promise<void> {
  await jobsDb.transaction().execute(async db => {
    const now = clock.now()
    const wait = MORNING_MS - sinceMidnightInSaoPaulo(now)
    const isDone = wait <= 0 && (await isBegun(db, dayInSaoPaulo(now)))
    const afterSeconds = Math.max(0, Math.ceil((isDone ? wait + millisecondsInDay : wait) / 1000))
    await queue.later(db, 'daily.run', {}, { key: 'morning', afterSeconds })
  })
}

const isBegun = async (db: Db, day: Day): Promise<boolean> =>
  (await first(db, sql`select 1 from daily_runs where day = ${day}`)) !== undefined

/** Gives every company its job, and plans the next morning. Run again, it only cleans once more. */
export async function runMorning(services: Services): Promise<void> {
  const { jobsDb, clock, queue } = services
  const now = clock.now()
  const day = dayInSaoPaulo(now)
  await jobsDb.transaction().execute(async db => {
    if (!(await begin(db, day, now))) return
    for (const { id } of await all(db, sql<{ id: string }>`select id from companies order by id`))
      await queue.later(db, 'daily.company', { day, company_id: id }, { key: `${id}:${day}` })
  })
  await scheduleMorning(services)
  await cleanAll(jobsDb, now)
}

/** False when the day has been begun. */
async function begin(db: Db, day: Day, now: number): Promise<boolean> {
  const row = await first(
    db,
    sql`insert into daily_runs (day, started_at) values (${day}, ${new Date(now)}) on conflict do nothing returning day`,
  )
  await sql`delete from daily_runs where day < ${addDays(day, -90)}`.execute(db)
  return row !== undefined
}

/** A job that comes late speaks of its own day no more, and still cleans. */
export async function runCompanyMorning(services: Services, { day, company_id }: Jobs['daily.company']): Promise<void> {
  const now = services.clock.now()
  if (day === dayInSaoPaulo(now)) await inCompany(services, company_id, db => remind(db, company_id, day))
  await endInvitations(services, company_id, now)
  await inCompany(services, company_id, db => cleanCompany(db, company_id, now))
}

/** Invitations that ran out, stored as what they have been shown as since. */
async function endInvitations(services: Services, company_id: string, now: number): Promise<void> {
  if (!(await inCompany(services, company_id, db => hasExpired(db, company_id, now)))) return
  const { id: command, spec } = contract.users.invite
  await inBatch(services, { company_id, user_id: undefined, command, label: 'Convites vencidos', tags: spec.writes ?? [] }, db =>
    closeAllExpired(db, company_id, now),
  )
}
