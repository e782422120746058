// Taxes, partners, yearly statements, charges and the checkout as data: what their forms accept, send and say.
import { describe, expect, it } from 'vitest'
import { readSelection, SelectionForm } from '#client/features/annual-statements/statement-words.ts'
import { ChargeForm, chargeBody, chargeDefaults } from '#client/features/billings/charge-model.ts'
import { localCardToken } from '#client/features/subscriptions/card-token.ts'
import { CHECKOUT_DEFAULTS, checkoutForm, planInSearch } from '#client/features/subscriptions/checkout-model.ts'
import { lateDifferences, PaymentForm } from '#client/features/taxes/payment-model.ts'
import { taxBody, taxForm } from '#client/features/taxes/tax-model.ts'
import { inTaxOrder, isPayable, readTab, taxDue } from '#client/features/taxes/tax-words.ts'
import { selectionSearch } from '#commands/annual-statements.ts'
import type { Tax } from '#contract/taxes.ts'
import { associate, dependent } from '#resources/associate.ts'
import type { Field } from '#resources/kit/field.ts'

const TODAY = '2026-11-20'
const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)

describe('the due date of a tax', () => {
  const due = (due_date: string, status: Tax['status'] = 'OPEN') => taxDue({ due_date, status }, TODAY)

  it('warns within seven days, and is late the day after, whatever day that is', () => {
    expect(due('2026-11-28')).toEqual({ level: 'plain', words: '' })
    expect(due('2026-11-27')).toEqual({ level: 'warning', words: 'vence em 7 dias' })
    expect(due('2026-11-20')).toEqual({ level: 'warning', words: 'vence hoje' })
    expect(due('2026-11-19', 'OVERDUE')).toEqual({ level: 'danger', words: 'vencido há 1 dia' })
  })
  it('is plain once it is paid or on its way', () => {
    expect([due('2026-11-01', 'PAID').level, due('2026-11-21', 'SCHEDULED').level]).toEqual(['plain', 'plain'])
  })
  it('orders what is to pay from the oldest, then what is settled from the newest', () => {
    const tax = (id: string, status: Tax['status'], due_date: string) => ({ id, status, due_date }) as Tax
    const taxes = [
      tax('a', 'PAID', '2026-08-20'),
      tax('b', 'OPEN', '2026-11-23'),
      tax('c', 'PAID', '2026-10-20'),
      tax('d', 'OVERDUE', '2026-09-21'),
    ]
    expect(inTaxOrder(taxes).map(one => one.id)).toEqual(['d', 'b', 'c', 'a'])
  })
  it('a slip is good through its last day', () => {
    const slip = { payable: true, pay_until: TODAY }
    expect([
      isPayable(slip, TODAY),
      isPayable(slip, '2026-11-21'),
      isPayable({ ...slip, payable: false }, TODAY),
      isPayable(null, TODAY),
    ]).toEqual([true, false, false, false])
  })
  it('an unknown tab of the address is the first', () => {
    expect([readTab('pagos'), readTab('x'), readTab(undefined)]).toEqual(['pagos', '', ''])
  })
})

