// The SQL of questions to the client and of the links that open them.
import { type RawBuilder, sql } from 'kysely'
import type { PublicQuestion, Question, QuestionSubject } from '#contract/questions.ts'
import { all, type Db, first } from '#server/db/query.ts'

const choiceOf = (name: 'label' | 'category_id' | 'contact_id') => sql`q.choices->q.answer_choice->>${sql.lit(name)}`

const FILES = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type,
    'bucket_url', '/v1/companies/' || f.company_id || '/attachments/' || f.id || '/file') order by f.created_at, f.id)
  from attachments f where f.company_id = q.company_id and f.question_id = q.id and f.deleted_at is null), '[]')`

const select = (where: RawBuilder<unknown>, now: number) => sql<Question>`
  select q.id, q.company_id, q.statement_entry_id, q.entry_id, q.text, q.choices, q.takes_text, q.takes_file, q.subject, q.recipient,
    q.asked_by,
    (select l.bank_account_id from statement_entries l
    where l.company_id = q.company_id and l.id = q.statement_entry_id) as bank_account_id,
    u.name as asked_by_name, q.created_at, q.expires_at, q.answered_at,
    case when q.revoked_at is not null then 'REVOKED' when q.settled_at is not null then 'SETTLED' when q.answered_at is not null
    then 'ANSWERED'
      when q.expires_at <= ${new Date(now)} then 'EXPIRED' else 'OPEN' end as state,
    case when q.answered_at is not null then jsonb_build_object('label', ${choiceOf('label')}, 'category_id', ${choiceOf('category_id')},
      'contact_id', ${choiceOf('contact_id')}, 'text', q.answer_text) end as answer,
    ${FILES} as files
  from questions q left join users u on u.id = q.asked_by where ${where} order by q.created_at desc, q.id`

/** Those nobody settled yet; of one line or title, all of them. */
export function listQuestions(
  db: Db,
  companyId: string,
  of: { statement_entry_id?: string | undefined; entry_id?: string | undefined },
  now: number,
): Promise<Question[]> {
  const about =
    of.statement_entry_id !== undefined
      ? sql`q.statement_entry_id = ${of.statement_entry_id}`
      : of.entry_id !== undefined
        ? sql`q.entry_id = ${of.entry_id}`
        : sql`q.settled_at is null and q.revoked_at is null`
  return all(db, select(sql`q.company_id = ${companyId} and ${about}`, now))
}

export const findQuestion = (db: Db, companyId: string, id: string, now: number): Promise<Question | undefined> =>
  first(db, select(sql`q.company_id = ${companyId} and q.id = ${id}`, now))

/** Waits for whoever answers or settles it at the same moment. */
export async function lockQuestion(db: Db, companyId: string, id: string, now: number): Promise<Question | undefined> {
  await sql`select 1 from questions where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findQuestion(db, companyId, id, now)
}

/** What the client is shown of a statement line or a title. */
export function subjectOf(
  db: Db,
  companyId: string,
  of: { statement_entry_id?: string | undefined; entry_id?: string | undefined },
): Promise<QuestionSubject | undefined> {
  return first(
    db,
    of.statement_entry_id !== undefined
      ? sql<QuestionSubject>`select date, amount_cents, description from statement_entries
          where company_id = ${companyId} and id = ${of.statement_entry_id} and deleted_at is null`
      : sql<QuestionSubject>`select e.date, case when e.kind = 'BILL' then -e.amount_cents else e.amount_cents end as amount_cents,
            coalesce(e.additional_information, c.name, '') as description
          from entries e left join contacts c on c.company_id = e.company_id and c.id = e.contact_id
          where e.company_id = ${companyId} and e.id = ${of.entry_id ?? null} and e.deleted_at is null`,
  )
}

export interface NewQuestion
  extends Pick<Question, 'id' | 'text' | 'choices' | 'takes_text' | 'takes_file' | 'subject' | 'recipient' | 'asked_by'> {
  statement_entry_id: string | null
  entry_id: string | null
  created_at: Date
  expires_at: Date
  token_hash: Buffer
}

export async function insertQuestion(db: Db, companyId: string, question: NewQuestion): Promise<void> {
  const { id, token_hash } = question
  await sql`
    insert into questions (company_id, id, statement_entry_id, entry_id, text, choices, takes_text, takes_file, subject, recipient,
      asked_by, created_at, expires_at)
    values (${companyId}, ${id}, ${question.statement_entry_id}, ${question.entry_id}, ${question.text},
      ${JSON.stringify(question.choices)}::jsonb,
      ${question.takes_text}, ${question.takes_file}, ${JSON.stringify(question.subject)}::jsonb, ${question.recipient},
      ${question.asked_by},
      ${question.created_at}, ${question.expires_at})`.execute(db)
  await keepLink(db, companyId, id, token_hash)
}

export async function keepLink(db: Db, companyId: string, questionId: string, token_hash: Buffer): Promise<void> {
  await sql`insert into question_links (token_hash, opens_company_id, question_id) values (${token_hash}, ${companyId}, ${questionId})
    on conflict do nothing`.execute(db)
}

export interface Opened {
  company_id: string
  question_id: string
}

/** The company and question behind a link, by its hash alone; sees no other row. */
export const findLink = (db: Db, token_hash: Buffer): Promise<Opened | undefined> =>
  first(db, sql<Opened>`select opens_company_id as company_id, question_id from question_links where token_hash = ${token_hash}`)

/** As the client sees it; undefined once it ran out or was taken back. */
export function openQuestion(db: Db, { company_id, question_id }: Opened, now: number): Promise<PublicQuestion | undefined> {
  return first(
    db,
    sql<PublicQuestion>`
      select coalesce(c.trade_name, c.name) as company_name, u.name as asked_by_name, q.text, q.takes_text, q.takes_file, q.subject,
        q.answered_at is not null as answered,
        coalesce((select jsonb_agg(o.choice->>'label' order by o.n) from jsonb_array_elements(q.choices)
        with ordinality o(choice, n)), '[]') as choices,
        coalesce((select jsonb_agg(f.name order by f.created_at, f.id) from attachments f
          where f.company_id = q.company_id and f.question_id = q.id and f.deleted_at is null), '[]') as files
      from questions q join companies c on c.id = q.company_id left join users u on u.id = q.asked_by
      where q.company_id = ${company_id} and q.id = ${question_id} and q.revoked_at is null and q.expires_at > ${new Date(now)}`,
  )
}

export async function saveAnswer(
  db: Db,
  { company_id, question_id }: Opened,
  answer: { choice: number | null; text: string | null },
  now: number,
): Promise<void> {
  await sql`update questions set answered_at = ${new Date(now)}, answer_choice = ${answer.choice}, answer_text = ${answer.text}
    where company_id = ${company_id} and id = ${question_id}`.execute(db)
}

export async function endQuestion(db: Db, companyId: string, id: string, how: 'revoked_at' | 'settled_at', now: number): Promise<void> {
  await sql`update questions set ${sql.ref(how)} = ${new Date(now)} where company_id = ${companyId} and id = ${id}`.execute(db)
}
