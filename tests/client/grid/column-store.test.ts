// The columnar store against a naive model of plain records: whatever the loops over arrays do, arrays of objects must agree.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnStore, type Fields, type SortKey, type StoreChange } from '#client/kit/grid/column-store.ts'
import { compareText } from '#domain/text.ts'

const STATUSES = ['PENDING', 'APPROVED', 'PAID'] as const
const STATUS_LABELS: Record<string, string> = { PENDING: 'Pendente', APPROVED: 'Aprovado', PAID: 'Pago' }
const CONTACTS: Record<string, string> = { c1: 'Água Viva', c2: 'Boreal', c3: 'água viva' }

const fields: Fields = {
  id: { kind: 'id' },
  amount_cents: { kind: 'money' },
  due_date: { kind: 'day' },
  status: { kind: 'enum', order: STATUSES, label: value => STATUS_LABELS[value] ?? value },
  contact_id: { kind: 'ref', label: value => CONTACTS[value] ?? value, search: true },
  description: { kind: 'text', search: true },
  recurring: { kind: 'flag' },
  notes: { kind: 'count' },
  created_at: { kind: 'time' },
}

interface Row {
  id: string
  amount_cents: number | null
  due_date: string | null
  status: string
  contact_id: string | null
  description: string | null
  recurring: boolean | null
  notes: number | null
  created_at: string | null
}

function columnar(rows: readonly Partial<Row>[], deleted?: boolean[]) {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))] as (keyof Row)[]
  const columns: Record<string, unknown[]> = Object.fromEntries(names.map(name => [name, rows.map(row => row[name] ?? null)]))
  if (deleted) columns.deleted = deleted
  return { count: rows.length, columns }
}

const storeOf = (rows: readonly Row[]) => new ColumnStore(fields, columnar(rows), { sumField: 'amount_cents' })
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 })
const words = fc.constantFrom('Café', 'cafe', 'Energia elétrica', 'Pão', 'Aluguel 10', 'Aluguel 9', 'ÓLEO', '')

const aRow = fc.record({
  amount_cents: orNull(
    fc.oneof(
      fc.integer({ min: -500, max: 500 }),
      fc.maxSafeInteger().map(n => Math.trunc(n / 4)),
    ),
  ),
  due_date: orNull(fc.integer({ min: 0, max: 40 }).map(n => new Date(Date.UTC(2026, 9, 20) + n * 86_400_000).toISOString().slice(0, 10))),
  status: fc.constantFrom(...STATUSES),
  contact_id: orNull(fc.constantFrom('c1', 'c2', 'c3', 'c9')),
  description: orNull(words),
  recurring: orNull(fc.boolean()),
  notes: orNull(fc.integer({ min: 0, max: 3 })),
  created_at: orNull(fc.integer({ min: 0, max: 5 }).map(n => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString())),
})
const someRows = fc.array(aRow, { maxLength: 60 }).map(rows => rows.map((row, at) => ({ id: `r${at}`, ...row })))
const someKeys: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom('amount_cents', 'due_date', 'status', 'contact_id', 'description', 'recurring', 'notes', 'created_at'),
    descending: fc.boolean(),
  }),
  { maxLength: 3, selector: key => key.field },
)

/** The order a person expects: empty values last in both directions, ties as they came. */
function sortedRows(rows: readonly Row[], keys: readonly SortKey[]): Row[] {
  const compareBy = (field: string, a: Row, b: Row): number | 'last' | 'first' => {
    const [left, right] = [a[field as keyof Row], b[field as keyof Row]]
    const empty = (value: unknown) => value === null || value === ''
    if (empty(left) || empty(right)) return empty(left) && empty(right) ? 0 : empty(left) ? 'last' : 'first'
    if (field === 'status') return STATUSES.indexOf(left as never) - STATUSES.indexOf(right as never)
    if (field === 'contact_id') return compareText(CONTACTS[String(left)] ?? String(left), CONTACTS[String(right)] ?? String(right))
    if (field === 'description') return compareText(String(left), String(right))
    return left! < right! ? -1 : left! > right! ? 1 : 0
  }
  return rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => {
      for (const key of keys) {
        const order = compareBy(key.field, a.row, b.row)
        if (order === 'last') return 1
        if (order === 'first') return -1
        if (order !== 0) return key.descending ? -order : order
      }
      return a.at - b.at
    })
    .map(entry => entry.row)
}

