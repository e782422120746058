// What becomes of a line that no title fits: a rule's word, the memory of lines like it, or words that mean one thing in every bank.
import type { Answer, Line, TitleKind } from './candidates.ts'
import { fold, letterWords } from './memo.ts'
import type { ReadLine } from './read-line.ts'
import { type SplitPart, splitAgain } from './split-again.ts'
import { memory } from './weights.ts'

export const GHOST_ANSWERS = ['entry', 'transfer', 'ignore'] as const satisfies readonly Exclude<Answer, 'title'>[]
export const GHOST_REASONS = ['rule', 'memory', 'words', 'amount'] as const

export interface Ghost {
  readonly answer: (typeof GHOST_ANSWERS)[number]
  /** 'amount': the line moves no money. */
  readonly by: (typeof GHOST_REASONS)[number]
  readonly contact_id: string | null
  readonly category_id: string | null
  /** The other account of a transfer. */
  readonly bank_account_id: string | null
  readonly rule: { readonly id: string; readonly name: string } | null
  /** How often lines like this were answered so, and when last ('yyyy-MM-dd'); 0 and null for words. */
  readonly times: number
  readonly last_day: string | null
  /** Answered so again and again, or by a rule: nobody needs to be asked. */
  readonly sure: boolean
  /** The line in parts, as lines like it were divided; null where it is one entry. */
  readonly parts: readonly SplitPart[] | null
}

/** The categories of a company by their folded names, for words that mean one thing in every bank. */
export type CategoryNames = ReadonlyMap<string, string>

/** The key of a category in `CategoryNames`. */
export const categoryKey = (name: string): string => fold(name)

export function ghostOf(read: ReadLine, categories: CategoryNames): Ghost | null {
  return byRule(read) ?? bySplit(read) ?? byMemory(read) ?? byWords(read, categories)
}

const plain = {
  contact_id: null,
  category_id: null,
  bank_account_id: null,
  rule: null,
  times: 0,
  last_day: null,
  sure: false,
  parts: null,
} as const

/** A line of no amount is never read, and nothing but leaving it out can become of it. */
export const ghostOfUnread = ({ amount_cents }: Pick<Line, 'amount_cents'>): Ghost | null =>
  amount_cents === 0 ? { ...plain, answer: 'ignore', by: 'amount', sure: true } : null

function byRule({ rule }: ReadLine): Ghost | null {
  if (!rule || (rule.category_id === null && rule.contact_id === null)) return null
  const { contact_id, category_id } = rule
  return { ...plain, answer: 'entry', by: 'rule', contact_id, category_id, rule: { id: rule.rule.id, name: rule.rule.name }, sure: true }
}

/** Divided as the last line like it was, unless a later one was answered otherwise. A person sees the parts first, so it is never sure. */
function bySplit({ learned, kind, amount }: ReadLine): Ghost | null {
  const past = learned?.splits[kind] ?? []
  const [last] = past
  if (!last || learned?.answers[kind].some(({ last_day }) => last_day > last.day)) return null
  const parts = splitAgain(
    amount,
    past.map(split => split.parts),
  )
  return parts && { ...plain, answer: 'entry', by: 'memory', times: past.length, last_day: last.day, parts }
}

/** The heaviest answer; where lines like this usually had titles, nothing is made up for the one that has none. */
function byMemory({ learned, kind, words }: ReadLine): Ghost | null {
  const answers = learned?.answers[kind] ?? []
  const [best] = answers
  if (!best || best.answer === 'title') return null
  const total = answers.reduce((sum, { weight }) => sum + weight, 0)
  // One word is too little to be sure of a payer, unless it is the bank's own; and a transfer has another half to be seen first.
  const telling = words.length > 1 || meaningOf(best.pattern.split(' '), kind) !== undefined
  const sure = telling && best.answer !== 'transfer' && best.times >= memory.sureTimes && best.weight * 100 >= total * memory.surePercent
  const { answer, contact_id, category_id, bank_account_id, times, last_day } = best
  if (answer === 'entry' && category_id === null && contact_id === null) return null
  if (answer === 'transfer' && bank_account_id === null) return null
  return { ...plain, answer, by: 'memory', contact_id, category_id, bank_account_id, times, last_day, sure }
}

function byWords({ line, kind }: ReadLine, categories: CategoryNames): Ghost | null {
  const meaning = meaningOf(letterWords(line.memo), kind)
  const category_id = meaning && categories.get(categoryKey(meaning))
  return category_id ? { ...plain, answer: 'entry', by: 'words', category_id } : null
}

type Meanings = readonly (readonly [words: string, category: string])[]

/** Words of bank memos and the category of the default chart that they mean; the first that is found counts. */
const MEANINGS: Readonly<Record<TitleKind, Meanings>> = {
  BILL: [
    ['IOF', 'IOF'],
    ['TARIFA TARIFAS TAR CESTA ANUIDADE', 'Tarifas bancárias'],
    ['ESTORNO DEVOLUCAO DEVOL REEMBOLSO', 'Devoluções e cancelamentos de vendas'],
    ['JUROS ENCARGOS MORA', 'Juros e multas pagos'],
    ['PROLABORE', 'Pró-labore'],
    ['SALARIO SALARIOS FOLHA', 'Salários'],
    ['FGTS GPS INSS', 'INSS e FGTS'],
    ['DAS SIMPLES', 'Simples Nacional (DAS)'],
    ['ALUGUEL CONDOMINIO', 'Aluguel e condomínio'],
    ['ENERGIA ELETRICA SANEAMENTO ESGOTO GAS', 'Água, energia e gás'],
    ['INTERNET TELEFONE TELECOM TELEFONIA', 'Internet e telefone'],
    ['SEGURO SEGUROS', 'Seguros'],
  ],
  RECEIVABLE: [
    ['ESTORNO DEVOLUCAO DEVOL REEMBOLSO', 'Descontos e reembolsos obtidos'],
    ['RENDIMENTO RENDIMENTOS REND', 'Rendimentos de aplicações'],
    ['JUROS', 'Juros e multas recebidos'],
  ],
}

const meanings = {
  BILL: MEANINGS.BILL.map(([words, category]) => ({ words: new Set(words.split(' ')), category })),
  RECEIVABLE: MEANINGS.RECEIVABLE.map(([words, category]) => ({ words: new Set(words.split(' ')), category })),
}

/** Whether the bank's own words, or what lines like it became, already say what the line is, and it is no payment of a title. */
export const saysWhatItIs = ({ line, kind, learned }: Pick<ReadLine, 'line' | 'kind' | 'learned'>): boolean => {
  if (learned?.splits[kind].length) return true
  const before = learned?.answers[kind][0]?.answer
  if (before !== undefined && before !== 'title') return true
  const words = letterWords(line.memo)
  return words.includes('TITULARIDADE') || meaningOf(words, kind) !== undefined
}

/** 'DAS' is also a connective, so it counts only as the first word. */
function meaningOf(words: readonly string[], kind: TitleKind): string | undefined {
  return meanings[kind].find(meaning => words.some((word, at) => meaning.words.has(word) && (word !== 'DAS' || at === 0)))?.category
}
