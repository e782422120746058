// Notes of every kind received by the office's companies: to be decided on, accepted or refused, and to be read.

import { useMemo, useState } from 'react'
import { useCompanyNames } from '#client/data/names.ts'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { ToolbarPlace } from '#commands/places.ts'
import type { SearchName } from '#commands/search-text.ts'
import { fiscalDocuments } from '#contract/fiscal-documents.ts'
import type { ReceivedNote } from '#contract/received-notes.ts'
import { formatInstant } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS, type InvoiceKind } from '#domain/fiscal/codes.ts'
import { INVOICE_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount } from '#domain/money.ts'
import { NoteDrawer } from './note-drawer.tsx'

const NONE: readonly never[] = []

export type Note = ReceivedNote & { company_name: string }

export const noteName = (note: Note): string => `Nota ${note.number ?? 'sem número'} de ${note.issuer?.name ?? 'emitente desconhecido'}`
export const issuedOn = ({ issued_at }: ReceivedNote): string => (issued_at === null ? '—' : formatInstant(issued_at))

export function Decision({ note }: { note: ReceivedNote }) {
  if (note.decision === 'ACCEPTED')
    return (
      <Badge tone="ok" icon="circle-check">
        Aceita
      </Badge>
    )
  return note.decision === 'REJECTED' ? (
    <Badge tone="danger" icon="circle-x">
      Recusada
    </Badge>
  ) : (
    <Badge tone="warning" icon="circle-dashed">
      Sem decisão
    </Badge>
  )
}

function useNotes(isKind: (kind: InvoiceKind) => boolean) {
  const reading = useReading(fiscalDocuments.officeNotes, { query: {} })
  const nameOf = useCompanyNames()
  const rows = useMemo<readonly Note[]>(() => {
    return (reading.data ?? NONE).filter(({ kind }) => isKind(kind)).map(note => ({ ...note, company_name: nameOf(note.company_id) }))
  }, [reading.data, nameOf, isKind])
  return { reading, rows }
}

const textOf = (note: Note): string =>
  [
    note.company_name,
    INVOICE_KIND_LABELS[note.kind],
    note.issuer?.name,
    note.issuer?.document_number,
    note.number,
    note.access_key,
    formatAmount(note.amount_cents),
  ].join(' ')

const issued: RegisterColumn<Note> = {
  id: 'issued',
  title: 'Emissão',
  width: 104,
  sort: note => note.issued_at,
  render: note => <span className={textStyles.tabular}>{issuedOn(note)}</span>,
}
const company: RegisterColumn<Note> = {
  id: 'company',
  title: 'Empresa',
  least: 180,
  sort: note => note.company_name,
  groupable: true,
  render: note => <span className={textStyles.med}>{note.company_name}</span>,
}
const issuer: RegisterColumn<Note> = {
  id: 'issuer',
  title: 'Emitente',
  least: 200,
  sort: note => note.issuer?.name ?? null,
  groupable: true,
  render: note => note.issuer?.name ?? '—',
}
const number: RegisterColumn<Note> = {
  id: 'number',
  title: 'Número',
  width: 96,
  align: 'right',
  leaves: 2,
  sort: note => note.number,
  render: note => <span className={textStyles.tabular}>{note.number ?? '—'}</span>,
}
const kind: RegisterColumn<Note> = {
  id: 'kind',
  title: 'Tipo',
  width: 72,
  leaves: 3,
  sort: note => INVOICE_KIND_LABELS[note.kind],
  groupable: true,
  render: note => INVOICE_KIND_LABELS[note.kind],
}
const amount: RegisterColumn<Note> = {
  id: 'amount',
  title: 'Valor',
  width: 116,
  align: 'right',
  sort: note => note.amount_cents,
  sums: formatAmount,
  render: note => <span className={textStyles.tabular}>{formatAmount(note.amount_cents)}</span>,
}

const decisionColumns: readonly RegisterColumn<Note>[] = [
  issued,
  company,
  issuer,
  kind,
  number,
  amount,
  { id: 'decision', title: 'Decisão', width: 132, sort: note => note.decision, render: note => <Decision note={note} /> },
  {
    id: 'reason',
    title: 'Motivo',
    width: 180,
    leaves: 1,
    render: note =>
      note.decision === 'REJECTED' && note.decision_reason ? (
        note.decision_reason
      ) : (
        <span className={classNames(textStyles.m, drawer.m)}>—</span>
      ),
  },
]

