// A button that is a command: its label, key, state and reason come from the registry, and pressing it is running it.
import { createContext, useContext } from 'react'
import { Button, type ButtonVariant, IconButton } from '#client/kit/button.tsx'
import { Tooltip } from '#client/kit/tooltip.tsx'
import type { CommandId } from '#commands/index.ts'
import type { AnyCommand, PartialAnswers } from '#commands/kit/command.ts'
import { available } from '#commands/kit/gate.ts'
import { ariaKeys, shownChord } from '#commands/kit/keys.ts'
import { capitalized } from '#domain/text.ts'
import { useContextLater, useContextNow } from './context.ts'
import { platformNow, useHouse } from './house.ts'
import { runCommand } from './runner.ts'
import type { RunSource } from './steps.ts'

interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: 'bar' | 'form' | undefined
  /** Only the icon; the title is read aloud and shown on hover. */
  iconOnly?: boolean | undefined
  icon?: boolean | undefined
  /** The short name instead of the title: toolbars. */
  short?: boolean | undefined
  /** In the place of the title, where the screen knows how much it does: 'Confirmar as 30'. */
  label?: string | undefined
  answers?: PartialAnswers | undefined
  source?: RunSource | undefined
  /** Its outcome leads nowhere: the person stays where the button is. */
  stay?: true | undefined
  /** Told before it runs. */
  onRun?(): void
  className?: string | undefined
  /** Of a toolbar with one tab stop. */
  tabIndex?: number | undefined
}

/** The command of this id, as a button. */
export function CommandButton({ id, ...look }: ButtonLook & { id: CommandId }) {
  const command = useHouse(state => state.registry.get(id))
  return command === undefined ? null : <ButtonOf command={command} {...look} />
}

/** How much room the commands under it have (the bars of a phone have little): titles, short names, or only icons, with the name read aloud. */
export const RoomForNames = createContext<'titles' | 'short' | 'icons'>('titles')

/** Draws nothing where the command does not exist; disabled with its reason where it cannot run now. */
export function ButtonOf({
  command,
  variant,
  size,
  iconOnly,
  icon,
  short,
  label: given,
  answers,
  source = 'button',
  stay,
  onRun,
  className,
  tabIndex,
}: ButtonLook & { command: AnyCommand }) {
  const room = useContext(RoomForNames)
  const context = useContextNow()
  const pressed = useContextLater()
  const registry = useHouse(state => state.registry)
  const gate = available(command, context)
  if (gate.state === 'hidden') return null
  const chords = registry.chordsHere(command, context.facts)
  const reason = gate.state === 'disabled' ? gate.reason : undefined
  const spoken = ariaKeys(chords, platformNow())
  const shared = {
    variant,
    size,
    className,
    tabIndex,
    // aria-disabled and not disabled: a keyboard reaches it and hears why.
    'aria-disabled': reason === undefined ? undefined : true,
    'aria-keyshortcuts': spoken,
    'data-command': command.id,
    onClick: () => {
      onRun?.()
      void runCommand(command, { source, context: pressed(), ...(answers ? { answers } : {}), ...(stay ? { stay } : {}) })
    },
  } as const
  const shown = chords[0] === undefined ? undefined : shownChord(chords[0])
  const name = (short === true || room !== 'titles') && command.short !== undefined ? capitalized(command.short) : command.title
  const label = given ?? name
  const button =
    (iconOnly === true || room === 'icons') && command.icon !== undefined ? (
      <IconButton icon={command.icon} label={label} keys={shown} {...shared} />
    ) : (
      <Button icon={icon === true ? command.icon : undefined} keys={shown} {...shared}>
        {label}
      </Button>
    )
  return <Tooltip text={reason}>{button}</Tooltip>
}
