// One note, read first: who, how much, where it stands with the authority, what it says, its files and its titles.

import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { Awaited } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { isCorrectable } from '#commands/invoice-kinds.ts'
import { targetOn } from '#commands/kit/command.ts'
import { pathTo } from '#commands/screens.ts'
import { NoteBody } from './invoice-detail.tsx'
import { type Invoice, noteReading, useNoteRoute } from './invoice-kind.ts'
import { numberText, partyName } from './invoice-words.ts'
import styles from './invoices.module.css'

export function InvoiceDrawer() {
  const { c, id, note } = useNoteRoute()
  const reading = useQuery<Invoice>(noteReading(note.kind, id) as object as UseQueryOptions<Invoice>)
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  const company = useWhereabouts(now => now.company)
  const invoice = reading.data
  const target = useMemo(() => invoice && targetOn('invoice', [invoice], { company, from: 'focus' }), [invoice, company])
  // The list's F2: a note that may still be written opens its form.
  useIntent('drawer.edit', () => {
    if (invoice && isCorrectable(invoice)) houseOptions().ports.go(pathTo(`${note.area}.update`, { companyId: c, notaFiscalId: id }))
  })
  return (
    <ActsOn value={target}>
      <RecordDrawer
        id={id}
        list={note.area}
        label={invoice ? `${note.one} ${numberText(invoice)}, ${partyName(invoice)}` : note.one}
        where={invoice?.source === 'CAPTURE' ? 'Nota recebida' : note.title}
        footer={invoice ? <NoteActions invoice={invoice} /> : undefined}
      >
        <Awaited of={reading} failed="Não foi possível abrir a nota">
          {read => <NoteBody note={note} invoice={read} />}
        </Awaited>
      </RecordDrawer>
      <Outlet />
    </ActsOn>
  )
}

/** What is next for the note in its state, and the rest behind a menu. */
function NoteActions({ invoice }: { invoice: Invoice }) {
  const next = () => {
    if (isCorrectable(invoice))
      return (
        <>
          <CommandButton id={invoice.status === 'REJECTED' ? 'invoice.correct' : 'invoice.transmit'} variant="primary" short />
          <CommandButton id={invoice.status === 'REJECTED' ? 'invoice.transmit' : 'invoice.correct'} short />
        </>
      )
    if (invoice.source === 'CAPTURE') return <CommandButton id="invoice.bill" variant="primary" short />
    if (invoice.entries.length > 0) return <CommandButton id="invoice.replicate" short />
    return (
      <>
        <CommandButton id="invoice.receivable" variant="primary" short />
        <CommandButton id="invoice.replicate" short />
      </>
    )
  }
  return (
    <>
      {next()}
      <span className={classNames(drawer.end, styles.drawerEnds)}>
        {invoice.status === 'ISSUED' && invoice.source === 'LOCAL' ? <CommandButton id="invoice.cancel" variant="ghost" short /> : null}
        <MoreActions at="invoice.row" />
      </span>
    </>
  )
}
