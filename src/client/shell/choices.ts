// Answers of the steps that name a record: accounts, categories, contacts, companies, offered from what the cache holds.

import { queryClient, reading } from '#client/data/queries.ts'
import { registersNow, shortAccount } from '#client/data/registers.ts'
import type { AnyTarget, Choice, Step, StepValue } from '#commands/kit/command.ts'
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

/** What a step of a command offers for the text typed so far; undefined leaves it to the built-in ones. */
export function resolveStep(step: Step, text: string, target: AnyTarget): readonly Choice<StepValue>[] | undefined {
  const c = target.company?.id ?? ''
  const offered =
    step.kind === 'account'
      ? accountChoices(c)
      : step.kind === 'category'
        ? categoryChoices(c, step.scope)
        : step.kind === 'contact'
          ? contactChoices(c, step.scope)
          : step.kind === 'company'
            ? companyChoices()
            : undefined
  return offered && matchChoices(offered, text).slice(0, MOST)
}
