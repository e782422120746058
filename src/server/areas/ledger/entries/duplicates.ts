// Duplicate entries: suggested from the domain's rule, accepted by deleting the copies, ignored so that a pair never returns.

import { sql } from 'kysely'
import type { AlikeBill, AlikeQuery, DuplicateEntry } from '#contract/entries.ts'
import { alikeOf, type DuplicateCandidate, type DuplicateGroup, duplicateGroups, pairKey } from '#domain/duplicates.ts'
import { counted } from '#domain/text.ts'
import { fail } from '#server/base/fail.ts'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { linkInvoices } from '../booked-notes/rows.ts'
import { deleteEntries } from './deleting.ts'
import { changeEntries, readEntries } from './rows.ts'
import { SETTLED } from './sql.ts'

/** Older entries than this are history: nobody reviews them, and the search stays bounded. */
const WINDOW_DAYS = 400

/** The digits of the boleto that pays an entry `e`. */
const boletoDigits = sql<string | null>`regexp_replace(e.payment_details->'boleto'->>'digitable_line', '\\D', '', 'g')`

type AlikeBillRow = Pick<AlikeBill, 'id' | 'amount_cents' | 'due_date' | 'additional_information' | 'status'> & {
  contact_id: string | null
  document_number: string | null
  boleto_digits: string | null
  created_at: string
}

const MOST_ALIKE = 5

/** The bills that one not yet in the books is, or may be: by its boleto, or by amount, payee and day. */
export async function alikeBills(ctx: Context, bill: AlikeQuery): Promise<AlikeBill[]> {
  const boleto_digits = bill.digitable_line?.replace(/\D/g, '') || null
  const rows = await all(
    ctx.db,
    sql<AlikeBillRow>`
      select e.id, e.amount_cents, e.due_date, e.additional_information, e.status, e.contact_id, e.document_number,
        ${boletoDigits} as boleto_digits, e.created_at
      from entries e
      where e.company_id = ${ctx.companyId} and e.kind = 'BILL' and e.deleted_at is null and not e.has_children and e.transfer_id is null
        and e.due_date > ${ctx.today}::date - ${WINDOW_DAYS}::int
        and (e.amount_cents = ${bill.amount_cents} or ${boletoDigits} = ${boleto_digits})`,
  )
  const asked: DuplicateCandidate = {
    id: '',
    kind: 'BILL',
    amount_cents: bill.amount_cents,
    date: bill.due_date,
    contact_id: bill.contact_id ?? null,
    document_number: bill.document_number ?? null,
    additional_information: bill.additional_information ?? null,
    boleto_digits,
    conciliated: false,
    settled: false,
    created_at: '',
  }
  const candidates = rows.map(row => ({ ...row, kind: 'BILL' as const, date: row.due_date, conciliated: false, settled: false }))
  const byId = new Map(rows.map(row => [row.id, row]))
  return alikeOf(asked, candidates)
    .slice(0, MOST_ALIKE)
    .flatMap(({ id, certain }) => {
      const row = byId.get(id)
      if (row === undefined) return []
      const { amount_cents, due_date, additional_information, status } = row
      return [{ id, amount_cents, due_date, additional_information, status, certain }]
    })
}

async function groupsOf(ctx: Context): Promise<DuplicateGroup[]> {
  const candidates = await all(
    ctx.db,
    sql<DuplicateCandidate>`
      select e.id, e.kind, e.amount_cents, e.date, e.contact_id, e.document_number, e.additional_information,
        e.recurrence_id as scheduled_recurrence_id, e.parent_id,
        ${boletoDigits} as boleto_digits, e.transaction_id, n.access_keys,
        e.conciliation_id is not null as conciliated, e.status in ${SETTLED} as settled, e.created_at
      from entries e left join (${notesByTitle(ctx.companyId)}) n on n.entry_id = e.id
      where e.company_id = ${ctx.companyId} and e.deleted_at is null and not e.has_children and e.transfer_id is null
        and e.difference_kind is null
        and e.date > ${ctx.today}::date - ${WINDOW_DAYS}::int`,
  )
  const ignored = await all(
    ctx.db,
    sql<{ entry_id: string; other_id: string }>`
      select entry_id, other_id from duplicate_decisions where company_id = ${ctx.companyId} and deleted_at is null`,
  )
  return duplicateGroups(candidates, new Set(ignored.map(pair => pairKey(pair.entry_id, pair.other_id))))
}

