// One import from reading to result: its question, its rows to decide, its progress, and what came of it.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { reading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import type { Card } from '#client/kit/grid/card-list.tsx'
import type { ColumnStore, Snapshot } from '#client/kit/grid/column-store.ts'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { useAnswer, useIntent } from '#client/surfaces/intents.ts'
import { useJobs } from '#client/surfaces/job-toasts.ts'
import { LedgerScreen } from '#client/surfaces/ledger/ledger-screen.tsx'
import { useLedger } from '#client/surfaces/ledger/use-ledger.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useListAddress, useRouteParam } from '#client/surfaces/where.ts'
import { type Records, targetOn } from '#commands/kit/command.ts'
import { type Import, imports } from '#contract/bank-statements.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { AccountQuestion, MappingQuestion } from './import-questions.tsx'
import { IMPORT_ROW_FIELDS, IMPORT_WORDS, importRowColumns, importViews, rowNote } from './import-rows.ts'
import { ImportTotals } from './import-totals.tsx'
import { choiceLook, decisionLook, IMPORT_FILTER_FIELDS, IMPORT_LOOKS, sniffOf, WORKING_POLL_MS } from './import-words.ts'
import styles from './imports.module.css'
import { rangeText } from './imports.tsx'
import { Progress } from './progress.tsx'

export function ImportReview() {
  const c = useCompanyId()
  const importId = useRouteParam('importId') ?? ''
  const query = useQuery({
    ...reading(imports.get, { params: { c, id: importId } }),
    refetchInterval: ({ state }) => (state.data?.status === 'READING' || state.data?.status === 'COMMITTING' ? WORKING_POLL_MS : false),
  })
  useTellMissing(query.isLoadingError && isNotFound(query.error))
  const [remapping, setRemapping] = useState(false)
  const isReading = useJobs(({ jobs }) => jobs[importId]?.work === 'read')
  const record = query.data
  useAnswer('import.current', () => record)
  if (query.isError)
    return <ErrorState title="Não foi possível abrir a importação" error={query.error} onRetry={() => void query.refetch()} />
  if (!record) return <Skeleton />
  // Read again by other columns: the record may say so only when it is over, and the rows of before would stay on screen.
  if (isReading) return <Working record={record} />
  if (remapping) return <MappingQuestion record={record} onCancel={() => setRemapping(false)} />
  switch (record.status) {
    case 'READING':
    case 'COMMITTING':
      return <Working record={record} />
    case 'NEEDS_MAPPING':
      return <MappingQuestion record={record} />
    case 'NEEDS_ACCOUNT':
      return <AccountQuestion record={record} />
    case 'FAILED':
      return (
        <Empty
          icon="circle-alert"
          title="Arquivo não importado"
          text={record.error ?? 'Não conseguimos ler este arquivo.'}
          actions={
            <>
              <CommandButton id="import.upload" variant="primary" size="form" icon />
              <CommandButton id="import.download-this" size="form" />
            </>
          }
        />
      )
    case 'DISCARDED':
      return (
        <Empty
          icon="trash"
          title="Importação descartada"
          text={`Nada de ${record.file_name} foi gravado.`}
          actions={<CommandButton id="import.upload" variant="primary" size="form" icon />}
        />
      )
    default:
      return <Rows key={record.status} record={record} onRemap={sniffOf(record).columns ? () => setRemapping(true) : undefined} />
  }
}

function Working({ record }: { record: Import }) {
  return (
    <Progress
      importId={record.id}
      name={record.file_name}
      words={record.status === 'READING' ? 'Lendo o arquivo' : 'Gravando os lançamentos'}
    />
  )
}

