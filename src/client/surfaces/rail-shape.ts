// Whether the rail is short or whole and which of its groups are folded: the person's choice, kept on this device.
import { create } from 'zustand'

const RAIL = 'razao.rail'

export interface RailShape {
  /** Undefined until the person chooses: short for whoever is of no office. */
  readonly whole?: boolean | undefined
  /** Headings of the groups that are closed. */
  readonly folded: readonly string[]
}

/** What was kept, or undefined when it is none of ours. */
export function readRailShape(value: unknown): RailShape | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { whole, folded } = value as { whole?: unknown; folded?: unknown }
  if (!Array.isArray(folded) || !folded.every(one => typeof one === 'string')) return undefined
  return typeof whole === 'boolean' ? { whole, folded } : { folded }
}

function shapeOfDevice(): RailShape {
  try {
    return readRailShape(JSON.parse(localStorage.getItem(RAIL) ?? 'null')) ?? { folded: [] }
  } catch {
    return { folded: [] }
  }
}

export const useRailShape = create<{ shape: RailShape }>(() => ({ shape: shapeOfDevice() }))

export function setRailShape(shape: RailShape): void {
  localStorage.setItem(RAIL, JSON.stringify(shape))
  useRailShape.setState({ shape })
}
