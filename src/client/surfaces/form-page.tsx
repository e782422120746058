// A page that is one form: a column in the middle, the focus in its first control, or in itself where it has none, and the keys of a form.
import { type ReactNode, useEffect, useRef } from 'react'
import { useLayer } from './focus-stack.ts'
import './form-page.css'

interface FormPageProps {
  title: string
  lead?: ReactNode
  wide?: boolean | undefined
  children: ReactNode
}

const FIRST = 'input:not([type="hidden"]):not(:disabled), textarea, button[role="combobox"]'

export function FormPage({ title, lead, wide, children }: FormPageProps) {
  const page = useRef<HTMLElement>(null)
  useLayer('form', { element: () => page.current })
  useEffect(() => {
    const timer = setTimeout(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.id === 'main')
        (page.current?.querySelector<HTMLElement>(FIRST) ?? page.current)?.focus()
    }, 60)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className="form-page" ref={page} aria-label={title} tabIndex={-1}>
      <div className={wide ? 'column wide' : 'column'}>
        <h2>{title}</h2>
        {lead ? <div className="lead">{lead}</div> : null}
        {children}
      </div>
    </section>
  )
}
