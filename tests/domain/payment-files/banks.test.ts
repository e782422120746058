// Payments by file at each bank beside Itaú: files made by hand from published positions, refusals, returns that are read back, and what codes mean there.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TooWide } from '#domain/collection/fixed.ts'
import {
  asAgreed,
  banksThatNeed,
  byStandardSentence,
  notTogether,
  PAYING_BANK_CODES,
  type PayingAgreement,
  payingAgreementProblem,
  payingBank,
} from '#domain/payment-files/agreement.ts'
import { darfTarget } from '#domain/payment-files/darf.ts'
import { layoutOf } from '#domain/payment-files/layouts/banks.ts'
import { codesText, meaningOfCodes } from '#domain/payment-files/occurrences.ts'
import { ourNumber } from '#domain/payment-files/plan.ts'
import { isPaymentFile, readPaymentReturn } from '#domain/payment-files/read.ts'
import { FILE_PAYMENT_KINDS, type FilePaymentKind } from '#domain/payment-files/states.ts'
import { paymentFileText, type WrittenPayment } from '#domain/payment-files/write.ts'
import { barcodeOf } from '#domain/payments/boleto.ts'
import { PAYING_AGREEMENTS } from '#tests/kit/paying.ts'

const COMPANY = { name: 'Café & Pão Ltda.', document_number: '20018183000180' }
const text = (bank_code: string, payments: readonly WrittenPayment[], more: object = {}) =>
  paymentFileText({
    agreement: PAYING_AGREEMENTS[bank_code] as PayingAgreement,
    company: COMPANY,
    day: '2026-03-11',
    time: '101500',
    sequence: 7,
    isTest: true,
    payments,
    ...more,
  })
const lines = (file: string) => file.split('\r\n').slice(0, -1)
const bytes = (file: string) => new TextEncoder().encode(file)

const JOSE = { payee_name: 'José Antônio', payee_document: '52998224725', amount_cents: 33_605, pay_on: '2026-03-12' }
const TED: WrittenPayment = { ...JOSE, kind: 'TRANSFER', our_number: 'RZ0000000001', target: '260:0001:3819671-3' }
const SLIP: WrittenPayment = { ...JOSE, kind: 'SLIP', our_number: 'RZ0000000002', target: '' }
const PIX: WrittenPayment = { ...JOSE, kind: 'PIX', our_number: 'RZ0000000003', target: 'jose@padaria.com.br' }
const GUIDE: WrittenPayment = {
  ...JOSE,
  kind: 'COLLECTION',
  our_number: 'RZ0000000004',
  amount_cents: 8_990,
  payee_name: 'Energia',
  payee_document: '',
  target: '83860000000899001620000000000000000020260311',
}
/** Twenty days late on 2026-03-12, in the month after: a fine of 6.6 %, interest of 1 %. */
const DARF: WrittenPayment = {
  ...JOSE,
  kind: 'DARF',
  our_number: 'RZ0000000005',
  amount_cents: 107_600,
  payee_name: 'Receita Federal',
  payee_document: '',
  target: darfTarget({
    revenue_code: '0561',
    assessment_date: '2026-02-28',
    reference_number: '4567',
    due_date: '2026-02-20',
    principal_cents: 100_000,
  }),
}
/** Of Banco do Brasil, due on 2026-03-20. */
const BARCODE = '00191139100000336051090001015271248021246000'
const OF_BB = { ...SLIP, target: BARCODE }

const _ = (count: number) => ' '.repeat(count)
const o = (count: number) => '0'.repeat(count)
const COMPANY_NAME = `CAFE & PAO LTDA${_(15)}`
const CNPJ = '220018183000180'
const HEAD = (bank: string) => `${bank}00000${_(9)}${CNPJ}`
const LOT = (bank: string, lot: string, service: string) => `${bank}${lot}1C${service} ${CNPJ}`
const WRITTEN = `${_(10)}111032026101500000007`
const J_52 = (bank: string, lot: string, movement: string) =>
  `${bank}${lot}300002J ${movement}522020018183000180CAFE & PAO LTDA${_(25)}1000052998224725JOSE ANTONIO${_(28)}${o(16)}${_(93)}`
