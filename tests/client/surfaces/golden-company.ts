// A bakery as the palette knows it: its registers and open bills in the cache, and the server's search answered from the same titles.
import { queryClient, reading } from '#client/data/queries.ts'
import { accountsOf, categoriesOf, contactsOf } from '#client/data/registers.ts'
import { byCompany, itemOf } from '#client/shell/search-source.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import type { PaletteSource } from '#client/surfaces/palette-source.ts'
import type { BankAccount } from '#contract/bank-accounts.ts'
import type { Bill } from '#contract/bills.ts'
import type { Category } from '#contract/categories.ts'
import { type CompanySummary, companies } from '#contract/companies.ts'
import type { Contact } from '#contract/contacts.ts'
import type { SearchHit } from '#contract/queue.ts'
import type { CategoryKind, ContactKind } from '#domain/enums.ts'
import { parseAmount } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import { COMPANY } from '#tests/kit/commands.ts'
import { account, category, supplier } from '../titles/records.ts'

const contact = (id: string, name: string, document_number: string | null, kind: ContactKind = 'SUPPLIER'): Contact => ({
  ...supplier,
  company_id: COMPANY.id,
  id,
  name,
  document_number,
  kind,
})
const CONTACTS = [
  contact('refrig', 'Refrigeração Mineira', '11222333000181'),
  contact('luz', 'Companhia de Luz do Vale', '33000167000101'),
  contact('granja', 'Granja Boa Vista', '07526557000100'),
  contact('moinho', 'Moinho Santa Clara', '60746948000112'),
  contact('maria', 'Maria Aparecida de Souza', '52998224725'),
  contact('estrela', 'Mercado Estrela', '45997418000153', 'CUSTOMER'),
  contact('hotel', 'Hotel Serra Azul', '33372251000156', 'CUSTOMER'),
]

const leaf = (id: string, name: string, kind: CategoryKind = 'DEBIT'): Category => ({ ...category, company_id: COMPANY.id, id, name, kind })
const CATEGORIES = [
  leaf('energia', 'Energia elétrica'),
  leaf('aluguel', 'Aluguel'),
  leaf('salarios', 'Salários'),
  leaf('materia', 'Matéria-prima'),
  leaf('manutencao', 'Manutenção'),
  leaf('tarifas', 'Tarifas bancárias', 'CHARGE'),
  leaf('vendas', 'Vendas no balcão', 'CREDIT'),
]

const ACCOUNTS: readonly BankAccount[] = [
  { ...account, company_id: COMPANY.id, id: 'itau', institution_name: 'Itaú', routing_number: '341', account_number: '45871-3' },
  { ...account, company_id: COMPANY.id, id: 'sicoob', institution_name: 'Sicoob', routing_number: '756', account_number: '9920-4' },
]

const NEIGHBOUR = 'Oficina Andrade'
const office = (id: string, name: string, document_number: string) =>
  ({ id, name, document_number, pending_lines_count: 0 }) as unknown as CompanySummary
const COMPANIES = [
  office(COMPANY.id, COMPANY.name, '18204551000184'),
  office('oficina', NEIGHBOUR, '27865757000102'),
  office('clinica', 'Clínica Vida Plena', '61585865000151'),
]

interface OpenTitle {
  readonly id: string
  readonly title: string
  readonly contact: string
  readonly category: string
  readonly cents: number
  readonly due: string
  readonly number?: string
}
const TITLES: readonly OpenTitle[] = [
  { id: 'luz-out', title: 'Energia elétrica, outubro', contact: 'luz', category: 'energia', cents: 128_490, due: '2026-10-28' },
  { id: 'luz-nov', title: 'Energia elétrica, novembro', contact: 'luz', category: 'energia', cents: 131_055, due: '2026-11-28' },
  { id: 'ovos', title: 'Ovos e fermento', contact: 'granja', category: 'materia', cents: 64_275, due: '2026-11-12', number: 'NF-4512' },
  {
    id: 'farinha',
    title: 'Farinha de trigo',
    contact: 'moinho',
    category: 'materia',
    cents: 287_650,
    due: '2026-11-16',
    number: '000.981',
  },
  { id: 'camara', title: 'Conserto da câmara fria', contact: 'refrig', category: 'manutencao', cents: 37_550, due: '2026-11-19' },
]
const nameOf = (id: string) => CONTACTS.find(one => one.id === id)?.name ?? ''
const BILLS = TITLES.map(
  ({ id, title, contact: contact_id, category: category_id, cents: amount_cents, due: due_date, number }) =>
    ({
      id,
      version: 1,
      kind: 'BILL',
      status: 'PENDING',
      editable: true,
      conciliation_id: null,
      transfer_id: null,
      company_id: COMPANY.id,
      bank_account_id: 'itau',
      additional_information: title,
      document_number: number ?? null,
      contact_id,
      category_id,
      amount_cents,
      due_date,
    }) as unknown as Bill,
)

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** The bills of another company of the office: the same words, all of them newer. */
const neighbour = (hit: SearchHit): SearchHit => ({
  ...hit,
  id: `other-${hit.id}`,
  company_id: 'oficina',
  company_name: NEIGHBOUR,
  day: '2026-12-30',
})

/** As the server finds titles: each word begins one of theirs, or is the amount. */
function hitsFor(query: string): SearchHit[] {
  const asked = query.replace(/r\$/gi, '').split(/\s+/).filter(Boolean)
  const found = TITLES.filter(({ title, contact: by, cents, number = '' }) => {
    const words = wordsOf(`${title} ${nameOf(by)} ${number}`)
    return asked.every(one => parseAmount(one) === cents || wordsOf(one).every(word => words.some(text => text.startsWith(word))))
  })
  return found.map(({ id, title, contact: by, cents, due }) => ({
    id,
    company_id: COMPANY.id,
    company_name: COMPANY.name,
    kind: 'BILL',
    title,
    detail: nameOf(by),
    amount_cents: cents,
    day: due,
    status: 'PENDING',
    invoice_kind: null,
  }))
}

/** Stands for the server's search, without its wait; of other companies, which nobody asked for, it finds newer ones first. */
export const titlesSource: PaletteSource = {
  id: 'search',
  title: 'Em todas as empresas',
  prefix: '*',
  word: 'tudo',
  everywhere: true,
  search: query => {
    const own = query.trim().length < 2 ? [] : hitsFor(query)
    const items = byCompany([...own.map(neighbour), ...own], COMPANY.id).map(hit => itemOf(hit, COMPANY.id))
    return { items, total: items.length }
  },
}

/** The company is open, and the cache holds what its screens have read. */
export function openGoldenCompany(openBillsKey: readonly unknown[]): void {
  useWhereabouts.setState({ company: COMPANY, can: () => true, isRightsKnown: true, office: true, manages: true })
  queryClient.setQueryData(contactsOf(COMPANY.id).queryKey, CONTACTS as never)
  queryClient.setQueryData(categoriesOf(COMPANY.id).queryKey, CATEGORIES as never)
  queryClient.setQueryData(accountsOf(COMPANY.id).queryKey, ACCOUNTS as never)
  queryClient.setQueryData(reading(companies.organization).queryKey, COMPANIES as never)
  queryClient.setQueryData(openBillsKey, BILLS as never)
}
