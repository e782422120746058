// Where the palette's rows come from besides commands: contacts, companies, categories, accounts, values, each handed in by the app.
import type { IconName } from '#client/kit/icon.tsx'
import { inSlices, pause } from '#client/kit/idle.ts'
import type { Destination } from '#commands/kit/command.ts'
import { createIndex, type Findable, type Usage } from '#commands/kit/search.ts'
import { fold } from '#domain/text.ts'

export interface PaletteAction {
  readonly id: string
  readonly title: string
  readonly icon?: IconName
  run(): void
}

export interface PaletteItem extends Findable {
  readonly icon?: IconName
  /** Under a heading of its own below the source's: the company it is in. Items of one group stand together. */
  readonly group?: string
  /** Of another company than the open one: below all that is found here. */
  readonly elsewhere?: boolean
  readonly subtitle?: string
  /** At the right: state or amount, in its final words. */
  readonly value?: string
  readonly keys?: readonly string[]
  /** Archived: shown, but quiet. */
  readonly dimmed?: boolean
  /** Why it cannot be taken, in pt-BR: shown, kept in the list, and said on Enter. */
  readonly refused?: string
  /** Enter goes there; mod+Enter and Shift+Enter in a new tab. */
  readonly go?: Destination
  /** In the place of `go`, where the way is only known when it is taken. */
  run?(how: { readonly newTab: boolean }): void
  /** Tab lists them. */
  readonly actions?: readonly PaletteAction[]
}

export interface FoundItems {
  readonly items: readonly PaletteItem[]
  /** All that matched, shown or not. */
  readonly total: number
  /** Found by a letter more or less, or only within words. */
  readonly guessed?: boolean
  /** What was taken to be meant where a letter differs. */
  readonly read?: string | undefined
  /** How well the best of them fits. */
  readonly score?: number
}

export interface SourceQuery {
  readonly limit: number
  readonly now: number
  readonly usage: Usage
  /** Aborted when the query has moved on. */
  readonly signal: AbortSignal
}

interface SourceBase {
  readonly id: string
  readonly title: string
  /** '@', '#', '/', '$', '!' or '='. */
  readonly prefix?: string
  /** The same mode as a word: 'contatos'. */
  readonly word?: string
  readonly icon?: IconName
  /** Also listed without a prefix. */
  readonly everywhere?: boolean
  /** Makes the first search quick, in idle time: told when data arrives and when the palette opens. */
  prepare?(): Promise<void>
  /** Told after a row stayed highlighted for 120 ms: the moment to prefetch. */
  highlight?(item: PaletteItem): void
  /** 'ver todos os N' leads here. */
  seeAll?(query: string): void
}

/** A list in memory: it answers while the palette is drawn. */
export interface LocalSource extends SourceBase {
  readonly remote?: never
  search(query: string, options: Omit<SourceQuery, 'signal'>): FoundItems
}

/** Asks a server, once what is typed has been painted. */
export interface RemoteSource extends SourceBase {
  readonly remote: true
  search(query: string, options: SourceQuery): Promise<FoundItems>
}

export type PaletteSource = LocalSource | RemoteSource

/** What a source is asked: all of the query, or what follows its own word ('empresas oficina'); undefined when it has nothing to say. */
export function askOf({ everywhere, word }: PaletteSource, query: string): string | undefined {
  const [, first = '', rest = ''] = /^\s*(\S+)\s+(.+)$/s.exec(query) ?? []
  if (word !== undefined && rest !== '' && fold(first) === fold(word)) return rest
  return everywhere === true ? query : undefined
}

/** A source over a list in memory, with the house's scorer; an empty query lists the first rows. The list is folded again only when it changes. */
export function listSource(source: Omit<LocalSource, 'search' | 'prepare'> & { items(): readonly PaletteItem[] }): LocalSource {
  let indexed: readonly PaletteItem[] = []
  let index = createIndex(indexed)
  const { items: listItems, ...rest } = source
  const isNew = () => {
    const items = listItems()
    if (items === indexed) return false
    indexed = items
    index = createIndex(items)
    return true
  }
  return {
    ...rest,
    async prepare() {
      await pause()
      if (isNew()) await inSlices(index.foldSteps())
    },
    search(query, { limit, now, usage }) {
      isNew()
      if (query.trim() === '') return { items: indexed.slice(0, limit), total: indexed.length }
      const found = index.search(query, { limit, now, usage })
      const [best] = found.hits
      const items = found.hits.map(hit => hit.item)
      return { items, total: found.total, guessed: found.near || found.weak, read: found.read, ...(best ? { score: best.score } : {}) }
    },
  }
}
