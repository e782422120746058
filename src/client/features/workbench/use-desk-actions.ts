// The named moves of the workbench: what its commands ask of the screen, answered by the desk.
import { type RefObject, useEffect, useRef } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { showToast } from '#client/kit/toast.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { useEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { houseOptions, useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { useUiAction } from '#client/surfaces/ui-actions.ts'
import type { LineChange } from '#commands/reconcile.ts'
import type { Candidate } from '#contract/reconciliation.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { amountSearch } from './candidate-search.ts'
import { type Choice, confidenceOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { TABS } from './desk-lines.ts'
import { openCents, shortDay } from './line.ts'

const CONFIDENCE = { high: 'alta', medium: 'média', low: 'baixa', none: '' } as const
const DONE = { CONCILIATED: 'Conciliado', IGNORED: 'Ignorado', PENDING: 'De volta às pendentes' } as const

function leadWords(first: Choice | undefined): string {
  if (first === undefined) return 'sem sugestão'
  if (first.kind === 'transfer') return 'transferência provável'
  if (first.kind === 'rule') return `regra ${first.rule.name}`
  const level = CONFIDENCE[confidenceOf(first.candidate)]
  return level ? `sugestão ${level}, ${first.candidate.score} %` : 'sem sugestão'
}

/** 'Conciliado. Próxima: 14/11, R$ 320,00, sugestão alta, 95 %. 41 restantes'. */
export function nextWords(desk: Desk, to: LineChange['to']): string {
  const line = desk.current
  const count = desk.count('PENDING')
  const left = `${count.toLocaleString('pt-BR')} ${count === 1 ? 'restante' : 'restantes'}`
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
}

export function useDeskActions(desk: Desk, { root, accountIds, page, focusSearch }: DeskScreen): void {
  const company = useWhereabouts(now => now.company)
  const moves: Readonly<Record<string, () => void>> = {
    down: () => desk.move(1),
    up: () => desk.move(-1),
    first: () => desk.end('first'),
    last: () => desk.end('last'),
    'page-down': () => desk.move(page()),
    'page-up': () => desk.move(-page()),
    toggle: () => desk.toggle(),
    'extend-down': () => desk.move(1, true),
    'extend-up': () => desk.move(-1, true),
    'select-all': () => desk.selectAll(),
    enter: () => desk.enterChoices(),
    leave: () => void desk.leaveChoices(),
    'tab-next': () => desk.show(step(TABS, desk.tab, 1)),
    'tab-previous': () => desk.show(step(TABS, desk.tab, -1)),
    'account-next': () => desk.showAccount(step([undefined, ...accountIds], desk.accountId, 1)),
    'account-previous': () => desk.showAccount(step([undefined, ...accountIds], desk.accountId, -1)),
    choose: () => choose(desk),
    difference: () => {
      if (!desk.explain(-1)) showToast({ id: 'desk', title: 'Não há diferença a explicar nesta linha' })
    },
    review: () => review(desk),
    search: () => {
      const [line] = desk.joint
      if (!line || desk.tab !== 'PENDING') return
      if (desk.searching === undefined) desk.search(amountSearch(desk.joint.reduce((sum, each) => sum + openCents(each), 0)))
      focusSearch()
    },
    create: () => desk.openSheet('create'),
    split: () => desk.openSheet('split'),
    rule: () => desk.openSheet('rule'),
  }
  for (const [name, act] of Object.entries(moves)) {
    // biome-ignore lint/correctness/useHookAtTopLevel: a constant list of names
    useUiAction(`workbench.${name}`, act)
  }
  useUiAction('workbench.explain', place => void desk.explain(Number(place)))
  useUiAction('workbench.run', id => {
    const command = useHouse.getState().registry.get(String(id))
    if (command) void runCommand(command, { source: 'key' })
  })
  useUiAction('workbench.combinations', detail => {
    const { ids, sets } = detail as { ids: readonly string[]; sets: readonly Candidate[] }
    if (ids[0] === desk.joint[0]?.id) desk.setCombinations(ids[0] as string, sets)
  })
  useUiAction('filter.focus', () => moves.search?.())
  useUiAction('focus.record', id => desk.want(String(id)))
  useUiAction('difference.toggle', kind => desk.togglePart(kind as DifferenceKind))
  const proposed = desk.explaining?.parts.length === 0 ? desk.explaining.proposals?.[0] : undefined
  useUiAction(
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

function review(desk: Desk): void {
  if (desk.checked) return void desk.clearMarks()
  const count = desk.review()
  const text =
    count === 0
      ? 'Nenhuma linha de confiança alta'
      : `${count === 1 ? '1 linha de confiança alta marcada' : `${count} linhas de confiança alta marcadas`}. Enter concilia`
  if (count === 0) showToast({ id: 'desk', title: text })
  else announce(text)
}

/** Writes of the commands: lines leave at once, and a refusal brings them back. */
function useLineChanges(desk: Desk): void {
  useUiAction('lines.leave', detail => {
    const change = detail as LineChange
    desk.leave(change)
    announce(nextWords(desk, change.to))
  })
  useUiAction('lines.settled', detail => desk.settled(detail as LineChange))
  useUiAction('lines.failed', detail => {
    const { error, ...change } = detail as LineChange & { error: unknown }
    const { title, message } = houseOptions().mapError(error, {
      id: 'reconcile',
      title: 'Conciliar',
      takes: 'none',
      run: async () => undefined,
    })
    desk.refused(change, message ?? title)
  })
}

/** Focus never leaves the workbench for nowhere: what lost its element gives it to the line in hand. */
export function useFocusKept(root: RefObject<HTMLElement | null>, focusHere: () => void): void {
  const latest = useRef(focusHere)
  latest.current = focusHere
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const active = document.activeElement
        if (root.current && (active === null || active === document.body || active.id === 'main')) latest.current()
      }, 30)
    }
    check()
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true })
    if (root.current) observer.observe(root.current, { childList: true, subtree: true })
    document.addEventListener('focusout', check)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusout', check)
    }
  }, [root])
}
