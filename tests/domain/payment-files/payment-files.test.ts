// Payments by file in the pure: records that fill their width, trailers that agree, returns that are read back, and what codes mean.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itauAccountDigit } from '#domain/collection/agreement.ts'
import { TooWide } from '#domain/collection/fixed.ts'
import { payingAgreementProblem } from '#domain/payment-files/agreement.ts'
import { darfTarget, darfTotal } from '#domain/payment-files/darf.ts'
import { codesText, meaningOfCodes, paymentReturnSentence } from '#domain/payment-files/occurrences.ts'
import { isPaidOnce, ourNumber, type PayableBill, payeeKeyOf, planFilePayment } from '#domain/payment-files/plan.ts'
import { isPaymentFile, readPaymentReturn, returnKey } from '#domain/payment-files/read.ts'
import { meaningInFile, paymentAfter } from '#domain/payment-files/states.ts'
import { formOf, paymentFileText, type WrittenPayment } from '#domain/payment-files/write.ts'
import { accountKey } from '#domain/payments/bank-data.ts'
import { barcodeOf, collectionBarcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'

const AGREEMENT = {
  bank_code: '341',
  branch: '7307',
  branch_digit: '',
  account: '14446',
  account_digit: '',
  code: '',
  transmission_code: '',
  commitment_code: '',
  file_version: '',
  lot_version: '',
}
AGREEMENT.account_digit = itauAccountDigit(AGREEMENT)
const TODAY = '2026-03-11'
const COMPANY = { name: 'Café & Pão Ltda.', document_number: '20018183000180' }
const slip = (bank_code: string) =>
  barcodeOf({ bank_code, amount_cents: 33_605, due_date: '2026-03-20', free_field: '1090001015271248021246000' })
const GUIDE = collectionBarcodeOf({
  segment: '3',
  amount_cents: 8_990,
  body: '0162',
  free_field: '20260311',
})
const text = (payments: readonly WrittenPayment[]) =>
  paymentFileText({ agreement: AGREEMENT, company: COMPANY, day: TODAY, time: '101500', sequence: 1, isTest: false, payments })
const lines = (file: string) => file.split('\r\n').slice(0, -1)
const bytes = (file: string) => new TextEncoder().encode(file)

const payee = { payee_name: 'José Antônio', payee_document: '52998224725' }
const PIX: WrittenPayment = {
  ...payee,
  kind: 'PIX',
  our_number: 'RZ0000000001',
  amount_cents: 33_605,
  pay_on: TODAY,
  target: 'jose@padaria.com.br',
}
const SLIP: WrittenPayment = {
  ...payee,
  kind: 'SLIP',
  our_number: 'RZ0000000002',
  amount_cents: 33_605,
  pay_on: TODAY,
  target: slip('001'),
}

const anyPayment = (at: number): fc.Arbitrary<WrittenPayment> =>
  fc.record({
    kind: fc.constant('PIX' as const),
    our_number: fc.constant(ourNumber(at + 1)),
    amount_cents: fc.integer({ min: 1, max: 999_999_999 }),
    pay_on: fc.constantFrom('2026-03-11', '2026-12-31'),
    payee_name: fc.string({ maxLength: 80 }),
    payee_document: fc.constantFrom('52998224725', '20018183000180'),
    target: fc.constantFrom('jose@padaria.com.br', '+5511987654321', '52998224725', '123e4567-e89b-42d3-a456-426614174000'),
  })
const anyPayments = fc.integer({ min: 1, max: 12 }).chain(count =>
  fc.tuple(
    ...Array.from({ length: count }, (_, at) =>
      fc.oneof(
        anyPayment(at),
        anyPayment(at).map(one => ({ ...one, kind: 'SLIP' as const, target: slip(at % 2 === 0 ? '341' : '237') })),
        anyPayment(at).map(one => ({
          ...one,
          kind: 'TRANSFER' as const,
          target: at % 2 === 0 ? '341:7307:14446-4' : '260:0001:3819671-3',
        })),
        anyPayment(at).map(one => ({ ...one, kind: 'COLLECTION' as const, payee_document: '', target: GUIDE })),
      ),
    ),
  ),
)

/** As the bank gives a file back: its header says so, and each record of money carries its codes. */
const returned = (file: string, codes: string) =>
  lines(file)
    .map((line, at) =>
      at === 0 ? `${line.slice(0, 142)}2${line.slice(143)}` : line[7] === '3' ? line.slice(0, 230) + codes.padEnd(10) : line,
    )
    .join('\r\n')

describe('a file of payments', () => {
  it('stands as the bank draws it', () => {
    const file = lines(text([PIX, SLIP]))
    expect(file[0]?.slice(0, 102)).toBe(
      `34100000      081220018183000180                    07307 000000014446 ${AGREEMENT.account_digit}CAFE & PAO LTDA               `,
    )
    expect(file[0]?.slice(142, 171)).toBe('11103202610150000000000000000')
    expect(file[1]?.slice(0, 17)).toBe('34100011C2031030 ')
    expect(file[2]?.slice(0, 61)).toBe(`3410001300001J000${SLIP.target}`)
    expect(file[3]?.slice(0, 36)).toBe('3410001300002J000522020018183000180C')
    expect(file[5]?.slice(0, 17)).toBe('34100021C2045040 ')
    expect(file[6]?.slice(93, 134)).toBe('11032026REA000000000400000000000000033605')
    expect(file[6]?.slice(43, 85)).toBe('JOSE ANTONIO                  RZ0000000001')
    expect(file[7]?.slice(127, 146)).toBe('jose@padaria.com.br')
    expect(file.at(-1)?.slice(0, 29)).toBe('34199999         000002000010')
  })

  it('writes a transfer as the published example does', () => {
    const payment: WrittenPayment = {
      kind: 'TRANSFER',
      our_number: 'SBX-4693001712435200',
      amount_cents: 33_605,
      pay_on: '2018-12-18',
      payee_name: 'Antônio Deromir Neves da Silva',
      payee_document: '04428410352',
      target: '260:0001:3819671-3',
    }
    const file = lines(text([payment]))
    expect(file[1]?.slice(0, 17)).toBe('34100011C2041040 ')
    expect(file[2]).toBe(
      '3410001300001A00000026000001 000003819671 3ANTONIO DEROMIR NEVES DA SILVASBX-469300171243520018122018REA000000000000000000000000033605                    00000000000000000000000                    0000000000442841035210                     ',
    )
    expect(file[3]?.slice(0, 8)).toBe('34100015')
    const own = lines(text([{ ...payment, target: '341:7307:14446-4' }]))
    expect([own[1]?.slice(11, 13), own[2]?.slice(20, 43), own[2]?.slice(217, 219)]).toEqual(['01', '34107307 000000014446 4', '  '])
  })

  it('writes a DARF with what it costs on the day, and the sums of its lot apart', () => {
    const facts = {
      revenue_code: '0561',
      assessment_date: '2026-01-31',
      reference_number: null,
      due_date: '2026-02-20',
      principal_cents: 100_000,
    }
    const amount_cents = darfTotal(facts, TODAY)
    // 19 days at 0,33%, and 1% for the month of payment.
    expect(amount_cents).toBe(100_000 + 6_270 + 1_000)
    const payment: WrittenPayment = {
      kind: 'DARF',
      our_number: 'RZ0000000009',
      amount_cents: amount_cents as number,
      pay_on: TODAY,
      payee_name: 'Receita Federal',
      payee_document: '',
      target: darfTarget(facts),
    }
    const file = lines(text([payment]))
    expect(file[1]?.slice(0, 17)).toBe('34100011C2216030 ')
    expect(file[2]).toHaveLength(240)
    expect(file[2]?.slice(0, 135)).toBe(
      [
        '3410001300001N000',
        '02',
        '0561',
        '220018183000180',
        '31012026',
        '0'.repeat(17),
        '00000000100000',
        '00000000006270',
        '00000000001000',
        '00000000107270',
        '2002202611032026',
      ].join(''),
    )
    expect(file[2]?.slice(165, 215)).toBe('CAFE & PAO LTDA               RZ0000000009        ')
    expect(file[3]?.slice(0, 79)).toBe(
      ['34100015         000003', '00000000100000', '0'.repeat(14), '00000000007270', '00000000107270'].join(''),
    )
    expect(readPaymentReturn(bytes(returned(text([payment]), '00'))).payments).toMatchObject([
      { segment: 'N', our_number: 'RZ0000000009', codes: ['00'], paid_on: TODAY, paid_cents: 107_270 },
    ])
  })

  it('has records of 240, one lot for each form, and trailers that agree with what is between', () => {
    fc.assert(
      fc.property(anyPayments, payments => {
        const file = lines(text(payments))
        expect(file.every(line => line.length === 240 && /^[\x20-\x7e]*$/.test(line))).toBe(true)
        const forms = file.filter(line => line[7] === '1').map(line => line.slice(11, 13))
        expect(new Set(forms).size).toBe(forms.length)
        expect(new Set(payments.map(one => formOf(one, '341', COMPANY.document_number))).size).toBe(forms.length)
        const totals = file.filter(line => line[7] === '5').map(line => Number(line.slice(23, 41)))
        expect(totals.reduce((a, b) => a + b, 0)).toBe(payments.reduce((sum, one) => sum + one.amount_cents, 0))
        const counted = file.filter(line => line[7] === '5').map(line => Number(line.slice(17, 23)))
        expect(counted.reduce((a, b) => a + b, 2)).toBe(file.length)
        expect(Number(file.at(-1)?.slice(17, 23))).toBe(forms.length)
        expect(Number(file.at(-1)?.slice(23, 29))).toBe(file.length)
      }),
    )
  })

  it('given back by the bank is read as what was written, blanks stripped or not', () => {
    fc.assert(
      fc.property(anyPayments, fc.boolean(), (payments, stripped) => {
        const whole = returned(text(payments), '00')
        const file = stripped ? whole.replace(/ +(\r\n|$)/g, '$1') : whole
        expect(isPaymentFile(bytes(file))).toBe(true)
        const read = readPaymentReturn(bytes(file))
        expect(read).toMatchObject({ bank: '341', company_document: '20018183000180', branch: '7307', account: '14446', errors: [] })
        const said = read.payments.map(one => [one.our_number, one.codes, one.paid_on, one.paid_cents]).sort()
        expect(said).toEqual(payments.map(one => [one.our_number, ['00'], one.pay_on, one.amount_cents]).sort())
      }),
    )
  })

  it('is refused as a return before the bank answered, with lines that are too long, or without payments', () => {
    expect(() => readPaymentReturn(bytes(text([PIX])))).toThrow('O arquivo é a remessa de pagamentos.')
    expect(() => readPaymentReturn(bytes(returned(text([PIX]), '00').replace('REA', 'REA         X')))).toThrow('em vez de 240')
    expect(() => readPaymentReturn(bytes(returned(text([]), '00')))).toThrow('O retorno não tem nenhum pagamento.')
    expect(isPaymentFile(bytes('qualquer coisa'))).toBe(false)
    expect(isPaymentFile(new Uint8Array())).toBe(false)
    expect(isPaymentFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 255, 254]))).toBe(false)
  })

  it('takes the codes of the lot where a payment has none', () => {
    const file = returned(text([PIX]), '').split('\r\n')
    file[1] = `${file[1]?.slice(0, 230)}HA        `
    expect(readPaymentReturn(bytes(file.join('\r\n'))).payments[0]?.codes).toEqual(['HA'])
  })

  it('never cuts a number', () => {
    expect(() => text([{ ...PIX, payee_document: '123456789012345' }])).toThrow(TooWide)
  })
})

