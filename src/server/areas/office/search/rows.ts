// The SQL of the search over everything: companies by name, everything else by its words, put into what a person reads.
import { sql } from 'kysely'
import type { SearchHit } from '#contract/queue.ts'
import { all, type Db } from '#server/db/query.ts'
import { searched } from '#server/db/search.ts'

export interface Visible {
  bills: readonly string[]
  receivables: readonly string[]
  contacts: readonly string[]
  invoices: readonly string[]
}

const ids = (companies: readonly string[]) => sql`${[...companies]}::uuid[]`

/** What the first query finds before what the next ones add. */
export async function findRecords(db: Db, queries: readonly string[], visible: Visible, most: number): Promise<SearchHit[]> {
  const found = new Map<string, SearchHit>()
  for (const query of queries) {
    if (found.size >= most) break
    for (const hit of await recordsOf(db, query, visible, most)) if (!found.has(hit.id)) found.set(hit.id, hit)
  }
  return [...found.values()].slice(0, most)
}

/** Newest first; twice as many are looked at, for some were deleted since. */
function recordsOf(db: Db, query: string, visible: Visible, most: number): Promise<SearchHit[]> {
  const { bills, receivables, contacts, invoices } = visible
  return all(
    db,
    sql<SearchHit>`
      select h.id, h.company_id, coalesce(c.trade_name, c.name) as company_name, h.kind, r.title, r.detail, r.amount_cents, r.day,
        r.status, r.invoice_kind
      from (select * from razao_search(${query}, ${ids(bills)}, ${ids(receivables)}, ${ids(contacts)}, ${ids(invoices)})
        order by day desc, id limit ${2 * most}) h
      join companies c on c.id = h.company_id
      join lateral (
        select coalesce(e.additional_information, p.name, 'Sem descrição') as title, p.name as detail, e.amount_cents, e.due_date as day,
        e.status, null as invoice_kind
          from entries e left join contacts p on p.company_id = e.company_id and p.id = e.contact_id
          where h.kind in ('BILL', 'RECEIVABLE') and e.company_id = h.company_id and e.id = h.id and e.deleted_at is null
          and not e.has_children
        union all
        select p.name, p.document_number, null, null, p.kind, null from contacts p
          where h.kind = 'CONTACT' and p.company_id = h.company_id and p.id = h.id and p.deleted_at is null
        union all
        select concat_ws(' ', 'Nota', i.number), i.party->>'name', i.amount_cents, (coalesce(i.issued_at,
        i.created_at) at time zone 'America/Sao_Paulo')::date, i.status, i.kind
          from invoices i where h.kind = 'INVOICE' and i.company_id = h.company_id and i.id = h.id and i.deleted_at is null
      ) r on true
      order by h.day desc, h.id limit ${most}`,
  )
}

export function findCompanies(db: Db, text: string, companies: readonly string[], most: number): Promise<SearchHit[]> {
  return all(
    db,
    sql<SearchHit>`
      select c.id, c.id as company_id, coalesce(c.trade_name, c.name) as company_name, 'COMPANY' as kind,
        coalesce(c.trade_name, c.name) as title,
        c.document_number as detail, null::bigint as amount_cents, null::date as day, null as status, null as invoice_kind
      from companies c where c.id = any (${ids(companies)}) and ${searched(text, [sql`c.name`, sql`c.trade_name`, sql`c.document_number`])}
      order by 5, c.id limit ${most}`,
  )
}
