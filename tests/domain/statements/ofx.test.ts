// OFX files of every dialect, broken ones included.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeOfx, readOfx } from '#domain/statements/ofx.ts'
import { compeCode, StatementFileError } from '#domain/statements/statement-file.ts'
import { manyOfxRows, type OfxFile, type OfxFileRow, ofxBytes, ofxText } from '#tests/kit/ofx-files.ts'

const read = (text: string) => readOfx(new TextEncoder().encode(text))
const transaction = (body: string) => `<OFX><STMTRS><CURDEF>BRL<BANKTRANLIST>${body}</BANKTRANLIST></STMTRS></OFX>`
const rowsOf = (body: string) => read(transaction(body)).accounts[0]!.rows
const plain: OfxFileRow = { day: '2026-10-01', amount_cents: -1050, memo: 'TARIFA', fitid: 'A1' }

// Files at the row limit take seconds on a busy machine.

describe('reading OFX', () => {
  it('gives back the rows written in any dialect', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9çãéÍ*/.&-]{1,12}$/)
    const row = fc.record({
      day: fc
        .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map(date => date.toISOString().slice(0, 10)),
      amount_cents: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).filter(cents => cents !== 0),
      memo: fc
        .array(word, { minLength: 1, maxLength: 4 })
        .map(words => `M ${words.join(' ')}`)
        .filter(memo => !/&#?\w+;/.test(memo)),
      fitid: fc.stringMatching(/^[A-Z0-9]{1,10}$/),
      time: fc.constantFrom('08:15', '23:59'),
    })
    const dialect = fc.record({
      version: fc.constantFrom<'102' | '211'>('102', '211'),
      charset: fc.constantFrom<'utf-8' | 'windows-1252'>('utf-8', 'windows-1252'),
      decimal: fc.constantFrom<',' | '.'>(',', '.'),
      closed: fc.boolean(),
      oneLine: fc.boolean(),
      kind: fc.constantFrom<'BANK' | 'CREDIT_CARD'>('BANK', 'CREDIT_CARD'),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), dialect, (rows, how) => {
        const file: OfxFile = { rows, ledger_balance_cents: -123, ledger_day: '2026-10-31', ...how }
        const [account] = readOfx(ofxBytes(file)).accounts
        expect(account!.errors).toEqual([])
        expect(account!.kind).toBe(how.kind)
        expect(account!.ledger_balance_cents).toBe(-123)
        expect(account!.ledger_day).toBe('2026-10-31')
        expect(account!.rows.map(({ day, time, amount_cents, memo, fitid }) => ({ day, amount_cents, memo, fitid, time }))).toEqual(rows)
      }),
    )
  })

  it('keeps the local day whatever the zone, and the hour only when it says something', () => {
    const at = (posted: string) => {
      const [row] = rowsOf(`<STMTTRN><DTPOSTED>${posted}<TRNAMT>1<MEMO>x</STMTTRN>`)
      return [row!.day, row!.time]
    }
    expect(at('20261001235959[-3:BRT]')).toEqual(['2026-10-01', '23:59'])
    expect(at('20261001000000[-3:GMT]')).toEqual(['2026-10-01', undefined])
    expect(at('20261001120000.000[-5:EST]')).toEqual(['2026-10-01', undefined])
    expect(at('202610011435')).toEqual(['2026-10-01', '14:35'])
    expect(at('20261001')).toEqual(['2026-10-01', undefined])
  })

  it('reads text with raw &, raw <, entities and CDATA', () => {
    const memo = (written: string) => rowsOf(`<STMTTRN><DTPOSTED>20261001<TRNAMT>1<MEMO>${written}</STMTTRN>`)[0]!.memo
    expect(memo('Casa & Cia')).toBe('Casa & Cia')
    expect(memo('A &amp; B &lt;C&gt; &#233; &#xE9;')).toBe('A & B <C> é é')
    expect(memo('&amp;amp; &unknown; &')).toBe('&amp; &unknown; &')
    expect(memo('valor < 10 ok')).toBe('valor < 10 ok')
    expect(memo('<![CDATA[Loja <b> & Cia]]></MEMO>')).toBe('Loja <b> & Cia')
  })

  it('keeps unreadable rows as errors with their line, and the good ones as rows', () => {
    const [account] = read(
      transaction(
        [
          '',
          '<STMTTRN><TRNAMT>1<MEMO>sem data</STMTTRN>',
          '<STMTTRN><DTPOSTED>20260231<TRNAMT>1</STMTTRN>',
          '<STMTTRN><DTPOSTED>20261001<TRNAMT>12x<MEMO>m</STMTTRN>',
          '<STMTTRN><DTPOSTED>20261001<MEMO>m</STMTTRN>',
          '<STMTTRN><DTPOSTED>20261001<TRNAMT>-1,50<MEMO>bom</STMTTRN>',
        ].join('\n'),
      ),
    ).accounts
    expect(account!.rows).toEqual([{ day: '2026-10-01', amount_cents: -150, memo: 'bom', ignorable: false, line: 6 }])
    expect(account!.errors).toEqual([
      { line: 2, reason: 'Data ausente.' },
      { line: 3, reason: 'Data inválida: “20260231”.' },
      { line: 4, reason: 'Valor inválido: “12x”.' },
      { line: 5, reason: 'Valor ausente.' },
    ])
  })

  it('marks balance lines and zero amounts as ignorable', () => {
    const rows = rowsOf(
      '<STMTTRN><DTPOSTED>20261001<TRNAMT>.<FITID>0<MEMO>SALDO DIA</STMTTRN><STMTTRN><DTPOSTED>20261001<TRNAMT>0.00<MEMO>x</STMTTRN>' +
        '<STMTTRN><DTPOSTED>20261001<TRNAMT>900.00<MEMO>Saldo Anterior</STMTTRN><STMTTRN><DTPOSTED>20261001<TRNAMT><MEMO>SALDO</STMTTRN>',
    )
    expect(rows.map(row => [row.amount_cents, row.ignorable])).toEqual([
      [0, true],
      [0, true],
      [90000, true],
      [0, true],
    ])
  })

  it('does not take the counterpart account of a transfer for the account of the statement', () => {
    const [account] = read(
      '<OFX><STMTRS><BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20261001<TRNAMT>1' +
        '<BANKACCTTO><BANKID>001<ACCTID>999</BANKACCTTO><MEMO>m</STMTTRN></BANKTRANLIST></STMTRS></OFX>',
    ).accounts
    expect([account!.bank_code, account!.account, account!.rows[0]!.memo]).toEqual(['341', '1', 'm'])
  })

  it('turns a card with positive purchases round, and leaves an honest card alone', () => {
    const rows: OfxFileRow[] = [
      { ...plain, amount_cents: 5000, type: 'DEBIT' },
      { ...plain, amount_cents: -2000, type: 'CREDIT' },
    ]
    const turned = readOfx(ofxBytes({ rows, kind: 'CREDIT_CARD', ledger_balance_cents: 3000 }))
    expect(turned.accounts[0]!.rows.map(row => row.amount_cents)).toEqual([-5000, 2000])
    expect(turned.accounts[0]!.ledger_balance_cents).toBe(-3000)
    expect(turned.warnings).toHaveLength(1)
    const honest = readOfx(ofxBytes({ rows: [...rows, { ...plain, amount_cents: -1, type: 'DEBIT' }], kind: 'CREDIT_CARD' }))
    expect(honest.accounts[0]!.rows.map(row => row.amount_cents)).toEqual([5000, -2000, -1])
    expect(honest.warnings).toEqual(['1 lançamento diz DEBIT com valor positivo (o primeiro na linha 37): decida se entram.'])
    expect(honest.accounts[0]!.rows.filter(row => row.doubt !== undefined)).toHaveLength(1)
  })

  it('takes the sign from the type when the bank writes none', () => {
    const rows: OfxFileRow[] = [
      { ...plain, amount_cents: 5000, type: 'DEBIT' },
      { ...plain, amount_cents: 2000, type: 'CREDIT' },
    ]
    const file = readOfx(ofxBytes({ rows }))
    expect(file.accounts[0]!.rows.map(row => row.amount_cents)).toEqual([-5000, 2000])
    expect(file.warnings).toHaveLength(1)
  })

  it('never reads a transaction cut at the end of the file as money', () => {
    const text = ofxText({ rows: [plain, { ...plain, amount_cents: -12345, fitid: 'A2' }] })
    const cut = read(text.slice(0, text.lastIndexOf('-123.45') + 3))
    expect(cut.accounts[0]!.rows.map(row => row.amount_cents)).toEqual([-1050])
    expect(cut.accounts[0]!.errors.map(error => error.reason)).toEqual(['Lançamento cortado no fim do arquivo.'])
    expect(cut.warnings.join()).toContain('incompleto')
  })

  it('refuses what is no statement with a sentence', () => {
    for (const text of ['nada', '<html></html>', '<OFX></OFX>', '{"a":1}']) expect(() => read(text)).toThrow(StatementFileError)
    expect(() => read('<OFX><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>x</STATUS></SONRS></OFX>')).toThrow(/recusou o acesso/)
    expect(() => read('<OFX><STATUS><CODE>2000<SEVERITY>ERROR<MESSAGE>General</STATUS></OFX>')).toThrow(/“General” \(código 2000\)/)
  })

  it('tells OFX from other files by its head', () => {
    expect(looksLikeOfx(ofxBytes({ rows: [] }))).toBe(true)
    expect(looksLikeOfx(new TextEncoder().encode('Data;Valor'))).toBe(false)
  })

  it('normalises bank codes', () => {
    expect(['0237', '1', '001', '341', '160000100', 'XXXX', undefined, '000'].map(compeCode)).toEqual([
      '237',
      '001',
      '001',
      '341',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('never throws anything but its own refusal, whatever the bytes', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<OFX>',
        '<STMTRS>',
        '<STMTTRN>',
        '</STMTTRN>',
        '<TRNAMT>',
        '<DTPOSTED>',
        '20261001',
        '-1,0',
        '<',
        '>',
        '&',
        '&#',
        '<!--',
        '<![CDATA[',
        ']]>',
        '</',
        '\n',
        '<MEMO>',
        '<?',
        '</OFX>',
      ),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        try {
          for (const account of read(`<OFX>${pieces.join('')}`).accounts)
            for (const row of account.rows) expect(Number.isSafeInteger(row.amount_cents)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(StatementFileError)
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('limits of OFX', () => {
  it('reads 100,000 rows and refuses one more', () => {
    const rows = manyOfxRows(100_001)
    expect(readOfx(ofxBytes({ rows: rows.slice(1), oneLine: true })).accounts[0]!.rows).toHaveLength(100_000)
    expect(() => readOfx(ofxBytes({ rows }))).toThrow(/100\.000 linhas/)
  })
})

describe('one broken record of an OFX', () => {
  const rows = [1, 2, 3, 4].map(index => ({
    day: `2026-10-0${index}`,
    amount_cents: -1000 * index,
    memo: `COMPRA ${index}`,
    fitid: `F${index}`,
    type: 'DEBIT',
  }))
  const whole = ofxText({ rows, ledger_balance_cents: 5000, ledger_day: '2026-10-05' })
  const second = whole.indexOf('<STMTTRN>', whole.indexOf('COMPRA 1'))
  const read = (text: string) =>
    readOfx(new TextEncoder().encode(text)).accounts.flatMap(account => account.rows.map(row => row.amount_cents))
  const errors = (text: string) => readOfx(new TextEncoder().encode(text)).accounts.flatMap(account => account.errors)
  /** The text with the next `found` after the second record's beginning replaced. */
  const broken = (found: string, by: string) => {
    const at = whole.indexOf(found, second)
    return whole.slice(0, at) + by + whole.slice(at + found.length)
  }

  it.each([
    ['<STMTTRN>', '<STMTTRO>'],
    ['<STMTTRN>', '<STMTTRN'],
    ['<STMTTRN>', ''],
    ['</STMTTRN>', '</STMTTRX>'],
    ['</STMTTRN>', ''],
    ['</STMTTRN>\n<STMTTRN>', ''],
    ['<MEMO>', '<!-- '],
    ['<MEMO>', '<![CDATA['],
    ['<MEMO>', '<?'],
  ])('with %s as %j is still read, and so are its neighbours', (found, by) => {
    expect(read(broken(found, by))).toEqual([-1000, -2000, -3000, -4000])
  })

  it.each([
    ['<TRNAMT>', 'TRNAMT>', 'Valor ausente.'],
    ['<TRNAMT>-20', '<TRNAMT>-2\u00a00', 'Valor inválido'],
    ['<TRNAMT>-', '<TRNAMT>x', 'Valor inválido'],
    ['<DTPOSTED>2026', '<DTPOSTED>2\u007f26', 'Data inválida'],
  ])('with %s as %j costs that record alone, told with its line', (found, by, reason) => {
    const text = broken(found, by)
    expect(read(text)).toEqual([-1000, -3000, -4000])
    const line = whole.slice(0, second).split('\n').length
    expect(errors(text)).toEqual([{ line, reason: expect.stringContaining(reason) }])
  })

  it('that lost its minus is doubted, and never added to the others by itself', () => {
    const [account] = readOfx(new TextEncoder().encode(broken('<TRNAMT>-', '<TRNAMT>'))).accounts
    expect(account!.rows.map(row => [row.amount_cents, row.doubt !== undefined])).toEqual([
      [-1000, false],
      [2000, true],
      [-3000, false],
      [-4000, false],
    ])
  })
})
