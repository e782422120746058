// What each named move of the workbench does to its desk; the screen around it is passed in.
import type { DeskMove } from '#commands/intents.ts'
import type { LineArrangement, LineGrouping, LineSort } from '#commands/reconcile.ts'
import { counted } from '#domain/text.ts'
import { amountSearch } from './candidate-search.ts'
import type { Desk } from './desk.ts'
import { TABS } from './desk-lines.ts'
import { openCents } from './line.ts'
import { nextGrouping, nextSort } from './line-order.ts'

const SORT_WORDS: Readonly<Record<LineSort, string>> = { date: 'data', amount: 'valor', confidence: 'confiança' }
const GROUPING_WORDS: Readonly<Record<LineGrouping, string>> = {
  none: 'sem grupos',
  payer: 'agrupadas por pagador',
  suggestion: 'agrupadas pelo que é sugerido',
}

/** The screen around a desk. */
export interface DeskSurroundings {
  /** Accounts in the order of the switcher. */
  readonly accountIds: readonly string[]
  readonly today: string
  /** Rows of one screen of the list. */
  page(): number
  focusSearch(): void
  focusFinder(): void
  /** To who listens. */
  say(text: string): void
  /** To who looks, for a moment. */
  show(title: string): void
}

export type DeskMoves = Readonly<Record<`workbench.${DeskMove | 'choose'}`, () => void>>

const step = <T>(list: readonly T[], now: T, by: number): T =>
  list[(((list.indexOf(now) + by) % list.length) + list.length) % list.length] as T

export function deskMoves(desk: Desk, around: DeskSurroundings): DeskMoves {
  const { accountIds, today, page, say, show } = around
  return {
    'workbench.down': () => desk.move(1),
    'workbench.up': () => desk.move(-1),
    'workbench.first': () => desk.end('first'),
    'workbench.last': () => desk.end('last'),
    'workbench.page-down': () => desk.move(page()),
    'workbench.page-up': () => desk.move(-page()),
    'workbench.toggle': () => desk.toggle(),
    'workbench.extend-down': () => desk.move(1, true),
    'workbench.extend-up': () => desk.move(-1, true),
    'workbench.select-all': () => desk.selectAll(),
    'workbench.enter': () => desk.enterChoices(),
    'workbench.leave': () => void desk.leaveChoices(),
    'workbench.tab-next': () => desk.show(step(TABS, desk.tab, 1)),
    'workbench.tab-previous': () => desk.show(step(TABS, desk.tab, -1)),
    'workbench.account-next': () => desk.showAccount(step([undefined, ...accountIds], desk.accountId, 1)),
    'workbench.account-previous': () => desk.showAccount(step([undefined, ...accountIds], desk.accountId, -1)),
    'workbench.choose': () => choose(desk, say),
    'workbench.alike': () => markAlike(desk, say),
    'workbench.apart': () => {
      if (!desk.takeApart()) say('Esta linha não está em um grupo')
    },
    'workbench.difference': () => {
      if (!desk.explain(-1)) show('Não há diferença a explicar nesta linha')
    },
    'workbench.review': () => review(desk, around),
    'workbench.search': () => search(desk, around),
    'workbench.find': () => {
      desk.findLines(desk.lineSearch ?? '', today)
      around.focusFinder()
    },
    'workbench.sort': () => say(arrange(desk, { sort: nextSort(desk.arrangement.sort) })),
    'workbench.group': () => say(arrange(desk, { grouping: nextGrouping(desk.arrangement.grouping) })),
    'workbench.mark-group': () => {
      if (desk.arrangement.grouping === 'none') say('As linhas não estão em grupos')
      else desk.markGroup()
    },
    'workbench.create': () => desk.openSheet('create'),
    'workbench.split': () => desk.openSheet('split'),
    'workbench.rule': () => desk.openSheet('rule'),
  }
}

/** Enter where nothing is certain: into the choice; where there is none, says what can be done. */
function choose(desk: Desk, say: DeskSurroundings['say']): void {
  if (desk.checked) return
  // The joint lines or documents are not equal yet: their difference is what has to be decided.
  if (desk.docs.size > 0 && desk.explain(-1)) return
  if (desk.allChoices.length === 0)
    say(desk.pane === 'choices' ? 'Nada por perto. N cria a conta, T é transferência' : 'Sem sugestão. Buscando as mais próximas')
  desk.enterChoices()
}

function markAlike(desk: Desk, say: DeskSurroundings['say']): void {
  const count = desk.markAlike()
  say(count < 2 ? 'Nenhuma outra linha como esta' : `${counted(count, ['linha marcada', 'linhas marcadas'])}. Uma resposta vale para todas`)
}

/** Answers what to say of it. */
export function arrange(desk: Desk, change: Partial<LineArrangement>): string {
  desk.arrange(change)
  const { sort, grouping } = desk.arrangement
  return `Linhas por ${SORT_WORDS[sort]}, ${GROUPING_WORDS[grouping]}`
}

function review(desk: Desk, { say, show }: DeskSurroundings): void {
  if (desk.checked) return void desk.clearMarks()
  const count = desk.review()
  if (count === 0) show('Nada é certo sem que você olhe')
  else say(`${counted(count, ['certa marcada', 'certas marcadas'])}. Enter concilia`)
}

function search(desk: Desk, { focusSearch }: DeskSurroundings): void {
  const [line] = desk.joint
  if (!line || desk.tab !== 'PENDING') return
  if (desk.searching === undefined) desk.search(amountSearch(desk.joint.reduce((sum, each) => sum + openCents(each), 0)))
  focusSearch()
}
