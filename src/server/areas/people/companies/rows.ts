// The SQL of companies, their preset roles and members, and what waits in each.
import { sql } from 'kysely'
import type { Company, CompanySummary } from '#contract/companies.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { PRESET_LABELS, PRESET_RIGHTS, PRESETS, type Preset } from '#domain/permissions.ts'
import { newId } from '#server/base/ids.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'

export type CompanyRow = Omit<Company, 'legal_entity' | 'company_activations' | 'invoice_connection_settings'>

export function findCompany(db: Db, id: string): Promise<CompanyRow | undefined> {
  return first(db, sql<CompanyRow>`select * from companies where id = ${id}`)
}

export interface Merchant {
  name: string
  /** '' where neither the issuer's address nor the registry says one. */
  city: string
  document_number: string
  email: string | null
}

/** A company as whoever pays it reads it. */
export async function merchantOf(db: Db, id: string): Promise<Merchant> {
  const merchant = await first(
    db,
    sql<Merchant>`select coalesce(c.trade_name, c.name) as name, c.document_number, c.email, coalesce(
        (select s.address->>'city' from invoice_settings s where s.company_id = c.id and s.deleted_at is null),
        (select r.facts->'address'->>'city' from local_registry r where r.document_number = c.document_number), '') as city
      from companies c where c.id = ${id}`,
  )
  if (!merchant) throw new Error(`no company ${id}`)
  return merchant
}

export interface NewCompany {
  id?: string
  /** Canonical CNPJ. */
  document_number: string
  name: string
  trade_name?: string | null | undefined
  email?: string | null | undefined
  phone_number?: string | null | undefined
  municipal_registration?: string | null | undefined
  state_registration?: string | null | undefined
  tax_regime?: TaxRegime | undefined
  approval_limit_cents?: number | undefined
  requires_approval?: boolean | undefined
  organization_id?: string | null | undefined
}

export interface CreatedCompany {
  id: string
  /** The company's role of each preset. */
  roles: Record<Preset, string>
}

/**
 * Adds a company with its six preset roles and no member. Call it in a transaction scoped to a batch: it leaves row security scoped to
 * this company, so that roles and members can be written. Throws a unique violation when the CNPJ is taken.
 */
export async function createCompany(db: Db, company: NewCompany, makeId: () => string = newId): Promise<CreatedCompany> {
  const id = company.id ?? makeId()
  await sql`
    insert into companies (id, organization_id, document_number, name, trade_name, email, phone_number, municipal_registration,
      state_registration, tax_regime, approval_limit_cents, requires_approval)
    values (${id}, ${company.organization_id ?? null}, ${company.document_number}, ${company.name}, ${company.trade_name ?? null},
      ${company.email || null}, ${company.phone_number ?? null},
      ${company.municipal_registration ?? null}, ${company.state_registration ?? null}, ${company.tax_regime ?? 'SIMPLES_NACIONAL'},
      ${company.approval_limit_cents ?? 500_000}, ${company.requires_approval ?? false})`.execute(db)
  await scope(db, { companies: [id] })
  const roles = PRESETS.map(preset => ({ id: makeId(), preset, name: PRESET_LABELS[preset], rights: PRESET_RIGHTS[preset] }))
  await sql`insert into roles (company_id, id, name, preset, rights)
    select ${id}, r.id, r.name, r.preset, r.rights
    from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as r(id uuid, name text, preset text, rights jsonb)`.execute(db)
  return { id, roles: Object.fromEntries(roles.map(role => [role.preset, role.id])) as Record<Preset, string> }
}

export interface NewMember {
  id?: string
  company_id: string
  role_id: string
  user_id?: string | null
  /** For a person invited by document, who may not be registered yet. */
  invited_document?: string | null
  invited_name?: string | null
  invited_email?: string | null
  invited_phone?: string | null
  status?: 'ACTIVE' | 'INACTIVE' | 'WAITING_ACCEPT'
  invited_by?: string | null
  expires_at?: Date | null
}

