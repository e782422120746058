// Sentences of the palette: what is read from words in any order, what is asked, and that what is printed is read again the same.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allCommands } from '#commands/index.ts'
import type { Choice } from '#commands/kit/command.ts'
import { createLexicon } from '#commands/kit/lexicon.ts'
import { type Part, saysOf } from '#commands/kit/part.ts'
import { readPlain } from '#commands/kit/plain-parts.ts'
import { type Names, parseSentences, printSentence, type Sentence } from '#commands/kit/sentence.ts'
import { addDays, isBusinessDay } from '#domain/days.ts'
import { namedIn, nothing, targetOf } from '#tests/kit/commands.ts'

const TODAY = '2026-11-11'
const choices = (...labels: string[]): Choice[] => labels.map((label, at) => ({ value: `${label[0]}${at}`, label }))
const SUPPLIERS = choices('Refrigeração Mineira', 'Distribuidora Refrigerantes Vale', 'Companhia de Luz do Vale', 'Granja Boa Vista')
const CUSTOMERS = choices('Padaria Estrela', 'Mercado do Bairro')
const EXPENSES = choices('Energia elétrica', 'Manutenção', 'Aluguel')
const INCOMES = choices('Vendas', 'Consultoria')
const ACCOUNTS = choices('Itaú 45871-3', 'Caixa Econômica 9920-4', 'Sicoob 11-0')
const COMPANIES = choices('Padaria Sol Nascente', 'Oficina Andrade')
const lexicons = {
  supplier: createLexicon(SUPPLIERS),
  customer: createLexicon(CUSTOMERS),
  contact: createLexicon([...SUPPLIERS, ...CUSTOMERS]),
  expense: createLexicon(EXPENSES),
  income: createLexicon(INCOMES),
  category: createLexicon([...EXPENSES, ...INCOMES]),
  account: createLexicon(ACCOUNTS),
  company: createLexicon(COMPANIES),
}
const lexiconOf = ({ kind, scope }: Part) =>
  kind === 'contact' || kind === 'category'
    ? (lexicons[scope as 'supplier'] ?? lexicons[kind])
    : kind === 'account' || kind === 'company'
      ? lexicons[kind]
      : undefined
const names: Names = (part, text) => lexiconOf(part)?.find(text) ?? []

const bill = { id: 'b', version: 1, kind: 'BILL', amount_cents: 30_000, status: 'PENDING', due_date: '2026-12-01', bank_account_id: 'I0' }
// The transfer's second name, of the cash flow, is the same act.
const commands = allCommands.filter(({ id }) => id !== 'entry.transfer')
const read = (text: string, target = nothing, picked?: ReadonlyMap<string, string>): readonly Sentence[] =>
  parseSentences(text, { commands, target, today: TODAY, names, ...(picked ? { picked } : {}) })
const said = (text: string, target = nothing) => {
  const [first] = read(text, target)
  return first && [first.command.id, first.answers, first.about]
}