describe('a new tax', () => {
  const form = {
    kind: 'DAS' as const,
    month: '2026-10',
    amount_cents: null,
    due_date: null,
    additional_information: ' ',
    revenue_code: '',
    assessment_date: null,
    reference_number: '',
    create_bill: true,
  }

  it('asks the books where they know, and the person where they do not', () => {
    expect(taxBody(taxForm('DAS').parse(form))).toEqual({
      kind: 'DAS',
      competence_date: '2026-10-01',
      additional_information: null,
      create_bill: true,
    })
    expect(messages(taxForm('DAS_MEI').safeParse(form))).toEqual(['amount_cents: Informe o valor', 'due_date: Informe o vencimento'])
    expect(messages(taxForm('DAS').safeParse({ ...form, amount_cents: 100 }))).toEqual(['due_date: Informe o vencimento'])
    expect(taxBody(taxForm(undefined).parse({ ...form, kind: 'ISS', amount_cents: 100, due_date: '2026-11-10' }))).toMatchObject({
      kind: 'ISS',
      amount_cents: 100,
      due_date: '2026-11-10',
    })
  })

  it('that is a DARF without a bar code needs its code and its period, or neither', () => {
    const darf = { ...form, kind: 'DARF' as const, amount_cents: 100, due_date: '2026-11-10' }
    const told = (more: object) => taxForm('DAS').safeParse({ ...darf, ...more })
    expect(taxBody(taxForm('DAS').parse(darf))).not.toHaveProperty('revenue_code')
    expect(messages(told({ revenue_code: '123' }))).toContain('revenue_code: Código da receita: 4 algarismos')
    expect(messages(told({ revenue_code: '2089' }))).toEqual(['assessment_date: Informe o período de apuração'])
    expect(messages(told({ assessment_date: '2026-09-30' }))).toEqual(['revenue_code: Informe o código da receita'])
    expect(messages(told({ revenue_code: '2089', assessment_date: '2026-09-30', reference_number: 'A1' }))).toEqual([
      'reference_number: Até 17 algarismos',
    ])
    const whole = { ...darf, revenue_code: '2089', assessment_date: '2026-09-30' }
    expect(taxBody(taxForm('DAS').parse(whole))).toMatchObject({
      revenue_code: '2089',
      assessment_date: '2026-09-30',
      reference_number: null,
    })
  })
})

describe('the payment of a tax', () => {
  const form = { how: 'ELSEWHERE' as const, bank_account_id: null, date: null, fine_cents: null, interest_cents: null }

  it('made elsewhere needs account and day; by slip nothing', () => {
    expect(messages(PaymentForm.safeParse(form))).toEqual(['bank_account_id: Escolha a conta bancária', 'date: Informe o dia do pagamento'])
    expect(PaymentForm.safeParse({ ...form, how: 'SLIP' }).success).toBe(true)
  })
  it('keeps what lateness cost apart', () => {
    expect(lateDifferences({ fine_cents: 200, interest_cents: null })).toEqual([{ kind: 'fine', amount_cents: 200 }])
  })
})

describe('a partner', () => {
  it('holds a share in hundredths of a percent', () => {
    const { typed, show } = associate.fields.share_basis_points as Field<unknown>
    expect([6667, 5000, 10_000, 1050, 0].map(show)).toEqual(['66,67%', '50%', '100%', '10,5%', '0%'])
    expect([6667, 0].map(typed)).toEqual(['66,67', ''])
  })
  it('refuses a wrong CPF and a share above the whole; what is left empty is sent as none', () => {
    const form = { ...associate.start(), name: 'Ana', document_number: '11111111111', share_basis_points: '100,01' }
    expect(messages(associate.typed.safeParse(form))).toEqual([
      'document_number: CPF é inválido',
      'share_basis_points: Um percentual de 0 a 100',
    ])
    const whole = { ...form, document_number: '529.982.247-25', share_basis_points: '' }
    expect(associate.typed.parse(whole)).toEqual({
      name: 'Ana',
      document_number: '52998224725',
      birth_date: null,
      email: null,
      phone_number: null,
      share_basis_points: 0,
      joined_on: null,
      pro_labore_amount_cents: 0,
      is_administrator: false,
    })
  })
  it('has dependents with a day of birth and a kinship', () => {
    const read = dependent.typed.safeParse(dependent.start())
    expect(messages(read)).toEqual(['name: Informe o nome', 'kinship: Escolha o parentesco', 'birth_date: Informe o nascimento'])
    const lia = { ...dependent.start(), name: 'Lia', kinship: 'SPOUSE', birth_date: '1980-02-30', is_student: true }
    expect(messages(dependent.typed.safeParse(lia))).toEqual(['birth_date: Data inválida'])
    // A spouse counts at any age: what is not asked is not sent as true.
    expect(dependent.typed.parse({ ...lia, birth_date: '1980-02-28' })).toMatchObject({ is_student: false, document_number: null })
  })
})

