// What must hold in the books whatever was done to them: each rule a query that names the records which break it.
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { BILL_MOVES, RECEIVABLE_MOVES } from '#domain/transitions.ts'
import { openKysely } from './kysely.ts'
import { all, type Db } from './query.ts'
import { scope } from './scope.ts'

export interface BookFault {
  readonly rule: string
  readonly table: string
  readonly id: string
  /** The pt-BR line that says what is wrong with it. */
  readonly said: string
}

type Found = Omit<BookFault, 'rule'>
type Rule = (company: string) => RawBuilder<Found>

const fault = (table: string, said: string) => sql`${table}::text as "table", ${said}::text as said`

const settled = (entry: string) => sql`${sql.ref(`${entry}.status`)} in ('PAID', 'RECEIVED')`

const signed = (entry: string) =>
  sql`case when ${sql.ref(`${entry}.kind`)} = 'BILL' then -${sql.ref(`${entry}.amount_cents`)} else ${sql.ref(`${entry}.amount_cents`)} end`

/** Columns that name a record of the same company without a foreign key. */
const LINKS = [
  ['entries', 'parent_id', 'entries'],
  ['entries', 'transfer_id', 'transfers'],
  ['entries', 'duplicated_from_id', 'entries'],
  ['entries', 'split_by_conciliation_id', 'conciliations'],
  ['transfers', 'bill_id', 'entries'],
  ['transfers', 'receivable_id', 'entries'],
  ['duplicate_decisions', 'entry_id', 'entries'],
  ['duplicate_decisions', 'other_id', 'entries'],
  ['statements', 'import_id', 'imports'],
] as const

/** Which status may follow which, as the domain has it. */
const MOVES = [
  ...Object.entries(BILL_MOVES).flatMap(([from, to]) => Object.keys(to).map(next => `BILL ${from} ${next}`)),
  ...Object.entries(RECEIVABLE_MOVES).flatMap(([from, to]) => Object.keys(to).map(next => `RECEIVABLE ${from} ${next}`)),
]

const linked =
  (table: string, column: string, to: string): Rule =>
  company =>
    sql`
    select ${fault(table, `${column} aponta para um registro que a empresa não tem`)}, t.id from ${sql.ref(table)} t
    where t.company_id = ${company} and ${sql.ref(`t.${column}`)} is not null
      and not exists (select from ${sql.ref(to)} o where o.company_id = t.company_id and o.id = ${sql.ref(`t.${column}`)})`