const J = (bank: string, lot: string, number: string, currency = '09') =>
  `${bank}${lot}300001J000${BARCODE}JOSE ANTONIO${_(18)}20032026000000000033605${o(30)}12032026000000000033605${o(15)}${number.padEnd(20)}${_(20)}${currency}${_(16)}`
const O = (bank: string, lot: string, number = 'RZ0000000004') =>
  `${bank}${lot}300001O000${GUIDE.target}ENERGIA${_(23)}1203202612032026000000000008990${number.padEnd(20)}${_(98)}`
const A = (bank: string, lot: string, number: string, tail: string, middle = `${_(20)}${o(23)}`) =>
  `${bank}${lot}300001A00001826000001 0000038196713 JOSE ANTONIO${_(18)}${number}12032026BRL${o(15)}000000000033605${middle}${_(40)}${tail}`
const OURS = `RZ0000000001${_(8)}`
const B = (bank: string, lot: string, rest = `12032026000000000033605${o(60)}${_(15)}0000000${_(8)}`, cep = o(8)) =>
  `${bank}${lot}300002B${_(3)}100052998224725${_(30)}00000${_(50)}${cep}${_(2)}${rest}`
/** Of a Pix by key: it names no bank nor account. */
const A_PIX = (bank: string, lot: string, digit: string, tail: string, number = 'RZ0000000003', middle = `${_(20)}${o(23)}`) =>
  `${bank}${lot}300001A00000900000000 000000000000${digit} JOSE ANTONIO${_(18)}${number.padEnd(20)}12032026BRL${o(15)}000000000033605${middle}${tail}`
const B_PIX = (bank: string, lot: string, tail: string) =>
  `${bank}${lot}300002B02 100052998224725${_(95)}jose@padaria.com.br${_(80)}${tail}`
const N = (bank: string, lot: string, revenue = '0561  ', number = 'RZ0000000005') =>
  `${bank}${lot}300001N000${number.padEnd(20)}${_(20)}${COMPANY_NAME}12032026000000000107600${revenue}01200181830001801628022026` +
  `0000000000000456700000000010000000000000000660000000000000100020022026${_(18)}${_(10)}`
const TAX_END = (bank: string, lot: string) => `${bank}${lot}5${_(9)}000003000000000000107600${_(199)}`
const LOT_END = (bank: string, lot: string, records: string, cents: string) =>
  `${bank}${lot}5${_(9)}${records}${cents.padStart(18, '0')}${o(24)}${_(175)}`
const END = (bank: string, lots: string, records: string) => `${bank}99999${_(9)}${lots}${records}000000${_(205)}`
const ADDRESS = `${_(70)}00000${_(35)}00000000${_(2)}`

const BB = `0001234560126${_(5)}TS01234300000001234550${COMPANY_NAME}`
const SANTANDER = `0033123400490000015101234 0000130069341 ${COMPANY_NAME}`
const INTER = `${_(20)}00001 0000123456789 ${COMPANY_NAME}`
const CAIXA_ACCOUNT = `0406490006000710848 ${COMPANY_NAME}`
const CAIXA_LOT = `44477301000101${_(6)}${CAIXA_ACCOUNT}${_(70)}00000${_(35)}00000${_(5)}${_(18)}`
/** Of a credit at Caixa, from 135 on. */
const CAIXA_MIDDLE = `000000000${_(3)}01N10000${o(23)}`
const BRADESCO = `317324${_(14)}0350760000000003646 ${COMPANY_NAME}`
const SICREDI = `6YT6${_(16)}0031310000000992512 ${COMPANY_NAME}`
const SICOOB = `000000000000000012340303920000001234564 ${COMPANY_NAME}`

