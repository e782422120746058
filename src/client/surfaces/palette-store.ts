// The palette's own state: open or not, what is typed, in which mode, over which context.
import { create } from 'zustand'
import type { Context } from '#commands/kit/gate.ts'
import { currentContext, useWhereabouts } from './context.ts'
import { useHouse } from './house.ts'
import { onIntent } from './intents.ts'
import type { PaletteItem } from './palette-source.ts'
import { leaveFlow, rememberOpener, useFlow } from './steps.ts'

/** '>' actions, '?' help, '.' actions of the selection, or the prefix of a source. */
export type PaletteMode = string

interface PaletteState {
  readonly open: boolean
  /** Counts the openings: each begins with nothing of the one before. */
  readonly opening: number
  readonly query: string
  readonly mode: PaletteMode | undefined
  /** The row whose further actions are listed. */
  readonly more: PaletteItem | undefined
  /** What was on screen when it opened: commands are judged by it, not by the palette itself. */
  readonly context: Context | undefined
  /** Readings picked for words of a sentence. */
  readonly picked: ReadonlyMap<string, string>
}
const CLOSED: Omit<PaletteState, 'opening'> = {
  open: false,
  query: '',
  mode: undefined,
  more: undefined,
  context: undefined,
  picked: new Map(),
}
export const usePalette = create<PaletteState>(() => ({ ...CLOSED, opening: 0 }))

// Opened before the rights were read, it offers what they allow as soon as they are.
useWhereabouts.subscribe(({ isRightsKnown }, before) => {
  const { open, context } = usePalette.getState()
  if (open && isRightsKnown && !before.isRightsKnown) usePalette.setState({ context: currentContext(context?.facts.layer) })
})

export function openPalette(options: { mode?: PaletteMode; query?: string } = {}): void {
  const { open, context } = usePalette.getState()
  if (!open) {
    rememberOpener()
    for (const source of useHouse.getState().options?.sources ?? []) void source.prepare?.()
  }
  usePalette.setState({
    open: true,
    query: options.query ?? '',
    mode: options.mode,
    more: undefined,
    picked: new Map(),
    context: open && context ? context : currentContext(),
  })
}

/** Closes without running anything; a step flow under way is left. */
export function closePalette(): void {
  usePalette.setState(({ opening }) => ({ ...CLOSED, opening: opening + 1 }))
  if (useFlow.getState().flow !== undefined) leaveFlow()
}

/** The first free step back: the further actions, the mode, then the palette itself. */
export function stepOutOfPalette(): void {
  const { more, mode } = usePalette.getState()
  if (more !== undefined) usePalette.setState({ more: undefined, query: '' })
  else if (mode !== undefined && mode !== '.') usePalette.setState({ mode: undefined })
  else closePalette()
}

/** Answers the palette's intents from here on; returns the way to stop. */
export function answerPaletteActions(): () => void {
  const stops = [
    onIntent('palette.toggle', () => (usePalette.getState().open ? closePalette() : openPalette())),
    onIntent('palette.actions', () => openPalette({ mode: '.' })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
