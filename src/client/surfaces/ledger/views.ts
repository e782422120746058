// The views of a list: the built-in ones and those a person saved, under one digit each; saved ones follow the person to any device.

import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
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
  const write = async (views: readonly View[], said: string) => {
    try {
      await call(preferences.set, { body: { [keyOf(area)]: views.map(({ digit, title, filter }) => ({ digit, title, filter })) } })
      showToast({ id: 'view', title: said })
    } catch (error) {
      writeFailed(error)
    }
  }
  return {
    views: [...builtIn, ...stored],
    async save(title, filter) {
      const taken = new Set([...builtIn, ...stored].map(view => view.digit))
      const digit = Array.from({ length: LAST_DIGIT + 1 }, (_, at) => at).find(at => !taken.has(at))
      if (digit === undefined)
        showToast({ id: 'view', title: 'Todas as visões estão em uso', description: 'Remova uma em Colunas e visões.', variant: 'warning' })
      else await write([...stored, { digit, title, filter }], `Visão “${title}” salva no ${digit}`)
    },
    remove: view =>
      write(
        stored.filter(one => one.digit !== view.digit),
        `Visão “${view.title}” removida`,
      ),
  }
}
