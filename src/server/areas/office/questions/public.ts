// The other side of a question's link: whoever holds it sees the question and answers it once. Every closed door looks alike.
import type { contract } from '#contract/index.ts'
import type { PublicQuestion, Question } from '#contract/questions.ts'
import { formatCents } from '#domain/money.ts'
import { storeFile } from '#server/areas/platform/attachments/storing.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { scope } from '#server/db/scope.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { linkHash } from '#server/kernel/public-links.ts'
import { findLink, lockQuestion, type Opened, openQuestion, saveAnswer } from './rows.ts'

const MOST_FILES = 5

type PublicHandlers = Pick<Handlers<(typeof contract)['questions']>, 'open' | 'attach' | 'answer'>

export const publicQuestionHandlers: PublicHandlers = {
  open: async (ctx, { params }) => (await enter(ctx, params.token)).question,

  async attach(ctx, { params, file }) {
    const { opened, question } = await enterToAnswer(ctx, params.token)
    if (!question.takes_file) throw invalid('file', 'Esta pergunta não pede arquivo')
    if (question.files.length >= MOST_FILES) throw fail('attachment.rejected', { motivo: `Cada resposta leva até ${MOST_FILES} arquivos.` })
    await storeFile(ctx, opened.company_id, file, { question_id: opened.question_id })
    ctx.label('Arquivo enviado pelo cliente')
    ctx.touch(opened.question_id)
    return (await enter(ctx, params.token)).question
  },

  async answer(ctx, { params, body }) {
    const { opened, question } = await enterToAnswer(ctx, params.token)
    const choice = body.choice ?? null
    const text = question.takes_text ? body.text?.trim() || null : null
    if (choice !== null && question.choices[choice] === undefined) throw invalid('choice', 'Escolha uma das opções')
    if (choice === null && text === null && question.files.length === 0) throw invalid('text', 'Escolha uma opção ou escreva a resposta')
    await saveAnswer(ctx.db, opened, { choice, text }, ctx.now)
    ctx.touch(opened.question_id)
    await tellAsker(ctx, opened, question, choice === null ? text : (question.choices[choice] ?? null))
    return { ok: true as const }
  },
}

/** The question of a link that still opens; the transaction is scoped to its company. */
async function enter(ctx: Context, token: string): Promise<{ opened: Opened; question: PublicQuestion }> {
  const opened = await findLink(ctx.db, linkHash(token))
  if (!opened) throw fail('resource.not_found')
  await scope(ctx.db, { companies: [opened.company_id] })
  const question = await openQuestion(ctx.db, opened, ctx.now)
  if (!question) throw fail('resource.not_found')
  return { opened, question }
}

/** Two answers at once wait for each other: the second finds it answered. */
async function enterToAnswer(ctx: Context, token: string) {
  const { opened } = await enter(ctx, token)
  await lockQuestion(ctx.db, opened.company_id, opened.question_id, ctx.now)
  const entered = await enter(ctx, token)
  if (entered.question.answered) throw fail('conflict.invalid_transition', { motivo: 'Esta pergunta já foi respondida.' })
  ctx.journalIn(opened.company_id)
  return entered
}

async function tellAsker(ctx: Context, opened: Opened, { subject, company_name }: PublicQuestion, said: string | null): Promise<void> {
  const asked = await lockQuestion(ctx.db, opened.company_id, opened.question_id, ctx.now)
  if (!asked) return
  await notify(ctx.db, {
    user_ids: [asked.asked_by],
    company_id: opened.company_id,
    type: 'TRANSACTION',
    title: `${company_name}: respondido pelo cliente`,
    body: `${subject.description}, ${formatCents(Math.abs(subject.amount_cents))}: ${said ?? 'um arquivo'}`,
    metadata: { question_id: opened.question_id },
    action: placeOf(opened.company_id, asked),
  })
}

/** Where the answer is used: the line in hand at the workbench, or the title's drawer. */
function placeOf(companyId: string, { statement_entry_id, bank_account_id, entry_id, subject }: Question): string {
  if (statement_entry_id !== null)
    return `/company/${companyId}/conciliation?bank_account_id=${bank_account_id}&linha=${statement_entry_id}`
  return `/company/${companyId}/${subject.amount_cents < 0 ? 'bills' : 'receivables'}/${entry_id}?periodo=tudo`
}
