// Notes suppliers issued to the company, as a list: which became bills, which still wait, and bills of many at once.

import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { fiscalDocuments, invoiceSettings } from '#contract/fiscal-documents.ts'
import type { ReceivedNote } from '#contract/received-notes.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import styles from './capture.module.css'
import { Lookups } from './lookups.tsx'
import { CheckBadge, NoteDrawer, StateBadge } from './note-drawer.tsx'
import {
  CLOSED_STATES,
  checkLook,
  dueWords,
  isSummary,
  issuedDay,
  type NoteState,
  numberOf,
  STATE_LOOKS,
  saidWords,
  stateOf,
} from './note-words.ts'
import { Readings } from './reading.tsx'

const NONE: readonly never[] = []

const columns: readonly RegisterColumn<ReceivedNote>[] = [
  {
    id: 'issued',
    title: 'Emissão',
    width: 96,
    sort: issuedDay,
    render: note => <span className={textStyles.tabular}>{formatDay(issuedDay(note))}</span>,
  },
  {
    id: 'number',
    title: 'Nota',
    width: 88,
    sort: note => note.number,
    render: note => <span className={textStyles.tabular}>{numberOf(note)}</span>,
  },
  {
    id: 'kind',
    title: 'Tipo',
    width: 72,
    leaves: 2,
    sort: note => INVOICE_KIND_LABELS[note.kind],
    groupable: true,
    render: note => INVOICE_KIND_LABELS[note.kind],
  },
  {
    id: 'issuer',
    title: 'Fornecedor',
    least: 200,
    sort: note => note.issuer?.name ?? null,
    groupable: true,
    render: note => <span className={textStyles.med}>{note.issuer?.name}</span>,
  },
  {
    id: 'document',
    title: 'CNPJ',
    width: 164,
    leaves: 1,
    render: note => (
      <span className={textStyles.tabular}>{note.issuer?.document_number ? formatDocument(note.issuer.document_number) : '—'}</span>
    ),
  },
  {
    id: 'due',
    title: 'Vencimento',
    width: 208,
    leaves: 4,
    sort: note => note.payment.due_dates[0] ?? null,
    render: note => (
      <span className={textStyles.tabular}>
        {dueWords(note.payment) || <span className={textStyles.m}>{isSummary(note) ? '—' : 'na emissão'}</span>}
      </span>
    ),
  },
  {
    id: 'check',
    title: 'Conferência',
    width: 176,
    leaves: 5,
    sort: note => checkLook(note).label,
    groupable: note => checkLook(note).label,
    render: note => <CheckBadge note={note} />,
  },
  {
    id: 'manifestation',
    title: 'Manifestação',
    width: 136,
    leaves: 3,
    sort: note => saidWords(note.manifestations),
    groupable: note => saidWords(note.manifestations) || 'Sem manifestação',
    render: note => saidWords(note.manifestations) || <span className={textStyles.m}>—</span>,
  },
  {
    id: 'state',
    title: 'Situação',
    width: 156,
    sort: note => STATE_LOOKS[stateOf(note)].label,
    groupable: true,
    render: note => <StateBadge note={note} />,
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 124,
    align: 'right',
    sort: note => note.amount_cents,
    sums: formatAmount,
    render: note => formatAmount(note.amount_cents),
  },
]

/** Documents and keys are sought with and without their marks. */
const textOf = (note: ReceivedNote): string =>
  [
    note.issuer?.name,
    note.issuer?.document_number,
    note.issuer?.document_number ? formatDocument(note.issuer.document_number) : '',
    note.number,
    note.access_key,
    formatCents(note.amount_cents),
    STATE_LOOKS[stateOf(note)].label,
    INVOICE_KIND_LABELS[note.kind],
    checkLook(note).label,
    saidWords(note.manifestations),
    ...note.lines.map(line => line.name),
  ].join(' ')

