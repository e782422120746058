// The blocks of the palette's list: a group of rows, the chips of modes on phones, the help, and what is offered when nothing is found.
import { Command } from 'cmdk'
import type { Opening } from '#commands/kit/sentence.ts'
import { nearest } from './focus-stack.ts'
import { houseOptions } from './house.ts'
import palette from './palette.module.css'
import type { Mode } from './palette-modes.ts'
import { GroupTitle, PlainRow, Row } from './palette-parts.tsx'
import { itemRow, openingRow, type PaletteGroup, type PaletteRow } from './palette-rows.ts'
import { ActCard } from './palette-sentence.tsx'
import type { PaletteSource } from './palette-source.ts'
import { closePalette, usePalette } from './palette-store.ts'

export const allOf = (group: string): string => `all:${group}`

export function Group({
  group,
  query,
  onPick,
  seeAll,
}: {
  group: PaletteGroup
  query: string
  onPick: (row: PaletteRow) => void
  seeAll: PaletteSource | undefined
}) {
  const hidden = group.total > group.rows.length
  return (
    <Command.Group value={group.id} heading={<GroupTitle title={group.title} aside={group.aside} />}>
      {group.rows.map((row, slot) =>
        row.act && group.id === 'line' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as the groups
          <ActCard key={slot} row={{ ...row, act: row.act }} onPick={onPick} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as the groups
          <Row key={slot} row={row} query={query} onPick={onPick} />
        ),
      )}
      {hidden && seeAll !== undefined ? (
        <PlainRow
          value={allOf(group.id)}
          icon="ellipsis"
          onPick={() => {
            if (seeAll.seeAll === undefined) usePalette.setState({ mode: seeAll.prefix })
            else {
              closePalette()
              seeAll.seeAll(query)
            }
          }}
        >
          ver todos os {new Intl.NumberFormat('pt-BR').format(group.total)}
        </PlainRow>
      ) : null}
    </Command.Group>
  )
}

export function ModeChips({ modes, mode }: { modes: readonly Mode[]; mode: string | undefined }) {
  return (
    <div className={palette.modes}>
      {modes.map(one => (
        <button
          key={one.prefix}
          type="button"
          aria-pressed={mode === one.prefix}
          onClick={() => usePalette.setState({ mode: mode === one.prefix ? undefined : one.prefix })}
        >
          {one.title}
        </button>
      ))}
    </div>
  )
}

export function Help({ modes }: { modes: readonly Mode[] }) {
  return (
    <Command.Group heading={<GroupTitle title="Comece por um sinal ou pela palavra" />}>
      {modes.map(one => (
        <PlainRow key={one.prefix} value={`mode:${one.prefix}`} onPick={() => usePalette.setState({ mode: one.prefix, query: '' })}>
          <kbd>{one.prefix}</kbd> {one.title} <span className={palette.sub}>ou “{one.word} …”</span>
        </PlainRow>
      ))}
    </Command.Group>
  )
}

/** 'Mostrando excluir energia. Procurar exluir enrgia': said where a letter was taken for another. */
export function ReadInstead({ read, query, onLiteral }: { read: string; query: string; onLiteral: () => void }) {
  return (
    <p className={palette.guessed} data-part="read-instead">
      Mostrando <b>{read}</b>. Procurar{' '}
      <button type="button" onClick={onLiteral}>
        {query}
      </button>
    </p>
  )
}

interface NothingFoundProps {
  readonly query: string
  /** What the query begins to say. */
  readonly openings: readonly Opening[]
  readonly pick: (row: PaletteRow) => void
}

export function NothingFound({ query, openings, pick }: NothingFoundProps) {
  const fallbacks = houseOptions().fallbacks?.(query) ?? []
  const values = houseOptions().sources?.some(source => source.prefix === '=') === true
  const filter = nearest('filter')
  return (
    <Command.Group heading={<GroupTitle title={`Nada para ‘${query}’`} />}>
      {openings.map(opening => (
        <Row key={opening.command.id} row={openingRow(opening)} query="" onPick={pick} />
      ))}
      {fallbacks.map(item => (
        <Row key={item.id} row={itemRow('fallback', item)} query="" onPick={pick} />
      ))}
      {filter ? (
        <PlainRow
          value="nothing:filter"
          icon="funnel"
          onPick={() => {
            closePalette()
            filter.set(query)
          }}
        >
          Filtrar lista por ‘{query}’
        </PlainRow>
      ) : null}
      {values ? (
        <PlainRow value="nothing:value" icon="search" onPick={() => usePalette.setState({ mode: '=' })}>
          Buscar valor
        </PlainRow>
      ) : null}
    </Command.Group>
  )
}
