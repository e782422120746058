// A company founded for one journey: a chart of categories, two accounts, and the hundred bank lines of the keystroke budget.
import { randomInt } from 'node:crypto'
import { addDays } from '#domain/days.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { ISSUER_ADDRESS } from '#tests/kit/issuer-address.ts'
import { type Api, type Company, today } from './fixtures.ts'

export interface Founded extends Company {
  accountId: string
  otherAccountId: string
}

interface Line {
  date: string
  description: string
  amount_cents: number
}

/** A company of its own, so that no other journey meets its records. */
export async function foundCompany(api: Api, name: string): Promise<Founded> {
  const number = randomInt(10_000_000, 80_000_000)
  const company = await api.post<Company>('/companies', { document_number: cnpjNumber(number), name: `${name} ${number}` })
  const c = company.id
  await api.post(`/companies/${c}/categories/initial_setup`, {})
  const account = (routing_number: string, account_number: string) =>
    api.post<{ id: string }>(`/companies/${c}/bank_accounts`, { routing_number, kind: 'CHECKING', branch_number: '0001', account_number })
  const main = await account('341', '10001-1')
  const other = await account('237', '20002-2')
  return { id: c, name: company.name, accountId: main.id, otherAccountId: other.id }
}

/** Issues service notes through the portal, which needs no certificate; has a service and a customer. */
export async function sellServices(api: Api, { id }: Founded): Promise<void> {
  const c = `/companies/${id}`
  await api.post(`${c}/activate_invoice_issuance`, SERVICE_ISSUANCE)
  await api.post(`${c}/services`, {
    name: 'Consultoria',
    description: 'Consultoria em informática',
    municipal_service_code: '1.06',
    iss_rate: 290,
  })
  await api.post('/contacts/', { company_id: id, kind: 'CUSTOMER', name: 'Ana Souza', document_number: cpfNumber(61_001) })
}

export const SERVICE_ISSUANCE = {
  kinds: ['SERVICE'],
  address: ISSUER_ADDRESS,
  authentication_method: 'PORTAL',
  portal_login: '12345',
  portal_password: 'senha-do-portal',
} as const

/** Words that share no beginning and no syllable pair, so that each names one contact. */
function nameOf(at: number): string {
  const first = 'bcdfgjlmnprstvz'[at % 15]
  const second = 'aeiou'[Math.floor(at / 15) % 5]
  const third = 'rlmnst'[(at * 7) % 6]
  return `${first}${second}${third}ind${'aeo'[at % 3]}${'qvxbk'[Math.floor(at / 3) % 5]}o${at}x`.toUpperCase()
}

/** Amounts of their own, never round, far from one another in cents. */
const centsOf = (at: number) => 40_000 + at * 1_713 + 7

