// Tooltips: a name and its key on hover or focus; never the only source of something.
import { Tooltip as Radix } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import styles from './floating.module.css'
import { Kbd } from './kbd.tsx'

const Shared = createContext(false)

/** Around a frame, so that moving from one tooltip to the next does not wait again. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Shared value={true}>
      <Radix.Provider delayDuration={500}>{children}</Radix.Provider>
    </Shared>
  )
}

interface TooltipProps {
  /** Without one there is nothing to show now; what it stands around is the same element with and without it. */
  text: string | undefined
  keys?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  children: ReactElement
}

/** Outside every frame it has a provider of its own. */
export function Tooltip(props: TooltipProps) {
  const shared = useContext(Shared)
  return shared ? (
    <OneTooltip {...props} />
  ) : (
    <TooltipProvider>
      <OneTooltip {...props} />
    </TooltipProvider>
  )
}

function OneTooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Radix.Root open={isOpen && text !== undefined} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys ? <Kbd chord={keys} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
