// Blocks of cells pasted into a list, and one value for many rows: what is read, asked, sent, and taken back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { titleCellOpen, titleColumns } from '#client/features/titles/title-columns.tsx'
import { BILL_KIND } from '#client/features/titles/title-kind.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridPaste } from '#client/kit/grid/grid-column.ts'
import { useToasts } from '#client/kit/toast.ts'
import { currentContext } from '#client/surfaces/context.ts'
import { onIntent } from '#client/surfaces/intents.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import { type RecordName, targetOn } from '#commands/kit/command.ts'
import { type ListEdit, pasting } from '#commands/title-cells.ts'
import { closeSampleHouse, openSampleHouse, type SampleHouse } from '../surfaces/sample-house.ts'
import { type Row, registersOf, storeOf } from './rows.ts'

const asked: { title: string; description?: unknown; confirmLabel: string }[] = []
let yes = true
vi.mock('#client/kit/confirm.tsx', () => ({
  confirm: async (question: (typeof asked)[number]) => {
    asked.push(question)
    return yes
  },
}))
const { fillRows, repeatFirst } = await import('#client/surfaces/ledger/fill.ts')
const { optimisticEdits } = await import('#client/surfaces/ledger/optimistic.ts')
const { readPaste } = await import('#client/surfaces/ledger/paste.ts')
const { runCommand } = await import('#client/surfaces/runner.ts')

const TODAY = '2026-11-11'
const rows: readonly Row[] = [
  { id: 'a', additional_information: 'Energia' },
  { id: 'b', additional_information: 'Aluguel', contact_id: 'lua' },
  { id: 'c', editable: false, status: 'WAITING_PAYMENT' },
  { id: 'd', editable: false, status: 'PAID', conciliation_id: 'g' },
]
const names = new Map([
  ['Padaria Sol Nascente', 'sol'],
  ['Oficina Lua', 'lua'],
])
let store: ColumnStore
let columns: GridColumn[]
let house: SampleHouse
let failure: Error | undefined
let stops: (() => void)[] = []
const column = (field: string) => columns.find(one => one.field === field) as GridColumn
const toast = () => useToasts.getState().current
const saved = () => house.calls.map(call => (call.input as { body: { items: unknown } }).body.items)

beforeEach(() => {
  failure = undefined
  house = openSampleHouse({ fail: () => failure })
  store = storeOf(rows)
  const edits = optimisticEdits(store)
  stops = [
    onIntent('list.optimistic', edit => edits.show(edit as ListEdit)),
    onIntent('list.settled', edit => void edits.settle(edit as ListEdit)),
    onIntent('list.failed', edit => void edits.takeBack(edit as ListEdit)),
  ]
  columns = titleColumns(
    BILL_KIND,
    TODAY,
    () => registersOf(),
    () => store,
  )
  asked.length = 0
  yes = true
})
afterEach(() => {
  for (const stop of stops) stop()
  closeSampleHouse()
})

async function paste(more: Partial<GridPaste> & Pick<GridPaste, 'matrix'>) {
  const pasted = readPaste({
    paste: {
      act: 'paste',
      id: 'a',
      field: 'due_date',
      fields: ['due_date', 'due', 'additional_information', 'contact_id', 'amount_cents'],
      ids: ['a', 'b'],
      selectedIds: [],
      ...more,
    },
    store,
    columns,
    today: TODAY,
    label: 'Contas a pagar',
    namesOf: field => (field === 'contact_id' ? names : undefined),
  })
  if (pasted === undefined) return
  const context = currentContext()
  const ids = [...pasted.rows.keys()]
  const target = targetOn<RecordName>('bill', store.records(ids) as { id: string }[], { company: context.target.company, from: 'focus' })
  await runCommand(pasting('bill', pasted), { source: 'key', context: { ...context, target } })
}

