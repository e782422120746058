// The addresses of notes that are written or cancelled: each runs its command.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RunsPage } from '#client/surfaces/asked/runs.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { targetOn } from '#commands/kit/command.ts'
import { pathTo } from '#commands/screens.ts'
import { type Invoice, noteReading, useNoteRoute } from './invoice-kind.ts'

export function CreateNote() {
  const { c, note } = useNoteRoute()
  return <RunsPage key={note.name} command={`${note.name}-invoice.create`} leaves={pathTo(note.area, { companyId: c })} />
}

function useNoteHere(): Invoice | undefined {
  const { id, note } = useNoteRoute()
  const reading = useQuery<Invoice>(noteReading(note.kind, id) as never)
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  return reading.data
}

function NoteAgain({ command }: { command: 'invoice.correct' | 'invoice.replicate' }) {
  const { c, note } = useNoteRoute()
  const company = useWhereabouts(now => now.company)
  const invoice = useNoteHere()
  const target = useMemo(() => invoice && targetOn('invoice', [invoice], { company, from: 'focus' }), [invoice, company])
  return <RunsPage command={command} target={target} leaves={pathTo(note.area, { companyId: c })} />
}

export const CorrectNote = () => <NoteAgain command="invoice.correct" />
export const ReplicateNote = () => <NoteAgain command="invoice.replicate" />

export function CancelNote() {
  const { id, note } = useNoteRoute()
  return <RunsOn command="invoice.cancel" kind="invoice" record={useNoteHere()} list={[`${note.area}.detail`, id]} />
}
