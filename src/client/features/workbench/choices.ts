// What may be done with a line, best first: titles, the other half of a transfer, what a rule or memory says; and the words for each.
import type { Confidence } from '#client/kit/chip.tsx'
import type { LineMatch } from '#commands/records.ts'
import type { Candidate, Ghost, LineSuggestion } from '#contract/reconciliation.ts'
import { formatAmount } from '#domain/money.ts'
import { openTable } from '#domain/open-table.ts'
import { counted } from '#domain/text.ts'
import { type Line, openCents, shortDay } from './line.ts'

export type Choice =
  | { readonly kind: 'titles'; readonly key: string; readonly candidate: Candidate; readonly difference_cents: number }
  | { readonly kind: 'transfer'; readonly key: string; readonly other: NonNullable<LineSuggestion['transfer']> }
  | { readonly kind: 'ghost'; readonly key: string; readonly ghost: Ghost }

export type TitlesChoice = Extract<Choice, { kind: 'titles' }>

export interface ChoiceFacts {
  /** Titles that lines accepted a moment ago have used up. */
  taken(titleId: string): boolean
  /** Lines that have just left. */
  gone(lineId: string): boolean
}

/** The same titles in any order are the same choice. */
export const keyOf = (candidate: Candidate): string => [...candidate.title_ids].sort().join('+')

const titlesChoice = (candidate: Candidate, total: number): TitlesChoice => ({
  kind: 'titles',
  key: keyOf(candidate),
  candidate,
  difference_cents: Math.abs(total) - candidate.amount_cents,
})

/** What is proposed for one line. A ghost comes before titles that hardly fit and after all others: a title may already exist. */
export function suggestedFor(line: Line, suggestion: LineSuggestion | undefined, facts: ChoiceFacts): Choice[] {
  if (suggestion === undefined) return []
  const titles: TitlesChoice[] = suggestion.candidates
    .filter(candidate => !candidate.title_ids.some(facts.taken) && !candidate.line_ids.some(id => id !== line.id && facts.gone(id)))
    .map(candidate => (candidate.line_ids.length > 1 ? togetherChoice(candidate) : titlesChoice(candidate, openCents(line))))
  const { transfer, ghost } = suggestion
  const level = titles[0]?.candidate.level
  const transfers: Choice[] =
    transfer && !facts.gone(transfer.line_id) ? [{ kind: 'transfer', key: `transfer ${transfer.line_id}`, other: transfer }] : []
  const ghosts: Choice[] = ghost ? [{ kind: 'ghost', key: `ghost ${ghost.by} ${ghost.answer}`, ghost }] : []
  if (level === 'ALTA') return [...titles, ...transfers, ...ghosts]
  return level === 'MEDIA' || !ghost?.sure ? [...transfers, ...titles, ...ghosts] : [...transfers, ...ghosts, ...titles]
}

/** Several lines whose sum is the title. */
const togetherChoice = (candidate: Candidate): TitlesChoice => ({ kind: 'titles', key: keyOf(candidate), candidate, difference_cents: 0 })

/** Single titles that may explain all of the lines together, the nearest sum first. */
export function jointChoices(
  lines: readonly Line[],
  suggestions: readonly (LineSuggestion | undefined)[],
  wide: readonly Candidate[],
  facts: ChoiceFacts,
): TitlesChoice[] {
  const total = lines.reduce((sum, line) => sum + openCents(line), 0)
  const byKey = new Map<string, TitlesChoice>()
  for (const candidate of [...suggestions.flatMap(suggestion => suggestion?.candidates ?? []), ...wide]) {
    if (candidate.title_ids.some(facts.taken) || byKey.has(keyOf(candidate))) continue
    byKey.set(keyOf(candidate), titlesChoice(candidate, total))
  }
  return [...byKey.values()].sort(
    (one, other) =>
      Math.abs(one.difference_cents) - Math.abs(other.difference_cents) ||
      other.candidate.score - one.candidate.score ||
      (one.key < other.key ? -1 : 1),
  )
}

