// One sheet of records before it goes in: every row with all that is wrong with it, what a person leaves out, and what came of it.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { reading } from '#client/data/queries.ts'
import { Badge, type LabelledLook } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { Icon } from '#client/kit/icon.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { Tabs } from '#client/kit/tabs.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useAnswer } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { SHEET_WORDS } from '#commands/sheets.ts'
import { type SheetReview, type SheetRow, sheetImports } from '#contract/sheet-imports.ts'
import { counted, formatCount } from '#domain/text.ts'
import { choiceLook, IMPORT_LOOKS, WORKING_POLL_MS } from './import-words.ts'
import styles from './imports.module.css'
import { Progress } from './progress.tsx'

export function SheetReviewScreen() {
  const c = useCompanyId()
  const id = useRouteParam('sheetId') ?? ''
  const query = useQuery({
    ...reading(sheetImports.get, { params: { c, id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'COMMITTING' ? WORKING_POLL_MS : false),
  })
  useTellMissing(query.isLoadingError && isNotFound(query.error))
  const sheet = query.data
  useAnswer('sheet.current', () => sheet)
  if (query.isError)
    return <ErrorState title="Não foi possível abrir a planilha" error={query.error} onRetry={() => void query.refetch()} />
  if (!sheet) return <Skeleton />
  if (sheet.status === 'COMMITTING') return <Progress importId={sheet.id} name={sheet.file_name} words="Gravando as linhas" />
  if (sheet.status === 'DISCARDED')
    return (
      <Empty
        icon="trash"
        title="Planilha descartada"
        text={`Nada de ${sheet.file_name} foi gravado.`}
        actions={<CommandButton id="sheet.list" variant="primary" size="form" label={`Ver ${SHEET_WORDS[sheet.kind].nouns[1]}`} />}
      />
    )
  return <Rows sheet={sheet} reading={query} />
}

type Part = 'all' | 'in' | SheetRow['decision'] | 'out'

const PARTS: Readonly<Record<Part, { title: string; has(row: SheetRow): boolean }>> = {
  all: { title: 'Todas', has: () => true },
  in: { title: 'Entram', has: row => row.choice === 'ADD' },
  refused: { title: 'Com erro', has: row => row.decision === 'refused' },
  present: { title: 'Já registradas', has: row => row.decision === 'present' },
  out: { title: 'Deixadas de fora', has: row => row.decision === 'new' && row.choice === 'SKIP' },
  new: { title: 'Novas', has: row => row.decision === 'new' },
}
const SHOWN_PARTS: readonly Part[] = ['all', 'in', 'refused', 'present', 'out']

function Rows({
  sheet,
  reading,
}: {
  sheet: SheetReview
  reading: { isPending: boolean; isError: boolean; isFetching: boolean; error: unknown; refetch(): unknown }
}) {
  const [part, setPart] = useState<Part>('all')
  const { linhas: filter = '' } = useScreenSearch()
  const setSearch = useSetSearch()
  const isOpen = sheet.status === 'PREVIEW'
  const columns = useMemo(() => columnsOf(sheet.header, !isOpen), [sheet.header, isOpen])
  const rows = useMemo(() => sheet.rows.filter(PARTS[part].has), [sheet.rows, part])
  const count = (one: Part) => sheet.rows.filter(PARTS[one].has).length
  const tabs = SHOWN_PARTS.map(one => ({ id: one, title: partTitle(one, isOpen), count: count(one) })).filter(
    one => one.id === 'all' || one.id === part || one.count > 0,
  )
  return (
    <div className={summary.stack}>
      <Summary sheet={sheet} entering={count('in')} />
      {isOpen && count('refused') > 0 ? (
        <Note kind="warning">
          {counted(count('refused'), ['linha tem erro e não entra', 'linhas têm erro e não entram'])}. Corrija na planilha e envie de novo,
          ou importe as outras: as que já entraram não entram duas vezes.
        </Note>
      ) : null}
      <Refused rows={sheet.rows.filter(PARTS.refused.has)} />
      <ListingScreen
        label={`Linhas de ${sheet.file_name}`}
        kind="sheet_row"
        rows={rows}
        reading={reading}
        columns={columns}
        rowName={row => `Linha ${row.line}`}
        toolbar={isOpen ? 'sheet.toolbar' : 'import_result.toolbar'}
        noun={['linha', 'linhas']}
        textOf={row => [`linha ${row.line}`, ...row.cells, ...row.problems].join(' ')}
        filter={filter}
        onFilter={linhas => setSearch({ linhas })}
        placeholder="Filtrar por linha, texto, erro"
        selectable={isOpen}
        isMuted={row => row.choice === 'SKIP'}
        head={<Tabs label="Linhas" tabs={tabs} value={part} onChange={id => setPart(id as Part)} />}
        card={row => (
          <div className={listingScreen.registerCard}>
            <span className={listingScreen.name}>
              {row.line}: {row.cells.filter(Boolean).slice(0, 3).join(' · ')}
            </span>
            <Verdict row={row} done={!isOpen} />
            <Problems row={row} />
          </div>
        )}
        empty={{ title: 'Nenhuma linha aqui', text: 'Veja as outras linhas da planilha.' }}
      />
    </div>
  )
}

const MOST_TOLD = 200

/** All that is wrong with each row, by its line: a cell of the list would cut it. */
function Refused({ rows }: { rows: readonly SheetRow[] }) {
  if (rows.length === 0) return null
  return (
    <details className={styles.unread} open={rows.length <= 5}>
      <summary>O que corrigir em {counted(rows.length, ['linha', 'linhas'])}</summary>
      <ul aria-label="Linhas com erro">
        {rows.slice(0, MOST_TOLD).map(({ line, problems }) => (
          <li key={line}>
            <span className={text.tabular}>Linha {line}</span> {problems.join('; ')}
          </li>
        ))}
        {rows.length > MOST_TOLD ? <li>e mais {formatCount(rows.length - MOST_TOLD)}</li> : null}
      </ul>
    </details>
  )
}

const partTitle = (part: Part, isOpen: boolean): string => (part === 'in' && !isOpen ? 'Entraram' : PARTS[part].title)

function Summary({ sheet, entering }: { sheet: SheetReview; entering: number }) {
  const look = IMPORT_LOOKS[sheet.status]
  const { nouns } = SHEET_WORDS[sheet.kind]
  const isOpen = sheet.status === 'PREVIEW'
  const told = isOpen
    ? counted(entering, ['linha vai entrar', 'linhas vão entrar'])
    : sheet.status === 'REVERTED'
      ? 'Tudo o que entrou saiu de novo'
      : counted(sheet.committed_count, [
          `${nouns[0]} importad${isFeminine(sheet) ? 'a' : 'o'}`,
          `${nouns[1]} importad${isFeminine(sheet) ? 'as' : 'os'}`,
        ])
  return (
    <div className={summary.summary} data-part="summary">
      <span className={summary.who}>
        <Icon name="file-spreadsheet" size="s" />
        <span className={text.cut}>{sheet.file_name}</span>
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </span>
      <span className={summary.fact}>
        <span className={classNames(text.m, summary.m)}>Traz</span>
        {nouns[1]}
      </span>
      <span className={summary.end}>
        <span className={classNames(summary.fact, text.tabular)} role="status">
          {told}
        </span>
        {isOpen ? (
          <>
            <CommandButton id="sheet.discard" variant="ghost" short />
            <CommandButton
              id="sheet.commit"
              variant="primary"
              icon
              label={entering === 1 ? 'Importar 1 linha' : `Importar ${formatCount(entering)} linhas`}
            />
          </>
        ) : (
          <>
            {sheet.status === 'COMMITTED' && sheet.batch_id ? <CommandButton id="sheet.undo" variant="ghost" short /> : null}
            <CommandButton id="sheet.list" variant="primary" label={`Ver ${nouns[1]}`} />
          </>
        )}
      </span>
    </div>
  )
}

const isFeminine = ({ kind }: SheetReview) => kind === 'bills' || kind === 'receivables'

const REFUSED: LabelledLook = { label: 'Com erro', tone: 'danger', icon: 'circle-x' }
const PRESENT: LabelledLook = { label: 'Já registrada', tone: 'quiet', icon: 'check-check' }
const lookOf = ({ decision, choice }: SheetRow, done: boolean): LabelledLook =>
  decision === 'refused' ? REFUSED : decision === 'present' ? PRESENT : choiceLook(choice, decision, done)

function Verdict({ row, done }: { row: SheetRow; done: boolean }) {
  const { tone, icon, label } = lookOf(row, done)
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

function Problems({ row }: { row: SheetRow }) {
  return <span className={row.decision === 'refused' ? styles.problems : text.m}>{row.problems.join('; ')}</span>
}

function columnsOf(header: readonly string[], done: boolean): ListingColumn<SheetRow>[] {
  return [
    { id: 'line', title: 'Linha', width: 72, align: 'right', render: row => row.line, sort: row => row.line },
    {
      id: 'choice',
      title: done ? 'Resultado' : 'Entra?',
      width: 150,
      render: row => <Verdict row={row} done={done} />,
      sort: row => lookOf(row, done).label,
      groupable: true,
    },
    { id: 'problems', title: 'Por quê', least: 240, render: row => <Problems row={row} />, sort: row => row.problems.join('; ') || null },
    ...header.map((title, at) => ({
      id: `cell-${at}`,
      title: title || `Coluna ${at + 1}`,
      least: 110,
      leaves: header.length - at,
      render: (row: SheetRow) => row.cells[at] ?? '',
      sort: (row: SheetRow) => row.cells[at] || null,
    })),
  ]
}
