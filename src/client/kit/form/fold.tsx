// A part of a form that says in one line what it holds, and opens for a change or for what must be put right in it.
import { type ReactNode, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import text from '../look/text.module.css'
import styles from './fold.module.css'

interface FoldProps {
  icon: IconName
  title: string
  /** Below the title. */
  origin?: string | undefined
  /** What the folded part says. */
  summary: string
  /** Its fields: a problem in one of them opens it. */
  fields: readonly string[]
  isOpen?: boolean
  children: ReactNode
}

export function Fold({ icon, title, origin, summary, fields, isOpen = false, children }: FoldProps) {
  const { errors } = useFormState()
  const [pressed, setPressed] = useState<boolean>()
  const open = fields.some(field => errors[field] !== undefined) || (pressed ?? isOpen)
  return (
    <div className={styles.fold}>
      <button type="button" className={styles.foldHead} aria-expanded={open} onClick={() => setPressed(!open)}>
        <Icon name={icon} />
        <span className={styles.what}>
          <span className={classNames(text.cut, text.med)}>{title}</span>
          {origin ? <span className={classNames(text.m, text.small)}>{origin}</span> : null}
        </span>
        <span className={classNames(text.m, styles.end)}>{summary}</span>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size="s" />
      </button>
      {open ? <div className={styles.foldBody}>{children}</div> : null}
    </div>
  )
}
