// The owner's home: the picture of today in one answer, and the figures of a month in another.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, DayOut, Id } from './kit/fields.ts'

export const Pile = z.object({ count: z.int(), amount_cents: z.int() })

const Side = z.object({
  /** Open titles due in the month. */
  open: Pile,
  /** Open titles overdue today, of any month. */
  overdue: Pile,
  /** Open titles due from today on, within the warning days. */
  due_soon: Pile,
})

const Dashboard = z.object({
  today: DayOut,
  start_date: DayOut,
  end_date: DayOut,
  /** The days that `due_soon` covers. */
  due_soon_from: DayOut,
  due_soon_to: DayOut,
  /** The balance of all accounts today. */
  balance_cents: z.int(),
  /** The same at the end of the month, once everything open until then (overdue included) is settled; null for a past month. */
  forecast_cents: z.int().nullable(),
  bills: Side,
  receivables: Side,
  waiting_approval_count: z.int(),
  pending_lines_count: z.int(),
  /** The receivables of the last twelve months × 12 × 10 (SPEC.md, Receivables summary). */
  receivables_summary_cents: z.int(),
  /** Settled entries by cash date, the requested month last, without transfers between own accounts. */
  months: z.array(z.object({ month: z.string(), inflow_cents: z.int(), outflow_cents: z.int() })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const DayBalance = z.object({ day: DayOut, balance_cents: z.int() })

/** What is late: for 1 to 7 days, for 8 to 30, for longer; the days are due dates. */
export const Late = z.array(Pile.extend({ from: DayOut.nullable(), to: DayOut }))

const Home = z.object({
  today: DayOut,
  /** Accounts in use; the balance is of all. */
  accounts_count: z.int(),
  balance_cents: z.int(),
  /** The end of each of the last 30 days, today last. */
  past: z.array(DayBalance),
  /** From today on, 30 days, once what is booked is settled when due; what is late counts from tomorrow. */
  ahead: z.array(DayBalance),
  /** The lowest day ahead, with the largest bill that leads there; null where nothing booked moves the balance. */
  lowest: DayBalance.extend({ cause: z.string().nullable() }).nullable(),
  /** Received less paid this month until today, and last month until the same day; null when nothing moved. */
  net_cents: z.int().nullable(),
  last_net_cents: z.int().nullable(),
  /** The five categories that took most this month until today, beside last month until the same day. */
  spending: z.array(z.object({ category_id: Id.nullable(), name: z.string().nullable(), amount_cents: z.int(), last_cents: z.int() })),
  spending_days: z.object({ start_date: DayOut, end_date: DayOut }),
  late: z.object({ bills: Late, receivables: Late }),
  /** Open titles due from the last day that is not late until Sunday: the first of them, and the sums of all. */
  week: z.object({
    from: DayOut,
    to: DayOut,
    bills: Pile,
    receivables: Pile,
    titles: z.array(
      z.object({
        id: Id,
        kind: z.enum(TITLE_KINDS),
        due_date: DayOut,
        amount_cents: z.int(),
        additional_information: z.string().nullable(),
        contact_name: z.string().nullable(),
      }),
    ),
  }),
  /** Open bills due in the month. */
  month_bills: Pile,
})
export type Home = z.infer<typeof Home>

export const dashboard = resource('dashboard', {
  home: endpoint('GET /v1/companies/{c}/dashboard/home', {
    summary: 'O início: saldo de 30 dias e previsão de 30, para onde vai o dinheiro, atrasados e a semana.',
    returns: Home,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'bills', 'receivables', 'categories', 'contacts'],
  }),
  get: endpoint('GET /v1/companies/{c}/dashboard', {
    summary: 'O painel: saldo, vencimentos, caixa de seis meses e o que espera, no mês da data.',
    query: z.object({ date: Day.optional() }),
    returns: Dashboard,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'bills', 'receivables', 'statement_entries', 'contacts'],
  }),
})
