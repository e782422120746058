// The journal: a batch line per write, old images kept by trigger, and undo as one generic move back to those images.

import { type RawBuilder, sql } from 'kysely'
import type { Tag } from '#contract/kit/tags.ts'
import { type Failure, fail } from '#server/base/fail.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Actor } from './context.ts'
import { brokenWholes, lockWholes } from './wholes.ts'

/** How long a batch may be undone. */
export const UNDO_DAYS = 30

export interface NewBatch {
  id: string
  company_id: string
  user_id: string | undefined
  /** The key it was written with, where no person sat at a screen. */
  api_key_id?: string | undefined
  command: string
  label: string
  tags: readonly Tag[]
  request_id: string
  undo_of_id?: string
}

/**
 * Writes the batch line of each company in scope in which the transaction journaled anything, for each has a chain of its own, and queues what its
 * webhooks are told; returns false when nothing changed in the batch's company.
 */
export async function closeBatch(db: Db, queue: Pick<JobQueue, 'later'>, batch: NewBatch): Promise<boolean> {
  const lines = await all(
    db,
    sql<{ company_id: string; heard: boolean }>`
      insert into batches (company_id, id, user_id, api_key_id, command, label, rows_count, tags, request_id, undo_of_id)
      select company_id, ${batch.id}, ${batch.user_id ?? null}, ${batch.api_key_id ?? null}::uuid, ${batch.command}, ${batch.label}, count(*),
        ${[...batch.tags]}, ${batch.request_id}, ${batch.undo_of_id ?? null}
      from batch_rows where company_id = any ((select razao_companies())::uuid[]) and batch_id = ${batch.id}
      group by company_id order by company_id
      returning company_id,
        exists (select 1 from webhooks w where w.company_id = batches.company_id and w.enabled and w.deleted_at is null) as heard`,
  )
  for (const { company_id, heard } of lines)
    if (heard) await queue.later(db, 'webhook.tell', { company_id, batch_id: batch.id }, { key: `${company_id}:${batch.id}` })
  return lines.some(({ company_id }) => company_id === batch.company_id)
}

/** Writes an audit line for what no company's journal holds (a profile, a key, a sign-in, an office): who did what to which records. */
export async function writeAuditLine(
  db: Db,
  ctx: { now: number; company: string | undefined; requestId: string; touched: readonly string[]; newId(): string },
  actor: Pick<Actor, 'user_id' | 'api_key'> | undefined,
  command: string,
): Promise<void> {
  await sql`insert into audit_lines (id, at, user_id, api_key_id, company_id, command, ids, request_id)
    values (${ctx.newId()}, ${new Date(ctx.now)}, ${actor?.user_id ?? null}, ${actor?.api_key?.id ?? null}, ${ctx.company ?? null},
      ${command},
      ${[...ctx.touched]}, ${ctx.requestId})`.execute(db)
}

/** Tables that an undo visits, referenced rows first when restoring, in the order that their foreign keys allow. */
export const RESTORE_ORDER = [
  'companies',
  'roles',
  'categories',
  'category_budgets',
  'contacts',
  'products',
  'services',
  'bank_accounts',
  'recurrences',
  'conciliations',
  'statements',
  'entries',
  'transfers',
  'statement_entries',
  'attachments',
  'duplicate_decisions',
  'date_ranges',
  'rules',
  'memory_corrections',
  'tax_profiles',
  'taxes',
  'annual_billing_statements',
  'associates',
  'dependents',
  'invoice_settings',
  'invoices',
  'invoice_entries',
  'fiscal_decisions',
  'received_events',
  'received_letters',
  'note_manifestations',
  'invoice_corrections',
  'invoice_voids',
  'chart_accounts',
  'account_mappings',
  'handover_layouts',
  'handovers',
  'agreements',
  'bank_slips',
  'remittances',
  'slip_orders',
  'slip_occurrences',
  'payment_agreements',
  'payment_files',
  'file_payments',
  'payment_returns',
  'webhooks',
  'note_readings',
  'service_readings',
  'pix_agreements',
] as const

