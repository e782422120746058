// Checks the version every 60 seconds (SPEC.md, Version check); its toast stays until the page is reloaded.
import { z } from 'zod'
import { showToast } from '#client/kit/toast.ts'

export const VERSION_CHECK_MS = 60_000
const Version = z.object({ version: z.string() })

async function readVersion(): Promise<string | undefined> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' })
    return Version.parse(await response.json()).version
  } catch {
    return undefined
  }
}

export function watchVersion(): () => void {
  let known: string | undefined
  const check = async () => {
    const now = await readVersion()
    if (now !== undefined && known !== undefined && now !== known) {
      showToast({
        id: 'version',
        title: 'Atualização disponível!',
        variant: 'warning',
        persistent: true,
        action: { label: 'Atualizar', run: () => location.reload() },
      })
    }
    known ??= now
  }
  void check()
  const timer = setInterval(() => void check(), VERSION_CHECK_MS)
  return () => clearInterval(timer)
}
