// The palette's search over everything: asked once the typing settles, dropped when it moves on, grouped by company.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { byCompany, itemOf, noteSource, searchSource } from '#client/shell/search-source.ts'
import { sourceGroups } from '#client/surfaces/palette-rows.ts'
import type { SearchHit } from '#contract/queue.ts'

const hit = (id: string, company: string, more: Partial<SearchHit> = {}): SearchHit => ({
  id,
  company_id: company,
  company_name: `Empresa ${company}`,
  kind: 'BILL',
  title: 'Aluguel',
  detail: null,
  amount_cents: 12_345,
  day: '2026-03-10',
  status: 'PENDING',
  invoice_kind: null,
  ...more,
})
const ask = (signal = new AbortController().signal) => ({ limit: 8, now: 0, usage: { uses: {}, picks: {} } as never, signal })

afterEach(() => vi.restoreAllMocks())

describe('the search over everything', () => {
  it('puts hits under the heading of their company, in the order of the best of each', () => {
    const found = byCompany([hit('1', 'b'), hit('2', 'a'), hit('3', 'b')])
    expect(found.map(one => one.id)).toEqual(['1', '3', '2'])
    const groups = sourceGroups(searchSource, { items: found.map(one => itemOf(one)), total: 3 }, false)
    expect(groups.map(group => [group.title, group.source, group.rows.length])).toEqual([
      ['Empresa b', 'search', 2],
      ['Empresa a', 'search', 1],
    ])
  })

  it('puts the open company before the others, however late its best hit comes', () => {
    const found = byCompany([hit('1', 'b'), hit('2', 'c'), hit('3', 'a'), hit('4', 'c')], 'a')
    expect(found.map(one => one.id)).toEqual(['3', '1', '2', '4'])
  })

  it('leads to each record in its own company, whatever the period', () => {
    expect(itemOf(hit('1', 'a')).go).toEqual({ to: '/company/a/bills/1', search: { periodo: 'tudo' } })
    expect(itemOf(hit('1', 'a', { kind: 'RECEIVABLE' })).go).toEqual({ to: '/company/a/receivables/1', search: { periodo: 'tudo' } })
    expect(itemOf(hit('1', 'a', { kind: 'CONTACT' })).go).toBe('/company/a/contacts/1')
    expect(itemOf(hit('1', 'a', { kind: 'INVOICE', invoice_kind: 'SERVICE' })).go).toBe('/company/a/service-nfes/1')
    expect(itemOf(hit('1', 'a', { kind: 'COMPANY' })).run).toBeDefined()
  })

  it('shows a person’s CPF by its middle only', () => {
    const item = itemOf(hit('1', 'a', { kind: 'CONTACT', detail: '52998224725', day: null }))
    expect(item.subtitle).toContain('982.247')
    expect(item.subtitle).not.toContain('529')
  })

  it('asks the server for nothing of one letter, nor when the query has moved on before it settled', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await searchSource.search('a', ask())).toEqual({ items: [], total: 0 })
    const abort = new AbortController()
    const asked = Promise.resolve(searchSource.search('aluguel', ask(abort.signal)))
    abort.abort()
    await expect(asked).rejects.toBeDefined()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('asks for notes alone by their sign, of one figure too', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([]))
    await noteSource.search('7', ask())
    expect(String(fetched.mock.calls[0]?.[0])).toMatch(/search\?.*kind=INVOICE/)
  })
})
