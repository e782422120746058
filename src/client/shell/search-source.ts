// The palette's searches at the server, over all companies one may see, grouped by company: everything, or notes alone.
import { call } from '#client/data/api.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import type { PaletteItem, RemoteSource } from '#client/surfaces/palette-source.ts'
import type { Destination } from '#commands/kit/command.ts'
import { pathTo } from '#commands/screens.ts'
import { queue, type SearchHit } from '#contract/queue.ts'
import { formatDay } from '#domain/days.ts'
import { documentKind, formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import { jumpTo } from './company-jump.ts'

const SETTLE_MS = 150
/** A letter alone begins half of all words. */
const LEAST_TYPED = 2

const ICONS = {
  COMPANY: 'building-2',
  BILL: 'receipt-text',
  RECEIVABLE: 'hand-coins',
  CONTACT: 'contact-round',
  INVOICE: 'file-text',
} as const
const KINDS = {
  COMPANY: 'Empresa',
  BILL: 'Conta a pagar',
  RECEIVABLE: 'Conta a receber',
  CONTACT: 'Contato',
  INVOICE: 'Nota fiscal',
} as const
const INVOICE_LISTS = { PRODUCT: 'product-nfes', SERVICE: 'service-nfes', CONSUMER: 'customer-nfes' } as const

function placeOf({ kind, id, company_id: companyId, invoice_kind }: SearchHit): Destination | undefined {
  switch (kind) {
    case 'BILL':
      return { to: pathTo('bills.detail', { companyId, billId: id }), search: { periodo: 'tudo' } }
    case 'RECEIVABLE':
      return { to: pathTo('receivables.detail', { companyId, receivableId: id }), search: { periodo: 'tudo' } }
    case 'CONTACT':
      return pathTo('contacts.detail', { companyId, contactId: id })
    case 'INVOICE':
      return `/company/${companyId}/${INVOICE_LISTS[invoice_kind ?? 'PRODUCT']}/${id}`
    case 'COMPANY':
      return undefined
  }
}

/** A person's CPF shows only its middle. */
const listed = (document: string): string => (documentKind(document) === 'CPF' ? maskCpfForLists(document) : formatDocument(document))

const kindOf = ({ kind, invoice_kind }: SearchHit): string => (invoice_kind === null ? KINDS[kind] : INVOICE_KIND_LABELS[invoice_kind])

function detailOf(hit: SearchHit): string {
  const detail = hit.detail !== null && (hit.kind === 'CONTACT' || hit.kind === 'COMPANY') ? listed(hit.detail) : hit.detail
  return [kindOf(hit), detail, hit.day === null ? null : formatDay(hit.day)].filter(Boolean).join(' · ')
}

export function itemOf(hit: SearchHit, open?: string): PaletteItem {
  const go = placeOf(hit)
  return {
    id: `found:${hit.kind}:${hit.id}`,
    group: hit.company_name,
    elsewhere: open !== undefined && hit.company_id !== open,
    icon: ICONS[hit.kind],
    title: hit.title,
    subtitle: detailOf(hit),
    value: hit.amount_cents === null ? '' : formatCents(hit.amount_cents),
    ...(go === undefined ? { run: how => jumpTo(hit.company_id, how) } : { go }),
  }
}

/** Hits of one company stand together: those of the open one first, the others in the order of their best hit. */
export function byCompany(hits: readonly SearchHit[], open?: string): SearchHit[] {
  const isOpen = (id: string) => Number(id === open)
  const companies = [...new Set(hits.map(hit => hit.company_id))].toSorted((a, b) => isOpen(b) - isOpen(a))
  return companies.flatMap(id => hits.filter(hit => hit.company_id === id))
}

/** Companies, and contacts of the open one, have sources of their own. */
const isOwnGround = (hit: SearchHit, open: string | undefined): boolean =>
  hit.kind !== 'COMPANY' && !(hit.kind === 'CONTACT' && hit.company_id === open)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

interface Asked {
  readonly least: number
  readonly kind?: SearchHit['kind']
}

/** Asks once the typing settles; fewer letters than the least find nothing. */
const asking =
  ({ least, kind }: Asked): RemoteSource['search'] =>
  async (query, { signal, limit }) => {
    const q = query.trim().slice(0, 120)
    if (q.length < least) return { items: [], total: 0 }
    await pause(SETTLE_MS, signal)
    const open = useWhereabouts.getState().company?.id
    const { data } = await call(
      queue.search,
      { query: { q, ...(open ? { company_id: open } : {}), ...(kind ? { kind } : {}) } },
      { signal },
    )
    const hits = data.filter(hit => isOwnGround(hit, open))
    return {
      items: byCompany(hits, open)
        .slice(0, limit)
        .map(hit => itemOf(hit, open)),
      total: hits.length,
    }
  }

export const searchSource: RemoteSource = {
  remote: true,
  id: 'search',
  title: 'Em todas as empresas',
  prefix: '*',
  word: 'tudo',
  icon: 'search',
  everywhere: true,
  search: asking({ least: LEAST_TYPED }),
}

/** By number, access key, amount or the other party's name. */
export const noteSource: RemoteSource = {
  remote: true,
  id: 'notes',
  title: 'Notas fiscais',
  prefix: '!',
  word: 'notas',
  icon: 'file-text',
  search: asking({ least: 1, kind: 'INVOICE' }),
}
