// The owner's page in one answer: balances, what is due, six months of cash, and what waits to be done.
import { z } from 'zod'
import { TITLE_KINDS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, DayOut, Id } from './kit/fields.ts'

const Pile = z.object({ count: z.number().int(), amount_cents: z.number().int() })

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
  balance_cents: z.number().int(),
  /** The same at the end of the month, once everything open until then (overdue included) is settled; null for a past month. */
  forecast_cents: z.number().int().nullable(),
  bills: Side,
  receivables: Side,
  waiting_approval_count: z.number().int(),
  pending_lines_count: z.number().int(),
  /** The receivables of the last twelve months × 12 × 10 (SPEC.md, Receivables summary). */
  receivables_summary_cents: z.number().int(),
  /** Settled entries by cash date, the requested month last, without transfers between own accounts. */
  months: z.array(z.object({ month: z.string(), inflow_cents: z.number().int(), outflow_cents: z.number().int() })),
  /** The open titles due first. */
  next: z.array(
    z.object({
      id: Id,
      kind: z.enum(TITLE_KINDS),
      due_date: DayOut,
      amount_cents: z.number().int(),
      additional_information: z.string().nullable(),
      contact_name: z.string().nullable(),
    }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = resource('dashboard', {
  get: endpoint('GET /v1/companies/{c}/dashboard', {
    summary: 'O painel: saldo, vencimentos, caixa de seis meses e o que espera, no mês da data.',
    query: z.object({ date: Day.optional() }),
    returns: Dashboard,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'bills', 'receivables', 'statement_entries', 'contacts'],
  }),
})
