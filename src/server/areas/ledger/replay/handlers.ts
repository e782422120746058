// Answers of one company repeated in another: no id and no row crosses, only what the caller read in the one and sends to the other.
import type { contract } from '#contract/index.ts'
import type { LEFT_REASONS } from '#contract/replay.ts'
import type { Suggestion } from '#domain/matching/candidates.ts'
import { categoryKey } from '#domain/matching/ghosts.ts'
import { type Decision, decisionFor, settledLessons, settledSplits } from '#domain/matching/replay.ts'
import { type SplitPart, splitAgain } from '#domain/matching/split-again.ts'
import { counted } from '#domain/text.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { entriesFromLines, setIgnored, splitLines } from '../reconciliation/line-answers.ts'
import { categoryNames, readAllAnswers } from '../reconciliation/memory.ts'
import { activeRules, ownAnswers } from '../reconciliation/suggestions.ts'
import { contactFinder, type NamedContact, readCategoryNames, readContacts } from './rows.ts'

type ReplayHandlers = Handlers<(typeof contract)['replay']>
type LeftReason = (typeof LEFT_REASONS)[number]

export const replayHandlers: ReplayHandlers = {
  async decisions(ctx) {
    const rules = await activeRules(ctx.db, ctx.companyId)
    const answers = await readAllAnswers(ctx.db, ctx.companyId, ctx.today)
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
      .filter(rule => rule.contains.trim() !== '')
      .map(rule => ({
        by: 'rule' as const,
        text: rule.contains,
        kind: rule.kind ?? null,
        min_amount_cents: rule.min_amount_cents ?? null,
        max_amount_cents: rule.max_amount_cents ?? null,
        // A rule of one account means that account, which no other company has.
        answer: rule.bank_account_id == null ? ('entry' as const) : ('own' as const),
        ...named(rule),
        parts: null,
        times: 0,
        last_day: null,
      }))
    const bySplit = settledSplits(answers).map(({ pattern, kind, parts, times, day }) => ({
      by: 'memory' as const,
      text: pattern,
      kind,
      min_amount_cents: null,
      max_amount_cents: null,
      answer: 'entry' as const,
      category: null,
      contact: null,
      parts: parts.map(part => ({ ...named(part), amount_cents: part.amount_cents })),
      times,
      last_day: day,
    }))
    const byMemory = settledLessons(answers).map(lesson => ({
      by: 'memory' as const,
      text: lesson.pattern,
      kind: lesson.kind,
      min_amount_cents: null,
      max_amount_cents: null,
      answer: lesson.answer === 'transfer' ? ('own' as const) : (lesson.answer as Decision['answer']),
      ...named(lesson),
      parts: null,
      times: lesson.times,
      last_day: lesson.last_day,
    }))
    return [...byRule, ...bySplit, ...byMemory].filter(
      ({ answer, category, contact, parts }) => answer !== 'entry' || parts !== null || category !== null || contact !== null,
    )
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
  readonly parts: readonly TakenPart[] | null
}

interface TakenPart extends SplitPart {
  readonly category_name: string | null
  readonly contact_name: string | null
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
  const leave = (reason: LeftReason) => left.set(reason, (left.get(reason) ?? 0) + 1)
  const taken: Taken[] = []
  for (const { line, whole, suggestion, isTransfer } of await ownAnswers(ctx)) {
    const decision = whole && line.amount_cents !== 0 ? decisions[decisionFor(decisions, line) ?? -1] : undefined
    if (!decision) continue
    const wanted = decision.parts ?? [decision]
    const lacking = wanted.flatMap(({ category }) => (category !== null && !categories.has(categoryKey(category)) ? [category] : []))
    const named = wanted.map(({ category, contact }) => ({
      category_id: category === null ? null : (categories.get(categoryKey(category)) ?? null),
      contact: contact ? contactOf(contact) : undefined,
    }))
    const [{ category_id, contact } = { category_id: null, contact: undefined }] = named
    const reason = leftBecause(suggestion, isTransfer, decision, lacking.length > 0 ? undefined : category_id)
    if (reason) leave(reason)
    else if (lacking.length > 0) for (const category of new Set(lacking)) missing.set(category, (missing.get(category) ?? 0) + 1)
    else if (decision.parts) {
      const parts = partsOf(line.amount_cents, decision.parts, named)
      if (parts) taken.push({ line, decision, category_id: null, contact: undefined, parts })
      else leave('parts')
    } else if (decision.answer === 'ignore' || category_id !== null || contact)
      taken.push({ line, decision, category_id, contact, parts: null })
  }
  return {
    taken,
    missing: [...missing].map(([category, lines_count]) => ({ category, lines_count })),
    left: [...left].map(([reason, lines_count]) => ({ reason, lines_count })),
  }
}

/** The amount divided as there, in this company's words; null where no cent would be left for a part. */
function partsOf(
  amount_cents: number,
  parts: NonNullable<Decision['parts']>,
  named: readonly { category_id: string | null; contact: NamedContact | undefined }[],
): TakenPart[] | null {
  const past = parts.map((part, at) => ({
    amount_cents: part.amount_cents,
    category_id: named[at]?.category_id ?? null,
    contact_id: named[at]?.contact?.id ?? null,
  }))
  const shares = splitAgain(Math.abs(amount_cents), [past])
  return (
    shares?.map((share, at) => ({
      ...share,
      category_name: parts[at]?.category ?? null,
      contact_name: named[at]?.contact?.name ?? null,
    })) ?? null
  )
}

/** A title that may be meant, a transfer with its pair, and what this company itself has answered so far come first. */
function leftBecause(
  { candidates, certain, ghost }: Suggestion,
  isTransfer: boolean,
  { answer, parts }: Decision,
  category_id: string | null | undefined,
): LeftReason | undefined {
  if (certain || candidates.some(({ level }) => level === 'ALTA' || level === 'MEDIA')) return 'title'
  if (isTransfer) return 'transfer'
  if (answer === 'own') return 'account'
  const own = ghost && ghost.by !== 'words' ? ghost : undefined
  if (own === undefined) return undefined
  const agrees =
    parts === null ? own.answer === answer && own.parts === null && own.category_id === category_id : own.parts?.length === parts.length
  return agrees ? undefined : 'otherwise'
}

async function write(ctx: Context, taken: readonly Taken[]): Promise<void> {
  const entries = taken.filter(({ decision, parts }) => decision.answer === 'entry' && parts === null)
  const divided = taken.flatMap(({ line, parts }) => (parts ? [{ id: line.id, parts }] : []))
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
  if (divided.length > 0) await splitLines(ctx, divided)
  ctx.touch(...taken.map(({ line }) => line.id))
  ctx.label(`${counted(taken.length, ['linha respondida', 'linhas respondidas'])} como em outra empresa`)
}

function inWords({ line, decision, category_id, contact, parts }: Taken) {
  const { answer, times, by } = decision
  const missing = decision.parts?.find((part, at) => part.contact !== null && parts?.[at]?.contact_id === null)?.contact
  return {
    id: line.id,
    date: line.day,
    description: line.memo,
    amount_cents: line.amount_cents,
    answer: answer === 'ignore' ? ('ignore' as const) : ('entry' as const),
    parts: parts?.map(({ category_name, contact_name, amount_cents }) => ({ category_name, contact_name, amount_cents })) ?? null,
    category_name: category_id === null ? null : decision.category,
    contact_name: contact?.name ?? null,
    missing_contact: contact ? null : ((missing ?? decision.contact)?.name ?? null),
    times,
    by,
  }
}
