// A record in a tab of its own, from whichever list has the focus.
import { showToast } from '#client/kit/toast.ts'
import type { Destination } from '#commands/kit/command.ts'
import { houseOptions } from './house.ts'
import { useIntent } from './intents.ts'

export function openTab<Key>(key: Key | undefined, addressOf: ((key: Key) => Destination | undefined) | undefined): void {
  const to = key === undefined ? undefined : addressOf?.(key)
  if (to === undefined) showToast({ id: 'refused', title: 'Esta linha não tem página própria', variant: 'warning' })
  else houseOptions().ports.go(to, { newTab: true })
}

/** Answers 'grid.open-tab' with the record under the cursor. */
export function useOpenTab<Key>(focused: () => Key | undefined, addressOf: ((key: Key) => Destination | undefined) | undefined): void {
  useIntent('grid.open-tab', () => openTab(focused(), addressOf))
}
