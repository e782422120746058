// Every migration by name, in order of name; a name once released is never changed.
import type { Migration } from 'kysely'
import { house } from './0001-house.ts'
import { jobs } from './0002-jobs.ts'
import { statistics } from './0003-statistics.ts'
import { invoices } from './0008-invoices.ts'
import { certificates } from './0009-certificates.ts'

export const migrations: Record<string, Migration> = {
  '0001-house': house,
  '0002-jobs': jobs,
  '0003-statistics': statistics,
  '0008-invoices': invoices,
  '0009-certificates': certificates,
}