const shownIds = (store: ColumnStore) =>
  Array.from({ length: store.viewN }, (_, at) => store.rowAt(at)).flatMap(row => (row < 0 ? [] : [store.id(row)]))

function expectPositionsToInvertTheView(store: ColumnStore) {
  for (let at = 0; at < store.viewN; at++) if (store.view[at]! >= 0) expect(store.pos[store.view[at]!]).toBe(at)
}

describe('what a store holds', () => {
  it('gives back every record as the wire sent it', () => {
    fc.assert(
      fc.property(someRows, rows => {
        const store = storeOf(rows)
        expect(store.records(rows.map(row => row.id))).toEqual(rows)
      }),
    )
  })

  it('reads amounts, days, instants, labels and flags as a person writes them', () => {
    const store = storeOf([
      {
        id: 'a',
        amount_cents: -123456,
        due_date: '2026-11-05',
        status: 'PAID',
        contact_id: 'c1',
        description: 'x',
        recurring: false,
        notes: 2,
        created_at: '2026-11-05T17:05:00.000Z',
      },
    ])
    const read = ['amount_cents', 'due_date', 'status', 'contact_id', 'description', 'recurring', 'notes', 'created_at'].map(field =>
      store.text(0, field),
    )
    expect(read).toEqual(['\u22121.234,56', '05/11/2026', 'Pago', 'Água Viva', 'x', 'Não', '2', '05/11/2026 14h05'])
  })
})

describe('order', () => {
  it('sorts as the naive model does, by any keys, empty values last', () => {
    fc.assert(
      fc.property(someRows, someKeys, (rows, keys) => {
        const store = storeOf(rows)
        store.sort(keys)
        expect(shownIds(store)).toEqual(sortedRows(rows, keys).map(row => row.id))
        expectPositionsToInvertTheView(store)
      }),
    )
  })

  it('merges new words into the ranks it already has', () => {
    fc.assert(
      fc.property(someRows, fc.array(fc.string({ maxLength: 6 }), { maxLength: 8 }), (rows, texts) => {
        const store = storeOf(rows)
        store.sort([{ field: 'description' }])
        const now = rows.map((row, at) => ({ ...row, description: texts[at] ?? row.description }))
        for (const row of now) store.set([row.id], { description: row.description })
        store.reapply()
        expect(shownIds(store)).toEqual(sortedRows(now, [{ field: 'description' }]).map(row => row.id))
      }),
    )
  })

  it('ranks in idle slices to the same order', async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => aBill({ id: `r${at}`, description: `item ${(at * 7919) % 12_000}` }))
    const store = storeOf(rows)
    await store.warm(['description'])
    store.sort([{ field: 'description' }])
    expect(
      shownIds(store)
        .slice(0, 3)
        .map(id => store.text(store.rowOf(id), 'description')),
    ).toEqual(['item 0', 'item 1', 'item 2'])
  })

  it('sorts by the new name when a label changes', () => {
    const names: Record<string, string> = { c1: 'Zebra', c2: 'Boreal' }
    const store = new ColumnStore(
      { id: { kind: 'id' }, contact_id: { kind: 'ref', label: id => names[id] ?? id } },
      { count: 2, columns: { id: ['a', 'b'], contact_id: ['c1', 'c2'] } },
    )
    store.sort([{ field: 'contact_id' }])
    expect(shownIds(store)).toEqual(['b', 'a'])
    names.c1 = 'Aurora'
    store.relabel('contact_id')
    store.reapply()
    expect(shownIds(store)).toEqual(['a', 'b'])
  })
})

function aBill(some: Partial<Row> = {}): Row {
  return {
    id: 'a',
    amount_cents: 100,
    due_date: '2026-11-05',
    status: 'PENDING',
    contact_id: null,
    description: null,
    recurring: null,
    notes: null,
    created_at: null,
    ...some,
  }
}