/** Each as the sources of its bank draw it; what bears out what stands in PARTIES.md. */
const GOLDEN: Record<string, { payments: readonly WrittenPayment[]; file: readonly string[] }> = {
  '001': {
    payments: [TED, PIX, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('001')}${BB}BANCO DO BRASIL${_(15)}${WRITTEN}05000000${_(54)}000${_(12)}`,
      `${LOT('001', '0001', '2011031')}${BB}${ADDRESS}${_(18)}`,
      O('001', '0001'),
      LOT_END('001', '0001', '000003', '8990'),
      `${LOT('001', '0002', '2216031')}${BB}${ADDRESS}${_(18)}`,
      N('001', '0002'),
      LOT_END('001', '0002', '000003', '107600'),
      `${LOT('001', '0003', '2030031')}${BB}${ADDRESS}${_(18)}`,
      J('001', '0003', 'RZ0000000002'),
      J_52('001', '0003', '00'),
      LOT_END('001', '0003', '000004', '33605'),
      `${LOT('001', '0004', '2041031')}${BB}${ADDRESS}${_(18)}`,
      A('001', '0004', OURS, `${_(2)}00010${_(5)}0${_(10)}`),
      `0010004300002B${_(3)}100052998224725${_(208)}`,
      LOT_END('001', '0004', '000004', '33605'),
      `${LOT('001', '0005', '2045031')}${BB}${ADDRESS}${_(18)}`,
      A_PIX('001', '0005', ' ', `${_(52)}0${_(10)}`),
      B_PIX('001', '0005', o(14)),
      LOT_END('001', '0005', '000004', '33605'),
      END('001', '000005', '000020'),
    ],
  },
  '077': {
    payments: [TED, PIX, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('077')}${INTER}BANCO INTER${_(19)}${WRITTEN}10700000${_(69)}`,
      `${LOT('077', '0001', '2011046')}${INTER}${ADDRESS}${_(18)}`,
      O('077', '0001'),
      LOT_END('077', '0001', '000003', '8990'),
      `${LOT('077', '0002', '2216046')}${INTER}${ADDRESS}${_(18)}`,
      N('077', '0002'),
      TAX_END('077', '0002'),
      `${LOT('077', '0003', '2031046')}${INTER}${ADDRESS}${_(18)}`,
      J('077', '0003', 'RZ0000000002'),
      J_52('077', '0003', '00'),
      LOT_END('077', '0003', '000004', '33605'),
      `${LOT('077', '0004', '2041046')}${INTER}${ADDRESS}${_(18)}`,
      A('077', '0004', OURS, `${_(2)}00010${_(5)}0${_(10)}`),
      B('077', '0004'),
      LOT_END('077', '0004', '000004', '33605'),
      `${LOT('077', '0005', '2045046')}${INTER}${ADDRESS}${_(18)}`,
      A_PIX('077', '0005', ' ', `${_(52)}0${_(10)}`),
      B_PIX('077', '0005', o(14)),
      LOT_END('077', '0005', '000004', '33605'),
      END('077', '000005', '000020'),
    ],
  },
  '033': {
    payments: [TED, PIX, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('033')}${SANTANDER}BANCO SANTANDER${_(15)}${WRITTEN}06000000${_(69)}`,
      `${LOT('033', '0001', '2011010')}${SANTANDER}${ADDRESS}${_(18)}`,
      O('033', '0001'),
      LOT_END('033', '0001', '000003', '8990'),
      `${LOT('033', '0002', '2216030')}${SANTANDER}${ADDRESS}${_(18)}`,
      N('033', '0002', '000561'),
      TAX_END('033', '0002'),
      `${LOT('033', '0003', '2031030')}${SANTANDER}${ADDRESS}${_(18)}`,
      J('033', '0003', 'RZ0000000002', '00'),
      J_52('033', '0003', '00'),
      LOT_END('033', '0003', '000004', '33605'),
      `${LOT('033', '0004', '2041031')}${SANTANDER}${ADDRESS}${_(18)}`,
      A('033', '0004', OURS, `${_(2)}00010CC${_(3)}0${_(10)}`),
      B('033', '0004', `12032026000000000033605${o(60)}0000${_(11)}00000${_(10)}`),
      LOT_END('033', '0004', '000004', '33605'),
      `${LOT('033', '0005', '2045031')}${SANTANDER}${ADDRESS}${_(18)}`,
      A_PIX('033', '0005', ' ', `${_(40)}01${_(10)}0${_(10)}`),
      B_PIX('033', '0005', `${_(6)}${o(8)}`),
      LOT_END('033', '0005', '000004', '33605'),
      END('033', '000005', '000020'),
    ],
  },
  '104': {
    payments: [TED, PIX, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('104')}44477301T${_(4)}0000${_(3)}${CAIXA_ACCOUNT}CAIXA${_(25)}${WRITTEN}08001600${_(54)}000${_(12)}`,
      `${LOT('104', '0001', '2011041')}${CAIXA_LOT}`,
      O('104', '0001', '000004'),
      LOT_END('104', '0001', '000003', '8990'),
      `${LOT('104', '0002', '2216041')}${CAIXA_LOT}`,
      N('104', '0002', undefined, '000005'),
      TAX_END('104', '0002'),
      `${LOT('104', '0003', '2031041')}${CAIXA_LOT}`,
      J('104', '0003', '000002'),
      J_52('104', '0003', '  '),
      LOT_END('104', '0003', '000004', '33605'),
      `${LOT('104', '0004', '2041041')}${CAIXA_LOT}`,
      A('104', '0004', `000001${_(13)}1`, `00${_(10)}0${_(10)}`, CAIXA_MIDDLE),
      B('104', '0004', `12032026${o(75)}${_(30)}`, `00000${_(3)}`),
      LOT_END('104', '0004', '000004', '33605'),
      `${LOT('104', '0005', '2045041')}${CAIXA_LOT}`,
      A_PIX('104', '0005', ' ', `${_(40)}00${_(10)}0${_(10)}`, '000003', CAIXA_MIDDLE),
      B_PIX('104', '0005', o(14)),
      LOT_END('104', '0005', '000004', '33605'),
      END('104', '000005', '000020'),
    ],
  },
  '237': {
    payments: [TED, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('237')}${BRADESCO}BRADESCO${_(22)}${WRITTEN}08901600${_(69)}`,
      `${LOT('237', '0001', '2211012')}${BRADESCO}${ADDRESS}01${_(16)}`,
      O('237', '0001'),
      LOT_END('237', '0001', '000003', '8990'),
      `${LOT('237', '0002', '2216012')}${BRADESCO}${ADDRESS}01${_(16)}`,
      N('237', '0002'),
      TAX_END('237', '0002'),
      `${LOT('237', '0003', '2031040')}${BRADESCO}${ADDRESS}${_(18)}`,
      J('237', '0003', 'RZ0000000002'),
      J_52('237', '0003', '00'),
      LOT_END('237', '0003', '000004', '33605'),
      `${LOT('237', '0004', '2041045')}${BRADESCO}${ADDRESS}01${_(16)}`,
      A('237', '0004', OURS, `${_(2)}00010CC${_(3)}0${_(10)}`),
      B('237', '0004'),
      LOT_END('237', '0004', '000004', '33605'),
      END('237', '000004', '000016'),
    ],
  },
  '748': {
    payments: [TED, PIX, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('748')}${SICREDI}SICREDI${_(23)}${WRITTEN}08201600${_(69)}`,
      `${LOT('748', '0001', '2211012')}${SICREDI}${ADDRESS}${_(18)}`,
      O('748', '0001'),
      LOT_END('748', '0001', '000003', '8990'),
      `${LOT('748', '0002', '2216012')}${SICREDI}${ADDRESS}${_(18)}`,
      N('748', '0002'),
      LOT_END('748', '0002', '000003', '107600'),
      `${LOT('748', '0003', '0331042')}${SICREDI}${ADDRESS}${_(18)}`,
      J('748', '0003', 'RZ0000000002'),
      J_52('748', '0003', '01'),
      LOT_END('748', '0003', '000004', '33605'),
      `${LOT('748', '0004', '2041045')}${SICREDI}${ADDRESS}${_(18)}`,
      A('748', '0004', OURS, `${_(2)}00010${_(5)}0${_(10)}`),
      B('748', '0004', `12032026000000000033605${o(60)}${_(15)}0${_(14)}`),
      LOT_END('748', '0004', '000004', '33605'),
      `${LOT('748', '0005', '2045045')}${SICREDI}${ADDRESS}${_(18)}`,
      A_PIX('748', '0005', '0', `${_(52)}0${_(10)}`),
      B_PIX('748', '0005', _(14)),
      LOT_END('748', '0005', '000004', '33605'),
      END('748', '000005', '000020'),
    ],
  },
  '756': {
    payments: [TED, PIX, OF_BB, GUIDE, DARF],
    file: [
      `${HEAD('756')}${SICOOB}SICOOB${_(24)}${WRITTEN}08701600${_(69)}`,
      `${LOT('756', '0001', '2211012')}${SICOOB}${ADDRESS}01${_(16)}`,
      O('756', '0001'),
      LOT_END('756', '0001', '000003', '8990'),
      `${LOT('756', '0002', '2216012')}${SICOOB}${ADDRESS}01${_(16)}`,
      N('756', '0002'),
      TAX_END('756', '0002'),
      `${LOT('756', '0003', '0331040')}${SICOOB}${ADDRESS}${_(18)}`,
      J('756', '0003', 'RZ0000000002'),
      J_52('756', '0003', '01'),
      LOT_END('756', '0003', '000004', '33605'),
      `${LOT('756', '0004', '2041045')}${SICOOB}${ADDRESS}01${_(16)}`,
      A('756', '0004', OURS, `0100010${_(5)}0${_(10)}`),
      B('756', '0004'),
      LOT_END('756', '0004', '000004', '33605'),
      `${LOT('756', '0005', '2045045')}${SICOOB}${ADDRESS}01${_(16)}`,
      A_PIX('756', '0005', ' ', `${_(38)}01${_(2)}00000${_(5)}0${_(10)}`),
      B_PIX('756', '0005', o(14)),
      LOT_END('756', '0005', '000004', '33605'),
      END('756', '000005', '000020'),
    ],
  },
}
const BANKS = Object.keys(GOLDEN)