describe('a sentence', () => {
  it('of one place means no other: the letter of contacts is a small word', () => {
    expect(read('ir p padaria vencidas').map(({ command }) => command.id)).toEqual(['go.bills'])
    expect(read('ir p padaria').map(({ command }) => command.id)).toEqual(['go.bills'])
    expect(read('ir padaria').map(({ command }) => command.id)).not.toContain('go.mappings')
  })

  it.each([
    ['nova conta 375,50 refrig +5', 'bill.create', { amount_cents: 37_550, contact_id: 'R0', due_date: '2026-11-16' }],
    ['375,50 refrig +5', 'bill.create', { amount_cents: 37_550, contact_id: 'R0', due_date: '2026-11-16' }],
    ['900 mercado do bairro 15/12', 'receivable.create', { amount_cents: 90_000, contact_id: 'M1', due_date: '2026-12-15' }],
    ['lançar aluguel 3.000 dia 20', 'bill.create', { amount_cents: 300_000, category_id: 'A2', due_date: '2026-11-20' }],
    ['nova receita 1200 padaria estrela hoje', 'receivable.create', { amount_cents: 120_000, contact_id: 'P0', due_date: TODAY }],
    ['lançar 50 refrig conserto do ar', 'bill.create', { amount_cents: 5000, contact_id: 'R0', additional_information: 'conserto do ar' }],
    [
      'transferir 500 do itaú para a caixa',
      'transfer.create',
      { amount_cents: 50_000, from_bank_account_id: 'I0', to_bank_account_id: 'C1' },
    ],
    [
      'transferir 500 para a caixa do itaú',
      'transfer.create',
      { amount_cents: 50_000, from_bank_account_id: 'I0', to_bank_account_id: 'C1' },
    ],
    ['nota 1.200 padaria consultoria', 'service-invoice.create', { amount_cents: 120_000, contact_id: 'P0', description: 'consultoria' }],
    [
      'novo contato Maria Souza maria@exemplo.com fornecedor',
      'contact.create',
      { name: 'Maria Souza', email: 'maria@exemplo.com', kind: 'SUPPLIER' },
    ],
    [
      'novo contato Padaria Sol 12abc34501de35 fornecedor',
      'contact.create',
      { name: 'Padaria Sol', document_number: '12abc34501de35', kind: 'SUPPLIER' },
    ],
    ['ir p oficina vencidas', 'go.bills', { company: 'O1', filter: 'venc:vencidas' }],
    ['filtrar a receber maior que 5000', 'go.receivables', { filter: 'valor>5000,00' }],
    ['filtrar maior que 5000', 'filter.set', { filter: 'valor>5000,00' }],
  ])('%s', (text, id, answers) => {
    const [first] = read(text)
    expect([first?.command.id, first?.answers]).toEqual([id, answers])
  })
  it.each([
    ['mover pago', 'bill.move', { status: 'PAID' }, ''],
    ['mover energia pago', 'bill.move', { status: 'PAID' }, 'energia'],
    ['venc +30d', 'bill.due', { due_date: '2026-12-11' }, ''],
    ['venc 15', 'bill.due', { due_date: '2026-11-15' }, ''],
    ['cat energia', 'bill.category', { category_id: 'E0' }, ''],
    ['dividir 3', 'bill.split', { parts: 3 }, ''],
    ['dividir aluguel 3', 'bill.split', { parts: 3 }, 'aluguel'],
    ['pagar energia hoje', 'bill.pay', { day: TODAY }, 'energia'],
    ['pagar energia 15/12', 'bill.pay', { day: '2026-12-15' }, 'energia'],
    ['agendar energia amanhã', 'bill.pay', { day: '2026-11-12' }, 'energia'],
    // A number may be of its name, and no bill is paid yesterday.
    ['pagar nota 15', 'bill.pay', {}, 'nota 15'],
    ['pagar energia ontem', 'bill.pay', {}, 'energia ontem'],
    ['paguei energia ontem', 'bill.conciliate', { date: '2026-11-10' }, 'energia'],
    ['receber padaria 500 hoje', 'receivable.conciliate', { date: TODAY }, 'padaria 500'],
    ['excluir energia', 'bill.delete', {}, 'energia'],
  ])('%s, of records', (text, id, answers, about) => {
    const all = read(text, targetOf('bill', bill))
    expect(all.map(one => [one.command.id, one.answers, one.about])).toContainEqual([id, answers, about])
  })
  it('is none where the words are a command, or only a search', () => {
    for (const text of [
      'nova conta',
      'nova conta a rec',
      'nova conta bancária',
      'contas a pagar',
      'refrig mineira',
      'emitir nota',
      '1000',
      'pagar boleto',
    ])
      expect(said(text), text).toBeUndefined()
  })
  it('gives no part two values, and no word two parts', () => {
    const [first] = read('nova conta 100 200 refrig granja')
    expect(first?.answers).toMatchObject({ amount_cents: 10_000, contact_id: 'R0' })
    expect(first?.answers.additional_information).toBe('200 granja')
  })
  it('keeps the other readings of a word, and takes the one that was picked', () => {
    const [first] = read('nova conta 375,50 refrig +5')
    const [, vale, plain] = first?.pieces.find(({ text }) => text === 'refrig')?.readings ?? []
    expect([vale?.choice.label, plain?.part.name]).toEqual(['Distribuidora Refrigerantes Vale', 'additional_information'])
    const [picked] = read('nova conta 375,50 refrig +5', nothing, new Map([['refrig', 'contact_id="D1"']]))
    expect(picked?.answers.contact_id).toBe('D1')
    const [text] = read('nova conta 375,50 refrig +5', nothing, new Map([['refrig', 'additional_information="refrig"']]))
    expect(text?.answers).toMatchObject({ additional_information: 'refrig' })
    expect(text?.answers.contact_id).toBeUndefined()
  })
  it('bears one wrong letter of a name', () => {
    expect(read('nova conta 10 refirg')[0]?.answers.contact_id).toBe('R0')
    expect(read('cat enrgia', targetOf('bill', bill))[0]?.answers.category_id).toBe('E0')
  })
  it('moves days counted from today to a business day, and says so', () => {
    const [piece] = read('nova conta 10 +3 luz')[0]?.pieces.filter(({ text }) => text === '+3') ?? []
    expect(piece?.readings[0]?.choice).toMatchObject({ value: '2026-11-16', label: expect.stringContaining('próximo dia útil') })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), count => {
        const due = read(`nova conta 10 +${count} luz`)[0]?.answers.due_date
        const plain = addDays(TODAY, count)
        expect(typeof due === 'string' && isBusinessDay(due)).toBe(true)
        expect(String(due) >= plain).toBe(true)
      }),
    )
  })
})

