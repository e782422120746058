// Bank statements as offices get them, by mix of kinds, with the books they belong to and the right answer of every line.
import { dayOfSerial, serialOf } from '#domain/day-serial.ts'
import type { Line, Title } from '#domain/matching/candidates.ts'
import { seeded } from './matching-data.ts'

export type LineKind =
  | 'exact'
  | 'fee'
  | 'late'
  | 'discount'
  | 'withheld'
  | 'half'
  | 'several-titles'
  | 'several-lines'
  | 'other-account'
  | 'transfer'
  | 'card-batch'
  | 'bank-fee'
  | 'refund'
  | 'salary'
  | 'stranger'

/** How many of each kind stand among a hundred lines. */
export type Mix = Readonly<Partial<Record<LineKind, number>>>

/** An easy one, what was measured in real offices, and two harsher ones. */
export const MIXES: Readonly<Record<'easy' | 'office' | 'shop' | 'clinic', Mix>> = {
  easy: { exact: 70, 'bank-fee': 10, transfer: 4, 'several-titles': 2, 'several-lines': 4, late: 2, salary: 4, stranger: 4 },
  office: {
    exact: 46,
    fee: 3,
    late: 3,
    discount: 2,
    withheld: 2,
    half: 1,
    'several-titles': 5,
    'several-lines': 7,
    'other-account': 2,
    transfer: 4,
    'bank-fee': 12,
    refund: 4,
    salary: 4,
    stranger: 5,
  },
  shop: {
    exact: 20,
    late: 2,
    'card-batch': 30,
    fee: 8,
    'several-titles': 4,
    transfer: 4,
    'bank-fee': 18,
    refund: 6,
    salary: 4,
    stranger: 4,
  },
  clinic: {
    exact: 30,
    withheld: 20,
    discount: 8,
    half: 4,
    late: 6,
    'several-titles': 8,
    'several-lines': 6,
    'bank-fee': 8,
    salary: 6,
    stranger: 4,
  },
}

/** What a person who knows would make of a line. */
export type Truth =
  | { readonly kind: LineKind; readonly as: 'titles'; readonly title_ids: readonly string[]; readonly line_ids: readonly string[] }
  | { readonly kind: LineKind; readonly as: 'entry'; readonly category: string }
  | { readonly kind: LineKind; readonly as: 'transfer'; readonly line_id: string }

export interface Statement {
  /** Of two accounts: the one reconciled, and the one that transfers come from and go to. */
  readonly lines: Line[]
  readonly titles: Title[]
  readonly truth: ReadonlyMap<string, Truth>
  /** 'yyyy-MM-dd', a few days after the last line. */
  readonly today: string
}

export const ACCOUNTS = ['conta-1', 'conta-2'] as const

const PEOPLE =
  'Ana Prado|Bruno Teles|Carla Nunes|Diego Farias|Elisa Moura|Fabio Leite|Gilda Reis|Hugo Paes|Irene Dutra|Joel Siqueira|Karen Lobo|Lauro Pinho|Marta Viana|Nilo Sampaio|Olga Freire|Paulo Brandt|Quezia Melo|Rui Tavora|Sonia Barreto|Tulio Xavier'.split(
    '|',
  )
const FIRMS =
  'Padaria Vale Verde|Auto Pecas Ipe|Grafica Serrana|Clinica Horizonte|Transportes Lupa|Papelaria Nanquim|Oficina Tres Marias|Laboratorio Prisma|Hotel Bromelia|Mercado Estacao|Livraria Cordel|Vidros Cristalina|Madeiras Jatoba|Tecidos Aurora|Metalurgica Fenix|Escola Caminho|Farmacia Boldo|Academia Vertice|Estudio Lume|Agro Sertao'.split(
    '|',
  )
const SALARY = 'Salários'

interface Making {
  readonly random: () => number
  readonly month: number
  /** The first day of the first month. */
  readonly start: number
  readonly lines: Line[]
  readonly titles: Title[]
  readonly truth: Map<string, Truth>
  counter: number
}

