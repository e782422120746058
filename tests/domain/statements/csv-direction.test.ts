// What a CSV's amounts mean: a sign, a word or a running balance says so, or the person is asked. No sign is ever a guess.
import { describe, expect, it } from 'vitest'
import { parseBankAmount } from '#domain/statements/bank-text.ts'
import { type CsvMapping, readCsv, sniffCsv } from '#domain/statements/csv.ts'
import { StatementReader } from '#server/parsers/statement-reader.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const reading = (text: string, more: { asked?: CsvMapping; saved?: CsvMapping } = {}) =>
  new StatementReader().read({ bytes: bytes(text), ...more })
const amounts = (text: string, answer: Partial<CsvMapping> = {}) => {
  const { mapping } = sniffCsv(bytes(text))
  if (!mapping) throw new Error('nothing guessed')
  return readCsv(bytes(text), { ...mapping, ...answer }).accounts[0]!.rows.map(row => row.amount_cents)
}

const PAIRS = [
  ['D', 'C'],
  ['d', 'c'],
  ['DB', 'CR'],
  ['DEB', 'CRED'],
  ['Débito', 'Crédito'],
  ['DEBITO', 'CREDITO'],
  ['debit', 'credit'],
  ['S', 'E'],
  ['Saída', 'Entrada'],
  ['saidas', 'entradas'],
  ['-', '+'],
  ['(-)', '(+)'],
  ['\u2212', '+'],
  ['Pago', 'Recebido'],
  ['Pagamento', 'Recebimento'],
  ['Enviado', 'Recebido'],
  ['Despesa', 'Receita'],
] as const
const TITLES = ['D/C', 'Tipo', 'Natureza', 'Movimento', 'Classificação', 'Fluxo', 'Histórico 2', 'X', '', 'Situação', 'Op.', 'Obs', 'Mov']

