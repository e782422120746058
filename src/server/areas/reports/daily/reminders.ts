// The reminders of one company's morning: each to those who may act on it or see it, each once.
import { addDays, type Day, diffDays, formatMonth, monthOf } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { cardName } from '#domain/payments/cards.ts'
import { CARD_WARNINGS, CERTIFICATE_WARNINGS, CONSENT_WARNINGS, dueDaysOf, TAX_WARNINGS, warningOf } from '#domain/reminders.ts'
import { TAX_KIND_LABELS } from '#domain/taxes/labels.ts'
import { meiWarnings, meiYear } from '#server/areas/fiscal/taxes/compute.ts'
import { readProfile } from '#server/areas/fiscal/taxes/profile.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { activeMembers, type Member, whoMay } from '#server/areas/platform/notifications/audience.ts'
import { type NewNotification, notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import { dueTaxes, endingCard, liveCertificate, liveConsents, openTitles } from './due.ts'
import { billsAddress, billWords, endingWords, receivablesAddress, receivableWords } from './words.ts'

interface Morning {
  db: Db
  company_id: string
  day: Day
  members: readonly Member[]
}

type Reminder = Omit<NewNotification, 'company_id'>

/** The transaction must be scoped to the company. */
export async function remind(db: Db, company_id: string, day: Day): Promise<void> {
  const members = await activeMembers(db, company_id)
  if (members.length === 0) return
  const morning: Morning = { db, company_id, day, members }
  for (const remindersOf of [bills, receivables, certificate, consents, taxes, meiLimit, subscriptionCard]) {
    for (const reminder of await remindersOf(morning)) await notify(db, { ...reminder, company_id })
  }
}

async function bills({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  const days = dueDaysOf(day)
  if (!days) return []
  const open = await openTitles(db, company_id, 'BILL', days)
  if (open.today_count + open.news_count === 0 && !(days.isWeekly && open.overdue_count > 0)) return []
  return [
    {
      user_ids: whoMay(members, 'bills', 'v'),
      type: 'BOLETO',
      ...billWords(open),
      metadata: { ...open },
      action: billsAddress(company_id, day),
      once: `bills:${company_id}:${day}`,
    },
  ]
}

async function receivables({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  const days = dueDaysOf(day)
  if (!days) return []
  const open = await openTitles(db, company_id, 'RECEIVABLE', days)
  if (open.news_count === 0 && !(days.isWeekly && open.overdue_count > 0)) return []
  return [
    {
      user_ids: whoMay(members, 'receivables', 'v'),
      type: 'TRANSACTION',
      ...receivableWords(open),
      metadata: { ...open },
      action: receivablesAddress(company_id),
      once: `receivables:${company_id}:${day}`,
    },
  ]
}

async function certificate({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  const live = await liveCertificate(db, company_id)
  const warning = live && warningOf(live.ends_on, day, CERTIFICATE_WARNINGS)
  if (!live || warning === undefined) return []
  return [
    {
      user_ids: whoMay(members, 'certificate', 'v'),
      type: 'NOTA_FISCAL',
      title: 'Certificado digital perto de vencer',
      body: `${endingWords('O certificado', diffDays(day, live.ends_on), live.ends_on)} Sem ele não se emitem notas.`,
      metadata: { certificate_id: live.id, valid_to: live.ends_on },
      action: `/company/${company_id}/certificate`,
      once: `certificate:${live.id}:${warning}`,
    },
  ]
}

/** A consent is its person's to renew; if they left, whoever may keep the bank accounts is told. */
async function consents({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  const able = whoMay(members, 'bank_accounts', 'u')
  const found = await liveConsents(db, company_id, addDays(day, CONSENT_WARNINGS[0]))
  return found.flatMap(({ id, name, ends_on, created_by, bank_account_id }) => {
    const warning = warningOf(ends_on, day, CONSENT_WARNINGS)
    if (warning === undefined) return []
    const screen = bank_account_id ? `connections/${bank_account_id}` : 'open-finance'
    return {
      user_ids: created_by && able.includes(created_by) ? [created_by] : able,
      type: 'TRANSACTION' as const,
      title: `Open finance: ${name}`,
      body: `${endingWords('O consentimento', diffDays(day, ends_on), ends_on)} Renove-o para o extrato continuar chegando.`,
      metadata: { connection_id: id },
      action: `/company/${company_id}/bank-accounts/${screen}`,
      once: `consent:${id}:${ends_on}:${warning}`,
    }
  })
}

async function taxes({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  const found = await dueTaxes(db, company_id, day, addDays(day, TAX_WARNINGS[0]))
  const user_ids = whoMay(members, 'taxes', 'v')
  return found.map(({ id, kind, competence_date, due_date, amount_cents }) => ({
    user_ids,
    type: 'TAX' as const,
    title: `${TAX_KIND_LABELS[kind]} de ${formatMonth(competence_date)}`,
    body: endingWords(`O pagamento de ${formatCents(amount_cents)}`, diffDays(day, due_date), due_date),
    metadata: { tax_id: id },
    action: `/company/${company_id}/taxes/${id}`,
    once: `tax:${id}:${due_date}:${warningOf(due_date, day, TAX_WARNINGS)}`,
  }))
}

/** Each step past 80% of the year's revenue an MEI may have, once a year. */
async function meiLimit({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  if ((await findCompany(db, company_id))?.tax_regime !== 'MEI') return []
  const { soFar, limit, state } = await meiYear(db, company_id, await readProfile(db, company_id), monthOf(day))
  return meiWarnings(state).map(warning => ({
    user_ids: whoMay(members, 'taxes', 'v'),
    type: 'TAX' as const,
    title: 'Limite de receita do MEI',
    body: `${warning} São ${formatCents(soFar)} de ${formatCents(limit)}.`,
    metadata: { revenue_cents: soFar, limit_cents: limit },
    action: `/company/${company_id}/taxes`,
    once: `mei:${company_id}:${day.slice(0, 4)}:${state}`,
  }))
}

/** To whoever may pay it: after the end, a month would be refused. */
async function subscriptionCard({ db, company_id, day, members }: Morning): Promise<Reminder[]> {
  const ending = await endingCard(db, company_id, addDays(day, CARD_WARNINGS[0]))
  const warning = ending && warningOf(ending.card.expires_on, day, CARD_WARNINGS)
  if (!ending || warning === undefined) return []
  const { id, card } = ending
  return [
    {
      user_ids: whoMay(members, 'subscription', 'c'),
      type: 'TRANSACTION',
      title: 'Cartão da assinatura perto de vencer',
      body: `${endingWords(cardName(card), diffDays(day, card.expires_on), card.expires_on)} Informe outro para a assinatura seguir paga.`,
      action: `/company/${company_id}/subscriptions`,
      once: `subscription-card:${id}:${card.expires_on}:${warning}`,
    },
  ]
}