/**
 * One month. The same seed has the same payers and terms in every month, so that what was learnt in one holds in the next.
 * Every amount is drawn anew, some titles share theirs, and half as many titles again wait for nobody.
 */
export function makeStatement(options: { seed: number; lines: number; mix: Mix; month?: number; start?: string }): Statement {
  const month = options.month ?? 0
  const making: Making = {
    random: seeded(options.seed * 31 + month),
    month,
    start: serialOf(options.start ?? START),
    lines: [],
    titles: [],
    truth: new Map(),
    counter: 0,
  }
  const total = Object.values(options.mix).reduce((sum, share) => sum + share, 0)
  for (const [kind, share] of Object.entries(options.mix) as [LineKind, number][]) {
    const wanted = Math.round((share * options.lines) / total)
    for (let made = 0; made < wanted; ) made += MAKERS[kind](making, made)
  }
  const paid = new Set(making.lines.map(line => Math.abs(line.amount_cents)))
  for (let extra = 0; extra < options.lines / 2; extra++) {
    let cents = amountOf(making)
    while (paid.has(cents)) cents++
    addTitle(making, firm(making), { due: Math.floor(making.random() * 28), cents })
  }
  apart(making)
  making.lines.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.id < other.id ? -1 : 1))
  return { lines: making.lines, titles: making.titles, truth: making.truth, today: dayAt(making, 33) }
}

/** A payment that is in no books has no title's amount, and no waiting title that of a line: chance nobody could tell from a payment. */
function apart({ lines, titles, truth }: Making): void {
  const taken = new Set(titles.map(({ amount_cents }) => amount_cents))
  for (const [at, line] of lines.entries()) {
    let cents = Math.abs(line.amount_cents)
    if (truth.get(line.id)?.as !== 'entry') continue
    while (taken.has(cents)) cents++
    lines[at] = { ...line, amount_cents: Math.sign(line.amount_cents) * cents }
  }
}

const START = '2026-03-02'
const dayAt = ({ month, start }: Making, day: number) => dayOfSerial(start + 30 * month + day)

interface Payer {
  readonly id: string
  readonly name: string
  readonly number: number
}

const firm = ({ random }: Making): Payer => {
  const number = Math.floor(random() * FIRMS.length)
  return { id: `firm-${number}`, name: FIRMS[number]!, number }
}

const nextId = (making: Making, prefix: string) => `${prefix}-${making.month}-${String(making.counter++).padStart(6, '0')}`

/** Some prices are on every list, the others are odd. */
function amountOf({ random }: Making): number {
  return random() < 0.08 ? 100 * Math.round(50 + random() * 40) * 10 : Math.round(8_000 + random() ** 2 * 900_000)
}

interface TitleMaking {
  readonly due: number
  readonly cents?: number
  readonly receivable?: boolean
  readonly account?: string | null
  readonly card?: boolean
  readonly withheld?: number
  readonly document?: string
  readonly overdue?: boolean
}

function addTitle(making: Making, payer: Payer, options: TitleMaking): Title {
  const day = dayAt(making, options.due)
  const title: Title = {
    id: nextId(making, 'titulo'),
    kind: (options.receivable ?? making.random() < 0.5) ? 'RECEIVABLE' : 'BILL',
    amount_cents: options.cents ?? amountOf(making),
    due_date: day,
    date: day,
    bank_account_id: options.account === undefined ? ACCOUNTS[0] : options.account,
    contact_id: payer.id,
    contact_name: payer.name,
    description: `${payer.name} ${making.month + 3}/2026`,
    document_number: options.document ?? null,
    identifiers: [],
    overdue: options.overdue ?? true,
    withholdings_cents: options.withheld ?? 0,
    is_card: options.card ?? false,
    category_id: null,
  }
  making.titles.push(title)
  return title
}

function addLine(making: Making, day: number, signed: number, memo: string, account: string = ACCOUNTS[0]): Line {
  const line = { id: nextId(making, 'linha'), day: dayAt(making, day), amount_cents: signed, memo, bank_account_id: account }
  making.lines.push(line)
  return line
}

