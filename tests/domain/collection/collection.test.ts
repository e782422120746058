// Slips by file in the pure: numbers and bars by bank, records that fill their width, what returns mean, and what may be asked of the bank.
import { describe, expect, it } from 'vitest'
import { type Agreement, agreementProblem, itauAccountDigit } from '#domain/collection/agreement.ts'
import { record, TooWide } from '#domain/collection/fixed.ts'
import { meaningOf, numberOf, reasonText, returnedNumber } from '#domain/collection/occurrences.ts'
import { givenNumbers, slipNumbers } from '#domain/collection/our-number.ts'
import { type RemessaSlip, remessaText } from '#domain/collection/remessa.ts'
import { answeredBy, orderProblem, slipAfter } from '#domain/collection/slip-states.ts'

const NOTHING: Agreement = {
  bank_code: '',
  layout: '400',
  branch: '',
  branch_digit: '',
  account: '',
  account_digit: '',
  code: '',
  wallet: '',
  variation: '',
  transmission_code: '',
  post: '',
  write_off_code: '',
  due_date_code: '',
}
const ITAU: Agreement = { ...NOTHING, bank_code: '341', branch: '1248', account: '02124', account_digit: '6', wallet: '109' }

describe('numbers', () => {
  it.each([
    [{ ...ITAU }, 10152, '00010152', '7', '1090001015271248021246000'],
    [
      { ...NOTHING, bank_code: '237', branch: '1234', account: '123456', wallet: '9' },
      562,
      '00000000562',
      '5',
      '1234090000000056201234560',
    ],
    [{ ...NOTHING, bank_code: '001', code: '1234567', wallet: '17' }, 5, '12345670000000005', '', '0000001234567000000000517'],
    [{ ...NOTHING, bank_code: '033', code: '1234567', wallet: '101' }, 456, '000000000456', '1', '9123456700000000045610101'],
    [{ ...NOTHING, bank_code: '104', code: '123456' }, 5, '14000000000000005', '7', '1234560000100040000000056'],
    [
      { ...NOTHING, bank_code: '748', branch: '0156', post: '5', code: '85305', wallet: '1' },
      3,
      '19200003',
      '0',
      '1119200003001560585305101',
    ],
    [
      { ...NOTHING, bank_code: '756', branch: '4277', code: '172278', wallet: '1', variation: '1' },
      6,
      '0000006',
      '5',
      '1427701017227800000065001',
    ],
  ])('of $bank_code', (of, sequence, number, digit, free_field) => {
    expect(slipNumbers(of, sequence, '19')).toEqual({ number, digit, free_field })
  })

  it.each([
    ['00043095401', '0001110123456700043095401'],
    ['00000000014', '0001110123456700000000014'],
    ['00043095419', '0001110123456700043095419'],
    ['00000004586', '0001110123456700000004586'],
    ['00043095402', undefined],
    ['0', undefined],
    ['4309540A', undefined],
  ])('of Inter are those of its return: %s', (given, free_field) => {
    const of = { ...NOTHING, bank_code: '077', branch: '1', wallet: '110', code: '1234567' }
    expect(givenNumbers(of, given)?.free_field).toBe(free_field)
    expect(givenNumbers({ ...of, bank_code: '341' }, given)).toBeUndefined()
  })

  it('end where the bank has no more room', () => {
    expect(
      slipNumbers({ ...NOTHING, bank_code: '748', branch: '0156', post: '5', code: '85305', wallet: '1' }, 100_000, '19'),
    ).toBeUndefined()
    expect(slipNumbers({ ...NOTHING, bank_code: '077' }, 1, '19')).toBeUndefined()
  })
})

describe('an agreement', () => {
  it('is taken only where its digits and its layout are known', () => {
    expect(agreementProblem(ITAU)).toBeUndefined()
    expect(itauAccountDigit(ITAU)).toBe('6')
    expect(agreementProblem({ ...ITAU, account_digit: '7' })?.[0]).toBe('account_digit')
    expect(agreementProblem({ ...ITAU, wallet: '112' })?.[1]).toMatch(/carteira 112/)
    expect(agreementProblem({ ...ITAU, layout: '240' })?.[0]).toBe('layout')
    expect(agreementProblem({ ...ITAU, bank_code: '208' })?.[0]).toBe('bank_code')
    const inter = { ...ITAU, bank_code: '077', branch: '0001', wallet: '112', code: '1234567' }
    expect(agreementProblem(inter)).toBeUndefined()
    expect(agreementProblem({ ...inter, wallet: '109' })).toEqual(['wallet', 'Carteira: 110 ou 112'])
    expect(agreementProblem({ ...inter, code: '123' })?.[1]).toBe('Operação: 7 algarismos')
    expect(agreementProblem({ ...inter, write_off_code: '2', due_date_code: '6' })).toBeUndefined()
    expect(agreementProblem({ ...inter, write_off_code: '1' })).toEqual([
      'write_off_code',
      'O código 01 registra boletos: confira no manual do banco.',
    ])
    expect(agreementProblem({ ...inter, write_off_code: '02', due_date_code: '2' })?.[0]).toBe('due_date_code')
    expect(agreementProblem({ ...inter, due_date_code: 'X' })?.[1]).toBe('Código de vencimento: até 2 algarismos')
  })
})

