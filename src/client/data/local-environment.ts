// Whether this is the local environment, where codes are read in the outbox page instead of on a phone.
import { useQuery } from '@tanstack/react-query'
import { queryClient } from './queries.ts'

/** Hosts for which the server shows its outbox; on this machine's other names (the brands') the link would be dead. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

async function readLocal(): Promise<boolean> {
  try {
    const response = await fetch('/runtime-config.json')
    const config: unknown = response.ok ? await response.json() : undefined
    return typeof config === 'object' && config !== null && 'local' in config && config.local === true
  } catch {
    return false
  }
}

export function useLocalEnvironment(): { local: boolean; outbox: string | undefined } {
  const { data: local = false } = useQuery(
    { queryKey: ['runtime-config', 'local'], queryFn: readLocal, staleTime: Number.POSITIVE_INFINITY },
    queryClient,
  )
  return { local, outbox: local && LOOPBACK_NAMES.has(location.hostname) ? '/dev/outbox' : undefined }
}
