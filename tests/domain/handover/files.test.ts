// Hand-over files against lines written by hand from the layouts, and every preset read back as what was written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encoded, inCodeSet } from '#domain/handover/code-set.ts'
import { type Layout, layoutProblems, linesOf } from '#domain/handover/layout.ts'
import { PRESET_IDS, PRESETS } from '#domain/handover/presets.ts'
import { isBalanced, readEntries, UnreadableFile } from '#domain/handover/read.ts'
import { type FileAccount, type FileContents, type FileEntry, plainValue, totalOf, writeFile } from '#domain/handover/write.ts'

const RENT: FileEntry = {
  number: 7,
  date: '2026-03-05',
  debit: '410',
  credit: '11',
  amount_cents: 350_000,
  history_code: '12',
  history: 'Pagamento · Aluguel de março',
  document: 'ALG-3',
}
const SALE: FileEntry = {
  ...RENT,
  number: 8,
  date: '2026-03-31',
  debit: '11',
  credit: '301',
  amount_cents: 5,
  history: 'Recebimento',
  document: '',
}
const BANK: FileAccount = {
  code: '1.1.01',
  classification: '1.1.01',
  reduced: '11',
  name: 'Banco Itaú',
  nature: 'D',
  ecd_nature: '01',
  analytic: true,
  level: 3,
  parent: '1.1',
}
const contents = (entries: readonly FileEntry[] = [RENT, SALE], accounts: readonly FileAccount[] = []): FileContents => ({
  cnpj: '11222333000181',
  company_name: 'Padaria Aurora Ltda.',
  first_day: '2026-03-01',
  last_day: '2026-03-31',
  entries,
  accounts,
})
const lines = (layout: Layout, given = contents()) => writeFile(layout, given).lines

describe('the presets, written by hand', () => {
  it('Domínio with separator', () => {
    expect(lines({ ...PRESETS.DOMINIO, user_name: 'ANA' })).toEqual([
      '|0000|11222333000181|',
      '|6000|X||||',
      '|6100|05/03/2026|410|11|3500,00|12|Pagamento · Aluguel de março|ANA|||',
      '|6000|X||||',
      '|6100|31/03/2026|11|301|0,05|12|Recebimento|ANA|||',
    ])
  })

  it('Domínio in fixed positions: 52, 592 and 100 signs wide, each field where it belongs', () => {
    const [header = '', rent = '', , trailer = ''] = lines({ ...PRESETS.DOMINIO_FIXED, company_code: '42', user_name: 'ANA' })
    expect(header).toBe('01000004211222333000181' + '01/03/2026' + '31/03/2026' + 'N05000001')
    expect(header).toHaveLength(52)
    expect(rent).toHaveLength(592)
    const at = (from: number, to: number) => rent.slice(from - 1, to)
    expect([at(1, 2), at(3, 9), at(10, 19), at(20, 34), at(35, 41), at(42, 48)]).toEqual([
      '02',
      '0000001',
      '05/03/2026',
      '000000000350000',
      '0000410',
      '0000011',
    ])
    expect(at(49, 560)).toBe('Pagamento · Aluguel de março'.padEnd(512))
    expect([at(561, 562), at(563, 592)]).toEqual(['12', 'ANA'.padEnd(30)])
    expect(trailer).toBe('9'.repeat(100))
  })

  it('Alterdata, generic and Questor in columns', () => {
    expect(lines(PRESETS.ALTERDATA)).toEqual([
      'Valor;Data;Crédito;Débito;Complemento do histórico',
      '3500,00;05/03/2026;11;410;Pagamento · Aluguel de março',
      '0,05;31/03/2026;301;11;Recebimento',
    ])
    expect(lines(PRESETS.GENERIC)[1]).toBe('7;05/03/2026;410;11;3500,00;12;Pagamento · Aluguel de março;ALG-3')
    expect(lines(PRESETS.QUESTOR)).toEqual([
      '05/03/2026;410;11;3500,00;12;Pagamento · Aluguel de março;ALG-3',
      '31/03/2026;11;301;0,05;12;Recebimento;',
    ])
  })

  it('an extract of the ECD: the accounts, then each entry with its two sides of the same value', () => {
    expect(lines(PRESETS.ECD, contents([{ ...RENT, debit: '4.1', credit: '1.1.01' }], [BANK]))).toEqual([
      '|I050|01032026|01|A|3|1.1.01|1.1|Banco Itaú|',
      '|I200|7|05032026|3500,00|N||',
      '|I250|4.1||3500,00|D|ALG-3|12|Pagamento · Aluguel de março||',
      '|I250|1.1.01||3500,00|C|ALG-3|12|Pagamento · Aluguel de março||',
    ])
  })
})

