// The views of a list as tabs with their digits: one tab stop, arrows move within.
import type { KeyboardEvent } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { formatCount } from '#domain/text.ts'
import ledger from './ledger.module.css'
import type { View } from './views.ts'

interface ViewTabsProps {
  views: readonly View[]
  counts: ReadonlyMap<number, number>
  open: View | undefined
  onOpen(view: View): void
}

export function ViewTabs({ views, counts, open: opened, onOpen }: ViewTabsProps) {
  const open = opened ? views.indexOf(opened) : -1
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    const at = tabs.indexOf(event.target as HTMLElement)
    const last = tabs.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    if (to === undefined || at < 0) return
    event.preventDefault()
    tabs[to]?.focus()
  }
  return (
    <div data-part="tabs" role="tablist" aria-label="Visões" onKeyDown={onKeyDown}>
      {views.map((view, at) => (
        <button
          key={view.digit}
          type="button"
          role="tab"
          aria-selected={at === open}
          tabIndex={at === Math.max(0, open) ? 0 : -1}
          className={at === open ? classNames(ledger.v, ledger.on) : ledger.v}
          onClick={() => onOpen(view)}
        >
          {view.title} <Count of={counts.get(view.digit)} /> <Kbd chord={String(view.digit)} />
        </button>
      ))}
    </div>
  )
}

const Count = ({ of: count }: { of: number | undefined }) => (count ? <span className={text.count}>{formatCount(count)}</span> : null)