describe('a record', () => {
  it('refuses a gap, an overlap, a cut number and a width that is not filled', () => {
    expect(
      record(
        5,
        [
          [1, 2, 'num', 'a'],
          [3, 5, 'text', 'b'],
        ],
        { a: 7, b: 'ção' },
      ),
    ).toBe('07CAO')
    expect(() =>
      record(
        5,
        [
          [1, 2, 'zeros'],
          [4, 5, 'zeros'],
        ],
        {},
      ),
    ).toThrow(RangeError)
    expect(() =>
      record(
        5,
        [
          [1, 3, 'zeros'],
          [3, 5, 'zeros'],
        ],
        {},
      ),
    ).toThrow(RangeError)
    expect(() => record(5, [[1, 4, 'zeros']], {})).toThrow(RangeError)
    expect(() => record(2, [[1, 2, 'num', 'a']], { a: 123 })).toThrow(TooWide)
    expect(() => record(2, [[1, 2, 'num', 'a']], { a: '1A' })).toThrow(TooWide)
    expect(() => record(14, [[1, 14, 'num', 'payer_document']], { payer_document: '12ABC34501DE35' })).toThrow(
      '“12ABC34501DE35” tem letras ou sinais, e o arquivo do banco só leva algarismos (CPF ou CNPJ do pagador).',
    )
    expect(() => record(2, [[1, 2, 'num', 'a']], { a: 123 })).toThrow(/^“123” tem mais de 2 algarismos\.$/)
  })
})

const SLIP: RemessaSlip = {
  movement: 'REGISTER',
  our_number: '00010152',
  our_number_digit: '7',
  document: '10152',
  amount_cents: 123_456,
  due_date: '2026-04-10',
  issue_date: '2026-03-11',
  interest_rate: 100,
  fine_rate: 200,
  protest_days: 5,
  write_off_days: null,
  rebate_cents: 0,
  payer: {
    name: 'Ana Lima',
    document_number: '52998224725',
    address: 'Rua A 1',
    district: 'Centro',
    postal_code: '01310100',
    city: 'São Paulo',
    state: 'SP',
  },
}

describe('a remessa', () => {
  const file = (slips: RemessaSlip[]) =>
    remessaText({
      agreement: ITAU,
      company: { name: 'Padaria Central', document_number: '11222333000181' },
      approved: true,
      sequence: 1,
      day: '2026-03-11',
      time: '120000',
      slips,
    }) ?? ''

  it('says interest, fine and protest in the positions of the bank, and counts its records', () => {
    const lines = file([SLIP, { ...SLIP, fine_rate: 0, protest_days: null }]).split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.map(line => [line[0], line.length, line.slice(394)])).toEqual([
      ['0', 400, '000001'],
      ['1', 400, '000002'],
      ['2', 400, '000003'],
      ['1', 400, '000004'],
      ['9', 400, '000005'],
    ])
    expect(lines[1]?.slice(156, 173)).toBe('09000000000000041')
    expect(lines[1]?.slice(391, 393)).toBe('05')
    expect(lines[2]?.slice(0, 23)).toBe('22110420260000000000200')
    expect(lines[3]?.slice(156, 158)).toBe('00')
  })

  it('of Inter registers without a number, for the bank gives it, and changes by it with the codes of the agreement', () => {
    const agreement: Agreement = {
      ...NOTHING,
      bank_code: '077',
      branch: '0001',
      account: '12345678',
      account_digit: '9',
      wallet: '112',
      code: '1234567',
    }
    const lines = (slip: RemessaSlip) => {
      const company = { name: 'Padaria Central', document_number: '11222333000181' }
      return remessaText({ agreement, company, approved: true, sequence: 7, day: '2026-03-11', time: '120000', slips: [slip] })?.split(
        '\r\n',
      )
    }
    const blank = (count: number) => ' '.repeat(count)
    const zeros = (count: number) => '0'.repeat(count)
    const ANA = `0100052998224725ANA LIMA${blank(32)}RUA A 1${blank(33)}01310100${blank(70)}`
    expect(lines({ ...SLIP, our_number: '', our_number_digit: '', protest_days: null })).toEqual([
      `01REMESSA01COBRANCA${blank(27)}PADARIA CENTRAL${blank(15)}077INTER${blank(10)}110326${blank(8)}MX0000007${blank(277)}000001`,
      `1${blank(19)}11200010123456789${'10152'.padEnd(25)}0002${zeros(13)}0200110426${zeros(11)}${blank(8)}01${'10152'.padEnd(10)}100426` +
        `000000012345660${blank(6)}01N110326${blank(3)}2${zeros(13)}0100110426${zeros(37)}${ANA}000002`,
      `9${blank(393)}000003`,
      '',
    ])
    const plain = { ...SLIP, our_number: '', our_number_digit: '', fine_rate: 0, interest_rate: 0 }
    expect(lines(plain)?.[1]?.slice(62, 100)).toBe(zeros(38))
    expect(() => lines({ ...SLIP, movement: 'WRITE_OFF' })).toThrow('the bank takes no WRITE_OFF')
    agreement.write_off_code = '2'
    const writeOff = lines({ ...SLIP, movement: 'WRITE_OFF', our_number: '0004309540', our_number_digit: '1' })?.[1]
    expect([writeOff?.slice(89, 100), writeOff?.slice(108, 110), writeOff?.slice(126, 139)]).toEqual(['00043095401', '02', '0000000123456'])
  })

  it('is the same bytes again, and refuses what has no room', () => {
    expect(file([SLIP])).toBe(file([SLIP]))
    expect(() => file([{ ...SLIP, amount_cents: 1e14 }])).toThrow(TooWide)
  })
})