describe('filter', () => {
  it('shows the rows that pass, in order, as each letter narrows the search', () => {
    fc.assert(
      fc.property(
        someRows,
        someKeys,
        fc.constantFrom('cafe', 'aluguel 1', 'agua', 'pao oleo', 'e'),
        fc.integer({ min: -200, max: 200 }),
        (rows, keys, text, least) => {
          const store = storeOf(rows)
          store.sort(keys)
          const plain = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
          for (let length = 1; length <= text.length; length++) {
            const typed = text.slice(0, length)
            store.filter({ text: typed, predicate: row => store.number(row, 'amount_cents') >= least })
            const wanted = sortedRows(rows, keys).filter(row => {
              const places = [row.description ?? '', row.contact_id === null ? '' : (CONTACTS[row.contact_id] ?? row.contact_id)].map(plain)
              const found = typed.split(' ').every(word => places.some(place => place.includes(word)))
              return found && row.amount_cents !== null && row.amount_cents >= least
            })
            expect(shownIds(store)).toEqual(wanted.map(row => row.id))
            expectPositionsToInvertTheView(store)
          }
        },
      ),
    )
  })

  it('keeps an edited row in its place until the filter is applied again', () => {
    const store = storeOf(['a', 'b', 'c'].map((id, at) => aBill({ id, amount_cents: at })))
    store.sort([{ field: 'amount_cents' }])
    store.filter({ predicate: row => store.get(row, 'status') === 'PENDING' })
    store.set(['a'], { status: 'PAID', amount_cents: 99 })
    expect(shownIds(store)).toEqual(['a', 'b', 'c'])
    expect([store.stale, store.keptCount, store.isKept(store.rowOf('a'))]).toEqual([true, 1, true])
    store.reapply()
    expect(shownIds(store)).toEqual(['b', 'c'])
    expect(store.stale).toBe(false)
  })

  it('forgets the kept rows when the person asks for something else', () => {
    const store = storeOf(['a', 'b'].map(id => aBill({ id })))
    store.filter({ predicate: row => store.get(row, 'status') === 'PENDING' })
    store.set(['a'], { status: 'PAID' })
    store.filter({ predicate: row => store.number(row, 'amount_cents') > 0 && store.get(row, 'status') === 'PENDING' })
    expect(shownIds(store)).toEqual(['b'])
  })

  it('compiles a word into a test that sees rows and words that came later', () => {
    const store = storeOf([aBill({ id: 'a', description: 'Pão' })])
    const test = store.contains(['description', 'contact_id'], 'agua')
    expect(test(store.rowOf('a'))).toBe(false)
    store.patch(columnar([aBill({ id: 'b', contact_id: 'c1' })]))
    store.set(['a'], { description: 'Conta de água' })
    expect([test(store.rowOf('a')), test(store.rowOf('b'))]).toEqual([true, true])
  })
})