describe('a pasted block', () => {
  it('is read by the kind of each editable column, asked for with its size, and written in one call', async () => {
    await paste({
      matrix: [
        ['15/12', 'Luz', 'padaria sol nascente', '1.284,90'],
        ['01/12/2026', "'=oculto", 'Oficina Lua', '80'],
      ],
    })
    expect(asked).toMatchObject([{ title: 'Colar 2×4 células?', description: 'Contas a pagar: 2 linhas mudam.', confirmLabel: 'Colar' }])
    expect(saved()).toEqual([
      [
        { id: 'a', due_date: '2026-12-15', additional_information: 'Luz', contact_id: 'sol', amount_cents: 128_490 },
        { id: 'b', due_date: '2026-12-01', additional_information: '=oculto', contact_id: 'lua', amount_cents: 8000 },
      ],
    ])
    expect(store.get(store.rowOf('a'), 'amount_cents')).toBe(128_490)
    expect(toast()).toMatchObject({ title: '8 células coladas', action: { label: 'Desfazer' } })
    expect(useUndo.getState().done.k).toMatchObject([{ batch_ids: ['batch-1'], focus: ['a'] }])
  })
  it('puts a day without year in the future where it is due, in the past where it is competence', async () => {
    await paste({ matrix: [['15/12', '15/12']], fields: ['due_date', 'competence_date'], ids: ['a'] })
    expect(saved()).toEqual([[{ id: 'a', due_date: '2026-12-15', competence_date: '2025-12-15' }]])
  })
  it('says how many cells are no value of their column, and leaves those as they are', async () => {
    await paste({ matrix: [['ontem não', 'Luz', 'Ninguém', '0']], ids: ['a'] })
    expect(asked).toMatchObject([
      { title: 'Colar 1×4 células · 3 inválidas?', description: 'Contas a pagar: 1 linha muda. As células inválidas ficam como estão.' },
    ])
    expect(saved()).toEqual([[{ id: 'a', additional_information: 'Luz' }]])
    expect(toast()?.title).toBe('1 célula colada')
  })
  it('empties texts and names, never days and amounts', async () => {
    await paste({ matrix: [['', '', '', '']], ids: ['b'] })
    expect(saved()).toEqual([[{ id: 'b', additional_information: null, contact_id: null }]])
  })
  it('does not touch rows that may not be altered, except where they stay open', async () => {
    await paste({
      matrix: [
        ['15/12', 'x'],
        ['16/12', 'y'],
      ],
      fields: ['due_date', 'additional_information'],
      ids: ['c', 'd'],
    })
    expect(asked[0]?.title).toBe('Colar 2×2 células · 3 inválidas?')
    expect(saved()).toEqual([[{ id: 'd', additional_information: 'y' }]])
  })
  it('tells of rows beyond the end of the list', async () => {
    await paste({ matrix: [['x'], ['y'], ['z']], fields: ['additional_information'], ids: ['a', 'b'] })
    expect(asked[0]?.description).toBe('Contas a pagar: 2 linhas mudam. 1 linha copiada não cabe abaixo.')
  })
  it('changes nothing without a yes', async () => {
    yes = false
    await paste({ matrix: [['15/12', 'Luz']], ids: ['a'] })
    expect(saved()).toEqual([])
    expect(store.get(store.rowOf('a'), 'additional_information')).toBe('Energia')
  })
  it('of one cell is written without a question', async () => {
    await paste({ matrix: [['Luz']], fields: ['additional_information'], ids: ['a'] })
    expect(asked).toEqual([])
    expect(saved()).toHaveLength(1)
  })
  it('that the server refuses is taken back, and nothing is there to undo', async () => {
    failure = new Error('Período fechado')
    await paste({ matrix: [['15/12', 'Luz']], ids: ['a'] })
    expect(store.get(store.rowOf('a'), 'additional_information')).toBe('Energia')
    expect(store.get(store.rowOf('a'), 'due_date')).toBe('2026-11-15')
    expect(toast()).toMatchObject({ title: 'Erro', description: 'Período fechado', variant: 'destructive' })
    expect(useUndo.getState().done.k).toBeUndefined()
  })
  it('with no editable column under it says so', async () => {
    await paste({ matrix: [['Pago']], field: 'status', fields: ['status'] })
    expect(toast()).toMatchObject({ title: 'Nada para colar aqui', description: 'Escolha uma coluna editável.' })
  })
  it('of more than 20,000 cells is refused', async () => {
    await paste({
      matrix: Array.from({ length: 20_001 }, () => ['x']),
      fields: ['additional_information'],
      ids: Array.from({ length: 20_001 }, () => 'a'),
    })
    expect(toast()).toMatchObject({ title: 'Colagem grande demais', description: 'Cole até 20.000 células por vez.' })
  })
})

