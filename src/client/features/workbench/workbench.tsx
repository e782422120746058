// The reconciliation workbench: lines of the bank at the left, what each may be at the right, everything by keys and by buttons.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { Tabs } from '#client/kit/tabs.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { useHouse } from '#client/surfaces/house.ts'
import { useAnswer } from '#client/surfaces/intents.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { SelectionToolbar } from '#client/surfaces/toolbar.tsx'
import { type Period, useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { CommandId } from '#commands/index.ts'
import { FIRST_DOUBT, monthsKey } from '#commands/search-text.ts'
import { formatCount } from '#domain/text.ts'
import type { Desk } from './desk.ts'
import { TABS, type Tab } from './desk-lines.ts'
import { activeOf, balancesOf, progressOf, shownAccounts, WorkbenchHeader } from './header.tsx'
import { KeysPerLine } from './keys-per-line.tsx'
import { ArrangeMenu, FindButton, LineFinder, NothingFound } from './line-finder.tsx'
import { LineList, type LineListHandle } from './line-list.tsx'
import { LinePane } from './line-pane.tsx'
import { OfferStrip } from './offer-strip.tsx'
import { PhoneCard, PhoneFoot, PhoneHead } from './phone.tsx'
import { deskOf, useDeskVersion, useFeed, useWideCandidates } from './use-desk.ts'
import { useDeskActions } from './use-desk-actions.ts'
import styles from './workbench.module.css'

const TAB_TITLES: Readonly<Record<Tab, string>> = { PENDING: 'Pendentes', CONCILIATED: 'Conciliadas', IGNORED: 'Ignoradas' }
/** The screen at its address: `bank_account_id` opens one account, `linha` one line, `titulo` the line that proposes a title. */
export function Workbench() {
  const companyId = useCompanyId()
  const period = usePeriod()
  const registers = useRegisters(companyId)
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const desk = deskOf(companyId)
  useDeskVersion(desk)
  const asked = search.bank_account_id
  useLayoutEffect(() => {
    if (asked !== undefined && asked !== desk.accountId) desk.showAccount(asked)
  }, [desk, asked])
  const doubt = search.linha === FIRST_DOUBT
  const wanted = (doubt ? desk.firstDoubt() : search.linha) ?? (search.titulo === undefined ? undefined : desk.lineProposing(search.titulo))
  const found = useRef<string | undefined>(undefined)
  const { loaded } = desk
  // The address takes a moment to change: each line is gone to once.
  useEffect(() => {
    if (wanted === undefined || !loaded || found.current === wanted) return
    found.current = wanted
    desk.goTo(wanted)
    setSearch({ linha: undefined, titulo: undefined })
  }, [desk, wanted, loaded, setSearch])
  useWaitingMonths(desk, search.periodo)
  const { accountId } = desk
  // The address follows the switcher, so that a link and a reload show the same account.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of account writes
  useEffect(() => {
    if (asked !== desk.accountId) setSearch({ bank_account_id: desk.accountId })
  }, [accountId])
  return <WorkbenchScreen desk={desk} registers={registers} period={period} />
}

/**
 * Where nobody asked for a period and nothing waits in the present month, the bench opens on the months that wait: what is conciliated there
 * is counted, and they are what is closed at the end.
 */
function useWaitingMonths(desk: Desk, asked: string | undefined): void {
  const setSearch = useSetSearch()
  const present = usePeriod()
  const decided = useRef<string | undefined>(undefined)
  const { loaded, companyId } = desk
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when the lines have come
  useEffect(() => {
    if (!loaded || decided.current === companyId) return
    decided.current = companyId
    const days = asked === undefined ? desk.waitingDays() : undefined
    if (days && present.start && days[1] < present.start) setSearch({ periodo: monthsKey(...days) })
  }, [loaded, companyId])
}

export interface WorkbenchScreenProps {
  desk: Desk
  registers: Registers
  period: Period
}

export function WorkbenchScreen({ desk, registers, period }: WorkbenchScreenProps) {
  const version = useDeskVersion(desk)
  const phone = usePhone()
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<LineListHandle>(null)
  const accountIds = useMemo(() => activeOf(registers.accounts).map(account => account.id), [registers.accounts])
  useFeed(desk, desk.companyId, registers, period)
  useWideCandidates(desk, desk.companyId)
  const focusField = useCallback((which: string) => root.current?.querySelector<HTMLInputElement>(which)?.focus(), [])
  useAnswer('workbench.current', () => ({
    bank_account_id: desk.accountId,
    start_date: period.start,
    end_date: period.end,
    pending: desk.count('PENDING'),
    ignored: desk.count('IGNORED'),
    next_account_id: desk.nextOpenAccount(accountIds),
  }))
  useDeskActions(desk, {
    root,
    accountIds,
    page: () => list.current?.page() ?? 10,
    focusSearch: () => focusField('[data-part="choice-search"] input'),
    focusFinder: () => focusField('[data-part="line-search"] input'),
  })
  // What lost its element gives the focus to the line in hand.
  const focusHere = () => {
    const here = root.current?.querySelector<HTMLElement>('[data-part="proof"] [data-command], [data-current]')
    if (list.current && desk.pane === 'lines' && !desk.explaining) list.current.focus()
    else (here ?? root.current)?.focus({ preventScroll: true })
  }
  useFocusHome(focusHere, { revision: version })
  useLayoutEffect(() => {
    desk.onPhone = phone
    desk.pane = phone ? 'choices' : 'lines'
  }, [desk, phone])

  return (
    <div
      className={phone ? classNames(styles.wb, styles.phone) : styles.wb}
      ref={root}
      data-layer="workbench"
      data-region="grid"
      tabIndex={-1}
    >
      {phone ? <PhoneHead desk={desk} registers={registers} /> : <WorkbenchHeader desk={desk} registers={registers} />}
      {phone ? (
        <div className={styles.wbLeft}>
          <DeskTabs desk={desk} />
          <LineFinder desk={desk} />
          <OfferStrip desk={desk} registers={registers} />
          <DeskBody desk={desk} registers={registers} period={period}>
            <PhoneCard desk={desk} registers={registers} />
          </DeskBody>
        </div>
      ) : (
        <div className={styles.panes}>
          <section className={styles.wbLeft} aria-label="Linhas do extrato">
            <div className={styles.wbViews}>
              <DeskTabs desk={desk} />
              <span className={styles.end}>
                <FindButton desk={desk} />
                <ArrangeMenu desk={desk} />
                <ReviewButton desk={desk} />
              </span>
            </div>
            <LineFinder desk={desk} />
            <OfferStrip desk={desk} registers={registers} />
            <DeskBody desk={desk} registers={registers} period={period}>
              <LineList
                ref={list}
                desk={desk}
                label={`Linhas do extrato, ${TAB_TITLES[desk.tab].toLowerCase()}, ${desk.ids.length}`}
                names={registers}
                accountName={desk.accountId === undefined && accountIds.length > 1 ? registers.accountName : undefined}
              />
            </DeskBody>
          </section>
          <LinePane desk={desk} registers={registers} />
        </div>
      )}
      {phone ? <PhoneFoot desk={desk} /> : <DeskFoot desk={desk} />}
    </div>
  )
}

function DeskTabs({ desk }: { desk: Desk }) {
  return (
    <Tabs
      label="Situação das linhas"
      value={desk.tab}
      onChange={id => desk.show(id as Tab)}
      tabs={TABS.map(tab => ({ id: tab, title: TAB_TITLES[tab], count: desk.loaded ? desk.count(tab) : undefined }))}
    />
  )
}

function ReviewButton({ desk }: { desk: Desk }) {
  const registry = useHouse(state => state.registry)
  const high = desk.high().length
  const command = registry.get('reconcile.review')
  if (desk.tab !== 'PENDING' || command === undefined) return null
  const accept = registry.get('reconcile.accept')
  if (desk.checked && accept)
    return (
      <>
        <Button
          variant="primary"
          keys="Enter"
          data-command="reconcile.accept"
          onClick={() => void runCommand(accept, { source: 'button' })}
        >
          Conciliar {formatCount(desk.picked)}
        </Button>
        <Button variant="ghost" keys="Escape" onClick={() => desk.clearMarks()}>
          Sair da revisão
        </Button>
      </>
    )
  if (high === 0) return null
  return (
    <Button keys="Shift+A" data-command="reconcile.review" onClick={() => void runCommand(command, { source: 'button' })}>
      {high === 1 ? 'Revisar 1 certa' : `Revisar ${formatCount(high)} certas`}
    </Button>
  )
}

const EMPTY: Readonly<Record<Tab, { title: string; text: string }>> = {
  PENDING: { title: 'Tudo conciliado', text: 'Nenhuma linha do extrato espera por você.' },
  CONCILIATED: { title: 'Nenhuma linha conciliada', text: 'Neste período ainda não há linhas conciliadas.' },
  IGNORED: { title: 'Nenhuma linha ignorada', text: 'Neste período nenhuma linha foi deixada de lado.' },
}

function DeskBody({ desk, registers, period, children }: WorkbenchScreenProps & { children: React.ReactNode }) {
  if (desk.error !== undefined)
    return <ErrorState title="Não foi possível carregar as linhas" error={desk.error} onRetry={() => location.reload()} />
  if (!desk.loaded) return <Skeleton label="Carregando as linhas" />
  if (registers.accounts.length === 0)
    return (
      <Empty
        icon="landmark"
        title="Nenhuma conta bancária"
        text="Cadastre uma conta e importe o extrato dela para conciliar."
        actions={<CommandButton id="go.accounts" variant="primary" size="form" />}
      />
    )
  if (desk.ids.length === 0 && desk.lineSearch) return <NothingFound desk={desk} />
  if (desk.ids.length === 0) {
    const { title, text } = EMPTY[desk.tab]
    return (
      <Empty
        icon={desk.tab === 'PENDING' ? 'circle-check' : 'inbox'}
        title={title}
        text={desk.tab === 'PENDING' ? text : `${text} ${period.label}.`}
        actions={desk.tab === 'PENDING' ? <WhatIsNext desk={desk} registers={registers} /> : <CommandButton id="period.all" size="form" />}
      />
    )
  }
  return children
}

/** The end of the lines is the next beginning. */
function WhatIsNext({ desk, registers }: Pick<WorkbenchScreenProps, 'desk' | 'registers'>) {
  const open = activeOf(registers.accounts)
  const next = desk.nextOpenAccount(open.map(({ id }) => id))
  const { rest } = balancesOf(shownAccounts(desk, registers))
  const toNext = (
    <CommandButton
      id="queue.next"
      variant={next === undefined ? undefined : 'primary'}
      size="form"
      label={next && `Próxima conta: ${registers.accountName(next)}`}
    />
  )
  return (
    <div className={styles.wbNext}>
      {next === undefined ? <CommandButton id="reconcile.close-month" variant="primary" size="form" /> : toNext}
      {rest === 0 ? null : <CommandButton id="reconcile.remains" size="form" />}
      {next === undefined ? toNext : <CommandButton id="reconcile.close-month" size="form" />}
      <CommandButton id="go.statements.upload" size="form" />
    </div>
  )
}

const LINE_HINTS: readonly CommandId[] = [
  'reconcile.accept',
  'reconcile.enter',
  'reconcile.search',
  'reconcile.difference',
  'reconcile.toggle',
  'reconcile.review',
  'global.undo',
  'help.open',
]
const CHOICE_HINTS: readonly CommandId[] = [
  'reconcile.accept',
  'reconcile.toggle',
  'reconcile.difference',
  'reconcile.search',
  'reconcile.open',
  'reconcile.leave',
  'global.undo',
]
const DONE_HINTS: readonly CommandId[] = [
  'reconcile.undo',
  'reconcile.open',
  'reconcile.toggle',
  'reconcile.tab-next',
  'reconcile.tab-previous',
  'global.undo',
]
const DIFFERENCE_HINTS: readonly CommandId[] = [
  'difference.interest',
  'difference.fine',
  'difference.discount',
  'difference.fee',
  'difference.withholding',
  'difference.open',
  'difference.settle',
]

const TOOLBARS = { PENDING: 'conciliation.toolbar', CONCILIATED: 'conciliated.toolbar', IGNORED: 'ignored.toolbar' } as const

function hintsOf(desk: Desk): readonly CommandId[] {
  if (desk.explaining) return DIFFERENCE_HINTS
  if (desk.tab !== 'PENDING') return DONE_HINTS
  return desk.pane === 'choices' ? CHOICE_HINTS : LINE_HINTS
}

function DeskFoot({ desk }: { desk: Desk }) {
  const { in_cents, out_cents } = desk.sums()
  const progress = progressOf(desk)
  return (
    <Foot>
      <SelectionToolbar
        place={TOOLBARS[desk.tab]}
        most={6}
        shown={
          progress && `${formatCount(desk.lineSearch ? desk.ids.length : desk.count(desk.tab))} de ${formatCount(progress.total)} linhas`
        }
        sums={
          progress && [
            { label: 'Entradas', amount_cents: in_cents },
            { label: 'Saídas', amount_cents: out_cents },
          ]
        }
      />
      <HintBar ids={hintsOf(desk)} end={<KeysPerLine companyId={desk.companyId} />} />
    </Foot>
  )
}
