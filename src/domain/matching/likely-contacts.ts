// Whose title a line may be: the contacts that its memo, its history or a rule point to.
import { compareIds } from './candidates.ts'
import { likeness } from './identity.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { contactsOfDocument, contactsOfId, type TitleIndex } from './title-index.ts'
import { contactsOfWord, contactWords } from './title-words.ts'
import { bounds } from './weights.ts'

/** Asked once per line: every search of its titles begins here. */
export function likelyContacts(engine: Engine, read: ReadLine): ReadonlySet<number> {
  read.contacts ??= findContacts(engine, read)
  return read.contacts
}

/** Contacts that the memo names, by number or by words, and those that history or a rule ties to it. */
function findContacts({ index }: Engine, read: ReadLine): Set<number> {
  const chosen = new Set<number>()
  for (const key of read.keys) for (const contact of contactsOfDocument(index, key)) chosen.add(contact)
  const learned = [...(read.learned?.contacts ?? [])]
  if (read.rule?.contact_id) learned.push(read.rule.contact_id)
  for (const id of learned) for (const contact of contactsOfId(index, id)) chosen.add(contact)
  for (const contact of contactsNamed(index, read)) chosen.add(contact)
  for (const contact of chosen) if (index.contacts[contact]!.id === null) chosen.delete(contact)
  return chosen
}

/** Whether every word of some contact's name, two at least, stands in the memo. */
export function namesWhole({ index }: Engine, read: ReadLine): boolean {
  return contactsNamed(index, read).some(contact => {
    const own = contactWords(index, contact)
    return own.length > 1 && own.every(word => read.words.includes(word))
  })
}

/** The five contacts whose names resemble the memo most, among those that share its rarest words; common words name nobody. */
function contactsNamed(index: TitleIndex, read: ReadLine): number[] {
  const words = [...read.words].map(word => ({ text: index.words[word]!, holders: contactsOfWord(index, word) }))
  words.sort((one, other) => one.holders.length - other.holders.length || compareIds(one.text, other.text))
  const touched = new Set<number>()
  for (const { holders } of words) {
    if (touched.size > 0 && touched.size + holders.length > bounds.groupNamed) break
    for (const contact of holders.length > bounds.groupNamed * 4 ? [] : holders) touched.add(contact)
  }
  const named = [...touched].map(contact => {
    const own = contactWords(index, contact)
    let hits = 0
    for (const word of own) if (read.words.includes(word)) hits++
    return { contact, alike: likeness(hits, own.length, read.words.length) }
  })
  named.sort((one, other) => other.alike - one.alike || compareContacts(index, one.contact, other.contact))
  return named.slice(0, bounds.groupContacts).map(({ contact }) => contact)
}

function compareContacts(index: TitleIndex, one: number, other: number): number {
  const first = index.contacts[one]!
  const second = index.contacts[other]!
  return (
    compareIds(first.id ?? '', second.id ?? '') ||
    compareIds(first.name, second.name) ||
    compareIds(first.document ?? '', second.document ?? '')
  )
}
