// Tabs: arrows move between them; each may carry a count and the key that opens it.
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatCount } from '#domain/text.ts'
import { Kbd } from './kbd.tsx'
import text from './look/text.module.css'
import styles from './tabs.module.css'

export interface Tab {
  id: string
  title: string
  count?: number | undefined
  keys?: string | undefined
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
  /** the content of the open tab */
  children?: ReactNode
}

export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List className={styles.tabs} data-part="tabs" aria-label={label}>
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className={styles.tab}
            {...(children === undefined ? { 'aria-controls': undefined } : {})}
          >
            {tab.title}
            {tab.count === undefined ? null : <span className={text.count}>{formatCount(tab.count)}</span>}
            {tab.keys ? <Kbd chord={tab.keys} /> : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children === undefined ? null : (
        <Radix.Content value={value} className={styles.tabPanel}>
          {children}
        </Radix.Content>
      )}
    </Radix.Root>
  )
}