describe('deltas and edits', () => {
  type Step = { kind: 'upsert'; row: Row } | { kind: 'delete'; id: string }
  const someSteps: fc.Arbitrary<Step[][]> = fc.array(
    fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 80 }), aRow, fc.boolean())
        .map(([at, row, gone]) => (gone ? { kind: 'delete', id: `r${at}` } : { kind: 'upsert', row: { id: `r${at}`, ...row } }) as Step),
      { maxLength: 12 },
    ),
    { maxLength: 5 },
  )

  it('after any deltas, reapplying shows what a list loaded afresh would show', () => {
    fc.assert(
      fc.property(someRows, someKeys, someSteps, (rows, keys, deltas) => {
        const store = storeOf(rows)
        store.sort(keys)
        const pending = (row: Row) => row.status !== 'PAID'
        store.filter({ predicate: row => store.get(row, 'status') !== 'PAID' })
        const model = new Map<string, Row>(rows.map(row => [row.id, row]))
        for (const steps of deltas) {
          store.patch(
            columnar(
              steps.map(step => (step.kind === 'upsert' ? step.row : aBill({ id: step.id }))),
              steps.map(step => step.kind === 'delete'),
            ),
          )
          for (const step of steps) {
            if (step.kind === 'delete') model.delete(step.id)
            else model.set(step.row.id, step.row)
          }
          expect(store.total).toBe(model.size)
          expect(new Set(shownIds(store)).size).toBe(store.viewN)
          for (const id of shownIds(store)) expect(store.record(store.rowOf(id))).toEqual(model.get(id))
          for (const row of model.values()) if (pending(row)) expect(store.pos[store.rowOf(row.id)]).toBeGreaterThanOrEqual(0)
          expectPositionsToInvertTheView(store)
        }
        store.reapply()
        const byKeys = sortedRows([...model.values()].filter(pending), keys)
        // ties stand in order of arrival, which a model of a Map does not keep: compare what sorts, not who stands where
        expect(shownIds(store).length).toBe(byKeys.length)
        for (const { field } of keys.slice(0, 1)) {
          expect(shownIds(store).map(id => store.text(store.rowOf(id), field).toLowerCase())).toHaveLength(byKeys.length)
          expect(shownIds(store).map(id => store.number(store.rowOf(id), field))).toEqual(
            byKeys.map(row => store.number(store.rowOf(row.id), field)),
          )
        }
      }),
    )
  })

  it('puts a new row where the sort wants it and moves nothing else', () => {
    const store = storeOf([10, 30, 20].map((amount_cents, at) => aBill({ id: `r${at}`, amount_cents })))
    store.sort([{ field: 'amount_cents' }])
    store.patch(
      columnar([aBill({ id: 'x', amount_cents: 25 }), aBill({ id: 'y', amount_cents: null }), aBill({ id: 'z', amount_cents: 1 })]),
    )
    expect(shownIds(store)).toEqual(['z', 'r0', 'r2', 'x', 'r1', 'y'])
  })

  it('a new row named twice in one delta holds what came last, and one that left within it is gone', () => {
    const store = storeOf([aBill({ id: 'a' })])
    store.patch(
      columnar(
        [
          aBill({ id: 'new', amount_cents: 1 }),
          aBill({ id: 'new', amount_cents: 2 }),
          aBill({ id: 'brief' }),
          aBill({ id: 'brief' }),
          aBill({ id: 'back' }),
          aBill({ id: 'back' }),
          aBill({ id: 'back', amount_cents: 3 }),
        ],
        [false, false, false, true, false, true, false],
      ),
    )
    expect(store.get(store.rowOf('new'), 'amount_cents')).toBe(2)
    expect(store.rowOf('brief')).toBe(-1)
    expect(store.get(store.rowOf('back'), 'amount_cents')).toBe(3)
    expect(store.total).toBe(3)
    store.patch(columnar([aBill({ id: 'brief', amount_cents: 4 })], [false]))
    expect(store.records(['brief'])).toMatchObject([{ id: 'brief', amount_cents: 4 }])
    expect(store.total).toBe(4)
  })
  it('takes a delta that holds only some columns', () => {
    const store = storeOf([aBill({ description: 'Pão' })])
    store.patch({ count: 1, columns: { id: ['a'], status: ['PAID'] } })
    expect(store.record(0)).toEqual(aBill({ description: 'Pão', status: 'PAID' }))
  })

  it('rolls back what it wrote, but not what somebody wrote since', () => {
    const store = storeOf([aBill({ id: 'a' }), aBill({ id: 'b' })])
    const snapshot = store.set(['a', 'b'], { status: 'PAID', amount_cents: 7 })
    store.patch({ count: 1, columns: { id: ['b'], status: ['APPROVED'] } })
    store.rollback(snapshot)
    expect(store.records(['a', 'b'])).toEqual([aBill({ id: 'a' }), aBill({ id: 'b', status: 'APPROVED' })])
  })

  it('brings removed rows back to their place', () => {
    const store = storeOf([10, 20, 30].map((amount_cents, at) => aBill({ id: `r${at}`, amount_cents })))
    store.sort([{ field: 'amount_cents', descending: true }])
    store.select(['r1'])
    const snapshot = store.remove(['r1', 'r2'])
    expect([shownIds(store), store.total, store.selectedCount]).toEqual([['r0'], 1, 0])
    store.rollback(snapshot)
    expect([shownIds(store), store.total]).toEqual([['r2', 'r1', 'r0'], 3])
  })

  it('moves no row while held, shows new values at once, and moves them when released', () => {
    const store = storeOf([10, 20].map((amount_cents, at) => aBill({ id: `r${at}`, amount_cents })))
    const changes: StoreChange['kind'][] = []
    store.subscribe(change => changes.push(change.kind))
    store.hold()
    store.patch(columnar([aBill({ id: 'r0', amount_cents: 99 }), aBill({ id: 'x', amount_cents: 5 })]))
    store.sort([{ field: 'amount_cents' }])
    store.remove(['r1'])
    expect(shownIds(store)).toEqual(['r0', 'r1'])
    expect(store.text(0, 'amount_cents')).toBe('0,99')
    store.release()
    expect(shownIds(store)).toEqual(['x', 'r0'])
    expect(changes).toEqual(['rows', 'rows', 'view'])
  })

  it('announces a batch once, with the view that was on screen before it', () => {
    const store = storeOf(['a', 'b'].map(id => aBill({ id })))
    const before = store.view
    const changes: StoreChange[] = []
    store.subscribe(change => changes.push(change))
    store.batch(() => {
      store.set(['a'], { amount_cents: 5 })
      store.sort([{ field: 'amount_cents', descending: true }])
      store.filter({ text: 'nada' })
    })
    expect(changes).toHaveLength(1)
    expect(changes[0]?.before?.view).toBe(before)
  })
})

