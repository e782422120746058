// Questions to the client: asked, sent, taken back, and what becomes of their answers.
import { millisecondsInDay } from 'date-fns/constants'
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { Question } from '#contract/questions.ts'
import { BRAND_NAMES } from '#domain/brands.ts'
import { dayInSaoPaulo, daysLater, formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { closedRangeFor } from '#domain/periods.ts'
import { checkRefs } from '#server/areas/ledger/entries/refs.ts'
import { closedRanges, lockEntries } from '#server/areas/ledger/entries/rows.ts'
import { asBlocked, periodClosed, rejection } from '#server/areas/ledger/entries/writing.ts'
import { lockLines } from '#server/areas/ledger/reconciliation/rows.ts'
import { patchMany } from '#server/areas/ledger/titles/patches.ts'
import { countUp } from '#server/areas/people/auth/attempts.ts'
import { LOCAL_FACTOR } from '#server/areas/people/auth/challenges.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { addressOf } from '#server/areas/people/people/inviting.ts'
import { fail, failFor, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { brandHere, linkHash, linkToken, linkUrl } from '#server/kernel/public-links.ts'
import { publicQuestionHandlers } from './public.ts'
import { endQuestion, findQuestion, insertQuestion, keepLink, listQuestions, lockQuestion, subjectOf } from './rows.ts'

const OPEN_DAYS = 14
/** Each may send a message to whoever the caller names. */
const QUESTIONS_PER_DAY = 200

export const questionHandlers: Handlers<(typeof contract)['questions']> = {
  ...publicQuestionHandlers,

  list: (ctx, { query }) => listQuestions(ctx.db, ctx.companyId, query, ctx.now),

  async create(ctx, { body }) {
    const { statement_entry_id, entry_id, text, choices, takes_text, takes_file } = body
    if ((statement_entry_id === undefined) === (entry_id === undefined))
      throw invalid('statement_entry_id', 'Escolha uma linha ou uma conta')
    if (choices.length === 0 && !takes_text && !takes_file) throw invalid('choices', 'Dê ao menos um jeito de responder')
    await checkRefs(ctx, choices)
    const subject = await subjectOf(ctx.db, ctx.companyId, { statement_entry_id, entry_id })
    if (!subject) throw fail('resource.not_found')
    await countQuestion(ctx)
    const id = ctx.newId()
    const token = linkToken(ctx.services.secret, 'question', id)
    const address = addressOf(body)
    const expires_at = daysLater(ctx.now, OPEN_DAYS)
    await insertQuestion(ctx.db, ctx.companyId, {
      id,
      statement_entry_id: statement_entry_id ?? null,
      entry_id: entry_id ?? null,
      text,
      choices,
      takes_text,
      takes_file,
      subject,
      recipient: address.email ?? address.phone_number,
      asked_by: ctx.actor.user_id,
      created_at: new Date(ctx.now),
      expires_at,
      token_hash: linkHash(token),
    })
    await send(ctx, address, { text, url: linkUrl(ctx, `/question/${token}`), expires_at })
    ctx.label(`Pergunta enviada sobre ${formatCents(Math.abs(subject.amount_cents))}`)
    ctx.touch(id)
    return mustFind(ctx, id)
  },

  async link(ctx, { params }) {
    const question = await mustFind(ctx, params.id)
    if (question.state !== 'OPEN') throw over()
    const token = linkToken(ctx.services.secret, 'question', question.id)
    // Asked under another secret, the question had another link: this one opens it as well.
    await keepLink(ctx.db, ctx.companyId, question.id, linkHash(token))
    return { url: linkUrl(ctx, `/question/${token}`) }
  },

  async revoke(ctx, { params }) {
    const question = await mustLock(ctx, params.id)
    if (question.state !== 'OPEN' && question.state !== 'EXPIRED') throw over()
    return end(ctx, question, 'revoked_at')
  },

  async settle(ctx, { params }) {
    const question = await mustLock(ctx, params.id)
    if (question.state !== 'ANSWERED') throw over()
    return end(ctx, question, 'settled_at')
  },

  async apply(ctx, { params }) {
    const question = await mustLock(ctx, params.id)
    const { answer, statement_entry_id } = question
    if (question.state !== 'ANSWERED' || !answer) throw over()
    const fields = { category_id: answer.category_id, contact_id: answer.contact_id }
    if (fields.category_id === null && fields.contact_id === null)
      throw invalid('id', 'A resposta não traz categoria nem contato: escolha você e marque como vista.')
    await checkRefs(ctx, [fields])
    if (statement_entry_id === null) await applyToEntry(ctx, question.entry_id ?? '', fields)
    else await applyToLine(ctx, statement_entry_id, fields)
    ctx.label('Resposta do cliente usada')
    return end(ctx, question, 'settled_at')
  },
}

const over = () => fail('conflict.invalid_transition', { motivo: 'Esta pergunta não espera mais por isto.' })

async function mustFind(ctx: Context, id: string): Promise<Question> {
  const question = await findQuestion(ctx.db, ctx.companyId, id, ctx.now)
  if (!question) throw fail('resource.not_found')
  return question
}

async function mustLock(ctx: Context, id: string): Promise<Question> {
  const question = await lockQuestion(ctx.db, ctx.companyId, id, ctx.now)
  if (!question) throw fail('resource.not_found')
  return question
}

async function end(ctx: Context, { id, statement_entry_id, entry_id }: Question, how: 'revoked_at' | 'settled_at'): Promise<Question> {
  await endQuestion(ctx.db, ctx.companyId, id, how, ctx.now)
  ctx.touch(id, statement_entry_id ?? entry_id ?? '')
  return mustFind(ctx, id)
}

interface Fields {
  category_id: string | null
  contact_id: string | null
}

/** Only what the answer says is written. */
async function applyToLine(ctx: Context, id: string, { category_id, contact_id }: Fields): Promise<void> {
  const [line] = await lockLines(ctx.db, ctx.companyId, [id])
  if (!line) throw fail('resource.not_found')
  await refuseClosed(ctx, line)
  await sql`
    update statement_entries set category_id = coalesce(${category_id}, category_id), contact_id = coalesce(${contact_id}, contact_id)
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** As the person could by hand: what was paid keeps its payee, and another payee is approved anew. */
async function applyToEntry(ctx: Context, id: string, { category_id, contact_id }: Fields): Promise<void> {
  const [entry] = await lockEntries(ctx.db, ctx.companyId, [id])
  if (!entry || entry.deleted_at !== null) throw fail('resource.not_found')
  ctx.need(entry.kind === 'BILL' ? 'bills' : 'receivables', 'u')
  const patch = { ...(category_id === null ? {} : { category_id }), ...(contact_id === null ? {} : { contact_id }) }
  await patchMany(ctx, entry.kind, [{ id, patch }], false)
}

async function refuseClosed(ctx: Context, row: { id: string; date: string }): Promise<void> {
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  if (closedRangeFor(row.date, ranges)) throw rejection([asBlocked(row, periodClosed(row.date))], 1)
}

async function countQuestion(ctx: Context): Promise<void> {
  const limit = QUESTIONS_PER_DAY * (ctx.services.local ? LOCAL_FACTOR : 1)
  const wait = await countUp(ctx.db, { key: `question:${ctx.companyId}`, limit, window_ms: millisecondsInDay }, ctx.now)
  if (wait !== undefined) throw failFor(wait)
}

async function send(
  ctx: Context,
  { email, phone_number }: ReturnType<typeof addressOf>,
  { text, url, expires_at }: { text: string; url: string; expires_at: Date },
): Promise<void> {
  const { messages } = ctx.services
  const given = [
    ...(email ? [{ kind: 'EMAIL' as const, to: email }] : []),
    ...(phone_number ? [{ kind: 'SMS' as const, to: phone_number }] : []),
  ]
  const reached = given.filter(({ kind }) => messages.has(kind))
  if (given.length > 0 && reached.length === 0) throw fail('provider.unavailable')
  const company = await findCompany(ctx.db, ctx.companyId)
  const brand = brandHere(ctx)
  const until = formatDay(dayInSaoPaulo(expires_at.getTime()))
  const words = `${ctx.actor.name ?? 'Seu contador'} pergunta sobre ${company?.trade_name ?? company?.name ?? 'sua empresa'}: ${text} Responda até ${until}: ${url}`
  for (const { kind, to } of reached)
    await messages.send(ctx.db, {
      to,
      kind,
      brand,
      subject: `Uma pergunta do seu contador no ${BRAND_NAMES[brand]}`,
      text: words,
      expires_at: expires_at.toISOString(),
    })
}
