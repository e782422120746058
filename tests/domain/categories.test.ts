// The default chart, signs and blocks of the DRE, selector kinds and the tree.
import { describe, expect, it } from 'vitest'
import {
  categoryPath,
  categoryTree,
  DEFAULT_CATEGORIES,
  incomeStatementBlock,
  incomeStatementSign,
  isOfKinds,
  isSelectable,
  kindsForSelector,
} from '#domain/categories.ts'

const named = (name: string) => {
  const found = DEFAULT_CATEGORIES.find(category => category.name === name)
  if (!found) throw new Error(`no category ${name}`)
  return found
}

describe('default chart', () => {
  it('has 10 roots and 51 leaves under known roots of the same kind', () => {
    const roots = DEFAULT_CATEGORIES.filter(category => category.parent === null)
    expect([roots.length, DEFAULT_CATEGORIES.length - roots.length]).toEqual([10, 51])
    for (const leaf of DEFAULT_CATEGORIES.filter(category => category.parent !== null)) {
      expect(roots.find(root => root.name === leaf.parent)?.kind, leaf.name).toBe(leaf.kind)
    }
  })

  it('never marks a category both deductible and increasing', () => {
    expect(DEFAULT_CATEGORIES.filter(category => category.is_deductible && category.is_increasing)).toEqual([])
  })
})

describe('income statement', () => {
  it.each([
    ['Venda de produtos', 'gross_revenue', 1],
    ['ISS', 'deductions', -1],
    ['Compra de mercadorias', 'costs', -1],
    ['Devolução de compras', 'costs', 1],
    ['Salários', 'operating_expenses', -1],
    ['Descontos e reembolsos obtidos', 'operating_expenses', 1],
    ['Juros e multas pagos', 'non_operational', -1],
    ['Juros e multas recebidos', 'non_operational', 1],
    ['Aporte de sócios', 'hidden', 1],
    ['Distribuição de lucros', 'hidden', -1],
  ])('%s belongs to %s with sign %d', (name, block, sign) => {
    expect(incomeStatementBlock(named(name))).toBe(block)
    expect(incomeStatementSign(named(name))).toBe(sign)
  })
})

describe('selectors', () => {
  it('count deductible categories as CHARGE and DEBIT and increasing ones as CREDIT', () => {
    expect(kindsForSelector(named('ISS'))).toEqual(['CHARGE', 'DEBIT'])
    expect(kindsForSelector(named('Devolução de compras'))).toEqual(['CREDIT'])
    expect(isOfKinds(named('ISS'), ['CREDIT'])).toBe(false)
    expect(isOfKinds(named('ISS'), ['DEBIT', 'CHARGE'])).toBe(true)
    expect(isOfKinds(named('Aluguel e condomínio'), ['DEBIT'])).toBe(true)
    expect(isOfKinds(named('Descontos e reembolsos obtidos'), ['DEBIT', 'CHARGE'])).toBe(false)
  })
})

describe('tree', () => {
  const node = (id: string, parent: string | null, status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') => ({
    id,
    name: id.toUpperCase(),
    parent_category_id: parent,
    status,
  })
  const nodes = [
    node('c', 'b'),
    node('a', null),
    node('b', 'a', 'INACTIVE'),
    node('lost', 'gone'),
    node('x', 'y'),
    node('y', 'x'),
    node('d', 'a'),
  ]
  const byId = new Map(nodes.map(category => [category.id, category]))

  it('nests in the given order and loses nobody to a missing parent or a cycle', () => {
    const shape = (list: ReturnType<typeof categoryTree>): unknown[] => list.map(item => [item.id, shape(item.categories)])
    expect(shape(categoryTree(nodes))).toEqual([
      [
        'a',
        [
          ['b', [['c', []]]],
          ['d', []],
        ],
      ],
      ['lost', []],
      ['x', []],
      ['y', []],
    ])
    expect(nodes[0]).not.toHaveProperty('categories')
  })

  it('writes paths, also of cycles', () => {
    expect([categoryPath('c', byId), categoryPath('a', byId), categoryPath('none', byId), categoryPath('x', byId)]).toEqual([
      'A › B › C',
      'A',
      '',
      'Y › X',
    ])
  })

  it('offers no category under an inactive one', () => {
    expect(['a', 'b', 'c', 'd', 'none'].map(id => isSelectable(id, byId))).toEqual([true, false, false, true, false])
  })
})
