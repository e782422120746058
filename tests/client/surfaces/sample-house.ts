// A house for surface tests: the sample commands, fake outer ports, and the browser parts jsdom lacks.
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { call } from '#client/data/api.ts'
import { clearToasts } from '#client/kit/toast.ts'
import { useAsking } from '#client/surfaces/asked/asking.ts'
import { setWhereabouts, useWhereabouts } from '#client/surfaces/context.ts'
import { useKeyboard } from '#client/surfaces/dispatcher.ts'
import { useFocusStack } from '#client/surfaces/focus-stack.ts'
import { type HouseOptions, openHouse } from '#client/surfaces/house.ts'
import { usePalette } from '#client/surfaces/palette-store.ts'
import { useRefusals } from '#client/surfaces/refusals.tsx'
import { useFlow } from '#client/surfaces/steps.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import type { Answer, Endpoint } from '#contract/kit/endpoint.ts'
import { sampleCommands } from '#tests/commands/kit/sample.ts'

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export interface SampleHouse {
  readonly calls: { id: string; input: unknown }[]
  readonly went: unknown[]
  readonly reverted: (readonly string[])[]
}

interface SampleOptions extends Partial<HouseOptions> {
  fail?: () => unknown
  now?: () => number
  /** Calls go on to the fake server. */
  served?: boolean
}

export function openSampleHouse(options: SampleOptions = {}): SampleHouse {
  vi.stubGlobal('ResizeObserver', NoResizes)
  Element.prototype.scrollIntoView = () => {}
  const calls: SampleHouse['calls'] = []
  const went: unknown[] = []
  const reverted: (readonly string[])[] = []
  const { fail, now = () => 1_000_000, served = false, ...rest } = options
  let batches = 0
  openHouse({
    commands: sampleCommands,
    platform: 'other',
    mapError: error => ({ title: 'Erro', message: error instanceof Error ? error.message : '' }),
    ports: {
      async call<E extends Endpoint>(row: E, ...[input]: readonly unknown[]) {
        const failure = fail?.()
        if (failure !== undefined) throw failure
        calls.push({ id: row.id, input })
        if (served) return call(row, input as never)
        return { data: {} as Answer<E>, batch_id: `batch-${++batches}` }
      },
      go: (to, options) => void went.push(options?.newTab ? `${String(to)} in a new tab` : to),
      clipboard: { write: async () => {}, read: async () => '' },
      now,
      today: () => '2026-11-11',
      newId: () => 'id',
      async revert(ids) {
        reverted.push(ids)
        return ids.map(id => `-${id}`)
      },
    },
    ...rest,
  })
  setWhereabouts({ area: 'bills', screen: 'bills.list', company: { id: 'k', name: 'Padaria Sol Nascente' }, can: () => true }, 0)
  return { calls, went, reverted }
}

export function closeSampleHouse(): void {
  cleanup()
  clearToasts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  usePalette.setState({ open: false, query: '', mode: undefined, more: undefined, context: undefined })
  useAsking.setState({ stack: [] })
  sessionStorage.clear()
  useFlow.setState({ flow: undefined })
  useAsking.setState({ stack: [] })
  useUndo.setState({ done: {}, undone: {} })
  useRefusals.setState({ rows: new Map() })
  useKeyboard.setState({ pending: [], continuations: [], used: false })
  useFocusStack.setState({ layers: [], escapes: [], revision: 0 })
  useWhereabouts.setState({ jumped_at: undefined, company: undefined })
}
