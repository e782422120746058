// Labels: all there, and to the letter where src/SPEC.md owes them.
import { expect, it } from 'vitest'
import * as enums from '#domain/enums.ts'
import * as labels from '#domain/labels.ts'

it('every value of every enumeration has one label and no label stands alone', () => {
  const known = Object.values(enums).map(values => [...values].sort().join())
  for (const [name, record] of Object.entries(labels)) {
    expect(known, name).toContain(Object.keys(record).sort().join())
    for (const label of Object.values(record)) expect(label.trim(), name).not.toBe('')
    if (name !== 'EXECUTION_STATUS_LABELS') expect(new Set(Object.values(record)).size, name).toBe(Object.keys(record).length)
  }
  expect(Object.keys(labels)).toHaveLength(Object.keys(enums).length)
})

it('the words of the specification are kept to the letter', () => {
  expect(enums.BILL_STATUSES.map(status => labels.BILL_STATUS_LABELS[status])).toEqual([
    'Pendente',
    'Aprovado',
    'Reprovado',
    'Enviado para pagamento',
    'Aguardando aprovação',
    'Pago',
  ])
  expect(labels.RECEIVABLE_STATUS_LABELS).toEqual({ PENDING: 'Pendente', OVERDUE: 'Vencido', RECEIVED: 'Recebido' })
  expect(labels.ENTRY_KIND_LABELS).toEqual({ DEBIT: 'Saída', CREDIT: 'Entrada' })
  expect(labels.BANK_ACCOUNT_KIND_LABELS).toEqual({ SAVINGS: 'Poupança', INVESTMENTS: 'Investimentos', CHECKING: 'Corrente' })
  expect(labels.CATEGORY_KIND_LABELS).toEqual({ DEBIT: 'Despesa', CREDIT: 'Receita', CHARGE: 'Custo' })
  expect(labels.CONTACT_KIND_LABELS).toEqual({ CUSTOMER: 'Cliente', SUPPLIER: 'Fornecedor' })
  const { CASH, BANK_CHECK, BOLETO, PIX, NONE, OTHER } = labels.PAYMENT_METHOD_LABELS
  expect([CASH, BANK_CHECK, BOLETO, PIX, NONE, OTHER]).toEqual(['Dinheiro', 'Cheque', 'Boleto', 'Pix', 'Sem pagamento', 'Outros'])
  expect(enums.PAYMENT_METHODS).toHaveLength(17)
})
