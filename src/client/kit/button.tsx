// Buttons: primary, secondary, ghost, danger and icon-only, labelled with the key that does the same.
import * as Slot from 'radix-ui/slot'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { ariaChord, Kbd } from './kbd.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  variant?: ButtonVariant | undefined
  /** form: 36 px high, for dialogs and forms; otherwise 28 px, for bars */
  size?: 'bar' | 'form' | undefined
  icon?: IconName | undefined
  /** chord shown as a key cap and told to assistive technology */
  keys?: string | undefined
  /** fills the width of its region */
  block?: boolean | undefined
  /** the action is running: shows a spinner and ignores presses */
  busy?: boolean | undefined
  /** renders the only child (a link) with the look of a button */
  asChild?: boolean | undefined
  children?: ReactNode
}

export function Button({
  variant = 'secondary',
  size = 'bar',
  icon,
  keys,
  block,
  busy,
  asChild,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const names = classNames(
    styles.btn,
    variant !== 'secondary' && styles[variant],
    size === 'form' && styles.form,
    block && styles.block,
    className,
  )
  const spoken = keys ? ariaChord(keys) : undefined
  if (asChild)
    return (
      <Slot.Root
        className={names}
        data-part="button"
        data-variant={variant}
        data-size={size}
        data-block={block || undefined}
        aria-keyshortcuts={spoken}
        onClick={onClick as never}
        {...(rest as object)}
      >
        {children}
      </Slot.Root>
    )
  return (
    <button
      type="button"
      className={names}
      data-part="button"
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      aria-keyshortcuts={spoken}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy ? <span className={styles.spin} aria-hidden="true" /> : icon ? <Icon name={icon} size="s" /> : null}
      {children}
      {keys ? <Kbd chord={keys} /> : null}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconName
  /** read aloud and shown on hover; never the only source of something important */
  label: string
  keys?: string | undefined
  variant?: ButtonVariant | undefined
  size?: 'bar' | 'form' | undefined
}

export function IconButton({ icon, label, keys, variant = 'ghost', size = 'bar', className, ...rest }: IconButtonProps) {
  const names = classNames(styles.btn, styles.icon, variant !== 'secondary' && styles[variant], size === 'form' && styles.form, className)
  return (
    <button
      type="button"
      className={names}
      data-part="button"
      data-shape="icon"
      data-variant={variant}
      data-size={size}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys ? ariaChord(keys) : undefined}
      {...rest}
    >
      <Icon name={icon} size="s" />
    </button>
  )
}
