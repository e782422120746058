// Débito, crédito and histórico of settled entries, and the pages of the ledger.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postingOf, type SettledEntry } from '#domain/accounting.ts'
import { ledgerPage } from '#domain/ledger.ts'

const entry = (more: Partial<SettledEntry> = {}): SettledEntry => ({
  kind: 'BILL',
  account: 'Itaú 1',
  counterpart: 'Despesas > Aluguel',
  is_transfer: false,
  description: 'Aluguel de março',
  contact: 'Imobiliária',
  document_number: '123',
  ...more,
})

describe('a posting', () => {
  it('debits what was paid for and credits the account', () => {
    expect(postingOf(entry())).toEqual({
      debit: 'Despesas > Aluguel',
      credit: 'Itaú 1',
      history: 'Pagamento · Aluguel de março · Imobiliária · doc. 123',
      state: 'READY',
    })
  })
  it('debits the account of what was received', () => {
    expect(postingOf(entry({ kind: 'RECEIVABLE', description: null, document_number: null }))).toMatchObject({
      debit: 'Itaú 1',
      credit: 'Despesas > Aluguel',
      history: 'Recebimento · Imobiliária',
    })
  })
  it('goes from account to account in a transfer', () => {
    const posted = postingOf(entry({ is_transfer: true, counterpart: 'Sicoob 2', description: null, contact: null, document_number: null }))
    expect(posted).toMatchObject({ debit: 'Sicoob 2', credit: 'Itaú 1', history: 'Transferência · Sicoob 2' })
  })
  it('says what it lacks', () => {
    expect(postingOf(entry({ counterpart: null })).state).toBe('WITHOUT_CATEGORY')
    expect(postingOf(entry({ account: null, counterpart: null })).state).toBe('WITHOUT_ACCOUNT')
  })
})

describe('a page of the ledger', () => {
  it('closes with its opening, what came in and what went out, and so does every movement', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.record({ amount_cents: fc.integer() })), (opening, movements) => {
        const page = ledgerPage(opening, movements)
        expect(page.closing_cents).toBe(page.opening_cents + page.inflow_cents - page.outflow_cents)
        expect(page.movements.at(-1)?.balance_cents ?? opening).toBe(page.closing_cents)
        let balance = opening
        for (const movement of page.movements) {
          balance += movement.amount_cents
          expect(movement.balance_cents).toBe(balance)
        }
      }),
    )
  })
})
