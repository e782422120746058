// What a screen looked like when it last rested, kept on this device by its address: the page shows it before its own code has run.
import { nameOf, textOf, tried } from './own-store.ts'

interface KeptPage {
  /** What is overdue changes with the day, without a write: in ms. */
  until: number
  look: unknown
}

const PART = 'page'
/** A browser that has kept none is not asked: to make its store takes longer than to read it. */
const HAS_KEPT = 'razao.keeps-pages'
const nameHere = () => nameOf(`page ${location.pathname}${location.search}`)

/** Keeps how the page at this address looks until an instant, or drops what is kept of it where there is no look. Never throws. */
export async function keepPage(coming: Promise<object | undefined> | undefined, until: number): Promise<void> {
  const named = nameHere()
  await tried(async store => {
    const [name, look] = await Promise.all([named, coming])
    if (look === undefined) return store.remove(name)
    const bytes = new TextEncoder().encode(JSON.stringify({ until, look } satisfies KeptPage))
    await store.write(name, { [PART]: bytes }, Date.now())
    localStorage.setItem(HAS_KEPT, 'yes')
  })
}

/** What is kept of the page at this address; undefined when there is nothing to believe. Never throws. */
export async function findPage(): Promise<unknown> {
  if (localStorage.getItem(HAS_KEPT) === null) return undefined
  const kept = await tried(async store => {
    const bytes = await store.read(await nameHere(), PART)
    return bytes && (textOf(bytes) as KeptPage)
  })
  return kept && Date.now() < kept.until ? kept.look : undefined
}
