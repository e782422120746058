// The title of a region, which leads to the whole of what it shows a part of.
import type { ReactNode } from 'react'
import { Icon } from '#client/kit/icon.tsx'
import styles from './home.module.css'
import { type Place, To } from './links.tsx'

export function RegionTitle({ c, place, title, children }: { c: string; place: Place; title: string; children?: ReactNode }) {
  return (
    <h2 className={styles.title}>
      <To c={c} place={place}>
        {title}
        <Icon name="chevron-right" size="s" />
      </To>
      {children}
    </h2>
  )
}

/** A region with nothing to show yet: what it is for, and the one thing to do about it. */
export function Invitation({ c, words, place, action }: { c: string; words: string; place: Place; action: string }) {
  return (
    <p className={styles.invitation}>
      <span>{words}</span>
      <To c={c} place={place}>
        {action}
      </To>
    </p>
  )
}
