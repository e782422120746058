// Public vectors of slips (nosso número, campo livre, barcode) and whole remessa files, read from the shared references when they stand beside
// the repository.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Agreement, type CnabWidth, itauAccountDigit } from '#domain/collection/agreement.ts'
import { bancoDoBrasilDigit } from '#domain/collection/digits.ts'
import { slipNumbers } from '#domain/collection/our-number.ts'
import { fileValues, remessaLayout, remessaLines, slipValues } from '#domain/collection/remessa.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'

const folder = new URL('../../../../shared/providers/', import.meta.url)
const absent = !existsSync(folder)
if (absent) console.warn('skipped: the shared references of providers (boletos, remessas) are not beside this repository')
const read = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))

interface Vector {
  bank: string
  scheme: string
  inputs: Record<string, string>
  our_number_check_digit: string | null
  free_field: string
  due_date: string | null
  amount_cents: number
  barcode: string | null
  digitable_line: string | null
  source: string
}

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

/** The convênios, carteiras and schemes that an agreement takes here; the others are refused before a slip is made. */
const TAKEN = (vector: Vector): boolean =>
  vector.bank !== '077' &&
  vector.scheme !== 'seu número' &&
  !(vector.bank === '001' && vector.inputs.convenio?.length !== 7) &&
  !(vector.bank === '104' && !vector.inputs.our_number?.startsWith('14')) &&
  !(vector.bank === '756' && (vector.inputs.parcela ?? '001') !== '001') &&
  !(vector.bank === '748' && vector.inputs.byte !== '2') &&
  !(vector.bank === '033' && (vector.inputs.our_number?.length ?? 0) > 7)

function numbersOf({ bank, inputs }: Vector) {
  const branch = inputs.cooperativa ?? inputs.branch ?? ''
  const of: Agreement = {
    ...NOTHING,
    bank_code: bank,
    branch,
    account: inputs.account ?? '',
    account_digit: bank === '341' ? (inputs.account_check_digit ?? itauAccountDigit({ branch, account: inputs.account ?? '' })) : '',
    code: inputs.convenio ?? inputs.codigo_beneficiario ?? '',
    wallet: inputs.carteira ?? '',
    variation: inputs.modalidade ?? '',
    post: inputs.posto ?? '',
  }
  const whole = inputs.our_number ?? ''
  const own = bank === '104' ? whole.slice(2) : bank === '001' && whole.length === 17 ? whole.slice(7) : whole
  return slipNumbers(of, Number(own), inputs.year ?? '')
}

describe.skipIf(absent)('slips of public tests', () => {
  const vectors: Vector[] = absent ? [] : read('cnab-boletos.json').vectors
  const taken = vectors.filter(TAKEN)

  it('are there, of every bank we write for', () => {
    expect(taken.length).toBeGreaterThan(90)
    expect([...new Set(taken.map(vector => vector.bank))].sort()).toEqual(['001', '033', '104', '237', '341', '748', '756'])
  })

  it('have the digit and the free field their sources assert', () => {
    const wrong = taken.flatMap(vector => {
      const numbers = numbersOf(vector)
      const digit = vector.bank === '001' ? null : vector.our_number_check_digit
      return numbers?.free_field === vector.free_field && (digit === null || digit === undefined || numbers.digit === digit)
        ? []
        : [{ bank: vector.bank, scheme: vector.scheme, inputs: vector.inputs, wanted: vector.free_field, got: numbers, digit }]
    })
    expect(wrong).toEqual([])
  })

  it('have the barcode and the line', () => {
    for (const { bank, free_field, due_date, amount_cents, barcode, digitable_line } of vectors) {
      if (!due_date || !barcode) continue
      const made = barcodeOf({ bank_code: bank, amount_cents, due_date, free_field })
      expect(made).toBe(barcode)
      if (digitable_line) expect(lineOfBarcode(made)).toBe(digitable_line.replace(/\D/g, ''))
    }
  })

  it('have the digits of numbers, branches and accounts', () => {
    const digits: { bank: string; over: string; digit: string }[] = read('cnab-boletos.json').digits
    for (const { over, digit } of digits.filter(({ bank }) => bank === '001')) expect(bancoDoBrasilDigit(over)).toBe(digit)
  })
})

interface Golden {
  bank: string
  width: number
  frozen_clock: string
  payment: Record<string, string>
  file: Record<string, string>
  lines: string[]
  source: string[]
}

