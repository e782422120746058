// The palette's rows that are records: companies, contacts, categories and accounts of the open company.

import { queryClient, reading } from '#client/data/queries.ts'
import { accountsOf, categoriesOf, registersNow, shortAccount } from '#client/data/registers.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { listSource, type PaletteItem, type PaletteSource } from '#client/surfaces/palette-source.ts'
import { pinnedCompanies } from '#client/surfaces/pinned.ts'
import { pathTo } from '#commands/screens.ts'
import { companies as companyRows } from '#contract/companies.ts'
import { categoryPath } from '#domain/categories.ts'
import { documentKind, formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { CATEGORY_KIND_LABELS, CONTACT_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { jumpTo } from './company-jump.ts'

const companyNow = (): string => useWhereabouts.getState().company?.id ?? ''

/** Keeps the same array while the data behind it is the same, so that the index is folded once. */
function kept<T>(read: () => readonly T[], make: (row: T) => PaletteItem, key: () => string): () => readonly PaletteItem[] {
  let from: readonly T[] | undefined
  let at = ''
  let items: readonly PaletteItem[] = []
  return () => {
    const rows = read()
    if (rows !== from || key() !== at) {
      from = rows
      at = key()
      items = rows.map(make)
    }
    return items
  }
}

const documentOf = (document: string | null): string =>
  document === null ? '' : documentKind(document) === 'CPF' ? maskCpfForLists(document) : formatDocument(document)

export const paletteSources: readonly PaletteSource[] = [
  listSource({
    id: 'companies',
    title: 'Empresas',
    prefix: '/',
    word: 'empresas',
    icon: 'building-2',
    everywhere: true,
    items: kept(
      () => queryClient.getQueryData(reading(companyRows.organization).queryKey) ?? [],
      company => {
        const pin = pinnedCompanies().indexOf(company.id)
        return {
          id: `company:${company.id}`,
          icon: 'building-2' as const,
          title: company.name,
          code: company.document_number,
          subtitle: `final ${formatDocument(company.document_number).slice(-7)}`,
          value: company.pending_lines_count > 0 ? counted(company.pending_lines_count, ['linha a conciliar', 'linhas a conciliar']) : '',
          ...(pin >= 0 ? { keys: ['g', String(pin + 1)] } : {}),
          run: how => void jumpTo(company.id, how),
        }
      },
      () => pinnedCompanies().join(),
    ),
    // What its first screen would wait for.
    highlight(item) {
      const c = item.id.replace('company:', '')
      void queryClient.prefetchQuery(reading(companyRows.permissions, { params: { c } }))
      void queryClient.prefetchQuery(accountsOf(c))
      void queryClient.prefetchQuery(categoriesOf(c))
    },
  }),
  listSource({
    id: 'contacts',
    title: 'Contatos',
    prefix: '@',
    word: 'contatos',
    icon: 'contact-round',
    everywhere: true,
    items: kept(
      () => registersNow(companyNow()).contacts,
      contact => ({
        id: `contact:${contact.id}`,
        icon: 'contact-round' as const,
        title: contact.name,
        words: [contact.nickname ?? ''],
        ...(contact.document_number === null ? {} : { code: contact.document_number }),
        subtitle: CONTACT_KIND_LABELS[contact.kind],
        value: documentOf(contact.document_number),
        go: pathTo('contacts.detail', { companyId: contact.company_id, contactId: contact.id }),
      }),
      companyNow,
    ),
  }),
  listSource({
    id: 'categories',
    title: 'Categorias',
    prefix: '#',
    word: 'categorias',
    icon: 'folder-tree',
    items: () => {
      const { categories } = registersNow(companyNow())
      const byId = new Map(categories.map(category => [category.id, category]))
      return categories.map(category => ({
        id: `category:${category.id}`,
        icon: 'tag' as const,
        title: category.name,
        words: [categoryPath(category.id, byId)],
        subtitle: categoryPath(category.id, byId),
        value: CATEGORY_KIND_LABELS[category.kind],
        dimmed: category.status === 'INACTIVE',
        go: pathTo('categories.detail', { companyId: category.company_id, categoryId: category.id }),
      }))
    },
  }),
  listSource({
    id: 'accounts',
    title: 'Contas bancárias',
    prefix: '$',
    word: 'contas',
    icon: 'landmark',
    items: kept(
      () => registersNow(companyNow()).accounts,
      account => ({
        id: `account:${account.id}`,
        icon: 'landmark' as const,
        title: shortAccount(account),
        words: [account.routing_number, account.branch_number ?? ''],
        code: account.account_number ?? '',
        subtitle: `${account.routing_number} · ag. ${account.branch_number ?? '—'}`,
        value: formatCents(account.current_balance),
        dimmed: account.status === 'ARCHIVED',
        go: pathTo('statements', { companyId: account.company_id, bankAccountId: account.id }),
      }),
      companyNow,
    ),
  }),
]

/** Folds records for the palette when they arrive, so that its first letter finds the work done; answers the way to stop. */
export const preparePaletteSources = (): (() => void) =>
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    for (const source of paletteSources) void source.prepare?.()
  })
