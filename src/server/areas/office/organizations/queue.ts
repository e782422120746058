// The office's queue and the search over all companies: a few queries whatever the number of companies.
import type { contract } from '#contract/index.ts'
import type { SearchHit } from '#contract/queue.ts'
import { addDays } from '#domain/days.ts'
import { DUE_WARNING_DAYS, lastOverdueDay } from '#domain/due.ts'
import { windows } from '#domain/matching/weights.ts'
import { PRESET_LABELS } from '#domain/permissions.ts'
import { summarizeCompanies } from '#server/areas/people/companies/rows.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { findCompanies, findRecords, type Visible } from '../search/rows.ts'
import { numberQuery, searchQuery } from '../search/words.ts'
import { queueFigures } from './queue-rows.ts'

const MOST_COMPANIES = 8
const MOST_RECORDS = 40

export const queueHandlers: Handlers<(typeof contract)['queue']> = {
  async list(ctx) {
    const summaries = await summarizeCompanies(ctx.db, ctx.companies, ctx.actor.user_id, PRESET_LABELS.ACCOUNTANT, {
      lastOverdue: lastOverdueDay(ctx.today),
      lastSoon: addDays(ctx.today, DUE_WARNING_DAYS),
    })
    const figures = await queueFigures(ctx.db, ctx.companies, { days: windows.days, lateDays: windows.lateDays, now: ctx.now })
    return summaries.map(summary => ({ ...summary, ...(figures.get(summary.id) ?? NOTHING) }))
  },

  async search(ctx, { query }) {
    const isAsked = (kind: SearchHit['kind']) => query.kind === undefined || query.kind === kind
    const companies = isAsked('COMPANY') ? await findCompanies(ctx.db, query.q, ctx.companies, MOST_COMPANIES) : []
    const words = query.kind === 'COMPANY' ? undefined : searchQuery(query.q)
    if (words === undefined) return companies
    const queries = [numberQuery(query.q) ?? [], words].flat()
    const visible = {
      bills: isAsked('BILL') ? ctx.companiesWith('bills', 'v') : [],
      receivables: isAsked('RECEIVABLE') ? ctx.companiesWith('receivables', 'v') : [],
      contacts: isAsked('CONTACT') ? ctx.companiesWith('contacts', 'v') : [],
      invoices: isAsked('INVOICE') ? ctx.companiesWith('invoices', 'v') : [],
    }
    const own = query.company_id === undefined ? [] : await findRecords(ctx.db, queries, within(visible, query.company_id), MOST_RECORDS)
    // An office's newest hits may all be other companies'.
    const others = own.length >= MOST_RECORDS ? [] : await findRecords(ctx.db, queries, visible, MOST_RECORDS)
    const more = others.filter(({ company_id }) => company_id !== query.company_id)
    return [...companies, ...own, ...more.slice(0, MOST_RECORDS - own.length)]
  },
}

const within = (visible: Visible, company: string): Visible => {
  const only = (companies: readonly string[]) => companies.filter(id => id === company)
  return {
    bills: only(visible.bills),
    receivables: only(visible.receivables),
    contacts: only(visible.contacts),
    invoices: only(visible.invoices),
  }
}

const NOTHING = { doubts_count: 0, answers_count: 0, questions_count: 0, open_month: null, certificate_until: null }
