// From the books to the office's chart: which account a category, a bank account or a contact is, and the text of the history.
import { labels } from '../open-table.ts'
import { fold, significantTokens, similarityOfTokens } from '../text.ts'

export const MAPPING_SUBJECTS = ['CATEGORY', 'ACCOUNT', 'CONTACT'] as const
export type MappingSubject = (typeof MAPPING_SUBJECTS)[number]

/** The field that holds the id of what is mapped. */
export const SUBJECT_FIELDS = {
  CATEGORY: 'category_id',
  ACCOUNT: 'bank_account_id',
  CONTACT: 'contact_id',
} as const satisfies Record<MappingSubject, string>

export const MAPPING_SUBJECT_LABELS = labels<MappingSubject>({
  CATEGORY: 'Categoria',
  ACCOUNT: 'Conta bancária',
  CONTACT: 'Contato',
})

/** 'Aluguel · Despesas fixas' of 'Despesas fixas > Aluguel': what tells a category from its neighbours comes first. */
export function leafFirst(path: string): string {
  const at = path.lastIndexOf(' > ')
  return at < 0 ? path : `${path.slice(at + 3)} · ${path.slice(0, at)}`
}

/** The words of a history that are replaced by what the entry says. */
export const HISTORY_WORDS = ['{descricao}', '{contato}', '{documento}', '{categoria}'] as const

export interface HistoryFacts {
  description: string | null
  contact: string | null
  document_number: string | null
  counterpart: string | null
}

/** What is wrong with the text of a history, in pt-BR. */
export function historyProblem(template: string): string | undefined {
  const unknown = template.match(/\{[^{}]*\}/g)?.find(word => !HISTORY_WORDS.some(known => known === word))
  const bare = (word: string) => word.slice(1, -1)
  return unknown === undefined ? undefined : `“${bare(unknown)}” não existe: entre chaves, use ${HISTORY_WORDS.map(bare).join(', ')}`
}

/** 'Pagamento de {descricao} a {contato}' with what the entry says; a word that it does not say leaves no hole. */
export function historyFrom(template: string, { description, contact, document_number, counterpart }: HistoryFacts): string {
  const words: Record<string, string | null> = {
    '{descricao}': description,
    '{contato}': contact,
    '{documento}': document_number,
    '{categoria}': counterpart,
  }
  return template
    .replace(/\{[a-z]+\}/g, word => words[word] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Named {
  id: string
  name: string
}

/** Below this share of common letters a likeness is no evidence. */
const LIKE = 0.5

/**
 * For each subject the account most like it by name, where one is near and no second is as near. A whole name that is the same always is.
 */
export function suggestedAccounts(subjects: readonly Named[], accounts: readonly Named[]): Map<string, string> {
  const known = accounts.map(account => ({ ...account, folded: fold(account.name), tokens: significantTokens(account.name) }))
  const found = new Map<string, string>()
  for (const { id, name } of subjects) {
    const tokens = significantTokens(name)
    const ranked = known
      .map(account => ({ id: account.id, like: account.folded === fold(name) ? 2 : similarityOfTokens(tokens, account.tokens) }))
      .sort((a, b) => b.like - a.like)
    const [best, second] = ranked
    if (best && best.like >= LIKE && best.like > (second?.like ?? 0)) found.set(id, best.id)
  }
  return found
}
