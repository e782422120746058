// The named moves of the workbench: what its commands ask of the screen, answered by the desk.
import { type RefObject, useEffect } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { showToast } from '#client/kit/toast.ts'
import { useToday } from '#client/kit/today.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { useEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { houseOptions, useHouse } from '#client/surfaces/house.ts'
import { intend, useAnswer, useIntent, useMoves } from '#client/surfaces/intents.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { LineChange } from '#commands/reconcile.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { type Choice, confidenceOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { arrange, deskMoves } from './desk-moves.ts'
import { openCents, shortDay } from './line.ts'

const CONFIDENCE = { high: 'alta', medium: 'média', low: 'baixa', none: '' } as const
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
  const can = useWhereabouts(now => now.can)
  const transfers = can('transfers:c')
  const ignoring = can('conciliation:u')
  useEffect(() => desk.allow({ transfers, ignoring }), [desk, transfers, ignoring])
  const today = useToday()
  const moves = deskMoves(desk, {
    accountIds,
    today,
    page,
    focusSearch,
    focusFinder,
    say: announce,
    show: title => showToast({ id: 'desk', title }),
  })
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
  useIntent('workbench.arrange', change => announce(arrange(desk, change)))
  useIntent('filter.focus', () => moves[desk.pane === 'choices' && !desk.onPhone ? 'workbench.search' : 'workbench.find']())
  useIntent('focus.record', id => desk.want(id))
  useIntent('difference.toggle', kind => desk.togglePart(kind))
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
