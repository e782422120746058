// A page of the manual: what a screen is for, and its tasks step by step. Names and keys of commands are never written, only referred to.

import type { RegisterArea } from '#resources/names.ts'
import type { CommandId } from '../index.ts'
import type { ScreenId, screens } from '../screens.ts'

/** Plain words, or a command: its name, its button and its keys are then read from the registry. */
export type Step = string | { readonly run: CommandId }

export interface Task {
  /** As whoever looks for it would say it: 'Pagar uma conta'. */
  readonly title: string
  readonly steps: readonly Step[]
}

export interface ManualPage {
  /** Where it is called other than its screen. */
  readonly title?: string
  /** Two to four plain sentences. */
  readonly about: string
  readonly tasks: readonly Task[]
}

/** Every screen the rail lists must have a page: one without does not compile. */
export type RailScreen = {
  [S in ScreenId]: (typeof screens)[S] extends { readonly rail: string } ? S : S extends RegisterArea ? S : never
}[ScreenId]

/** Screens that the rail does not list may have a page of their own; without one they share that of their area. */
export type ManualPages<R extends RailScreen> = Readonly<Record<R, ManualPage>> & Readonly<Partial<Record<ScreenId, ManualPage>>>
