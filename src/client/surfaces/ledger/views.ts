// The views of a list: the built-in ones and those a person saved, under one digit each; saved ones follow the person to any device.

import { useEffect, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import { type ChangeViews, keepingViews } from '#commands/views.ts'
import { preferences } from '#contract/auth.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { fold } from '#domain/text.ts'
import { runCommand } from '../runner.ts'
import { criteriaOf, readFilter } from './filter-criteria.ts'
import { useStoreVersion } from './use-list-store.ts'
import { type Arrangement, readArrangement } from './view-arrangement.ts'

export interface View {
  digit: number
  title: string
  filter: string
  /** Work that waits: its tab says how many rows it holds. */
  counted?: true
  /** Made by the person, so it can be removed. */
  own?: boolean
  arrangement?: Arrangement | undefined
}

/** The view an address opens: the one it names, the one whose filter it holds, else the one the list begins with. */
export function viewOf(views: readonly View[], address: { filter: string; view: number | undefined }, startsAt?: number): View | undefined {
  const named = views.find(view => view.digit === address.view)
  if (named !== undefined) return named
  const begins = views.find(view => view.digit === startsAt)
  const byFilter = views.find(view => view.arrangement === undefined && view.filter === address.filter)
  return begins !== undefined && (byFilter === undefined || byFilter.filter === '') ? begins : byFilter
}

/** Whether its digit must stand in the address: its filter alone would open another. */
export const isNamed = (view: View, startsAt?: number): boolean =>
  view.digit !== startsAt && (view.own === true || view.arrangement !== undefined || (startsAt !== undefined && view.filter === ''))

const COUNT_AFTER_MS = 250

/** How many rows each counted view holds, by digit; read a moment after the list changed, so that no key waits for it. */
export function useViewCounts(
  store: ColumnStore,
  views: readonly View[],
  fields: readonly FilterField[],
  today: string,
): ReadonlyMap<number, number> {
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const version = useStoreVersion(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  useEffect(() => {
    const timer = setTimeout(() => {
      const counted = views.filter(view => view.counted)
      const count = ({ filter }: View) => store.count(criteriaOf(store, readFilter(filter, fields, today).tokens, today, []))
      setCounts(new Map(counted.map(view => [view.digit, count(view)])))
    }, COUNT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [store, version, views.length, fields, today])
  return counts
}

const LAST_DIGIT = 9
const keyOf = (area: string) => `views.${area}`

function readViews(stored: unknown): View[] {
  if (!Array.isArray(stored)) return []
  return stored
    .filter((view): view is View => typeof view?.title === 'string' && typeof view?.filter === 'string' && Number.isInteger(view?.digit))
    .map(view => ({ ...view, own: true, arrangement: readArrangement(view.arrangement) }))
    .sort((one, other) => one.digit - other.digit)
}

export interface Views {
  views: readonly View[]
  /** Keeps filter and arrangement under the next free digit, or in the view of one's own that has this title; answers the digit once it is kept. */
  save(title: string, filter: string, arrangement: Arrangement): Promise<number | undefined>
  remove(view: View): Promise<void>
}

export function useViews(area: string, builtIn: readonly View[]): Views {
  const stored = besides(builtIn, readViews(useReading(preferences.get).data?.[keyOf(area)]))
  const keep = (change: ChangeViews) => runCommand(keepingViews(keyOf(area), change), { source: 'button' })
  return {
    views: [...builtIn, ...stored],
    async save(title, filter, arrangement) {
      let digit: number | undefined
      const done = await keep(now => {
        const kept = readViews(now)
        const same = kept.find(view => fold(view.title) === fold(title))
        digit = same?.digit ?? freeDigit([...builtIn, ...kept])
        if (digit === undefined) return undefined
        const view = { digit, title: same?.title ?? title, filter, arrangement }
        const say = `Visão “${view.title}” ${same ? 'atualizada' : 'salva'} no ${digit}`
        return { views: [...bare(kept.filter(one => one !== same)), view], say }
      })
      return done === 'done' ? digit : undefined
    },
    async remove({ digit, title }) {
      await keep(now => ({ views: bare(readViews(now).filter(one => one.digit !== digit)), say: `Visão “${title}” removida` }))
    },
  }
}

/** One saved before its digit was taken by the list itself moves to the next free one. */
function besides(builtIn: readonly View[], stored: readonly View[]): View[] {
  const placed: View[] = []
  for (const view of stored) {
    const isTaken = builtIn.some(({ digit }) => digit === view.digit)
    const digit = isTaken ? freeDigit([...builtIn, ...stored, ...placed]) : view.digit
    if (digit !== undefined) placed.push({ ...view, digit })
  }
  return placed
}

const bare = (views: readonly View[]) => views.map(({ own: _, ...view }) => view)

function freeDigit(views: readonly View[]): number | undefined {
  const taken = new Set(views.map(view => view.digit))
  return Array.from({ length: LAST_DIGIT + 1 }, (_, at) => at).find(at => !taken.has(at))
}