const slip = (bank_code: string) =>
  barcodeOf({ bank_code, amount_cents: 33_605, due_date: '2026-03-20', free_field: '1090001015271248021246000' })

const anyPayments = (bank: string): fc.Arbitrary<WrittenPayment[]> => {
  const one = fc.record({
    kind: fc.constantFrom(...FILE_PAYMENT_KINDS),
    amount_cents: fc.integer({ min: 1, max: 999_999_999 }),
    pay_on: fc.constantFrom('2026-03-11', '2026-12-31'),
    payee_name: fc.string({ maxLength: 80 }),
    payee_document: fc.constantFrom('52998224725', COMPANY.document_number),
    own: fc.boolean(),
  })
  const targetOf = (kind: FilePaymentKind, own: boolean, principal_cents: number): string =>
    kind === 'DARF'
      ? darfTarget({
          revenue_code: '0561',
          assessment_date: '2026-11-30',
          reference_number: null,
          due_date: '2026-12-31',
          principal_cents,
        })
      : kind === 'PIX'
        ? '+5511987654321'
        : kind === 'TRANSFER'
          ? `${own ? bank : '260'}:1234-5:38196-X`
          : kind === 'SLIP'
            ? slip(own ? bank : '422')
            : GUIDE.target
  return fc.array(one, { minLength: 1, maxLength: 12 }).map(all =>
    all.map(({ own, ...each }, at) => ({
      ...each,
      our_number: ourNumber(at + 1),
      payee_document: each.kind === 'COLLECTION' || each.kind === 'DARF' ? '' : each.payee_document,
      target: targetOf(each.kind, own, each.amount_cents),
    })),
  )
}

