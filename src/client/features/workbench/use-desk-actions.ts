// The named moves of the workbench: what its commands ask of the screen, answered by the desk.
import type { RefObject } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { showToast } from '#client/kit/toast.ts'
import { useToday } from '#client/kit/today.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { useEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { houseOptions, useHouse } from '#client/surfaces/house.ts'
import { intend, useAnswer, useIntent, useMoves } from '#client/surfaces/intents.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { DeskMove } from '#commands/intents.ts'
import type { LineArrangement, LineChange, LineGrouping, LineSort } from '#commands/reconcile.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { amountSearch } from './candidate-search.ts'
import { type Choice, confidenceOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { TABS } from './desk-lines.ts'
import { openCents, shortDay } from './line.ts'
import { nextGrouping, nextSort } from './line-order.ts'

const CONFIDENCE = { high: 'alta', medium: 'média', low: 'baixa', none: '' } as const
const SORT_WORDS: Readonly<Record<LineSort, string>> = { date: 'data', amount: 'valor', confidence: 'confiança' }
const GROUPING_WORDS: Readonly<Record<LineGrouping, string>> = {
  none: 'sem grupos',
  payer: 'agrupadas por pagador',
  suggestion: 'agrupadas pelo que é sugerido',
}
const DONE = { CONCILIATED: 'Conciliado', IGNORED: 'Ignorado', PENDING: 'De volta às pendentes' } as const

function leadWords(first: Choice | undefined): string {
  if (first === undefined) return 'sem sugestão'
  if (first.kind === 'transfer') return 'transferência provável'
  if (first.kind === 'ghost') return first.ghost.rule ? `regra ${first.ghost.rule.name}` : 'lançamento provável'
  const level = CONFIDENCE[confidenceOf(first.candidate)]
  return level ? `sugestão ${level}, ${first.candidate.score} %` : 'sem sugestão'
}

/** 'Conciliado. Próxima: 14/11, R$ 320,00, sugestão alta, 95 %. 41 restantes'. */
export function nextWords(desk: Desk, to: LineChange['to']): string {
  const line = desk.current
  const count = desk.count('PENDING')
  const left = counted(count, ['restante', 'restantes'])
  if (!line) return `${DONE[to]}. ${left}`
  return `${DONE[to]}. Próxima: ${shortDay(line.date)}, ${formatCents(Math.abs(openCents(line)))}, ${leadWords(desk.suggested(line)[0])}. ${left}`
}

const step = <T>(list: readonly T[], now: T, by: number): T =>
  list[(((list.indexOf(now) + by) % list.length) + list.length) % list.length] as T

/** An open list of a field keeps Esc for itself. */
const inOpenList = () => document.activeElement?.matches('[role="combobox"][aria-expanded="true"]') === true

export interface DeskScreen {
  root: RefObject<HTMLElement | null>
  /** Accounts in the order of the switcher. */
  accountIds: readonly string[]
  /** Rows of one screen of the list. */
  page(): number
  focusSearch(): void
  focusFinder(): void
}

export function useDeskActions(desk: Desk, { root, accountIds, page, focusSearch, focusFinder }: DeskScreen): void {
  const company = useWhereabouts(now => now.company)
  const today = useToday()
  const find = () => {
    desk.findLines(desk.lineSearch ?? '', today)
    focusFinder()
  }
  const search = () => {
    const [line] = desk.joint
    if (!line || desk.tab !== 'PENDING') return
    if (desk.searching === undefined) desk.search(amountSearch(desk.joint.reduce((sum, each) => sum + openCents(each), 0)))
    focusSearch()
  }
  const moves: Readonly<Record<`workbench.${DeskMove | 'choose'}`, () => void>> = {
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
    'workbench.choose': () => choose(desk),
    'workbench.alike': () => {
      const count = desk.markAlike()
      announce(
        count < 2
          ? 'Nenhuma outra linha como esta'
          : `${counted(count, ['linha marcada', 'linhas marcadas'])}. Uma resposta vale para todas`,
      )
    },
    'workbench.apart': () => {
      if (!desk.takeApart()) announce('Esta linha não está em um grupo')
    },
    'workbench.difference': () => {
      if (!desk.explain(-1)) showToast({ id: 'desk', title: 'Não há diferença a explicar nesta linha' })
    },
    'workbench.review': () => review(desk),
    'workbench.search': search,
    'workbench.find': find,
    'workbench.sort': () => arrange(desk, { sort: nextSort(desk.arrangement.sort) }),
    'workbench.group': () => arrange(desk, { grouping: nextGrouping(desk.arrangement.grouping) }),
    'workbench.mark-group': () => {
      if (desk.arrangement.grouping === 'none') announce('As linhas não estão em grupos')
      else desk.markGroup()
    },
    'workbench.create': () => desk.openSheet('create'),
    'workbench.split': () => desk.openSheet('split'),
    'workbench.rule': () => desk.openSheet('rule'),
  }
  useMoves(moves, move => move())
  useIntent('workbench.explain', place => void desk.explain(place))
  useIntent('workbench.run', id => {
    const command = useHouse.getState().registry.get(id)
    if (command) void runCommand(command, { source: 'key' })
  })
  useIntent('workbench.combinations', ({ ids: [first], sets }) => {
    if (first !== undefined && first === desk.joint[0]?.id) desk.setCombinations(first, sets)
  })
  useIntent('workbench.show', tab => desk.show(tab))
  useIntent('workbench.account', id => {
    desk.showAccount(id)
    desk.show('PENDING')
    const first = desk.firstDoubt()
    if (first !== undefined) desk.moveTo(first)
  })
  useAnswer('workbench.offer', () => desk.offeredRule)
  useIntent('workbench.offer-closed', () => desk.closeOffer())
  useIntent('workbench.arrange', change => arrange(desk, change))
  useIntent('filter.focus', () => (desk.pane === 'choices' && !desk.onPhone ? search() : find()))
  useIntent('focus.record', id => desk.want(id))
  useIntent('difference.toggle', kind => desk.togglePart(kind))
  const proposed = desk.explaining?.parts.length === 0 ? desk.explaining.proposals?.[0] : undefined
  useIntent(
    'difference.propose',
    () => {
      if (desk.explaining && proposed) desk.setExplaining({ ...desk.explaining, parts: proposed.parts })
    },
    proposed !== undefined,
  )
  useLineChanges(desk)
  useLayer('workbench', {
    element: () => root.current,
    target: () => desk.target(company),
    picked: () => desk.picked,
    selection: {
      set: (_, ids) => desk.setMarks(ids),
      selectAll: () => desk.selectAll(),
      invert: () => {},
      clear: () => void desk.clearMarks(),
    },
    mode: desk.checked ? 'REVISÃO' : desk.pane === 'choices' ? 'SUGESTÕES' : 'LINHAS',
    revision: desk.version,
  })
  useLayer('editor', { mode: 'DIFERENÇA' }, desk.explaining !== undefined)
  useLayer('form', { mode: 'FORMULÁRIO' }, desk.sheet !== undefined)
  useEscape('editor', () => {
    if (inOpenList() || !desk.explaining) return false
    desk.setExplaining(undefined)
    return true
  })
  useEscape('dialog', () => {
    if (inOpenList() || !desk.sheet) return false
    desk.openSheet(undefined)
    return true
  })
  useEscape('filter', () => {
    if (inOpenList() || desk.searching === undefined) return false
    desk.search(undefined)
    return true
  })
  useEscape('filter', () => {
    const inLines = desk.onPhone || (desk.pane === 'lines' && !desk.checked)
    if (inOpenList() || !inLines || desk.searching !== undefined || desk.lineSearch === undefined) return false
    desk.findLines(undefined, today)
    return true
  })
  useEscape('selection', () => !inOpenList() && (desk.leaveChoices() || desk.clearMarks()))
}

/** Enter where nothing is certain: into the choice; where there is none, says what can be done. */
function choose(desk: Desk): void {
  if (desk.checked) return
  // The joint lines or documents are not equal yet: their difference is what has to be decided.
  if (desk.docs.size > 0 && desk.explain(-1)) return
  if (desk.allChoices.length === 0)
    announce(desk.pane === 'choices' ? 'Nada por perto. N cria a conta, T é transferência' : 'Sem sugestão. Buscando as mais próximas')
  desk.enterChoices()
}

function arrange(desk: Desk, change: Partial<LineArrangement>): void {
  desk.arrange(change)
  const { sort, grouping } = desk.arrangement
  announce(`Linhas por ${SORT_WORDS[sort]}, ${GROUPING_WORDS[grouping]}`)
}

function review(desk: Desk): void {
  if (desk.checked) return void desk.clearMarks()
  const count = desk.review()
  const text = count === 0 ? 'Nada é certo sem que você olhe' : `${counted(count, ['certa marcada', 'certas marcadas'])}. Enter concilia`
  if (count === 0) showToast({ id: 'desk', title: text })
  else announce(text)
}

/** Writes of the commands: lines leave at once, and a refusal brings them back. */
function useLineChanges(desk: Desk): void {
  useIntent('lines.leave', change => {
    desk.leave(change)
    announce(nextWords(desk, change.to))
  })
  useIntent('lines.settled', change => {
    desk.settled(change)
    if (change.to !== 'PENDING' && !change.partial) intend('lines.counted', change.ids.length)
  })
  useIntent('lines.failed', ({ error, ...change }) => {
    const { title, message } = houseOptions().mapError(error, {
      id: 'reconcile',
      title: 'Conciliar',
      takes: 'none',
      run: async () => undefined,
    })
    desk.refused(change, message ?? title)
  })
}
