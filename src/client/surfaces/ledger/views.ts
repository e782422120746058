// The views of a list: the built-in ones and those a person saved, under one digit each; saved ones follow the person to any device.

import { useEffect, useState } from 'react'
import { call } from '#client/data/api.ts'
import { queryClient, reading, useReading } from '#client/data/queries.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import { showToast } from '#client/kit/toast.ts'
import { preferences } from '#contract/auth.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { writeFailed } from '../form-outcome.ts'
import { criteriaOf, readFilter } from './filter-criteria.ts'
import { useStoreVersion } from './use-list-store.ts'

export interface View {
  digit: number
  title: string
  filter: string
  /** Work that waits: its tab says how many rows it holds. */
  counted?: true
  /** Made by the person, so it can be removed. */
  own?: boolean
}

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
    .map(view => ({ ...view, own: true }))
}

export interface Views {
  views: readonly View[]
  /** Keeps the present filter under the next free digit. */
  save(title: string, filter: string): Promise<void>
  remove(view: View): Promise<void>
}

export function useViews(area: string, builtIn: readonly View[]): Views {
  const stored = readViews(useReading(preferences.get).data?.[keyOf(area)])
  // Read before it is written: a list that has not come yet, or not at all, must not replace what is stored.
  const storedNow = async () => readViews((await queryClient.ensureQueryData(reading(preferences.get)))[keyOf(area)])
  const write = async (change: (stored: readonly View[]) => readonly View[] | undefined, said: (views: readonly View[]) => string) => {
    try {
      const views = change(await storedNow())
      if (views === undefined) return
      await call(preferences.set, { body: { [keyOf(area)]: views.map(({ digit, title, filter }) => ({ digit, title, filter })) } })
      showToast({ id: 'view', title: said(views) })
    } catch (error) {
      writeFailed(error)
    }
  }
  return {
    views: [...builtIn, ...stored],
    save: (title, filter) =>
      write(
        kept => {
          const taken = new Set([...builtIn, ...kept].map(view => view.digit))
          const digit = Array.from({ length: LAST_DIGIT + 1 }, (_, at) => at).find(at => !taken.has(at))
          if (digit !== undefined) return [...kept, { digit, title, filter }]
          showToast({
            id: 'view',
            title: 'Todas as visões estão em uso',
            description: 'Remova uma em Colunas e visões.',
            variant: 'warning',
          })
          return undefined
        },
        views => `Visão “${title}” salva no ${views.at(-1)?.digit}`,
      ),
    remove: view =>
      write(
        kept => kept.filter(one => one.digit !== view.digit),
        () => `Visão “${view.title}” removida`,
      ),
  }
}
