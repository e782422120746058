// The notes of a period, by kind: those issued here and those received, what each is worth, and what waits for somebody.

import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Select } from '#client/kit/form/select-field.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, usePeriod, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { formatDay } from '#domain/days.ts'
import { INVOICE_STATUSES } from '#domain/enums.ts'
import { INVOICE_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { formatCount } from '#domain/text.ts'
import { columnsOf } from './invoice-columns.tsx'
import { CONSUMER_NOTE, type Invoice, type KindOfNote, listReading, PRODUCT_NOTE, SERVICE_NOTE } from './invoice-kind.ts'
import { NoteStatus } from './invoice-status.tsx'
import { dayOfNote, noteText, numberText, partyName } from './invoice-words.ts'
import styles from './invoices.module.css'
import { useReadiness } from './readiness.ts'

export const ServiceInvoicesScreen = () => <InvoicesScreen key="SERVICE" note={SERVICE_NOTE} />
export const ProductInvoicesScreen = () => <InvoicesScreen key="PRODUCT" note={PRODUCT_NOTE} />
export const ConsumerInvoicesScreen = () => <InvoicesScreen key="CONSUMER" note={CONSUMER_NOTE} />

const NONE: readonly Invoice[] = []
const ALL = 'todas'

const counts = (invoice: Invoice): boolean => invoice.status === 'ISSUED' || invoice.status === 'CANCELLING'
const sumOf = (rows: readonly Invoice[]): number => rows.reduce((sum, row) => sum + row.amount_cents, 0)

function sumsOf(rows: readonly Invoice[]) {
  const waiting = rows.filter(row => row.status === 'PROCESSING' || row.status === 'REJECTED')
  return [
    ...(waiting.length > 0 ? [{ label: 'A emitir', amount_cents: sumOf(waiting) }] : []),
    { label: 'Emitidas', amount_cents: sumOf(rows.filter(counts)) },
  ]
}

function StatusFilter({ rows, value, onChange }: { rows: readonly Invoice[]; value: string; onChange(status: string): void }) {
  const choices = [
    { value: ALL, label: 'Todas as situações' },
    ...INVOICE_STATUSES.map(status => {
      const count = rows.filter(row => row.status === status).length
      return { value: status, label: `${INVOICE_STATUS_LABELS[status]} (${formatCount(count)})` }
    }),
  ]
  return (
    <div className={styles.statusFilter}>
      <Select label="Situação" value={value} onChange={onChange} choices={choices} />
    </div>
  )
}

function NoteCard({ invoice }: { invoice: Invoice }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{partyName(invoice)}</span>
      <span className={classNames(textStyles.med, textStyles.tabular)}>{formatCents(invoice.amount_cents)}</span>
      <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>
        {numberText(invoice)}, {formatDay(dayOfNote(invoice))}
      </span>
      <NoteStatus invoice={invoice} />
    </div>
  )
}

function InvoicesScreen({ note }: { note: KindOfNote }) {
  const c = useCompanyId()
  const period = usePeriod()
  const setSearch = useSetSearch()
  const search = useScreenSearch()
  const openId = useRouteParam('notaFiscalId')
  const captured = note.captured && search.origem === 'recebidas'
  const list = useQuery<readonly Invoice[]>(listReading(note.kind, c, period, captured ? 'CAPTURE' : 'LOCAL') as never)
  const status = search.situacao ?? ALL
  const all = list.data ?? NONE
  const rows = useMemo(() => (status === ALL ? all : all.filter(row => row.status === status)), [all, status])
  const columns = useMemo(() => columnsOf(note, captured), [note, captured])
  const readiness = useReadiness(note.kind)
  const phone = usePhone()
  const choose = (tab: string) => setSearch({ origem: tab === 'emitidas' ? undefined : tab })
  useIntent('invoices.tab', () => choose(captured ? 'emitidas' : 'recebidas'))
  const blocked = readiness && (readiness.reached ? 'limit' : readiness.missing > 0 ? 'pending' : undefined)
  const pages = blocked ? <CommandButton id={`${note.name}-invoice.${blocked}`} variant="secondary" icon short iconOnly={phone} /> : null
  return (
    <ListingScreen
      label={`${note.title}, ${period.label}`}
      kind="invoice"
      noun={['nota', 'notas']}
      rows={rows}
      reading={list}
      columns={columns}
      rowName={invoice => `${note.one} ${numberText(invoice)} de ${partyName(invoice)}`}
      textOf={noteText}
      card={invoice => <NoteCard invoice={invoice} />}
      isMuted={invoice => invoice.status === 'CANCELLED'}
      filter={search[note.area] ?? ''}
      onFilter={text => setSearch({ [note.area]: text })}
      placeholder="Filtrar por nome, número, chave, valor"
      toolbar={`${note.area}.toolbar`}
      amountOf={invoice => invoice.amount_cents}
      sumsBelow={sumsOf(rows)}
      openId={openId}
      addressOf={invoice => pathTo(`${note.area}.detail`, { companyId: c, notaFiscalId: invoice.id })}
      head={
        <Tabs
          label="Origem das notas"
          tabs={[
            { id: 'emitidas', title: 'Emitidas aqui', ...(note.captured ? { keys: '[' } : {}) },
            ...(note.captured ? [{ id: 'recebidas', title: 'Recebidas', keys: ']' }] : []),
          ]}
          value={captured ? 'recebidas' : 'emitidas'}
          onChange={choose}
        />
      }
      primary={<Place at={`${note.area}.page`} />}
      bar={
        <>
          {pages}
          {note.kind === 'SERVICE' ? null : <CommandButton id="invoice.numbering" variant="secondary" icon short iconOnly={phone} />}
          <StatusFilter rows={all} value={status} onChange={next => setSearch({ situacao: next === ALL ? undefined : next })} />
        </>
      }
      empty={{
        title: captured ? 'Nenhuma nota recebida neste período' : `Nenhuma ${note.one} neste período`,
        text: captured
          ? 'As notas que os fornecedores emitem para a empresa aparecem aqui com a captura ligada.'
          : 'As notas que você emite aparecem aqui, com a resposta da autoridade fiscal.',
        actions: (
          <>
            {captured ? <CommandButton id={`${note.name}-invoice.pending`} size="form" icon /> : <Place at={`${note.area}.empty`} />}
            <CommandButton id="period.all" size="form" />
          </>
        ),
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
