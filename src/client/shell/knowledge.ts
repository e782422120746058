// What the palette's sentences know of the open company: names, open titles, and what is usual of a contact. Answered from the cache, asked for once.
import { queryClient, reading } from '#client/data/queries.ts'
import { registersNow } from '#client/data/registers.ts'
import type { Knowledge } from '#client/surfaces/sentences.ts'
import { today } from '#client/surfaces/where.ts'
import { type AnyTarget, type Choice, type CompanyRef, type RecordName, type Records, targetOn } from '#commands/kit/command.ts'
import type { Lexicon } from '#commands/kit/lexicon.ts'
import { type Guess, saysOf } from '#commands/kit/part.ts'
import type { Kind } from '#commands/title-kinds.ts'
import { type Bill, bills } from '#contract/bills.ts'
import { receivables } from '#contract/receivables.ts'
import { addDays, formatDay } from '#domain/days.ts'
import { formatAmount, formatPlainAmount } from '#domain/money.ts'
import { editDistance, fold, startsNearly } from '#domain/text.ts'
import { isNamed, lexiconOf } from './choices.ts'

/** How far back and ahead a title is named by words. */
const YEAR = 365
const AHEAD = 60
const due = (from: number, to: number) =>
  ({ date_type: 'due_date', order_by: 'due_date', start_date: addDays(today(), from), end_date: addDays(today(), to) }) as const

const kindOf = (kind: RecordName): Kind | undefined => (kind === 'bill' || kind === 'receivable' ? kind : undefined)
const ROWS = { bill: bills.list, receivable: receivables.list } as const
const OPEN = { bill: 'PENDING,WAITING_APPROVAL,APPROVED,REPROVED', receivable: 'PENDING' } as const

/** What the palette asks for when a sentence names open titles. */
export const openTitles = (kind: Kind, c: string) =>
  reading(ROWS[kind], { params: { c }, query: { status: OPEN[kind], ...due(-YEAR, AHEAD) } })
const pastTitles = (kind: Kind, c: string, contact_id: string) =>
  reading(ROWS[kind], {
    params: { c },
    query: { contact_id, ...due(-YEAR, AHEAD) },
  })

type Title = Pick<
  Bill,
  'id' | 'additional_information' | 'amount_cents' | 'due_date' | 'category_id' | 'bank_account_id' | 'contact_id' | 'document_number'
>

const heard = new Set<() => void>()
const asked = new Set<string>()

/** What the cache holds; the first time it is asked for, it is on its way. */
function known(options: ReturnType<typeof openTitles> | ReturnType<typeof pastTitles>): readonly Title[] | undefined {
  const held = queryClient.getQueryData(options.queryKey) as readonly Title[] | undefined
  const key = JSON.stringify(options.queryKey)
  const stale = queryClient.getQueryState(options.queryKey)?.isInvalidated === true
  if ((held === undefined || stale) && !asked.has(key)) {
    asked.add(key)
    void queryClient
      .fetchQuery(options as ReturnType<typeof openTitles>)
      .catch(() => undefined)
      .finally(() => {
        asked.delete(key)
        for (const listener of heard) listener()
      })
  }
  return held
}

function wordsOf(title: Title, c: string): string {
  const { contacts, categories } = registersNow(c)
  const contact = contacts.find(one => one.id === title.contact_id)
  const category = categories.find(one => one.id === title.category_id)
  const { additional_information, document_number, amount_cents, due_date } = title
  const cents = [formatAmount(amount_cents), formatPlainAmount(amount_cents), String(Math.trunc(amount_cents / 100))]
  return ` ${fold([additional_information, contact?.name, contact?.nickname, category?.name, document_number, ...cents, formatDay(due_date)].filter(Boolean).join(' '))}`
}

const worded = new WeakMap<object, string>()
function sought(title: Title, c: string): string {
  const held = worded.get(title) ?? wordsOf(title, c)
  worded.set(title, held)
  return held
}

const NEAR_FROM = 4
/** With fewer letters the beginnings of too many words are one letter away. */
const BEGUN_FROM = 6

/** The word of a title that this one begins, or is one letter away from beginning. */
function nearWord(text: string, word: string): string | undefined {
  if (text.includes(` ${word}`)) return word
  if (word.length < NEAR_FROM || /\d/.test(word)) return undefined
  const isNear = word.length < BEGUN_FROM ? (one: string) => editDistance(one, word) === 1 : (one: string) => startsNearly(one, word)
  return text.split(' ').find(one => one.length >= NEAR_FROM && isNear(one))
}

