// Answers of the steps that name a record: accounts, categories, contacts, companies, offered from what the cache holds.

import { queryClient, reading } from '#client/data/queries.ts'
import { accountsOf, categoriesOf, contactsOf, registersNow, shortAccount } from '#client/data/registers.ts'
import type { AnyTarget, Choice, Step, StepValue } from '#commands/kit/command.ts'
import { createLexicon, type Lexicon } from '#commands/kit/lexicon.ts'
import { matchChoices } from '#commands/kit/line.ts'
import { companies as companyRows } from '#contract/companies.ts'
import { categoryPath, isOfKinds, isSelectable } from '#domain/categories.ts'
import { formatDocument } from '#domain/documents.ts'
import type { CategoryKind } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS } from '#domain/labels.ts'

const CATEGORY_KINDS: Readonly<Record<string, readonly CategoryKind[]>> = { expense: ['DEBIT', 'CHARGE'], income: ['CREDIT'] }
const MOST = 50

function accountChoices(c: string): Choice<string>[] {
  return registersNow(c)
    .accounts.filter(account => account.status === 'ACTIVE')
    .map(account => ({
      value: account.id,
      label: shortAccount(account),
      hint: `${account.routing_number} · ag. ${account.branch_number ?? '—'}`,
      icon: 'landmark' as const,
    }))
}

function categoryChoices(c: string, scope: string | undefined): Choice<string>[] {
  const { categories } = registersNow(c)
  const byId = new Map(categories.map(category => [category.id, category]))
  const parents = new Set(categories.map(category => category.parent_category_id))
  const kinds = CATEGORY_KINDS[scope ?? '']
  return categories
    .filter(category => !parents.has(category.id) && isSelectable(category.id, byId) && (kinds === undefined || isOfKinds(category, kinds)))
    .map(category => ({
      value: category.id,
      label: category.name,
      hint: categoryPath(category.id, byId),
      icon: 'tag' as const,
      words: categoryPath(category.id, byId).split(' › '),
    }))
}

function contactChoices(c: string, scope: string | undefined): Choice<string>[] {
  const wanted = scope === 'supplier' ? 'SUPPLIER' : scope === 'customer' ? 'CUSTOMER' : undefined
  return registersNow(c)
    .contacts.filter(contact => wanted === undefined || contact.kind === wanted)
    .map(contact => ({
      value: contact.id,
      label: contact.name,
      hint: contact.document_number ? formatDocument(contact.document_number) : CONTACT_KIND_LABELS[contact.kind],
      icon: 'contact-round' as const,
      words: [contact.nickname ?? '', contact.document_number ?? ''],
    }))
}

function companyChoices(): Choice<string>[] {
  const list = queryClient.getQueryData(reading(companyRows.organization).queryKey) ?? []
  return list.map(company => ({
    value: company.id,
    label: company.name,
    hint: formatDocument(company.document_number),
    icon: 'building-2' as const,
    words: [company.document_number],
  }))
}

type Named = 'account' | 'category' | 'contact' | 'company'

function choicesOf(kind: Named, c: string, scope: string | undefined): readonly Choice<string>[] {
  if (kind === 'account') return accountChoices(c)
  if (kind === 'category') return categoryChoices(c, scope)
  return kind === 'contact' ? contactChoices(c, scope) : companyChoices()
}

const read: Readonly<Record<Named, (c: string) => unknown>> = {
  account: c => queryClient.getQueryData(accountsOf(c).queryKey),
  category: c => queryClient.getQueryData(categoriesOf(c).queryKey),
  contact: c => queryClient.getQueryData(contactsOf(c).queryKey),
  company: () => queryClient.getQueryData(reading(companyRows.organization).queryKey),
}

interface Lexicons {
  readonly from: unknown
  readonly choices: readonly Choice<string>[]
  readonly lexicon: Lexicon
}
const lexicons = new Map<string, Lexicons>()

/** The names of a kind as sentences seek them, folded once for as long as the register stays the same. */
export function lexiconOf(kind: Named, c: string, scope: string | undefined): Lexicons {
  const key = `${kind} ${c} ${scope ?? ''}`
  const from = read[kind](c)
  const held = lexicons.get(key)
  if (held !== undefined && held.from === from) return held
  const choices = choicesOf(kind, c, scope)
  const made = { from, choices, lexicon: createLexicon(choices) }
  lexicons.set(key, made)
  return made
}

export const isNamed = (kind: Step['kind']): kind is Named => kind in read

/** What a step of a command offers for the text typed so far; undefined leaves it to the built-in ones. */
export function resolveStep(step: Step, text: string, target: AnyTarget): readonly Choice<StepValue>[] | undefined {
  if (!isNamed(step.kind)) return undefined
  return matchChoices(lexiconOf(step.kind, target.company?.id ?? '', step.scope).choices, text).slice(0, MOST)
}