/** By name; each selects nothing in sound books. */
const RULES: Record<string, Rule> = {
  'transferência soma zero': company => sql`
    select ${fault('transfers', 'as duas pontas não são uma saída e uma entrada do mesmo valor, nas contas e no dia da transferência')}, t.id
    from transfers t where t.company_id = ${company} and t.deleted_at is null and (
      select count(*) filter (where e.amount_cents = t.amount_cents and e.deleted_at is null and not e.has_children and (
        (e.id = t.bill_id and e.kind = 'BILL' and e.bank_account_id = t.from_bank_account_id)
        or (e.id = t.receivable_id and e.kind = 'RECEIVABLE' and e.bank_account_id = t.to_bank_account_id))) <> 2 or count(*) <> 2
      from entries e where e.company_id = t.company_id and e.transfer_id = t.id and e.deleted_at is null)
    union all
    select ${fault('entries', 'é ponta de uma transferência excluída')}, e.id from entries e
    join transfers t on t.company_id = e.company_id and t.id = e.transfer_id
    where e.company_id = ${company} and e.deleted_at is null and t.deleted_at is not null`,

  'parcelas somam o todo': company => sql`
    select ${fault('entries', 'as partes não somam o valor do lançamento')}, p.id from entries p
    where p.company_id = ${company} and p.deleted_at is null and p.has_children and p.amount_cents is distinct from
      (select sum(c.amount_cents) from entries c where c.company_id = p.company_id and c.parent_id = p.id and c.deleted_at is null)
    union all
    select ${fault('entries', 'é parte de um lançamento que não está desmembrado')}, c.id from entries c
    join entries p on p.company_id = c.company_id and p.id = c.parent_id
    where c.company_id = ${company} and c.deleted_at is null and (p.deleted_at is not null or not p.has_children)`,

  'conciliação fecha': company => sql`
    with groups as (
      select l.conciliation_id as id, sum(l.amount_cents) as moved, bool_and(l.status = 'CONCILIATED') as done from statement_entries l
      where l.company_id = ${company} and l.deleted_at is null and l.conciliation_id is not null group by 1)
    select ${fault('conciliations', 'as linhas do extrato e os lançamentos do grupo não somam o mesmo')}, g.id from groups g
    where g.done <> (g.moved = (
        select coalesce(sum(${signed('e')}), 0) from entries e
        where e.company_id = ${company} and e.conciliation_id = g.id and e.deleted_at is null and not e.has_children))`,

  'grupo vive com seus registros': company => sql`
    select ${fault('statement_entries', 'a situação da linha não é a do seu grupo')}, l.id from statement_entries l
    left join conciliations g on g.company_id = l.company_id and g.id = l.conciliation_id and g.deleted_at is null
    where l.company_id = ${company} and l.deleted_at is null
      and ((l.conciliation_id is not null and g.id is null) or (l.status = 'CONCILIATED' and l.conciliation_id is null))
    union all
    select ${fault('entries', 'está conciliado com um grupo desfeito, ou sem estar baixado')}, e.id from entries e
    left join conciliations g on g.company_id = e.company_id and g.id = e.conciliation_id and g.deleted_at is null
    where e.company_id = ${company} and e.deleted_at is null and e.conciliation_id is not null
      and (g.id is null or not (e.has_children or ${settled('e')}))`,

  'baixado tem conta': company => sql`
    select ${fault('entries', 'está baixado sem conta bancária')}, e.id from entries e
    where e.company_id = ${company} and e.deleted_at is null and not e.has_children and ${settled('e')} and e.bank_account_id is null`,

  'situação existe': company => sql`
    select ${fault('entries', 'está numa situação que o seu tipo não tem')}, e.id from entries e
    where e.company_id = ${company} and not exists (
      select from unnest(${MOVES}::text[]) m(move) where split_part(m.move, ' ', 1) = e.kind and split_part(m.move, ' ', 2) = e.status)`,

  'situação seguiu a tabela': company => sql`
    select distinct ${fault('entries', 'passou de uma situação a outra que não a segue')}, s.row_id as id from (
      select r.row_id, r.batch_id, e.kind, r.before ->> 'status' as was,
        coalesce(lead(r.before ->> 'status') over (partition by r.row_id order by r.seq), e.status) as now
      from batch_rows r join entries e on e.company_id = r.company_id and e.id = r.row_id
      where r.company_id = ${company} and r.table_name = 'entries' and r.before ? 'status') s
    join batches b on b.company_id = ${company} and b.id = s.batch_id
    where s.was <> s.now and b.undo_of_id is null and not s.kind || ' ' || s.was || ' ' || s.now = any (${MOVES}::text[])`,

  'período fechado não muda': company => sql`
    with closed as (
      select d.start_date, d.end_date, (select max(r.seq) from batch_rows r
        where r.company_id = d.company_id and r.table_name = 'date_ranges' and r.row_id = d.id) as seq
      from date_ranges d where d.company_id = ${company} and d.status = 'CLOSED' and d.deleted_at is null),
    later as (
      select c.start_date, c.end_date, r.row_id, bool_or(r.before is null) as made,
        razao_image(r.before order by r.seq desc) filter (where r.before is not null) as image
      from closed c join batch_rows r on r.company_id = ${company} and r.table_name = 'entries' and r.seq > c.seq group by 1, 2, 3)
    select distinct ${fault('entries', 'mudou dentro de um período que já estava fechado')}, n.id from later l
    join entries n on n.company_id = ${company} and n.id = l.row_id
    cross join lateral jsonb_populate_record(n, coalesce(l.image, '{}')) o
    cross join lateral (select not l.made and o.deleted_at is null as was, n.deleted_at is null as is_now) live
    where (was or is_now) and (
      ((was and o.competence_date between l.start_date and l.end_date) or (is_now and n.competence_date between l.start_date and l.end_date))
      and (was, o.amount_cents, o.category_id, o.competence_date, o.has_children)
        is distinct from (is_now, n.amount_cents, n.category_id, n.competence_date, n.has_children)
      or ((was and ${settled('o')} and o.date between l.start_date and l.end_date)
        or (is_now and ${settled('n')} and n.date between l.start_date and l.end_date))
      and (was, ${settled('o')}, o.date, o.amount_cents, o.bank_account_id, o.conciliation_id)
        is distinct from (is_now, ${settled('n')}, n.date, n.amount_cents, n.bank_account_id, n.conciliation_id))`,

  'pagamento liquidado tem o seu recibo': company => sql`
    select ${fault('payments', 'está liquidado sem dia nem código do banco')}, p.id from payments p
    where p.company_id = ${company} and p.deleted_at is null and p.status = 'SETTLED'
      and (p.settled_at is null or coalesce(p.end_to_end_id, p.transaction_code) is null)`,

  // Of the order the bank gave them in, one movement may be the first that it told.
  'conta digital segue de saldo em saldo': company => sql`
    select ${fault('digital_movements', 'o saldo antes dele não é o de nenhum outro movimento')}, m.id from (
      select d.id, row_number() over (partition by d.digital_account_id order by d.occurred_at, d.transaction_code) as place from digital_movements d
      where d.company_id = ${company} and d.deleted_at is null and not exists (select from digital_movements before
        where before.company_id = d.company_id and before.digital_account_id = d.digital_account_id and before.id <> d.id
          and before.deleted_at is null and before.balance_cents = d.balance_cents - d.amount_cents)) m where m.place > 1`,

  'devolvido cabe no recebido': company => sql`
    select ${fault('charges', 'devolveu mais do que recebeu')}, c.id from charges c
    where c.company_id = ${company} and greatest(c.refunded_amount, c.refund_requested) > c.transaction_amount`,

  'anexo nomeia o seu conteúdo': company => sql`
    select ${fault('attachments', 'o resumo do conteúdo não é o do arquivo que ele nomeia')}, a.id from attachments a
    where a.company_id = ${company} and split_part(reverse(a.storage_key), '/', 1) <> reverse(a.sha256)`,

  'empresa tem dono': company => sql`
    select ${fault('companies', 'não tem proprietário ativo')}, c.id from companies c
    where c.id = ${company} and not exists (select from memberships m join roles r on r.company_id = m.company_id and r.id = m.role_id
      where m.company_id = c.id and m.status = 'ACTIVE' and r.preset = 'OWNER')`,

  'lote tem suas linhas': company => sql`
    select ${fault('batches', 'o lote não tem as linhas que diz')}, b.id from batches b
    where b.company_id = ${company} and not b.images_pruned and b.rows_count <>
      (select count(*) from batch_rows r where r.company_id = b.company_id and r.batch_id = b.id)`,

  ...Object.fromEntries(LINKS.map(([table, column, to]) => [`${table}.${column} existe`, linked(table, column, to)])),
}

