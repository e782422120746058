// Which screen the matched routes show, and over which list.
import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { ScreenId } from '#commands/screens.ts'

type Matched = readonly { readonly staticData?: StaticDataRouteOption }[]

/** The screen of the innermost route; undefined where no route has one. */
export const screenOf = (matches: Matched): ScreenId | undefined =>
  matches.map(match => match.staticData?.screen).findLast(screen => screen !== null && screen !== undefined) ?? undefined

/** The screen whose list lies under what is shown over it; undefined where nothing lies over a list. */
export const listUnder = (matches: Matched): ScreenId | undefined =>
  matches.map(match => match.staticData?.over).findLast(one => one !== undefined)
