// Bills and receivables as a list: the grid, its views and filter, inline editing, paste, and what opens beside it.
import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { shortAccount, useRegisters } from '#client/data/registers.ts'
import { StatusChip } from '#client/kit/chip.tsx'
import type { Card } from '#client/kit/grid/card-list.tsx'
import type { CellValue, ColumnStore, Group } from '#client/kit/grid/column-store.ts'
import type { GridMode, GroupLook } from '#client/kit/grid/grid-column.ts'
import { Icon } from '#client/kit/icon.tsx'
import { useToday } from '#client/kit/today.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext, useWhereabouts } from '#client/surfaces/context.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { entryLock } from '#client/surfaces/ledger/entry-lock.ts'
import { useFoldedGroups } from '#client/surfaces/ledger/folded-groups.ts'
import { knownNames, namesIn } from '#client/surfaces/ledger/known-names.ts'
import { LedgerScreen } from '#client/surfaces/ledger/ledger-screen.tsx'
import { readPaste } from '#client/surfaces/ledger/paste.ts'
import { type Ledger, useLedger } from '#client/surfaces/ledger/use-ledger.ts'
import { useStoreVersion } from '#client/surfaces/ledger/use-list-store.ts'
import { useRelabel } from '#client/surfaces/ledger/use-relabel.ts'
import { viewOf } from '#client/surfaces/ledger/views.ts'
import { Place } from '#client/surfaces/place.tsx'
import { runCommand } from '#client/surfaces/runner.ts'
import { type Period, useCompanyId, useListAddress, usePeriod, useRouteParam } from '#client/surfaces/where.ts'
import { type AnyCommand, type RecordName, targetOn } from '#commands/kit/command.ts'
import { recordPath } from '#commands/screens.ts'
import { filling, pasting } from '#commands/title-cells.ts'
import { formatDay } from '#domain/days.ts'
import { PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { capitalized, counted, formatCount } from '#domain/text.ts'
import { dueOf, SEARCHED, titleColumns, titleFields } from './title-columns.tsx'
import { BILL_KIND, OWED_DIGIT, RECEIVABLE_KIND, type TitleKind } from './title-kind.ts'

export const BillsScreen = () => <TitlesScreen kind={BILL_KIND} />
export const ReceivablesScreen = () => <TitlesScreen kind={RECEIVABLE_KIND} />

function TitlesScreen({ kind }: { kind: TitleKind }) {
  const c = useCompanyId()
  const period = usePeriod()
  const today = useToday()
  const openId = useRouteParam(kind.param)
  const registers = useRegisters(c)
  const latest = useRef(registers)
  latest.current = registers
  const [mode, setMode] = useState<GridMode>('navigate')
  const [focusedId, setFocusedId] = useState<string>()
  const rows = useRef<ColumnStore>(undefined)
  const day = useRef(today)
  day.current = today
  const fields = useMemo(
    () =>
      titleFields(
        kind,
        () => latest.current,
        () => day.current,
      ),
    [kind],
  )
  const columns = useMemo(
    () =>
      titleColumns(
        kind,
        today,
        () => latest.current,
        () => rows.current,
      ),
    [kind, today],
  )
  const address = useListAddress(kind.area)
  const startsAt = useOwedFirst() ? OWED_DIGIT : undefined
  const views =
    startsAt === undefined
      ? kind.views
      : kind.views.toSorted((one, other) => Number(other.digit === startsAt) - Number(one.digit === startsAt))
  const isOwed = viewOf(kind.views, address, startsAt)?.digit === OWED_DIGIT
  const holdsToday = period.start === undefined || (period.start <= today && today <= (period.end ?? today))
  const carries = isOwed && period.start !== undefined && holdsToday
  const request = useMemo(
    () => ({
      row: kind.rows.list,
      params: { c },
      query: {
        date_type: 'due_date',
        order_by: 'due_date',
        transfers: false,
        ...(period.start ? { start_date: period.start, end_date: period.end } : {}),
        ...(carries ? { carry_open: true } : {}),
      },
    }),
    [kind, c, period.start, period.end, carries],
  )
  const knows = useMemo(() => knownNames(registers), [registers])
  const filterNames = useMemo(() => namesIn(registers), [registers])
  const ledger = useLedger({
    request,
    fields,
    kind: kind.record,
    filterFields: kind.filterFields,
    words: SEARCHED,
    knows,
    address,
    sort: SORT,
    today,
    sign: () => kind.sign,
    mode,
    focusedId,
  })
  const { store } = ledger
  rows.current = store
  useRelabel(store, registers)
  useFoldedGroups(store, kind.area, isOwed)
  useGroupsKept(store, ledger.grid, isOwed, today)

  const run = (command: AnyCommand, ids: readonly string[]) => {
    const context = currentContext()
    const { company } = context.target
    const target = targetOn<RecordName>(kind.record, store.records(ids) as { id: string }[], {
      company,
      from: ids.length > 1 ? 'selection' : 'focus',
    })
    void runCommand(command, { source: 'key', context: { ...context, target } })
  }
  const write = (ids: readonly string[], field: string, value: CellValue) => run(filling(kind.record, field, value), ids)
  const addressOf = (id: string) => recordPath(`${kind.area}.detail`, c, id)
  return (
    <>
      <LedgerScreen
        ledger={ledger}
        columns={columns}
        card={(rows, row) => titleCard(kind, rows, row, today)}
        label={`${kind.title}, ${period.label}`}
        today={today}
        area={kind.area}
        views={views}
        startsAt={startsAt}
        address={address}
        filterFields={kind.filterFields}
        filterNames={filterNames}
        toolbar={`${kind.area}.toolbar`}
        shown={rows => shownWords(kind, rows, isOwed)}
        sums={rows => sumsOf(kind, rows, isOwed)}
        groupLook={isOwed ? group => groupLook(group, today, period) : undefined}
        rowClass={row => (store.get(row, 'status') === kind.settled ? 'done' : '')}
        lockOf={entryLock}
        openId={openId}
        onOpen={(id, options) => houseOptions().ports.go(addressOf(id), options)}
        addressOf={addressOf}
        onEdit={(id, field, value) => write([id], field, value)}
        onFill={write}
        onPaste={paste => {
          const pasted = readPaste({ paste, store, columns, today, label: kind.title, namesOf: field => namesOf(field, latest.current) })
          if (pasted) run(pasting(kind.record, pasted), [...pasted.rows.keys()])
        }}
        onFocusChange={setFocusedId}
        mode={mode}
        onMode={setMode}
        primary={<Place at={`${kind.area}.page`} />}
        bar={<Place at={`${kind.area}.bar`} />}
        empty={{
          title: period.start ? 'Nenhuma conta neste período' : 'Nenhuma conta ainda',
          text: period.start
            ? `${capitalized(period.label)} não tem ${kind.title.toLowerCase()}.`
            : `Aqui ficam as ${kind.title.toLowerCase()}.`,
          actions: (
            <>
              <Place at={`${kind.area}.empty`} />
              {period.start ? <CommandButton id="period.all" size="form" /> : null}
            </>
          ),
        }}
      />
      <Outlet />
    </>
  )
}

/** What is owed comes first for whoever is of no office, and for everybody on a phone. */
function useOwedFirst(): boolean {
  const isPhone = usePhone()
  const ofNoOffice = useWhereabouts(now => now.office === false)
  return ofNoOffice || isPhone
}

/** A row that was paid or moved to another day goes to its group at once, so that no subtotal counts it twice. */
function useGroupsKept(store: ColumnStore, grid: Ledger['grid'], isOwed: boolean, today: string) {
  const version = useStoreVersion(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows, the day for what is overdue
  useEffect(() => {
    if (isOwed && store.stale && grid.current?.isEditing() !== true) store.reapply()
  }, [store, version, isOwed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day groups the same rows otherwise
  useEffect(() => {
    if (isOwed) store.reapply()
  }, [store, today])
}

/** '28 de 83 contas', and of what is owed '28 de 83 contas, 23 em aberto'. */
function shownWords(kind: TitleKind, rows: ColumnStore, isOwed: boolean): string {
  const words = `${formatCount(rows.shownCount)} de ${formatCount(rows.total)} contas`
  if (!isOwed) return words
  return `${words}, ${formatCount(rows.tally('view', row => rows.get(row, 'status') !== kind.settled))} em aberto`
}

/** '4 contas', '6 contas, até domingo', '13 contas, até 30/11', '5 contas em novembro de 2026'. */
function groupLook({ key, count }: Group, today: string, period: Period): GroupLook {
  const contas = counted(count, ['conta', 'contas'])
  const until = period.end !== undefined && period.end >= today ? `, até ${formatDay(period.end).slice(0, 5)}` : ''
  const more: Readonly<Record<string, string>> = { WEEK: ', até domingo', LATER: until, SETTLED: period.start ? `, ${period.label}` : '' }
  return { words: `${contas}${more[key] ?? ''}`, alarms: key === 'OVERDUE' }
}

const SORT = [{ field: 'due_date' }] as const

function namesOf(field: string, registers: ReturnType<typeof useRegisters>): ReadonlyMap<string, string> | undefined {
  if (field === 'contact_id') return new Map(registers.contacts.map(contact => [contact.name, contact.id]))
  if (field === 'category_id') return new Map(registers.categories.map(category => [category.name, category.id]))
  if (field === 'bank_account_id') return new Map(registers.accounts.map(account => [shortAccount(account), account.id]))
  if (field === 'payment_method') return new Map(Object.entries(PAYMENT_METHOD_LABELS).map(([id, label]) => [label, id]))
  return undefined
}

function sumsOf(kind: TitleKind, store: ColumnStore, isOwed: boolean) {
  const total = store.sum('amount_cents', 'view')
  const settled = store.sum('amount_cents', 'view', row => store.get(row, 'status') === kind.settled)
  return [
    { label: 'Em aberto', amount_cents: kind.sign * (total - settled) },
    {
      label: isOwed ? `Com as ${kind.owed.SETTLED.toLowerCase()}` : kind.record === 'bill' ? 'Saídas' : 'Entradas',
      amount_cents: kind.sign * total,
    },
  ]
}

function titleCard(kind: TitleKind, store: ColumnStore, row: number, today: string): Card {
  const due = dueOf(store, row, today)
  return {
    title: store.text(row, 'additional_information') || kind.one,
    amount: formatCents(Number(store.get(row, 'amount_cents') ?? 0)),
    subtitle: store.text(row, 'contact_id'),
    detail: formatDay(String(store.get(row, 'due_date') ?? today)).slice(0, 5),
    chip: <StatusChip {...kind.status(String(store.get(row, 'status')))} />,
    ...(due.words === ''
      ? {}
      : {
          note: (
            <span data-due={due.level}>
              <Icon name={due.level === 'danger' ? 'triangle-alert' : 'clock-3'} size="s" />{' '}
              {store.groupField === 'owed' ? due.short : due.words}
            </span>
          ),
        }),
  }
}