const invoiceColumns: readonly RegisterColumn<Note>[] = [
  issued,
  company,
  issuer,
  {
    id: 'document',
    title: 'CNPJ do emitente',
    width: 164,
    leaves: 1,
    render: note => (
      <span className={textStyles.tabular}>{note.issuer?.document_number ? formatDocument(note.issuer.document_number) : '—'}</span>
    ),
  },
  number,
  {
    id: 'items',
    title: 'Itens',
    width: 72,
    align: 'right',
    leaves: 3,
    sort: note => note.lines.length,
    // Of a note that came as a summary nobody knows its items.
    render: note => <span className={textStyles.tabular}>{note.lines.length || '—'}</span>,
  },
  amount,
  {
    id: 'status',
    title: 'Situação',
    width: 116,
    sort: note => note.status,
    groupable: note => INVOICE_STATUS_LABELS[note.status],
    render: note => INVOICE_STATUS_LABELS[note.status],
  },
]

function NoteCard({ note }: { note: Note }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{note.issuer?.name ?? 'Emitente desconhecido'}</span>
      <span className={textStyles.tabular}>{formatAmount(note.amount_cents)}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>{`${note.company_name} · ${issuedOn(note)}`}</span>
      <Decision note={note} />
    </div>
  )
}

const DECISIONS = {
  pendentes: { title: 'Sem decisão', keeps: (note: Note) => note.decision === null },
  aceitas: { title: 'Aceitas', keeps: (note: Note) => note.decision === 'ACCEPTED' },
  recusadas: { title: 'Recusadas', keeps: (note: Note) => note.decision === 'REJECTED' },
  todas: { title: 'Todas', keeps: (_: Note) => true },
} as const
const STATUSES = {
  todas: { title: 'Todas', keeps: (_: Note) => true },
  emitidas: { title: 'Emitidas', keeps: (note: Note) => note.status === 'ISSUED' },
  canceladas: { title: 'Canceladas', keeps: (note: Note) => note.status === 'CANCELLED' },
} as const

const everyKind = () => true
const goods = (kind: InvoiceKind) => kind === 'PRODUCT'

interface NotesProps {
  isKind(kind: InvoiceKind): boolean
  label: string
  columns: readonly RegisterColumn<Note>[]
  states: Readonly<Record<string, { readonly title: string; keeps(note: Note): boolean }>>
  /** Of the filter and the open tab in the address. */
  names: { filter: SearchName; state: SearchName }
  toolbar: ToolbarPlace
  selectable: boolean
}

function Notes({ isKind, label, columns, states, names, toolbar, selectable }: NotesProps) {
  const setSearch = useSetSearch()
  const search = useScreenSearch()
  const { reading, rows } = useNotes(isKind)
  const [openId, setOpenId] = useState<string>()
  const ids = Object.keys(states)
  const state = ids.find(id => id === search[names.state]) ?? ids[0] ?? ''
  const shown = useMemo(() => rows.filter(note => states[state]?.keeps(note)), [rows, states, state])
  const open = rows.find(note => note.id === openId)
  return (
    <ListingScreen
      label={label}
      kind="received_note"
      noun={['nota', 'notas']}
      rows={shown}
      reading={reading}
      columns={columns}
      rowName={noteName}
      textOf={textOf}
      card={note => <NoteCard note={note} />}
      isMuted={note => note.status === 'CANCELLED'}
      selectable={selectable}
      amountOf={note => note.amount_cents}
      filter={search[names.filter] ?? ''}
      onFilter={text => setSearch({ [names.filter]: text })}
      placeholder="Filtrar por empresa, emitente, número, chave ou valor"
      toolbar={toolbar}
      openId={openId}
      onOpen={note => setOpenId(note.id)}
      head={
        <Tabs
          label="Mostrar"
          value={state}
          onChange={id => setSearch({ [names.state]: id })}
          tabs={ids.map(id => ({ id, title: states[id]?.title ?? '', count: rows.filter(note => states[id]?.keeps(note)).length }))}
        />
      }
      empty={
        rows.length === 0
          ? { title: 'Nenhuma nota recebida', text: 'As notas emitidas para as empresas com captura ligada aparecem aqui.' }
          : { title: 'Nenhuma nota neste estado', text: 'As outras estão nas abas ao lado.' }
      }
    >
      {open ? <NoteDrawer key={open.id} note={open} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

export const FiscalDocuments = () => (
  <Notes
    isKind={everyKind}
    label="Documentos fiscais"
    columns={decisionColumns}
    states={DECISIONS}
    names={{ filter: 'documentos', state: 'decisao' }}
    toolbar="fiscal-documents.toolbar"
    selectable
  />
)

export const ReceivedInvoices = () => (
  <Notes
    isKind={goods}
    label="Notas de produto recebidas"
    columns={invoiceColumns}
    states={STATUSES}
    names={{ filter: 'recebidas', state: 'situacao' }}
    toolbar="received-notes.toolbar"
    selectable={false}
  />
)
