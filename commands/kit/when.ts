// Where a command exists: clauses over closed sets, data and not a function, so that two commands can be proven never to meet.

import { REGISTER_AREAS } from '#resources/names.ts'

const others = [
  'global',
  'auth',
  'dashboard',
  'bills',
  'capture',
  'receivables',
  'entries',
  'conciliation',
  'statements',
  'accounts',
  'transfers',
  'duplicates',
  'periods',
  'categories',
  'taxes',
  'bank_slips',
  'billings',
  'service_invoices',
  'product_invoices',
  'consumer_invoices',
  'queue',
  'wallet',
  'payments',
  'payment_files',
  'connections',
  'history',
  'reports',
  'documents',
  'rules',
  'notifications',
  'users',
  'associates',
  'certificate',
  'subscription',
  'annual_statements',
  'api_keys',
  'webhooks',
  'handover',
  'profile',
  'settings',
  'organization',
  'question',
  'manual',
] as const
/** The registers, and what is no register. */
export const areas = [...REGISTER_AREAS, ...others] as const
export type Area = (typeof areas)[number]

/** A screen's id begins with its area, so that a screen clause implies the area: 'bills.list', 'bills.detail'. */
export type Screen = Area | `${Area}.${string}`

export type Layer = 'page' | 'grid' | 'workbench' | 'editor' | 'form' | 'overlay'

/** How many rows are marked; a focused row is not a marked one. */
export const pickedStates = ['none', 'one', 'many'] as const
export type Picked = (typeof pickedStates)[number]

/** What is on screen now. */
export interface Facts {
  area: Area
  screen: Screen
  layer: Layer
  picked: Picked
  /** Whether a company is open. */
  company: boolean
  /** Whether the person works in an accounting office. */
  office: boolean
  /** Whether the person leads that office. */
  manages?: boolean
  /** Whether the list in focus is written into like a spreadsheet. */
  sheet?: boolean
}

type Some<T> = T | readonly T[]

export interface Clause {
  area?: Some<Area>
  screen?: Some<Screen>
  /** Absent means the calm layers (page, grid, workbench): no single key acts behind a form, an editor or a dialog by accident. */
  layer?: Some<Layer>
  /** 'some' stands for one or more. */
  picked?: Some<Picked | 'some'>
  company?: boolean
  office?: boolean
  manages?: boolean
  sheet?: boolean
}

/** One clause (all of it must hold) or several (any of them). */
export type When = Clause | readonly Clause[]

export const CALM_LAYERS: readonly Layer[] = ['page', 'grid', 'workbench']
/** For what begins something else, or leads away: a page with a form keeps what was typed. */
export const WITH_FORMS: readonly Layer[] = [...CALM_LAYERS, 'form']
/** For what must answer everywhere: the palette, the cheat sheet. */
export const ANY_LAYER: readonly Layer[] = ['page', 'grid', 'workbench', 'editor', 'form', 'overlay']

/** Anywhere in a company, on a page with a form too: by palette, button and menu. Its keys belong to an area (`keysIn`). */
export const IN_COMPANY = { company: true, layer: WITH_FORMS } as const satisfies Clause

const list = <T extends string>(some: Some<T>): readonly T[] => (typeof some === 'string' ? [some] : some)
const clausesOf = (when: When | undefined): readonly Clause[] => (when === undefined ? [{}] : isList(when) ? when : [when])
const isList = (when: When): when is readonly Clause[] => Array.isArray(when)
const areaOf = (screen: Screen): Area => screen.split('.', 1)[0] as Area

function pickedOf(clause: Clause): readonly Picked[] {
  if (clause.picked === undefined) return pickedStates
  return list(clause.picked).flatMap(state => (state === 'some' ? (['one', 'many'] as const) : [state]))
}

const layersOf = (clause: Clause): readonly Layer[] => (clause.layer === undefined ? CALM_LAYERS : list(clause.layer))

/** The pairs of (area, screen) a clause allows: undefined means any. */
function placesOf(clause: Clause): { areas: readonly Area[] | undefined; screens: readonly Screen[] | undefined } {
  const named = clause.area === undefined ? undefined : list(clause.area)
  const screens = clause.screen === undefined ? undefined : list(clause.screen)
  if (screens === undefined) return { areas: named, screens }
  const kept = named === undefined ? screens : screens.filter(screen => named.includes(areaOf(screen)))
  return { areas: kept.map(areaOf), screens: kept }
}

const meets = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): boolean =>
  a === undefined || b === undefined ? (a ?? b ?? [0]).length > 0 : a.some(one => b.includes(one))

export function matches(when: When | undefined, facts: Facts): boolean {
  return clausesOf(when).some(clause => {
    const { areas: inAreas, screens } = placesOf(clause)
    return (
      (inAreas === undefined || inAreas.includes(facts.area)) &&
      (screens === undefined || screens.includes(facts.screen)) &&
      layersOf(clause).includes(facts.layer) &&
      pickedOf(clause).includes(facts.picked) &&
      (clause.company === undefined || clause.company === facts.company) &&
      (clause.office === undefined || clause.office === facts.office) &&
      (clause.manages === undefined || clause.manages === (facts.manages ?? false)) &&
      (clause.sheet === undefined || clause.sheet === (facts.sheet ?? false))
    )
  })
}

/** Whether some moment satisfies both; exact, because every dimension is a closed set and a clause is their product. */
export function overlaps(a: When | undefined, b: When | undefined): boolean {
  return clausesOf(a).some(one => clausesOf(b).some(other => clausesMeet(one, other)))
}

function clausesMeet(a: Clause, b: Clause): boolean {
  const left = placesOf(a)
  const right = placesOf(b)
  return (
    meets(left.areas, right.areas) &&
    meets(left.screens, right.screens) &&
    meets(layersOf(a), layersOf(b)) &&
    meets(pickedOf(a), pickedOf(b)) &&
    (a.company === undefined || b.company === undefined || a.company === b.company) &&
    (a.office === undefined || b.office === undefined || a.office === b.office) &&
    (a.manages === undefined || b.manages === undefined || a.manages === b.manages) &&
    (a.sheet === undefined || b.sheet === undefined || a.sheet === b.sheet)
  )
}

export const pickedCount = (count: number): Picked => (count === 0 ? 'none' : count === 1 ? 'one' : 'many')

/** Whether it exists in sheets alone. */
export const isOnlyInSheet = (when: When | undefined): boolean => clausesOf(when).every(({ sheet }) => sheet === true)

/** Where the keys of a command count: all of its `when`, or only the area or screens its keys are kept to, and there on no form. */
export function keysWhen({ when, keysIn }: { readonly when?: When; readonly keysIn?: Area | Clause }): When | undefined {
  if (keysIn === undefined) return when
  const kept = typeof keysIn === 'string' ? { area: keysIn } : keysIn
  return clausesOf(when).map(({ layer, ...clause }) => ({
    ...clause,
    ...(layer === undefined || layer === WITH_FORMS ? {} : { layer }),
    ...kept,
  }))
}