function targetOf(kind: Kind, titles: readonly Title[], company: CompanyRef): AnyTarget {
  const centsOf = (record: unknown) => titleOf(record).amount_cents * (kind === 'bill' ? -1 : 1)
  return targetOn(kind, titles as unknown as readonly Records[Kind][], { company, from: 'selection', centsOf })
}

const titleOf = (record: unknown): Title => record as Title

/** What records of any kind may be called by: titles, lines of a statement, contacts, documents. */
type Told = Partial<Record<'additional_information' | 'description' | 'title' | 'name' | 'contact_id' | 'company_id', string | undefined>>

function most<T>(values: readonly T[]): { value: T; count: number } | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best && { value: best[0], count: best[1] }
}

const choiceOf = (kind: 'category' | 'account', c: string, id: string): Choice | undefined =>
  lexiconOf(kind, c, undefined).choices.find(one => one.value === id)

/** The category of most titles of this contact, and the account of the last one. */
function usual(past: readonly Title[], c: string): Record<string, Guess> {
  const category = most(past.flatMap(({ category_id }) => category_id ?? []))
  const inOrder = past.toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))
  const account = inOrder.findLast(({ bank_account_id }) => bank_account_id !== null)?.bank_account_id
  const categoryChoice = category && choiceOf('category', c, category.value)
  const accountChoice = account ? choiceOf('account', c, account) : undefined
  return {
    ...(category && categoryChoice
      ? { category_id: { choice: categoryChoice, because: category.count > 1 ? 'de sempre' : 'da última vez' } }
      : {}),
    ...(accountChoice ? { bank_account_id: { choice: accountChoice, because: 'da última vez' } } : {}),
  }
}

export const knowledge: Knowledge = {
  names: (part, text, target) => {
    const { kind, scope } = part
    const c = target.company?.id ?? ''
    return isNamed(kind) ? lexiconOf(kind, c, scope).lexicon.find(text) : []
  },
  records(recordKind, about, company) {
    const kind = kindOf(recordKind)
    const titles = kind && known(openTitles(kind, company.id))
    if (kind === undefined || titles === undefined) return undefined
    const words = fold(about).split(/\s+/).filter(Boolean)
    const found = titles.filter(title => words.every(word => sought(title, company.id).includes(` ${word}`)))
    return targetOf(kind, found, company)
  },
  nearRecords(recordKind, about, company) {
    const kind = kindOf(recordKind)
    const words = fold(about).split(/\s+/).filter(Boolean)
    const named = (kind && known(openTitles(kind, company.id)))?.flatMap(title => {
      const meant = words.map(word => nearWord(sought(title, company.id), word))
      return meant.includes(undefined) ? [] : [{ title, about: meant.join(' ') }]
    })
    const [first] = named ?? []
    if (kind === undefined || named === undefined || first === undefined) return undefined
    // Titles that say it with another word are another guess.
    const alike = named.filter(one => one.about === first.about).map(({ title }) => title)
    return { target: targetOf(kind, alike, company), about: first.about }
  },
  tell(record) {
    const { additional_information, description, title, name, contact_id, company_id = '' } = record as Told
    const contact = registersNow(company_id).contacts.find(one => one.id === contact_id)?.name
    return additional_information || description || title || name || contact || 'Sem descrição'
  },
  guesses(command, { contact_id }, company) {
    const kind = command.id === 'bill.create' ? 'bill' : command.id === 'receivable.create' ? 'receivable' : undefined
    if (kind === undefined || typeof contact_id !== 'string') return {}
    return usual(known(pastTitles(kind, company.id, contact_id)) ?? [], company.id)
  },
  onArrival(listener) {
    heard.add(listener)
    return () => heard.delete(listener)
  },
  *readSteps(commands, { id }) {
    const asked = new Set<Lexicon>()
    for (const command of commands)
      for (const { kind, scope } of saysOf(command)?.parts ?? []) if (isNamed(kind)) asked.add(lexiconOf(kind, id, scope).lexicon)
    for (const lexicon of asked) yield* lexicon.readSteps()
  },
}