/** The notes of each title, told apart by due date: equal instalments of one note are no duplicates. */
const notesByTitle = (companyId: string) => sql`
  select l.entry_id, array_agg(i.access_key || ' ' || t.due_date) as access_keys
  from invoice_entries l
  join invoices i on i.company_id = l.company_id and i.id = l.invoice_id and i.deleted_at is null and i.access_key is not null
  join entries t on t.company_id = l.company_id and t.id = l.entry_id
  where l.company_id = ${companyId} and l.deleted_at is null group by l.entry_id`

export interface DuplicateSuggestion {
  original: DuplicateEntry
  duplicates: DuplicateEntry[]
  reasons: string[]
}

export async function duplicateSuggestions(ctx: Context): Promise<DuplicateSuggestion[]> {
  const groups = await groupsOf(ctx)
  const ids = groups.flatMap(group => [group.original_id, ...group.duplicates.map(duplicate => duplicate.id)])
  const rows = await readEntries<DuplicateEntry>(ctx.db, ctx.companyId, ctx.today, sql`e.id = any (${ids}::uuid[])`)
  const byId = new Map(rows.map(row => [row.id, row]))
  return groups.flatMap(group => {
    const original = byId.get(group.original_id)
    const duplicates = group.duplicates.map(duplicate => byId.get(duplicate.id)).filter(row => row !== undefined)
    if (!original || duplicates.length === 0) return []
    return [
      {
        original,
        duplicates,
        reasons: [group.duplicates.some(duplicate => duplicate.certain) ? 'mesmo documento ou transação' : 'mesmo valor, datas próximas'],
      },
    ]
  })
}

async function groupWith(ctx: Context, id: string): Promise<DuplicateGroup> {
  const group = (await groupsOf(ctx)).find(each => each.original_id === id || each.duplicates.some(duplicate => duplicate.id === id))
  if (!group) throw fail('resource.not_found')
  return group
}

/** Accepting names the original, or one duplicate of it: the duplicates go, and what hung on them moves to the original. */
export async function acceptDuplicates(ctx: Context, id: string): Promise<{ updated: number; ids: string[] }> {
  const group = await groupWith(ctx, id)
  const gone = group.original_id === id ? group.duplicates.map(duplicate => duplicate.id) : [id]
  await moveLinks(ctx, gone, group.original_id)
  await changeEntries(
    ctx.db,
    ctx.companyId,
    ['duplicated_from_id'],
    gone.map(duplicate => ({ id: duplicate, duplicated_from_id: group.original_id })),
  )
  const answer = await deleteEntries(ctx, gone, { settledToo: true })
  ctx.label(counted(gone.length, ['lançamento duplicado removido', 'lançamentos duplicados removidos']))
  return answer
}

/** Attachments, notes and the tax that a duplicate pays are the original's from now on; a note it has already is not tied twice. */
async function moveLinks(ctx: Context, gone: readonly string[], original: string): Promise<void> {
  const ofGone = (column: 'entry_id' | 'bill_id') =>
    sql`company_id = ${ctx.companyId} and ${sql.ref(column)} = any (${[...gone]}::uuid[]) and deleted_at is null`
  await sql`update attachments set entry_id = ${original} where ${ofGone('entry_id')}`.execute(ctx.db)
  await sql`update taxes set bill_id = ${original} where ${ofGone('bill_id')}`.execute(ctx.db)
  const notes = await all(
    ctx.db,
    sql<{ invoice_id: string }>`update invoice_entries set deleted_at = now() where ${ofGone('entry_id')} returning invoice_id`,
  )
  await linkInvoices(ctx.db, ctx.companyId, [...new Set(notes.map(note => note.invoice_id))], [original])
}

export async function ignoreDuplicates(ctx: Context, id: string): Promise<{ updated: number; ids: string[] }> {
  const group = await groupWith(ctx, id)
  const others = group.original_id === id ? group.duplicates.map(duplicate => duplicate.id) : [group.original_id]
  const pairs = others.map(other => ({ id: ctx.newId(), entry_id: id, other_id: other }))
  await sql`insert into duplicate_decisions (company_id, id, entry_id, other_id)
    select ${ctx.companyId}, r.id, r.entry_id, r.other_id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(id uuid, entry_id uuid, other_id uuid)`.execute(ctx.db)
  const ignored_at = new Date(ctx.now).toISOString()
  await changeEntries(
    ctx.db,
    ctx.companyId,
    ['ignored_at'],
    (group.original_id === id ? others : [id]).map(each => ({ id: each, ignored_at })),
  )
  ctx.label('Sugestão de duplicado ignorada')
  return { updated: pairs.length, ids: others }
}