function Rows({ record, onRemap }: { record: Import; onRemap: (() => void) | undefined }) {
  const c = useCompanyId()
  const today = useToday()
  const [focusedId, setFocusedId] = useState<string>()
  const done = record.status !== 'PREVIEW'
  const address = useListAddress('linhas')
  const columns = useMemo(() => importRowColumns(done), [done])
  const request = useMemo(
    () => ({
      // Decisions are shown where they are made: the rows are not sent again for each of them.
      row: { ...imports.rows, spec: { ...imports.rows.spec, reads: [] } },
      params: { c, id: record.id },
      query: {},
    }),
    [c, record.id],
  )
  const ledger = useLedger({
    request,
    fields: IMPORT_ROW_FIELDS,
    kind: 'import_row',
    filterFields: IMPORT_FILTER_FIELDS,
    words: IMPORT_WORDS,
    address,
    sort: NO_SORT,
    today,
    sign: () => 1,
    mode: 'review',
    focusedId,
  })
  const { store } = ledger
  useChoices(ledger, done)
  return (
    <div className={summary.stack}>
      <Summary record={record} store={store} onRemap={done ? undefined : onRemap} />
      <ImportTotals record={record} />
      <Warnings record={record} />
      <LedgerScreen
        ledger={ledger}
        columns={columns}
        card={(rows, row) => rowCard(rows, row, done)}
        label={`Linhas de ${record.file_name}`}
        today={today}
        area="import_rows"
        views={importViews(record)}
        address={address}
        filterFields={IMPORT_FILTER_FIELDS}
        toolbar={done ? 'import_result.toolbar' : 'import.toolbar'}
        shown={rows => `${formatCount(rows.shownCount)} de ${formatCount(rows.total)} linhas`}
        sums={rows => sumsOf(rows, done)}
        rowClass={row => (store.get(row, 'choice') === 'ADD' ? '' : 'done')}
        onOpen={id => toggle(store, id, done)}
        onFocusChange={setFocusedId}
        mode="navigate"
        onMode={() => {}}
        bar={<CommandButton id="import.download-this" variant="ghost" icon short />}
        words={done ? undefined : REVIEW_WORDS}
        empty={{ title: 'Nenhuma linha neste arquivo', text: 'O extrato veio sem movimentos no período.' }}
      />
    </div>
  )
}

const NO_SORT = [] as const
/** Enter takes the file in. */
const REVIEW_WORDS = { 'grid.open': 'importar' } as const

/** Space and a press on the first column turn one row's choice around, through the same commands as the toolbar. */
function toggle(store: ColumnStore, id: string, done: boolean): void {
  const row = store.rowOf(id)
  if (done || row < 0) return
  const command = useHouse.getState().registry.get(store.get(row, 'choice') === 'ADD' ? 'import.leave-out' : 'import.include')
  if (!command) return
  const context = currentContext('grid')
  const target = targetOn('import_row', store.records([id]) as Records['import_row'][], { company: context.target.company, from: 'focus' })
  void runCommand(command, { source: 'key', context: { ...context, target } })
}

/** Enter over the rows takes the file in: Space decides a row. */
function take(): void {
  const command = useHouse.getState().registry.get('import.commit')
  if (command) void runCommand(command, { source: 'key' })
}

function useChoices(ledger: ReturnType<typeof useLedger>, done: boolean): void {
  const { store, grid } = ledger
  const [kept] = useState<Snapshot[]>(() => [])
  useIntent('grid.space', () => {
    const id = grid.current?.focusedId()
    if (id) toggle(store, id, done)
  })
  useIntent('grid.open', take, !done)
  useIntent('import.chosen', detail => {
    const made = detail.map(({ ids, choice, decided }) => store.set(ids, { choice, decided }))
    kept.splice(0, kept.length, ...made)
  })
  useIntent('import.choice-refused', () => {
    for (const snapshot of kept.splice(0).reverse()) store.rollback(snapshot)
  })
}

/** Of what goes in, whatever the filter shows. */
function sumsOf(store: ColumnStore, done: boolean) {
  const goesIn = (row: number) => store.get(row, 'choice') === 'ADD'
  const inflow = store.sum('amount_cents', 'all', row => goesIn(row) && Number(store.get(row, 'amount_cents')) > 0)
  const outflow = store.sum('amount_cents', 'all', row => goesIn(row) && Number(store.get(row, 'amount_cents')) < 0)
  return [
    { label: done ? 'Entradas importadas' : 'Entradas a importar', amount_cents: inflow },
    { label: done ? 'Saídas importadas' : 'Saídas a importar', amount_cents: outflow },
  ]
}

