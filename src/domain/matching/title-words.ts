// Words of contacts and descriptions as small integers, read when a title is first compared by name; most never are.
import { fold, nameWords } from './memo.ts'
import { push, type TitleIndex } from './title-index.ts'

export function contactWords(index: TitleIndex, contact: number): Int32Array {
  const entry = index.contacts[contact]!
  entry.words ??= internWords(index, nameWords(entry.name))
  return entry.words
}

export function wordsOfDescription(index: TitleIndex, title: number): Int32Array {
  const known = index.descriptionWords[title]
  if (known) return known
  const text = index.titles.description(title)
  let words = index.descriptionCache.get(text)
  if (!words) {
    words = internWords(index, nameWords(text))
    index.descriptionCache.set(text, words)
  }
  index.descriptionWords[title] = words
  return words
}

/** The contact's name as the search compares it. */
export function foldedName(index: TitleIndex, title: number): string {
  const contact = index.contacts[index.contactOf[title]!]
  if (!contact) return ''
  contact.folded ??= fold(contact.name)
  return contact.folded
}

export function foldedDescription(index: TitleIndex, description: string): string {
  let folded = index.foldedCache.get(description)
  if (folded === undefined) {
    folded = fold(description)
    index.foldedCache.set(description, folded)
  }
  return folded
}

export function internWords(index: TitleIndex, texts: readonly string[]): Int32Array {
  return Int32Array.from(texts, text => {
    let word = index.vocabulary.get(text)
    if (word === undefined) {
      word = index.words.length
      index.vocabulary.set(text, word)
      index.words.push(text)
    }
    return word
  })
}

/** Contacts with titles whose name contains a word. */
export function contactsOfWord(index: TitleIndex, word: number): readonly number[] {
  if (!index.contactsByWord) {
    index.contactsByWord = new Map()
    for (let contact = 0; contact < index.contacts.length; contact++) {
      if (index.contacts[contact]!.titles.length === 0) continue
      for (const own of contactWords(index, contact)) push(index.contactsByWord, own, contact)
    }
  }
  return index.contactsByWord.get(word) ?? []
}
