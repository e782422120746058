// An index brought up to date by what changed: a write to one title of a million must not lay out the others again.
import type { Title, TitleKind } from './candidates.ts'
import { layPool, type Pool, relayPool } from './pools.ts'
import { type IndexedContact, type KnownContacts, numberOf, readContact, readKeys, type TitleIndex } from './title-index.ts'

const KINDS: readonly TitleKind[] = ['BILL', 'RECEIVABLE']

/**
 * The index without the titles of these ids and with the fresh ones; a changed title is both. Whoever still reads the former index may go on.
 * It may be revised once: the next revision starts from what this one returns.
 */
export function reviseIndex(former: TitleIndex, ids: Iterable<string>, fresh: readonly Title[]): TitleIndex {
  const { titles } = former
  const left = new Set<number>()
  for (const id of ids) {
    const at = numberOf(former, id)
    if (at >= 0) left.add(at)
  }
  const known = fresh.some(title => !isKnown(former, title)) ? copied(former.known) : former.known
  const contacts = [...former.contacts]
  const came = fresh.map(title => {
    const contact = readContact(contacts, title, known)
    for (let at = titles.contacts.length; at < contacts.length; at++) titles.contacts.push(contacts[at] as IndexedContact)
    const at = titles.add(title, contact)
    readKeys(former, title, at)
    return at
  })
  const { amounts, nets, due, dates, flags, contactOf, length } = titles
  reassign(contacts, contactOf, left, came)
  const index: TitleIndex = {
    ...former,
    length,
    gone: new Set([...former.gone, ...left]),
    amounts,
    nets,
    due,
    dates,
    flags,
    contactOf,
    contacts,
    known,
    contactsByWord: contacts.every((contact, at) => isIdle(contact) === isIdle(former.contacts[at])) ? former.contactsByWord : null,
    pools: { BILL: new Map(former.pools.BILL), RECEIVABLE: new Map(former.pools.RECEIVABLE) },
  }
  for (const kind of KINDS) repool(index, kind, left, came)
  return index
}

const isIdle = (contact: IndexedContact | undefined): boolean => contact === undefined || contact.titles.length === 0

/** Whether its contact stands there already, under that very name and document. */
function isKnown({ known, contacts }: TitleIndex, { contact_id, contact_name, contact_document = null }: Title): boolean {
  if (contact_id === null && contact_name === '') return true
  const contact = contacts[known.plain.get(contact_id ?? `\n${contact_name}`) ?? -1]
  return contact?.name === contact_name && contact.document === contact_document
}

const copied = ({ plain, byDocument, byId }: KnownContacts): KnownContacts => ({
  plain: new Map(plain),
  byDocument: new Map([...byDocument].map(([key, numbers]) => [key, [...numbers]])),
  byId: new Map([...byId].map(([key, numbers]) => [key, [...numbers]])),
})

/** Gives each contact whose titles change a list of its own. */
function reassign(contacts: IndexedContact[], contactOf: Int32Array, left: ReadonlySet<number>, came: readonly number[]): void {
  for (const number of new Set([...left, ...came].map(at => contactOf[at] ?? -1))) {
    const contact = contacts[number]
    if (contact) contacts[number] = { ...contact, titles: contact.titles.filter(at => !left.has(at)) }
  }
  for (const at of came) contacts[contactOf[at] ?? -1]?.titles.push(at)
}

function repool(index: TitleIndex, kind: TitleKind, left: ReadonlySet<number>, came: readonly number[]): void {
  const pools: Map<string | null, Pool> = index.pools[kind]
  const among = (numbers: Iterable<number>) => [...numbers].filter(at => index.titles.kind(at) === kind)
  const gone = among(left)
  const fresh = among(came)
  for (const account of new Set([...gone, ...fresh].map(at => index.titles.accountId(at)))) {
    const ofAccount = (numbers: readonly number[]) => numbers.filter(at => index.titles.accountId(at) === account)
    const pool = pools.get(account)
    const change = { gone: new Set(ofAccount(gone)), fresh: ofAccount(fresh) }
    const laid = pool ? relayPool(index, pool, change) : layPool(index, account, change.fresh)
    if (laid.titles.length > 0) pools.set(account, laid)
    else pools.delete(account)
  }
}
