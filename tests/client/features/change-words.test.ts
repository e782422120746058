// A row of the journal told in words: what was created, changed and deleted.
import { describe, expect, it } from 'vitest'
import { changeWords, type Names, valueWords } from '#client/features/history/change-words.ts'

const names: Names = {
  accountName: id => (id === 'a1' ? 'Itaú 45871-3' : ''),
  categoryName: id => (id === 'c1' ? 'Energia' : ''),
  contactName: () => '',
}
const row = (before: object | null, after: object | null, table = 'entries') => ({
  table,
  id: 'r',
  before: before as never,
  after: after as never,
})

describe('a change in words', () => {
  it('tells only the fields that differ, with amounts, days, names and labels as people read them', () => {
    const before = {
      kind: 'BILL',
      additional_information: 'Luz',
      status: 'PENDING',
      amount_cents: 8000,
      due_date: '2026-11-10',
      version: 1,
    }
    const after = { ...before, status: 'PAID', amount_cents: 9000, due_date: '2026-11-12', category_id: 'c1', version: 2, changed: 9 }
    const change = changeWords(row(before, after), names)
    expect(change.title).toBe('Conta a pagar: Luz')
    expect(change.deed).toBe('changed')
    expect(change.fields.map(field => [field.label, field.before, field.after])).toEqual([
      ['Situação', 'Pendente', 'Pago'],
      ['Valor', 'R$ 80,00', 'R$ 90,00'],
      ['Vencimento', '10/11/2026', '12/11/2026'],
      ['Categoria', '—', 'Energia'],
    ])
  })
  it('a soft deletion is a deletion, and shows what was there', () => {
    const before = { name: 'Padaria', kind: 'CUSTOMER', document_number: '52998224725', is_international: false, deleted_at: null }
    const change = changeWords(row(before, { ...before, deleted_at: '2026-11-11T10:00:00Z' }, 'contacts'), names)
    expect(change.deed).toBe('deleted')
    expect(change.fields.map(field => `${field.label} ${field.before}`)).toEqual([
      'Tipo Cliente',
      'Nome Padaria',
      'Documento 529.982.247-25',
    ])
  })
  it('what did not exist before is a creation, and so is what came back', () => {
    const now = { name: 'Regra', contains: 'PIX', deleted_at: null }
    expect(changeWords(row(null, now, 'rules'), names).deed).toBe('created')
    expect(changeWords(row({ ...now, deleted_at: '2026-11-11' }, now, 'rules'), names).deed).toBe('created')
  })
  it('an id that stands for nothing known is shown as it is, and an unknown table has a name', () => {
    expect(valueWords('entries', 'bank_account_id', 'zz', names)).toBe('zz')
    expect(valueWords('entries', 'bank_account_id', 'a1', names)).toBe('Itaú 45871-3')
    expect(changeWords(row(null, {}, 'novelty'), names).title).toBe('Registro')
  })
})