const returned = (file: string, codes: string) =>
  lines(file)
    .map((line, at) =>
      at === 0 ? `${line.slice(0, 142)}2${line.slice(143)}` : line[7] === '3' ? line.slice(0, 230) + codes.padEnd(10) : line,
    )
    .join('\r\n')

describe.each(BANKS)('a file of payments of %s', bank => {
  it('stands as its published positions draw it', () => {
    const { payments, file } = GOLDEN[bank] ?? { payments: [], file: [] }
    expect(file.map(line => line.length)).toEqual(file.map(() => 240))
    expect(lines(text(bank, payments))).toEqual(file)
  })

  it('has records of 240, and given back is read as what was written, blanks stripped or not', () => {
    fc.assert(
      fc.property(anyPayments(bank), fc.boolean(), fc.boolean(), (payments, isTest, stripped) => {
        const file = text(bank, payments, { isTest })
        expect(lines(file).every(line => line.length === 240 && /^[\x20-\x7e]*$/.test(line))).toBe(true)
        const totals = lines(file).flatMap(line => (line[7] === '5' ? [Number(line.slice(23, 41))] : []))
        expect(totals.reduce((a, b) => a + b, 0)).toBe(payments.reduce((sum, one) => sum + one.amount_cents, 0))
        const whole = returned(file, '00')
        const given = bytes(stripped ? whole.replace(/ +(\r\n|$)/g, '$1') : whole)
        expect(isPaymentFile(given)).toBe(true)
        const agreement = PAYING_AGREEMENTS[bank] as PayingAgreement
        const { payments: said, ...head } = readPaymentReturn(given)
        expect(head).toEqual({
          bank,
          company_document: COMPANY.document_number,
          branch: agreement.branch.replace(/^0+/, ''),
          account: agreement.account,
          account_digit: agreement.account_digit,
          errors: [],
        })
        expect(said.map(one => [one.our_number, one.codes, one.paid_on, one.paid_cents]).sort()).toEqual(
          payments.map(one => [one.our_number, ['00'], one.pay_on, one.amount_cents]).sort(),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('is written for its agreement alone: each part is refused with a sign too few or too many', () => {
    const agreement = PAYING_AGREEMENTS[bank] as PayingAgreement
    expect(payingAgreementProblem(agreement)).toBeUndefined()
    for (const { part, title, signs } of payingBank(bank)?.needs ?? []) {
      const [least, most] = signs
      // A part that may be left out is asked for its most alone.
      for (const wrong of [...(least > 0 ? ['1'.repeat(least - 1)] : []), '1'.repeat(most + 1), '.'.repeat(most)]) {
        const [field, sentence] = payingAgreementProblem({ ...agreement, [part]: wrong }) ?? []
        expect([field, sentence?.startsWith(`${title}: `)]).toEqual([part, true])
      }
    }
  })

  it('tells what is a test where the bank has a mark for it', () => {
    const marks = [true, false].map(isTest => lines(text(bank, GOLDEN[bank]?.payments ?? [], { isTest }))[0]?.slice(32, 52))
    if (bank === '001' || bank === '104') expect(marks[0]).not.toBe(marks[1])
    else expect(marks[0]).toBe(marks[1])
  })
})

describe('of a bank', () => {
  it('every kind is written, and a person is told which of them nobody has an example of', () => {
    expect(PAYING_BANK_CODES.map(bank => [bank, FILE_PAYMENT_KINDS.filter(kind => !layoutOf(bank).records[kind])])).toEqual(
      PAYING_BANK_CODES.map(bank => [bank, []]),
    )
    const asked = 'o padrão da FEBRABAN, sem um exemplo do banco: peça que ele valide um arquivo de teste antes.'
    expect(Object.fromEntries(PAYING_BANK_CODES.map(bank => [bank, byStandardSentence(bank)]))).toEqual({
      '001': `Pix do Banco do Brasil segue ${asked}`,
      '033': '',
      '077': `Os pagamentos do Inter seguem ${asked}`,
      '104': `Pix, Guia ou concessionária e DARF sem código de barras da Caixa seguem ${asked}`,
      '237': '',
      '341': '',
      '748': '',
      '756': '',
    })
  })

  it('that nobody writes for, none is ever written', () => {
    expect(() => text('104', [PIX], { agreement: { ...PAYING_AGREEMENTS['104'], bank_code: '208' } })).toThrow('bank 208 carries no PIX')
  })

  it('Pix goes alone, or all but Pix, in a file of Bradesco, which says which', () => {
    expect(notTogether('237', 'SLIP', 'PIX')).toMatch(/^o Bradesco quer Pix num arquivo só dele, e esta remessa leva outros pagamentos/)
    expect(notTogether('237', 'PIX', 'SLIP')).toMatch(/, e esta remessa é de Pix/)
    expect([notTogether('237', 'PIX', 'PIX'), notTogether('237', 'SLIP', 'TRANSFER'), notTogether('033', 'SLIP', 'PIX')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const file = lines(text('237', [PIX]))
    expect(file[0]?.slice(163, 180)).toBe('08901600PIX      ')
    expect(file[1]?.slice(7, 16)).toBe('1C2045045')
    expect(file[2]).toBe(
      `2370001300001A00000900000000 000000000000  JOSE ANTONIO${_(18)}RZ0000000003${_(8)}12032026BRL${o(15)}000000000033605${_(20)}${o(23)}${_(52)}0${_(10)}`,
    )
    expect(file[3]).toBe(`2370001300002B02 100052998224725${_(95)}jose@padaria.com.br${_(80)}${o(14)}`)
  })

  it('a document that is a key stands where Sicredi wants it, and beside the holder at Sicoob', () => {
    const key = { ...PIX, target: '20018183000180' }
    const [, , , sicredi] = lines(text('748', [key]))
    expect([sicredi?.slice(14, 32), sicredi?.slice(127, 226).trim()]).toEqual(['03 220018183000180', ''])
    const [, , , sicoob] = lines(text('756', [key]))
    expect([sicoob?.slice(14, 32), sicoob?.slice(127, 226).trim()]).toEqual(['03 100052998224725', '20018183000180'])
  })

  it('a person counts as the second kind of taxpayer, though as the first elsewhere', () => {
    const person = lines(text('237', [DARF], { company: { name: 'José', document_number: '52998224725' } }))
    expect([person[0]?.slice(17, 32), person[2]?.slice(116, 134)]).toEqual(['100052998224725', '020005299822472516'])
  })

  it('a credit at the own bank names no chamber nor purpose', () => {
    const own = lines(text('237', [{ ...TED, target: '237:1234-5:38196-7' }]))
    expect([own[1]?.slice(11, 13), own[2]?.slice(17, 43), own[2]?.slice(217, 230)]).toEqual([
      '01',
      `0002370123450000000381967 `,
      `${_(12)}0`,
    ])
  })

  it('our number has six digits at Caixa, and never cuts them', () => {
    const named = (sequence: number) => text('104', [{ ...TED, our_number: ourNumber(sequence) }])
    expect(readPaymentReturn(bytes(returned(named(999_999), '00'))).payments[0]?.our_number).toBe('RZ0000999999')
    expect(() => named(1_000_000)).toThrow(TooWide)
  })
})

describe('an agreement', () => {
  it('keeps only what its bank asks for, in capitals', () => {
    const whole = { ...(PAYING_AGREEMENTS['748'] as PayingAgreement), code: '6yt6', commitment_code: '0001' }
    expect(asAgreed(whole)).toEqual(PAYING_AGREEMENTS['748'])
    expect(banksThatNeed('commitment_code')).toEqual(['104'])
    expect(banksThatNeed('code')).toEqual(['001', '033', '077', '104', '237', '748', '756'])
    expect(banksThatNeed('lot_version')).toEqual(['077'])
    expect(asAgreed({ ...whole, bank_code: '208' })).toEqual({ ...whole, bank_code: '208' })
  })

  it('has the digits of its branch and account where the rule is known, and the mark of its bank', () => {
    const of = (bank: string, more: object) => payingAgreementProblem({ ...(PAYING_AGREEMENTS[bank] as PayingAgreement), ...more })
    expect(of('001', { branch_digit: '4' })?.[1]).toBe('O dígito da agência 1234 não é 4: confira.')
    expect(of('001', { account_digit: 'X' })?.[1]).toBe('O dígito da conta 12345 não é X: confira.')
    expect(of('033', { code: '10331234004900000151' })?.[1]).toBe('O convênio do Santander começa com 0033: confira.')
    expect(of('237', { branch_digit: 'X' })?.[1]).toBe('Dígito da agência: 1 algarismo ou P')
    expect(of('748', { code: '6YT-' })?.[1]).toBe('Convênio: 4 letras ou algarismos')
    expect(of('104', { commitment_code: '1' })?.[1]).toBe('Compromisso: 4 algarismos')
    expect(of('077', { lot_version: '46' })?.[1]).toBe('Versão dos lotes: 3 algarismos')
    expect(of('077', { code: '123456' })).toBeUndefined()
    expect(of('756', { branch_digit: '' })?.[1]).toBe('Dígito da cooperativa: preencha com 1 algarismo')
  })
})

describe('codes', () => {
  it.each([
    ['237', ['00'], 'PAID', '00: pago'],
    ['001', ['01'], 'REFUSED', '01: saldo insuficiente'],
    ['237', ['02'], 'CANCELLED', '02: cancelado no banco'],
    ['104', ['03'], 'PAID', '03: pago com autorização da agência'],
    // What moves a date or cancels at Itaú says what is wrong elsewhere.
    ['237', ['AE'], 'REFUSED', 'AE: tipo ou número de inscrição inválido'],
    ['341', ['AE'], 'PROCESSING', 'AE: data do pagamento mudada pelo banco'],
    ['001', ['CE'], 'REFUSED', 'CE: campo livre do código de barras inválido'],
    ['341', ['CE'], 'CANCELLED', 'CE: cancelado no banco'],
    ['756', ['BD', 'ZA'], 'PROCESSING', 'BD: agendado; ZA: agência e conta de quem recebe trocadas pelo banco'],
    ['033', ['00', 'ZA'], 'RETURNED', '00: pago; ZA: a transferência voltou'],
    ['033', ['B1'], 'PROCESSING', 'B1: falta autorizar no banco'],
    ['237', ['H4'], 'RETURNED', 'H4: o crédito voltou'],
    ['237', ['5T', 'HF'], 'REFUSED', '5T: convênio em teste no banco; HF: saldo insuficiente'],
    ['748', ['05'], 'UNKNOWN', '05: pago com outro valor'],
    ['748', ['09'], 'PROCESSING', '09: em trânsito'],
    ['237', ['QQ'], 'UNKNOWN', 'QQ'],
    ['999', ['BF'], 'CANCELLED', 'BF: excluído no banco'],
  ] as const)('%s %j', (bank, codes, meaning, words) => {
    expect([meaningOfCodes(codes, bank), codesText(codes, bank)]).toEqual([meaning, words])
  })
})

describe('a return as the bank itself wrote it', () => {
  it('of Caixa is read by its six digits, whatever else its records hold', () => {
    const file = [
      `${HEAD('104')}44477301P${_(4)}0000${_(3)}${CAIXA_ACCOUNT}CAIXA${_(25)}${_(10)}208062026025001001174050016${'00'}${_(54)}000${_(12)}`,
      `${LOT('104', '0001', '2001030')}${CAIXA_LOT.slice(0, -10)}00${_(8)}`,
      `1040001300001A0000181040022910000123456787 MARIA DE SOUZA${_(16)}229909${_(14)}08062026BRL${o(15)}000000000449760000218637${_(3)}01N0${_(2)}0108062026000000000449760${_(40)}00${_(10)}000${_(8)}`,
    ]
    const [one] = readPaymentReturn(bytes(file.join('\r\n'))).payments
    expect(file.map(line => line.length)).toEqual([240, 240, 240])
    expect(one).toMatchObject({ segment: 'A', our_number: 'RZ0000229909', codes: ['00'], paid_on: '2026-06-08', paid_cents: 449_760 })
  })
})

it('a bank that nobody writes for is read as the standard has it', () => {
  expect(layoutOf('208').digitAt).toBe(71)
})
