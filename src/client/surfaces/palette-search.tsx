// The searching face of the palette: prefixes become chips, groups come from commands and sources, nothing found still offers a way on.
import { Command } from 'cmdk'
import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { StepChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { useGradual } from '#client/kit/use-gradual.ts'
import { recordUse } from '#commands/kit/search.ts'
import type { Piece, Reading } from '#commands/kit/sentence.ts'
import { fold } from '#domain/text.ts'
import { currentContext } from './context.ts'
import { changeUsage, houseOptions, useHouse } from './house.ts'
import { intend } from './intents.ts'
import palette from './palette.module.css'
import { PaletteFoot } from './palette-foot.tsx'
import { allOf, Group, Help, ModeChips, NothingFound, ReadInstead } from './palette-groups.tsx'
import { modesOf, readMode } from './palette-modes.ts'
import { PlainRow } from './palette-parts.tsx'
import {
  asTyped,
  commandGroups,
  commandRows,
  firstInHand,
  itemRow,
  onlyLosses,
  type PaletteGroup,
  type PaletteRow,
  readInstead,
  selectionTitle,
  upTo,
  withinLimit,
} from './palette-rows.ts'
import { Chips, pickedWith, Readings, Understood } from './palette-sentence.tsx'
import type { PaletteItem, PaletteSource } from './palette-source.ts'
import { closePalette, usePalette } from './palette-store.ts'
import { runAct } from './run-act.ts'
import { runCommand } from './runner.ts'
import { type Act, isDoubtful, keyOfAct, soughtWith } from './sentences.ts'
import { ActiveDescendant, useSpokenResults } from './spoken-results.ts'
import { doubtfulPiece, useActs, useOpenings } from './use-acts.ts'
import { useSources } from './use-sources.ts'

const NO_SOURCES: readonly PaletteSource[] = []
const PREFETCH_AFTER_MS = 120
/** As many as a tall window shows; the others are drawn when these are on the screen. */
const ROWS_AT_ONCE = 10
/** No row's value: with none at all, cmdk would take up the first row by itself. */
const NOTHING_IN_HAND = 'nothing in hand'

/** `rehearses`: drawn unseen with this typed, over the commands alone. */
export function PaletteSearch({ rehearses }: { rehearses?: string | undefined }) {
  const state = usePalette()
  const { mode, more, context: opened } = state
  const query = rehearses ?? state.query
  const { registry, usage, options } = useHouse()
  const context = useMemo(() => opened ?? currentContext(), [opened])
  const sources = (rehearses === undefined && options?.sources) || NO_SOURCES
  const modes = useMemo(() => modesOf(sources), [sources])
  const commands = useMemo(() => commandRows(registry, context), [registry, context])
  const [attempt, setAttempt] = useState(0)
  const now = options?.ports.now() ?? 0

  const asked = useMemo(() => {
    if (more !== undefined || mode === '.' || mode === '>' || mode === '?') return NO_SOURCES
    if (mode !== undefined) return sources.filter(source => source.prefix === mode)
    return query.trim() === '' ? NO_SOURCES : sources
  }, [sources, mode, more, query])
  const offered = useActs(query, mode === undefined && more === undefined, context)
  const [chosen, setChosen] = useState<{ query: string; key: string }>()
  const kept = offered.filter(act => chosen?.query === query && keyOfAct(act) === chosen.key)
  const acts = kept.length > 0 ? kept : offered
  const sought = soughtWith(query, acts)
  const guess = sought === query ? undefined : acts[0]?.read
  const answers = useSources(asked, sought, mode !== undefined, attempt)
  const fromCommands = useMemo(
    () =>
      more !== undefined || (mode !== undefined && mode !== '.' && mode !== '>')
        ? []
        : commandGroups({ query, mode, context, commands, usage, now, acts }),
    [query, mode, more, context, commands, usage, now, acts],
  )
  const [literal, setLiteral] = useState('')
  const found = [...fromCommands, ...answers.groups.map(group => ({ ...group, read: group.read ?? guess }))]
  const listed = more !== undefined ? [moreGroup(more, query)] : literal === query ? asTyped(found) : found
  // What holds some of the words is offered, and so is what could be made of all of them.
  const empty = listed.every(group => group.loose || group.rows.length === 0) && !answers.busy && answers.failed.length === 0
  const openings = useOpenings(query, empty && mode === undefined, context)
  const told = openings.length > 0 ? [] : listed
  const groups = more === undefined ? withinLimit(told) : told
  const read = readInstead(groups)
  const rows = groups.flatMap(group => group.rows)
  const firstValue = firstInHand(rows, query)?.value ?? (onlyLosses(rows) ? NOTHING_IN_HAND : '')
  // Row 1 is active again on each new result set, and on none other.
  const results = `${mode ?? ''} ${query} ${more?.id ?? ''} ${firstValue}`
  const [held, setHeld] = useState({ results, value: '' })
  const current = held.results === results && isDrawn(held.value, groups) ? held.value : undefined
  const drawn = upTo(useGradual(rows.length, ROWS_AT_ONCE), groups)
  /** Of which results a person has moved among the rows. */
  const moved = useRef('')
  const move = () => {
    moved.current = results
  }
  // cmdk takes up a row by itself when the one it had is gone: told its own with another blank, which it trims, it lets go.
  const [refusals, setRefusals] = useState(0)
  const highlight = (next: string) =>
    moved.current === results || firstValue === '' ? setHeld({ results, value: next }) : next !== firstValue && setRefusals(refusals + 1)

  useSpokenResults(rows, query, answers.busy || acts.length > 0)

  const source = (row: PaletteRow | undefined) => sources.find(one => row?.value.startsWith(`${one.id}:`))
  const highlighted = rows.find(row => row.value === (current ?? firstValue))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row alone says when the highlight moved
  useEffect(() => {
    const item = highlighted?.item
    const from = source(highlighted)
    if (item === undefined || from?.highlight === undefined) return
    const timer = setTimeout(() => from.highlight?.(item), PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [highlighted?.value])

  const type = (text: string) => {
    if (more === undefined && mode === undefined) {
      const read = readMode(text, modes, commands.begins)
      if (read !== undefined) return usePalette.setState({ mode: read.mode.prefix, query: read.rest })
    }
    usePalette.setState({ query: text })
  }
  const pick = (row: PaletteRow, newTab = false) => {
    if (row.act !== undefined && row.refused === undefined) return take(row.act, row, newTab)
    if (row.refused !== undefined) return announce(`${row.title}: ${row.refused}`, 'assertive')
    changeUsage(recordUse(useHouse.getState().usage, row.usage, query, now))
    const { command, answers: given, item } = row
    if (command !== undefined) {
      closePalette()
      void runCommand(command, { source: given === undefined ? 'palette' : 'line', context, newTab, ...(given ? { answers: given } : {}) })
    } else if (item !== undefined) {
      closePalette()
      if (item.run !== undefined) item.run({ newTab })
      else if (item.go !== undefined) houseOptions().ports.go(item.go, newTab ? { newTab } : {})
    }
  }

  // In doubt the first Enter says which; the next one does it.
  const take = (act: Act, row: PaletteRow, open: boolean) => {
    if (isDoubtful(acts)) return setChosen({ query, key: keyOfAct(act) })
    changeUsage(recordUse(useHouse.getState().usage, row.usage, query, now))
    closePalette()
    void runAct(act, open)
  }
  const shownAct = acts.find(act => act.command.destroys !== true) ?? acts[0]
  const [chip, setChip] = useState<number>()
  const choose = (piece: Piece, reading: Reading) => {
    usePalette.setState(({ picked }) => ({ picked: pickedWith(picked, piece, reading) }))
    input.current?.focus()
  }
  const input = useRef<HTMLInputElement>(null)
  const asking = doubtfulPiece(shownAct, chip)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The caret keeps Home and End.
    if (event.key.startsWith('Arrow')) move()
    else if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
    else if (event.key === 'Backspace' && query === '' && (mode !== undefined || more !== undefined)) {
      event.preventDefault()
      usePalette.setState(more === undefined ? { mode: undefined } : { more: undefined })
    } else if (event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault()
      const firstChip = document.querySelector<HTMLElement>('[data-part="palette"] [data-part="chips"] button')
      if (firstChip !== null) return firstChip.focus()
      const item = highlighted && furtherActions(highlighted)
      if (item !== undefined) usePalette.setState({ more: item, query: '' })
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.shiftKey) && highlighted !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      pick(highlighted, true)
    }
  }

  const modeChip =
    mode === undefined ? undefined : mode === '.' ? selectionTitle(context.target).title : modes.find(one => one.prefix === mode)?.title
  return (
    <Command
      shouldFilter={false}
      vimBindings={false}
      loop
      value={`${current ?? firstValue}${' '.repeat(refusals % 2)}`}
      onValueChange={highlight}
      label="Buscar ou executar"
    >
      <div className={palette.in}>
        <Icon name="search" />
        {modeChip ? <StepChip>{modeChip}</StepChip> : null}
        {more ? <StepChip>{more.title}</StepChip> : null}
        <span className={palette.typing}>
          {shownAct ? <Understood query={query} act={shownAct} /> : null}
          <Command.Input
            ref={input}
            value={query}
            onValueChange={type}
            onKeyDown={onKeyDown}
            onFocus={() => setChip(undefined)}
            placeholder={modeChip ? '' : 'Buscar ou executar'}
            aria-label="Buscar ou executar"
          />
          <ActiveDescendant input={input} />
        </span>
        <button type="button" className={palette.close} onClick={closePalette}>
          Fechar
        </button>
      </div>
      <div className={classNames(palette.bar2, answers.busy && palette.busy)} data-part={answers.busy ? 'busy' : undefined} />
      <ModeChips modes={modes} mode={mode} />
      {shownAct ? <Chips act={shownAct} onOpen={setChip} onPick={choose} onLeave={() => input.current?.focus()} /> : null}
      <Command.List className={palette.res} label="Resultados" aria-busy={answers.busy} onPointerMoveCapture={move}>
        {mode === '?' ? <Help modes={modes} /> : null}
        {read === undefined ? null : (
          <ReadInstead
            read={read}
            query={query.trim()}
            onLiteral={() => {
              setLiteral(query)
              input.current?.focus()
            }}
          />
        )}
        {drawn.map((group, slot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups and rows are slots, which change their words at every key and are not made anew
          <Fragment key={slot}>
            <Group group={group} query={read ?? query} onPick={pick} seeAll={sources.find(one => one.id === group.id)} />
            {group.id === 'line' && asking ? <Readings piece={asking} digits={chip !== undefined} onPick={choose} /> : null}
          </Fragment>
        ))}
        {answers.failed.map(one => (
          <PlainRow key={one.id} value={`failed:${one.id}`} icon="triangle-alert" onPick={() => setAttempt(attempt + 1)}>
            Falha ao buscar {one.title.toLowerCase()} — Enter tenta de novo
          </PlainRow>
        ))}
        {empty && mode !== '?' && query.trim() !== '' ? <NothingFound query={query.trim()} openings={openings} pick={pick} /> : null}
      </Command.List>
      <PaletteFoot modes={modes} act={shownAct} inHand={highlighted !== undefined} back={mode !== undefined || more !== undefined} />
    </Command>
  )
}

/** Whether one of the rows on screen has this value: 'ver todos os N' is one. */
const isDrawn = (value: string, groups: readonly PaletteGroup[]): boolean =>
  groups.some(({ id, rows }) => value === allOf(id) || rows.some(row => row.value === value))

// Tab on a command offers to give it a key; on a record, its own actions.
function furtherActions(row: PaletteRow): PaletteItem | undefined {
  const { command, item } = row
  if (item?.actions !== undefined && item.actions.length > 0) return item
  if (command === undefined) return undefined
  const remap = () => void intend('help.open', { query: command.title })
  return { id: row.value, title: command.title, actions: [{ id: 'keys', title: 'Ver ou mudar as teclas', icon: 'keyboard', run: remap }] }
}

function moreGroup(item: PaletteItem, query: string): PaletteGroup {
  const wanted = fold(query.trim())
  const actions = (item.actions ?? []).filter(action => fold(action.title).includes(wanted))
  const rows = actions.map(({ id, title, icon, run }) => itemRow('more', { id: `${item.id}/${id}`, title, run, ...(icon ? { icon } : {}) }))
  return { id: 'more', title: 'Mais ações', rows, total: rows.length }
}