describe('a column of directions', () => {
  it.each(PAIRS)('of %s and %s is obeyed under any title and in any place', (out, into) => {
    for (const title of TITLES) {
      const rows = [
        [out, '10,00'],
        [into, '1.000,00'],
        [out, '7,25'],
      ] as const
      const after = rows.map(([word, value], at) => `0${at + 1}/10/2026;PIX ${at};${value};${word}`)
      const before = rows.map(([word, value], at) => `${word};0${at + 1}/10/2026;PIX ${at};${value}`)
      expect(amounts(`Data;Descrição;Valor;${title}\n${after.join('\n')}\n`)).toEqual([-1000, 100_000, -725])
      expect(amounts(`${title};Data;Descrição;Valor\n${before.join('\n')}\n`)).toEqual([-1000, 100_000, -725])
    }
  })

  it.each([
    ['Débito', [-1000, -500]],
    ['Saída', [-1000, -500]],
    ['Crédito', [1000, 500]],
    ['Entrada', [1000, 500]],
  ] as const)('that only ever says %s is still clear', (word, expected) => {
    expect(amounts(`Data;Descrição;Valor;Qualquer\n01/10/2026;a;10,00;${word}\n02/10/2026;b;5,00;${word}\n`)).toEqual(expected)
  })

  it.each(['S', 'E', 'C', 'Pago', 'Recebido', '+'])(
    'that only ever says %s under a title of anything may be something else: asked',
    word => {
      const answer = reading(`Data;Descrição;Valor;Conferido\n01/10/2026;a;10,00;${word}\n02/10/2026;b;5,00;${word}\n`)
      expect(answer).toMatchObject({ kind: 'needs_mapping', reason: expect.stringContaining('positivos') })
    },
  )

  const signsBeside = (titles: string, ...rows: string[]) =>
    reading(`Data;Descrição;Valor;${titles}\n${rows.map((cells, at) => `0${at + 1}/10/2026;a ${at};10,00;${cells}`).join('\n')}\n`)

  it.each(['DC Saldo', 'D/C Saldo', 'Tipo do saldo', 'Natureza do saldo', 'Saldo D/C', 'Tipo', ''])(
    'is the amount’s own, whatever stands right of the balance under %s',
    title => {
      const beside = (...kinds: string[]) =>
        signsBeside(`Mov;Saldo;${title}`, ...['D;90,00', 'C;100,00', 'D;90,00'].map((cells, at) => `${cells};${kinds[at]}`))
      for (const kinds of ['CCC', 'DDD', 'CDC', 'DCD'])
        expect(beside(...kinds)).toMatchObject({ kind: 'read', mapping: { direction: 3 }, warnings: [] })
    },
  )
  it('that tells both directions goes before one that tells a single one, under any titles', () => {
    expect(signsBeside('Mov;Tipo', 'D;C', 'C;C', 'D;C')).toMatchObject({ kind: 'read', mapping: { direction: 3 } })
    expect(signsBeside('Tipo;Forma', 'D;Débito', 'C;Débito')).toMatchObject({ kind: 'read', mapping: { direction: 3 } })
  })
  it('that is contradicted by another is none: asked', () => {
    for (const answer of [
      signsBeside('Mov;Tipo', 'D;C', 'D;C'),
      signsBeside('Mov;Tipo', 'D;C', 'C;D'),
      signsBeside('Forma;Situação', 'Débito;Recebido', 'Débito;Recebido'),
    ])
      expect(answer).toMatchObject({ kind: 'needs_mapping' })
    expect(signsBeside('Tipo;Natureza', 'D;Débito', 'C;Crédito')).toMatchObject({ kind: 'read', mapping: { direction: 3 } })
  })
  it('of the balance alone says nothing of the amounts: asked', () => {
    expect(signsBeside('D/C Saldo', 'D', 'C')).toMatchObject({ kind: 'needs_mapping' })
  })

  it('is also found in a file without titles', () => {
    expect(amounts('01/10/2026;PIX JOAO;10,00;D\n02/10/2026;TED ANA;1.000,00;C\n')).toEqual([-1000, 100_000])
  })

  it('leaves the row that it says nothing about, or contradicts, as an error of that row', () => {
    const silent = reading('Data;Descrição;Valor;D/C\n01/10/2026;a;10,00;D\n02/10/2026;b;5,00;?\n03/10/2026;c;1,00;C\n', {
      asked: {
        ...sniffCsv(bytes('Data;Descrição;Valor;D/C\n01/10/2026;a;10,00;D\n')).mapping!,
        header: ['Data', 'Descrição', 'Valor', 'D/C'],
      },
    })
    expect(silent).toMatchObject({ kind: 'read', accounts: [{ first_day: '2026-10-01', last_day: '2026-10-03' }] })
    const text = 'Data;Descrição;Valor;D/C\n01/10/2026;a;-10,00;D\n02/10/2026;b;-5,00;C\n03/10/2026;c;1,00;C\n'
    const [account] = readCsv(bytes(text), sniffCsv(bytes(text)).mapping!).accounts
    expect(account?.rows.map(row => row.amount_cents)).toEqual([-1000, 100])
    expect(account?.errors).toEqual([{ line: 3, reason: 'O valor “-5,00” e o tipo “C” se contradizem.' }])
  })

  it('speaks one tongue: an E among D and C is no entrada', () => {
    const text = 'Data;Descrição;Valor;D/C\n01/10/2026;a;10,00;D\n02/10/2026;b;5,00;E\n03/10/2026;c;1,00;C\n'
    const [account] = readCsv(bytes(text), sniffCsv(bytes(text)).mapping!).accounts
    expect(account?.rows.map(row => row.amount_cents)).toEqual([-1000, 100])
    expect(account?.errors).toEqual([{ line: 3, reason: 'O tipo “E” não é como os das outras linhas.' }])
  })

  it('goes before a saved mapping that knew none', () => {
    const text = 'Data;Descrição;Valor;Fluxo\n01/10/2026;a;10,00;S\n02/10/2026;b;5,00;E\n'
    const { direction: _, ...saved } = { ...sniffCsv(bytes(text)).mapping!, invert: false }
    expect(reading(text, { saved })).toMatchObject({ kind: 'read', mapping: { direction: 3 } })
  })
})

