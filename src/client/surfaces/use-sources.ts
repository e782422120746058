// Asks the palette's sources for a query: lists in memory while it is drawn, servers after that; old rows stay until the new ones come.
import { useEffect, useMemo, useState } from 'react'
import { useHouse } from './house.ts'
import { type PaletteGroup, ROWS_IN_ALL, ROWS_PER_GROUP, sourceGroups } from './palette-rows.ts'
import { askOf, type FoundItems, type LocalSource, type PaletteSource, type RemoteSource, type SourceQuery } from './palette-source.ts'

export interface SourceAnswers {
  readonly groups: readonly PaletteGroup[]
  readonly busy: boolean
  readonly failed: readonly PaletteSource[]
}

interface Asked<S extends PaletteSource> {
  readonly source: S
  readonly text: string
}

interface Answers {
  /** The question these are of; other than that of now, they are old. */
  readonly of: string
  readonly waiting: number
  readonly found: ReadonlyMap<string, FoundItems>
  readonly failed: readonly PaletteSource[]
}
const NONE: Answers = { of: '', waiting: 0, found: new Map(), failed: [] }

const isRemote = (asked: Asked<PaletteSource>): asked is Asked<RemoteSource> => asked.source.remote === true

function options(narrowed: boolean): Omit<SourceQuery, 'signal'> {
  const { usage, options: house } = useHouse.getState()
  return { limit: narrowed ? ROWS_IN_ALL : ROWS_PER_GROUP, now: house?.ports.now() ?? 0, usage }
}

function askLocal(asked: readonly Asked<LocalSource>[], narrowed: boolean): { found: Map<string, FoundItems>; failed: PaletteSource[] } {
  const found = new Map<string, FoundItems>()
  const failed: PaletteSource[] = []
  for (const { source, text } of asked)
    try {
      found.set(source.id, source.search(text, options(narrowed)))
    } catch {
      failed.push(source)
    }
  return { found, failed }
}

/** Groups of the sources in the order given: `narrowed` to one by a mode, it shows all it has. `attempt` asks again after a failure. */
export function useSources(sources: readonly PaletteSource[], query: string, narrowed: boolean, attempt: number): SourceAnswers {
  const asked = useMemo(
    () =>
      sources.flatMap((source): Asked<PaletteSource>[] => {
        const text = narrowed ? query : askOf(source, query)
        return text === undefined ? [] : [{ source, text }]
      }),
    [sources, query, narrowed],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is what asks again
  const local = useMemo(
    () =>
      askLocal(
        asked.filter((one): one is Asked<LocalSource> => !isRemote(one)),
        narrowed,
      ),
    [asked, narrowed, attempt],
  )
  const remote = useMemo(() => asked.filter(isRemote), [asked])
  const question = `${attempt} ${narrowed} ${remote.map(({ source }) => source.id).join()} ${query}`
  const answers = useRemote(remote, question, narrowed)
  const busy = remote.length > 0 && (answers.of !== question || answers.waiting > 0)
  const groups = useMemo(
    () =>
      asked.flatMap(({ source }) => {
        const items = local.found.get(source.id) ?? answers.found.get(source.id)
        return items ? sourceGroups(source, items, narrowed) : []
      }),
    [asked, local, answers, narrowed],
  )
  return { groups, busy, failed: [...local.failed, ...(busy ? [] : answers.failed)] }
}

function useRemote(asked: readonly Asked<RemoteSource>[], question: string, narrowed: boolean): Answers {
  const [answers, setAnswers] = useState(NONE)
  useEffect(() => {
    if (asked.length === 0) return setAnswers(NONE)
    const abort = new AbortController()
    const settle = (source: RemoteSource, items: FoundItems | undefined) => {
      if (abort.signal.aborted) return
      setAnswers(before => {
        const isFirst = before.of !== question
        const found = new Map(before.found)
        if (items) found.set(source.id, items)
        else found.delete(source.id)
        const failed = [...(isFirst ? [] : before.failed), ...(items ? [] : [source])]
        return { of: question, waiting: (isFirst ? asked.length : before.waiting) - 1, found, failed }
      })
    }
    for (const { source, text } of asked)
      source.search(text, { ...options(narrowed), signal: abort.signal }).then(
        items => settle(source, items),
        () => settle(source, undefined),
      )
    return () => abort.abort()
  }, [asked, question, narrowed])
  return answers
}