/** Columns that an undo leaves to the trigger, or that identify the row. */
const KEPT = new Set(['company_id', 'id', 'version', 'changed', 'created_at', 'updated_at'])
/** Columns whose value depends on whether the batch created the row; a created row is deleted and gets a state of its own. */
const GOING: Record<string, RawBuilder<unknown>> = {
  deleted_at: sql`case when i.before is null then now() else p.deleted_at end`,
  state: sql`case when i.before is null then t.version + 1 else p.state end`,
}

const columnsOf = new Map<string, readonly string[]>()

async function restorableColumns(db: Db, table: string): Promise<readonly string[]> {
  let columns = columnsOf.get(table)
  if (!columns) {
    const rows = await all(
      db,
      sql<{ column_name: string }>`
        select column_name from information_schema.columns where table_schema = current_schema() and table_name = ${table}
        order by ordinal_position`,
    )
    columns = rows.map(row => row.column_name).filter(name => !KEPT.has(name))
    columnsOf.set(table, columns)
  }
  return columns
}

interface Reference {
  readonly from: string
  readonly column: string
  readonly to: string
  /** The column that tells when a row of `from` has ended; `deleted_at` of most. */
  readonly ends?: string
}

/** Which tables refer to which: a created row cannot go while a live row refers to it, nor one come back to refer to a row that has gone since. */
export const REFERENCES: readonly Reference[] = [
  { from: 'memberships', column: 'role_id', to: 'roles' },
  { from: 'categories', column: 'parent_category_id', to: 'categories' },
  { from: 'category_budgets', column: 'category_id', to: 'categories' },
  { from: 'entries', column: 'category_id', to: 'categories' },
  { from: 'entries', column: 'contact_id', to: 'contacts' },
  { from: 'entries', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'transfers', column: 'from_bank_account_id', to: 'bank_accounts' },
  { from: 'transfers', column: 'to_bank_account_id', to: 'bank_accounts' },
  { from: 'statements', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'statement_entries', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'statement_entries', column: 'statement_id', to: 'statements' },
  { from: 'statement_entries', column: 'category_id', to: 'categories' },
  { from: 'statement_entries', column: 'contact_id', to: 'contacts' },
  { from: 'rules', column: 'category_id', to: 'categories' },
  { from: 'rules', column: 'contact_id', to: 'contacts' },
  { from: 'rules', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'memory_corrections', column: 'category_id', to: 'categories' },
  { from: 'memory_corrections', column: 'contact_id', to: 'contacts' },
  { from: 'memory_corrections', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'entries', column: 'parent_id', to: 'entries' },
  { from: 'entries', column: 'recurrence_id', to: 'recurrences' },
  { from: 'entries', column: 'conciliation_id', to: 'conciliations' },
  { from: 'statement_entries', column: 'conciliation_id', to: 'conciliations' },
  { from: 'open_finance_connections', column: 'bank_account_id', to: 'bank_accounts', ends: 'revoked_at' },
  { from: 'digital_accounts', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'digital_movements', column: 'statement_entry_id', to: 'statement_entries' },
  { from: 'charges', column: 'receivable_id', to: 'entries' },
  { from: 'payments', column: 'bill_id', to: 'entries' },
  { from: 'attachments', column: 'entry_id', to: 'entries' },
  { from: 'attachments', column: 'associate_id', to: 'associates' },
  { from: 'attachments', column: 'invoice_id', to: 'invoices' },
  { from: 'taxes', column: 'bill_id', to: 'entries' },
  { from: 'dependents', column: 'associate_id', to: 'associates' },
  { from: 'annual_billing_statements', column: 'rectifies_id', to: 'annual_billing_statements' },
  { from: 'invoices', column: 'contact_id', to: 'contacts' },
  { from: 'invoice_corrections', column: 'invoice_id', to: 'invoices' },
  { from: 'invoice_entries', column: 'invoice_id', to: 'invoices' },
  { from: 'invoice_entries', column: 'entry_id', to: 'entries' },
  { from: 'fiscal_decisions', column: 'invoice_id', to: 'invoices' },
  { from: 'received_events', column: 'invoice_id', to: 'invoices' },
  { from: 'received_letters', column: 'invoice_id', to: 'invoices' },
  { from: 'note_manifestations', column: 'invoice_id', to: 'invoices' },
  { from: 'account_mappings', column: 'chart_account_id', to: 'chart_accounts' },
  { from: 'account_mappings', column: 'category_id', to: 'categories' },
  { from: 'account_mappings', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'account_mappings', column: 'contact_id', to: 'contacts' },
  { from: 'agreements', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'pix_agreements', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'charges', column: 'pix_agreement_id', to: 'pix_agreements' },
  { from: 'bank_slips', column: 'agreement_id', to: 'agreements' },
  { from: 'bank_slips', column: 'receivable_id', to: 'entries' },
  { from: 'bank_slips', column: 'line_id', to: 'statement_entries' },
  { from: 'remittances', column: 'agreement_id', to: 'agreements' },
  { from: 'slip_orders', column: 'remittance_id', to: 'remittances' },
  { from: 'slip_orders', column: 'slip_id', to: 'bank_slips' },
  { from: 'slip_occurrences', column: 'slip_id', to: 'bank_slips' },
  { from: 'slip_occurrences', column: 'agreement_id', to: 'agreements' },
  { from: 'slip_occurrences', column: 'line_id', to: 'statement_entries' },
  { from: 'payment_agreements', column: 'bank_account_id', to: 'bank_accounts' },
  { from: 'payment_files', column: 'agreement_id', to: 'payment_agreements' },
  { from: 'file_payments', column: 'payment_file_id', to: 'payment_files' },
  { from: 'file_payments', column: 'agreement_id', to: 'payment_agreements' },
  { from: 'file_payments', column: 'bill_id', to: 'entries' },
  { from: 'payment_returns', column: 'agreement_id', to: 'payment_agreements' },
  { from: 'payment_returns', column: 'file_payment_id', to: 'file_payments' },
]