describe('what does not fit', () => {
  const narrow: Layout = {
    ...PRESETS.DOMINIO_FIXED,
    header: '',
    trailer: '',
    entry: '{data:10}{debito:05}{credito:05}{valor:06}{historico:10}',
  }

  it('cuts a text at its width and keeps it whole in the report; an amount or account is never cut', () => {
    const fits = writeFile(narrow, contents([RENT]))
    expect(fits.lines).toEqual(['05/03/20260041000011350000Pagamento '])
    expect(fits.shortened).toEqual([{ number: 7, field: 'historico', whole: 'Pagamento · Aluguel de março', written: 'Pagamento' }])
    expect(fits.tooWide).toEqual([])
    const wide = writeFile(narrow, contents([{ ...RENT, amount_cents: 1_000_000_00, debit: '123456' }]))
    expect(wide.tooWide.map(one => one.field)).toEqual(['debito', 'valor'])
  })

  it('writes signs the code set lacks in their plain form, one byte each, and tells', () => {
    expect(inCodeSet('São “João” – 5º ☕', 'ASCII')).toBe('Sao "Joao" - 5o ?')
    expect(inCodeSet('São “João” – €', 'WINDOWS_1252')).toBe('São “João” – €')
    expect([...encoded('ã€', 'WINDOWS_1252')]).toEqual([0xe3, 0x80])
    expect(encoded('ã', 'UTF_8')).toHaveLength(2)
    const told = writeFile({ ...PRESETS.DOMINIO, code_set: 'ASCII' }, contents([RENT]))
    expect(told.lines[2]).toContain('Pagamento - Aluguel de marco')
    expect(told.shortened).toHaveLength(1)
  })

  it('keeps a separator out of a text without quotes, and inside quotes with them', () => {
    const odd = { ...RENT, history: 'a|b;c "d"' }
    expect(lines(PRESETS.DOMINIO, contents([odd]))[2]).toContain('|a b;c "d"|')
    expect(lines(PRESETS.GENERIC, contents([odd]))[1]).toContain(';"a|b;c ""d""";')
  })

  it('gives a spreadsheet no formula to run', () => {
    expect(lines(PRESETS.GENERIC, contents([{ ...RENT, history: '=1+1' }]))[1]).toContain(";'=1+1;")
  })
})

describe('every file', () => {
  const code = fc.integer({ min: 1, max: 9_999_999 }).map(String)
  const text = fc.string({ unit: fc.constantFrom(...'aZã·;|"\'=-5 €☕\n'), maxLength: 40 })
  const entry: fc.Arbitrary<FileEntry> = fc.record({
    number: fc.integer({ min: 1, max: 9_999_999 }),
    date: fc.integer({ min: 1, max: 28 }).map(day => `2026-02-${String(day).padStart(2, '0')}`),
    debit: code,
    credit: code,
    amount_cents: fc.integer({ min: 1, max: 9_999_999_999 }),
    history_code: fc.constantFrom('', '12'),
    history: text,
    document: text,
  })

  it.each(PRESET_IDS)('%s reads back as it was written, and its debits equal its credits', id => {
    const layout: Layout = { ...PRESETS[id], company_code: '7' }
    expect(layoutProblems(layout)).toEqual([])
    const fields = linesOf(layout.entry).flatMap(line => line.flatMap(part => ('field' in part ? part.field : [])))
    const kept = <F extends keyof FileEntry>(field: (typeof fields)[number], entry: FileEntry, name: F, none: FileEntry[F]) =>
      fields.includes(field) ? entry[name] : none
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), entries => {
        const file = writeFile(layout, contents(entries, [BANK]))
        expect(file.tooWide).toEqual([])
        const read = readEntries(layout, file.lines, layout.account === '' ? 0 : 1)
        const told = (field: 'historico' | 'documento', value: string) =>
          plainValue({ ...layout, quoted: false, separator: layout.quoted ? 'NONE' : layout.separator }, field, value)
        expect(read).toEqual(
          entries.map(one => ({
            number: kept('numero', one, 'number', 0),
            date: one.date,
            debit: one.debit,
            credit: one.credit,
            amount_cents: one.amount_cents,
            history_code: kept('codigo_historico', one, 'history_code', ''),
            history: told('historico', one.history),
            document: fields.includes('documento') ? told('documento', one.document) : '',
          })),
        )
        expect(isBalanced(read, entries)).toBe(true)
        expect(totalOf(read)).toBe(totalOf(entries))
        expect(writeFile(layout, contents(entries, [BANK])).lines).toEqual(file.lines)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused when a line is missing, or an amount says something else', () => {
    const whole = lines(PRESETS.ECD, contents([RENT], [BANK]))
    expect(() => readEntries(PRESETS.ECD, whole.slice(0, -1), 1)).toThrow(UnreadableFile)
    expect(() => readEntries(PRESETS.ECD, [...whole.slice(0, -1), whole.at(-1)?.replace('3500,00', '3400,00') ?? ''], 1)).toThrow(
      UnreadableFile,
    )
    expect(isBalanced([{ ...RENT, debit: '999' }], [RENT])).toBe(false)
    expect(isBalanced([{ ...RENT, debit: '0410' }], [RENT])).toBe(true)
  })
})

describe('a layout of the office', () => {
  it('says what is wrong with it', () => {
    const problems = layoutProblems({ ...PRESETS.GENERIC, header: '{valor}', entry: '{data};{nada};{valor}', separator: 'NONE' })
    expect(problems.map(one => one.message)).toEqual([
      'O campo “valor” não existe aqui',
      'O campo “valor” precisa de largura, como em “valor:10”',
      '“nada” não é um campo',
      'O campo “data” precisa de largura, como em “data:10”',
      'O campo “valor” precisa de largura, como em “valor:10”',
      'Falta o campo “debito”: sem ele o lançamento não fecha',
      'Falta o campo “credito”: sem ele o lançamento não fecha',
    ])
  })

  it('may have one line for each side', () => {
    const sides: Layout = {
      ...PRESETS.QUESTOR,
      entry: '{data};{debito};D;{valor}\n{data};{credito};C;{valor}',
      amount_format: 'POINT',
      day_format: 'aaaammdd',
    }
    expect(lines(sides, contents([RENT]))).toEqual(['20260305;410;D;3500.00', '20260305;11;C;3500.00'])
    expect(readEntries(sides, lines(sides, contents([RENT])), 0)).toMatchObject([{ debit: '410', credit: '11', amount_cents: 350_000 }])
  })
})
