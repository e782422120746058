// Popovers: a small layer at a control, closed by Esc or a press outside; keys pressed inside stay inside.
import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './floating.module.css'

export interface PopoverProps {
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** the control that opens it; without it, pass `anchor` and control `open` yourself */
  trigger?: ReactElement | undefined
  /** where to appear when there is no trigger: at a grid cell, for example */
  anchor?: { current: HTMLElement | null } | undefined
  label: string
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  width?: number | undefined
  className?: string | undefined
  /** takes the focus once it has closed, instead of the control or place it stood at */
  onClosed?: (() => void) | undefined
  children: ReactNode
}

export function Popover({
  open,
  onOpenChange,
  trigger,
  anchor,
  label,
  side = 'bottom',
  align = 'start',
  width,
  className,
  onClosed,
  children,
}: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      {anchor ? (
        <Radix.Anchor
          virtualRef={{
            get current() {
              return anchor.current ?? document.body
            },
          }}
        />
      ) : null}
      <Radix.Portal>
        <Radix.Content
          className={classNames(styles.pop, styles.floating, styles.popover, className)}
          data-part="popover"
          style={width ? { width } : undefined}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={event => {
            if (onClosed) {
              event.preventDefault()
              return onClosed()
            }
            // Radix only knows triggers: without one, the focus returns to where the popover stood.
            if (trigger || document.activeElement !== document.body || !anchor?.current?.isConnected) return
            event.preventDefault()
            anchor.current.focus({ preventScroll: true })
          }}
          onKeyDown={event => {
            if (event.key !== 'Escape') event.stopPropagation()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