/** What may go on pointing at a record that an undo took away. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  'imports.bank_account_id': 'the history of files read stays',
  'questions.entry_id': 'a question keeps its words',
  'questions.statement_entry_id': 'a question keeps its words',
  'handover_lines.handover_id': 'lines go with their handover',
  'handover_lines.debit_account_id': 'what was handed over stays as it was',
  'handover_lines.credit_account_id': 'what was handed over stays as it was',
  'invoice_outbox.invoice_id': 'a job ends by itself',
  'pix_credentials.pix_agreement_id': 'a secret goes with its agreement',
  'webhook_deliveries.webhook_id': 'the log goes with its webhook',
  'webhook_secrets.webhook_id': 'a secret goes with its webhook',
}

/**
 * Takes every row of a batch back to its image before it, inside the caller's batch; soft-deletes rows that the batch created. `rootId` is the
 * batch that a chain of undoing and redoing began with, `batchId` itself where nobody undid it yet.
 * Throws `undo.blocked`, changing nothing, when any row has changed since, something newer refers to one, one would refer to what has gone,
 * or the rows no longer fit with those around them.
 */
export async function restoreBatch(db: Db, companyId: string, batchId: string, rootId: string): Promise<number> {
  const tables = await all(
    db,
    sql<{ table_name: string }>`select distinct table_name from batch_rows where company_id = ${companyId} and batch_id = ${batchId}`,
  )
  const written = new Set(tables.map(row => row.table_name))
  await lockWholes(db, companyId, written)
  let restored = 0
  for (const table of RESTORE_ORDER) {
    if (written.has(table)) restored += await restoreTable(db, table, companyId, batchId)
  }
  for (const reference of REFERENCES) {
    if (written.has(reference.to)) await refuseReferenced(db, companyId, rootId, reference)
    if (written.has(reference.from)) await refuseRevived(db, companyId, batchId, reference)
  }
  const broken = await brokenWholes(db, companyId, batchId, written)
  if (broken.length > 0) throw unfitting(broken)
  return restored
}

/** The state that grouped journal rows `r` restore a record to; null when they created it. */
const imageOf = sql`case when not bool_or(before is null) then razao_image(before order by seq desc) end`

