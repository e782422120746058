// CSV statements: guessing the columns and reading the rows.
import { describe, expect, it } from 'vitest'
import { type CsvMapping, readCsv, sniffCsv } from '#domain/statements/csv.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { latinBytes } from '#tests/kit/ofx-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const guessed = (text: string) => {
  const file = bytes(text)
  const { mapping } = sniffCsv(file)
  if (mapping === undefined) throw new Error('nothing guessed')
  return { mapping, account: readCsv(file, mapping).accounts[0]! }
}
const amounts = (text: string) => guessed(text).account.rows.map(row => row.amount_cents)

// Files at the row limit take seconds on a busy machine.

describe('sniffing a CSV statement', () => {
  it('finds separator, header below metadata, columns and samples', () => {
    const sniff = sniffCsv(latinBytes('Extrato\nConta;1-2\n\nData;Histórico;Valor;Saldo\n01/10/2026;PADARIA, A;-1.234,50;10,00\n'))
    expect(sniff).toMatchObject({ separator: ';', encoding: 'windows-1252', header_row: 2 })
    expect(sniff.columns[1]).toEqual({ index: 1, title: 'Histórico', samples: ['PADARIA, A'] })
    expect(sniff.rows).toEqual([['01/10/2026', 'PADARIA, A', '-1.234,50', '10,00']])
    expect(sniff.mapping).toEqual({
      separator: ';',
      header: ['Data', 'Histórico', 'Valor', 'Saldo'],
      decimal: ',',
      kind: 'BANK',
      date: 0,
      memo: [1],
      amount: 2,
      balance: 3,
    })
  })

  it.each([';', ',', '\t', '|'])('reads the separator %j', separator => {
    const text = ['Data', 'Histórico', 'Valor'].join(separator).concat('\n', ['01/10/2026', 'Café', '-10.50'].join(separator), '\n')
    expect(guessed(text).account.rows[0]).toMatchObject({ day: '2026-10-01', memo: 'Café', amount_cents: -1050 })
  })

  it('reads files without a header, or with titles it does not know', () => {
    const bare = guessed('01/10/2026;PIX JOAO;-10,00\n02/10/2026;TED ANA;1.000,00\n')
    expect(bare.mapping).toMatchObject({ header: [], date: 0, memo: [1], amount: 2 })
    expect(bare.account.rows.map(row => row.amount_cents)).toEqual([-1000, 100000])
    const odd = guessed('Quando;O quê;Quanto\n01/10/2026;PIX JOAO;-10,00\n')
    expect(odd.mapping.header).toEqual(['Quando', 'O quê', 'Quanto'])
    expect(odd.account.errors).toEqual([])
    expect(odd.account.rows).toHaveLength(1)
  })

  it('gives a mapping that survives JSON', () => {
    const { mapping } = guessed('Data;Histórico;Valor\n01/10/2026;x;-1,00\n')
    expect(JSON.parse(JSON.stringify(mapping))).toEqual(mapping)
  })

  it('refuses prose', () => {
    expect(() => sniffCsv(bytes('isto não é um extrato'))).toThrow(StatementFileError)
  })
})

