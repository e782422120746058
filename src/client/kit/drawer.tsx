// The right drawer for one record: not modal, so the grid beside it keeps its keys and its focus.
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './drawer.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface DrawerProps {
  /** names the region for screen readers: 'Energia elétrica, outubro' */
  label: string
  /** the small line of the header: 'Conta 3 de 28' */
  where?: ReactNode
  onClose: () => void
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** at most three actions */
  footer?: ReactNode
  children: ReactNode
}

export function Drawer({ label, where, onClose, onPrevious, onNext, footer, children }: DrawerProps) {
  return (
    <aside
      className={styles.drawer}
      aria-label={label}
      data-region="drawer"
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <span className={styles.where}>{where}</span>
        {onPrevious ? <IconButton icon="chevron-left" label="Anterior" onClick={onPrevious} /> : null}
        {onNext ? <IconButton icon="chevron-right" label="Próxima" onClick={onNext} /> : null}
        <IconButton icon="x" label="Fechar" keys="Escape" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer ? <footer>{footer}</footer> : null}
    </aside>
  )
}

interface DrawerSectionProps {
  title?: string | undefined
  /** at the right end of the section title */
  action?: ReactNode
  children: ReactNode
}

export function DrawerSection({ title, action, children }: DrawerSectionProps) {
  return (
    <section>
      {title ? (
        <h3>
          {title}
          {action ? <span className={styles.end}>{action}</span> : null}
        </h3>
      ) : null}
      {children}
    </section>
  )
}

interface NoteProps {
  kind?: 'danger' | 'warning' | 'info' | 'ok' | undefined
  children: ReactNode
}

const NOTE_ICONS = { danger: 'triangle-alert', warning: 'clock-3', info: 'info', ok: 'circle-check' } as const satisfies Record<
  string,
  IconName
>

/** One tinted line with a glyph: 'Vencida há 6 dias, em 05/11/2026'. */
export function Note({ kind = 'danger', children }: NoteProps) {
  return (
    <p className={classNames(styles.alert, kind !== 'danger' && styles[kind])} data-part="note">
      <Icon name={NOTE_ICONS[kind]} size="s" />
      <span>{children}</span>
    </p>
  )
}