const NoteCard = ({ note }: { note: ReceivedNote }) => (
  <div className={listingScreen.registerCard}>
    <span className={listingScreen.name}>{note.issuer?.name}</span>
    <span className={classNames(textStyles.num, textStyles.med)}>{formatCents(note.amount_cents)}</span>
    <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>
      {INVOICE_KIND_LABELS[note.kind]} {numberOf(note)}, {formatDay(issuedDay(note))}
    </span>
    <StateBadge note={note} />
  </div>
)

const TABS: readonly { id: string; title: string; states: readonly NoteState[] }[] = [
  { id: '', title: 'A lançar', states: ['OPEN'] },
  { id: 'conferir', title: 'A conferir', states: ['DOUBTED'] },
  { id: 'lancadas', title: 'Lançadas', states: ['BOOKED', 'BOOKED_ENDED'] },
  { id: 'fora', title: 'Recusadas e canceladas', states: CLOSED_STATES },
  { id: 'todas', title: 'Todas', states: ['OPEN', 'DOUBTED', 'BOOKED', 'BOOKED_ENDED', ...CLOSED_STATES] },
]

export function CaptureScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { capture: filter = '', nota: tabId = '' } = useScreenSearch()
  const reading = useReading(fiscalDocuments.received, { params: { c } })
  const settings = useReading(invoiceSettings.get, { params: { c } }).data
  const [openId, setOpenId] = useState<string>()
  const all = reading.data ?? NONE
  const tab = TABS.find(one => one.id === tabId) ?? TABS[0]
  const rows = useMemo(() => all.filter(note => tab?.states.includes(stateOf(note))), [all, tab])
  const tabs = TABS.map(({ id, title, states }) => ({
    id,
    title,
    ...(reading.data ? { count: all.filter(note => states.includes(stateOf(note))).length } : {}),
  }))
  const open = all.find(note => note.id === openId)
  const off = settings?.capture_active === false
  return (
    <>
      <div className={summary.stack}>
        {off ? <CaptureOff /> : <Readings lacksState={settings?.address === null} />}
        {off ? null : <Lookups />}
        <ListingScreen
          label="Notas recebidas"
          kind="captured_note"
          noun={['nota', 'notas']}
          rows={rows}
          reading={reading}
          columns={columns}
          rowName={note => `Nota ${numberOf(note)} de ${note.issuer?.name ?? ''}`}
          textOf={textOf}
          card={note => <NoteCard note={note} />}
          isMuted={note => !['OPEN', 'DOUBTED', 'BOOKED_ENDED'].includes(stateOf(note))}
          amountOf={note => -note.amount_cents}
          filter={filter}
          onFilter={text => setSearch({ capture: text })}
          placeholder="Filtrar por fornecedor, número, chave, mercadoria ou serviço"
          toolbar="capture.toolbar"
          openId={openId}
          onOpen={note => setOpenId(note.id)}
          head={<Tabs label="Situação das notas" tabs={tabs} value={tab?.id ?? ''} onChange={id => setSearch({ nota: id })} />}
          primary={off ? null : <Place at="capture.page" />}
          empty={{
            title: tabId === '' && all.length > 0 ? 'Nada a lançar' : 'Nenhuma nota',
            text:
              tabId === '' && all.length > 0
                ? 'Todas as notas recebidas já viraram contas a pagar, esperam conferência ou ficaram de fora.'
                : 'As NF-e, NFC-e e NFS-e de fornecedores chegam pelo seu XML: cada uma vira uma conta a pagar, ou uma por parcela.',
            actions: off ? null : <Place at="capture.empty" />,
          }}
        />
      </div>
      {open ? <NoteDrawer key={open.id} note={open} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}

const CaptureOff = () => (
  <div className={styles.captureOff}>
    <Note kind="warning">A captura de notas está desligada nesta empresa.</Note>
    <CommandButton id="capture.activate" variant="primary" icon />
  </div>
)
