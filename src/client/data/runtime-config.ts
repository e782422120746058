// What the server tells a page before anybody has signed in: where the calls go, and whether this is the local environment, where codes are
// read in the outbox page instead of on a phone.
import { useQuery } from '@tanstack/react-query'
import { queryClient } from './queries.ts'

interface RuntimeConfig {
  api_base_url?: string
  local?: boolean
}

const asked = {
  queryKey: ['runtime-config'],
  queryFn: (): Promise<RuntimeConfig> =>
    fetch('/runtime-config.json')
      .then(response => (response.ok ? response.json() : {}))
      .catch(() => ({})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** Asked for once in the life of a page; empty where it did not come. */
export const runtimeConfig = (): Promise<RuntimeConfig> => queryClient.fetchQuery(asked)

/** Hosts for which the server shows its outbox; on this machine's other names (the brands') the link would be dead. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export function useLocalEnvironment(): { local: boolean; outbox: string | undefined } {
  const { data } = useQuery(asked, queryClient)
  const local = data?.local === true
  return { local, outbox: local && LOOPBACK_NAMES.has(location.hostname) ? '/dev/outbox' : undefined }
}