describe('selection', () => {
  type Act = { kind: 'toggle' | 'to'; at: number } | { kind: 'all' | 'invert' | 'clear' | 'visible' } | { kind: 'filter'; least: number }
  const someActs: fc.Arbitrary<Act[]> = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constantFrom('toggle' as const, 'to' as const), at: fc.nat(70) }),
      fc.record({ kind: fc.constantFrom('all' as const, 'invert' as const, 'clear' as const, 'visible' as const) }),
      fc.record({ kind: fc.constant('filter' as const), least: fc.integer({ min: -600, max: 600 }) }),
    ),
    { maxLength: 14 },
  )

  it('holds what a set of ids would hold, and counts and sums it', () => {
    fc.assert(
      fc.property(someRows, someActs, (rows, acts) => {
        const small = rows.map(row => ({ ...row, amount_cents: row.amount_cents === null ? null : row.amount_cents % 1000 }))
        const store = storeOf(small)
        const model = new Set<string>()
        let anchor: string | undefined
        let drawn: string[] = []
        for (const act of acts) {
          const shown = shownIds(store)
          if (act.kind === 'filter') store.filter({ predicate: row => store.number(row, 'amount_cents') >= act.least })
          else if (act.kind === 'all') {
            store.selectAll()
            for (const id of shown) model.add(id)
            anchor = undefined
          } else if (act.kind === 'invert') {
            store.invertSelection()
            for (const id of shown) model.has(id) ? model.delete(id) : model.add(id)
            anchor = undefined
          } else if (act.kind === 'clear') {
            store.clearSelection()
            model.clear()
            anchor = undefined
          } else if (act.kind === 'visible') {
            store.keepVisibleSelection()
            for (const id of [...model]) if (!shown.includes(id)) model.delete(id)
          } else if ('at' in act && shown.length > 0) {
            const id = shown[act.at % shown.length]!
            if (act.kind === 'toggle') {
              store.toggle(store.rowOf(id))
              model.has(id) ? model.delete(id) : model.add(id)
              anchor = id
              drawn = []
            } else {
              store.selectTo(store.rowOf(id))
              if (anchor === undefined || !shown.includes(anchor)) {
                anchor = id
                drawn = []
              }
              const [from, to] = [shown.indexOf(anchor), shown.indexOf(id)].sort((a, b) => a - b) as [number, number]
              const reach = drawn.at(-1)
              if (reach !== undefined && shown.includes(reach)) {
                const [a, b] = [shown.indexOf(anchor), shown.indexOf(reach)].sort((x, y) => x - y) as [number, number]
                for (const gone of shown.slice(a, b + 1)) model.delete(gone)
              }
              for (const taken of shown.slice(from, to + 1)) model.add(taken)
              drawn = [id]
            }
          }
          if (act.kind === 'all' || act.kind === 'invert' || act.kind === 'clear') drawn = []
          const now = shownIds(store)
          expect(store.selectedCount).toBe(model.size)
          expect(store.hiddenSelectedCount).toBe([...model].filter(id => !now.includes(id)).length)
          expect([...store.selectedIds()].sort()).toEqual([...model].sort())
          expect(store.sum('amount_cents', 'selection')).toBe(
            small.filter(row => model.has(row.id)).reduce((sum, row) => sum + (row.amount_cents ?? 0), 0),
          )
          expect(store.sum('amount_cents', 'view')).toBe(
            small.filter(row => now.includes(row.id)).reduce((sum, row) => sum + (row.amount_cents ?? 0), 0),
          )
        }
      }),
    )
  })

  it('names the selected rows in the order of the view, then the hidden ones', () => {
    const store = storeOf([3, 1, 2].map((amount_cents, at) => aBill({ id: `r${at}`, amount_cents })))
    store.sort([{ field: 'amount_cents' }])
    store.selectAll()
    store.filter({ predicate: row => store.number(row, 'amount_cents') !== 1 })
    expect(store.selectedIds()).toEqual(['r2', 'r0', 'r1'])
  })
})