/** Made once: to make it costs more than to run it a thousand times. */
const TWO_WORDS = fc.stringMatching(/^[a-zç]{4,9} [a-zã]{4,9}$/).map(text => ({ value: `zz${text}`, label: `zz${text}` }))

/** A value that a part can hold, as the person would have chosen it. */
function heldBy(part: Part): fc.Arbitrary<Choice> | undefined {
  if (part.reads !== undefined && part.rest !== true) return undefined
  const named = (list: readonly Choice[]) => fc.constantFrom(...list)
  if (part.options !== undefined) {
    const options = part.options(targetOf('bill', bill), {})
    return options.length === 0 ? undefined : named(options)
  }
  if (part.kind === 'amount') return fc.integer({ min: 100, max: 99_999_999 }).map(value => ({ value, label: String(value) }))
  if (part.kind === 'count') return fc.integer({ min: 2, max: 99 }).map(value => ({ value, label: String(value) }))
  if (part.kind === 'day') return fc.integer({ min: 0, max: 3000 }).map(days => ({ value: addDays(TODAY, days), label: '' }))
  if (part.kind === 'contact')
    return named(part.scope === 'customer' ? CUSTOMERS : part.scope === 'supplier' ? SUPPLIERS : [...SUPPLIERS, ...CUSTOMERS])
  if (part.kind === 'category')
    return named(part.scope === 'income' ? INCOMES : part.scope === 'expense' ? EXPENSES : [...EXPENSES, ...INCOMES])
  if (part.kind === 'account') return named(ACCOUNTS)
  if (part.kind === 'company') return named(COMPANIES)
  if (part.rest === true && part.reads === undefined) return TWO_WORDS
  return undefined
}

const commandNamed = namedIn(allCommands)

describe('printed and read again', () => {
  const speaking = commands.filter(command => (saysOf(command)?.parts ?? []).some(part => heldBy(part) !== undefined))

  it('every command that speaks says the same', () => {
    expect(speaking.length).toBeGreaterThan(40)
    fc.assert(
      fc.property(
        fc.constantFrom(...speaking.map(({ id }) => id)).chain(id => {
          const command = commandNamed(id)
          const parts = (saysOf(command)?.parts ?? []).flatMap(part => {
            const value = heldBy(part)
            return value === undefined ? [] : [fc.option(value, { nil: undefined }).map(choice => [part.name, choice] as const)]
          })
          return fc.tuple(fc.constant(id), fc.tuple(...parts))
        }),
        ([id, held]: [string, (readonly [string, Choice | undefined])[]]) => {
          const command = commandNamed(id)
          const wanted = held.flatMap(([name, choice]) => (choice === undefined ? [] : [[name, choice] as const]))
          const isRest = (name: string) => saysOf(command)?.parts.some(part => part.name === name && part.rest) === true
          fc.pre(wanted.some(([name]) => !isRest(name)))
          // Two accounts of a transfer are two.
          const values = wanted.flatMap(([, { value }]) => (ACCOUNTS.some(account => account.value === value) ? [value] : []))
          fc.pre(new Set(values).size === values.length)
          const printed = printSentence(command, Object.fromEntries(wanted))
          const again = parseSentences(printed, { commands: [command], target: nothing, today: TODAY, names })[0]
          expect(again?.answers, printed).toEqual(Object.fromEntries(wanted.map(([name, { value }]) => [name, value])))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('whatever is typed says the same once printed', () => {
    const word = fc.constantFrom(
      ...[
        'nova',
        'conta',
        'lançar',
        '375,50',
        '1.200',
        'refrig',
        '+5',
        'hoje',
        'itaú',
        'do',
        'para',
        'caixa',
        'energia',
        'padaria',
        'mercado',
      ],
      ...['transferir', 'aluguel', 'dia', '20', 'vendas', 'de', 'conserto', '15/12', 'nota', 'granja', '"boa vista"', '500'],
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 9 }), words => {
        for (const one of read(words.join(' ')).filter(({ about }) => about === '')) {
          const held = one.pieces.flatMap(({ readings: [first] }) =>
            first && first.part.reads === undefined ? [[first.part.name, first.choice] as const] : [],
          )
          if (held.length !== one.pieces.length) continue
          const printed = printSentence(one.command, Object.fromEntries(held))
          const again = parseSentences(printed, { commands: [one.command], target: nothing, today: TODAY, names })[0]
          expect(again?.answers, `${words.join(' ')} → ${printed}`).toEqual(one.answers)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('never throws, and never says more than was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), text => {
        for (const one of read(text)) for (const { start, end } of one.pieces) expect(end <= text.length && start < end).toBe(true)
      }),
    )
  })
})

it('a part reads nothing of an empty text', () => {
  for (const command of allCommands)
    for (const part of saysOf(command)?.parts ?? []) expect(readPlain(part, '', TODAY, targetOf('bill', bill), {}) ?? []).toEqual([])
})
