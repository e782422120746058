// The kinds of sheets: who reads each, what it touches, and what its sender must be allowed to create.
import { contract } from '#contract/index.ts'
import type { Tag } from '#contract/kit/tags.ts'
import type { SheetKind } from '#contract/sheet-imports.ts'
import type { Resource } from '#domain/permissions.ts'
import { productSheet } from '#server/areas/fiscal/products/sheet.ts'
import { chartSheet } from '#server/areas/ledger/chart/sheet.ts'
import { contactSheet } from '#server/areas/ledger/contacts/sheet.ts'
import { entrySheet } from '#server/areas/ledger/entries/sheet.ts'
import type { Sheet } from '#server/sheets/sheet.ts'

interface Kind {
  readonly sheet: Sheet
  readonly rights: readonly Resource[]
  readonly writes: readonly Tag[]
}

const { chartAccounts, contacts, entries, products } = contract

export const KINDS: Readonly<Record<SheetKind, Kind>> = {
  contacts: { sheet: contactSheet, rights: ['contacts'], writes: contacts.import.spec.writes },
  products: { sheet: productSheet, rights: ['products'], writes: products.upload.spec.writes },
  chart: { sheet: chartSheet, rights: ['categories'], writes: chartAccounts.upload.spec.writes },
  entries: { sheet: entrySheet(undefined), rights: ['entries', 'bills', 'receivables'], writes: entries.upload.spec.writes },
  bills: { sheet: entrySheet('DEBIT'), rights: ['entries', 'bills'], writes: entries.upload.spec.writes },
  receivables: { sheet: entrySheet('CREDIT'), rights: ['entries', 'receivables'], writes: entries.upload.spec.writes },
}
