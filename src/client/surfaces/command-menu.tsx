// Menus made of commands: a row's own menu, and the entries of any place.
import type { ReactElement } from 'react'
import { IconButton } from '#client/kit/button.tsx'
import { ContextMenu, Menu, type MenuEntry } from '#client/kit/menu.tsx'
import { available, type Context, remarkOn } from '#commands/kit/gate.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { PlaceName } from '#commands/places.ts'
import { useContextLater, useContextNow } from './context.ts'
import { type HouseRegistry, useHouse } from './house.ts'
import { openPalette } from './palette-store.ts'
import { runCommand } from './runner.ts'

/** The commands of a place as menu entries: a line between groups, a reason beside what cannot run, 'Todas as ações' last. */
export function menuEntries(registry: HouseRegistry, place: PlaceName, now: () => Context): readonly MenuEntry[] {
  const context = now()
  const entries: MenuEntry[] = []
  let before: string | undefined
  for (const { command, group } of registry.at(place)) {
    const gate = available(command, context)
    if (gate.state === 'hidden') continue
    if (entries.length > 0 && group !== before) entries.push('separator')
    before = group
    const chord = registry.chordsOf(command)[0]
    entries.push({
      id: command.id,
      label: command.title,
      icon: command.icon,
      keys: chord === undefined ? undefined : shownChord(chord),
      detail: remarkOn(gate, context),
      disabled: gate.state === 'disabled',
      danger: command.confirm !== undefined && command.places?.some(one => one.endsWith('/danger')),
      run: () => void runCommand(command, { source: 'menu', context: now() }),
    })
  }
  if (context.target.count > 0)
    entries.push(...(entries.length > 0 ? (['separator'] as const) : []), {
      id: 'all',
      label: 'Todas as ações',
      keys: '.',
      run: () => openPalette({ mode: '.' }),
    })
  return entries
}

interface CommandMenuProps {
  /** 'bill.row' */
  place: PlaceName
  label: string
  trigger: ReactElement
  /** Right button and the menu key on the trigger, instead of a press. */
  onRightButton?: boolean | undefined
}

/** The menu of one record, beside the buttons that its state calls for. */
export const MoreActions = ({ at }: { at: PlaceName }) => (
  <CommandMenu place={at} label="Mais ações" trigger={<IconButton icon="ellipsis" label="Mais ações" />} />
)

export function CommandMenu({ place, label, trigger, onRightButton }: CommandMenuProps) {
  useContextNow()
  const now = useContextLater()
  const registry = useHouse(state => state.registry)
  const entries = menuEntries(registry, place, now)
  return onRightButton === true ? (
    <ContextMenu trigger={trigger} label={label} entries={entries} />
  ) : (
    <Menu trigger={trigger} label={label} entries={entries} />
  )
}
