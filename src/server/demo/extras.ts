// What surrounds the books: rules, budgets, closed periods and notifications.
import { addDays, addMonths, type Day, endOfMonth, formatMonth, startOfMonth } from '#domain/days.ts'
import type { Books } from './books.ts'
import { serviceOf } from './catalogue.ts'
import type { DemoCompany } from './companies.ts'
import { happenedAt, instantOf } from './title.ts'

/** Without a category: that of the company's own tax slip. */
const RULES: readonly (readonly [contains: string, category: string | null, direction: 'DEBIT' | 'CREDIT'])[] = [
  ['TARIFA PACOTE DE SERVICOS', 'Tarifas bancárias', 'DEBIT'],
  ['RENDIMENTO APLIC AUTOM', 'Rendimentos de aplicações', 'CREDIT'],
  ['PAGTO TRIBUTO DAS', null, 'DEBIT'],
]

const BUDGETED: readonly (readonly [category: string, share: number])[] = [
  ['Venda de produtos', 0.95],
  ['Prestação de serviços', 0.95],
  ['Compra de mercadorias', 0.3],
  ['Aluguel e condomínio', 0.05],
  ['Água, energia e gás', 0.015],
  ['Salários', 0.12],
  ['Marketing e publicidade', 0.02],
]

export function writeRules(books: Books): void {
  const { random, sink, start, company } = books.facts
  const das = company.regime === 'MEI' ? 'DAS-MEI' : 'Simples Nacional (DAS)'
  RULES.forEach(([contains, named, direction], priority) => {
    const category = named ?? das
    const created = instantOf(start, 1)
    sink.add('rules', {
      id: random.id(created),
      created_at: new Date(created).toISOString(),
      name: category,
      contains,
      direction,
      category_id: books.category(category),
      priority,
    })
  })
}

/** One budget per category and month of the last and the current year; a MEI plans nothing. */
export function writeBudgets(books: Books): void {
  if (books.facts.company.regime === 'MEI') return
  const year = Number(books.facts.today.slice(0, 4))
  writeYearBudgets(books, year - 1, 0.94)
  writeYearBudgets(books, year, 1)
}

function writeYearBudgets(books: Books, year: number, part: number): void {
  const { random, sink, company, sector } = books.facts
  const first = `${year}-01-01`
  const created = instantOf(addDays(first, -20))
  for (const [category, share] of BUDGETED) {
    if (share > 0.9 && category !== sector.revenue) continue
    for (let at = 0; at < 12; at++) {
      const month = addMonths(first, at)
      sink.add('category_budgets', {
        id: random.id(created),
        created_at: new Date(created).toISOString(),
        category_id: books.category(category),
        amount_cents: Math.round((company.revenue * share * part) / 10_000) * 10_000,
        initial_date: month,
        end_date: endOfMonth(month),
      })
    }
  }
}

/** The end of the last month that may be closed, because nothing in it waits any more. */
function lastClosedDay(today: Day): Day {
  let month = addMonths(startOfMonth(today), -1)
  while (endOfMonth(month) > addDays(today, -50)) month = addMonths(month, -1)
  return endOfMonth(month)
}

/** Closed past quarters; in some companies the newest was closed, reopened, and closed again. */
export function writeClosedRanges(books: Books): void {
  const { random, sink, start, today, accountantId, company } = books.facts
  if (!company.closed) return
  const last = lastClosedDay(today)
  for (let from = start; from <= last; from = addMonths(from, 3)) {
    const quarter = endOfMonth(addMonths(from, 2))
    const end = quarter < last ? quarter : last
    const closed = instantOf(addDays(end, 22), 3)
    const range = { start_date: from, end_date: end, closed_by: accountantId }
    const closed_at = new Date(closed).toISOString()
    sink.add('date_ranges', { ...range, id: random.id(closed), created_at: closed_at, closed_at, status: 'CLOSED' })
    if (end !== last || company.revenue % 200_000 !== 0) continue
    const before = instantOf(addDays(end, 18), 2)
    const opened = instantOf(addDays(end, 20), 1)
    sink.add('date_ranges', {
      ...range,
      id: random.id(before),
      created_at: new Date(before).toISOString(),
      updated_at: new Date(opened).toISOString(),
      closed_at: new Date(before).toISOString(),
      status: 'OPEN',
      opened_at: new Date(opened).toISOString(),
      opened_by: accountantId,
    })
  }
}

interface DemoNotice {
  readonly type: 'TAX' | 'TRANSACTION' | 'NOTA_FISCAL' | 'DIGITAL_ACCOUNT' | 'BOLETO'
  readonly title: string
  readonly body: string
  readonly action: string
  readonly at: number
  readonly read: boolean
}

/** Recent notifications of a company's people. */
export function noticesOf(companyId: string, company: DemoCompany, today: Day): DemoNotice[] {
  const name = company.trade_name
  const last = formatMonth(addMonths(today, -1))
  return [
    {
      type: 'TRANSACTION',
      title: 'Extrato importado',
      body: `${name}: há linhas novas a conciliar.`,
      action: `/company/${companyId}/conciliation`,
      at: happenedAt(today, 0, today),
      read: false,
    },
    {
      type: 'TAX',
      title: 'DAS a pagar',
      body: `${name}: o DAS de ${last} vence no dia 20.`,
      action: `/company/${companyId}/taxes`,
      at: instantOf(addDays(today, -1), -5),
      read: false,
    },
    {
      type: 'NOTA_FISCAL',
      title: 'Nota rejeitada',
      body: `${name}: uma nota emitida foi rejeitada e espera correção.`,
      action: `/company/${companyId}/${serviceOf(company.sector) ? 'service-nfes' : 'product-nfes'}`,
      at: instantOf(addDays(today, -2), -5),
      read: false,
    },
    ...(company.rank === 'showcase'
      ? [
          {
            type: 'DIGITAL_ACCOUNT' as const,
            title: 'Pagamentos à espera',
            body: `${name}: uma ordem de pagamento espera aprovação.`,
            action: `/company/${companyId}/payment-orders`,
            at: instantOf(addDays(today, -1), -4),
            read: false,
          },
        ]
      : []),
    {
      type: 'BOLETO',
      title: 'Contas vencidas',
      body: `${name}: confira as contas vencidas desta semana.`,
      action: `/company/${companyId}/bills`,
      at: instantOf(addDays(today, -3), -5),
      read: true,
    },
  ]
}