async function restoreTable(db: Db, table: string, companyId: string, batchId: string): Promise<number> {
  const columns = await restorableColumns(db, table)
  const name = sql.ref(table)
  // One image per row: a row written twice in a batch goes back to before the first write, and must still be in its last state.
  const images = sql`images as materialized (select row_id, ${imageOf} as before, max(seq) as last_seq, max(state_after) as state_after
      from batch_rows where company_id = ${companyId} and batch_id = ${batchId} and table_name = ${table} group by row_id)`
  // Columns that the image lacks did not move and keep their values.
  const values = columns.map(column => GOING[column] ?? sql`p.${sql.ref(column)}`)
  const moved = await first(
    db,
    sql<{ rows: number; asked: number }>`with ${images}, moved as (
        update ${name} t
        set (${sql.join(columns.map(column => sql.ref(column)))}) = (select ${sql.join(values)}
        from jsonb_populate_record(t, coalesce(i.before, '{}')) p)
        from images i where t.company_id = ${companyId} and t.id = i.row_id and t.state = i.state_after returning 1)
      select (select count(*)::int from moved) as rows, (select count(*)::int from images) as asked`,
  )
  if (moved && moved.rows === moved.asked) return moved.rows
  const changed = await all(
    db,
    sql<{ id: string; label: string | null }>`with ${images}
      select i.row_id as id, (select b.label from batch_rows r join batches b on b.company_id = r.company_id and b.id = r.batch_id
          where r.company_id = ${companyId} and r.row_id = i.row_id and r.seq > i.last_seq order by r.seq desc limit 1) as label
      from images i join ${name} t on t.company_id = ${companyId} and t.id = i.row_id
      where t.state <> i.state_after and t.changed <> pg_current_xact_id()::text::bigint limit 100`,
  )
  throw blocked(changed)
}

/** Rows that the chain's first batch created, and that are gone again. */
async function refuseReferenced(
  db: Db,
  companyId: string,
  rootId: string,
  { from, column, to, ends = 'deleted_at' }: Reference,
): Promise<void> {
  const found = await all(
    db,
    sql<{ id: string; label: string | null }>`select distinct f.id, null::text as label from batch_rows r
      join ${sql.ref(to)} t on t.company_id = r.company_id and t.id = r.row_id and t.deleted_at is not null
      join ${sql.ref(from)} f on f.company_id = r.company_id and f.${sql.ref(column)} = r.row_id and f.${sql.ref(ends)} is null
      where r.company_id = ${companyId} and r.batch_id = ${rootId} and r.table_name = ${to} and r.before is null limit 100`,
  )
  if (found.length > 0) throw blocked(found)
}

/** Rows that came back, or refer again to what they referred to, while that was deleted after the batch. What was gone already may stay so. */
async function refuseRevived(
  db: Db,
  companyId: string,
  batchId: string,
  { from, column, to, ends = 'deleted_at' }: Reference,
): Promise<void> {
  const found = await all(
    db,
    sql<{ id: string; label: string | null }>`select distinct on (f.id) f.id, b.label from batch_rows r
      join ${sql.ref(from)} f on f.company_id = r.company_id and f.id = r.row_id and f.${sql.ref(ends)} is null
      join ${sql.ref(to)} t on t.company_id = f.company_id and t.id = f.${sql.ref(column)} and t.deleted_at is not null
      join batch_rows gone on gone.company_id = t.company_id and gone.table_name = ${to} and gone.row_id = t.id and gone.seq > r.seq
        and gone.before ? 'deleted_at'
      join batches b on b.company_id = gone.company_id and b.id = gone.batch_id
      where r.company_id = ${companyId} and r.batch_id = ${batchId} and r.table_name = ${from}
        and (r.before ? ${ends} or r.before ? ${column})
      order by f.id, gone.seq desc limit 100`,
  )
  if (found.length > 0) throw blocked(found)
}

function unfitting(rows: readonly { id: string; message: string }[]): Failure {
  return fail('undo.blocked', {}, { details: rows.map(({ id, message }) => ({ field: id, id: 'undo.blocked' as const, message })) })
}

function blocked(rows: readonly { id: string; label: string | null }[]): Failure {
  const details = rows.map(row => ({
    field: row.id,
    id: 'undo.blocked' as const,
    message: row.label ? `Mudou depois: ${row.label}.` : 'Há alterações posteriores neste registro.',
  }))
  return fail('undo.blocked', {}, { details })
}
