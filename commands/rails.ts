// The short rail: what whoever looks after one company uses every week, in an owner's words, and the rest behind "Mais". The whole rail is drawn from the screens' own headings.
import type { CommandId } from './index.ts'
import type { Area } from './kit/when.ts'
import type { ScreenId } from './screens.ts'

export interface RailEntry {
  readonly screen: ScreenId
  /** Instead of the screen's own name. */
  readonly label?: string
  /** Areas that this entry stands for besides its screen's own. */
  readonly areas?: readonly Area[]
  /** The screen whose waiting things it counts, where that is another. */
  readonly counts?: ScreenId
}

export interface RailGroup {
  readonly heading: string
  readonly entries: readonly RailEntry[]
}

/** Below the thumb, two at each side of "+"; the last of the five is "Mais". */
export const PHONE_BAR: readonly RailEntry[] = [
  { screen: 'dashboard', label: 'Início' },
  { screen: 'bills', label: 'Pagar', areas: ['capture', 'payments', 'payment_files'] },
  { screen: 'receivables', label: 'Receber', areas: ['billings', 'bank_slips'] },
]

/** The first screen of each that the person may open is the entry. */
export const EVERY_DAY: readonly (readonly RailEntry[])[] = [
  ...PHONE_BAR.map(entry => [entry]),
  (['service_invoices', 'product_invoices', 'consumer_invoices'] as const).map(screen => ({
    screen,
    label: 'Notas',
    areas: ['service_invoices', 'product_invoices', 'consumer_invoices'],
  })),
  [{ screen: 'accounts', label: 'Bancos', counts: 'conciliation', areas: ['statements', 'connections', 'conciliation', 'transfers'] }],
  [{ screen: 'reports', areas: ['entries'] }],
]

export const MORE: readonly RailGroup[] = [
  {
    heading: 'Dinheiro',
    entries: [
      { screen: 'conciliation' },
      { screen: 'connections', label: 'Open finance' },
      { screen: 'entries' },
      { screen: 'wallet' },
      { screen: 'billings' },
      { screen: 'bank_slips', label: 'Boletos' },
      { screen: 'transfers' },
      { screen: 'capture' },
      { screen: 'product_invoices' },
      { screen: 'consumer_invoices', label: 'Notas de consumidor' },
    ],
  },
  {
    heading: 'Impostos e contador',
    entries: [{ screen: 'taxes' }, { screen: 'reports.close', label: 'Fechar o mês' }, { screen: 'handover' }, { screen: 'documents' }],
  },
  {
    heading: 'Cadastros',
    entries: [{ screen: 'contacts' }, { screen: 'categories' }, { screen: 'products' }, { screen: 'services' }],
  },
  {
    heading: 'Empresa',
    entries: [
      { screen: 'dashboard.first-steps' },
      { screen: 'users' },
      { screen: 'subscription' },
      { screen: 'settings', label: 'Ajustes' },
    ],
  },
]

/** What "+" offers on a phone, most wanted first. */
export const PHONE_CREATES: readonly CommandId[] = [
  'bill.from-paper',
  'bill.create',
  'charge.create',
  'receivable.create',
  'service-invoice.create',
  'transfer.create',
  'import.upload',
]
