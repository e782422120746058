// Titles in columns say of each what the record said.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIds, type Title } from '#domain/matching/candidates.ts'
import { TextColumn } from '#domain/matching/text-column.ts'
import { buildIndex } from '#domain/matching/title-index.ts'
import { aTitle, makeMatchingData } from '#tests/kit/matching-data.ts'

const plain = (title: Title) => ({
  contact_document: null,
  document_number: null,
  withholdings_cents: 0,
  is_card: false,
  parent_entry_id: null,
  category_id: null,
  ...title,
})

describe('a text column', () => {
  test('gives back every text, of any letters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 300 }), texts => {
        const column = new TextColumn()
        for (const text of texts) column.add(text)
        expect(texts.map((_, at) => column.at(at))).toEqual(texts)
      }),
    )
  })

  test('orders ids as their texts', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.oneof(fc.uuid(), fc.constantFrom('', '0', 'f')), (one, other) => {
        const column = new TextColumn()
        column.add(one)
        column.add(other)
        expect(Math.sign(column.compare(0, 1))).toBe(compareIds(one, other))
      }),
    )
  })
})

describe('the store of titles', () => {
  test('makes every record anew, and finds it by its id', () => {
    const { titles } = makeMatchingData({ lines: 1, titles: 2000 })
    const store = buildIndex(titles).titles
    expect(titles.map((_, at) => store.at(at))).toEqual(titles.map(plain))
    for (const title of titles) expect(store.find(title.id)).toEqual(plain(title))
    expect(store.find('title-nobody')).toBeUndefined()
  })

  test('keeps what few titles have: parent, category, withholdings, identifiers of any letters', () => {
    const title = aTitle({
      parent_entry_id: 'parent',
      category_id: 'category',
      withholdings_cents: 615,
      identifiers: ['341"9\n', 'não'],
      document_number: 'NF 0012',
      description: 'Aluguel – loja 2 🙂',
      contact_id: 'maria',
      contact_name: 'Maria Ângela',
      kind: 'RECEIVABLE',
      due_date: '2024-02-29',
      date: '2024-03-04',
      overdue: true,
      is_card: true,
      bank_account_id: null,
    })
    expect(buildIndex([aTitle(), title]).titles.at(1)).toEqual(plain(title))
  })
})
