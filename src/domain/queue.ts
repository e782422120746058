// The office's queue: what waits in a company, in which order to look at companies, and where work on one begins.
import { type Day, diffDays } from './days.ts'

export interface Waiting {
  id: string
  name: string
  pending_lines_count: number
  doubts_count: number
  answers_count: number
  overdue_bills_count: number
  overdue_receivables_count: number
  certificate_until: Day | null
}

/** A certificate is work this many days before it ends: issuing the next one takes an appointment. */
export const CERTIFICATE_WARNING_DAYS = 30

/** Days until the certificate ends; negative once it has. Undefined without a certificate. */
export const certificateDays = ({ certificate_until }: Pick<Waiting, 'certificate_until'>, today: Day): number | undefined =>
  certificate_until === null ? undefined : diffDays(today, certificate_until)

const certificateEnds = (company: Waiting, today: Day): boolean =>
  (certificateDays(company, today) ?? Number.POSITIVE_INFINITY) <= CERTIFICATE_WARNING_DAYS

/** How many things wait for the accountant; a doubt already counts as a pending line. */
const countWaiting = (company: Waiting): number =>
  company.pending_lines_count + company.answers_count + company.overdue_bills_count + company.overdue_receivables_count

export const hasWork = (company: Waiting, today: Day): boolean => countWaiting(company) > 0 || certificateEnds(company, today)

/** Answers from clients first, then the most work, then certificates about to end; ties by name. */
export function byUrgency(today: Day): (a: Waiting, b: Waiting) => number {
  return (a, b) =>
    Math.sign(b.answers_count) - Math.sign(a.answers_count) ||
    countWaiting(b) - countWaiting(a) ||
    Number(certificateEnds(b, today)) - Number(certificateEnds(a, today)) ||
    a.name.localeCompare(b.name, 'pt-BR')
}

/** The next company with work, wrapping around; undefined when no other has any. */
export function nextWithWork<C extends Waiting>(companies: readonly C[], current: string | undefined, today: Day): C | undefined {
  const ordered = companies.toSorted(byUrgency(today))
  const at = ordered.findIndex(company => company.id === current)
  return [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))].find(company => hasWork(company, today))
}

export type WorkPlace = 'conciliation' | 'bills' | 'receivables'

/** The list on which work on a company begins. */
export function firstWork(company: Waiting): WorkPlace {
  if (company.pending_lines_count + company.answers_count > 0) return 'conciliation'
  if (company.overdue_bills_count > 0) return 'bills'
  return company.overdue_receivables_count > 0 ? 'receivables' : 'conciliation'
}