describe('amounts without sign', () => {
  const plain = 'Data;Descrição;Valor\n01/10/2026;a;10,00\n02/10/2026;b;5,00\n'

  it('are asked about, and read by the answer', () => {
    expect(reading(plain)).toMatchObject({
      kind: 'needs_mapping',
      reason: 'Os valores vêm sem sinal e nenhuma coluna diz com certeza o que entra e o que sai: responda o que são os valores positivos.',
    })
    expect(amounts(plain, { invert: false })).toEqual([1000, 500])
    expect(amounts(plain, { invert: true })).toEqual([-1000, -500])
  })

  it('are known by the running balance where it follows from them', () => {
    expect(amounts('Data;Descrição;Valor;Saldo\n01/10/2026;a;10,00;100,00\n02/10/2026;b;5,00;95,00\n')).toEqual([-1000, -500])
    expect(amounts('Data;Descrição;Valor;Saldo\n01/10/2026;a;10,00;100,00\n02/10/2026;b;5,00;105,00\n')).toEqual([1000, 500])
    expect(reading('Data;Descrição;Valor;Saldo\n01/10/2026;a;10,00;100,00\n02/10/2026;b;5,00;77,00\n')).toMatchObject({
      kind: 'needs_mapping',
    })
  })

  it('are what their column is called, alone or beside the other', () => {
    expect(amounts('Data;Descrição;Saídas\n01/10/2026;a;10,00\n')).toEqual([-1000])
    expect(amounts('Data;Descrição;Entradas (R$)\n01/10/2026;a;10,00\n')).toEqual([1000])
    expect(amounts('Data;Descrição;Recebido;Pago\n01/10/2026;a;10,00;\n02/10/2026;b;;5,00\n')).toEqual([1000, -500])
    expect(amounts('Data;Descrição;Vlr. Crédito;Vlr. Débito\n01/10/2026;a;10,00;0,00\n02/10/2026;b;0,00;5,00\n')).toEqual([1000, -500])
  })

  it('in two columns without titles are asked about', () => {
    expect(reading('01/10/2026;a;10,00;\n02/10/2026;b;;5,00\n03/10/2026;c;;7,00\n')).toMatchObject({ kind: 'needs_mapping' })
  })

  it('of a bill are asked about too, but for the one bank known to write purchases as positive', () => {
    expect(reading('Data;Estabelecimento;Parcela;Valor\n01/10/2026;a;1/3;10,00\n02/10/2026;b;;-5,00\n')).toMatchObject({
      kind: 'needs_mapping',
      reason: expect.stringContaining('fatura'),
    })
    expect(amounts('date,title,amount\n2026-10-01,Loja,10.50\n')).toEqual([-1050])
  })
})

describe('an amount that states its own direction', () => {
  it.each([
    ['10,00 D', -1000],
    ['10,00D', -1000],
    ['10,00 (D)', -1000],
    ['D 10,00', -1000],
    ['10,00 DB', -1000],
    ['10,00-', -1000],
    ['- R$ 10,00', -1000],
    ['R$ -10,00', -1000],
    ['R$ (10,00)', -1000],
    ['(R$ 10,00)', -1000],
    ['-10,00 D', -1000],
    ['(-)10,00', 'bad'],
    ['10,00(-)', -1000],
    ['10,00 C', 1000],
    ['10,00 (C)', 1000],
    ['+10,00', 1000],
    ['-10,00 C', 'bad'],
    ['+10,00 D', 'bad'],
    ['(10,00) C', 'bad'],
    ['1 234,56', 123_456],
    ['R$ 1 234 567,89', 123_456_789],
    ['317.407,\t3 D', 'bad'],
    ['1 00,00', 'bad'],
    ['100 ,00', 'bad'],
  ])('%s is %s', (text, cents) => {
    expect(parseBankAmount(text, ',')).toBe(cents)
  })

  it('asks nothing where letters stand beside every amount', () => {
    expect(amounts('Data;Descrição;Valor\n01/10/2026;a;10,00 C\n02/10/2026;b;5,00 D\n')).toEqual([1000, -500])
    expect(amounts('Data;Descrição;Valor\n01/10/2026;a;10,00 C\n')).toEqual([1000])
  })
})
