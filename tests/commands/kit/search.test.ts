// Ranking of the palette: every rule of the scorer as a sentence, and its speed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boldRanges, createIndex, type Findable, frecency, NO_USAGE, recordUse, USES_KEPT } from '#commands/kit/search.ts'

const items = (...titles: string[]): Findable[] => titles.map(title => ({ id: title, title }))
const titles = (list: readonly Findable[], query: string, options = {}) =>
  createIndex(list)
    .search(query, { now: 0, ...options })
    .hits.map(({ item }) => item.title)

describe('text', () => {
  it('finds accents without accents and the other way round', () => {
    expect(titles(items('Comércio exterior', 'Contas'), 'comercio')).toEqual(['Comércio exterior'])
    expect(titles(items('Conciliacao'), 'conciliação')).toEqual(['Conciliacao'])
  })
  it('orders prefix, word start, initials, substring, subsequence', () => {
    const list = items('Capital', 'Mudar capa', 'Contas a pagar', 'Escapes', 'Catalpa')
    expect(titles(list, 'cap')).toEqual(['Capital', 'Mudar capa', 'Contas a pagar', 'Escapes', 'Catalpa'])
    const scores = createIndex(list)
      .search('cap', { now: 0 })
      .hits.map(({ score }) => Math.round(score * 1000) / 1000)
    expect(scores).toEqual([0.55, 0.495, 0.44, 0.33, 0.193])
  })
  it('finds by initials with and without the small words', () => {
    expect(titles(items('Contas a pagar'), 'cap')).toEqual(['Contas a pagar'])
    expect(titles(items('Contas a pagar'), 'cp')).toEqual(['Contas a pagar'])
  })
  it('wants every word of the query', () => {
    expect(titles(items('Contas a pagar', 'Contas a receber'), 'contas rec')).toEqual(['Contas a receber'])
    expect(titles(items('Contas a pagar'), 'contas xyz')).toEqual([])
  })
  it('finds every name by its words with one slip: a letter changed, left out, doubled, swapped, or a space forgotten', () => {
    const names = ['Padaria Sol Nascente', 'Transportadora Andrade', 'Conta de energia', 'Farmácia São João', 'Mercado 24 Horas']
    const list = items(...names, ...Array.from({ length: 500 }, (_, at) => `Fornecedor ${at}`))
    const slip = fc.tuple(fc.constantFrom(...names), fc.nat(), fc.constantFrom('change', 'leave', 'double', 'swap', 'join'), fc.nat())
    fc.assert(
      fc.property(slip, ([name, which, kind, where]) => {
        const words = name.split(' ').filter(word => word.length > 5)
        const word = words[which % words.length] ?? name
        const at = 1 + (where % (word.length - 2))
        const [head, letter, rest] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
        const typed = {
          change: `${head}q${rest}`,
          leave: head + rest,
          double: head + letter + letter + rest,
          swap: head + rest.charAt(0) + letter + rest.slice(1),
          join: name.split(' ').slice(-2).join(''),
        }[kind]
        expect(titles(list, typed), typed).toContain(name)
      }),
    )
  })
  it('finds documents by their digits, however they are typed', () => {
    const contact: Findable = { id: 'k', title: 'PagFácil', code: '18.204.551/0001-70' }
    for (const query of ['18204551', '18.204.551', '18.204.551/0001-70', '0001-70'])
      expect(titles([contact], query), query).toEqual(['PagFácil'])
    expect(titles([contact], '99')).toEqual([])
  })
  it('finds the same whether the list was folded before, in part or not at all', () => {
    const list = Array.from({ length: 1000 }, (_, at) => ({ id: `k${at}`, title: `Zona ${at}` }))
    const found = createIndex(list).search('zona 99', { now: 0 })
    expect(found.hits[0]?.item.title).toBe('Zona 99')
    for (const slices of [1, 2, 100]) {
      const index = createIndex(list)
      const steps = index.foldSteps()
      for (let slice = 0; slice < slices; slice++) steps.next()
      expect(index.search('zona 99', { now: 0 }), `${slices}`).toEqual(found)
      for (const _ of steps);
      expect(index.search('zona', { now: 0 }).total).toBe(1000)
    }
  })
  it('finds by synonyms', () =>
    expect(titles([{ id: 'x', title: 'Fluxo de caixa', words: ['lançamentos'] }], 'lanca')).toEqual(['Fluxo de caixa']))
})

