// The filter grammar: predicates, tokens that do not filter, and the way back to text. Today is Friday 20/11/2026.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FilterToken, formatFilter, parseFilter } from '#domain/filter.ts'
import { BILL_FILTER_FIELDS, ENTRY_FILTER_FIELDS, RECEIVABLE_FILTER_FIELDS, STATEMENT_FILTER_FIELDS } from '#domain/filter-fields.ts'

const today = '2026-11-20'
const bills = { fields: BILL_FILTER_FIELDS, today }
const bare = ({ source: _, ...token }: FilterToken): FilterToken => token
const parsed = (text: string, options = bills) => parseFilter(text, options).tokens.map(bare)
const one = (text: string) => {
  const { tokens, errors } = parseFilter(text, bills)
  expect(errors).toEqual([])
  expect(tokens).toHaveLength(1)
  const { negated: _, ...predicate } = bare(tokens[0] as FilterToken)
  return predicate
}

describe('predicates', () => {
  it('read the example of the grammar', () => {
    expect(parsed('status:pendente,aprovado venc<30/11 >1000 fornecedor:xyz -cat:impostos sem:anexo')).toEqual([
      { op: 'in', field: 'status', values: ['PENDING', 'APPROVED'], negated: false },
      { op: 'days', field: 'due_date', ranges: [{ max: '2026-11-29' }], negated: false },
      { op: 'cents', field: 'amount_cents', ranges: [{ min: 100001 }], negated: false },
      { op: 'contains', field: 'contact', values: ['xyz'], negated: false },
      { op: 'contains', field: 'category', values: ['impostos'], negated: true },
      { op: 'absent', fields: ['attachments'], negated: false },
    ])
  })

  it.each([
    ['valor:1234,56', [{ min: 123456, max: 123456 }]],
    ['valor=1.234', [{ min: 123400, max: 123400 }]],
    ['valor:1200..1300', [{ min: 120000, max: 130000 }]],
    ['valor:1300..1200', [{ min: 120000, max: 130000 }]],
    ['valor:1.200,50..1.300,75', [{ min: 120050, max: 130075 }]],
    ['valor:..500', [{ max: 50000 }]],
    ['valor:500..', [{ min: 50000 }]],
    ['valor:=120*3', [{ min: 36000, max: 36000 }]],
    ['valor>=120*3', [{ min: 36000 }]],
    ['valor:=100+20..=120*3', [{ min: 12000, max: 36000 }]],
    [
      'valor:10,50,200',
      [
        { min: 1050, max: 1050 },
        { min: 20000, max: 20000 },
      ],
    ],
    ['valor:>=10', [{ min: 1000 }]],
    ['<=10,01', [{ max: 1001 }]],
    ['<10', [{ max: 999 }]],
    ['=1234,56', [{ min: 123456, max: 123456 }]],
    ['1200..1300', [{ min: 120000, max: 130000 }]],
    ['..1300', [{ max: 130000 }]],
  ])('%s is an amount', (text, ranges) => expect(one(text)).toEqual({ op: 'cents', field: 'amount_cents', ranges }))

  it.each([
    ['venc:15/12', [{ min: '2026-12-15', max: '2026-12-15' }]],
    ['venc:semana', [{ min: '2026-11-16', max: '2026-11-22' }]],
    ['venc:mês', [{ min: '2026-11-01', max: '2026-11-30' }]],
    ['vencimento:mes-1', [{ min: '2026-10-01', max: '2026-10-31' }]],
    [
      'venc:nov,jan',
      [
        { min: '2026-11-01', max: '2026-11-30' },
        { min: '2027-01-01', max: '2027-01-31' },
      ],
    ],
    ['venc>nov/26', [{ min: '2026-12-01' }]],
    ['venc>=nov/26', [{ min: '2026-11-01' }]],
    ['venc<=nov/26', [{ max: '2026-11-30' }]],
    ['venc:<hoje', [{ max: '2026-11-19' }]],
    ['venc:hoje..+7d', [{ min: '2026-11-20', max: '2026-11-27' }]],
    ['venc:..hoje', [{ max: '2026-11-20' }]],
    ['venc:hoje..', [{ min: '2026-11-20' }]],
  ])('%s is a due date', (text, ranges) => expect(one(text)).toEqual({ op: 'days', field: 'due_date', ranges }))

  it('takes the past for other dates without year', () => {
    expect(one('data:15/12')).toEqual({ op: 'days', field: 'date', ranges: [{ min: '2025-12-15', max: '2025-12-15' }] })
    expect(one('emissão:dez')).toEqual({ op: 'days', field: 'issue_date', ranges: [{ min: '2025-12-01', max: '2025-12-31' }] })
  })

  it('knows overdue, flags, enumerations by prefix, presence and absence', () => {
    expect(one('venc:vencido')).toEqual({ op: 'in', field: 'due_date', values: ['overdue'] })
    expect(one('conciliado:não')).toEqual({ op: 'in', field: 'conciliated', values: ['no'] })
    expect(parseFilter('status:a', bills).tokens).toEqual([])
    expect(one('status:apr')).toEqual({ op: 'in', field: 'status', values: ['APPROVED'] })
    expect(one('status:"aguardando aprovação"')).toEqual({ op: 'in', field: 'status', values: ['WAITING_APPROVAL'] })
    expect(one('forma:cartão')).toEqual({ op: 'in', field: 'payment_method', values: ['CREDIT_CARD', 'DEBIT_CARD'] })
    expect(one('tipo:saida')).toEqual({ op: 'in', field: 'kind', values: ['DEBIT'] })
    expect(one('rec:sim')).toEqual({ op: 'in', field: 'recurrence', values: ['yes'] })
    expect(one('tem:anexo,nota')).toEqual({ op: 'present', fields: ['attachments', 'invoices'] })
    expect(one('sem:categoria')).toEqual({ op: 'absent', fields: ['category'] })
    expect(parsed('status:vencido', { fields: RECEIVABLE_FILTER_FIELDS, today })[0]).toMatchObject({ values: ['OVERDUE'] })
    expect(parsed('status:ignorado', { fields: STATEMENT_FILTER_FIELDS, today })[0]).toMatchObject({ values: ['IGNORED'] })
    expect(parsed('status:pago,recebido', { fields: ENTRY_FILTER_FIELDS, today })[0]).toMatchObject({ values: ['PAID', 'RECEIVED'] })
  })

  it('keeps phrases whole, folded, and does not read operators inside quotes', () => {
    expect(one('"Conta de Luz"')).toEqual({ op: 'words', values: ['conta de luz'] })
    expect(one('“status: pago, não”')).toEqual({ op: 'words', values: ['status: pago, nao'] })
    expect(one('fornecedor:"Padaria, Sol",Énio')).toEqual({ op: 'contains', field: 'contact', values: ['padaria, sol', 'enio'] })
    expect(one('doc=NF-1')).toEqual({ op: 'equals', field: 'document_number', values: ['nf-1'] })
    expect(one('energia,água')).toEqual({ op: 'words', values: ['energia', 'agua'] })
    expect(one('"aberta até o fim')).toEqual({ op: 'words', values: ['aberta ate o fim'] })
    expect(parsed('-luz')[0]).toEqual({ op: 'words', values: ['luz'], negated: true })
    expect(one('"-luz"')).toEqual({ op: 'words', values: ['-luz'] })
    expect(one('12:30')).toEqual({ op: 'words', values: ['12:30'] })
    expect(one('1234')).toEqual({ op: 'words', values: ['1234'] })
  })
})