/** What each file was made with besides the common inputs, where its source leaves it to a default of its own. */
const OWN: Record<string, { agreement?: Partial<Agreement>; file?: object; slip?: object }> = {
  '001/240': { agreement: { branch_digit: '3', account_digit: '5' } },
  '001/400': { agreement: { branch_digit: '3', account_digit: '3' }, file: { collection: '04DSC' }, slip: { control: '' } },
  '033/240': { agreement: { branch_digit: '9' }, slip: { protest_kind: '3' } },
  '033/400': { slip: { control: '6969', instruction: '06', protest_days: '6', interest_cents: 800 } },
  '104/240': {
    agreement: { branch_digit: '1' },
    file: { phase: 'REMESSA-PRODUCAO', software: '1234' },
    slip: { interest_kind: '1', interest_day: '2015-07-15', fine_kind: '2', fine_day: '2015-07-15' },
  },
  '237/400': { slip: { document: '1', control: '6969' } },
  '341/400': { slip: { control: '6969', protest_days: 3, fine_kind: '1', fine_day: '2015-07-14' } },
  '748/240': { slip: { interest_kind: '1', interest_day: '2007-07-15' } },
  '756/240': { agreement: { wallet: '1', branch_digit: '3', account_digit: '8' }, slip: { protest_kind: '1' } },
  '756/400': { agreement: { branch_digit: '3' }, file: { sequence: 1 }, slip: { control: '' } },
}

/** Digits whose source writes the number with its check digit. */
const NUMBER: Record<string, readonly [number: string, digit: string]> = {
  '001/240': ['12345670000000123', ''],
  '001/400': ['12345670000000123', ''],
  '033/240': ['000001234567', '9'],
  '033/400': ['12', '3'],
  '104/240': ['14000000000000123', ''],
  '237/400': ['123', 'P'],
  '341/400': ['123', ''],
  '748/240': ['07200003', '1'],
  '756/240': ['42971', '5'],
  '756/400': ['12', '3'],
}

function written(golden: Golden): string[] {
  const { bank, width, payment: p, file: f } = golden
  const key = `${bank}/${width}`
  const own = OWN[key] ?? {}
  const layout = remessaLayout(bank, String(width) as CnabWidth)
  if (!layout) throw new Error(`no layout for ${key}`)
  const [year = '', month = '', day = ''] = golden.frozen_clock.match(/\d+/g) ?? []
  const today = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const [number, digit] = NUMBER[key] ?? ['', '']
  const agreement: Agreement = {
    ...NOTHING,
    bank_code: bank,
    layout: String(width) as CnabWidth,
    branch: f.agencia ?? '',
    branch_digit: f.digito_agencia ?? '',
    account: f.conta_corrente ?? '',
    account_digit: f.digito_conta ?? '',
    code: f.convenio ?? f.codigo_empresa ?? '',
    wallet: f.carteira ?? '',
    variation: f.variacao ?? f.variacao_carteira ?? f.modalidade_carteira ?? '',
    transmission_code: f.codigo_transmissao ?? f.convenio_lider ?? '',
    post: f.posto ?? '',
    ...own.agreement,
  }
  const file = fileValues({
    agreement,
    company: { name: f.empresa_mae ?? '', document_number: f.documento_cedente ?? '' },
    approved: true,
    sequence: Number(f.sequencial_remessa ?? 0),
    day: today,
    time: '161515',
  })
  const slip = slipValues(layout, {
    movement: 'REGISTER',
    our_number: number,
    our_number_digit: digit,
    document: p.documento ?? '',
    amount_cents: Math.round(Number(p.valor) * 100),
    due_date: today,
    issue_date: today,
    interest_rate: 0,
    fine_rate: p.percentual_multa ? 200 : 0,
    protest_days: null,
    write_off_days: null,
    rebate_cents: 0,
    payer: {
      name: p.nome_sacado ?? '',
      document_number: p.documento_sacado ?? '',
      address: p.endereco_sacado ?? '',
      district: p.bairro_sacado ?? '',
      postal_code: p.cep_sacado ?? '',
      city: p.cidade_sacado ?? '',
      state: p.uf_sacado ?? '',
    },
  })
  // CNAB 400 files of this source leave the title's own number blank unless it is given apart.
  const document = width === 400 ? { document: '' } : {}
  return remessaLines(layout, { ...file, ...own.file }, [{ ...slip, ...document, ...own.slip }])
}

describe.skipIf(absent)('remessas of public tests', () => {
  const all: Golden[] = absent ? [] : read('cnab-remessa-golden.json').collection
  /** One has records of Pix, which are not written here. */
  const files = all.filter(({ source }) => !source.some(name => name.includes('pix')))

  it('are there', () => expect(files).toHaveLength(10))

  it.each(files.map(file => [`${file.bank} of ${file.width}`, file] as const))('%s is written byte by byte', (_, golden) => {
    expect(written(golden)).toEqual(golden.lines)
  })
})
