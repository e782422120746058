// The stack of what is mounted (page, grid, workbench, editor, form, overlay): the topmost says what keys mean and which records they act on.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { create } from 'zustand'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { FilterPort, SelectionPort } from '#commands/kit/ports.ts'
import type { Layer } from '#commands/kit/when.ts'

export interface LayerHandle {
  /** Where the layer lives in the document; needed by layers that keys may act on only while they hold the focus. */
  element?(): HTMLElement | null
  /** The marked records, or the focused one when none is marked; the same object for as long as nothing changed. */
  target?(): AnyTarget
  /** How many records are marked; a focused row is not a marked one. */
  picked?(): number
  selection?: Omit<SelectionPort, 'target'>
  filter?: FilterPort
  /** The word at the left of the hint bar: 'NAVEGAR', 'PLANILHA'. */
  mode?: string
  /** Whether it is written into like a spreadsheet. */
  sheet?: boolean
  /** Any value that changes when target, picked or mode do, so that toolbars draw again. */
  revision?: unknown
}

export interface MountedLayer {
  readonly key: number
  readonly kind: Layer
  readonly handle: () => LayerHandle
}

/** What Esc closes, in this order; within one level, the newest first. */
export const escapeLevels = ['editor', 'popover', 'dialog', 'work', 'filter', 'selection'] as const
export type EscapeLevel = (typeof escapeLevels)[number]
interface Escape {
  readonly key: number
  readonly level: EscapeLevel
  /** True when there was something to leave. */
  readonly leave: () => boolean
}

interface FocusStack {
  layers: readonly MountedLayer[]
  escapes: readonly Escape[]
  revision: number
}

export const useFocusStack = create<FocusStack>(() => ({ layers: [], escapes: [], revision: 0 }))

let nextKey = 0
const byKey = (a: { readonly key: number }, b: { readonly key: number }): number => a.key - b.key

// Numbers are drawn while rendering, parents before children; effects run the other way round, so the stack is sorted by number.
// biome-ignore lint/correctness/useExhaustiveDependencies: a new number each time it becomes active
const useKey = (active: boolean): number => useMemo(() => nextKey++, [active])

/** Pushes a layer for as long as the component is mounted (and `active`). A key pressed on what is seen must find its layer: no later effect will do. */
export function useLayer(kind: Layer, handle: LayerHandle = {}, active = true): void {
  const latest = useRef(handle)
  latest.current = handle
  const key = useKey(active)
  useLayoutEffect(() => {
    if (!active) return
    useFocusStack.setState(stack => ({ layers: [...stack.layers, { key, kind, handle: () => latest.current }].sort(byKey) }))
    return () => useFocusStack.setState(stack => ({ layers: stack.layers.filter(layer => layer.key !== key) }))
  }, [kind, active, key])
  const { revision, mode } = handle
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are exactly what asks for a redraw
  useEffect(() => {
    useFocusStack.setState(stack => ({ revision: stack.revision + 1 }))
  }, [revision, mode])
}

/** Takes part in the Esc chain for as long as it is mounted. `leave` answers false when there is nothing to leave. */
export function useEscape(level: EscapeLevel, leave: () => boolean, active = true): void {
  const latest = useRef(leave)
  latest.current = leave
  const key = useKey(active)
  useLayoutEffect(() => {
    if (!active) return
    useFocusStack.setState(stack => ({ escapes: [...stack.escapes, { key, level, leave: () => latest.current() }].sort(byKey) }))
    return () => useFocusStack.setState(stack => ({ escapes: stack.escapes.filter(one => one.key !== key) }))
  }, [level, active, key])
}

/** The same outside a component; answers the way out of the chain. */
export function onEscape(level: EscapeLevel, leave: () => boolean): () => void {
  const mine: Escape = { key: nextKey++, level, leave }
  useFocusStack.setState(stack => ({ escapes: [...stack.escapes, mine] }))
  return () => useFocusStack.setState(stack => ({ escapes: stack.escapes.filter(one => one !== mine) }))
}

/** One step back; false when nobody had anything to leave. With `only`, the chain stops after those levels. */
export function runEscape(only: readonly EscapeLevel[] = escapeLevels): boolean {
  const { escapes } = useFocusStack.getState()
  for (const level of escapeLevels) {
    if (!only.includes(level)) continue
    for (const one of escapes.filter(entry => entry.level === level).reverse()) if (one.leave()) return true
  }
  return false
}

export const topLayer = (): MountedLayer | undefined => useFocusStack.getState().layers.at(-1)

/** The newest layer whose handle has the part asked for: a drawer over a grid leaves the grid's selection in force. */
export function nearest<K extends keyof LayerHandle>(part: K): LayerHandle[K] | undefined {
  for (const layer of [...useFocusStack.getState().layers].reverse()) {
    const found = layer.handle()[part]
    if (found !== undefined) return found
  }
  return undefined
}
