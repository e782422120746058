// What the forms of all notes share: the page with its summary, the draft, the question before it leaves the house, and what comes after.

import { type ReactNode, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { Reply } from '#client/data/api.ts'
import { Button } from '#client/kit/button.tsx'
import { confirm } from '#client/kit/confirm.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { problemsOf } from '#client/kit/form/problems.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { keepDraft, readDraft } from '#client/surfaces/draft.ts'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { NOTE_COMMANDS } from '#commands/invoices.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import { type Invoice, type KindOfNote, useNoteRoute } from './invoice-kind.ts'
import { useReadiness } from './readiness.ts'
import './invoices.css'

interface NoteFormProps<Input extends FieldValues, Output> {
  title: string
  lead?: ReactNode
  schema: ZodType<Output, Input>
  defaults: Input
  /** Under which name what is typed is kept in this tab until it is sent. */
  draft: string
  /** Fields of the server under the names they have here. */
  rename?: (field: string) => string
  /** Asked in the question before sending. */
  amountOf(values: Output): number
  partyOf(values: Output): string
  send(values: Output): Promise<Reply<never> | { data: Invoice }>
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode)
  summary: ReactNode
}

const sentWords = (note: KindOfNote, { amount_cents, waiting_transmission }: Invoice): string =>
  `${INVOICE_KIND_LABELS[note.kind]} de ${formatCents(amount_cents)} ${waiting_transmission ? 'preparada' : 'transmitida'}`

export function NoteForm<Input extends FieldValues, Output>(props: NoteFormProps<Input, Output>) {
  const { title, lead, schema, defaults, draft, rename = field => field, amountOf, partyOf, send, children, summary } = props
  const { note, toList, toNote } = useNoteRoute()
  const transmits = useWhereabouts(now => now.can)('invoices:x')
  const [found, setFound] = useState(() => readDraft(draft))
  const [start, setStart] = useState<Input>(() => ({ ...defaults, ...found }))
  const forget = () => {
    keepDraft(draft, undefined)
    setFound(undefined)
    setStart({ ...defaults })
  }
  const save = async (values: Output) => {
    const sure = await confirm({
      title: transmits ? 'Emitir esta nota?' : 'Preparar esta nota?',
      description: transmits
        ? 'Ela vai para a autoridade fiscal. Emitida, só se desfaz por cancelamento.'
        : 'Ela fica guardada até que alguém com a permissão a transmita.',
      facts: [
        { label: note.party, value: partyOf(values) },
        { label: 'Valor', value: formatCents(amountOf(values)) },
      ],
      confirmLabel: transmits ? 'Emitir nota' : 'Preparar nota',
    })
    if (!sure) return
    try {
      const { data } = (await send(values)) as { data: Invoice }
      keepDraft(draft, undefined)
      settleWrite({ say: sentWords(note, data) })
      toNote(data.id)
    } catch (error) {
      const problems = problemsOf(error)
      formFailed(problems.length === 0 ? error : { details: problems.map(one => ({ ...one, field: rename(one.field) })) })
    }
  }
  return (
    <FormPage title={title} lead={lead} wide>
      <Obstacles note={note} />
      {found ? (
        <div className="draft-found">
          <Note kind="info">Continuando o rascunho desta aba.</Note>
          <Button variant="ghost" onClick={forget}>
            Começar de novo
          </Button>
        </div>
      ) : null}
      <Form
        key={found ? 'draft' : 'new'}
        className="note-form"
        schema={schema}
        defaults={start as DefaultValues<Input>}
        onSubmit={save}
        onEscape={toList}
        label={title}
      >
        {form => (
          <>
            <Drafting name={draft} />
            <div className="note-fields">{typeof children === 'function' ? children(form) : children}</div>
            <aside className="note-summary" aria-label="Resumo da nota">
              {summary}
            </aside>
            <FormFooter submitLabel={transmits ? 'Emitir nota' : 'Preparar nota'} onCancel={toList} />
          </>
        )}
      </Form>
    </FormPage>
  )
}

/** Keeps what is typed as it is typed: a reload a moment later finds it. */
function Drafting({ name }: { name: string }) {
  const { watch } = useFormContext()
  useEffect(() => {
    const subscription = watch(values => keepDraft(name, values))
    return () => subscription.unsubscribe()
  }, [watch, name])
  return null
}

/** What will make the server refuse the note, said before it is written. */
function Obstacles({ note }: { note: KindOfNote }) {
  const readiness = useReadiness(note.kind)
  if (!readiness || (readiness.missing === 0 && !readiness.reached)) return null
  const about = readiness.reached ? 'limit' : 'pending'
  return (
    <div className="draft-found">
      <Note kind="warning">
        {readiness.reached ? 'O limite de notas deste mês foi atingido.' : 'Há pendências que impedem a emissão.'} O que você escrever aqui
        fica guardado.
      </Note>
      <CommandButton id={`${NOTE_COMMANDS[note.kind]}.${about}`} short />
    </div>
  )
}

interface SumRowProps {
  name: string
  cents: number | undefined
  strong?: boolean
}

/** One line of the summary; a missing sum is a dash, so that nothing jumps while one types. */
export function SumRow({ name, cents, strong }: SumRowProps) {
  return (
    <>
      <dt className={strong ? 'med' : undefined}>{name}</dt>
      <dd className={strong ? 'big' : undefined}>{cents === undefined ? '—' : formatCents(cents)}</dd>
    </>
  )
}