describe('order', () => {
  it('ties go to the shorter title, then alphabetical, whatever the order of arrival', () => {
    const list = items('Conta b', 'Conta á', 'Conta', 'Conta longa')
    const expected = ['Conta', 'Conta á', 'Conta b', 'Conta longa']
    fc.assert(fc.property(fc.shuffledSubarray(list, { minLength: 4 }), shuffled => titles(shuffled, 'conta').join() === expected.join()))
  })
  it('context lifts what applies to the selection above a plain equal', () => {
    const list = items('Pagar a', 'Pagar b')
    expect(titles(list, 'pagar', { context: (item: Findable) => (item.title === 'Pagar b' ? 1 : -0.5) })).toEqual(['Pagar b', 'Pagar a'])
  })
  it('recent use lifts, and weighs 100/70/50/30/10 by age', () => {
    const hour = 3_600_000
    expect(frecency([0, 0], 0)).toBe(0.2)
    expect([1, 20, 70, 300, 2000, 3000].map(hours => frecency([0], hours * hour))).toEqual([0.1, 0.07, 0.05, 0.03, 0.01, 0])
    expect(titles(items('Pagar a', 'Pagar b'), 'pagar', { usage: { uses: { 'Pagar b': [0] }, picks: {} } })).toEqual(['Pagar b', 'Pagar a'])
  })
  it('keeps the last ten uses', () => {
    let usage = NO_USAGE
    for (let at = 0; at < 15; at++) usage = recordUse(usage, 'x', 'pagamentos', at)
    expect(usage.uses.x).toHaveLength(USES_KEPT)
    expect(usage.uses.x?.[0]).toBe(14)
    expect(usage.picks).toEqual({})
  })
  it('looks for one or two letters within words only where no word begins with them', () => {
    const list = items('Caixa', 'Escapes', 'Frete a pagar')
    expect(titles(list, 'ca')).toEqual(['Caixa'])
    expect(titles(list, 'ap')).toEqual(['Frete a pagar'])
    expect(titles(list, 'sc')).toEqual(['Escapes'])
    expect(titles(list, 'cap')).toEqual(['Escapes'])
  })

  it('pins what was picked twice for the same letters, and only for those', () => {
    const list = items('Caixa', 'O Cais')
    let usage = recordUse(NO_USAGE, 'O Cais', 'ca', 0)
    expect(titles(list, 'ca', { usage: { ...usage, uses: {} } })).toEqual(['Caixa', 'O Cais'])
    usage = recordUse(usage, 'O Cais', 'Cá', 0)
    expect(titles(list, 'ca', { usage: { ...usage, uses: {} } })).toEqual(['O Cais', 'Caixa'])
    expect(titles(list, 'c', { usage: { ...usage, uses: {} } })).toEqual(['Caixa', 'O Cais'])
  })
  it('shows at most the limit and counts the rest', () => {
    const found = createIndex(items(...Array.from({ length: 200 }, (_, at) => `Conta ${at}`))).search('conta', { now: 0, limit: 8 })
    expect(found.hits).toHaveLength(8)
    expect(found.total).toBe(200)
  })
})

describe('narrowing', () => {
  it('typing letter by letter finds what the whole query finds at once', () => {
    const word = fc.stringMatching(/^[abc]{1,4}$/)
    const title = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '))
    const code = fc.stringMatching(/^[ab12]{0,4}$/)
    const list = fc
      .array(fc.tuple(title, code), { maxLength: 12 })
      .map(pairs => pairs.map(([name, digits], at) => ({ id: String(at), title: name, code: digits })))
    fc.assert(
      fc.property(list, fc.stringMatching(/^[abc12 ]{1,6}$/), (all, query) => {
        for (const speaks of [false, true]) {
          const typed = createIndex(all, { speaks })
          for (let length = 1; length < query.length; length++) typed.search(query.slice(0, length), { now: 0 })
          expect(typed.search(query, { now: 0 })).toEqual(createIndex(all, { speaks }).search(query, { now: 0 }))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('what commands are asked', () => {
  const find = (list: readonly Findable[], query: string) => createIndex(list, { speaks: true }).search(query, { now: 0 })
  const named = (list: readonly Findable[], query: string) => find(list, query).hits.map(({ item }) => item.title)

  it('is found by the rarest of its words where no row holds them all', () => {
    const list = items('Impostos', 'Próximo mês', 'Mês anterior', 'Fechar mês', 'Extratos')
    expect(named(list, 'impostos do mês')[0]).toBe('Impostos')
    expect(find(list, 'impostos do mês').loose).toBe(true)
    expect(named(list, 'conferir meus extratos')).toEqual(['Extratos'])
    expect(named(list, 'zebra azul extratos')).toEqual([])
    expect(find(list, 'extratos')).toMatchObject({ loose: false, weak: false })
  })
  it('never finds so what takes something away', () => {
    const list = [...items('Extratos'), { id: 'loss', title: 'Excluir contas', guarded: true }]
    expect(named(list, 'excluir extratos')).toEqual(['Extratos'])
    expect(named(list, 'excluir tartaruga')).toEqual([])
  })
  it('counts in its other number', () => {
    expect(named(items('Movimentações', 'Permissões', 'Importar extrato', 'Fornecedor'), 'movimentação')).toEqual(['Movimentações'])
    expect(named(items('Importar extrato'), 'importar extratos')).toEqual(['Importar extrato'])
    expect(named(items('Novo fornecedor'), 'fornecedores')).toEqual(['Novo fornecedor'])
    expect(named(items('Novo fornecedor', 'Fornecedores'), 'fornecedores')[0]).toBe('Fornecedores')
  })
})

describe('bold', () => {
  it('marks what was hit, accents and all, at a word start when there is one', () => {
    expect(boldRanges('Comércio', 'comer')).toEqual([[0, 5]])
    expect(boldRanges('Apagar pagos', 'pag')).toEqual([[7, 10]])
    expect(boldRanges('Contas a pagar', 'pag con')).toEqual([
      [0, 3],
      [9, 12],
    ])
  })
})

describe('a large index', () => {
  // Speed is a benchmark's to measure; here only that nothing is lost among many.
  it('finds one among 55,000 and counts the rest', () => {
    const items: Findable[] = Array.from({ length: 55_000 }, (_, at) => ({
      id: `i${at}`,
      title: `Contato ${at}`,
      code: String(10_000_000_000 + at * 7919),
    }))
    const index = createIndex([...items, { id: 'wanted', title: 'Moinho Três Irmãos' }])
    expect(index.search('tres irm', { now: 0, limit: 8 }).hits.map(hit => hit.item.id)).toEqual(['wanted'])
    const many = index.search('contato', { now: 0, limit: 8 })
    expect(many.hits).toHaveLength(8)
    expect(many.total).toBe(55_000)
  })
})