/** The further candidates of a line, without what is already proposed. */
export function otherChoices(line: Line, wide: readonly Candidate[], proposed: readonly Choice[], facts: ChoiceFacts): TitlesChoice[] {
  const known = new Set(proposed.map(choice => choice.key))
  return wide
    .filter(candidate => !known.has(keyOf(candidate)) && !candidate.title_ids.some(facts.taken))
    .map(candidate => titlesChoice(candidate, openCents(line)))
}

/** The choice Enter takes unasked, if any: a certain one with nothing left to explain, what is sure, or the only explanation there is. */
export function certainOf(suggestion: LineSuggestion | undefined, choices: readonly Choice[]): Choice | undefined {
  const [first] = choices
  if (first === undefined) return undefined
  if (first.kind === 'ghost') return choices.length === 1 || first.ghost.sure ? first : undefined
  if (first.kind === 'transfer') return choices.length === 1 || first.other.certain ? first : undefined
  const same = suggestion?.candidates[0] !== undefined && keyOf(suggestion.candidates[0]) === first.key
  return same && suggestion?.certain === true && (first.difference_cents === 0 || explanationOf(first)?.sure) ? first : undefined
}

/** What explains the difference of a choice to the cent; nothing once marked lines changed the sum. */
export const explanationOf = ({
  candidate,
  difference_cents,
}: Pick<TitlesChoice, 'candidate' | 'difference_cents'>): Candidate['explanation'] =>
  difference_cents !== 0 && difference_cents === candidate.difference_cents ? candidate.explanation : null

/** What the lot may do besides titles and new entries, each of a right of its own. */
export interface LotRights {
  readonly transfers: boolean
  readonly ignoring: boolean
}

/** Whether the lot takes it: what is certain and within the person's rights. Of a transfer, its pair has a word in it too: `isPlainTransfer`. */
export function goesWithLot(choice: Choice | undefined, { transfers, ignoring }: LotRights): boolean {
  if (choice?.kind === 'transfer') return transfers && choice.other.certain
  if (choice?.kind === 'ghost')
    return choice.ghost.sure && (choice.ghost.answer === 'entry' || (choice.ghost.answer === 'ignore' && ignoring))
  return choice?.kind === 'titles'
}

/** Nothing else is likely of this half of a transfer: no title beyond a faint one, and no memory of another answer. */
export const isPlainTransfer = (choices: readonly Choice[]): boolean =>
  choices.every(choice => {
    if (choice.kind === 'titles') return choice.candidate.level === 'BAIXA'
    return choice.kind === 'transfer' || !choice.ghost.sure || choice.ghost.answer === 'transfer'
  })

/** As a command takes it. */
export function matchOf(choice: Choice, lineIds: readonly string[]): LineMatch {
  if (choice.kind === 'transfer') return { kind: 'transfer', line_id: choice.other.line_id, bank_account_id: choice.other.bank_account_id }
  if (choice.kind === 'ghost') return ghostMatch(choice.ghost)
  const { candidate, difference_cents } = choice
  // Lines in hand already hold those of the group; one line alone brings them.
  const line_ids = lineIds.length === 1 && candidate.line_ids.length > 1 ? candidate.line_ids : lineIds
  const match = { kind: 'titles', title_kind: candidate.kind, title_ids: candidate.title_ids, line_ids, difference_cents } as const
  const explanation = explanationOf(choice)
  return explanation ? { ...match, differences: explanation.parts } : match
}

export function ghostMatch({ answer, category_id, contact_id, bank_account_id, parts }: Ghost): LineMatch {
  if (parts) return { kind: 'split', parts }
  if (answer === 'transfer' && bank_account_id !== null) return { kind: 'transfer', bank_account_id }
  return answer === 'ignore' ? { kind: 'ignore' } : { kind: 'entry', category_id, contact_id }
}

/** What names are shown by. */
export interface Names {
  categoryName(id: string): string
  accountName(id: string): string
}

