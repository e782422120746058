// Suggestions for pending lines: the company's open titles, history and rules, matched in memory and put into words.

import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import type { CertainGroup, LineSuggestion, Candidate as WireCandidate } from '#contract/reconciliation.ts'
import type { Candidate, History, Line, Suggestion, Title } from '#domain/matching/candidates.ts'
import { candidatesFor, partsFor } from '#domain/matching/candidates-for.ts'
import { findCombinations } from '#domain/matching/combinations.ts'
import { type CategoryNames, type Ghost, ghostOf, ghostOfUnread } from '#domain/matching/ghosts.ts'
import { type MatchOptions, openEngine, readLine } from '#domain/matching/read-line.ts'
import { reasonText } from '#domain/matching/reasons.ts'
import type { MatchRule } from '#domain/matching/rules.ts'
import { suggesting } from '#domain/matching/suggest.ts'
import type { TitleIndex } from '#domain/matching/title-index.ts'
import { transferPairs } from '#domain/matching/transfers.ts'
import type { Steps } from '#domain/steps.ts'
import { fail } from '#server/base/fail.ts'
import { all, type Db } from '#server/db/query.ts'
import { type Context, Reply } from '#server/kernel/context.ts'
import { unhurried } from '#server/kernel/unhurried.ts'
import { categoryNames, readHistory } from './memory.ts'
import { openTitles, readTitles } from './open-titles.ts'

interface LineRow extends Line {
  description: string
  remaining_cents: number
}

/** A line `l` that no closed period keeps as it is. */
export const notClosed = sql`
  not exists (select 1 from date_ranges r
    where r.company_id = l.company_id and r.status = 'CLOSED' and r.deleted_at is null and l.date between r.start_date and r.end_date)`

/** The pending lines outside closed periods, with what each still has to explain. */
export function readLines(db: Db, companyId: string, where: ReturnType<typeof sql>): Promise<LineRow[]> {
  return all(
    db,
    sql<LineRow>`select l.id, l.date as day, l.amount_cents, l.description as memo, l.description, l.bank_account_id, l.transaction_id,
        l.amount_cents - case when l.conciliation_id is null then 0 else coalesce((select sum(case when e.kind = 'BILL'
        then -e.amount_cents else e.amount_cents end) from entries e
          where e.company_id = l.company_id and e.conciliation_id = l.conciliation_id and e.deleted_at is null
          and not e.has_children), 0)::bigint end as remaining_cents
      from statement_entries l
      where l.company_id = ${companyId} and l.deleted_at is null and l.status = 'PENDING' and ${notClosed} and ${where}
      order by l.date, l.id`,
  )
}

type RuleRow = Omit<MatchRule, 'kind'> & { direction: 'DEBIT' | 'CREDIT' | null; active: boolean }

export const asMatchRule = (rule: RuleRow): MatchRule => ({
  ...rule,
  kind: rule.direction === null ? null : rule.direction === 'DEBIT' ? 'BILL' : 'RECEIVABLE',
})

export async function activeRules(db: Db, companyId: string): Promise<MatchRule[]> {
  const rows = await all(
    db,
    sql<RuleRow>`select * from rules where company_id = ${companyId} and deleted_at is null and active order by priority, id`,
  )
  return rows.map(asMatchRule)
}

interface Books {
  index: TitleIndex
  history: History
  rules: MatchRule[]
  categories: CategoryNames
}

async function readBooks(ctx: Context, lines: readonly Line[]): Promise<Books> {
  return {
    index: await openTitles(ctx),
    history: await readHistory(ctx.db, ctx.companyId, ctx.today, lines),
    rules: await activeRules(ctx.db, ctx.companyId),
    categories: await categoryNames(ctx.db, ctx.companyId),
  }
}

const openPart = (line: LineRow): Line => ({ ...line, amount_cents: line.remaining_cents })

/** As many groups as one call conciliates. */
const MOST_GROUPS = 5000

