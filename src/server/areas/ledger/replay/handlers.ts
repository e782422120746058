// Answers of one company repeated in another: no id and no row crosses, only what the caller read in the one and sends to the other.
import type { contract } from '#contract/index.ts'
import type { LEFT_REASONS } from '#contract/replay.ts'
import type { Suggestion } from '#domain/matching/candidates.ts'
import { categoryKey } from '#domain/matching/ghosts.ts'
import { type Decision, decisionFor, settledLessons } from '#domain/matching/replay.ts'
import { counted } from '#domain/text.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { entriesFromLines, setIgnored } from '../reconciliation/line-answers.ts'
import { categoryNames, readAllLessons } from '../reconciliation/memory.ts'
import { activeRules, ownAnswers } from '../reconciliation/suggestions.ts'
import { contactFinder, type NamedContact, readCategoryNames, readContacts } from './rows.ts'

type ReplayHandlers = Handlers<(typeof contract)['replay']>
type LeftReason = (typeof LEFT_REASONS)[number]

export const replayHandlers: ReplayHandlers = {
  async decisions(ctx) {
    const rules = await activeRules(ctx.db, ctx.companyId)
    const lessons = settledLessons({ lessons: await readAllLessons(ctx.db, ctx.companyId, ctx.today) })
    const nameOf = await readCategoryNames(ctx.db, ctx.companyId)
    const contacts = new Map((await readContacts(ctx.db, ctx.companyId)).map(contact => [contact.id, contact]))
    const named = ({ category_id, contact_id }: { category_id: string | null; contact_id: string | null }) => {
      const contact = contacts.get(contact_id ?? '')
      return {
        category: nameOf.get(category_id ?? '') ?? null,
        contact: contact ? { name: contact.name, document_number: contact.document_number } : null,
      }
    }
    const byRule = rules
      // A rule of one account means that account, which no other company has.
      .filter(rule => rule.bank_account_id == null && rule.contains.trim() !== '')
      .map(rule => ({
        by: 'rule' as const,
        text: rule.contains,
        kind: rule.kind ?? null,
        min_amount_cents: rule.min_amount_cents ?? null,
        max_amount_cents: rule.max_amount_cents ?? null,
        answer: 'entry' as const,
        ...named(rule),
        times: 0,
        last_day: null,
      }))
    const byMemory = lessons.map(lesson => ({
      by: 'memory' as const,
      text: lesson.pattern,
      kind: lesson.kind,
      min_amount_cents: null,
      max_amount_cents: null,
      answer: lesson.answer as Decision['answer'],
      ...named(lesson),
      times: lesson.times,
      last_day: lesson.last_day,
    }))
    return [...byRule, ...byMemory].filter(({ answer, category, contact }) => answer === 'ignore' || category !== null || contact !== null)
  },

  async preview(ctx, { body }) {
    const { taken, missing, left } = await planReplay(ctx, body.decisions)
    return { lines: taken.map(inWords), missing, left }
  },

  async answer(ctx, { body }) {
    const { taken } = await planReplay(ctx, body.decisions)
    const asked = new Set(body.ids)
    const answered = taken.filter(({ line }) => asked.has(line.id))
    await write(ctx, answered)
    return { updated: answered.length, ids: answered.map(({ line }) => line.id) }
  },
}

interface Taken {
  readonly line: { readonly id: string; readonly day: string; readonly memo: string; readonly amount_cents: number }
  readonly decision: Decision
  readonly category_id: string | null
  readonly contact: NamedContact | undefined
}

interface ReplayPlan {
  readonly taken: readonly Taken[]
  readonly missing: { category: string; lines_count: number }[]
  readonly left: { reason: LeftReason; lines_count: number }[]
}

/** Which pending lines read like a decided one and have no better answer of their own, in this company's words. */
async function planReplay(ctx: Context, decisions: readonly Decision[]): Promise<ReplayPlan> {
  const categories = await categoryNames(ctx.db, ctx.companyId)
  const contactOf = contactFinder(await readContacts(ctx.db, ctx.companyId))
  const missing = new Map<string, number>()
  const left = new Map<LeftReason, number>()
  const taken: Taken[] = []
  for (const { line, whole, suggestion, isTransfer } of await ownAnswers(ctx)) {
    const decision = whole && line.amount_cents !== 0 ? decisions[decisionFor(decisions, line) ?? -1] : undefined
    if (!decision) continue
    const contact = decision.contact ? contactOf(decision.contact) : undefined
    const category_id = decision.category === null ? null : (categories.get(categoryKey(decision.category)) ?? undefined)
    const reason = leftBecause(suggestion, isTransfer, { answer: decision.answer, category_id })
    if (reason) left.set(reason, (left.get(reason) ?? 0) + 1)
    else if (category_id === undefined) missing.set(decision.category as string, (missing.get(decision.category as string) ?? 0) + 1)
    else if (decision.answer === 'ignore' || category_id !== null || contact) taken.push({ line, decision, category_id, contact })
  }
  return {
    taken,
    missing: [...missing].map(([category, lines_count]) => ({ category, lines_count })),
    left: [...left].map(([reason, lines_count]) => ({ reason, lines_count })),
  }
}

/** A title that may be meant, a transfer with its pair, and what this company itself has answered so far come first. */
function leftBecause(
  { candidates, certain, ghost }: Suggestion,
  isTransfer: boolean,
  { answer, category_id }: { answer: Decision['answer']; category_id: string | null | undefined },
): LeftReason | undefined {
  if (certain || candidates.some(({ level }) => level === 'ALTA' || level === 'MEDIA')) return 'title'
  if (isTransfer) return 'transfer'
  const own = ghost && ghost.by !== 'words' ? ghost : undefined
  const agrees = own === undefined || (own.answer === answer && own.parts === null && own.category_id === category_id)
  return agrees ? undefined : 'otherwise'
}

async function write(ctx: Context, taken: readonly Taken[]): Promise<void> {
  const entries = taken.filter(({ decision }) => decision.answer === 'entry')
  const ignored = taken.filter(({ decision }) => decision.answer === 'ignore')
  if (ignored.length > 0) {
    ctx.need('conciliation', 'u')
    await setIgnored(
      ctx,
      ignored.map(({ line }) => line.id),
      true,
    )
  }
  if (entries.length > 0)
    await entriesFromLines(
      ctx,
      entries.map(({ line, category_id, contact }) => ({ id: line.id, category_id, contact_id: contact?.id ?? null })),
    )
  ctx.touch(...taken.map(({ line }) => line.id))
  ctx.label(`${counted(taken.length, ['linha respondida', 'linhas respondidas'])} como em outra empresa`)
}

function inWords({ line, decision, category_id, contact }: Taken) {
  const { answer, times, by } = decision
  return {
    id: line.id,
    date: line.day,
    description: line.memo,
    amount_cents: line.amount_cents,
    answer,
    category_name: category_id === null ? null : decision.category,
    contact_name: contact?.name ?? null,
    missing_contact: contact ? null : (decision.contact?.name ?? null),
    times,
    by,
  }
}