describe('one value pasted over a selection', () => {
  it('goes to all marked rows', async () => {
    await paste({ matrix: [['Luz']], field: 'additional_information', selectedIds: ['a', 'b'] })
    expect(asked).toMatchObject([{ title: 'Colar em 2 linhas?' }])
    expect(saved()).toEqual([
      [
        { id: 'a', additional_information: 'Luz' },
        { id: 'b', additional_information: 'Luz' },
      ],
    ])
  })
  it('is refused by a column that is not edited in the list', async () => {
    await paste({ matrix: [['PAID']], field: 'status', selectedIds: ['a', 'b'] })
    expect(saved()).toEqual([])
    expect(toast()?.title).toBe('Nada para colar aqui')
  })
})

describe('a block over a rectangle', () => {
  const over = (fields: string[], ids = ['a', 'b']) => ({ ids, fields })
  it('of one cell goes to every cell of it', async () => {
    await paste({ matrix: [['Luz']], fields: ['additional_information', 'contact_id'], over: over(['additional_information']) })
    expect(asked).toMatchObject([{ title: 'Colar 2×1 células?' }])
    expect(saved()).toEqual([
      [
        { id: 'a', additional_information: 'Luz' },
        { id: 'b', additional_information: 'Luz' },
      ],
    ])
  })
  it('of one row is repeated down, and passes over columns that nobody writes in', async () => {
    await paste({ matrix: [['15/12', 'Luz']], over: over(['due_date', 'due', 'additional_information']) })
    expect(asked).toMatchObject([{ title: 'Colar 2×2 células?' }])
    expect(saved()).toEqual([
      [
        { id: 'a', due_date: '2026-12-15', additional_information: 'Luz' },
        { id: 'b', due_date: '2026-12-15', additional_information: 'Luz' },
      ],
    ])
  })
  it('that is larger than it spreads beyond it, as far as the list goes', async () => {
    await paste({ matrix: [['15/12'], ['16/12'], ['17/12']], over: over(['due_date'], ['a']) })
    expect(asked).toMatchObject([{ description: 'Contas a pagar: 2 linhas mudam. 1 linha copiada não cabe abaixo.' }])
  })
  it('writes nothing where no column of it is written in, even if one beside it is', async () => {
    await paste({ matrix: [['Luz']], fields: ['due', 'additional_information'], over: over(['due']) })
    expect(saved()).toEqual([])
    expect(toast()).toMatchObject({ title: 'Nada para colar aqui', description: 'Escolha uma coluna editável.' })
  })
  it('tells which cells it cannot write, and writes none of them without a yes', async () => {
    yes = false
    await paste({ matrix: [['15/12']], ids: ['a', 'b', 'c'], over: over(['due_date'], ['a', 'b', 'c']) })
    expect(asked).toMatchObject([
      { title: 'Colar 3×1 células · 1 inválida?', description: 'Contas a pagar: 2 linhas mudam. A célula inválida fica como está.' },
    ])
    expect(saved()).toEqual([])
  })
})

describe('a rectangle filled from its first row', () => {
  const held = (id: string, field: string) => ({
    value: store.get(store.rowOf(id), field),
    field,
    text: store.text(store.rowOf(id), field),
  })
  it('takes the values themselves, and asks nothing where all can be written', async () => {
    await paste({
      act: 'fill',
      matrix: [[held('b', 'additional_information'), held('b', 'contact_id')]],
      ids: ['a'],
      fields: ['additional_information', 'contact_id'],
      over: { ids: ['a'], fields: ['additional_information', 'contact_id'] },
    })
    expect(asked).toEqual([])
    expect(saved()).toEqual([[{ id: 'a', additional_information: 'Aluguel', contact_id: 'lua' }]])
    expect(toast()?.title).toBe('2 células preenchidas')
  })
  it('reads the text of another column’s value by its own kind', async () => {
    const due = { value: '2026-11-15', field: 'due_date', text: '15/11/2026' }
    await paste({
      act: 'fill',
      matrix: [[due]],
      ids: ['a'],
      fields: ['competence_date', 'amount_cents'],
      over: { ids: ['a'], fields: ['competence_date', 'amount_cents'] },
    })
    expect(asked[0]?.title).toBe('Preencher 1×2 células · 1 inválida?')
    expect(saved()).toEqual([[{ id: 'a', competence_date: '2026-11-15' }]])
  })
  it('never empties a day or an amount that was empty above', async () => {
    const none = { value: null, field: 'amount_cents', text: '' }
    await paste({ act: 'fill', matrix: [[none]], ids: ['a'], fields: ['amount_cents'], over: { ids: ['a'], fields: ['amount_cents'] } })
    expect(saved()).toEqual([])
    expect(toast()).toMatchObject({ title: 'Nada para preencher aqui', description: '1 célula não aceita este valor.' })
  })
})