/** Of all companies together: what one alone cannot show. */
const SHARED_RULES: Record<string, RawBuilder<Found>> = {
  // Written with its effect in one transaction, and the history forgets no batch.
  'resposta guardada tem o seu efeito': sql`
    select ${fault('idempotency', 'a resposta repetida fala de um lote que não existe')}, i.key as id from idempotency i
    where i.batch_id is not null and not exists (select from batches b where b.id = i.batch_id)
    union all
    select ${fault('idempotency', 'a chave de repetição ficou sem resposta')}, i.key as id from idempotency i
    where i.status is null or i.answer is null`,

  'um código do banco, um pagamento': sql`
    select ${fault('payments', 'tem o código do banco de outro pagamento')}, p.id from (
      select id, count(*) over (partition by end_to_end_id) as times from payments
      where end_to_end_id is not null and deleted_at is null) p where p.times > 1`,
}

export const COMPANY_RULES: readonly string[] = Object.keys(RULES)
export const BOOK_RULES: readonly string[] = [...COMPANY_RULES, ...Object.keys(SHARED_RULES)]

/** Only in a transaction scoped to the company. */
export async function checkCompanyBooks(db: Db, company: string): Promise<BookFault[]> {
  const faults: BookFault[] = []
  for (const [rule, query] of Object.entries(RULES)) faults.push(...(await all(db, query(company))).map(found => ({ rule, ...found })))
  return faults
}

/** Only in a transaction scoped to every company. */
export async function checkSharedBooks(db: Db): Promise<BookFault[]> {
  const faults: BookFault[] = []
  for (const [rule, query] of Object.entries(SHARED_RULES)) faults.push(...(await all(db, query)).map(found => ({ rule, ...found })))
  return faults
}

export interface CheckedBooks {
  readonly companies: number
  readonly faults: readonly (BookFault & { readonly company: string })[]
}

/** Checks the books of every company of a database. */
export async function checkBooks(owner: pg.ClientConfig): Promise<CheckedBooks> {
  const db = openKysely({ ...owner, max: 1, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  try {
    const companies = await all(db, sql<{ id: string; name: string }>`select id, name from companies order by id`)
    const faults: CheckedBooks['faults'][number][] = []
    for (const { id, name } of companies) {
      const found = await db.transaction().execute(async tx => {
        const scoped: Db = tx
        await scope(scoped, { companies: [id] })
        return checkCompanyBooks(scoped, id)
      })
      faults.push(...found.map(each => ({ ...each, company: name })))
    }
    const shared = await db.transaction().execute(async tx => {
      const scoped: Db = tx
      await scope(scoped, { companies: companies.map(({ id }) => id) })
      return checkSharedBooks(scoped)
    })
    faults.push(...shared.map(each => ({ ...each, company: 'entre as empresas' })))
    return { companies: companies.length, faults }
  } finally {
    await db.destroy()
  }
}
