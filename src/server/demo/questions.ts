// Questions that the demo's accountant asked clients about pending lines: one answered by choice, one in words, one still waiting.
import { sql } from 'kysely'
import { addDays } from '#domain/days.ts'
import { all } from '#server/db/query.ts'
import type { Recording } from './recording.ts'
import { instantOf } from './title.ts'

interface Subject {
  id: string
  date: string
  amount_cents: number
  description: string
}

/** In every third company, so that the queue has answered, waiting and quiet ones. */
const ASKED_EVERY = 3
const OPEN_DAYS = 14

const ANSWERS = [
  { choice: 0, text: null, answered: true },
  { choice: null, text: 'Foi o conserto do ar-condicionado, a nota chega amanhã.', answered: true },
  { choice: null, text: null, answered: false },
] as const

export async function writeQuestions({ db, companyId, books, random, index }: Recording): Promise<void> {
  if (index % ASKED_EVERY !== 0) return
  const { today, accountantId } = books.facts
  const lines = await all(
    db,
    sql<Subject>`select id, date, amount_cents, description from statement_entries
      where company_id = ${companyId} and status = 'PENDING' and amount_cents < 0 and category_id is null order by date desc, id
      limit ${ANSWERS.length}`,
  )
  const choices = [
    { label: 'Aluguel do ponto', category_id: books.category('Aluguel e condomínio') },
    { label: 'Compra de mercadoria', category_id: books.category('Compra de mercadorias') },
    { label: 'Gasto pessoal meu' },
  ]
  for (const [at, { id: statement_entry_id, ...subject }] of lines.entries()) {
    const { choice, text, answered } = ANSWERS[at] ?? ANSWERS[2]
    const asked = instantOf(addDays(today, -2), at)
    await sql`
      insert into questions (company_id, id, statement_entry_id, text, choices, takes_text, takes_file, subject, recipient, asked_by,
        created_at, expires_at,
        answered_at, answer_choice, answer_text)
      values (${companyId}, ${random.id(asked)}, ${statement_entry_id}, 'O que é este pagamento?', ${JSON.stringify(choices)}::jsonb, true,
        true,
        ${JSON.stringify(subject)}::jsonb, ${`dono@empresa${index + 1}.exemplo.com.br`}, ${accountantId}, ${new Date(asked)},
        ${new Date(instantOf(addDays(today, OPEN_DAYS)))},
        ${answered ? new Date(instantOf(addDays(today, -1), at)) : null}, ${choice}, ${text})`.execute(db)
  }
}