describe('wrong tokens', () => {
  const errorOf = (text: string) => parseFilter(text, bills).errors[0]

  it('do not filter and say what they may have meant', () => {
    const { tokens, errors } = parseFilter('luz stauts:pago >10', bills)
    expect(tokens).toHaveLength(2)
    expect(errors).toEqual([{ text: 'stauts:pago', start: 4, end: 15, message: '‘stauts’? quis dizer status', suggestion: 'status' }])
  })

  it.each([
    ['status:pendnete', '‘pendnete’? quis dizer pendente'],
    ['sem:anexso', '‘anexso’? quis dizer anexo'],
    ['xyzw:1', '‘xyzw’? campo desconhecido'],
    ['status:zzzzzz', '‘zzzzzz’? valor desconhecido'],
    ['status:pago,zzzzzz', '‘zzzzzz’? valor desconhecido'],
    ['venc:32/13', '‘32/13’? não é uma data'],
    ['venc:amanha,xx', '‘xx’? não é uma data'],
    ['valor:abc', '‘abc’? não é um valor'],
    ['>abc', '‘abc’? não é um valor'],
    ['valor:1..2..3', '‘1..2..3’? não é um valor'],
    ['cat>luz', 'cat não aceita >'],
    ['status>pago', 'status não aceita >'],
    ['anexo:sim', 'use tem:anexo ou sem:anexo'],
  ])('%s says %s', (text, message) => expect(errorOf(text)?.message).toBe(message))

  it.each(['status:', 'venc<', 'fornecedor:,', '>', '-cat:'])('%s is only incomplete', text => {
    expect(parseFilter(text, bills).tokens).toEqual([])
    expect(errorOf(text)).toMatchObject({ incomplete: true })
  })

  it('a lone minus, spaces and empty quotes are nothing at all', () => {
    expect(parseFilter('  -  ', bills)).toEqual({ tokens: [], errors: [] })
    expect(parseFilter('""', bills).tokens).toEqual([])
  })
})