describe('a rectangle emptied', () => {
  const clear = (fields: string[], ids = ['a', 'b']) => paste({ act: 'clear', matrix: [['']], ids, fields, over: { ids, fields } })
  it('empties texts and names in one call, with one undo', async () => {
    await clear(['additional_information', 'contact_id'])
    expect(asked).toEqual([])
    expect(saved()).toEqual([
      [
        { id: 'a', additional_information: null, contact_id: null },
        { id: 'b', additional_information: null, contact_id: null },
      ],
    ])
    expect(toast()).toMatchObject({ title: '4 células limpas', action: { label: 'Desfazer' } })
    expect(useUndo.getState().done.k).toHaveLength(1)
  })
  it('asks before it leaves days and amounts as they are', async () => {
    await clear(['due_date', 'additional_information'], ['a'])
    expect(asked).toMatchObject([{ title: 'Limpar 1×2 células · 1 inválida?', confirmLabel: 'Limpar' }])
    expect(saved()).toEqual([[{ id: 'a', additional_information: null }]])
  })
  it('of amounts alone is refused', async () => {
    await clear(['amount_cents'])
    expect(saved()).toEqual([])
    expect(toast()).toMatchObject({ title: 'Nada para limpar aqui', description: '2 células não aceitam ficar sem valor.' })
  })
})

describe('repeating the value of the first marked row', () => {
  const fill = vi.fn()
  beforeEach(() => fill.mockClear())
  it('sends it for all marked rows', async () => {
    store.select(['a', 'b'])
    await repeatFirst(store, column('additional_information'), fill)
    expect(fill).toHaveBeenCalledWith(['a', 'b'], 'additional_information', 'Energia')
    expect(asked).toEqual([])
  })
  it('asks before it leaves out rows that may not be altered', async () => {
    store.select(['a', 'b', 'c', 'd'])
    await repeatFirst(store, column('due_date'), fill)
    expect(asked).toMatchObject([{ description: '2 de 4: 2 não podem ser alteradas.', confirmLabel: 'Continuar com 2 linhas' }])
    expect(fill).toHaveBeenCalledWith(['a', 'b'], 'due_date', '2026-11-15')
    yes = false
    fill.mockClear()
    await repeatFirst(store, column('due_date'), fill)
    expect(fill).not.toHaveBeenCalled()
  })
  it.each([
    ['status', ['a', 'b'], 'Esta coluna não se altera aqui.'],
    ['due', ['a', 'b'], 'Esta coluna não se altera aqui.'],
    ['due_date', [], 'Marque as linhas que recebem o valor da primeira.'],
    ['due_date', ['c', 'd'], 'Vencimento não se altera nestas linhas.'],
  ])('in column %s of rows %j is refused: %s', async (field, ids, description) => {
    store.select(ids)
    await repeatFirst(store, column(field), fill)
    expect(fill).not.toHaveBeenCalled()
    expect(toast()).toMatchObject({ id: 'refused', description })
  })
  it('goes the same way from an editor', async () => {
    await fillRows(store, column('category_id'), ['a', 'c', 'd'], 'energia', fill)
    expect(asked[0]?.description).toBe('2 de 3: 1 não pode ser alterada.')
    expect(fill).toHaveBeenCalledWith(['a', 'd'], 'category_id', 'energia')
  })
})

describe('a cell may be edited', () => {
  it.each([
    ['a', 'due_date', true],
    ['c', 'due_date', false],
    ['c', 'category_id', false],
    ['d', 'due_date', false],
    ['d', 'category_id', true],
    ['d', 'additional_information', true],
  ])('row %s, %s: %s', (id, field, open) => {
    expect(titleCellOpen(store, store.rowOf(id), field)).toBe(open)
  })
})