describe('reading a CSV statement', () => {
  it('reads signs as suffix, parentheses, direction column and separate columns', () => {
    expect(amounts('Data;Histórico;Valor\n01/10/2026;a;10,00 D\n01/10/2026;b;10,00C\n01/10/2026;c;(5,00)\n01/10/2026;d;7,00-\n')).toEqual([
      -1000, 1000, -500, -700,
    ])
    expect(amounts('Data;Histórico;Valor;D/C\n01/10/2026;a;10,00;D\n01/10/2026;b;1.000,00;C\n')).toEqual([-1000, 100000])
    expect(amounts('Data;Detalhes;Valor;Tipo Lançamento\n01/10/2026;a;-10,00;Saída\n01/10/2026;b;3,00;Entrada\n')).toEqual([-1000, 300])
    expect(amounts('Data;Histórico;Crédito;Débito\n01/10/2026;a;10,00;\n01/10/2026;b;;5,00\n01/10/2026;c;0,00;-3,00\n')).toEqual([
      1000, -500, -300,
    ])
  })

  it('inverts card bills and keeps zero a plain zero', () => {
    const { mapping, account } = guessed(
      'date,title,amount\n2026-10-01,Loja,10.50\n2026-10-02,Pagamento recebido,-3.00\n2026-10-03,Ajuste,0.00\n',
    )
    expect(mapping).toMatchObject({ kind: 'CREDIT_CARD', invert: true, decimal: '.' })
    expect(account.kind).toBe('CREDIT_CARD')
    expect(account.rows.map(row => row.amount_cents)).toEqual([-1050, 300, 0])
    expect(Object.is(account.rows[2]!.amount_cents, 0)).toBe(true)
  })

  it('marks balances and zeros, leaves totals and notes out, and keeps opening and final balances', () => {
    const { account } = guessed(
      'Data;Histórico;Valor;Saldo\n01/10/2026;SALDO ANTERIOR;;100,00\n02/10/2026;PIX;-10,00;90,00\n03/10/2026;TARIFA;0,00;90,00\n00/00/0000;SALDO;;90,00\nTotal;;-10,00;\nEmitido em 05/10/2026;;;\n',
    )
    expect(account.errors).toEqual([])
    expect(account.rows.map(row => row.ignorable)).toEqual([true, false, true])
    expect(account).toMatchObject({
      opening_balance_cents: 10000,
      ledger_balance_cents: 9000,
      ledger_day: '2026-10-03',
      start: '2026-10-02',
      end: '2026-10-02',
    })
  })

  it('takes the final balance of a file that runs from new to old', () => {
    expect(guessed('Data;Histórico;Valor;Saldo\n03/10/2026;b;-1,00;8,00\n02/10/2026;a;-1,00;9,00\n').account.ledger_balance_cents).toBe(800)
    expect(guessed('Data;Histórico;Valor;Saldo\n03/10/2026;b;-1,00;8,00\n03/10/2026;a;-2,00;9,00\n').account.ledger_balance_cents).toBe(800)
  })

  it('never leaves money out unseen: bad rows are errors with their line', () => {
    const { account } = guessed(
      'Data;Histórico;Crédito;Débito\n31/02/2026;a;10,00;\n01/10/2026;b;x;\n01/10/2026;c;;\n;d;5,00;\n01/10/2026;e;1,00;1,00\n01/10/2026;"f\nf";1,00;\n02/10/2026;g;zz;\n',
    )
    expect(account.rows).toMatchObject([{ memo: 'f f', line: 7 }])
    expect(account.errors).toEqual([
      { line: 2, reason: 'Data inválida: “31/02/2026”.' },
      { line: 3, reason: 'Valor inválido: “x”.' },
      { line: 4, reason: 'Valor ausente.' },
      { line: 5, reason: 'Data ausente.' },
      { line: 6, reason: 'Crédito e débito na mesma linha.' },
      { line: 9, reason: 'Valor inválido: “zz”.' },
    ])
  })

  it('takes no row with a column lost, one too many, or half an amount', () => {
    const rows = ['01/10/2026;a;-1,00;9,00', '02/10/2026;b;-1,00;8,00', '03/10/2026;c;-1,00;7,00']
    const of = (...lines: string[]) => guessed(`Data;Histórico;Valor;Saldo\n${lines.join('\n')}`).account
    expect(of(...rows, '04/10/2026;d-1,00;6,00', '').errors).toEqual([{ line: 5, reason: 'A linha tem 3 colunas em vez de 4.' }])
    expect(of(...rows, '04/10/2026;d;e;-1,00;6,00', '').errors).toEqual([{ line: 5, reason: 'A linha tem 5 colunas em vez de 4.' }])
    expect(of(...rows, '04/10/2026;d;-1,00;6,00;;', '').errors).toEqual([])
    expect(of(...rows, '04/10/2026;d;-1,00;6,0').errors).toEqual([{ line: 5, reason: 'A última linha do arquivo está cortada.' }])
    expect(of(...rows, '04/10/2026;d;-1,00;6,00').errors).toEqual([])
  })

  it('finds the saved header again below other metadata, and refuses other columns', () => {
    const { mapping } = guessed('Data;Histórico;Valor\n01/10/2026;x;-1,00\n')
    const moved = bytes('Banco\n\nAg: 12 | Conta: 34-5\nPeríodo: 01/11/2026 a 30/11/2026\nDATA;HISTORICO;VALOR\n05/11;y;-2,00\n')
    const [account] = readCsv(moved, mapping).accounts
    expect(account).toMatchObject({ branch: '12', account: '34-5', rows: [{ day: '2026-11-05', amount_cents: -200, line: 6 }] })
    expect(() => readCsv(bytes('Data;Valor;Histórico\n01/10/2026;1,00;x\n'), mapping)).toThrow(/mapeamento/)
  })

  it('reads ids, documents and hours', () => {
    const { account } = guessed('Data;Hora;Histórico;Docto.;Identificador;Valor\n01/10/2026;14:35:02;x;77;abc-1;+1,00\n')
    expect(account.rows[0]).toEqual({
      day: '2026-10-01',
      time: '14:35',
      amount_cents: 100,
      memo: 'x',
      fitid: 'abc-1',
      check_number: '77',
      ignorable: false,
      line: 2,
    })
  })

  it('obeys a mapping corrected by the person', () => {
    const mapping: CsvMapping = {
      separator: ';',
      header: ['A', 'B', 'C'],
      decimal: '.',
      kind: 'BANK',
      invert: true,
      date: 2,
      memo: [0],
      amount: 1,
    }
    expect(readCsv(bytes('A;B;C\nx;1,234.50;2026-10-01\n'), mapping).accounts[0]!.rows[0]).toMatchObject({
      amount_cents: -123450,
      day: '2026-10-01',
      memo: 'x',
    })
    const { amount: _, ...without } = mapping
    expect(() => readCsv(bytes('A;B;C\n'), without)).toThrow(/coluna do valor/)
  })

  it('reads 100,000 rows and refuses one more', () => {
    const row = (index: number) => `01/10/2026;PIX ${index};-1,00\n`
    const text = `Data;Histórico;Valor\n${Array.from({ length: 100_000 }, (_, index) => row(index)).join('')}`
    const { mapping, account } = guessed(text)
    expect(account.rows).toHaveLength(100_000)
    expect(() => readCsv(bytes(text + row(0)), mapping)).toThrow(/100\.000/)
  })
})
