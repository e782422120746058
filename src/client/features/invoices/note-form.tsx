// What the forms of all notes share: the page with its summary, what hinders issuing, and what the question says before the note leaves the house.
import { type ReactNode, useMemo } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { ZodType } from 'zod'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import type { AnyTarget } from '#commands/kit/command.ts'
import { type Forms, titleOf } from '#commands/kit/form.ts'
import { formatCents } from '#domain/money.ts'
import { type Invoice, type KindOfNote, useNoteRoute } from './invoice-kind.ts'
import styles from './invoices.module.css'
import { useReadiness } from './readiness.ts'

/** Every form of a note hands over the same. */
export type AskingNote = Asking<Forms['service-note']>
type NoteSent = Forms['service-note']
type WithoutQuestion<S> = S extends { asked: unknown } ? Omit<S, 'asked'> : never

interface NoteFormProps<Input extends FieldValues, Output> {
  asking: AskingNote
  /** Said of a note that starts as another one. */
  copied: string
  schema: ZodType<Output, Input>
  start(target: AnyTarget, said: Readonly<Record<string, unknown>>): DefaultValues<Input>
  /** Fields of the server under the names they have here. */
  rename(field: string): string
  noteOf(values: Output): WithoutQuestion<NoteSent>
  /** Said by the question before it leaves the house. */
  amountOf(values: Output): number
  partyOf(values: Output): string
  children: ReactNode
  summary: ReactNode
}

/** The note that is written again; undefined when it is a new one. */
export const noteIn = ({ records }: Pick<AnyTarget, 'records'>): Invoice | undefined => records[0] as Invoice | undefined
export const isCopy = ({ command }: Pick<AskingNote, 'command'>): boolean => command.id === 'invoice.replicate'

function leadOf(asking: AskingNote, copied: string): string | undefined {
  const note = noteIn(asking.target)
  if (note === undefined) return undefined
  if (isCopy(asking)) return copied
  return note.reason ? `A autoridade respondeu: ${[note.reason_code, note.reason].filter(Boolean).join(': ')}` : undefined
}

export function NoteForm<Input extends FieldValues, Output>(props: NoteFormProps<Input, Output>) {
  const { asking, copied, schema, start, rename, noteOf, amountOf, partyOf, children, summary } = props
  const { note } = useNoteRoute()
  const transmits = useWhereabouts(now => now.can)('invoices:x')
  const renaming = useMemo(
    (): AskingNote => ({
      ...asking,
      async submit(input, another) {
        const done = await asking.submit(input, another)
        return done.problems ? { ...done, problems: done.problems.map(one => ({ ...one, field: rename(one.field) })) } : done
      },
    }),
    [asking, rename],
  )
  const send = (values: Output): NoteSent => {
    const asked = { party: partyOf(values), amount_cents: amountOf(values), transmits }
    return { ...noteOf(values), asked }
  }
  return (
    <FormPage title={titleOf(asking.form, asking.target)} lead={leadOf(asking, copied)} wide>
      <Obstacles note={note} />
      <CommandForm
        asking={renaming}
        className={styles.noteForm}
        schema={schema}
        start={start}
        send={send}
        submitLabel={transmits ? 'Emitir nota' : 'Preparar nota'}
      >
        <div className={styles.noteFields}>{children}</div>
        <aside className={styles.noteSummary} aria-label="Resumo da nota">
          {summary}
        </aside>
      </CommandForm>
    </FormPage>
  )
}

/** What will make the server refuse the note, said before it is written. */
function Obstacles({ note }: { note: KindOfNote }) {
  const readiness = useReadiness(note.kind)
  if (!readiness || (readiness.missing === 0 && !readiness.reached)) return null
  const about = readiness.reached ? 'limit' : 'pending'
  return (
    <div className={styles.draftFound}>
      <Note kind="warning">
        {readiness.reached ? 'O limite de notas deste mês foi atingido.' : 'Há pendências que impedem a emissão.'} O que você escrever aqui
        fica guardado.
      </Note>
      <CommandButton id={`${note.name}-invoice.${about}`} short />
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
      <dt className={strong ? text.med : undefined}>{name}</dt>
      <dd className={strong ? classNames(text.big, styles.big) : undefined}>{cents === undefined ? '—' : formatCents(cents)}</dd>
    </>
  )
}
