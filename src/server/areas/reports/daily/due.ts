// The SQL of what a morning speaks of: titles that fall due, the certificate, consents and taxes.
import { sql } from 'kysely'
import type { Day } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import type { CardFacts } from '#domain/payments/cards.ts'
import type { DueDays } from '#domain/reminders.ts'
import type { TaxKind } from '#domain/taxes/labels.ts'
import { SETTLED } from '#server/areas/ledger/entries/sql.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface OpenTitles {
  today_count: number
  today_cents: number
  overdue_count: number
  overdue_cents: number
  /** Overdue since the last business day. */
  news_count: number
}

/** Statuses of titles that wait for nobody: settled, refused, or on their way at the bank. */
export const NOT_WAITING = {
  BILL: ['PAID', 'REPROVED', 'WAITING_PAYMENT'],
  RECEIVABLE: ['RECEIVED'],
} as const satisfies Record<TitleKind, readonly string[]>

export async function openTitles(db: Db, companyId: string, kind: TitleKind, days: DueDays): Promise<OpenTitles> {
  const [after, until] = days.today
  const isToday = sql`due_date > ${after}::date and due_date <= ${until}::date`
  const isOverdue = sql`due_date <= ${days.overdue_until}::date`
  const row = await first(
    db,
    sql<OpenTitles>`select count(*) filter (where ${isToday})::int as today_count,
        coalesce(sum(amount_cents) filter (where ${isToday}), 0)::bigint as today_cents,
        count(*) filter (where ${isOverdue})::int as overdue_count,
        coalesce(sum(amount_cents) filter (where ${isOverdue}), 0)::bigint as overdue_cents,
        count(*) filter (where ${isOverdue} and due_date > ${days.news_after}::date)::int as news_count
      from entries
      where company_id = ${companyId} and kind = ${kind} and deleted_at is null and status not in ${SETTLED}
        and status <> all (${[...NOT_WAITING[kind]]}) and not has_children and due_date <= ${until}::date`,
  )
  return row ?? { today_count: 0, today_cents: 0, overdue_count: 0, overdue_cents: 0, news_count: 0 }
}

export interface Ending {
  id: string
  name: string
  /** In São Paulo. */
  ends_on: Day
}

export const liveCertificate = (db: Db, companyId: string): Promise<Ending | undefined> =>
  first(
    db,
    sql<Ending>`select id, name, to_char(valid_to at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as ends_on
      from certificates where company_id = ${companyId} and deleted_at is null`,
  )

export interface EndingConsent extends Ending {
  created_by: string | null
  /** One of the accounts it feeds. */
  bank_account_id: string | null
}

export const liveConsents = (db: Db, companyId: string, until: Day): Promise<EndingConsent[]> =>
  all(
    db,
    sql<EndingConsent>`select c.id, c.institution_name as name, c.consent_expires_at as ends_on, c.created_by,
        (select a.id from bank_accounts a where a.company_id = c.company_id and a.connection_id = c.id::text and a.deleted_at is null
          order by a.created_at, a.id limit 1) as bank_account_id
      from open_finance_connections c
      where c.company_id = ${companyId} and c.revoked_at is null and c.consent_expires_at <= ${until}::date`,
  )

export interface EndingCard {
  id: string
  card: CardFacts
}

/** The card that pays the product's own subscription, when it expires soon. */
export const endingCard = (db: Db, companyId: string, until: Day): Promise<EndingCard | undefined> =>
  first(
    db,
    sql<EndingCard>`select p.id, json_build_object('brand', p.brand, 'last4', p.last4, 'expires_on', p.expires_on) as card from subscriptions s
      join pre_approvals p on p.company_id = s.company_id and p.id = s.pre_approval_id
      where s.company_id = ${companyId} and s.status <> 'CANCELLED' and s.deleted_at is null and p.expires_on <= ${until}::date`,
  )

export interface DueTax {
  id: string
  kind: TaxKind
  competence_date: Day
  due_date: Day
  amount_cents: number
}

/** Taxes nobody paid or sent to the bank. */
export const dueTaxes = (db: Db, companyId: string, from: Day, until: Day): Promise<DueTax[]> =>
  all(
    db,
    sql<DueTax>`select t.id, t.kind, t.competence_date, t.due_date, t.amount_cents from taxes t
      left join entries e on e.company_id = t.company_id and e.id = t.bill_id and e.deleted_at is null
      where t.company_id = ${companyId} and t.deleted_at is null and t.due_date between ${from}::date and ${until}::date
        and t.amount_cents > 0
        and coalesce(e.status, 'PENDING') not in ('PAID', 'WAITING_PAYMENT') order by t.due_date, t.id`,
  )
