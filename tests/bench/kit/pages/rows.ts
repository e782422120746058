// The rows both grids show: bills in columns, the same for the same count, and the names of what they point at.
import type { Registers } from '#client/data/registers.ts'
import type { ColumnarRows } from '#client/kit/grid/rows.ts'
import { BILL_STATUSES } from '#domain/enums.ts'

export const today = '2026-11-18'

const words = 'Aluguel Energia Farinha São Ângelo água Manutenção forno Ovos Café Érico Zebra açúcar pão padaria Órgão ltda'.split(' ')

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const names = new Map<string, string>()

/** `count` bills over 700 days, 800 contacts, 60 categories, 5 accounts. */
export function makeRows(count: number): ColumnarRows {
  const next = random(7)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value
  const ids = (kind: string, size: number) =>
    Array.from({ length: size }, (_, at) => {
      const id = `${kind}-${at}`
      names.set(id, `${pick(words)} ${pick(words)} ${at}`)
      return id
    })
  const contacts = ids('contact', 800)
  const categories = ids('category', 60)
  const accounts = ids('account', 5)
  const days = Array.from({ length: 700 }, (_, at) => new Date(Date.UTC(2025, 5, 1) + at * 86_400_000).toISOString().slice(0, 10))
  const many = <Value>(make: (at: number) => Value) => Array.from({ length: count }, (_, at) => make(at))
  return {
    count,
    columns: {
      id: many(at => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`),
      due_date: many(() => pick(days)),
      additional_information: many(at => `${pick(words)} ${pick(words)} ${at}`),
      contact_id: many(() => pick(contacts)),
      category_id: many(() => pick(categories)),
      amount_cents: many(() => 1 + Math.floor(next() * 5e6)),
      status: many(() => pick(BILL_STATUSES)),
      bank_account_id: many(() => pick(accounts)),
      payment_method: many(() => pick(['BOLETO', 'PIX'])),
      document_number: many(() => String(Math.floor(next() * 1e7))),
    },
  }
}

export const nameOf = (id: string): string => names.get(id) ?? ''

export const registers = (): Registers => ({
  accounts: [],
  categories: [],
  contacts: [],
  accountName: nameOf,
  categoryName: nameOf,
  contactName: nameOf,
  unread: undefined,
  error: null,
})

/** `?n=100000`, `?grid=no` for the rows alone. */
const asked = new URLSearchParams(location.search)
export const asksRows = Number(asked.get('n') ?? 100_000)
export const asksGrid = asked.get('grid') !== 'no'

/** What the bench reaches a page by. */
export function offer(handles: Record<string, unknown>): void {
  Object.assign(window, handles)
}

/** Milliseconds from now to the first paint after `mount`. */
export function whenMounted(mount: () => void): void {
  const started = performance.now()
  mount()
  requestAnimationFrame(() => requestAnimationFrame(() => offer({ mounted: performance.now() - started })))
}
