// Saved views, their tabs and the columns menu: what a person keeps of a list.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectApi } from '#client/data/api.ts'
import { tellChange } from '#client/data/changes.ts'
import { connectQueries, queryClient } from '#client/data/queries.ts'
import { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridLayout } from '#client/kit/grid/grid-column.ts'
import { useToasts } from '#client/kit/toast.ts'
import { complain } from '#client/shell/house-wiring.ts'
import { ColumnsMenu } from '#client/surfaces/ledger/columns-menu.tsx'
import type { Arrangement } from '#client/surfaces/ledger/view-arrangement.ts'
import { ViewTabs } from '#client/surfaces/ledger/view-tabs.tsx'
import { useViewCounts, useViews, type View } from '#client/surfaces/ledger/views.ts'
import { BILL_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { closeSampleHouse, openSampleHouse } from '../surfaces/sample-house.ts'

const GET = 'GET /v1/preferences'
const PATCH = 'PATCH /v1/preferences'
const builtIn: readonly View[] = [
  { digit: 0, title: 'Todas', filter: '' },
  { digit: 1, title: 'Vencidas', filter: 'venc:vencidas' },
]
const plain: Arrangement = { layout: undefined, sort: [{ field: 'due_date' }], group: null, density: 'default' }
const { layout: _, ...kept } = plain
const own = { digit: 2, title: 'Grandes', filter: '>5000' }

let server: FakeServer
let stored: Record<string, unknown>
let stop: () => void
beforeEach(() => {
  openSampleHouse({ served: true, mapError: complain })
  stored = { 'views.bills': [own], 'views.entries': [{ digit: 3, title: 'Outra', filter: 'x' }] }
  server = fakeServer({
    [GET]: () => ({ body: stored }),
    [PATCH]: request => {
      stored = { ...stored, ...(request.body as object) }
      return { body: stored }
    },
  })
  connectApi({ signedOut: () => {}, wrote: row => tellChange({ tags: row.spec.writes ?? [], company_id: undefined }) })
  stop = connectQueries()
})
afterEach(() => {
  stop()
  queryClient.clear()
  closeSampleHouse()
})

const Providers = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const openViews = () => renderHook(() => useViews('bills', builtIn), { wrapper: Providers }).result
const toast = () => useToasts.getState().current

describe('views', () => {
  it('are the built-in ones and those saved for this list', async () => {
    const views = openViews()
    await waitFor(() =>
      expect(views.current.views.map(view => `${view.digit} ${view.title}`)).toEqual(['0 Todas', '1 Vencidas', '2 Grandes']),
    )
    expect(views.current.views.map(view => view.own ?? false)).toEqual([false, false, true])
  })
  it('are saved under the next free digit, besides what is stored', async () => {
    const views = openViews()
    await act(() => views.current.save('Do Sol', 'contato:sol', plain))
    expect(server.bodies(PATCH)).toEqual([
      { 'views.bills': [own, { digit: 3, title: 'Do Sol', filter: 'contato:sol', arrangement: kept }] },
    ])
    expect(toast()?.title).toBe('Visão “Do Sol” salva no 3')
    await waitFor(() => expect(views.current.views).toHaveLength(4))
  })
  it('of one’s own with the same title take the new filter, order, groups and columns', async () => {
    const views = openViews()
    const arranged: Arrangement = {
      layout: { columns: [{ field: 'due_date', width: 90 }] },
      sort: [{ field: 'amount_cents', descending: true }],
      group: 'category_id',
      density: 'compact',
    }
    expect(await act(() => views.current.save('GRANDES', '>9000', arranged))).toBe(2)
    expect(server.bodies(PATCH)).toEqual([{ 'views.bills': [{ ...own, filter: '>9000', arrangement: arranged }] }])
    expect(toast()?.title).toBe('Visão “Grandes” atualizada no 2')
    await waitFor(() => expect(views.current.views[2]?.arrangement).toEqual(arranged))
  })
  it('saved before the stored ones came do not take their place', async () => {
    const views = openViews()
    expect(views.current.views).toHaveLength(2)
    await act(() => views.current.save('Nova', 'y', plain))
    expect(server.bodies(PATCH)).toMatchObject([{ 'views.bills': [own, { title: 'Nova' }] }])
  })
  it('are not saved when what is stored cannot be read', async () => {
    server.answer(GET, refusal(503, 'server.unavailable', 'Indisponível'))
    const views = openViews()
    await act(() => views.current.save('Nova', 'y', plain))
    expect(server.count(PATCH)).toBe(0)
    expect(toast()).toMatchObject({ variant: 'destructive', description: 'Indisponível' })
  })
  it('are at most ten', async () => {
    stored = { 'views.bills': Array.from({ length: 8 }, (_, at) => ({ ...own, digit: at + 2 })) }
    const views = openViews()
    await act(() => views.current.save('Mais uma', 'y', plain))
    expect(server.count(PATCH)).toBe(0)
    expect(toast()?.title).toBe('Todas as visões estão em uso')
  })
  it('are removed one by one', async () => {
    const views = openViews()
    await waitFor(() => expect(views.current.views).toHaveLength(3))
    await act(() => views.current.remove(views.current.views[2] as View))
    expect(server.bodies(PATCH)).toEqual([{ 'views.bills': [] }])
    expect(toast()?.title).toBe('Visão “Grandes” removida')
  })
  it('pass over what was stored wrongly', async () => {
    stored = { 'views.bills': [own, { digit: 'x' }, null, 'a'] }
    const views = openViews()
    await waitFor(() => expect(views.current.views).toHaveLength(3))
  })
})

describe('tabs of views', () => {
  function Tabs({ start = '' }: { start?: string }) {
    const views = [...builtIn, own]
    const [open, setOpen] = useState(views.find(view => view.filter === start))
    return <ViewTabs views={views} counts={new Map([[1, 1200]])} open={open} onOpen={setOpen} />
  }
  const tabs = () => screen.getAllByRole('tab')
  it('open a view, and show which one is open', async () => {
    render(<Tabs />)
    expect(tabs().map(tab => tab.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false'])
    await userEvent.click(screen.getByRole('tab', { name: 'Vencidas 1.200 1' }))
    expect(tabs().map(tab => tab.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false'])
  })
  it('are one tab stop, also when the filter is no view, and arrows move within', async () => {
    render(<Tabs start="outra coisa" />)
    await userEvent.tab()
    expect(document.activeElement).toBe(tabs()[0])
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(tabs()[2])
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(tabs()[1])
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(tabs()[2])
  })
})

describe('the columns menu', () => {
  const columns: GridColumn[] = [
    { field: 'due_date', title: 'Vencimento' },
    { field: 'due', title: '' },
    { field: 'document_number', title: 'Nº doc.', hidden: true },
  ]
  const removed: View[] = []
  function Menu({ start, onLayout }: { start?: GridLayout; onLayout(layout: GridLayout): void }) {
    const [open, setOpen] = useState(true)
    const views = {
      views: [...builtIn, { ...own, own: true }],
      save: async () => undefined,
      remove: async (view: View) => void removed.push(view),
    }
    return <ColumnsMenu columns={columns} layout={start} onLayout={onLayout} views={views} open={open} onOpen={setOpen} />
  }
  const shown = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('aria-current') === 'true'

  it('ticks what is shown, lists no nameless column, and shows a hidden one', async () => {
    const layouts: GridLayout[] = []
    render(<Menu onLayout={layout => void layouts.push(layout)} />)
    expect([shown('Vencimento'), shown('Nº doc.')]).toEqual([true, false])
    expect(screen.getAllByRole('menuitem')).toHaveLength(3)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Nº doc.' }))
    expect(layouts).toEqual([{ columns: [{ field: 'due_date' }, { field: 'due' }, { field: 'document_number', hidden: false }] }])
  })
  it('hides a column that the kept layout does not know yet, keeping the order and widths it has', async () => {
    const layouts: GridLayout[] = []
    render(<Menu start={{ columns: [{ field: 'document_number', width: 90 }] }} onLayout={layout => void layouts.push(layout)} />)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Vencimento' }))
    expect(layouts).toEqual([{ columns: [{ field: 'document_number', width: 90 }, { field: 'due_date', hidden: true }, { field: 'due' }] }])
  })
  it('removes only views of one’s own', async () => {
    render(<Menu onLayout={() => {}} />)
    expect(screen.queryByRole('menuitem', { name: /Vencidas/ })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name: /Grandes/ }))
    expect(removed).toMatchObject([{ title: 'Grandes' }])
  })
})

describe('counts of views', () => {
  const fields = { id: { kind: 'text' }, due_date: { kind: 'day' }, status: { kind: 'enum' } } as const
  it('say how many rows a counted view holds, whatever the filter shows, and follow the list', async () => {
    const store = new ColumnStore(fields, {
      count: 3,
      columns: {
        id: ['a', 'b', 'c'],
        due_date: ['2026-11-01', '2026-11-30', '2026-11-02'],
        status: ['PENDING', 'PENDING', 'PAID'],
      },
    })
    const views: View[] = [builtIn[0] as View, { ...(builtIn[1] as View), counted: true }]
    const { result } = renderHook(() => useViewCounts(store, views, BILL_FILTER_FIELDS, '2026-11-20'))
    await waitFor(() => expect([...result.current]).toEqual([[1, 1]]))
    act(() => {
      store.filter({ text: 'nada' })
      store.set(['b'], { due_date: '2026-11-03' })
    })
    await waitFor(() => expect([...result.current]).toEqual([[1, 2]]))
  })
})