/** 'Tarifas bancárias': what a ghost would make of the line. */
export function ghostTitle(ghost: Ghost, { categoryName, accountName }: Names): string {
  if (ghost.rule) return `Regra: ${ghost.rule.name}`
  if (ghost.parts) return `Dividir em ${ghost.parts.length}: ${partNames(ghost.parts, categoryName).join(' e ')}`
  if (ghost.answer === 'ignore') return 'Ignorar a linha'
  if (ghost.answer === 'transfer') return ghost.bank_account_id ? `Transferência, ${accountName(ghost.bank_account_id)}` : 'Transferência'
  return ghost.category_id ? categoryName(ghost.category_id) : 'Novo lançamento'
}

const partNames = (parts: NonNullable<Ghost['parts']>, categoryName: Names['categoryName']): string[] => [
  ...new Set(parts.map(({ category_id }) => (category_id ? categoryName(category_id) : 'sem categoria'))),
]

/** '60,00 em Energia + 40,00 em Água': what each part would be. */
export const partsText = (parts: NonNullable<Ghost['parts']>, categoryName: Names['categoryName']): string =>
  parts
    .map(
      ({ amount_cents, category_id }) =>
        `${formatAmount(amount_cents)} em ${category_id ? categoryName(category_id) : 'nenhuma categoria'}`,
    )
    .join(' + ')

/** Where a ghost comes from: '14 vezes, a última em 03/11'. */
export function ghostSource(ghost: Ghost): string {
  if (ghost.by === 'rule') return 'pela regra'
  if (ghost.by === 'words') return 'pelo que o banco escreveu'
  if (ghost.by === 'amount') return 'não move dinheiro'
  return `${counted(ghost.times, ['vez', 'vezes'])}${ghost.last_day ? `, a última em ${shortDay(ghost.last_day)}` : ''}`
}

/** What a candidate is called: its description, else its contact; of several, how many and whose. */
export function nameOf(candidate: Candidate): string {
  const { titles } = candidate
  const [first] = titles
  if (titles.length > 1) {
    const contacts = new Set(titles.map(title => title.contact_name))
    const whose = contacts.size > 1 ? ` de ${contacts.size} contatos` : first?.contact_name ? ` de ${first.contact_name}` : ''
    return `${titles.length} contas${whose}`
  }
  return first?.additional_information ?? first?.contact_name ?? 'Sem descrição'
}

const NEAR_TIE = 5

/** The second line of a row: what the line probably is. */
export function pairWords(
  line: Line,
  choices: readonly Choice[],
  certain: boolean,
  names: Names,
): { icon: 'link-2' | 'corner-down-right' | 'plus' | 'ban'; text: string } {
  const [first, second] = choices
  if (first === undefined) return { icon: 'plus', text: 'Criar conta a partir desta linha' }
  if (first.kind === 'transfer') {
    const { bank_account_id, date } = first.other
    return {
      icon: 'link-2',
      text: `Transferência ${line.amount_cents < 0 ? 'para' : 'de'} ${names.accountName(bank_account_id)}, ${shortDay(date)}`,
    }
  }
  if (first.kind === 'ghost')
    return {
      icon: first.ghost.answer === 'ignore' ? 'ban' : 'plus',
      text: `${ghostTitle(first.ghost, names)}, ${ghostSource(first.ghost)}`,
    }
  const tied = second?.kind === 'titles' && first.candidate.score - second.candidate.score < NEAR_TIE
  if (!certain && tied) return { icon: 'corner-down-right', text: 'Duas opções próximas' }
  const explained = explanationOf(first) ? first.candidate.reasons[0]?.text : undefined
  const rest = first.difference_cents === 0 ? '' : `, ${explained ?? `diferença ${formatAmount(Math.abs(first.difference_cents))}`}`
  return { icon: certain ? 'link-2' : 'corner-down-right', text: `${nameOf(first.candidate)}${rest}` }
}

const LEVELS = openTable<Candidate['level'], Confidence>({ ALTA: 'high', MEDIA: 'medium', BAIXA: 'low' }, () => 'none')

/** Below it a candidate is listed, never proposed. */
const SHOWN_SCORE = 60

export const confidenceOf = (candidate: Candidate): Confidence => (candidate.score < SHOWN_SCORE ? 'none' : LEVELS[candidate.level])
