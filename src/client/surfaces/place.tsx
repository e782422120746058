// What belongs to a place, in the order of the list: the look of its buttons is the place's own.

import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import type { CommandId } from '#commands/index.ts'
import { available } from '#commands/kit/gate.ts'
import type { PlaceName } from '#commands/places.ts'
import { ButtonOf } from './command-button.tsx'
import { useContextNow } from './context.ts'
import { useHouse } from './house.ts'
import summary from './summary.module.css'

type Look = Omit<Parameters<typeof ButtonOf>[0], 'command'>
const primary = { variant: 'primary' } as const
/** Of the first button of a place, and of those after it. */
const LOOKS: Readonly<Record<string, readonly [first: Look, other: Look]>> = {
  page: [{ ...primary, icon: true }, { icon: true }],
  bar: [
    { variant: 'ghost', icon: true, short: true },
    { variant: 'ghost', icon: true, short: true },
  ],
  empty: [{ ...primary, size: 'form' }, { size: 'form' }],
  drawer: [
    { variant: 'secondary', short: true },
    { variant: 'ghost', short: true },
  ],
  facts: [
    { variant: 'ghost', icon: true, short: true },
    { variant: 'ghost', icon: true, short: true },
  ],
}
const NONE = [{}, {}] as const

interface PlaceProps {
  at: PlaceName | undefined
  /** The first button is the one primary of its region. */
  leads?: boolean
  /** What the record asks for now: it goes before the others. */
  begins?: CommandId | undefined
}

export function Place({ at, leads = false, begins }: PlaceProps) {
  const registry = useHouse(state => state.registry)
  const context = useContextNow()
  if (at === undefined) return null
  const [first, other] = LOOKS[at.split('.')[1] ?? ''] ?? NONE
  const there = registry.at(at).filter(({ command }) => available(command, context).state !== 'hidden')
  const inOrder = [...there.filter(({ command }) => command.id === begins), ...there.filter(({ command }) => command.id !== begins)]
  return inOrder.map(({ command, group }, index) => {
    const button = <ButtonOf key={command.id} command={command} {...(index > 0 ? other : leads ? { ...first, ...primary } : first)} />
    return group === 'danger' ? (
      <span key={command.id} className={classNames(drawer.end, summary.end)}>
        {button}
      </span>
    ) : (
      button
    )
  })
}