describe('forms of payment', () => {
  it('tell the own bank from another, and taxes from utilities', () => {
    const form = (kind: WrittenPayment['kind'], target: string, payee_document = '') =>
      formOf({ kind, target, payee_document }, '341', COMPANY.document_number)
    expect([form('SLIP', slip('341')), form('SLIP', slip('001'))]).toEqual(['30', '31'])
    expect(['81', '83', '85'].map(target => form('COLLECTION', target))).toEqual(['19', '13', '91'])
  })

  it('tell the own bank, another holder and the company itself apart in a transfer', () => {
    const form = (target: string, payee_document: string) =>
      formOf({ kind: 'TRANSFER', target, payee_document }, '341', COMPANY.document_number)
    expect([
      form('341:7307:14446-4', '52998224725'),
      form('260:0001:3819671-3', '52998224725'),
      form('260:0001:3819671-3', COMPANY.document_number),
    ]).toEqual(['01', '41', '43'])
  })
})

describe('codes', () => {
  it.each([
    [['00'], 'PAID', '00: pago'],
    [['BD'], 'PROCESSING', 'BD: agendado'],
    [['NA'], 'PROCESSING', 'NA: falta autorizar no banco'],
    [['SS'], 'REFUSED', 'SS: saldo insuficiente'],
    [['RJ', 'ZZ'], 'REFUSED', 'RJ: registro recusado; ZZ'],
    [['AM', 'AN'], 'REFUSED', 'AM: agência de quem recebe inválida; AN: conta de quem recebe inválida'],
    [['CE'], 'CANCELLED', 'CE: cancelado no banco'],
    [['00', 'DV'], 'RETURNED', '00: pago; DV: o dinheiro voltou do banco de quem recebe'],
    [['ZZ'], 'UNKNOWN', 'ZZ'],
    [[], 'UNKNOWN', 'sem código de ocorrência'],
  ] as const)('%j', (codes, meaning, words) => {
    expect([meaningOfCodes(codes, '341'), codesText(codes, '341')]).toEqual([meaning, words])
  })

  it('are counted in a sentence', () => {
    expect(paymentReturnSentence({ PAID: 2, REFUSED: 1 })).toBe('2 pagamentos feitos, 1 recusado')
    expect(paymentReturnSentence({})).toBe('nada de novo: este retorno já foi lido')
  })

  it('move a payment on, never back', () => {
    expect(paymentAfter('WAITING', 'PROCESSING')).toBe('PROCESSING')
    expect(paymentAfter('PAID', 'REFUSED')).toBeUndefined()
    expect(paymentAfter('PAID', 'RETURNED')).toBe('RETURNED')
    expect(paymentAfter('REFUSED', 'PROCESSING')).toBeUndefined()
    expect(paymentAfter('REFUSED', 'PAID')).toBe('PAID')
    expect(paymentAfter('RETURNED', 'PAID')).toBeUndefined()
    expect(meaningInFile('PAID', true)).toBe('UNKNOWN')
    expect(meaningInFile('REFUSED', true)).toBe('REFUSED')
  })

  it('of the same word are one', () => {
    const one = { line: 3, segment: 'A' as const, our_number: 'RZ1', codes: ['00'], paid_on: TODAY, paid_cents: 5 }
    expect(returnKey(one)).toBe(returnKey({ ...one, line: 9 }))
    expect(returnKey(one)).not.toBe(returnKey({ ...one, codes: ['BD'] }))
  })
})

