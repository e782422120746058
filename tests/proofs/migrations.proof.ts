// A7: an update of the database that dies in any of its migrations is taken up by the next start, and ends in the same schema.
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { figure, isFull } from './kit/figure.ts'

const names = Object.keys(migrations).sort()

/** Everything the migrations make, as PostgreSQL writes it. */
const schemaOf = ({ adminConfig }: TestDatabase): Promise<string[]> =>
  withClient(adminConfig, async client => {
    const { rows } = await client.query<{ is: string }>(`
      select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, udt_name, is_nullable, column_default) as is
        from information_schema.columns where table_schema in ('public', 'pgboss')
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace in ('public'::regnamespace, to_regnamespace('pgboss'))
      union all select indexdef from pg_indexes where schemaname in ('public', 'pgboss')
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace in ('public'::regnamespace, to_regnamespace('pgboss')) and prokind = 'f'
      union all select format('%s %s %s %s', tablename, policyname, qual, with_check) from pg_policies
      union all select format('%s %s %s', oid::regclass, relrowsecurity, relforcerowsecurity) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by 1`)
    return rows.map(row => row.is)
  })

/** Of every table at once: what a person would miss. */
const booksOf = ({ adminConfig }: TestDatabase): Promise<object[]> =>
  withClient(adminConfig, async client => {
    const { rows } = await client.query(`
      select kind, status, count(*)::int as n, sum(amount_cents)::text as cents, sum(hashtext(id::text || additional_information))::text as texts
      from entries group by 1, 2 order by 1, 2`)
    return rows
  })

/** Books as the first build kept them, written past its triggers. */
const fill = ({ adminConfig }: TestDatabase, entries: number): Promise<void> =>
  withClient(adminConfig, async client => {
    await client.query(`
      set session_replication_role = replica;
      insert into companies (id, document_number, name) values (gen_random_uuid(), '11222333000181', 'Padaria');
      insert into categories (company_id, id, name, kind) select id, gen_random_uuid(), 'Aluguel', 'DEBIT' from companies;
      insert into contacts (company_id, id, kind, type, name)
        select c.id, gen_random_uuid(), 'SUPPLIER', 'LEGAL', 'Moinho ' || n from companies c, generate_series(1, ${Math.ceil(entries / 10)}) n;
      insert into bank_accounts (company_id, id, kind, routing_number, institution_name) select id, gen_random_uuid(), 'CHECKING', '341', 'Itaú' from companies;
      insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, bank_account_id, additional_information)
        select c.id, gen_random_uuid(), (array['BILL', 'RECEIVABLE'])[1 + n % 2], (array['PAID', 'RECEIVED', 'PENDING', 'PENDING'])[1 + n % 4],
          n, '2025-01-01'::date + n % 300, '2025-01-01'::date + n % 300, '2025-01-01'::date + n % 300, a.id, 'Conta ' || n
        from companies c, bank_accounts a, generate_series(1, ${entries}) n`)
  })

/** Ends the connection after the statement of the given number, whichever migration it is of; statements are counted through all that is taken back. */
class Deaths {
  constructor(private readonly database: TestDatabase) {}

  private query<T>(text: string): Promise<T[]> {
    return withClient(this.database.adminConfig, async client => (await client.query(text)).rows as T[])
  }

  async watch(): Promise<void> {
    await this.query(`
      create schema proof; create sequence proof.statements; create table proof.death (at bigint); insert into proof.death values (0);
      create function proof.count() returns event_trigger language plpgsql security definer as $$
        begin
          if nextval('proof.statements') = (select at from proof.death) then perform pg_terminate_backend(pg_backend_pid()); end if;
        end $$;
      create event trigger proof_statements on ddl_command_end execute function proof.count()`)
  }
  async at(statement: number): Promise<void> {
    await this.query(`update proof.death set at = ${statement}; select setval('proof.statements', 1, false)`)
  }
  async counted(): Promise<number> {
    const [row] = await this.query<{ n: number }>('select case when is_called then last_value else 0 end::int as n from proof.statements')
    return row?.n ?? 0
  }
  async leave(): Promise<void> {
    await this.query('drop event trigger proof_statements; drop schema proof cascade')
  }
}

/** At full length after every statement; beside the largest books after one of twenty. Otherwise after two. */
const SIZES = isFull
  ? [
      { entries: 0, every: 1 },
      { entries: 1_000, every: 1 },
      { entries: 100_000, every: 20 },
    ]
  : [{ entries: 10, every: 500 }]

async function died(entries: number, every: number): Promise<{ deaths: number; statements: number; definitions: number }> {
  const [whole, killed] = [await createTestDatabase(), await createTestDatabase({ empty: true })]
  const deaths = new Deaths(killed)
  try {
    if (entries > 0) {
      await migrate(killed.ownerConfig, { upTo: names[0] ?? '' })
      await fill(killed, entries)
    }
    const before = entries > 0 ? [await schemaOf(killed), await booksOf(killed)] : undefined
    await deaths.watch()
    let met = 0
    for (let statement = 1; ; statement += every) {
      await deaths.at(statement)
      const ended = await migrate(killed.ownerConfig).then(
        () => true,
        () => false,
      )
      if (ended) break
      met += 1
      if (before && met % 50 === 1) expect([await schemaOf(killed), await booksOf(killed)], `after statement ${statement}`).toEqual(before)
    }
    const statements = await deaths.counted()
    await deaths.leave()
    const expected = await schemaOf(whole)
    expect(expected.length).toBeGreaterThan(500)
    expect(await schemaOf(killed)).toEqual(expected)
    if (before) expect(await booksOf(killed)).toEqual(before[1])
    return { deaths: met, statements, definitions: expected.length }
  } finally {
    await whole.drop()
    await killed.drop()
  }
}
test('A7: an update that dies after any statement goes on and ends the same, with the same books', { timeout: 7_200_000 }, async () => {
  for (const { entries, every } of SIZES) {
    const { deaths, statements, definitions } = await died(entries, every)
    expect(deaths).toBeGreaterThan(1)
    figure({
      promise: 'A7',
      what: `atualizações mortas no meio, sobre ${entries.toLocaleString('pt-BR')} lançamentos`,
      ours: `${deaths} mortes em ${statements} comandos de ${names.length} migrações, ${definitions} definições e os livros iguais no fim`,
      floor: 'depois de cada comando, em 3 tamanhos, o mesmo esquema',
    })
  }
})