/** The first choice of every certain line, each title and line once. */
export async function certainForPending(ctx: Context): Promise<Answer<(typeof contract)['reconciliation']['certain']>> {
  const lines = await readLines(ctx.db, ctx.companyId, sql`true`)
  const books = await readBooks(ctx, lines)
  const suggestions = await unhurried(suggesting(lines.map(openPart), books.index, { ...books, today: ctx.today }))
  const chosen = certainCandidates(suggestions).slice(0, MOST_GROUPS)
  const settled = new Set(chosen.flatMap(({ line_ids }) => line_ids))
  const inGroups = lines.filter(({ id }) => settled.has(id))
  return {
    groups: chosen.map(candidate => groupOf(candidate, books)),
    titles_count: chosen.reduce((count, { title_ids }) => count + title_ids.length, 0),
    bank_account_ids: [...new Set(inGroups.map(({ bank_account_id }) => bank_account_id))],
    lines_left: lines.length - inGroups.length,
  }
}

function certainCandidates(suggestions: readonly Suggestion[]): Candidate[] {
  const taken = new Set<string>()
  return suggestions.flatMap(suggestion => {
    const [first] = suggestion.certain ? ranked(suggestion) : []
    if (first === undefined || [...first.line_ids, ...first.title_ids].some(id => taken.has(id))) return []
    if (first.difference_cents !== 0 && first.explanation?.sure !== true) return []
    for (const id of [...first.line_ids, ...first.title_ids]) taken.add(id)
    return first
  })
}

function groupOf({ line_ids, title_ids, difference_cents, explanation }: Candidate, books: Books): CertainGroup {
  const isBill = books.index.titles.find(title_ids[0] ?? '')?.kind === 'BILL'
  return {
    bank_statement_entry_ids: [...line_ids],
    bill_ids: isBill ? [...title_ids] : [],
    receivable_ids: isBill ? [] : [...title_ids],
    differences: difference_cents === 0 ? [] : [...(explanation?.parts ?? [])],
  }
}

/** What this company's own titles, transfers and memory say of its pending lines. */
export async function ownAnswers(
  ctx: Context,
): Promise<readonly { line: Line; whole: boolean; suggestion: Suggestion; isTransfer: boolean }[]> {
  const lines = await readLines(ctx.db, ctx.companyId, sql`true`)
  const books = await readBooks(ctx, lines)
  const partners = transferPartners(lines)
  const suggestions = await unhurried(suggesting(lines.map(openPart), books.index, { ...books, today: ctx.today }))
  return lines.map((line, at) => ({
    line,
    whole: line.remaining_cents === line.amount_cents,
    suggestion: suggestions[at] as Suggestion,
    isTransfer: partners.has(line.id),
  }))
}

/** As text, written line by line: ten thousand answers with their reasons never stand as objects at once. */
export async function suggestForPending(ctx: Context, accountIds: readonly string[] | undefined): Promise<LineSuggestion[] | Reply> {
  // Transfers need the other accounts' lines too, so all pending lines are read and the asked ones answered.
  const lines = await readLines(ctx.db, ctx.companyId, sql`true`)
  if (lines.length === 0) return []
  const books = await readBooks(ctx, lines)
  const asked = accountIds?.length ? new Set(accountIds) : undefined
  const suggestions = await unhurried(suggesting(lines.map(openPart), books.index, { ...books, today: ctx.today }))
  return new Reply('json-text', await unhurried(answering(lines, suggestions, books, asked)))
}

/** Lines between two steps. */
const STRIDE = 64

function* answering(
  lines: readonly LineRow[],
  suggestions: readonly Suggestion[],
  books: Books,
  asked: ReadonlySet<string> | undefined,
): Steps<Buffer> {
  const partners = transferPartners(lines)
  const parts: Buffer[] = []
  for (const [at, line] of lines.entries()) {
    const suggestion = suggestions[at]
    if (!suggestion || (asked && !asked.has(line.bank_account_id))) continue
    const answer: LineSuggestion = {
      line_id: line.id,
      certain: suggestion.certain,
      candidates: ranked(suggestion).map(candidate => inWords(candidate, books)),
      transfer: partners.get(line.id) ?? null,
      ghost: suggestion.ghost,
    }
    parts.push(Buffer.from(`${parts.length === 0 ? '' : ','}${JSON.stringify(answer)}`))
    if (at % STRIDE === 0) yield
  }
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
}

/** What the global assignment gives the line comes first: accepting every first choice never takes a title twice. */
function ranked({ assigned, candidates }: Suggestion): readonly Candidate[] {
  return assigned ? [assigned, ...candidates.filter(candidate => candidate !== assigned)] : candidates
}