/** 70 certain lines, 15 between two titles, 10 that no title explains, 4 paying 2 titles two by two, and 1 to divide. */
export async function hundredLines(api: Api, { id: c, accountId }: Founded): Promise<void> {
  const lines: Line[] = []
  const day = (ago: number) => addDays(today(), -ago)
  const contactOf = async (name: string, kind: 'SUPPLIER' | 'CUSTOMER') =>
    (await api.post<{ id: string }>('/contacts/', { company_id: c, kind, name })).id
  const title = async (kind: 'bills' | 'receivables', name: string, amount_cents: number, due_date: string, text: string) =>
    api.post(`/companies/${c}/${kind}`, {
      amount_cents,
      due_date,
      additional_information: text,
      contact_id: await contactOf(name, kind === 'bills' ? 'SUPPLIER' : 'CUSTOMER'),
    })
  const work: (() => Promise<unknown>)[] = []
  for (let at = 0; at < 70; at++) {
    const isBill = at % 2 === 0
    // The very first line is a certain one, so that all others come after it.
    const date = day(at === 0 ? 25 : 3 + (at % 20))
    lines.push({
      date,
      description: `PIX ${isBill ? 'ENVIADO' : 'RECEBIDO'} ${nameOf(at)}`,
      amount_cents: isBill ? -centsOf(at) : centsOf(at),
    })
    work.push(() => title(isBill ? 'bills' : 'receivables', nameOf(at), centsOf(at), date, `Certa ${at + 1}`))
  }
  for (let at = 0; at < 15; at++) {
    const cents = 300_000 + at * 41_000
    const date = day(22 - at)
    lines.push({ date, description: 'PAGAMENTO DE CONTA', amount_cents: -cents })
    for (const twin of [1, 2]) work.push(() => title('bills', `${nameOf(100 + at * 2 + twin)}`, cents, date, `Dúvida ${at + 1}, ${twin}`))
  }
  for (let at = 0; at < 10; at++) lines.push({ date: day(4), description: `COMPRA CARTAO POSTO ${at}`, amount_cents: -(1_013 + at * 211) })
  // Lines of one day have no order of their own: each pair has its day.
  for (const pair of [0, 1]) {
    const date = day(2 - pair)
    const name = nameOf(200 + pair)
    const [one, two] = [5_001_37 + pair * 91_100, 3_002_41 + pair * 33_300]
    lines.push(
      { date, description: `PIX ENVIADO ${name}`, amount_cents: -one },
      { date, description: `PIX ENVIADO ${name}`, amount_cents: -two },
    )
    work.push(() => title('bills', name, one + two, date, `Em duas vezes ${pair + 1}`))
  }
  lines.push({ date: today(), description: 'COMPRA ATACADO', amount_cents: -7_777 })
  // A few at a time: the calls are the product's own, with its limits.
  for (let at = 0; at < work.length; at += 6) await Promise.all(work.slice(at, at + 6).map(each => each()))
  await api.post(`/companies/${c}/bank_statements`, { bank_account_id: accountId, entries: lines })
}

/** One line of each kind that needs a person, and their titles. */
export async function fewLines(api: Api, { id: c, accountId, otherAccountId }: Founded): Promise<void> {
  const day = (ago: number) => addDays(today(), -ago)
  const title = async (kind: 'bills' | 'receivables', name: string, amount_cents: number, due_date: string) => {
    const contact = await api.post<{ id: string }>('/contacts/', {
      company_id: c,
      kind: kind === 'bills' ? 'SUPPLIER' : 'CUSTOMER',
      name,
    })
    await api.post(`/companies/${c}/${kind}`, { amount_cents, due_date, additional_information: `Título ${name}`, contact_id: contact.id })
  }
  await title('bills', 'Gráfica Ipiranga', 85_431, day(9))
  await title('bills', 'Moinho Guanabara', 100_000, day(12))
  await title('receivables', 'Empório Central', 312_600, day(8))
  await title('bills', 'Oficina Maringá', 64_219, day(3))
  const line = (ago: number, description: string, amount_cents: number) => ({ date: day(ago), description, amount_cents })
  await api.post(`/companies/${c}/bank_statements`, {
    bank_account_id: accountId,
    entries: [
      line(9, 'PIX ENVIADO GRAFICA IPIRANGA', -85_431),
      // Four days late: 2% of fine, and seven cents more than 1% a month of interest, so that somebody has to say what they are.
      line(8, 'BOLETO PAGO MOINHO GUANABARA', -102_140),
      line(7, 'PIX RECEBIDO EMPORIO CENTRAL', 150_000),
      line(6, 'TARIFA PACOTE DE SERVICOS', -8_990),
      line(5, 'TARIFA PACOTE DE SERVICOS', -8_990),
      line(4, 'TRANSFERENCIA PARA BRADESCO', -250_000),
      line(3, 'PIX ENVIADO OFICINA MARINGA', -64_219),
    ],
  })
  await api.post(`/companies/${c}/bank_statements`, {
    bank_account_id: otherAccountId,
    entries: [line(4, 'TED RECEBIDA ITAU', 250_000)],
  })
}
