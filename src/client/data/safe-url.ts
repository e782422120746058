// Where a `url` or `backTo` of the address may lead: to a path of this origin, however it is spelled; everything else is refused.

/** Any origin would do, since the only question is whether the value stays inside it. Nobody can own an .invalid name. */
const HOME = 'https://home.invalid'
const MAX_LENGTH = 2000
/** The layers of %-encoding that a server, a router or a proxy on the way may remove. */
const MAX_LAYERS = 4
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends inside an address, so '/\t/host' is '//host'
const NEVER = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

/** Path, query and fragment in normal form, or undefined when the value is no plain path of this origin. */
export function safeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !value.startsWith('/') || NEVER.test(value)) return undefined
  let url: URL
  try {
    url = new URL(value, HOME)
  } catch {
    return undefined
  }
  if (url.origin !== HOME || url.username !== '' || url.password !== '') return undefined
  return isPlainPath(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : undefined
}

/** A safe address as a navigation target: its own search text is added to what the page keeps. */
export function placeOf(address: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(address, HOME)
  return { to: pathname, search: Object.fromEntries(searchParams) }
}

/** No empty segment, no step up and no forbidden character at any layer; a leading empty segment would be read as a host. */
function isPlainPath(path: string): boolean {
  let text = path
  for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
    if (text.includes('//') || /(^|\/)\.\.?(\/|$)/.test(text) || NEVER.test(text.replaceAll(' ', '_'))) return false
    let next: string
    try {
      next = decodeURIComponent(text)
    } catch {
      return false
    }
    if (next === text) return true
    text = next
  }
  return false
}
