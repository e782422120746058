// Deterministic statement lines and open titles of any size: the same seed gives the same data on every machine.
import type { Lesson, Line, Title } from '#domain/matching/candidates.ts'

export interface MatchingDataOptions {
  readonly lines: number
  readonly titles: number
  readonly seed?: number
  /** Bank accounts of the company; 3 by default. */
  readonly accounts?: number
  /** Days over which titles fall due and lines happen; 365 by default. */
  readonly days?: number
  /** The share of titles without an account; 0.2 by default. */
  readonly unbound?: number
  /** Draws amounts from so few prices that most titles share theirs; 0, the default, makes all amounts free. */
  readonly prices?: number
}

export interface MatchingData {
  readonly lines: Line[]
  readonly titles: Title[]
  /** The titles each line was made from; absent for lines made from nothing. */
  readonly truth: Map<string, readonly string[]>
  /** 'yyyy-MM-dd', after every line. */
  readonly today: string
}

const firstNames = 'Padaria Mercado Auto Clínica Oficina Gráfica Construtora Ateliê Farmácia Pousada Livraria Sapataria'.split(' ')
const middleNames =
  'São José|Boa Vista|Três Irmãos|Santa Luzia|Novo Horizonte|Central|do Porto|Ipiranga|Aurora|Maringá|Bela Flor|Pinheiros|Guanabara|Vitória'.split(
    '|',
  )
const lastNames = 'Silva Souza Oliveira Pereira Ferreira Almeida Ribeiro Carvalho Gomes Martins Araújo Barbosa Rocha Cardoso'.split(' ')
const subjects =
  'Aluguel|Mensalidade|Material de escritório|Honorários|Manutenção|Consultoria|Frete|Licença de software|Energia|Internet'.split('|')
const firstDay = Date.UTC(2025, 0, 1)

/** 0 <= result < 1, mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function makeMatchingData(options: MatchingDataOptions): MatchingData {
  const random = seeded(options.seed ?? 1)
  const days = options.days ?? 365
  const accounts = Array.from({ length: options.accounts ?? 3 }, (_, number) => `account-${number + 1}`)
  const contacts = Array.from({ length: Math.max(5, Math.round(options.titles / 20)) }, (_, number) => makeContact(random, number))
  const titles = Array.from({ length: options.titles }, (_, number) => makeTitle(random, number, { contacts, accounts, days, options }))
  const truth = new Map<string, readonly string[]>()
  const byContact = groupBy(titles, title => `${title.kind} ${title.contact_id} ${title.bank_account_id}`)
  const lines: Line[] = []
  for (let number = 0; number < options.lines; number++) {
    const title = titles[Math.floor((number * titles.length) / options.lines)]
    const id = `line-${String(number).padStart(7, '0')}`
    const fallback = accounts[Math.floor(random() * accounts.length)]!
    const made = title
      ? makeLine(random, title, byContact.get(`${title.kind} ${title.contact_id} ${title.bank_account_id}`) ?? [title])
      : null
    if (!made || !title) {
      lines.push({
        id,
        day: dayAt(Math.floor(random() * days)),
        amount_cents: -amountOf(random, 0),
        memo: 'COMPRA CARTAO POSTO 24H',
        bank_account_id: fallback,
      })
      continue
    }
    lines.push({ ...made.line, id, bank_account_id: title.bank_account_id ?? fallback })
    truth.set(id, made.from)
  }
  return { lines, titles, truth, today: dayAt(days + 70) }
}

interface Contact {
  readonly id: string
  readonly name: string
  readonly document: string
}

function makeContact(random: () => number, number: number): Contact {
  const name = `${pick(random, firstNames)} ${pick(random, middleNames)} ${pick(random, lastNames)} ${letters(number)} Ltda`
  return { id: `contact-${String(number).padStart(6, '0')}`, name, document: String(10_000_000_000_000 + Math.floor(random() * 8e13)) }
}

function makeTitle(
  random: () => number,
  number: number,
  { contacts, accounts, days, options }: { contacts: Contact[]; accounts: string[]; days: number; options: MatchingDataOptions },
): Title {
  const contact = contacts[Math.floor(random() * contacts.length)]!
  const dueAt = Math.floor(random() * days)
  const amount_cents = amountOf(random, options.prices ?? 0)
  const serviceInvoice = random() < 0.05
  return {
    id: `title-${String(number).padStart(8, '0')}`,
    kind: random() < 0.5 ? 'BILL' : 'RECEIVABLE',
    amount_cents,
    due_date: dayAt(dueAt),
    date: dayAt(random() < 0.9 ? dueAt : dueAt + 2),
    bank_account_id: random() < (options.unbound ?? 0.2) ? null : accounts[Math.floor(random() * accounts.length)]!,
    contact_id: contact.id,
    contact_name: contact.name,
    contact_document: contact.document,
    description: `${pick(random, subjects)} ${1 + Math.floor(random() * 12)}/2025`,
    document_number: random() < 0.6 ? `NF ${10_000 + number}` : null,
    identifiers: random() < 0.5 ? [String(34_190_000_000_000 + number * 7)] : [],
    overdue: random() < 0.3,
    withholdings_cents: serviceInvoice ? Math.floor(amount_cents * 0.0615) : 0,
    is_card: random() < 0.05,
  }
}

type MadeLine = { line: Omit<Line, 'id' | 'bank_account_id'>; from: readonly string[] }

/** 62% named plainly; then nameless, by number, by identifier, minus a fee, late with charges, by contact group, and 8% from nowhere. */
function makeLine(random: () => number, title: Title, sameContact: readonly Title[]): MadeLine | null {
  const sort = random()
  const dueAt = Math.round((Date.parse(title.due_date) - firstDay) / 86_400_000)
  const near = dueAt + Math.floor(random() * 7) - 2
  const name = title.contact_name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const made = (amount: number, memo: string, at = near, from: readonly string[] = [title.id]): MadeLine => ({
    line: { day: dayAt(at), amount_cents: title.kind === 'BILL' ? -amount : amount, memo },
    from,
  })
  if (sort < 0.62) return made(title.amount_cents, `${title.kind === 'BILL' ? 'PIX ENVIADO' : 'PIX RECEBIDO'} ${name}`.slice(0, 36))
  if (sort < 0.7) return made(title.amount_cents, 'LIQUIDACAO COBRANCA')
  if (sort < 0.75) return made(title.amount_cents, `PAGTO ${title.document_number ?? 'BOLETO'}`)
  if (sort < 0.79) return made(title.amount_cents, `BOLETO ${title.identifiers[0] ?? name}`)
  if (sort < 0.83) return made(title.amount_cents - 290, `TED ${name}`)
  if (sort < 0.88) return made(Math.round(title.amount_cents * 1.0233), `PIX RECEBIDO ${name}`, dueAt + 10)
  if (sort < 0.92) {
    const group = sameContact
      .filter(other => Math.abs(Date.parse(other.due_date) - Date.parse(title.due_date)) <= 8 * 86_400_000)
      .slice(0, 3)
    const sum = group.reduce((total, other) => total + other.amount_cents, 0)
    return made(
      sum,
      `PIX ${name}`,
      near,
      group.map(other => other.id),
    )
  }
  return null
}

