// A company full of words that must never be seen outside it, and the proof that nobody moved a row of it.
import { createHash } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import type { TestServer } from '#tests/kit/server.ts'

export interface Victim {
  books: Books
  /** In every text it keeps; a company's name and address aside, which the public registry tells anyway. */
  canary: string
  /** Live ids by table. */
  ids: Map<string, string[]>
  /** One hash over all its rows. */
  hash(): Promise<string>
}

export async function aVictim(server: TestServer): Promise<Victim> {
  const canary = 'CANARIO9F3A'
  const b = await books(server, await server.aCompany(undefined, { name: `${canary} Ltda`, tax_regime: 'MEI' }))
  const me = server.as(b.owner)
  const text = { additional_information: canary, document_number: canary }
  const bill = await b.bill({ ...text, contact_id: b.contact, category_id: b.category })
  await b.receivable(text)
  await b.line(-777, { description: canary })
  await me.ok(contract.contacts.update, { params: { id: b.contact }, body: { name: canary, nickname: canary } })
  await me.ok(contract.rules.create, { params: b.c, body: { contains: canary } })
  const body = { name: canary, document_number: cpfNumber(99_001), pro_labore_amount_cents: 123_400 }
  const associate = await me.ok(contract.associates.create, { params: b.c, body })
  const child = { associate_id: associate.id, name: canary, birth_date: '2015-01-01', kinship: 'CHILD' }
  await me.ok(contract.dependents.create, { params: b.c, body: child })
  await me.ok(contract.taxes.create, { params: b.c, body: { competence_date: '2026-01-01', additional_information: canary } })
  await me.ok(contract.annualStatements.create, { params: b.c, body: { year: 2025, had_employee: false } })
  const file = new File([`%PDF-1.4 ${canary}`], `${canary}.pdf`, { type: 'application/pdf' })
  await me.ok(contract.attachments.create, { params: b.c, form: { bill_id: bill.id, file } })
  const movement = { date: '2026-03-01', amount_cents: 1, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }
  await me.ok(contract.transfers.create, { params: b.c, body: { ...movement, additional_information: canary } })
  // What it has asked of the outside is answered now, not while others are at it.
  server.clock.advance(10_000)
  await server.drain()
  const tables = await tenantTables(server)
  const ids = new Map<string, string[]>()
  for (const table of tables.filter(each => each.has_id))
    ids.set(
      table.name,
      (await server.sql<{ id: string }>(`select id from ${table.name} where company_id = $1 limit 20`, [b.company.id])).map(row => row.id),
    )
  return {
    books: b,
    canary,
    ids,
    async hash() {
      const hash = createHash('sha256')
      for (const { name } of tables) {
        const [row] = await server.sql<{ text: string | null }>(
          `select string_agg(t::text, '|' order by t::text) as text from ${name} t where company_id = $1`,
          [b.company.id],
        )
        hash.update(`${name} ${row?.text ?? ''}`)
      }
      return hash.digest('hex')
    },
  }
}

export const tenantTables = (server: TestServer): Promise<{ name: string; has_id: boolean }[]> =>
  server.sql(`select c.relname as name, exists (select 1 from pg_attribute i where i.attrelid = c.oid and i.attname = 'id') as has_id
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