describe('a yearly statement', () => {
  it('keeps its first step in the address, and last year without one', () => {
    const selection = { year: 2024, had_employee: true, closed_on: '2024-06-30', rectifies: true }
    expect(readSelection(selectionSearch(selection), TODAY)).toEqual(selection)
    expect(readSelection({ ano: 'x', baixa: '31/12' }, TODAY)).toEqual({
      year: 2025,
      had_employee: false,
      closed_on: null,
      rectifies: false,
    })
  })
  it('of a closed company needs a day of that year', () => {
    const form = { year: '2025', had_employee: 'nao' as const, situation: 'baixada' as const, closed_on: '2024-01-01' }
    expect(messages(SelectionForm.safeParse(form))).toEqual(['closed_on: A baixa precisa ser em 2025'])
    expect(SelectionForm.safeParse({ ...form, situation: 'aberta' }).success).toBe(true)
  })
})

describe('a charge', () => {
  const title = { amount_cents: 5_000, due_date: '2026-11-25', additional_information: 'Consultoria' }
  const form = { ...chargeDefaults(TODAY, title, undefined), transaction_amount: 5_000 }

  it('of a receivable starts with what it says, never due in the past', () => {
    expect(form).toMatchObject({ due_date: '2026-11-25', additional_information: 'Consultoria', payment_method: 'PIX' })
    expect(chargeDefaults(TODAY, { ...title, due_date: '2026-11-01' }, undefined).due_date).toBe(TODAY)
    expect(chargeBody(ChargeForm.parse(form), 'r1')).toEqual({
      transaction_amount: 5_000,
      payment_method: 'PIX',
      due_date: '2026-11-25',
      assume_fee: true,
      additional_information: 'Consultoria',
      receivable_id: 'r1',
    })
  })
  it('by boleto needs its payer, whole', () => {
    expect(messages(ChargeForm.safeParse({ ...form, payment_method: 'BOLETO' }))).toEqual([
      'payer_name: Informe quem paga',
      'payer_document: Informe o CPF ou CNPJ',
    ])
    expect(messages(ChargeForm.safeParse({ ...form, payer_name: 'Ana', payer_document: '123' }))).toEqual([
      'payer_document: CPF é inválido',
    ])
  })
  it('is not over before it is due', () => {
    expect(messages(ChargeForm.safeParse({ ...form, expiration_date: '2026-11-24' }))).toEqual([
      'expiration_date: Não pode ser antes do vencimento',
    ])
  })
})

describe('the checkout', () => {
  it('asks for a card only where one is used', () => {
    expect(messages(checkoutForm(TODAY, true).safeParse(CHECKOUT_DEFAULTS))).toHaveLength(4)
    const wrong = { ...CHECKOUT_DEFAULTS, number: '4111 1111 1111 1112', name: 'ANA LIMA', expiry: '12/30', cvv: '123' }
    expect(messages(checkoutForm(TODAY, true).safeParse(wrong))).toEqual(['number: Número de cartão inválido'])
    expect(checkoutForm(TODAY, true).safeParse({ ...CHECKOUT_DEFAULTS, method: 'PIX' }).success).toBe(true)
    expect(checkoutForm(TODAY, false).safeParse(CHECKOUT_DEFAULTS).success).toBe(true)
  })
  it('makes a token that holds no more of the card than its brand, expiry and ending', () => {
    const card = { number: '4111 1111 1111 1111', name: 'ANA LIMA', expiry: '12/30', cvv: '123' }
    const token = localCardToken(card)
    expect(token).toMatch(/^tok_local_[0-9a-f-]{36}_visa_1230_1111$/)
    expect(token).not.toBe(localCardToken(card))
    expect(localCardToken({ ...card, number: '4000 0000 0000 0002' })).toMatch(/^tok_recusado_/)
    expect(localCardToken({ ...card, expiry: '12/2030' })).toMatch(/_visa_1230_1111$/)
  })
  it('takes only plans of ours from the address', () => {
    expect([planInSearch({ plano: 'ME_2' }), planInSearch({ plano: 'ME_9' })]).toEqual(['ME_2', undefined])
  })
})