describe('a return', () => {
  const itau = { bank: '341', layout: 'CNAB400', settled: new Set(['06', '10']) } as const
  it('means what its bank says first, then what all say; the rest is asked', () => {
    expect(['02', '03', '06', '09', '10', '15', '77'].map(code => meaningOf(code, itau))).toEqual([
      'REGISTERED',
      'REFUSED',
      'SETTLED',
      'WRITTEN_OFF',
      'SETTLED',
      'NOT_DONE',
      'UNKNOWN',
    ])
    expect(reasonText(['46', '00'], 'CNAB240')).toBe('motivo 46: CPF ou CNPJ do pagador inválido')
    expect(reasonText(['46', 'X1'], 'CNAB400')).toBe('motivos 46; X1')
  })

  it('names a slip with or without its digit, by bank', () => {
    const slip = { number: '00010152', digit: '7' }
    expect(returnedNumber(slip, '341', 'CNAB400')).toBe(numberOf({ our_number: '000101527' }))
    expect(returnedNumber({ number: '14000000000000005', digit: '7' }, '104', 'CNAB240')).toBe(
      numberOf({ our_number: '14000000000000005' }),
    )
  })

  it('moves a slip forwards only', () => {
    expect(slipAfter('WAITING', 'REGISTERED')).toBe('REGISTERED')
    expect(slipAfter('PAID', 'WRITTEN_OFF')).toBeUndefined()
    expect(slipAfter('REGISTERED', 'REFUSED')).toBeUndefined()
    expect(slipAfter('WRITTEN_OFF', 'SETTLED')).toBe('PAID')
    expect(answeredBy('14', 'CONFIRMED')).toEqual({ kinds: ['DUE_DATE'], done: true })
  })
})

describe('an order', () => {
  const slip = {
    bank_code: '341',
    write_off_code: '',
    due_date_code: '',
    number: '00000001',
    status: 'REGISTERED',
    amount_cents: 10_000,
    due_date: '2026-04-10',
    issue_date: '2026-03-11',
    asked: [],
  } as const
  it('is refused where it cannot be, in a sentence', () => {
    expect(orderProblem(slip, 'DUE_DATE', { due_date: '2026-05-10' })).toBeUndefined()
    expect(orderProblem(slip, 'DUE_DATE', { due_date: '2026-03-10' })).toBe('foi emitido em 11/03/2026, depois disso')
    expect(orderProblem(slip, 'REBATE', { rebate_cents: 10_000 })).toBe('o abatimento deve ser menor que R$ 100,00')
    expect(orderProblem({ ...slip, status: 'PAID' }, 'WRITE_OFF')).toBe('já foi pago')
    expect(orderProblem({ ...slip, asked: ['WRITE_OFF'] }, 'PROTEST')).toBe('a baixa já foi pedida')
    const inter = { ...slip, bank_code: '077', write_off_code: '2' }
    expect(orderProblem(inter, 'WRITE_OFF')).toBeUndefined()
    expect(orderProblem({ ...inter, number: '' }, 'WRITE_OFF')).toBe('o banco ainda não deu o nosso número')
    expect(orderProblem(inter, 'DUE_DATE', { due_date: '2026-05-10' })).toBe(
      'falta no convênio o código de vencimento, do manual do Inter: preencha-o ou peça no site do banco',
    )
    expect(orderProblem(inter, 'PROTEST')).toBe('o Inter não recebe isso por arquivo: peça no site do banco')
  })
})
