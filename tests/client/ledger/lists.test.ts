// A large list kept current: first rows, the rest, deltas gathered, and what happens when an answer does not come.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { type ListRequest, type OpenList, openList } from '#client/data/lists.ts'
import { bills } from '#contract/bills.ts'
import { entries } from '#contract/entries.ts'
import type { ColumnarAnswer } from '#contract/kit/columns.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { columnsOf, type Row } from './rows.ts'

const AT = 'GET /v1/companies/k/bills'
const rowsOf = (count: number, prefix = 'r'): Row[] => Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at}` }))
const request: ListRequest = { row: bills.list, params: { c: 'k' }, query: { date_type: 'due_date' } }

let server: FakeServer
let open: OpenList | undefined
const queries: URLSearchParams[] = []
/** Answers by the query, keeping it: the fake server looks at the path alone. */
function serve(answer: (query: URLSearchParams) => ColumnarAnswer | ReturnType<typeof refusal>, at = AT) {
  server = fakeServer({})
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const query = new URLSearchParams(String(url).split('?')[1])
    queries.push(query)
    const given = answer(query)
    server.answer(at, 'status' in given ? given : { body: given })
    return plain(url, init)
  })
}

function listen(more: Partial<ListRequest> = {}) {
  const heard: string[] = []
  const errors: unknown[] = []
  open = openList(
    { ...request, ...more },
    {
      whole: (answer, partial) => void heard.push(`${partial ? 'first' : 'whole'} ${answer.count}`),
      delta: answer => void heard.push(`delta ${answer.count}`),
      failed: error => {
        heard.push('failed')
        errors.push(error)
      },
      busy: () => {},
    },
  )
  return { heard, errors }
}
const settled = () => vi.advanceTimersByTimeAsync(100)
const changed = (company_id: string | undefined = 'k', tag: 'bills' | 'contacts' = 'bills') => tellChange({ tags: [tag], company_id })

beforeEach(() => {
  vi.useFakeTimers()
  queries.length = 0
})
afterEach(() => {
  open?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('opening a list', () => {
  it('shows the first 200 rows before all of them', async () => {
    serve(query => columnsOf(rowsOf(query.has('limit') ? 200 : 450)))
    const { heard } = listen()
    await settled()
    expect(heard).toEqual(['first 200', 'whole 450'])
    expect(queries.map(query => query.get('limit'))).toEqual(['200', null])
    expect(queries[0]?.get('date_type')).toBe('due_date')
  })
  it('asks once when the first rows are all', async () => {
    serve(() => columnsOf(rowsOf(12)))
    const { heard } = listen()
    await settled()
    expect(heard).toEqual(['whole 12'])
  })
  it('that fails says so, and is whole when tried again', async () => {
    let down = true
    serve(() => (down ? refusal(503, 'server.unavailable', 'Indisponível') : columnsOf(rowsOf(3))))
    const { heard, errors } = listen()
    await settled()
    expect(heard).toEqual(['failed'])
    expect(errors[0]).toBeInstanceOf(ApiError)
    down = false
    await open?.refresh(true)
    expect(heard).toEqual(['failed', 'whole 3'])
  })
  it('that fails while the server is busy is asked for again by itself, first without a word, without end and ever more slowly', async () => {
    vi.useFakeTimers()
    let down = true
    serve(() => (down ? refusal(503, 'server.busy', 'Servidor ocupado') : columnsOf(rowsOf(3))))
    const { heard } = listen()
    await vi.advanceTimersByTimeAsync(8000)
    expect(heard).toEqual(['failed', 'failed', 'failed'])
    down = false
    await vi.advanceTimersByTimeAsync(8000)
    expect(heard.at(-1)).toBe('whole 3')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard.at(-1)).toBe('whole 3')
    vi.useRealTimers()
  })
  it('cut short after the first rows is asked for whole again, never for its changes alone', async () => {
    let down = true
    serve(query => (query.has('limit') ? columnsOf(rowsOf(200)) : down ? refusal(500, 'unknown', 'x') : columnsOf(rowsOf(450))))
    const { heard } = listen()
    await settled()
    expect(heard).toEqual(['first 200', 'failed'])
    down = false
    changed()
    await settled()
    expect(heard).toEqual(['first 200', 'failed', 'first 200', 'whole 450'])
    expect(queries.some(query => query.has('since'))).toBe(false)
  })
})

describe('a change', () => {
  it('asks for a delta since the last answer, and changes close together ask once', async () => {
    let at = 0
    serve(query => columnsOf(query.has('since') ? rowsOf(2) : rowsOf(5), `c${++at}`, !query.has('since')))
    const { heard } = listen()
    await settled()
    changed()
    changed()
    changed(undefined)
    await settled()
    expect(heard).toEqual(['whole 5', 'delta 2'])
    expect(queries.at(-1)?.get('since')).toBe('c1')
    changed()
    await settled()
    expect(queries.at(-1)?.get('since')).toBe('c2')
  })
  it('of another company, or of what the list does not read, asks nothing', async () => {
    serve(() => columnsOf(rowsOf(1)))
    listen()
    await settled()
    changed('other')
    changed('k', 'contacts')
    await settled()
    expect(queries).toHaveLength(1)
  })
  it('that touched no row of the list is not told', async () => {
    serve(query => columnsOf(query.has('since') ? [] : rowsOf(1), 'c', !query.has('since')))
    const { heard } = listen()
    await settled()
    changed()
    await settled()
    expect(heard).toEqual(['whole 1'])
  })
  it('that the server answers in full replaces the list', async () => {
    serve(query => columnsOf(query.has('since') ? rowsOf(7) : rowsOf(9)))
    const { heard } = listen()
    await settled()
    changed()
    await settled()
    expect(heard).toEqual(['whole 9', 'whole 7'])
  })
  it('during an answer is asked for after it', async () => {
    serve(query => columnsOf(rowsOf(1), 'c', !query.has('since')))
    const { heard } = listen()
    void open?.refresh()
    void open?.refresh()
    await settled()
    expect(heard).toEqual(['whole 1', 'delta 1'])
  })
  it('asked for by hand is read only with an answer to a question from then on', async () => {
    serve(() => columnsOf(rowsOf(3)))
    const { heard } = listen()
    let heardThen: string[] = []
    const read = open?.refresh().then(() => {
      heardThen = [...heard]
    })
    await settled()
    await read
    expect(queries).toHaveLength(2)
    expect(heardThen).toHaveLength(2)
  })
  it('of a list whose rows lean on one another asks for it whole, gathered as long as it says', async () => {
    const row = { ...entries.list, spec: { ...entries.list.spec, columns: bills.list.spec.columns } }
    serve(() => columnsOf(rowsOf(1)), 'GET /v1/companies/k/entries')
    listen({ row, whole: true, gather_ms: 500 })
    await settled()
    changed()
    await vi.advanceTimersByTimeAsync(400)
    expect(queries).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(queries).toHaveLength(2)
    expect(queries.some(query => query.has('since'))).toBe(false)
  })
})

describe('closing a list', () => {
  it('tells nothing any more: neither the answer under way, nor its failure, nor later changes', async () => {
    serve(() => columnsOf(rowsOf(200)))
    const { heard } = listen()
    open?.close()
    changed()
    await settled()
    expect(heard).toEqual([])
    expect(queries).toHaveLength(1)
    await open?.refresh()
    expect(queries).toHaveLength(1)
  })
})