function amountOf(random: () => number, prices: number): number {
  if (prices > 0) return 4_990 + 2_500 * Math.floor(random() * prices)
  return Math.round(1_000 * 5_000 ** random()) + (random() < 0.2 ? 0 : Math.floor(random() * 100))
}

function dayAt(offset: number): string {
  return new Date(firstDay + offset * 86_400_000).toISOString().slice(0, 10)
}

function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!
}

/** 0 -> 'Baba': a distinct, pronounceable word for each number. */
function letters(number: number): string {
  const consonants = 'BCDFGLMNPRSTVZ'
  const vowels = 'aeiou'
  let text = ''
  let left = number + 70
  while (left > 0) {
    text += consonants[left % 14]! + vowels[Math.floor(left / 14) % 5]!
    left = Math.floor(left / 70)
  }
  return text[0] + text.slice(1).toLowerCase()
}

/** Map.groupBy is newer than Node 20. */
function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** A line of 10/03/2026, R$ 123,45 out, unless overridden. */
export function aLine(over: Partial<Line> = {}): Line {
  return { id: 'line-1', day: '2026-03-10', amount_cents: -12_345, memo: 'PAGTO BOLETO', bank_account_id: 'account-1', ...over }
}

/** An open bill of R$ 123,45 due on 10/03/2026 in the account of `aLine`, without a contact, unless overridden. */
export function aTitle(over: Partial<Title> = {}): Title {
  return {
    id: 'title-1',
    kind: 'BILL',
    amount_cents: 12_345,
    due_date: '2026-03-10',
    date: over.due_date ?? '2026-03-10',
    bank_account_id: 'account-1',
    contact_id: null,
    contact_name: '',
    description: '',
    identifiers: [],
    overdue: false,
    ...over,
  }
}

/** One earlier line of this pattern that a bill of the books answered, unless overridden. */
export function aLesson(over: Partial<Lesson> & Pick<Lesson, 'pattern'>): Lesson {
  const times = over.times ?? 1
  return {
    kind: 'BILL',
    answer: 'title',
    contact_id: null,
    category_id: null,
    bank_account_id: null,
    times,
    weight: times,
    last_day: '2026-02-10',
    ...over,
  }
}