const sign = ({ kind }: Title) => (kind === 'BILL' ? -1 : 1)
const upper = (name: string) => name.toUpperCase()
const pix = (title: Title) => `PIX ${title.kind === 'BILL' ? 'ENVIADO' : 'RECEBIDO'} ${upper(title.contact_name)}`.slice(0, 36)

function settle(making: Making, kind: LineKind, lines: readonly Line[], titles: readonly Title[]): number {
  const truth = { kind, as: 'titles', title_ids: titles.map(({ id }) => id), line_ids: lines.map(({ id }) => id) } as const
  for (const { id } of lines) making.truth.set(id, truth)
  return lines.length
}

function book(making: Making, kind: LineKind, line: Line, category: string): number {
  making.truth.set(line.id, { kind, as: 'entry', category })
  return 1
}

const FINE = 2
/** The terms of the generator are its own, so that they test the engine's: 2% once, 1% a month by the day. */
const lateCents = (cents: number, days: number) => Math.round((cents * FINE) / 100) + Math.round((cents * days) / 3000)

const MAKERS: Readonly<Record<LineKind, (making: Making, made: number) => number>> = {
  exact(making) {
    const due = 2 + Math.floor(making.random() * 24)
    const title = addTitle(making, firm(making), { due })
    const day = due + Math.floor(making.random() * 3)
    const memo = making.random() < 0.7 ? pix(title) : title.kind === 'BILL' ? 'PAGTO BOLETO' : 'LIQUIDACAO COBRANCA'
    return settle(making, 'exact', [addLine(making, day, sign(title) * title.amount_cents, memo)], [title])
  },
  // Each payer's bank takes the same fee every time.
  fee(making, made) {
    const payer = { ...firmAt(made % 3), id: `firm-${made % 3}` }
    const title = addTitle(making, payer, { due: 4 + Math.floor(making.random() * 20), receivable: true })
    const fee = 290 + payer.number * 110
    return settle(making, 'fee', [addLine(making, dueOf(making, title), title.amount_cents - fee, pix(title))], [title])
  },
  late(making) {
    const due = 2 + Math.floor(making.random() * 8)
    const days = 4 + Math.floor(making.random() * 14)
    const title = addTitle(making, firm(making), { due })
    const paid = title.amount_cents + lateCents(title.amount_cents, days)
    return settle(making, 'late', [addLine(making, due + days, sign(title) * paid, pix(title))], [title])
  },
  discount(making) {
    const title = addTitle(making, firm(making), { due: 12 + Math.floor(making.random() * 12), receivable: false, overdue: false })
    const paid = title.amount_cents - Math.round(title.amount_cents * (making.random() < 0.5 ? 0.05 : 0.1))
    return settle(making, 'discount', [addLine(making, dueOf(making, title) - 2, -paid, pix(title))], [title])
  },
  withheld(making) {
    const cents = amountOf(making)
    const withheld = Math.round(cents * (making.random() < 0.5 ? 0.0615 : 0.015))
    const due = 4 + Math.floor(making.random() * 20)
    const title = addTitle(making, firm(making), { due, cents, receivable: true, withheld, document: `NF ${1000 + making.counter}` })
    return settle(making, 'withheld', [addLine(making, due + 1, cents - withheld, pix(title))], [title])
  },
  half(making) {
    const title = addTitle(making, person(making), { due: 4 + Math.floor(making.random() * 20) })
    const paid = Math.round(title.amount_cents / 2)
    return settle(making, 'half', [addLine(making, dueOf(making, title), sign(title) * paid, pix(title))], [title])
  },
  'several-titles'(making) {
    const payer = firm(making)
    const due = 4 + Math.floor(making.random() * 18)
    const receivable = making.random() < 0.5
    const titles = [0, 1, 2].slice(0, 2 + Math.floor(making.random() * 2)).map(at => addTitle(making, payer, { due: due + at, receivable }))
    const paid = titles.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    return settle(making, 'several-titles', [addLine(making, due + 1, sign(titles[0]!) * paid, pix(titles[0]!))], titles)
  },
  'several-lines'(making) {
    const title = addTitle(making, person(making), { due: 8 + Math.floor(making.random() * 14) })
    const first = Math.round(title.amount_cents * (0.3 + making.random() * 0.3))
    const due = dueOf(making, title)
    const lines = [
      addLine(making, due - 3, sign(title) * first, pix(title)),
      addLine(making, due + 1, sign(title) * (title.amount_cents - first), pix(title)),
    ]
    return settle(making, 'several-lines', lines, [title])
  },
  'other-account'(making) {
    const title = addTitle(making, firm(making), { due: 4 + Math.floor(making.random() * 20), account: ACCOUNTS[1] })
    return settle(making, 'other-account', [addLine(making, dueOf(making, title), sign(title) * title.amount_cents, pix(title))], [title])
  },
  transfer(making) {
    const cents = amountOf(making)
    const day = 3 + Math.floor(making.random() * 22)
    const out = addLine(making, day, -cents, 'TRANSF ENTRE CONTAS MESMA TITULARIDADE')
    const into = addLine(making, day + 1, cents, 'TED RECEBIDA MESMA TITULARIDADE', ACCOUNTS[1])
    making.truth.set(out.id, { kind: 'transfer', as: 'transfer', line_id: into.id })
    making.truth.set(into.id, { kind: 'transfer', as: 'transfer', line_id: out.id })
    return 1
  },
  // Sales of a day, paid the next one less 1,99%.
  'card-batch'(making, made) {
    const due = 1 + made
    const count = 3 + Math.floor(making.random() * 8)
    // A month has so many days.
    if (due > 27) return Number.POSITIVE_INFINITY
    const titles = Array.from({ length: count }, () =>
      addTitle(making, person(making), {
        due,
        receivable: true,
        card: true,
        overdue: false,
        cents: Math.round(2_000 + making.random() * 30_000),
      }),
    )
    const sum = titles.reduce((total, { amount_cents }) => total + amount_cents, 0)
    const line = addLine(making, due, sum - Math.round(sum * 0.0199), 'CIELO VENDAS CARTAO')
    return settle(making, 'card-batch', [line], titles)
  },
  'bank-fee'(making, made) {
    const memo = ['TARIFA PIX ENVIADO', 'TARIFA COBRANCA', 'IOF OPERACAO CREDITO', 'TAR MANUTENCAO CONTA'][made % 4]!
    const line = addLine(making, 2 + Math.floor(making.random() * 26), -Math.round(90 + making.random() * 6_000), memo)
    return book(making, 'bank-fee', line, memo.startsWith('IOF') ? 'IOF' : 'Tarifas bancárias')
  },
  refund(making) {
    const line = addLine(making, 2 + Math.floor(making.random() * 26), amountOf(making), 'ESTORNO COMPRA CARTAO')
    return book(making, 'refund', line, 'Descontos e reembolsos obtidos')
  },
  salary(making, made) {
    const line = addLine(making, 4, -Math.round(180_000 + making.random() * 300_000), `PGTO SALARIO ${upper(PEOPLE[made % 6]!)}`)
    return book(making, 'salary', line, SALARY)
  },
  // The same few shops every month, in no books before.
  stranger(making, made) {
    const memo = ['COMPRA POSTO ALVORADA', 'COMPRA RESTAURANTE SABOR', 'ASSINATURA NUVEM DIGITAL', 'COMPRA FERRAGENS LIMA'][made % 4]!
    const line = addLine(making, 2 + Math.floor(making.random() * 26), -amountOf(making), memo)
    return book(making, 'stranger', line, STRANGERS[made % 4]!)
  },
}

const STRANGERS = ['Viagens e deslocamentos', 'Benefícios', 'Software e assinaturas', 'Manutenção'] as const

const firmAt = (number: number): Payer => ({ id: `firm-${number}`, name: FIRMS[number]!, number })
/** Numbered after the firms. */
const person = ({ random }: Making): Payer => {
  const number = Math.floor(random() * PEOPLE.length)
  return { id: `person-${FIRMS.length + number}`, name: PEOPLE[number]!, number }
}
const dueOf = (making: Making, title: Title) => serialOf(title.due_date) - making.start - 30 * making.month
