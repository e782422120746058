// A page that is one form: a column in the middle, the focus in its first control, or in itself where it has none, and the keys of a form.
import { type ReactNode, useRef } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import { useLayer } from './focus-stack.ts'
import styles from './form-page.module.css'

interface FormPageProps {
  title: string
  lead?: ReactNode
  /** The page draws its own heading, which says something else than its name. */
  ownHeading?: boolean | undefined
  wide?: boolean | undefined
  children: ReactNode
}

const FIRST = 'input:not([type="hidden"], [type="radio"], [type="checkbox"], :disabled), textarea, button[role="combobox"]'
/** Of a page that has nothing to fill in. */
const OTHERWISE = 'button:not(:disabled), a[href]'

export function FormPage({ title, lead, ownHeading, wide, children }: FormPageProps) {
  const page = useRef<HTMLElement>(null)
  useLayer('form', { element: () => page.current })
  useFocusHome(() => {
    const within = (what: string) => page.current?.querySelector<HTMLElement>(what)
    const target = within(FIRST) ?? within(OTHERWISE) ?? page.current
    target?.focus()
  })
  return (
    <section className={styles.formPage} data-part="form-page" ref={page} aria-label={title} tabIndex={-1}>
      <div className={wide ? classNames(styles.column, styles.wide) : styles.column} data-part="column">
        {ownHeading ? null : <h2>{title}</h2>}
        {lead ? <div className={styles.lead}>{lead}</div> : null}
        {children}
      </div>
    </section>
  )
}
