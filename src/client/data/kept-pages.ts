// What a screen looked like when it last rested, kept on this device by its address: the page shows it before its own code has run.
import { tellOfPage } from './kept-place.ts'
import { nameOf, textOf, tried } from './own-store.ts'

interface KeptPage {
  /** What is overdue changes with the day, without a write: in ms. */
  until: number
  look: unknown
}

const PART = 'page'
const nameHere = () => nameOf(`page ${location.pathname}${location.search}`)

/** Keeps how the page at this address looks until an instant, or drops what is kept of it where there is no look. Never throws. */
export async function keepPage(coming: Promise<object | undefined> | undefined, until: number): Promise<void> {
  const { pathname } = location
  const named = nameHere()
  await tried(async store => {
    const [name, look] = await Promise.all([named, coming])
    if (look === undefined) {
      tellOfPage(pathname, 0)
      return store.remove(name)
    }
    const now = Date.now()
    const bytes = new TextEncoder().encode(JSON.stringify({ until, look } satisfies KeptPage))
    await store.write(name, { [PART]: bytes }, now)
    tellOfPage(pathname, until - now)
  })
}

/** What is kept of the page at this address; undefined when there is nothing to believe. Never throws. */
export async function findPage(): Promise<unknown> {
  const named = nameHere()
  const kept = await tried(async store => {
    const bytes = await store.read(await named, PART)
    return bytes && (textOf(bytes) as KeptPage)
  })
  return kept && Date.now() < kept.until ? kept.look : undefined
}
