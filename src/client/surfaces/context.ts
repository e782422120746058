// Where the person is: area, screen, company and rights, which the shell sets; the layer and the records, which the focus stack knows.
import { createContext, useContext } from 'react'
import { create } from 'zustand'
import { isOffline, useIsOffline } from '#client/data/connection.ts'
import { type AnyTarget, type CompanyRef, noTarget } from '#commands/kit/command.ts'
import type { Context, Need } from '#commands/kit/gate.ts'
import { type Area, type Layer, pickedCount, type Screen } from '#commands/kit/when.ts'
import { nearest, topLayer, useFocusStack } from './focus-stack.ts'

interface Whereabouts {
  area: Area
  screen: Screen
  /** The screen whose list is on the page; `screen` may stand over the list of another area. */
  list: Screen
  company: CompanyRef | undefined
  can: (need: Need) => boolean
  /** The rights in the open company have been read: until then `can` refuses everything. */
  isRightsKnown: boolean
  office: boolean
  manages: boolean
  /** When the open company last changed to another one, in ms. */
  jumped_at: number | undefined
}

export const useWhereabouts = create<Whereabouts>(() => ({
  area: 'global',
  screen: 'global',
  list: 'global',
  company: undefined,
  can: () => false,
  isRightsKnown: false,
  office: false,
  manages: false,
  jumped_at: undefined,
}))

/** Told by the shell on every navigation. A change of company (not the first one opened) is remembered with its moment. */
export function setWhereabouts(
  next: {
    area: Area
    screen: Screen
    list?: Screen
    company?: CompanyRef | undefined
    can?: (need: Need) => boolean
    office?: boolean
    manages?: boolean
  },
  now: number,
): void {
  useWhereabouts.setState(before => ({
    area: next.area,
    screen: next.screen,
    list: next.list ?? next.screen,
    company: next.company,
    can: next.can ?? before.can,
    isRightsKnown: next.can !== undefined || (before.isRightsKnown && before.company?.id === next.company?.id),
    office: next.office ?? before.office,
    manages: next.manages ?? before.manages,
    jumped_at: before.company !== undefined && next.company !== undefined && next.company.id !== before.company.id ? now : before.jumped_at,
  }))
}

// Floating layers of the kit cannot push themselves (it knows no surface), so they are recognised in the document.
const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-layer="overlay"]'

/** The layer an event on this element belongs to: an open dialog or menu first, then a form (a drawer's, beside a living list), else the top of the stack. */
export function layerAt(element: Element | null): Layer {
  if (element?.closest(FLOATING) || (typeof document !== 'undefined' && document.querySelector('[data-part="scrim"]'))) return 'overlay'
  if (element?.closest('form')) return 'form'
  return topLayer()?.kind ?? 'page'
}

export function currentTarget(): AnyTarget {
  return nearest('target')?.() ?? noTarget(useWhereabouts.getState().company)
}

/** The context a key, a button or the palette is judged by. The palette passes the layer it was opened over. */
export function currentContext(layer: Layer = topLayer()?.kind ?? 'page'): Context {
  const { area, screen, company, can, office, manages } = useWhereabouts.getState()
  const picked = pickedCount(nearest('picked')?.() ?? 0)
  const sheet = nearest('sheet') ?? false
  return {
    facts: { area, screen, layer, picked, company: company !== undefined, office, manages, sheet },
    target: currentTarget(),
    can,
    offline: isOffline(),
  }
}

/** The record that buttons and menus under it act on, whatever the list beside them has marked or in focus: an open drawer's own. */
export const ActsOn = createContext<AnyTarget | undefined>(undefined)

function contextOn(target: AnyTarget | undefined): Context {
  const now = currentContext()
  return target === undefined ? now : { ...now, facts: { ...now.facts, picked: 'none' }, target }
}

/** The context, drawn again whenever it may have changed. */
export function useContextNow(): Context {
  useWhereabouts()
  useFocusStack()
  useIsOffline()
  return contextOn(useContext(ActsOn))
}

/** Asks for the context at the moment of a press. */
export function useContextLater(): () => Context {
  const target = useContext(ActsOn)
  return () => contextOn(target)
}
