// Whether the memo reveals whose title it is: by number, CPF or CNPJ, similar words, history or rule.
import type { Engine, ReadLine } from './read-line.ts'
import type { TitleIndex } from './title-index.ts'
import { contactWords, wordsOfDescription } from './title-words.ts'

/** 0 to 1: a document number or the contact's CPF/CNPJ in the memo gives 1, else the similarity of the words. */
export function identityOf(engine: Engine, read: ReadLine, title: number): number {
  if (hasNumber(read, title) || hasContactDocument(engine, read, title)) return 1
  return nameLikeness(engine, read, title)
}

export function hasNumber(read: ReadLine, title: number): boolean {
  return read.numbered.size > 0 && read.numbered.has(title)
}

export function hasContactDocument({ index }: Engine, read: ReadLine, title: number): boolean {
  if (read.keys.size === 0) return false
  const contact = index.contacts[index.contactOf[title]!]
  return contact !== undefined && contact.documentKey.length >= 8 && read.keys.has(contact.documentKey)
}

/** The best of the contact's name, the description, and both together. */
export function nameLikeness({ index }: Engine, read: ReadLine, title: number): number {
  const memoSize = read.words.length
  if (memoSize === 0) return 0
  const contact = index.contactOf[title]!
  const named = contact >= 0 ? contactWords(index, contact) : undefined
  const described = wordsOfDescription(index, title)
  const nameHits = named ? shared(index, read, named) : 0
  const descriptionHits = shared(index, read, described)
  let best = Math.max(likeness(nameHits, named?.length ?? 0, memoSize), likeness(descriptionHits, described.length, memoSize))
  if (named && nameHits > 0 && descriptionHits > 0) {
    let common = 0
    let commonHits = 0
    for (const word of described) {
      if (!named.includes(word)) continue
      common++
      if (isShared(index, read, word)) commonHits++
    }
    best = Math.max(best, likeness(nameHits + descriptionHits - commonHits, named.length + described.length - common, memoSize))
  }
  return best
}

/** Dice; or, from two words on, how much of the name the memo contains, because banks add cities and branches. */
export function likeness(hits: number, nameSize: number, memoSize: number): number {
  if (hits === 0) return 0
  const dice = Math.min(1, (2 * hits) / (nameSize + memoSize))
  return hits >= 2 ? Math.max(dice, hits / nameSize) : dice
}

function shared(index: TitleIndex, read: ReadLine, words: Int32Array): number {
  let hits = 0
  for (let at = 0; at < words.length; at++) if (isShared(index, read, words[at]!)) hits++
  return hits
}

function isShared(index: TitleIndex, read: ReadLine, word: number): boolean {
  const own = read.words
  for (let at = 0; at < own.length; at++) if (own[at] === word) return true
  return read.lastWord !== '' && index.words[word]!.startsWith(read.lastWord)
}

/** 'history' when earlier lines like this belonged to this contact or category, 'rule' when a rule says so. */
export function evidenceOf({ index }: Engine, read: ReadLine, title: number): 'history' | 'rule' | null {
  if (!read.learned && !read.rule) return null
  const contact_id = index.contacts[index.contactOf[title]!]?.id ?? null
  const category_id = index.titles.categoryId(title)
  const { learned, rule } = read
  if (learned && contact_id !== null && learned.contacts.has(contact_id)) return 'history'
  if (learned && category_id !== null && learned.categories.has(category_id)) return 'history'
  if (!rule) return null
  const sameContact = rule.contact_id !== null && rule.contact_id === contact_id
  const sameCategory = rule.contact_id === null && rule.category_id !== null && rule.category_id === category_id
  return sameContact || sameCategory ? 'rule' : null
}
