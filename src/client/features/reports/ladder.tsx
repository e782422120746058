// The balance ladder (escada de saldo): bank, books and difference per account and day, and what may explain the day where they part.
import { useEffect, useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { announce } from '#client/kit/announcer.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Drawer, DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Icon } from '#client/kit/icon.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { useEscape } from '#client/surfaces/focus-stack.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { intend, useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { balanceLadder, type LadderAccount, type LadderDay, type LadderSuspect } from '#contract/balance-ladder.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { openTitle } from './open-title.ts'
import { useReportPeriod } from './report-period.ts'
import { ReportScreen } from './report-screen.tsx'
import styles from './reports.module.css'

interface LadderRow {
  id: string
  name: string
  strong: boolean
  account: LadderAccount
  /** The head of an account has its last known day. */
  step: LadderDay | undefined
  rows: readonly LadderRow[]
}

const dayRow =
  (account: LadderAccount) =>
  (step: LadderDay): LadderRow => ({
    id: `${account.bank_account_id}/${step.day}`,
    name: formatDay(step.day),
    strong: false,
    account,
    step,
    rows: [],
  })

export const ladderRows = (accounts: readonly LadderAccount[]): LadderRow[] =>
  accounts.map(account => ({
    id: account.bank_account_id,
    name: account.name,
    strong: true,
    account,
    step: account.days.findLast(step => step.difference_cents !== null),
    rows: account.days.map(dayRow(account)),
  }))

const money = (cents: number | null | undefined) => (cents == null ? <span className={text.m}>—</span> : formatAmount(cents))
const moved = (cents: number | undefined) => (cents ? formatAmount(cents) : '')

function State({ row }: { row: LadderRow }) {
  const { account, step, strong } = row
  if (strong) {
    if (step === undefined) return <span className={text.m}>sem extrato no período</span>
    return account.first_broken === null ? (
      <Badge tone="ok" icon="circle-check">
        Confere
      </Badge>
    ) : (
      <Badge tone="danger" icon="triangle-alert">
        {account.is_broken_before ? 'De antes do período' : `Desde ${formatDay(account.first_broken).slice(0, 5)}`}
      </Badge>
    )
  }
  if (step?.is_break)
    return (
      <Badge tone="danger" icon="triangle-alert">
        Diferença nova
      </Badge>
    )
  return step?.is_stated ? <span className={text.m}>saldo informado pelo banco</span> : null
}

const COLUMNS: readonly ListingColumn<LadderRow>[] = [
  { id: 'name', title: 'Conta e dia', least: 220, render: row => <span className={text.tabular}>{row.name}</span> },
  {
    id: 'bank-moved',
    title: 'Extrato no dia (R$)',
    width: 150,
    align: 'right',
    leaves: 1,
    render: row => (row.strong ? '' : moved(row.step?.bank_movement_cents)),
  },
  {
    id: 'books-moved',
    title: 'Livros no dia (R$)',
    width: 150,
    align: 'right',
    leaves: 2,
    render: row => (row.strong ? '' : moved(row.step?.books_movement_cents)),
  },
  { id: 'bank', title: 'Banco (R$)', width: 132, align: 'right', render: row => money(row.step?.bank_cents) },
  {
    id: 'books',
    title: 'Livros (R$)',
    width: 132,
    align: 'right',
    render: row => money(row.step?.books_cents ?? row.account.days.at(-1)?.books_cents),
  },
  {
    id: 'difference',
    title: 'Diferença (R$)',
    width: 132,
    align: 'right',
    render: row => (
      <span className={row.step?.difference_cents ? classNames(text.dang, text.med) : undefined}>{money(row.step?.difference_cents)}</span>
    ),
  },
  { id: 'state', title: 'Situação', width: 190, leaves: 3, render: row => <State row={row} /> },
]

/** The account whose bank and books parted first. */
function firstOf(accounts: readonly LadderAccount[]): LadderAccount | undefined {
  const since = ({ is_broken_before, first_broken }: LadderAccount) => (is_broken_before ? '' : (first_broken ?? ''))
  return accounts.filter(({ first_broken }) => first_broken !== null).sort((a, b) => since(a).localeCompare(since(b)))[0]
}

export function LadderScreen() {
  const c = useCompanyId()
  const { start_date, end_date, label } = useReportPeriod()
  const reading = useReading(balanceLadder.get, { params: { c }, query: { start_date, end_date } })
  const rows = useMemo(() => ladderRows(reading.data?.accounts ?? []), [reading.data])
  const all = useMemo(() => rows.flatMap(row => row.rows), [rows])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>()
  const [openId, setOpenId] = useState<string>()
  const open = all.find(row => row.id === openId)
  const broken = firstOf(rows.map(row => row.account))
  const nextBreak = () => {
    const [focused = ''] = currentContext().target.ids
    const breaks = all.filter(row => row.step?.is_break)
    const from = all.findIndex(row => row.id === focused || row.account.bank_account_id === focused)
    const next = breaks.find(row => all.indexOf(row) > from) ?? breaks[0]
    if (next === undefined) {
      announce('Nenhuma diferença nova neste período')
      return
    }
    setExpanded(before => before && new Set([...before, next.account.bank_account_id]))
    setOpenId(next.id)
    intend('focus.record', next.id)
  }
  useIntent('ladder.next-break', nextBreak)
  // Another period has other days.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the period is the reason
  useEffect(() => setOpenId(undefined), [start_date, end_date])
  return (
    <div className={styles.reportBody}>
      <ReportScreen
        title="Escada de saldo"
        period={label}
        rows={rows}
        columns={COLUMNS}
        childrenOf={row => row.rows}
        {...(expanded ? { expanded } : {})}
        onExpandedChange={setExpanded}
        reading={reading}
        filter="escada"
        placeholder="Filtrar por conta ou dia"
        noun={['dia', 'dias']}
        textOf={row => `${row.account.name} ${row.name}`}
        isMuted={row => !row.strong && row.step?.bank_movement_cents === 0 && row.step.books_movement_cents === 0 && !row.step.is_break}
        openId={openId}
        onOpen={row => row.strong || setOpenId(row.id)}
        card={row => (
          <div className={listingScreen.registerCard}>
            <span className={row.strong ? text.b : text.tabular}>{row.name}</span>
            <span className={row.step?.difference_cents ? classNames(text.dang, text.tabular, text.med) : text.tabular}>
              {money(row.step?.difference_cents)}
            </span>
            <span className={classNames(text.m, text.small, text.tabular)}>banco {money(row.step?.bank_cents)}</span>
            <span className={classNames(text.m, text.small, text.tabular)}>livros {money(row.step?.books_cents)}</span>
          </div>
        )}
        bar={
          broken?.first_broken ? (
            <>
              <span className={classNames(styles.reportFact, text.dang)}>
                {broken.is_broken_before ? 'Diferença de antes do período' : `Primeira diferença em ${formatDay(broken.first_broken)}`}
              </span>
              <CommandButton id="ladder.next-break" icon short />
            </>
          ) : null
        }
        empty={{
          title: 'Nenhuma conta bancária',
          text: 'A escada compara o saldo do extrato com o dos lançamentos, dia a dia.',
          actions: <CommandButton id="go.accounts" size="form" />,
        }}
      />
      {open?.step ? <DayDrawer row={open} step={open.step} onClose={() => setOpenId(undefined)} /> : null}
    </div>
  )
}

function DayDrawer({ row, step, onClose }: { row: LadderRow; step: LadderDay; onClose(): void }) {
  const c = useCompanyId()
  const { account } = row
  const reading = useReading(balanceLadder.suspects, { params: { c, id: account.bank_account_id }, query: { date: step.day } })
  useEscape('dialog', () => {
    onClose()
    return true
  })
  const found = reading.data ?? []
  return (
    <Drawer label={`${account.name}, ${formatDay(step.day)}`} where={account.name} onClose={onClose}>
      <section>
        <h2>{formatDay(step.day)}</h2>
        <dl className={facts.kv} data-part="facts">
          <dt>Banco</dt>
          <dd className={text.tabular}>{step.bank_cents === null ? 'sem extrato' : formatCents(step.bank_cents)}</dd>
          <dt>Livros</dt>
          <dd className={text.tabular}>{formatCents(step.books_cents)}</dd>
          <dt>Diferença</dt>
          <dd className={classNames(text.tabular, text.med)}>
            {step.difference_cents === null ? '—' : formatCents(step.difference_cents)}
          </dd>
        </dl>
      </section>
      <DrawerSection title="Suspeitos do dia">
        {reading.isError ? (
          <ErrorState title="Não foi possível procurar" error={reading.error} onRetry={() => void reading.refetch()} />
        ) : reading.isPending ? (
          <Skeleton rows={3} />
        ) : found.length === 0 ? (
          <Note kind={step.is_break ? 'warning' : 'ok'}>
            {step.is_break
              ? 'Nada do dia explica a diferença: falta uma linha no extrato ou o saldo inicial é outro.'
              : 'Extrato e livros têm o mesmo neste dia.'}
          </Note>
        ) : null}
      </DrawerSection>
      <ul className={styles.drill}>
        {found.map(suspect => (
          <Suspect key={suspect.id} suspect={suspect} onOpen={() => openSuspect(c, account.bank_account_id, suspect)} />
        ))}
      </ul>
    </Drawer>
  )
}

/** A line is settled at the workbench; an entry has a record of its own. */
function openSuspect(c: string, bank_account_id: string, { of, id, kind }: LadderSuspect): void {
  if (of === 'entry') openTitle(c, kind ?? 'BILL', id)
  else houseOptions().ports.go({ to: pathTo('conciliation', { companyId: c }), search: { bank_account_id, linha: id } })
}

function Suspect({ suspect, onOpen }: { suspect: LadderSuspect; onOpen(): void }) {
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <Icon name={suspect.of === 'line' ? 'scroll-text' : 'receipt-text'} size="s" />
        <span className={classNames(text.grow, styles.grow)}>
          <span className={text.cut}>{suspect.description}</span>
          <span className={classNames(text.m, text.small)}>{suspect.reason}</span>
        </span>
        <span className={text.num}>
          {formatAmount(suspect.amount_cents)}
          {suspect.explains ? <span className={classNames(text.ok, text.small, styles.explains)}>explica a diferença</span> : null}
        </span>
      </button>
    </li>
  )
}
