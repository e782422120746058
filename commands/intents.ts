// Every intent and reading of the house: the closed list of what commands ask of the screen.

import type { Profile } from '#contract/auth.ts'
import type { Candidate } from '#contract/reconciliation.ts'
import type { LegalEntity } from '#contract/registry.ts'
import type { SheetReview } from '#contract/sheet-imports.ts'
import type { Period } from '#domain/date-grammar.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import type { GuideOnScreen } from './first-steps.ts'
import type { HandoverOnScreen } from './handover.ts'
import type { RowChoice, WatchedJob } from './imports.ts'
import type { Records } from './kit/command.ts'
import type { BenchOnScreen } from './month-end.ts'
import type { LineArrangement, LineChange, NewRule } from './reconcile.ts'
import type { MonthOnScreen, ReportFile } from './reports.ts'
import type { ListEdit } from './title-cells.ts'

/** Moves of the list that has the focus; a ledger and a register each answer those they have. */
export type GridMove =
  | 'bottom'
  | 'clear'
  | 'columns'
  | 'columns-reset'
  | 'copy'
  | 'down'
  | 'edit'
  | 'end'
  | 'extend-bottom'
  | 'extend-down'
  | 'extend-end'
  | 'extend-home'
  | 'extend-jump-down'
  | 'extend-jump-left'
  | 'extend-jump-right'
  | 'extend-jump-up'
  | 'extend-left'
  | 'extend-page-down'
  | 'extend-page-up'
  | 'extend-right'
  | 'extend-top'
  | 'extend-up'
  | 'fill'
  | 'fill-right'
  | 'filter-column'
  | 'group'
  | 'home'
  | 'invert'
  | 'jump-down'
  | 'jump-left'
  | 'jump-right'
  | 'jump-up'
  | 'keep-visible'
  | 'left'
  | 'open'
  | 'open-tab'
  | 'page-down'
  | 'page-up'
  | 'reapply'
  | 'right'
  | 'select-all'
  | 'select-here'
  | 'sheet'
  | 'sort'
  | 'space'
  | 'toggle'
  | 'top'
  | 'ungroup'
  | 'up'

/** Moves of the reconciliation workbench. */
export type DeskMove =
  | 'account-next'
  | 'account-previous'
  | 'alike'
  | 'apart'
  | 'create'
  | 'difference'
  | 'down'
  | 'enter'
  | 'extend-down'
  | 'extend-up'
  | 'find'
  | 'first'
  | 'group'
  | 'last'
  | 'leave'
  | 'mark-group'
  | 'page-down'
  | 'page-up'
  | 'review'
  | 'rule'
  | 'search'
  | 'select-all'
  | 'sort'
  | 'split'
  | 'tab-next'
  | 'tab-previous'
  | 'toggle'
  | 'up'

/** Moves of the day that the home's chart points at. */
export type HomeMove = 'day-next' | 'day-open' | 'day-previous'

/** A file the server sent, to be kept under this name. */
export interface NamedFile {
  readonly file: unknown
  readonly name: string
}

type Bare<Name extends string> = Record<Name, undefined>

declare module './kit/intents.ts' {
  interface Intents
    extends Bare<`grid.${GridMove}`>,
      Bare<`workbench.${DeskMove}`>,
      Bare<`duplicate.${'first' | 'last' | 'next' | 'previous'}`>,
      Bare<`home.${HomeMove}`>,
      Bare<`report.${'basis' | 'months' | 'print' | 'subject'}`> {
    'budget.clear': undefined
    'budget.copy-across': undefined
    'company.fill': LegalEntity
    'first-steps.continue': undefined
    'company.pin': undefined
    /** The digit of a pinned company. */
    'company.pinned': number
    'company.switch': undefined
    'density.toggle': undefined
    'difference.toggle': DifferenceKind
    'drawer.close': undefined
    'drawer.edit': undefined
    'drawer.step': { id: string; by: number }
    'file.save': NamedFile
    /** Several files go into one archive. */
    'files.save': { files: readonly NamedFile[]; archive: string }
    'filter.focus': undefined
    'focus.record': string
    'form.enter-advances': undefined
    'help.open': { query: string } | undefined
    /** What the server said of taking back one change; no reason when it is done. */
    'history.answered': { id: string; reason?: string }
    'import.choice-refused': undefined
    'import.chosen': readonly RowChoice[]
    'invoices.tab': undefined
    'job.watch': WatchedJob
    'ladder.next-break': undefined
    /** So many lines are settled for good. */
    'lines.counted': number
    'lines.failed': LineChange & { error: unknown }
    'lines.leave': LineChange
    'lines.settled': LineChange
    /** An address of this house, with or without its origin. */
    'link.copy': string
    'list.failed': ListEdit
    'list.optimistic': ListEdit
    'list.settled': ListEdit
    'palette.actions': undefined
    'palette.toggle': undefined
    /** Bills on their way to a payment order; nothing forgets them. */
    'payment.choose': { companyId: string; ids: readonly string[]; day?: string | undefined } | undefined
    'period.all': undefined
    'period.next': undefined
    'period.previous': undefined
    'period.set': Period
    'rail.toggle': undefined
    /** What was answered in other companies just now, one batch each. */
    'replay.done': readonly Records['replay_done'][]
    /** The batch that was taken back. */
    'replay.undone': string
    'session.ended': undefined
    'session.profile': Profile
    'statement.upload': undefined
    'theme.toggle': undefined
    'transfers.tab': undefined
    /** The digit of a view. */
    'view.open': number
    'view.save': string
    'workbench.account': string
    'workbench.arrange': Partial<LineArrangement>
    'workbench.choose': undefined
    'workbench.combinations': { ids: readonly string[]; sets: readonly Candidate[] }
    /** The place of a suggestion in its list; -1 is the one already chosen. */
    'workbench.explain': number
    'workbench.offer-closed': undefined
    /** Runs a command that has a permission of its own. */
    'workbench.run': 'reconcile.ignore' | 'reconcile.transfer'
    'workbench.show': Records['statement_line']['status']
  }

  interface Readings {
    /** The open step of the guide; undefined while it is not on screen, or nothing of it is left. */
    'first-steps.current': GuideOnScreen
    /** The import under review: its rows have the focus, so it is no target. */
    'import.current': Records['import']
    'sheet.current': SheetReview
    /** The month the close screen shows. */
    'month.current': MonthOnScreen
    'handover.current': HandoverOnScreen
    /** The month whose page is on screen, 'yyyy-MM'. */
    'month.shown': string
    /** What the report on screen shows, as its download must be asked for. */
    'report.file': ReportFile
    'workbench.current': BenchOnScreen
    /** The rule that the last answers by hand would make. */
    'workbench.offer': NewRule
  }
}
