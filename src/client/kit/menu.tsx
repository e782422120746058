// Menus: a list of actions at a button or at the pointer. The entries are data, so that a menu can be made from commands.
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui'
import type { ReactElement } from 'react'
import { classNames } from './class-names.ts'
import styles from './floating.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'

export interface MenuAction {
  id: string
  label: string
  icon?: IconName | undefined
  keys?: string | undefined
  /** at the right: a count, a state, or why it cannot run */
  detail?: string | undefined
  disabled?: boolean | undefined
  danger?: boolean | undefined
  /** a tick: the present choice of a set */
  checked?: boolean | undefined
  run: () => void
}

export type MenuEntry = MenuAction | 'separator' | { caption: string }

interface MenuProps {
  label: string
  entries: readonly MenuEntry[]
}

type Kit = Pick<typeof Dropdown, 'Item' | 'Separator' | 'Label'>

function entryKey(entry: MenuEntry, at: number): string {
  return entry === 'separator' ? `separator-${at}` : 'caption' in entry ? `caption-${entry.caption}` : entry.id
}

function Entries({ entries, kit }: { entries: readonly MenuEntry[]; kit: Kit }) {
  return entries.map((entry, at) => {
    const key = entryKey(entry, at)
    if (entry === 'separator') return <kit.Separator key={key} />
    if ('caption' in entry)
      return (
        <kit.Label key={key} className={styles.caption}>
          {entry.caption}
        </kit.Label>
      )
    const mark = entry.checked ? 'check' : entry.icon
    return (
      <kit.Item
        key={key}
        className={classNames(styles.menuItem, entry.danger && styles.danger)}
        disabled={entry.disabled ?? false}
        textValue={entry.label}
        aria-current={entry.checked || undefined}
        onSelect={entry.run}
      >
        {mark ? <Icon name={mark} /> : null}
        <span>{entry.label}</span>
        {entry.detail ? <span className={styles.end}>{entry.detail}</span> : null}
        {entry.keys ? <Kbd chord={entry.keys} /> : null}
      </kit.Item>
    )
  })
}

interface MenuButtonProps extends MenuProps {
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

export function Menu({ trigger, label, entries, align = 'start', side = 'bottom', open, onOpenChange }: MenuButtonProps) {
  return (
    <Dropdown.Root modal={false} {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className={classNames(styles.pop, styles.floating, styles.menu)}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
        >
          <Entries entries={entries} kit={Dropdown} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

/** Opens by the right button, the menu key and Shift+F10 on what it wraps. */
export function ContextMenu({ trigger, label, entries }: MenuProps & { trigger: ReactElement }) {
  return (
    <Context.Root modal={false}>
      <Context.Trigger asChild>{trigger}</Context.Trigger>
      <Context.Portal>
        <Context.Content className={classNames(styles.pop, styles.floating, styles.menu)} aria-label={label} collisionPadding={8} loop>
          <Entries entries={entries} kit={Context as Kit} />
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  )
}
