// The grammar of the filter bar against the rows of a store: what each term keeps, and what it leaves out.
import { describe, expect, it } from 'vitest'
import type { Registers } from '#client/data/registers.ts'
import { SEARCHED } from '#client/features/titles/title-columns.tsx'
import { termLike } from '#client/surfaces/ledger/column-filter.ts'
import { criteriaOf, readFilter } from '#client/surfaces/ledger/filter-criteria.ts'
import { knownNames } from '#client/surfaces/ledger/known-names.ts'
import { BILL_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { type Row, registersOf, storeOf } from './rows.ts'

const TODAY = '2026-11-11'
const rows: readonly Row[] = [
  {
    id: 'light',
    additional_information: 'Energia de outubro',
    contact_id: 'sol',
    category_id: 'energia',
    due_date: '2026-11-05',
    amount_cents: 128_490,
  },
  {
    id: 'rent',
    additional_information: 'Aluguel',
    contact_id: 'lua',
    due_date: '2026-11-10',
    amount_cents: 500_000,
    status: 'APPROVED',
    attachments_count: 2,
  },
  {
    id: 'paid',
    additional_information: 'Água',
    category_id: 'energia',
    due_date: '2026-11-05',
    amount_cents: 9_900,
    status: 'PAID',
    conciliation_id: 'g1',
  },
  {
    id: 'later',
    contact_id: 'sol',
    bank_account_id: 'itau',
    due_date: '2026-11-30',
    amount_cents: -250_000,
    document_number: 'NF 77',
    payment_method: 'PIX',
    recurrence_id: 'r1',
  },
]

function kept(text: string): string[] {
  const store = storeOf(rows)
  const { tokens } = readFilter(text, BILL_FILTER_FIELDS, TODAY)
  store.filter(criteriaOf(store, tokens, TODAY, SEARCHED))
  return Array.from({ length: store.viewN }, (_, at) => store.id(store.rowAt(at)))
}

describe('a filter keeps', () => {
  it.each<[string, string, string[]]>([
    ['all rows without text', '', ['light', 'rent', 'paid', 'later']],
    ['words in any searched column, accents and case aside', 'ENERGIA', ['light', 'paid']],
    ['all of several words, wherever each stands', 'padaria outubro', ['light']],
    ['a phrase only where it stands whole', '"energia de"', ['light']],
    ['a phrase whose words stand apart nowhere', '"outubro energia"', []],
    ['either of two words', 'aluguel,agua', ['rent', 'paid']],
    ['what lacks a word', '-energia', ['rent', 'later']],
    ['a status by its label, begun', 'status:pend', ['light', 'later']],
    ['several statuses', 'status:pago,aprovado', ['rent', 'paid']],
    ['all but a status', '-status:pendente', ['rent', 'paid']],
    ['part of a contact’s name', 'fornecedor:lua', ['rent']],
    ['a contact’s whole name', 'contato="padaria sol nascente"', ['light', 'later']],
    ['nothing for a part given as the whole', 'contato=padaria', []],
    ['a name with a comma and a sign', 'contato:"lua, peças & cia"', ['rent']],
    ['a bank account', 'conta:itau', ['later']],
    ['a document number', 'doc:77', ['later']],
    ['a payment method', 'forma:pix', ['later']],
    ['one day', 'venc:05/11/2026', ['light', 'paid']],
    ['days before another', 'venc<10/11/2026', ['light', 'paid']],
    ['days up to another', 'venc<=10/11/2026', ['light', 'rent', 'paid']],
    ['days after another', 'venc>10/11/2026', ['later']],
    ['days between two', 'venc:06/11/2026..30/11/2026', ['rent', 'later']],
    ['an amount, whatever its sign', 'valor:2500', ['later']],
    ['amounts above, whatever their sign', '>1284,90', ['rent', 'later']],
    ['amounts from', '>=1284,90', ['light', 'rent', 'later']],
    ['amounts below', 'valor<100', ['paid']],
    ['amounts between', '1200..2500', ['light', 'later']],
    ['what has an attachment', 'tem:anexo', ['rent']],
    ['what lacks a category', 'sem:categoria', ['rent', 'later']],
    ['what lacks either of two', 'sem:categoria,contato', ['rent', 'paid', 'later']],
    ['all rows as lacking what the list does not carry', 'sem:nota', ['light', 'rent', 'paid', 'later']],
    ['none as having what the list does not carry', 'tem:nota', []],
    ['the conciliated', 'conciliado:sim', ['paid']],
    ['the others', 'conciliado:não', ['light', 'rent', 'later']],
    ['both sides when both are asked for', 'conciliado:sim,não', ['light', 'rent', 'paid', 'later']],
    ['the recurring', 'rec:sim', ['later']],
    ['the overdue: past, open, and not only put off by a weekend', 'venc:vencidas', ['light', 'rent']],
    ['those not overdue', '-venc:vencidas', ['paid', 'later']],
    ['all terms at once', 'status:pendente,aprovado venc<30/11/2026 >1000 -cat:energia', ['rent']],
  ])('%s', (_, text, ids) => {
    expect(kept(text).sort()).toEqual([...ids].sort())
  })

  it('what stands beside a term that is wrong, which filters nothing and says what it may mean', () => {
    expect(kept('stauts:pago aluguel')).toEqual(['rent'])
    expect(readFilter('stauts:pago', BILL_FILTER_FIELDS, TODAY).errors).toMatchObject([{ message: '‘stauts’? quis dizer status' }])
  })
  it('rows whose due day fell on a Sunday as overdue from Tuesday on', () => {
    const store = storeOf([{ id: 'sunday', due_date: '2026-11-08' }])
    const count = (today: string) => {
      store.filter(criteriaOf(store, readFilter('venc:vencidas', BILL_FILTER_FIELDS, today).tokens, today, SEARCHED))
      return store.shownCount
    }
    expect([count('2026-11-09'), count('2026-11-10')]).toEqual([0, 1])
  })
  it('rows by names that came after them, once they are filtered again', () => {
    let registers = registersOf({}, false)
    const store = storeOf(rows, () => registers)
    store.filter(criteriaOf(store, readFilter('contato:sol', BILL_FILTER_FIELDS, TODAY).tokens, TODAY, SEARCHED))
    expect(store.shownCount).toBe(0)
    registers = registersOf()
    store.relabel('contact_id')
    store.reapply()
    expect(store.shownCount).toBe(2)
  })
})

describe('filtering by the focused cell', () => {
  const store = storeOf(rows)
  const term = (id: string, field: string) => termLike(store, store.rowOf(id), field, BILL_FILTER_FIELDS)
  it.each([
    ['rent', 'contact_id', 'contato:"Oficina Lua, Peças & Cia"'],
    ['light', 'due_date', 'venc:05/11/2026'],
    ['light', 'amount_cents', 'valor:1284,90'],
    ['later', 'amount_cents', 'valor:2500,00'],
    ['rent', 'status', 'status:aprovado'],
    ['later', 'payment_method', 'forma:pix'],
    ['rent', 'attachments_count', 'tem:anexo'],
    ['light', 'attachments_count', 'sem:anexo'],
    ['rent', 'category_id', 'sem:cat'],
    ['rent', 'additional_information', 'Aluguel'],
    ['light', 'additional_information', '"Energia de outubro"'],
  ])('%s by %s writes %s, which keeps that row', (id, field, text) => {
    expect(term(id, field)).toBe(text)
    expect(kept(text)).toContain(id)
  })
  it('writes nothing for an empty cell that cannot be asked for, a drawn column or no row', () => {
    expect(term('light', 'payment_method')).toBeUndefined()
    expect(term('later', 'additional_information')).toBeUndefined()
    expect(term('light', 'due')).toBeUndefined()
    expect(term('gone', 'status')).toBeUndefined()
  })
})

describe('names that came along from another company', () => {
  const registers = {
    accounts: [{ institution_name: 'Itaú', account_number: '45871-3' }],
    categories: [{ name: 'Energia elétrica' }],
    contacts: [{ name: 'Padaria São João' }],
    ready: true,
  } as unknown as Registers
  const read = (text: string, of: Registers = registers) => {
    const { tokens, unknown } = readFilter(text, BILL_FILTER_FIELDS, TODAY, knownNames(of))
    return { filters: tokens.map(token => token.source?.text), struck: unknown.map(token => token.source?.text) }
  }
  it('filter where somebody bears them, accents and case aside', () => {
    const text = 'fornecedor:sao cat:"energia elétrica" conta:itau >1000 luz'
    expect(read(text)).toEqual({ filters: ['fornecedor:sao', 'cat:"energia elétrica"', 'conta:itau', '>1000', 'luz'], struck: [] })
  })
  it('are struck and filter nothing where nobody does; one of several is enough', () => {
    expect(read('fornecedor:lua cat:frete,energia -conta:bradesco status:pago')).toEqual({
      filters: ['cat:frete,energia', 'status:pago'],
      struck: ['fornecedor:lua', '-conta:bradesco'],
    })
  })
  it('are not judged before the registers have come', () => {
    expect(read('fornecedor:lua', { ...registers, unread: 'coming' }).struck).toEqual([])
  })
})