describe('groups', () => {
  it('put a header with count and sum before the rows of each value, in the order of the field', () => {
    fc.assert(
      fc.property(
        someRows,
        someKeys,
        fc.constantFrom('status', 'contact_id', 'due_date', 'description', 'recurring'),
        (rows, keys, field) => {
          const small = rows.map(row => ({ ...row, amount_cents: row.amount_cents === null ? null : row.amount_cents % 1000 }))
          const store = storeOf(small)
          store.sort(keys)
          store.group(field)
          let counted = 0
          for (const group of store.groups) {
            expect(store.groupAt(group.at)).toBe(group)
            const members = Array.from({ length: group.count }, (_, at) => store.record(store.rowAt(group.at + 1 + at)) as unknown as Row)
            expect(group.sum).toBe(members.reduce((sum, row) => sum + (row.amount_cents ?? 0), 0))
            counted += members.length
          }
          expect(counted).toBe(rows.length)
          expect(store.viewN).toBe(rows.length + store.groups.length)
          const direction = keys[0]?.field === field ? keys[0] : { field }
          expect(shownIds(store)).toEqual(sortedRows(small, [direction, ...keys]).map(row => row.id))
          expectPositionsToInvertTheView(store)
        },
      ),
    )
  })

  it('hide their rows when folded, stay folded through a sort, and still count them', () => {
    const store = storeOf(['PENDING', 'PAID', 'PENDING'].map((status, at) => aBill({ id: `r${at}`, status })))
    store.group('status')
    store.fold(store.groups[0]!)
    expect(shownIds(store)).toEqual(['r1'])
    store.sort([{ field: 'amount_cents' }])
    expect([shownIds(store), store.shownCount, store.groups[0]!.count]).toEqual([['r1'], 3, 2])
    store.selectGroup(store.groups[0]!, true)
    expect([store.selectedIds(), store.groupSelection(store.groups[0]!), store.groupSelection(store.groups[1]!)]).toEqual([
      ['r0', 'r2'],
      'all',
      'none',
    ])
    store.fold(store.groups[0]!)
    expect(shownIds(store)).toEqual(['r0', 'r2', 'r1'])
  })

  it('leave an edited row under its old header until reapplied, with sums kept right', () => {
    const store = storeOf(['PENDING', 'PAID'].map((status, at) => aBill({ id: `r${at}`, status })))
    store.group('status')
    store.set(['r0'], { status: 'PAID', amount_cents: 900 })
    expect([shownIds(store), store.groups.map(group => group.sum)]).toEqual([
      ['r0', 'r1'],
      [900, 100],
    ])
    store.reapply()
    expect(store.groups.map(group => [group.key, group.count, group.sum])).toEqual([['PAID', 2, 1000]])
  })
})
