// Where lists and pages lie on the device, so that whoever ends a session can drop them without knowing how they are kept.
import { lookCookie } from '#contract/kept-look.ts'

/** The database of the kept lists; their key is in it. */
export const KEPT_LISTS = 'razao-lists'

/** The addresses of the kept pages, newest first. */
const PAGES = 'razao.kept-pages'
/** A browser holds some 180 cookies for a domain and all below it, where others have theirs. */
const MOST_PAGES = 32

/** Tells the server for so many ms that the page at an address is kept: it begins with its look then (client-files.ts). 0: no longer. */
export function tellOfPage(path: string, ms: number): void {
  const others = keptPages().filter(other => other !== path)
  const kept = ms > 0 ? [path, ...others] : others
  localStorage.setItem(PAGES, JSON.stringify(kept.slice(0, MOST_PAGES)))
  setCookie(path, ms)
  for (const old of kept.slice(MOST_PAGES)) setCookie(old, 0)
}

const keptPages = (): string[] => JSON.parse(localStorage.getItem(PAGES) ?? '[]') as string[]

function setCookie(path: string, ms: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way answers later, and not in every browser.
  document.cookie = lookCookie(path, ms / 1000)
}

/** Drops every list and page kept on this device, and the key that opens them. Other pages let go of the database as it is asked for. */
export function dropKeptLists(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(KEPT_LISTS)
    for (const path of keptPages()) setCookie(path, 0)
    localStorage.removeItem(PAGES)
  } catch {} // A browser that refuses storage has kept nothing.
}
