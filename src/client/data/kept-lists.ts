// Lists kept on this device for the session that read them: the next opening shows their rows at once and asks only what changed since.
// What is of another session, build or day, was cut or does not open is dropped without a word, and the list is read as if it were new.
import { type ColumnarAnswer, type Columns, checkColumns } from '#contract/kit/columns.ts'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import { nameOf, textOf, tried } from './own-store.ts'
import { sessionName } from './tokens.ts'

/** Rows that are shown before the rest has come, from here as from the server. */
export const FIRST_ROWS = 200
/** A longer list is read anew each time: some 500,000 bills. */
const MOST_BYTES = 64 * 1024 * 1024

/** What is believed only together: first rows and the rest carry the same stamp. */
interface KeptFirst {
  stamp: string
  /** Rows of the whole list. */
  count: number
  /** What is overdue changes with the day, without a write. */
  day: string
  first: ColumnarAnswer
}

export interface KeptList {
  /** The first rows, with the cursor at which all of them were read. */
  readonly first: ColumnarAnswer
  /** All rows as of that cursor; undefined when they do not belong to the first. */
  whole(): Promise<ColumnarAnswer | undefined>
}

export interface ListKeeper {
  /** What is kept of the list; undefined when there is nothing to believe. Never throws. */
  find(): Promise<KeptList | undefined>
  /** Keeps a whole list; `copy` is the answer it came in, unread. Never throws. */
  keep(copy: Response, answer: ColumnarAnswer): Promise<void>
  drop(): Promise<void>
}

/** A device that had no room is not asked again by this page. */
let full = false

const today = () => dayInSaoPaulo(Date.now())

export function keeperOf(row: Endpoint, params: Record<string, string>, query: Record<string, unknown>): ListKeeper | undefined {
  const { columns } = row.spec
  if (!columns) return undefined
  // Names tell nothing to who reads the disk.
  let name: Promise<string> | undefined
  const named = () => {
    name ??= nameOf(`${pathOf(row, params)} ${JSON.stringify(query)}`)
    return name
  }
  const drop = async () => {
    await tried(async store => store.remove(await named()))
  }
  return {
    drop,
    async find() {
      const kept = await tried(async store => {
        const bytes = await store.read(await named(), 'first')
        return bytes && checkedFirst(columns, textOf(bytes) as KeptFirst)
      })
      if (!kept) {
        void drop()
        return undefined
      }
      const { first, stamp, count } = kept
      return {
        first,
        whole: () =>
          tried(async store => {
            if (first.count === count) return first
            const bytes = await store.read(await named(), `whole ${stamp}`)
            const answer = bytes && checkColumns(columns, textOf(bytes) as ColumnarAnswer)
            return answer?.count === count && answer.cursor === first.cursor ? answer : undefined
          }),
      }
    },
    async keep(copy, answer) {
      if (full) return
      const session = sessionName()
      const kept: KeptFirst = { stamp: crypto.randomUUID(), count: answer.count, day: today(), first: firstOf(answer) }
      await tried(async store => {
        const bytes = new Uint8Array(await copy.arrayBuffer())
        const name = await named()
        if (bytes.length > MOST_BYTES) return store.remove(name)
        // Whoever signed out meanwhile leaves nothing behind.
        if (sessionName() !== session) return
        const rest = kept.first.count === kept.count ? {} : { [`whole ${kept.stamp}`]: bytes }
        const first = new TextEncoder().encode(JSON.stringify(kept))
        await store.write(name, { first, ...rest }, Date.now()).catch(error => {
          full ||= error instanceof DOMException && error.name === 'QuotaExceededError'
        })
      })
    },
  }
}

function firstOf(answer: ColumnarAnswer): ColumnarAnswer {
  const columns = Object.fromEntries(Object.entries(answer.columns).map(([field, cells]) => [field, cells.slice(0, FIRST_ROWS)]))
  return { ...answer, count: Math.min(answer.count, FIRST_ROWS), columns }
}

function checkedFirst(columns: Columns, kept: KeptFirst): KeptFirst | undefined {
  checkColumns(columns, kept.first)
  return kept.day === today() && kept.count >= kept.first.count ? kept : undefined
}
