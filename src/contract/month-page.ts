// The month in one page: what it shows, its PDF, and the links that open it without sign-in until they run out or are taken back.
import { z } from 'zod'
import { MONTH_LINK_STATES } from '#domain/enums.ts'
import { LINK_DAYS } from '#domain/month-page.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, DayOut, Id, ReportPeriod } from './kit/fields.ts'

const Cents = z.int()
const Series = z.array(Cents)

const Closed = z.object({ on: DayOut, by_name: z.string().nullable() })

const Line = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['block', 'subtotal', 'result']),
  amount_cents: Cents,
  last_cents: Cents,
  /** The same month of the year before; null where the books do not have it. */
  year_ago_cents: Cents.nullable(),
  /** Percent of net revenue; null when there is none. */
  percent: z.number().nullable(),
})

const MonthPage = z.object({
  /** 'yyyy-MM'. */
  month: z.string(),
  last_month: z.string(),
  /** Null where the books do not reach back so far. */
  year_ago: z.string().nullable(),
  start_date: DayOut,
  end_date: DayOut,
  company_name: z.string(),
  company_document: z.string(),
  made_on: DayOut,
  /** Who closed the whole month, and when; null while any of it is open. */
  closed: Closed.nullable(),
  said: z.object({ before: z.string(), figure: z.string(), after: z.string(), lead: z.string() }),
  /** Ten lines at most, by competence; the result last. */
  lines: z.array(Line),
  /** Twelve months, this one last. */
  months: z.array(z.object({ month: z.string(), sales_cents: Cents, costs_cents: Cents })),
  /** opening + inflow + outflow + other = closing; outflow is negative. */
  cash: z.object({
    accounts: z.array(z.string()),
    opening_cents: Cents,
    inflow_cents: Cents,
    outflow_cents: Cents,
    other_cents: Cents,
    closing_cents: Cents,
  }),
  notes: z.array(z.object({ strong: z.string(), text: z.string() })),
})
export type MonthPage = z.infer<typeof MonthPage>

export const MonthLink = z.object({
  id: Id,
  company_id: Id,
  /** 'yyyy-MM'. */
  month: z.string(),
  state: z.enum(MONTH_LINK_STATES),
  made_by_name: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
})
export type MonthLink = z.infer<typeof MonthLink>

/** Each report with its figure of the month, and how it came there. */
const Overview = z.object({
  month: z.string(),
  last_month: z.string(),
  said: MonthPage.shape.said,
  /** The result by competence, twelve months. */
  result: z.object({ amount_cents: Cents, last_cents: Cents, months: Series }),
  /** What all accounts held at the end of each of twelve months. */
  cash: z.object({ day: DayOut, closing_cents: Cents, change_cents: Cents, months: Series }),
  /** Expenses planned and realised; null where nothing is planned. */
  budget: z
    .object({ planned_cents: Cents, realised_cents: Cents, worst: z.object({ name: z.string(), over_cents: Cents }).nullable() })
    .nullable(),
  /** Late today: for 1 to 7 days, for 8 to 30, for longer. */
  receivables: z.object({
    amount_cents: Cents,
    count: z.int(),
    old_count: z.int(),
    ages: z.tuple([Cents, Cents, Cents]),
  }),
  /** Settled entries of each of twelve months. */
  ledger: z.object({ count: z.int(), months: z.array(z.int()) }),
  /** The account that differs most; null where no statement reaches into the month. */
  ladder: z.object({ difference_cents: Cents, account: z.string(), since: DayOut.nullable(), days: z.array(Cents) }).nullable(),
  closed: Closed.nullable(),
})
export type ReportsOverview = z.infer<typeof Overview>

const Month = ReportPeriod.pick({ date: true })
const reads = ['bank_accounts', 'categories', 'bills', 'receivables', 'transfers', 'date_ranges', 'company'] as const
const writes = ['month_links'] as const

export const monthPage = resource('monthPage', {
  overview: endpoint('GET /v1/companies/{c}/reports/overview', {
    summary: 'Cada relatório com o seu número do mês da data e como chegou nele.',
    query: Month,
    returns: Overview,
    needs: 'reports:v',
    own: true,
    reads: [...reads, 'bank_statements', 'statement_entries'],
  }),
  get: endpoint('GET /v1/companies/{c}/reports/month', {
    summary: 'O mês da data em uma página: dez linhas ao lado do mês anterior, o dinheiro no banco e o que olhar.',
    query: Month,
    returns: MonthPage,
    needs: 'reports:v',
    own: true,
    reads,
  }),
  download: endpoint('GET /v1/companies/{c}/reports/month/download', {
    summary: 'O mês em uma página, em PDF.',
    query: Month,
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    own: true,
  }),
  links: endpoint('GET /v1/companies/{c}/reports/month/links', {
    summary: 'Os links do mês da data: quem fez, até quando valem, e os que não abrem mais.',
    query: Month,
    returns: z.array(MonthLink),
    needs: 'reports:x',
    own: true,
    reads: ['month_links'],
  }),
  share: endpoint('POST /v1/companies/{c}/reports/month/links', {
    summary: 'Faz um link que abre a página do mês da data, sem senha, até vencer.',
    body: z.object({ date: Day.optional(), days: z.literal([...LINK_DAYS]).default(30) }).strict(),
    returns: MonthLink,
    creates: true,
    needs: 'reports:x',
    writes,
    fails: ['validation.failed', 'rate.limited'],
    irreversible: true,
    own: true,
  }),
  link: endpoint('GET /v1/companies/{c}/reports/month/links/{id}', {
    summary: 'O endereço de um link que ainda abre.',
    returns: z.object({ url: z.string() }),
    needs: 'reports:x',
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  revoke: endpoint('PATCH /v1/companies/{c}/reports/month/links/{id}/revoke', {
    summary: 'Retira um link: ele deixa de abrir na mesma hora.',
    returns: MonthLink,
    needs: 'reports:x',
    writes,
    fails: ['conflict.invalid_transition'],
    irreversible: true,
    own: true,
  }),
  open: endpoint('GET /v1/month/{token}', {
    summary: 'A página por trás de um link. O que venceu, foi retirado ou nunca existiu tem uma só resposta.',
    returns: MonthPage,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    own: true,
  }),
})