function transferPartners(lines: readonly LineRow[]): Map<string, LineSuggestion['transfer']> {
  const byId = new Map(lines.map(line => [line.id, line]))
  const partners = new Map<string, LineSuggestion['transfer']>()
  // What is explained in part is no half of a transfer.
  for (const pair of transferPairs(lines.filter(line => line.remaining_cents === line.amount_cents))) {
    const { certain } = pair
    const link = (one: string, other: string) => {
      const line = byId.get(other)
      if (!line) return
      const { bank_account_id, description, day } = line
      partners.set(one, { line_id: other, bank_account_id, description, date: day, certain })
    }
    link(pair.from_line_id, pair.to_line_id)
    link(pair.to_line_id, pair.from_line_id)
  }
  return partners
}

function inWords(candidate: Candidate, books: Books): WireCandidate {
  const titles = candidate.title_ids.map(id => books.index.titles.find(id)).filter(title => title !== undefined)
  return {
    title_ids: [...candidate.title_ids],
    line_ids: [...candidate.line_ids],
    kind: titles[0]?.kind ?? 'BILL',
    score: candidate.score,
    level: candidate.level ?? 'BAIXA',
    reasons: candidate.reasons.map(reason => ({ text: reasonText(reason), against: reason.polarity === 'against' })),
    amount_cents: titles.reduce((sum, title) => sum + title.amount_cents, 0),
    difference_cents: candidate.difference_cents,
    explanation: candidate.explanation && { parts: [...candidate.explanation.parts], sure: candidate.explanation.sure },
    titles: titles.map(title => ({
      id: title.id,
      additional_information: title.description || null,
      contact_name: title.contact_name || null,
      due_date: title.due_date,
      amount_cents: title.amount_cents,
      category_id: title.category_id ?? null,
    })),
  }
}

export async function suggestForLine(ctx: Context, lineId: string, search: string | undefined): Promise<LineSuggestion> {
  const [line] = await readLines(ctx.db, ctx.companyId, sql`l.id = ${lineId}`)
  if (!line) throw fail('resource.not_found')
  const books = await readBooks(ctx, [line])
  const options = { ...books, today: ctx.today }
  const candidates = candidatesFor(openPart(line), books.index, {
    ...options,
    ...(search ? { text: search } : {}),
    limit: 30,
  })
  return {
    line_id: line.id,
    certain: false,
    candidates: candidates.map(candidate => inWords(candidate, books)),
    transfer: null,
    ghost: ghostForLine(openPart(line), books, options),
  }
}

function ghostForLine(line: Line, books: Books, options: MatchOptions): Ghost | null {
  const read = readLine(openEngine(books.index, options), line)
  return read ? ghostOf(read, books.categories) : ghostOfUnread(line)
}

export async function combinationsFor(
  ctx: Context,
  lineIds: readonly string[],
  search: string | undefined,
): Promise<{ sets: WireCandidate[]; exhausted: boolean; fitting: number; searched: number }> {
  const lines = await readLines(ctx.db, ctx.companyId, sql`l.id = any (${[...lineIds]}::uuid[])`)
  const main = lines[0]
  if (!main || lines.length !== lineIds.length) throw fail('resource.not_found')
  const total = lines.reduce((sum, line) => sum + line.remaining_cents, 0)
  const books = await readBooks(ctx, [main])
  const options = { ...books, today: ctx.today, ...(search ? { text: search } : {}) }
  const titles = partsFor({ ...main, amount_cents: total }, books.index, options)
  const found = findCombinations(
    Math.abs(total),
    titles.map((title, gap) => ({ id: title.id, amount_cents: title.amount_cents, contact_id: title.contact_id, gap })),
  )
  const sets = found.sets.map(set => {
    const reasons = [
      { text: `soma exata de ${set.ids.length}`, against: false },
      ...(set.same_contact ? [{ text: 'mesmo contato', against: false }] : []),
    ]
    return {
      ...inWords(
        {
          line_id: main.id,
          line_ids: lines.map(line => line.id),
          title_ids: set.ids,
          score: 80,
          level: 'MEDIA',
          reasons: [],
          difference_cents: 0,
          explanation: null,
          instant: false,
        },
        books,
      ),
      reasons,
    }
  })
  return { sets, exhausted: found.exhausted, fitting: found.fitting, searched: found.searched }
}

/** The titles of an id list as the engine reads them. */
export function titlesAsRead(ctx: Context, ids: readonly string[]): Promise<Title[]> {
  return readTitles(ctx.db, ctx.companyId, ctx.today, ids)
}