/** Adds a member or an invitation; the transaction must be scoped to the company and to a batch. */
export async function addMember(db: Db, member: NewMember): Promise<string> {
  const id = member.id ?? newId()
  const status = member.status ?? 'ACTIVE'
  await sql`
    insert into memberships (company_id, id, user_id, invited_document, invited_name, invited_email, invited_phone, role_id, status,
      invited_by, expires_at, accepted_at)
    values (${member.company_id}, ${id}, ${member.user_id ?? null}, ${member.invited_document ?? null}, ${member.invited_name ?? null},
      ${member.invited_email ?? null}, ${member.invited_phone ?? null},
      ${member.role_id}, ${status}, ${member.invited_by ?? null}, ${member.expires_at ?? null},
      case when ${status} <> 'WAITING_ACCEPT' then now() end)`.execute(db)
  return id
}

export async function updateCompany(db: Db, company: CompanyRow, now: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`
      update companies set name = ${company.name}, trade_name = ${company.trade_name}, email = ${company.email || null},
        phone_number = ${company.phone_number},
        municipal_registration = ${company.municipal_registration}, state_registration = ${company.state_registration},
        tax_regime = ${company.tax_regime},
        approval_limit_cents = ${company.approval_limit_cents}, requires_approval = ${company.requires_approval}, version = version + 1,
        updated_at = ${new Date(now)}
      where id = ${company.id} and version = ${company.version} returning id`,
  )
  return row !== undefined
}

export interface SummaryDays {
  /** The last due date that is overdue, when banks are closed days included. */
  lastOverdue: string
  /** The last due date that is due soon. */
  lastSoon: string
}

/**
 * Every given company with what waits in it, in one query: open titles through the index of open ones, the last statement line by
 * one probe per account, so that a long history costs nothing.
 */
export function summarizeCompanies(
  db: Db,
  companies: readonly string[],
  userId: string,
  roleWithoutMembership: string,
  { lastOverdue, lastSoon }: SummaryDays,
): Promise<CompanySummary[]> {
  const ids = sql`${[...companies]}::uuid[]`
  return all(
    db,
    sql<CompanySummary>`with titles as (
      select company_id,
        count(*) filter (where kind = 'BILL' and due_date <= ${lastOverdue}::date)::int as overdue_bills,
        count(*) filter (where kind = 'BILL' and due_date > ${lastOverdue}::date)::int as soon_bills,
        count(*) filter (where kind = 'RECEIVABLE' and due_date <= ${lastOverdue}::date)::int as overdue_receivables
      from entries
      where company_id = any (${ids}) and deleted_at is null and status not in ('PAID', 'RECEIVED') and due_date <= ${lastSoon}::date
        and status <> 'REPROVED' and not has_children
      group by company_id
    ), lines as (
      select company_id, count(*)::int as pending from statement_entries
      where company_id = any (${ids}) and deleted_at is null and status = 'PENDING' group by company_id
    ), last_lines as (
      select a.company_id, max(l.date) as date from bank_accounts a
      cross join lateral (select s.date from statement_entries s
        where s.company_id = a.company_id and s.bank_account_id = a.id and s.deleted_at is null order by s.date desc limit 1) l
      where a.company_id = any (${ids}) and a.deleted_at is null group by a.company_id
    ), closings as (
      select company_id, max(end_date) as date from date_ranges
      where company_id = any (${ids}) and status = 'CLOSED' and deleted_at is null group by company_id
    )
    select c.id, c.document_number, coalesce(c.trade_name, c.name) as name, c.tax_regime,
        coalesce(r.name, ${roleWithoutMembership}) as role_name,
      coalesce(lines.pending, 0) as pending_lines_count, coalesce(titles.overdue_bills, 0) as overdue_bills_count,
      coalesce(titles.soon_bills, 0) as due_soon_bills_count, coalesce(titles.overdue_receivables, 0) as overdue_receivables_count,
      last_lines.date as last_statement_date, closings.date as last_closed_date
    from companies c
    left join memberships m on m.company_id = c.id and m.user_id = ${userId} and m.status = 'ACTIVE'
    left join roles r on r.company_id = m.company_id and r.id = m.role_id
    left join titles on titles.company_id = c.id
    left join lines on lines.company_id = c.id
    left join last_lines on last_lines.company_id = c.id
    left join closings on closings.company_id = c.id
    where c.id = any (${ids}) order by name, c.id`,
  )
}
