// Asks the palette's sources for a query: at once where they can, later where they must; old rows stay until the new ones come.
import { useEffect, useState } from 'react'
import { useHouse } from './house.ts'
import { type PaletteGroup, ROWS_IN_ALL, ROWS_PER_GROUP, sourceGroups } from './palette-rows.ts'
import { askOf, type FoundItems, type PaletteSource } from './palette-source.ts'

export interface SourceAnswers {
  readonly groups: readonly PaletteGroup[]
  readonly busy: boolean
  readonly failed: readonly PaletteSource[]
}
const NOTHING: SourceAnswers = { groups: [], busy: false, failed: [] }

/** Groups of the sources in the order given: `narrowed` to one by a mode, it shows all it has. `attempt` asks again after a failure. */
export function useSources(sources: readonly PaletteSource[], query: string, narrowed: boolean, attempt: number): SourceAnswers {
  const [answers, setAnswers] = useState<SourceAnswers>(NOTHING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is what asks again
  useEffect(() => {
    if (sources.length === 0) {
      setAnswers(NOTHING)
      return
    }
    const abort = new AbortController()
    const { usage, options } = useHouse.getState()
    const ask = { limit: narrowed ? ROWS_IN_ALL : ROWS_PER_GROUP, now: options?.ports.now() ?? 0, usage, signal: abort.signal }
    const found = new Map<string, FoundItems>()
    const failed = new Set<PaletteSource>()
    let waiting = 0
    const show = () => {
      if (abort.signal.aborted) return
      const groups = sources.flatMap(source => {
        const items = found.get(source.id)
        return items ? sourceGroups(source, items, narrowed) : []
      })
      // While some source has not answered, its old rows stay.
      setAnswers(before => {
        const pending = before.groups.filter(
          group => waiting > 0 && !found.has(group.source ?? '') && sources.some(source => source.id === group.source),
        )
        const order = (group: PaletteGroup) => sources.findIndex(source => source.id === group.source)
        return { groups: [...groups, ...pending].sort((a, b) => order(a) - order(b)), busy: waiting > 0, failed: [...failed] }
      })
    }
    for (const source of sources) {
      const asked = narrowed ? query : askOf(source, query)
      if (asked === undefined) continue
      try {
        const answer = source.search(asked, ask)
        if (!(answer instanceof Promise)) {
          found.set(source.id, answer)
          continue
        }
        waiting++
        answer
          .then(
            items => found.set(source.id, items),
            () => failed.add(source),
          )
          .finally(() => {
            waiting--
            show()
          })
      } catch {
        failed.add(source)
      }
    }
    show()
    return () => abort.abort()
  }, [sources, query, narrowed, attempt])
  return answers
}
