// A stored file in a tab of its own: fetched with the session, for its address alone opens to nobody.
import { fetchFile } from '#client/data/api.ts'

/** How long the browser may take to read it. */
const KEPT_MS = 60_000

export async function openFile(path: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(path))
  window.open(url, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
