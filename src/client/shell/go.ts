// Leads to an address of ours, in this tab or in one of its own.
import { router } from '#client/router.tsx'
import { asAddress } from '#client/surfaces/address.ts'
import { NO_FORM } from '#client/surfaces/where.ts'
import type { Destination } from '#commands/kit/command.ts'

export function go(to: Destination, options: { newTab?: boolean; replace?: boolean } = {}): void {
  const place = typeof to === 'string' ? { to } : to
  const next = asAddress({
    ...place,
    // A form belongs to the address it was asked at: wherever else one goes, it stays behind.
    search: before => ({ ...before, ...NO_FORM, ...(typeof to === 'string' ? {} : to.search) }),
    replace: options.replace ?? false,
  })
  if (options.newTab) window.open(router.buildLocation(next).href, '_blank', 'noopener')
  else void router.navigate(next)
}
