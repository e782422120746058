// The drawn parts of the palette: a row with its hits in bold, the chips before the input, the footer.
import { Command } from 'cmdk'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { shownChord } from '#commands/kit/keys.ts'
import { boldRanges } from '#commands/kit/search.ts'
import palette from './palette.module.css'
import type { PaletteRow } from './palette-rows.ts'

/** A title with what the query hit in bold. */
export function Marked({ text, query }: { text: string; query: string }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of boldRanges(text, query)) {
    parts.push(<Fragment key={from}>{text.slice(from, start)}</Fragment>, <b key={`b${start}`}>{text.slice(start, end)}</b>)
    from = end
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}

export function Row({ row, query, onPick }: { row: PaletteRow; query: string; onPick: (row: PaletteRow) => void }) {
  const off = row.refused !== undefined
  return (
    <Command.Item
      value={row.value}
      className={classNames(palette.pr, row.command?.destroys && palette.danger, off && palette.off, row.dimmed && palette.off)}
      data-refused={off || undefined}
      onSelect={() => onPick(row)}
    >
      {row.icon ? <Icon name={row.icon} /> : <span className={palette.noIcon} />}
      <span className={classNames(textStyles.cut, palette.title)} data-part="title">
        <Marked text={row.title} query={query} />
      </span>
      {row.subtitle ? <span className={classNames(palette.sub, textStyles.cut)}>{row.subtitle}</span> : null}
      {row.right ? <span className={palette.val}>{row.right}</span> : null}
      <span className={palette.atKeys}>
        {row.keys.map(chord => (
          <Kbd key={chord} chord={shownChord(chord)} split />
        ))}
      </span>
    </Command.Item>
  )
}

/** A row that is not a record: 'ver todos os N', 'Buscar valor', 'tenta de novo'. */
export function PlainRow({ value, icon, onPick, children }: { value: string; icon?: IconName; onPick: () => void; children: ReactNode }) {
  return (
    <Command.Item value={value} className={palette.pr} onSelect={onPick}>
      {icon ? <Icon name={icon} /> : <span className={palette.noIcon} />}
      <span className={classNames(textStyles.cut, palette.title)} data-part="title">
        {children}
      </span>
    </Command.Item>
  )
}

export function GroupTitle({ title, aside }: { title: string; aside?: string | undefined }) {
  return (
    <span className={palette.heading}>
      {title}
      {aside ? <span>{aside}</span> : null}
    </span>
  )
}

export function Foot({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={palette.ft} aria-hidden="true">
      {children}
      {end ? <span className={palette.end}>{end}</span> : null}
    </div>
  )
}

export function FootHint({ chords, children }: { chords: readonly string[]; children: ReactNode }) {
  return (
    <span>
      {chords.map(chord => (
        <Kbd key={chord} chord={chord} />
      ))}
      {children}
    </span>
  )
}