describe('the way back', () => {
  const texts = [
    'status:pendente,aprovado venc<30/11 >1000 fornecedor:xyz -cat:impostos sem:anexo',
    'venc:vencido conciliado:não forma:pix,boleto rec:mensal',
    'valor:10,50..20,75,300 valor:..5 -valor:7..',
    'venc:nov,15/12/26 data>=hoje emissão<=mês-1',
    '"conta de luz",agua -"a, b" doc="NF: 1" tem:anexo,nota',
    'status:"aguardando aprovação" 1200..1300 “-x”',
  ]

  it.each(texts)('%s is kept as typed', text => {
    expect(formatFilter(parseFilter(text, bills).tokens, BILL_FILTER_FIELDS)).toBe(text)
  })

  it.each(texts)('%s has a canonical form with the same predicates', text => {
    const tokens = parsed(text)
    const canonical = formatFilter(tokens, BILL_FILTER_FIELDS)
    expect(parseFilter(canonical, bills).errors).toEqual([])
    expect(parsed(canonical)).toEqual(tokens)
  })

  it('writes the canonical form a person would', () => {
    expect(formatFilter(parsed('STATUS:pend venc:nov valor>1000 -contato:"a b"'), BILL_FILTER_FIELDS)).toBe(
      'status:pendente venc:01/11/2026..30/11/2026 valor:1000,01.. -contato:"a b"',
    )
  })

  it('survives any text: never throws, and what parses comes back the same', () => {
    const word = fc.constantFrom(
      'status',
      'venc',
      'valor',
      'cat',
      'tem',
      ':',
      '=',
      '<',
      '>=',
      '..',
      ',',
      '-',
      '"',
      ' ',
      'pago',
      '15/12',
      '10,50',
      '7',
      'nov',
      'é',
      'sim',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), words => {
        const text = words.join('')
        const tokens = parsed(text)
        expect(parsed(formatFilter(tokens, BILL_FILTER_FIELDS))).toEqual(tokens)
      }),
      { numRuns: 2000 },
    )
  })
})
