// The views of a list: the built-in ones and those a person saved, under one digit each; saved ones follow the person to any device.

import { call } from '#client/data/api.ts'
import { queryClient, reading, useReading } from '#client/data/queries.ts'
import { showToast } from '#client/kit/toast.ts'
import { preferences } from '#contract/auth.ts'
import { writeFailed } from '../form-outcome.ts'

export interface View {
  digit: number
  title: string
  filter: string
  /** Made by the person, so it can be removed. */
  own?: boolean
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