describe('a bill', () => {
  const bill: PayableBill = {
    amount_cents: 10_000,
    due_date: '2026-03-20',
    bank_account_id: 'a',
    description: 'Aluguel',
    digitable_line: null,
    pix_key: '529.982.247-25',
    bank_account: null,
    darf: null,
    tax_kind: null,
    payee_name: 'José',
    payee_document: null,
  }
  const from = { bank_account_id: 'a', today: TODAY, pay_on: undefined }

  it('is paid by its key on its due date, or by its slip before that', () => {
    expect(planFilePayment(bill, from)).toMatchObject({
      kind: 'PIX',
      target: '52998224725',
      payee_document: '52998224725',
      pay_on: '2026-03-20',
    })
    const line = lineOfBarcode(slip('001'))
    expect(planFilePayment({ ...bill, digitable_line: line, payee_document: '52998224725' }, { ...from, pay_on: TODAY })).toMatchObject({
      kind: 'SLIP',
      target: slip('001'),
      pay_on: TODAY,
    })
    expect(planFilePayment({ ...bill, amount_cents: 8_990, digitable_line: lineOfBarcode(GUIDE), payee_name: null }, from)).toMatchObject({
      kind: 'COLLECTION',
      payee_name: 'Aluguel',
    })
  })

  it('of a DARF is paid by its facts, with fine and interest once it is late, and a guide goes first', () => {
    const darf = {
      revenue_code: '0561',
      assessment_date: '2026-01-31',
      reference_number: '123',
      due_date: '2026-02-20',
      principal_cents: 10_000,
    }
    const late = { ...bill, darf, due_date: '2026-02-20', pix_key: null }
    expect(planFilePayment(late, { ...from, pay_on: TODAY })).toMatchObject({
      kind: 'DARF',
      amount_cents: 10_727,
      payee_name: 'Receita Federal',
      target: '0561:2026-01-31:123:2026-02-20:10000',
    })
    expect(planFilePayment({ ...late, amount_cents: 9_999 }, { ...from, pay_on: TODAY })).toMatch(/não tem o valor do DARF/)
    const bare = { ...late, darf: null, due_date: TODAY }
    expect(planFilePayment({ ...bare, tax_kind: 'DARF' }, from)).toMatch(
      /faltam o código da receita .*: corrija o imposto, ou emita a guia/,
    )
    expect(planFilePayment({ ...bare, tax_kind: 'GPS' }, from)).toMatch(
      /^o imposto \(GPS.*\) só vai no arquivo pelo código de barras: emita a guia/,
    )
    expect(planFilePayment({ ...late, darf: { ...darf, due_date: '2025-01-20' } }, { ...from, pay_on: '2026-12-20' })).toMatch(/Selic/)
    expect(
      planFilePayment({ ...late, amount_cents: 8_990, digitable_line: lineOfBarcode(GUIDE) }, { ...from, pay_on: TODAY }),
    ).toMatchObject({
      kind: 'COLLECTION',
    })
  })

  it('of a contact without a key is paid to its account, and one of two to the same is no slip', () => {
    const to = {
      routing_number: '260',
      branch_number: '0001',
      account_number: '3819671-3',
      account_type: 'PAYMENT' as const,
      document_number: '52998224725',
      name: 'Ana',
    }
    const planned = planFilePayment({ ...bill, pix_key: null, bank_account: to }, from)
    expect(planned).toMatchObject({ kind: 'TRANSFER', target: '260:0001:3819671-3', payee_name: 'Ana', payee_document: '52998224725' })
    expect(typeof planned === 'string' ? '' : payeeKeyOf(planned)).toBe(accountKey(to))
    expect([isPaidOnce('TRANSFER'), isPaidOnce('SLIP')]).toEqual([false, true])
    expect(planFilePayment({ ...bill, pix_key: null, bank_account: { ...to, account_type: 'SAVING' } }, from)).toMatch(/conta poupança/)
    expect(planFilePayment({ ...bill, pix_key: null, bank_account: { ...to, routing_number: '001' } }, from)).toMatch(/dígito da conta/)
    expect(planFilePayment({ ...bill, pix_key: null, bank_account: { ...to, document_number: '12ABC34501DE35' } }, from)).toMatch(/letras/)
  })

  it.each([
    [{ bank_account_id: 'b' }, 'sai de outra conta bancária'],
    [{ due_date: '2026-03-10' }, 'venceu em 10/03/2026: escolha o dia do pagamento'],
    [{ pix_key: null }, 'falta a chave Pix, o boleto ou os dados bancários'],
    [{ pix_key: 'nada' }, 'a chave Pix não é válida'],
    [{ digitable_line: '00190500954014481606906809350314337370000000101' }, 'o dígito da linha digitável não confere'],
    [
      { digitable_line: lineOfBarcode(slip('001')), due_date: '2026-03-23', payee_document: '52998224725' },
      'o boleto vence em 20/03/2026: pague até lá',
    ],
    [
      { digitable_line: lineOfBarcode(slip('001')), amount_cents: 33_606, payee_document: '52998224725' },
      'o boleto é de R$ 336,05, e a conta de R$ 336,06: corrija a conta ou a linha digitável',
    ],
    [
      { digitable_line: lineOfBarcode(GUIDE), amount_cents: 8_989 },
      'a guia é de R$ 89,90, e a conta de R$ 89,89: corrija a conta ou a linha digitável',
    ],
    [{ payee_name: null }, 'falta quem recebe'],
    [{ pix_key: 'jose@padaria.com.br' }, 'falta o CPF ou CNPJ de José'],
    [{ payee_document: '12ABC34501DE35' }, 'o CNPJ de José tem letras, e o arquivo só leva algarismos'],
  ])('%j stays out', (fields, reason) => {
    expect(planFilePayment({ ...bill, ...fields }, from)).toBe(reason)
  })
})

describe('an agreement', () => {
  it('is refused for a bank whose layout is not known, or with digits of another account', () => {
    expect(payingAgreementProblem(AGREEMENT)).toBeUndefined()
    expect(payingAgreementProblem({ ...AGREEMENT, bank_code: '208' })?.[1]).toMatch(
      /Escrevemos: Banco do Brasil, Santander, Inter, Caixa, Bradesco, Itaú, Sicredi, Sicoob/,
    )
    expect(payingAgreementProblem({ ...AGREEMENT, branch: '12345' })?.[0]).toBe('branch')
    expect(payingAgreementProblem({ ...AGREEMENT, account: '123456' })?.[0]).toBe('account')
    expect(payingAgreementProblem({ ...AGREEMENT, account_digit: 'X' })?.[0]).toBe('account_digit')
    expect(payingAgreementProblem({ ...AGREEMENT, account: '14447' })?.[1]).toMatch(/confira a agência e a conta/)
  })
})