function rowCard(store: ColumnStore, row: number, done: boolean): Card {
  const choice = choiceLook(store.get(row, 'choice'), store.get(row, 'decision'), done)
  const decision = decisionLook(store.get(row, 'decision'))
  const note = rowNote(store, row)
  return {
    title: store.text(row, 'description'),
    amount: formatCents(Number(store.get(row, 'amount_cents') ?? 0)),
    subtitle: note || decision.label,
    detail: formatDay(String(store.get(row, 'date') ?? '')).slice(0, 5),
    chip: (
      <Badge tone={choice.tone} icon={choice.icon}>
        {choice.label}
      </Badge>
    ),
    note: note ? (
      <Badge tone={decision.tone} icon={decision.icon}>
        {decision.label}
      </Badge>
    ) : undefined,
  }
}

function Summary({ record, store, onRemap }: { record: Import; store: ColumnStore; onRemap: (() => void) | undefined }) {
  const c = useCompanyId()
  const { accounts, accountName } = useRegisters(c)
  const account = accounts.find(one => one.id === record.bank_account_id)
  const chosen = store.tally('all', row => store.get(row, 'choice') === 'ADD')
  const look = IMPORT_LOOKS[record.status]
  const done = record.status !== 'PREVIEW'
  const entered = done ? record.committed_count : chosen
  return (
    <div className={summary.summary} data-part="summary">
      <span className={summary.who}>
        <Icon name="file-text" size="s" />
        <span className={textStyles.cut}>{record.file_name}</span>
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </span>
      {record.bank_account_id ? (
        <span className={summary.fact}>
          <span className={classNames(textStyles.m, summary.m)}>Conta</span>
          {accountName(record.bank_account_id)}
        </span>
      ) : null}
      {record.start_date ? (
        <span className={classNames(summary.fact, textStyles.tabular)}>
          <span className={classNames(textStyles.m, summary.m)}>Período</span>
          {rangeText(record)}
        </span>
      ) : null}
      {account ? (
        <span className={classNames(summary.fact, textStyles.tabular)}>
          <span className={classNames(textStyles.m, summary.m)}>Saldo nos registros</span>
          {formatCents(account.current_balance)}
        </span>
      ) : null}
      <span className={summary.end}>
        <span className={classNames(summary.fact, textStyles.tabular)} role="status">
          <b>{formatCount(entered)}</b>{' '}
          {done
            ? record.status === 'REVERTED'
              ? 'saíram do extrato'
              : entered === 1
                ? 'entrou'
                : 'entraram'
            : entered === 1
              ? 'vai entrar'
              : 'vão entrar'}
        </span>
        {done ? (
          record.status === 'COMMITTED' ? (
            <>
              {record.batch_id ? <CommandButton id="import.undo-this" variant="ghost" short /> : null}
              <CommandButton id="import.conciliate-this" variant="primary" icon />
            </>
          ) : (
            <CommandButton id="import.upload" variant="primary" icon />
          )
        ) : (
          <>
            {onRemap ? (
              <Button variant="ghost" icon="file-spreadsheet" onClick={onRemap}>
                Colunas do arquivo
              </Button>
            ) : null}
            <CommandButton id="import.discard-this" variant="ghost" short />
            <CommandButton id="import.commit" variant="primary" icon />
          </>
        )}
      </span>
    </div>
  )
}

function Warnings({ record }: { record: Import }) {
  const { error_rows } = record
  const [first, ...others] = record.warnings
  return (
    <>
      {first === undefined ? null : <Note kind="warning">{first}</Note>}
      {others.length === 0 ? null : (
        <details className={styles.unread}>
          <summary>{counted(others.length, ['outro aviso', 'outros avisos'])} sobre este arquivo</summary>
          <ul>
            {others.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {error_rows.length > 0 ? (
        <details className={styles.unread}>
          <summary>
            {error_rows.length === 1
              ? '1 linha do arquivo não pôde ser lida'
              : `${formatCount(error_rows.length)} linhas do arquivo não puderam ser lidas`}
          </summary>
          <ul>
            {error_rows.map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                <span className={classNames(textStyles.tabular, styles.tabular)}>linha {line}</span> {reason}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
